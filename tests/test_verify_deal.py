"""A player checks a deal: the shuffle was fixed before anybody wagered, and the cards are the ones it gives."""

import json
import random
import re
from copy import deepcopy
from functools import reduce
from hashlib import sha256
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from house_fixtures import of_each_script
from house_play import at, open_house, play, put_up
from pitboss.equipment.shoe import Shoe
from pitboss.errors import PitbossError, RecordError, Refused
from pitboss.house.fairness.commitments import SealedChance, commitment
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.rulebook import entry_names, load
from served import served
from test_bad_input import places
from test_mini_baccarat_house import ROYAL

PLAYED = [name for name in entry_names() if load(name).wagers]
DEALT = 6


def bundles(house: House, table: str = "1") -> list[dict[str, Any]]:
    """What the house hands out for the rounds that can be checked, as a file would hold it."""
    found = []
    for number in range(1, house.table(table).rounds + 1):
        try:
            found.append(json.loads(json.dumps(deal_bundle(house.store, table, number))))
        except Refused:
            continue
    return found


@pytest.mark.parametrize("name", of_each_script(PLAYED))
def test_every_round_whose_seed_is_revealed_can_be_dealt_again(name: str, sqlite_url: str) -> None:
    house = play(open_house(sqlite_url, name), "1", DEALT, random.Random(name), call_rate=0.25)
    handed = bundles(house)
    house.close()
    cards = load(name).cards
    assert len(handed) == DEALT or (cards is not None and cards.reshuffle != "every_round")
    for bundle in handed:
        assert check_deal(bundle).findings == []


def test_a_shoe_is_checked_round_after_round_once_it_is_over(database: str) -> None:
    house = open_house(database, "chapter4/mini-baccarat")
    rng = random.Random(5)
    while house.table("1").seeds.deals == 1:
        house = play(house, "1", 10, rng, call_rate=0.05)
    handed = bundles(house)
    assert len(handed) > 10
    last = handed[-1]
    check = check_deal(last, noted=last["commitment"])
    assert check.fair and len(check.rounds) == len(last["rounds"]) > 10
    house = play(house, "1", 1, rng, call_rate=0)
    with pytest.raises(Refused, match="its seed is not revealed yet"):
        deal_bundle(house.store, "1", house.table("1").rounds)
    house.close()


def test_the_commitment_is_told_before_anybody_wagers(database: str) -> None:
    house = open_house(database, "chapter4/roulette")
    told = house.table("1").seeds.commitment
    assert put_up(house, "1", random.Random(1))
    at(house, "1", lambda live, batch: live.deal(batch))
    bundle = deal_bundle(house.store, "1", 1)
    assert bundle["commitment"] == told
    assert check_deal(bundle, noted=told).fair
    assert house.table("1").seeds.commitment != told
    house.close()


