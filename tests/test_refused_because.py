"""A refusal says why, names the clause that decides, and what was probably meant."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, load, open_table, settle
from pitboss.rulebook import Setup, entries


def refused(rulebook: str, game: str, wagers: dict[str, Any], **more: Any) -> PitbossError:
    """What settling a record of one seat is refused with."""
    seat = {"wagers": wagers} | {key: more.pop(key) for key in ("cards", "actions") if key in more}
    with pytest.raises(PitbossError) as caught:
        settle({"rulebook": rulebook, "game": game, "seats": {"1": seat}} | more)
    return caught.value


@pytest.mark.parametrize("rulebook", ["chapter4", "california", "massachusetts-2020"])
def test_war_without_a_tie_is_refused_with_the_cards_and_the_clause(rulebook: str) -> None:
    base = "base" if rulebook == "california" else "initial"
    bank = {"bank": {"seat": 8, "wager": 1000}} if rulebook == "california" else {}
    found = refused(rulebook, "casino-war", {base: 10}, cards="Ks", actions=["war"], dealer={"cards": "9d"}, **bank)
    assert found.sentence == 'seat 1 is not asked to "war"; king against nine is no tie, and only a tie leaves a choice'
    assert found.cite == load(f"{rulebook}/casino-war").terms["choose"].cite


def test_a_raise_without_a_spread_is_refused_with_the_clause() -> None:
    found = refused("chapter4", "red-dog", {"bet": 10}, actions=["raise 5.00"], community={"cards": "6h 7c"})
    assert "consecutive cards have no spread to raise on" in found.sentence and found.cite == "§12(C)(8) L1407"


def test_a_seat_is_told_why_when_it_is_asked_and_nothing_of_cards_that_do_not_lie_there() -> None:
    down = {"variant": "single_deck", "player_cards_face": "both_down"}
    played = open_table("chapter4/blackjack", down, seed=3).deal({1: {"main": 10}, 2: {"main": 10}})
    assert played.asking[0].seat == 1 and played.why_not(2, "split") is None
    void = open_table("massachusetts-2020/casino-war", seed=1).deal(
        {1: {"initial": 10}}, calls=[Call("several_face_up_cards")]
    )
    assert void.why_not(1, "war") is None
    jammed = open_table("chapter4/red-dog", {"use_shuffler": True}, seed=1).deal(
        {1: {"bet": 10}}, calls=[Call("shuffle_machine_malfunction")]
    )
    assert jammed.why_not(1, "raise") is None


def test_play_without_an_ante_is_refused_by_name() -> None:
    cards = {"cards": "Ks 9d 2c", "dealer": {"cards": "9h 2d 3d"}}
    early = refused("chapter4", "three-card-poker", {"play": 10}, **cards)
    assert early.sentence.endswith("it is made in the round, and goes with Ante, which seat 1 has not made")
    without = refused("chapter4", "three-card-poker", {"pair_plus": 10}, actions=["play"], **cards)
    assert without.sentence.endswith("Play goes with Ante, and seat 1 has made none")
    assert early.cite == without.cite == "§13(C)(2), (6) L1472, L1478"


@pytest.mark.parametrize(("rulebook", "wager"), [("massachusetts-2020", "first_five"), ("chapter4", "five_number")])
def test_first_five_is_refused_because_it_needs_a_double_zero(rulebook: str, wager: str) -> None:
    found = refused(rulebook, "roulette", {wager: 10}, options={"wheel": "single_zero"}, spin="5")
    assert found.sentence.endswith("it needs wheel = double_zero, and here it is single_zero")
    assert found.cite == load(f"{rulebook}/roulette").wagers[wager].cite


def test_a_wager_that_an_option_keeps_off_says_which() -> None:
    found = refused("massachusetts-2020", "craps", {"fire": 5}, dice="4-2")
    assert found.sentence == "Fire Bet is not offered at this table: the option fire is off"


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("chapter4/craps", "§1.B.2 L91"),
        ("massachusetts-2020/craps", "§2 L9404"),
        ("massachusetts-2020/sic-bo", "§2(a) L25680"),
        ("massachusetts-2020/blackjack-switch", "§5(i) L2827"),
    ],
)
def test_a_wager_that_is_not_on_a_closed_list_is_refused_under_the_clause_that_closes_it(
    name: str, clause: str
) -> None:
    rulebook, game = name.split("/")
    found = refused(rulebook, game, {"red_or_black": 10})
    assert found.sentence.startswith('there is no wager "red_or_black"; ') and found.cite == clause


def test_a_hop_that_is_not_offered_leads_to_the_wager_that_is() -> None:
    for dice, wager in {"1-1": "craps_2", "1-2": "craps_3", "5-6": "eleven", "6-6": "craps_12"}.items():
        found = refused("massachusetts-2020", "craps", {f"hop {dice}": 10}, dice=dice)
        assert f'did you mean "{wager}"?' in found.sentence


def test_a_total_of_three_leads_to_three_of_a_kind_of_ones() -> None:
    for total, face in {"3": 1, "18": 6}.items():
        found = refused("massachusetts-2020", "sic-bo", {f"total {total}": 10}, dice="1-1-1")
        assert f'"three_of_a_kind {face}"' in found.sentence


def test_a_wager_is_found_by_its_title_and_by_the_number_beside_it() -> None:
    assert 'did you mean "hard_4"?' in refused("chapter4", "craps", {"hardway 4": 5}, dice="4-2").sentence
    assert 'did you mean "c_and_e"?' in refused("oneida-2003", "craps", {"c_and_es": 5}, dice="4-2").sentence
    assert 'did you mean "main"?' in refused("chapter4", "blackjack", {"wager": 5}).sentence


def test_a_rule_on_whole_dollars_is_not_told_as_what_can_be_paid() -> None:
    found = refused("massachusetts-2020", "craps", {"fire": "2.50"}, options={"fire": "table_a"}, dice="4-2")
    assert found.sentence == "seat 1, Fire Bet: $2.50 is no multiple of $1.00; the nearest amounts are $2.00 or $3.00"
    assert found.cite == "§12(b)(1) L10268"
    table = open_table("chapter4/craps", seed=1)
    assert "cannot be paid exactly" in str(table.refusal({1: {"place_to_win 6": 5}}))


def test_what_is_not_covered_cites_the_clause_of_its_own_wager() -> None:
    for entry in entries():
        own = {name: wager.uncovered_cite for name, wager in entry.wagers.items() if wager.uncovered_cite}
        assert not own or entry.bank.uncovered_cite, entry.name
        assert all(cite not in entry.bank.uncovered_cite for cite in own.values()), entry.name


def test_envy_cites_the_rule_and_not_the_table() -> None:
    for entry in entries():
        for name, table in entry.pay_tables.items():
            assert not table.envy_cite or (table.envy and table.envy_cite != table.cite), (entry.name, name)


BLACKJACK_REFUSED = {
    "rank": ("split", "8c 9d", ["split"], "only two cards of the same value are split, and not 8c 9d", "split"),
    "third card": ("double", "8c 2d 3h", ["hit", "double"], "on its first two cards, and this one has 3", "double"),
    "house": ("surrender", "9c 7d", ["surrender"], "nobody surrenders at this table", "surrender"),
    "up card": ("insure 5", "9c 7d", ["insure 5"], "against an ace, and the dealer shows Th", "insurance"),
}


@pytest.mark.parametrize("case", BLACKJACK_REFUSED)
def test_what_is_not_done_with_a_hand_at_blackjack_is_refused_with_the_reason_and_its_clause(case: str) -> None:
    move, cards, actions, reason, term = BLACKJACK_REFUSED[case]
    found = refused("chapter4", "blackjack", {"main": 10}, cards=cards, actions=actions, dealer={"cards": "Th 7s"})
    assert (
        f'seat 1 cannot "{move}" now, because ' in found.sentence and f"{reason}; legal: stand, hit" in found.sentence
    )
    assert found.cite == Setup.of(load("chapter4/blackjack")).cite(term)


def test_a_split_too_many_is_refused_with_the_limit_and_a_split_ace_with_its_one_card() -> None:
    seat = {"wagers": {"main": 10}, "hands": ["8c 8h 2d", "8d Td"], "actions": ["split", "split"]}
    record = {"rulebook": "massachusetts-2020", "game": "blackjack", "seats": {"1": seat}, "dealer": {"cards": "Th 7s"}}
    with pytest.raises(PitbossError, match="because a hand is split at most once, and that is done; legal: "):
        settle(record)
    aces = record | {"seats": {"1": seat | {"hands": ["Ac Ah", "Ad Td"]}}}
    with pytest.raises(PitbossError, match='not asked to "split"; a hand is split at most once'):
        settle(aces)
    aces["seats"]["1"]["actions"] = ["split", "hit"]
    with pytest.raises(PitbossError, match='not asked to "hit"; a split ace gets one card and no more'):
        settle(aces)


def test_the_chart_of_no_bust_blackjack_is_the_reason_of_a_refusal() -> None:
    bank = {"bank": {"seat": 8, "wager": 1000}, "dealer": {"cards": "9d 8c"}}
    found = refused("california", "pure-21-5-blackjack", {"base": 10}, cards="Tc 9d", actions=["hit"], **bank)
    assert "because every hand stands from 19 on, and this one counts 19; legal: stand" in found.sentence
    assert found.cite == load("california/pure-21-5-blackjack").terms["chart"].cite


def test_a_table_tells_a_player_the_same_reason_as_a_record() -> None:
    played = open_table("chapter4/blackjack", seed=3).deal({1: {"main": 10}})
    asked = played.asking[0]
    assert "split" not in asked.names
    with pytest.raises(PitbossError, match="now, because only two cards of the same value are split"):
        played.act("split")
    assert played.asking[0] == asked
