"""What a record gives and its round never came to is told with the reason, or refused; it never vanishes."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, settle
from pitboss.engine.fit import must_fit
from pitboss.engine.unreached import all_asked
from pitboss.games import game_of
from pitboss.rulebook import entry_names
from pitboss.rulebook.model import every_value
from pitboss.sheets.paper import Paper, pretty_cards
from pitboss.sheets.ruling import ruling_of
from pitboss.sheets.ruling_sheet import show_ruling
from pitboss.sheets.settlement import settlement_as_json, show_settlement

EXAMPLES = Path(__file__).parent / "examples"
SHARED = {"id": "information_shared", "seat": 1}
FLUSH = {"ante": 10, "xtra_bonus": 10, "same_suit_bonus": 5}
TOO_MANY = re.compile(
    r"(wrong|incorrect) number of( community)? cards|too_many|too many cards|does not have seven cards|"
    r"(given|more than|or fewer than) (two|three|four) cards|two cards instead of one|misdealt in any other way|"
    r"draws? a card( by accident)?$|card hits the Banker|third card is dealt|after \"Stay\"|after consecutive cards"
)
"""How an entry says that a hand has another number of cards than it should."""
BOTH = "wrong_number_and_stub"
MISDEALT = "wrong_number_of_cards_player"
WHY = "at deal this went wrong: "


def chase(actions: list[str], **call: Any) -> dict[str, Any]:
    """A round of Chase the Flush in which the player talks about the hand."""
    seat = {"wagers": FLUSH, "cards": "Ah 9h 4h", "actions": actions}
    board = {"community": {"cards": "2c 3d 7s Jh"}, "dealer": {"cards": "Kc 8d 5s"}} if call else {}
    record = {"rulebook": "massachusetts-2020", "game": "chase-the-flush", "seats": {"1": seat}} | board
    return record | {"irregularities": [SHARED | call]}


def three_card(irregularities: list[Any], **changes: Any) -> dict[str, Any]:
    """Two seats at Three Card Poker."""
    seat = {"wagers": {"ante": 10}, "actions": ["play"]}
    seats = {"1": seat | {"cards": "Ah 9h 4h"} | changes, "2": seat | {"cards": "Ad 9d 4d"}}
    record = {"rulebook": "chapter4", "game": "three-card-poker", "dealer": {"cards": "2c 3c 7d"}, "seats": seats}
    return record | {"irregularities": irregularities}


def refused(record: dict[str, Any]) -> PitbossError:
    with pytest.raises(PitbossError) as caught:
        settle(record)
    return caught.value


def told(record: dict[str, Any]) -> list[str]:
    return [str(each) for _, each in settle(record).unreached]


def test_a_decision_after_the_wagers_were_forfeited_is_told_as_not_reached_wherever_a_record_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    settled = settle(chase(["all_in_3x"]))
    assert settled.net == {1: -2500}
    rule = load("massachusetts-2020/chase-the-flush").irregularities["information_shared"]
    sentence = f"Seat 1: all_in_3x was not reached, because {WHY}{rule.trigger}"
    assert told(chase(["all_in_3x"])) == [sentence]
    values = {"seat": 1, "what": "all_in_3x", "why": WHY + rule.trigger, "cite": rule.cite}
    assert settled.as_json()["not_reached"] == settlement_as_json(settled)["not_reached"] == [values]
    assert ruling_of(settled).as_json()["steps"][0]["not_reached"] == [values]
    show_settlement(Paper(), settled)
    assert sentence in " ".join(capsys.readouterr().out.split())
    show_ruling(Paper(), ruling_of(settled))
    assert sentence in " ".join(capsys.readouterr().out.split())


def test_what_struck_later_is_said_so_and_then_the_decision_counts() -> None:
    after = chase(["all_in_3x"], at="flop", after=1)
    assert settle(after).net == {1: -5500} and told(after) == []


@pytest.mark.parametrize("word", ["banana", "all_in_9x"])
def test_a_word_that_is_no_action_is_refused_also_where_it_was_not_reached(word: str) -> None:
    assert refused(chase([word])).sentence.startswith(f'seat 1: nobody is asked to "{word}" in this game; ')
    assert 'did you mean "all_in_3x"?' in refused(chase(["allin_3x"])).sentence


def test_an_amount_that_is_none_is_refused_also_where_it_was_not_reached() -> None:
    seat = {"wagers": {"ante": 10}, "actions": ["play soup"]}
    record = {"rulebook": "massachusetts-2020", "game": "four-card-poker", "seats": {"1": seat}}
    call = {"irregularities": [{"id": "automated_shoe_jam"}]}
    assert refused(record | call).sentence == 'seat 1: "play soup" names neither an amount nor cards'


def test_only_a_seat_whose_hand_was_void_may_have_decided_more() -> None:
    call = {"id": MISDEALT, "seat": 1}
    assert [each.partition(",")[0] for each in told(three_card([call]))] == ["Seat 1: play was not reached"]
    record = three_card([call])
    record["seats"]["2"]["actions"] = ["play", "fold"]
    assert refused(record).sentence == 'seat 2 is not asked to "fold"; nothing is left to decide'


@pytest.mark.parametrize(("cards", "many"), [("5h", "is one"), ("5h 6h", "are 2")])
def test_a_card_too_many_is_told_with_the_irregularity_that_is_about_it_and_not_as_one_that_was_not_reached(
    cards: str, many: str
) -> None:
    record = three_card([{"id": MISDEALT, "seat": 1}], cards=f"Ah 9h 4h {cards}", actions=[])
    assert told(record) == []
    [wrong] = ruling_of(settle(record)).steps[0].irregularities
    assert (
        wrong.done[0].text == f"Seat 1: {pretty_cards(cards.split())} {many} more than the 3 that the rules had dealt"
    )
    said = settlement_as_json(settle(record))["irregularities"][0]["did"][0]
    assert (said["kind"], said["seat"], said["pieces"]) == ("too many", 1, cards.split())
    assert said["cite"] == load("chapter4/three-card-poker").irregularities[MISDEALT].cite


def test_the_dealers_cards_are_what_a_wrong_number_of_them_is_about_even_where_none_was_dealt_any_more() -> None:
    record = three_card([{"id": "wrong_number_of_cards_dealer", "at": "deal"}])
    record["dealer"]["cards"] = "2c 3c 7d 5s"
    [wrong] = ruling_of(settle(record)).steps[0].irregularities
    assert "5♠" in wrong.done[0].text and "dealer" in wrong.done[0].text
    assert not [each for each in told(record) if "5s" in each]


def test_a_hand_that_was_not_dealt_yet_has_no_card_too_many_where_the_irregularity_may_be_about_another() -> None:
    record = chase(["check", "check", "all_in_1x"], at="deal")
    record |= {"dealer": {"cards": "Kc 8d 5s 6s"}, "irregularities": ["wrong_number_of_cards_dealer"]}
    [wrong] = ruling_of(settle(record)).steps[0].irregularities
    assert wrong.done[0].text == "The dealer: 6♠ is one more than the 3 that the rules had dealt"
    assert told(record)[-1].startswith("The cards 2c 3d 7s Jh of community were not reached")


def test_a_card_that_belongs_to_the_irregularity_that_was_called_is_refused_in_the_hand() -> None:
    seat = {"wagers": {"main": 10}, "cards": "Kh 9c", "actions": ["stand"]}
    record = {"rulebook": "massachusetts-2020", "game": "spanish-21", "seats": {"1": seat}}
    record |= {"dealer": {"cards": "Ks 8d 2c"}, "irregularities": [{"id": "dealer_draws_on_17", "card": "2c"}]}
    assert refused(record).sentence.endswith(
        "dealer_draws_on_17 was called, and its card is written with it, not in the hand"
    )


@pytest.mark.parametrize("name", entry_names())
def test_an_irregularity_by_which_a_hand_has_a_card_too_many_says_whose(name: str) -> None:
    entry = load(name)
    for id, rule in entry.irregularities.items():
        words = [word for words in every_value(rule.remedy) for word in words]
        counted = re.search("stub|left over|shuffl", rule.trigger)  # that is about the cards that nobody was dealt
        too_few = "complete_hand" in words
        named = TOO_MANY.search(f"{id} {rule.trigger}")
        assert bool(rule.too_many) == bool((named and not counted and not too_few) or id == BOTH), id


def test_an_entry_that_gives_a_card_too_many_to_a_hand_nobody_is_dealt_is_refused_with_the_nearest_name() -> None:
    entry = load("chapter4/three-card-poker")
    rule = entry.irregularities[MISDEALT].model_copy(update={"too_many": ["deeler"]})
    wrong = entry.model_copy(update={"irregularities": entry.irregularities | {MISDEALT: rule}})
    with pytest.raises(PitbossError, match='too_many: the script knows no hand "deeler"; did you mean "dealer"'):
        must_fit(wrong, game_of(entry))


def test_cards_that_a_void_hand_or_round_never_came_to_are_told() -> None:
    missed = {"id": "dealers_first_card_missed"}
    seat = {"wagers": {"initial": 10}, "cards": "9h 8c"}
    record = {"rulebook": "massachusetts-2020", "game": "double-attack-blackjack", "seats": {"1": seat}}
    assert "Seat 1: the cards 9h 8c were not reached" in told(record | {"irregularities": [missed]})[0]


def test_cards_of_a_second_hand_that_was_never_split_off_are_told() -> None:
    seat = {"wagers": {"main": 10}, "hands": ["8c 3h", "8d Ts"], "actions": ["split", "stand", "stand"]}
    call = {"irregularities": [{"id": "no_card_dealt", "seat": 1}]}
    record = {"rulebook": "chapter4", "game": "blackjack", "seats": {"1": seat}} | call
    found = [each.partition(",")[0] for each in told(record)]
    assert "Seat 1: the card Ts of hand 2 was not reached" in found and "Seat 1: split was not reached" in found


def test_a_spin_that_did_not_count_is_told() -> None:
    record = {"rulebook": "chapter4", "game": "roulette", "spin": "7", "seats": {"1": {"wagers": {"red": 5}}}}
    [sentence] = told(record | {"irregularities": ["too_few_revolutions"]})
    assert sentence.startswith("Spin 7 was not reached, because at spin this went wrong: ")


def test_an_irregularity_that_a_void_round_never_came_to_is_told() -> None:
    late = {"id": "late_wager", "seat": 2, "wager": "ante", "amount": 5, "at": "settle"}
    dealer = {"id": "wrong_number_of_cards_dealer"}
    assert told(three_card([dealer, late]))[0].startswith("Seat 2: the irregularity late_wager was not reached")


def test_of_seats_that_are_asked_together_one_whose_hand_is_void_before_all_have_answered_has_decided_nothing() -> None:
    seats = {
        "1": {"wagers": {"wager": 10}, "cards": "Ks Kd 3c 4h", "actions": ["set Ks Kd"]},
        "2": {"wagers": {"wager": 10}, "cards": "As Ad 5c 6h", "actions": ["set As Ad"]},
    }
    record = {"rulebook": "massachusetts-2020", "game": "fast-action-holdem", "seats": seats}
    record |= {"dealer": {"cards": "Qc 9c 7d 3h"}, "community": {"cards": "8s 5h 2d Jc 4s"}}
    record["irregularities"] = [{"id": "no_cards_dealt", "seat": 1, "after": 1}]
    assert [each.partition(",")[0] for each in told(record)] == ["Seat 1: set Ks Kd was not reached"]


def test_a_decision_that_nobody_with_a_dead_hand_is_asked_for_is_refused_with_the_clause_of_that() -> None:
    record = tomllib.loads((EXAMPLES / "chapter4/poker/18a-time-expires-against-a-bet.toml").read_text())
    seat = record["irregularities"][0]["seat"]
    record["seats"][str(seat)].setdefault("actions", []).append("call")
    found, rule = refused(record), load("chapter4/poker").irregularities["time_expires"]
    trigger = rule.trigger[0].lower() + rule.trigger[1:]
    assert found.sentence == f'seat {seat} is not asked to "call"; nothing is left to decide after this: {trigger}'
    assert found.cite == rule.cite


@pytest.mark.parametrize(
    ("hand", "called"), [("seats.1", "wrong_number_of_cards_player"), ("dealer", "wrong_number_of_cards_dealer")]
)
def test_a_card_too_many_is_refused_with_the_clause_of_the_deal_and_what_is_called_for_it(
    hand: str, called: str
) -> None:
    record = three_card([])
    (record["dealer"] if hand == "dealer" else record["seats"]["1"])["cards"] = "Kh Qh 2h 5s"
    found, rules = refused(record), load("chapter4/three-card-poker").irregularities
    assert "1 card more than the rules deal, 5s; where that was dealt" in found.sentence
    assert found.sentence.endswith(f"the irregularity is {called}")
    assert found.cite.startswith("§13(B)(3)") and found.cite.endswith(rules[called].cite)


def test_a_late_wager_that_is_not_listed_is_refused_with_where_it_is_listed() -> None:
    late = {"id": "late_wager", "seat": 1, "wager": "pair_plus"}
    where = "; a wager that goes back is listed among the seat's wagers as well, with its amount"
    assert refused(three_card([late])).sentence == f"late_wager: seat 1 has no wager pair_plus{where}"
    assert refused(three_card([late | {"seat": 3}])).sentence == f"late_wager: seat 3 is not in the round{where}"


@pytest.mark.parametrize("name", entry_names())
def test_every_script_says_what_players_are_asked(name: str) -> None:
    entry = load(name)
    assert game_of(entry).asks is not None
    asked = all_asked(game_of(entry), Setup.of(entry))
    assert asked is not None and len(set(asked)) == len(asked)


def test_tiles_too_many_are_called_tiles() -> None:
    record = tomllib.loads((EXAMPLES / "california/pai-gow-tiles/01-both-hands-higher.toml").read_text())
    seat = next(iter(record["seats"].values()))
    seat["cards"] += " 1-2"
    assert "1 tile more than the rules deal, 1-2" in refused(record).sentence


def test_what_was_not_reached_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    show_ruling(Paper(), ruling_of(settle(chase(["check", "check"], at="deal"))))
    assert capsys.readouterr().out.count("check was not reached") == 1
