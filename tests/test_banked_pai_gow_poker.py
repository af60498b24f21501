"""Pai Gow Poker that a player banks, of the California card room: house ways, who is paid first, who bets behind."""

import random
from collections import Counter
from typing import Any

import pytest

from dealing import deal_round
from pitboss import BankSeat, Call, open_table, settle
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.errors import PitbossError, Refused
from pitboss.games.pai_gow.cards_in_two import advise, parts_of
from pitboss.hands.pai_gow_seven import seven_card_names
from pitboss.money import dollars
from pitboss.rulebook import Setup, load

PLAIN, FORTUNE, FACE_UP = (
    "california/pai-gow-poker",
    "california/fortune-pai-gow-poker-1-0",
    "california/face-up-pai-gow-poker",
)
CHART = {
    "Kc Jd / As Th 7c 5d 3h": 3063,
    "As Qd / 3c 3d Jh 8c 4d": 3065,
    "3s 3d / Kh Kc 7d 6s 2h": 3066,
    "As 7d / Jh Jc 8d 8s 4h": 3067,
    "Ks 9d / 8h 8c 4d 4s 7h": 3068,
    "Qs 8d / 5h 5c 4d 4s 2h": 3069,
    "9s 9d / 7h 7c 5d 5s Ah": 3070,
    "As 8d / Ah Ac 5d 4s 2h": 3071,
    "Js Td / Kh Kc Kd 7s 5h": 3075,
    "Js Jd / 5h 5c 5d Jh Ah": 3076,
    "As 9d / 6h 5c 4d 3s 2h": 3077,
    "Js 8d / 9h 8c 7d 6s 5h": 3078,
    "7s 7d / 9h 9c Qd Js 4h": 3067,  # nothing complete is left behind a pair, so as two pair
    "5s 5d / 7h 6c 5c 4d 3s": 3080,
    "4s 4d / 8h 8c 8d As Kh": 3081,
    "Qs Qh / Qd Qc 9d 7s 5h": 3082,
    "Js Jh / Jd Jc Qd Ts 7h": 3083,
    "8s 8h / 8d 8c Jd 7s 4h": 3084,
    "9d 8s / 5s 5h 5d 5c 2h": 3086,
    "4s 4h / 5s 5h 5d 5c 2h": 3087,
    "As Ah / Ad Ac Xr Kd 5c": 3088,
}
"""The examples that the chart prints, with the line of Pai Gow Poker's; front and back."""
SAME_IN_FACE_UP = {
    3063: "4307", 3065: "4308", 3066: "4309", 3067: "4310", 3068: "4311", 3069: "4312", 3070: "4317",
    3071: "4318", 3075: "4319", 3076: "4320", 3077: "4321", 3078: "4322", 3080: "4324", 3081: "4325", 3082: "4326",
    3083: "4327", 3084: "4328-4330", 3086: "4331-4332", 3087: "4333-4334", 3088: "4335-4336",
}  # fmt: skip


@pytest.mark.parametrize("name", [PLAIN, FORTUNE, FACE_UP])
@pytest.mark.parametrize("example", CHART)
def test_the_chart_sets_its_own_examples_and_names_its_line(name: str, example: str) -> None:
    front, back = example.split(" / ")
    advice = advise(Setup.of(load(name)), cards(f"{back} {front}"))
    assert sorted(card[0] for card in advice.setting["low"]) == sorted(card[0] for card in front.split())
    line = CHART[example]
    printed = {
        PLAIN: str(line),
        FORTUNE: str(line + 101 if line == 3088 else line + 100),
        FACE_UP: SAME_IN_FACE_UP[line],
    }
    assert f"L{printed[name]}" in advice.cite and advice.rule


def test_a_wild_joker_has_rows_of_its_own() -> None:
    setup = Setup.of(load(FORTUNE))
    for example, line in {"Qs Td / Js Jh Jd Jc Xr": 3188, "Ks 9h / Jd Xr 7c 5d 2s": 3164}.items():
        front, back = example.split(" / ")
        advice = advise(setup, cards(f"{back} {front}"))
        assert sorted(advice.setting["low"]) == sorted(cards(front)) and f"L{line}" in advice.cite