def test_nothing_is_handed_out_while_the_round_goes_on(database: str) -> None:
    house = open_house(database, "chapter4/three-card-poker")
    for seat in (1, 2):
        house.table("1").bet(seat, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("1").going_on
    with pytest.raises(Refused, match="there is no round 1 at table 1 that is over"):
        deal_bundle(house.store, "1", 1)
    with pytest.raises(Refused, match="there is no round 7 at table 9"):
        deal_bundle(house.store, "9", 7)
    house.close()


def test_a_deal_is_not_handed_out_while_it_carries_a_secret(sqlite_url: str) -> None:
    """Where a meter must hit, the amount it hits at is drawn once and stays hidden over many rounds."""
    options = ROYAL | {"must_hit": "3", "shuffle_method": "continuous"}
    house = open_house(sqlite_url, "massachusetts-2020/mini-baccarat", options=options)
    for _ in range(3):
        house.table("1").bet(1, {"banker": "25", "royal_9_progressive": "5"})
        at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("1").seeds.secrets
    with pytest.raises(Refused, match="its seed is not revealed yet"):
        deal_bundle(house.store, "1", 1)
    for number in (2, 3):
        with pytest.raises(Refused, match="still a secret"):
            deal_bundle(house.store, "1", number)
    house.close()


def test_the_recipe_of_the_docs_deals_the_same_cards() -> None:
    """docs/fairness.md says how a seed deals, so that anybody can write a checker of their own."""
    seed, words = "5a" * 32, iter(range(10**6))

    def below(k: int) -> int:
        while True:
            text = f"pitboss deal {seed}".encode() + next(words).to_bytes(8, "big")
            word = int.from_bytes(sha256(text).digest()[:8], "big")
            if word < 2**64 - 2**64 % k:
                return word % k

    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for last in range(51, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    shoe = Shoe(SealedChance(seed))
    assert [str(shoe.draw()) for _ in range(52)] == deck[::-1]
    assert commitment(seed) == sha256(f"pitboss {seed}".encode()).hexdigest()


def test_a_player_gets_the_deal_from_the_service_and_checks_it(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", fill=1_000_000)) as house:
        ann, dee = house.client("ann"), house.client("dee")
        ann.do("7", "sit", seat=1)
        ann.do("7", "buy_in", seat=1, amount="100.00")
        noted = ann.get("/tables/7")["fairness"]["commitment"]
        ann.do("7", "bet", seat=1, wagers={"red": "10.00"})
        assert ann.ask("GET", "/tables/7/rounds/1/deal").status_code == 409
        dee.do("7", "deal")
        check = check_deal(ann.get("/tables/7/rounds/1/deal"), noted)
        assert check.fair and check.rounds[0][1]["spin"]


@pytest.fixture
def bundle(sqlite_url: str) -> dict[str, Any]:
    house = open_house(sqlite_url, "chapter4/three-card-poker")
    for seat in (1, 2):
        house.table("1").bet(seat, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    for seat in (1, 2):
        at(house, "1", lambda live, batch, seat=seat: live.act(batch, seat, "play"))
    handed = json.loads(json.dumps(deal_bundle(house.store, "1", 1)))
    house.close()
    return dict(handed)


def test_the_command_says_that_a_deal_is_fair(bundle: dict[str, Any], tmp_path: Path, pitboss: Run) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(bundle))
    code, out, err = pitboss("verify-deal", file, "--commitment", bundle["commitment"].upper())
    assert (code, err) == (0, "")
    assert "The seed is the one that was committed to, and it deals these cards." in out
    assert "dealer" in out and "seat 2" in out
    code, out, _ = pitboss("verify-deal", file, "--json")
    told = json.loads(out)
    assert code == 0 and told["fair"] and set(told["rounds"][0]["dealt"]) == {"dealer", "seat 1", "seat 2"}


@pytest.mark.parametrize("what", ["seed", "card", "other commitment", "swapped"])
def test_a_deal_that_was_not_fair_is_found(bundle: dict[str, Any], what: str, tmp_path: Path, pitboss: Run) -> None:
    step = bundle["rounds"][0]["record"]["steps"][0]
    noted = bundle["commitment"]
    if what == "seed":
        bundle["seed"] = "ab" * 32
    elif what == "card":
        step["seats"]["1"]["cards"] = _with_another_card(step["seats"]["1"]["cards"])
    elif what == "other commitment":
        noted = commitment("another seed")
    else:
        seats = step["seats"]
        seats["1"]["cards"], seats["2"]["cards"] = seats["2"]["cards"], seats["1"]["cards"]
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(bundle))
    code, out, _ = pitboss("verify-deal", file, "--commitment", noted)
    assert code == 1 and "This deal is not what was committed to." in out
    findings = check_deal(bundle, noted).findings
    wanted = {
        "seed": "the seed is not the one that was committed to",
        "card": "round 1: seat 1 got",
        "other commitment": "not the one that you noted",
        "swapped": "round 1: seat 2 got",
    }
    assert any(wanted[what] in finding for finding in findings)


def _with_another_card(cards: str) -> str:
    first, *rest = cards.split()
    return " ".join(["2c" if first != "2c" else "3d", *rest])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": None}, "something in it is of another kind"),
        ({"rounds": []}, "something in it is of another kind"),
        ({"round": 9}, "it does not end with round 9"),
        ({"entry": "chapter4/roulette"}, "another table than the one it names|unknown key"),
        ({"options": {"seats": 3}}, "another table than the one it names"),
        ({"entry": "chapter4/poker-of-my-own"}, "no|unknown"),
    ],
)
def test_a_file_that_no_house_handed_out_is_one_sentence(
    bundle: dict[str, Any], change: dict[str, Any], sentence: str, tmp_path: Path, pitboss: Run
) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(bundle | change))
    code, out, err = pitboss("verify-deal", file)
    assert code == 2 and out == "" and re.search(sentence, err) and err.count("\n") == 1


def test_a_value_of_another_kind_anywhere_in_a_deal_is_one_sentence_or_a_finding(
    bundle: dict[str, Any], tmp_path: Path, pitboss: Run
) -> None:
    called = {"call": {"id": "late_wager", "seat": 1}, "by": "deb", "confirmed_by": "flo", "note": "seen"}
    bundle["rounds"][0]["calls"] = [called]
    bundle["rounds"][0]["record"]["steps"][0]["irregularities"] = [{"id": "late_wager", "seat": 1, "at": "decide"}]
    for *way, last in places(bundle):
        for other in (None, -1, 1.5, True, "x", "\ud800", [], [[]], {}, {"x": 1}, ...):
            changed = deepcopy(bundle)
            inside = reduce(getitem, way, changed)
            if other is ...:
                del inside[last]
            else:
                inside[last] = other
            try:
                check_deal(changed)
            except PitbossError as error:
                assert str(error)
    for change in ({"setup": None}, {"rounds": [bundle["rounds"][0] | {"calls": -1}]}):
        (tmp_path / "deal.json").write_text(json.dumps(bundle | change))
        code, out, err = pitboss("verify-deal", tmp_path / "deal.json")
        assert (code, out) == (2, "") and "is of another kind than it says" in err


def test_a_deal_of_another_number_of_decks_is_found(bundle: dict[str, Any]) -> None:
    assert check_deal(bundle).fair
    assert check_deal(bundle | {"decks": 8}).findings == [
        "its decks are 1 by its rules, and 8 by what it says was committed to"
    ]


def test_what_is_not_json_at_all_is_one_sentence(tmp_path: Path, pitboss: Run) -> None:
    (tmp_path / "deal.json").write_text("rulebook = 1")
    assert pitboss("verify-deal", tmp_path / "deal.json")[0] == 2
    with pytest.raises(RecordError, match="is not a deal"):
        check_deal([])
