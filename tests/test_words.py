"""What a commitment binds, and the word that a player adds to a shuffle which the house has committed to."""

import json
import random
from typing import Any

import pytest
from sqlalchemy import select, update

from house_play import at, come
from pitboss.engine.draws import LiveDraws
from pitboss.errors import RecordError, Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.fairness.commitments import PLAIN, SealedChance, commitment, mixed
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.house.storage import schema
from served import served, sit_down
from test_mini_baccarat_house import ROYAL

ROULETTE, BACCARAT, CRAPS = "chapter4/roulette", "chapter4/mini-baccarat", "chapter4/craps"


def opened(url: str, entry: str, **more: Any) -> House:
    house = House(url)
    for person in ("ann", "bob"):
        come(house, person)
    house.open_table("1", entry, fill=10**8, **more)
    for seat, person in ((1, "ann"), (2, "bob")):
        at(house, "1", lambda live, batch, seat=seat, person=person: live.sit(batch, person, seat))
        at(house, "1", lambda live, batch, seat=seat: live.buy_in(batch, seat, 10_000_000))
    return house


def deal(house: House, wagers: dict[str, str]) -> None:
    house.table("1").bet(1, wagers)
    at(house, "1", lambda live, batch: live.deal(batch))


def again(bundle: dict[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(bundle))
    return copy


# -- what is bound ----------------------------------------------------------------------------------------------------


def test_a_commitment_fits_no_other_table_deal_set_up_or_seed(database: str) -> None:
    house = opened(database, ROULETTE)
    deal(house, {"red": "10"})
    bundle = again(deal_bundle(house.store, "1", 1))
    house.close()
    assert bundle["version"] == 2 and check_deal(bundle).fair
    not_fitting = "the seed is not the one that was committed to"
    for changed in (
        {"table": "2"},
        {"deal": 2},
        {"seed": "ab" * 32},
        {"setup": bundle["setup"] | {"meters": {"x": "1.x"}}},
    ):
        assert any(not_fitting in finding for finding in check_deal(bundle | changed).findings), changed
    with pytest.raises(RecordError, match="other rules than those that were committed to"):
        check_deal(bundle | {"setup": bundle["setup"] | {"pay_tables": {"payouts": {"straight": "1 to 1"}}}})


def test_a_deal_committed_to_by_its_seed_alone_is_still_fair_and_audits_clean(database: str) -> None:
    """A house that was opened before commitments bound anything else."""
    house = opened(database, ROULETTE)
    house.table("1").seeds.next_version = PLAIN
    deal(house, {"red": "10"})
    assert house.table("1").seeds.commitment == commitment(house.table("1").seeds.current)
    deal(house, {"red": "10"})
    bundle = again(deal_bundle(house.store, "1", 2))
    assert "version" not in bundle and check_deal(bundle).fair
    house.close()


# -- words ------------------------------------------------------------------------------------------------------------


def test_a_players_word_is_mixed_into_the_coming_deal_after_its_commitment(database: str) -> None:
    with served(database, lambda house: house.open_table("7", ROULETTE, fill=10**8)) as house:
        ann, bob, dee = house.client("ann"), house.client("bob"), house.client("dee")
        assert ann.refused("7", "word", word="rain")["status"] == 409, "she does not sit there"
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        promised = ann.get("/tables/7")["fairness"]
        ann.do("7", "word", word="snow")
        ann.do("7", "word", word="rain")
        with bob.watch("7") as socket:
            assert socket.send(do="word", word="<b>wind</b>")["type"] != "refused"
        told = bob.get("/tables/7")["fairness"]
        assert told["commitment"] == promised["commitment"]
        assert [(each["name"], each["word"]) for each in told["words"]] == [("Ann", "rain"), ("Bob", "<b>wind</b>")]
        for bad in ("", " ", "x" * 65, "a\x07b", "a\nb"):
            assert ann.ask("POST", "/tables/7/word", {"word": bad}).status_code in (409, 422)
        assert dee.ask("POST", "/tables/7/word", {"word": "rigged"}).status_code == 403
        ann.do("7", "bet", seat=1, wagers={"red": "10.00"})
        dee.do("7", "deal")
        assert not ann.get("/tables/7")["fairness"]["words"], "a word counts for one shuffle"
        bundle = ann.get("/tables/7/rounds/1/deal")
    assert bundle["words"] == {"ann": "rain", "bob": "<b>wind</b>"}
    check = check_deal(bundle, noted=promised["commitment"])
    assert check.fair and check.words == bundle["words"]
    assert audit(database, workers=1).clean


def test_a_house_that_drops_a_players_word_is_found_out(sqlite_url: str) -> None:
    house = opened(sqlite_url, BACCARAT)
    at(house, "1", lambda live, batch: live.add_word(batch, "ann", "rain"))
    deal(house, {"player": "20"})
    dealt = deal_of(house)
    shoe = LiveDraws(SealedChance(house.table("1").seeds.current, words={"ann": "rain"}))
    assert shoe and house.table("1").seeds.mixed == {"ann": "rain"}
    house.close()
    with House(sqlite_url).store.engine.begin() as connection:
        entries = schema.journal
        row = connection.execute(select(entries).where(entries.c.chain == "1", entries.c.kind == "round")).one()
        body = json.loads(row.body)
        assert body.pop("words") == {"ann": "rain"} and dealt
        connection.execute(
            update(entries).where(entries.c.chain == "1", entries.c.number == row.number).values(body=json.dumps(body))
        )
    assert not audit(sqlite_url, workers=1).clean


def deal_of(house: House) -> dict[str, Any]:
    live = house.table("1")
    assert live.round is not None
    return {name: list(cards) for name, cards in live.round.draws.taken.items()}


@pytest.mark.parametrize("restart", [False, True])
def test_a_word_that_comes_while_a_shoe_is_dealt_counts_for_the_next_shuffle(sqlite_url: str, restart: bool) -> None:
    house = opened(sqlite_url, BACCARAT)
    at(house, "1", lambda live, batch: live.add_word(batch, "ann", "first"))
    deal(house, {"player": "20"})
    at(house, "1", lambda live, batch: live.add_word(batch, "ann", "second"))
    rounds = 1
    while house.table("1").seeds.deals == 1:
        if restart and rounds == 3:
            house.close()
            house = House(sqlite_url)
        deal(house, {"player": "20"})
        rounds += 1
    first = again(deal_bundle(house.store, "1", rounds))
    assert first["words"] == {"ann": "first"} and check_deal(first).fair
    assert house.table("1").seeds.words == {"ann": "second"}
    while house.table("1").seeds.deals == 2:
        deal(house, {"player": "20"})
    second = again(deal_bundle(house.store, "1", house.table("1").rounds))
    house.close()
    assert second["words"] == {"ann": "second"} and check_deal(second).fair
    assert audit(sqlite_url, workers=1).clean


def test_a_word_changes_what_is_dealt() -> None:
    seeds = {mixed("5a" * 32, words) for words in ({}, {"ann": "rain"}, {"bob": "rain"}, {"ann": "rain", "bob": "x"})}
    assert len(seeds) == 4
    draws = {tuple(SealedChance("5a" * 32, words=words).below(10**9) for _ in range(3)) for words in ({}, {"a": "b"})}
    assert len(draws) == 2


def test_a_round_with_words_that_was_going_on_goes_on_after_a_restart(database: str) -> None:
    house = opened(database, "chapter4/three-card-poker")
    at(house, "1", lambda live, batch: live.add_word(batch, "ann", "rain"))
    deal(house, {"ante": "10"})
    before = deal_of(house)
    house.close()
    house = House(database)
    assert deal_of(house) == before
    at(house, "1", lambda live, batch: live.act(batch, 1, "fold"))
    assert check_deal(again(deal_bundle(house.store, "1", 1))).fair
    house.close()
    assert audit(database, workers=1).clean


# -- games with standing wagers ---------------------------------------------------------------------------------------


def test_every_roll_is_committed_to_before_the_wagers_that_stand_for_it_can_change(database: str) -> None:
    house = opened(database, CRAPS)
    rng = random.Random(4)
    promised = {}
    for number in range(1, 25):
        live = house.table("1")
        promised[number] = live.seeds.commitment
        live.bet(1, {"pass_line": "10"} if not live.table.standing else {"field": rng.choice(("5", "10"))})
        assert live.seeds.commitment == promised[number], "it does not change with the wagers"
        at(house, "1", lambda live, batch: live.deal(batch))
    rows = house.store.rows(select(schema.journal).where(schema.journal.c.chain == "1").order_by("number"))
    sealed: dict[int, tuple[int, str]] = {}
    for row in rows:
        body = json.loads(row["body"])
        if row["kind"] == "round":
            number, told = sealed[body["deal"]]
            assert number < row["number"] and told == body["commitment"] == promised[body["round"]]
        if "sealed" in body:
            sealed[body["sealed"]["deal"]] = (row["number"], body["sealed"]["commitment"])
    house.close()


# -- what stays hidden ------------------------------------------------------------------------------------------------


def test_a_trigger_redrawn_to_an_equal_amount_does_not_tell_its_seed_early(sqlite_url: str) -> None:
    options = ROYAL | {"must_hit": "3", "shuffle_method": "continuous"}
    house = opened(sqlite_url, "massachusetts-2020/mini-baccarat", options=options)
    live = house.table("1")
    deal(house, {"banker": "25", "royal_9_progressive": "5"})
    [(first, _)] = live.seeds.withheld
    trigger = live.table.carry["must_hit_trigger"]
    # The meter is hit in the next round and the one after it draws the very same amount again.
    del live.table.carry["must_hit_trigger"]
    number = live.seeds.deals
    live.table.chance.mix = lambda words: None  # type: ignore[method-assign, union-attr]
    pick = LiveDraws.pick
    try:
        LiveDraws.pick = lambda self, name, choices, weights=None: (  # type: ignore[assignment, method-assign]
            self.taken.setdefault(name, []).append(trigger) or trigger
            if name == "must_hit_trigger"
            else pick(self, name, choices, weights)
        )
        deal(house, {"banker": "25", "royal_9_progressive": "5"})
    finally:
        LiveDraws.pick = pick  # type: ignore[method-assign]
    assert live.table.carry["must_hit_trigger"] == trigger
    assert [held for held, _ in live.seeds.withheld] == [number], (
        "the seed that drew it is still hidden, the first is not"
    )
    assert first != number
    house.close()


def test_a_word_is_for_those_who_sit_there(sqlite_url: str) -> None:
    house = opened(sqlite_url, ROULETTE)
    with pytest.raises(Refused, match="sit at the table"):
        at(house, "1", lambda live, batch: live.add_word(batch, "zoe", "rain"))
    house.close()