def seat(wagers: dict[str, Any], hand: str, **more: Any) -> dict[str, Any]:
    front, back = hand.split(" / ")
    return {"wagers": wagers, "cards": f"{back} {front}", "actions": [f"set low={front}"], **more}


def played(name: str, seats: dict[int, dict[str, Any]], dealer: str, wager: Any = 10_000, **more: Any) -> Round:
    """The round of a record that seat 7 banks."""
    rulebook, _, game = name.partition("/")
    record = {
        "rulebook": rulebook,
        "game": game,
        "seats": {str(number): row for number, row in seats.items()},
        "bank": {"seat": 7, "wager": wager},
        "dealer": dealer.replace(" / ", " "),
    }
    return settle(record | more).rounds[0][1]


def nets(of: Round) -> dict[int, str]:
    return {number: dollars(net) for number, net in of.net.items()}


WINS, LOSES = "As Kd / 9h 9c 7d 5s 2h", "Jc Ts / 7c 7h 5d 3s 2d"
DEALER = "Qs Jd / 8h 8c 6d 4s 3h"


def test_wagers_behind_a_foul_hand_lose_with_it() -> None:
    foul = seat({"base": 100}, "As Ad / Kh Kc 7d 5s 2h")
    of = played(PLAIN, {1: foul, 8: {"wagers": {"base": 40}, "says": ["behind 1"]}}, DEALER)
    assert nets(of) == {1: "-100.00", 7: "140.00", 8: "-40.00"}


def test_a_foul_that_is_called_loses_for_everybody_behind_it() -> None:
    others = {1: seat({"base": 100}, WINS), 8: {"wagers": {"base": 40}, "says": ["behind 1"]}}
    of = played(PLAIN, others, DEALER, irregularities=[{"id": "fouled_hand", "seat": 1}])
    assert nets(of) == {1: "-100.00", 7: "140.00", 8: "-40.00"}


def test_settling_begins_at_the_action_button_and_goes_on_clockwise() -> None:
    seats = {
        1: seat({"base": 100}, WINS),
        2: seat({"base": 100}, LOSES),
        5: seat({"base": 100}, "Ad Kh / Tc Td 9d 6s 2s"),
    }
    of = played(PLAIN, seats, DEALER, dice=[5, 4, 2])  # 11: three seats on
    assert [row.seat for row in of.settlements] == [5, 1, 2]
    with pytest.raises(PitbossError, match="does not give the dice"):
        played(PLAIN, seats, DEALER, wager=100)


def test_seven_piles_are_dealt_whoever_plays() -> None:
    of = open_table(PLAIN, options={"schedule_option": 1}, seed=7).deal({3: {"base": 20}}, bank=BankSeat(5, 500))
    assert {hand: len(held) for hand, held in of.hands.items()} == {"dealer": 7, "seat 3": 7, "discard": 35}
    assert not any(event.cards and event.hand == "dealer" for event in of.view(5) if "??" not in event.cards)


def test_a_player_dealer_who_sets_his_own_hand_may_not_foul_it() -> None:
    table = open_table(PLAIN, options={"schedule_option": 1, "player_dealer_setting": "own"}, seed=7)
    of = table.deal({3: {"base": 20}}, bank=BankSeat(5, 500))
    of.act("set", 3)
    ask = of.asking[0]
    assert ask.seat == 5 and of.hands["dealer"]
    foul = next(
        (first, second)
        for first in of.hands["dealer"]
        for second in of.hands["dealer"]
        if first < second and _fouls(of, first, second)
    )
    with pytest.raises(Refused, match="ranks above"):
        of.act(f"set low={foul[0]} {foul[1]}", 5)
    of.act("set", 5)
    assert of.over


def _fouls(of: Round, *front: str) -> bool:
    held = of.hands["dealer"]
    groups = {"low": cards(" ".join(front)), "high": tuple(card for card in held if card not in front)}
    return bool(parts_of(of.setup).foul(groups))


def test_face_up_nobody_sets_against_an_ace_high_hand_and_all_cards_are_shown() -> None:
    seats = {1: {"wagers": {"base": 100, "ace_high": 10}, "cards": "Kh Kd 9c 7c 5d 3h 2d"}}
    of = played(FACE_UP, seats, "As Qd Tc 8h 6s 4d 2c")
    assert of.actions == {} and nets(of) == {1: "50.00", 7: "-50.00"}
    assert {event.hand for event in of.events if event.kind == "reveal"} == {"dealer", "seat 1"}


def test_face_up_backline_bettors_bet_on_everything_and_have_no_envy() -> None:
    seats = {
        1: {"wagers": {"base": 100, "fortune": 10}, "cards": "7s 7h 7d 7c Kd 4c 2h", "actions": ["set"]},
        2: {"wagers": {"base": 100}, "cards": "Ah Qc Td 9d 6h 5s 3c", "actions": ["set"]},
        8: {"wagers": {"base": 100, "fortune": 10, "ace_high": 10}, "says": ["behind 2"]},
        9: {"wagers": {"base": 100, "fortune": 10}, "says": ["behind 1"]},
    }
    of = played(FACE_UP, seats, DEALER)
    found = {(row.seat, row.wager): row.net for row in of.settlements if row.wager != "base"}
    assert found == {(1, "fortune"): 25_000, (8, "fortune"): -1_000, (8, "ace_high"): -1_000, (9, "fortune"): 25_000}


def test_a_fortune_bet_is_for_seated_players_and_no_more_than_the_base_wager() -> None:
    table = open_table(FORTUNE, options={"schedule_option": 17}, seed=7)
    with pytest.raises(Refused, match="at most the base wager"):
        table.deal({1: {"base": 25, "fortune": 30}}, bank=BankSeat(7, 500))
    with pytest.raises(Refused, match="is for seated players"):
        table.deal({1: {"base": 25}, 8: {"base": 25, "fortune": 5}}, bank=BankSeat(7, 500), says={8: ["behind 1"]})


def test_a_wild_joker_makes_the_best_of_seven() -> None:
    hands = {
        "9s 9h 5d 5c Xr Qd 2c": "full_house",
        "9s 9h 9d 5c Xr Qd 2c": "four_of_a_kind",
        "2s 2h 2d 2c Xr Qd 5c": "five_of_a_kind",
        "As Ks Qs Ts Xr 4d 2c": "royal_flush",
        "Kh 9h 7h 3h Xr Qd 2c": "flush",
    }
    for hand, name in hands.items():
        assert name in seven_card_names(cards(hand), "wild")


@pytest.mark.parametrize("name", [PLAIN, FORTUNE, FACE_UP])
def test_what_is_rare_happens_in_random_play(name: str) -> None:
    rng = random.Random(15)
    options = {} if name == FORTUNE else {"player_dealer_setting": "own"}
    table = open_table(name, options=options, seed=15)
    happened: Counter[str] = Counter()
    for _ in range(40):
        of = deal_round(table, 5, rng, 0.0)
        assert of is not None
        while of.asking:
            ask = rng.choice(of.asking)
            of.act(ask.random_answer(rng), ask.seat)
        assert sum(of.ledger.values()) == 0
        happened.update(row.reason for row in of.settlements)
        happened["uncovered"] += any(row.outcome == "void" for row in of.settlements)
        happened["behind"] += any(seat > 7 for seat in of.seats)
        happened["ace high"] += any(event.kind == "ace high" for event in of.events)
    wanted = ["fouled hand", "both higher", "uncovered", *(["ace high"] if name == FACE_UP else [])]
    assert [each for each in wanted if not happened[each]] == []


def test_dice_are_not_told_where_they_do_not_matter() -> None:
    of = played(PLAIN, {1: seat({"base": 100}, WINS)}, DEALER)
    assert not any(event.kind == "dice" for event in of.events) and nets(of) == {1: "100.00", 7: "-100.00"}


def test_a_call_about_nobody_is_refused() -> None:
    with pytest.raises(Refused, match="say which seat"):
        open_table(PLAIN, seed=7).deal({1: {"base": 20}}, bank=BankSeat(7, 100), calls=[Call("fouled_hand")])
