"""Poker for a pot: forms of betting, forced wagers, rulings that rewind play, draws, and how pots are divided."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pitboss import Call, open_table
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.engine.table import Table
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.pot import forced
from pitboss.games.pot.contest import contest_of
from pitboss.games.pot.division import Division, Winners
from pitboss.games.pot.stakes import Stakes
from pitboss.games.pot.streets import deal_down, discard, draw
from pitboss.games.pot.wagering import Wagering
from pitboss.hands.lowball import ace_to_five, badugi, deuce_to_seven, eight_or_better
from pitboss.hands.made import best_made, cards_of
from pitboss.rulebook.model import Irregularity

HOLDEM = "california/texas-holdem"


def table(button: int = 3, form: str = "limit", terms: dict[str, Any] | None = None, **stakes: Any) -> Table:
    """Hold'em at $4-8 without fees, with other stakes and terms."""
    made = open_table(HOLDEM, options={"schedule_option": 16}, seed=7)
    usual = {"lower": 400, "upper": 800, "small": 200, "big": 400, "chip": 100}
    made.setup.worked_out["stakes"] = Stakes(form=form, **{**usual, **stakes})
    made.setup.terms.update(terms or {})  # type: ignore[attr-defined]
    made.carry = {"button": button}
    return made


def deal(at: Table, *stacks: Any) -> Round:
    seats = range(1, len(stacks) + 1)
    return at.deal({seat: {} for seat in seats}, stacks=dict(zip(seats, stacks, strict=True)))


def say(played: Round, *words: str) -> Round:
    for word in words:
        played.act(word)
    return played


def bounds(played: Round, name: str = "raise") -> tuple[int, int]:
    action = next(action for action in played.asking[0].actions if action.name == name)
    return action.lowest, action.cost


# -- forms of betting -------------------------------------------------------------------------------------------------


def test_a_spread_limit_takes_any_raise_in_its_range_but_none_below_the_one_before() -> None:
    played = deal(table(form="spread_limit", lower=100, upper=400), 100, 100, 100)
    assert bounds(played) == (500, 800), "$1 to $4 on top of the big blind of $4"
    say(played, "raise 7")
    assert bounds(played) == (1000, 1100)
    with pytest.raises(Refused, match=r"at most \$11.00"):
        played.act("raise 12")


def test_half_pot_limit_is_half_the_pot_after_the_call() -> None:
    played = deal(table(form="half_pot_limit"), 200, 200, 200)
    assert bounds(played) == (800, 900), "$6 of blinds and $4 to call: half of $10 on top of $4"
    assert "all_in" not in played.asking[0].names


def test_a_ceiling_is_not_passed_by_an_all_in_either() -> None:
    for form in ("limit", "no_limit"):
        played = deal(table(form=form, ceiling=1200), 100, 100, 100)
        say(played, "raise" if form == "limit" else "raise 8", "raise" if form == "limit" else "raise 12")
        assert played.asking[0].names == ("call", "fold")
    played = deal(table(form="no_limit", ceiling=1200, ceiling_per_hand=True), 100, 100, 100)
    say(played, "raise 8", "call", "call")
    assert bounds(played, "bet") == (400, 400), "$8 of $12 are in the pot already"


def test_without_check_raise_and_without_checking() -> None:
    played = deal(table(terms={"check_raise": False}), 100, 100, 100)
    say(played, "call", "call", "check", "check", "bet", "call")
    assert played.asking[0].seat == 1 and played.asking[0].names == ("call", "fold")
    played = deal(table(terms={"bet_or_check": False}), 100, 100, 100)
    assert say(played, "call", "call", "check").asking[0].names == ("bet", "fold")


def test_an_all_in_for_less_reopens_the_raising_only_where_the_house_says_so() -> None:
    for word, raises in ((None, False), ("reopens", True)):
        played = deal(table(4, form="no_limit", terms={"short_all_in": word}), 100, 100, 100, 11)
        say(played, "raise 8", "all_in", "call", "call")
        assert played.asking[0].seat == 3 and ("raise" in played.asking[0].names) is raises


# -- forced wagers ----------------------------------------------------------------------------------------------------


def with_script(at: Table, *parts: Any, **more: Any) -> Table:
    """The same table with a script of the test's own."""

    def play(t: Round) -> Script:
        yield from t.moment("blinds")
        contest = forced.begin(t)
        for part in parts:
            yield from part(t, contest)
        for seat in contest.active[1:]:
            contest.fold(seat)
        contest.close_round(t.cite("into_pot"))
        contest.last_one_left(t.cite("last_one_left"))

    return Table(at.setup, replace(at.game, play=play, **more), carry=at.carry, seed=3)


def test_a_straddle_doubles_the_big_blind_and_acts_last() -> None:
    def opened(t: Round, contest: Any) -> Script:
        big = forced.post_blinds(t, contest)
        seat, level = forced.post_straddle(t, contest, big)
        deal_down(t, contest, 2, t.cite("deal"))
        first = Wagering(contest, "lower", level=level, has_option=seat)
        yield from first.run(contest.after(seat), "first_wagering")

    made = table(4)
    made.setup.entry.terms["straddle"] = made.setup.entry.terms["blinds"]
    at = with_script(made, opened, says=("straddle",))
    played = at.deal({seat: {} for seat in range(1, 5)}, says={3: ["straddle"]})
    assert [event.text for event in played.events if event.kind == "blind"][-1] == "straddle $8.00"
    asked = []
    while played.asking:
        asked.append((played.asking[0].seat, played.asking[0].names))
        played.act(played.asking[0].names[0])
    assert [seat for seat, _ in asked] == [4, 1, 2, 3] and asked[-1][1] == ("check", "raise")
    del made.setup.entry.terms["straddle"]


# -- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_rewinds_play_to_an_illegal_bet_and_nothing_of_it_is_left() -> None:
    def back_up(t: Round, call: Call) -> bool:
        contest_of(t).wagering.back_up(3)  # type: ignore[union-attr]
        t.ask_anew()
        return True

    made = table(4, form="no_limit")
    rule = Irregularity(trigger="t", text="t", remedy=["back_up"], moments=["deal"], cite="§4.R.1")
    made.setup.irregularities["illegal_bet"] = (rule, ("back_up",))  # type: ignore[index]
    at = Table(made.setup, replace(made.game, remedies={"back_up": back_up}), carry=made.carry, seed=3)
    played = say(deal(at, 200, 200, 200, 200), "raise 10", "fold", "raise 30")
    before = sum(bet.stake for bet in played.bets)
    assert before == 1000 + 3000 + 400 and played.asking[0].seat == 2
    played.call(Call("illegal_bet"))
    contest = contest_of(played)
    assert played.asking[0].seat == 3 and played.asking[0].names == ("call", "raise", "all_in", "fold")
    assert contest.active == [1, 2, 3, 4] and contest.put_in == {1: 200, 2: 400}
    assert played.ledger["pot"] == 0, "the fold that was taken back has moved nothing"
    say(played, "call", "raise 20", "fold", "fold", "fold")
    assert played.net == {1: -200, 2: -400, 3: -400, 4: 1000}


def test_a_ruling_that_changes_what_is_open_to_a_seat_has_it_asked_again() -> None:
    def lose_chips(t: Round, call: Call) -> bool:
        t.stacks[3] = 600
        t.ask_anew()
        return True

    made = table()
    rule = Irregularity(trigger="t", text="t", remedy=["lose_chips"], moments=["deal"], cite="§4.R.2")
    made.setup.irregularities["miscount"] = (rule, ("lose_chips",))  # type: ignore[index]
    at = Table(made.setup, replace(made.game, remedies={"lose_chips": lose_chips}), carry=made.carry, seed=3)
    played = deal(at, 200, 200, 200)
    assert played.asking[0].seat == 3 and "raise" in played.asking[0].names
    played.call(Call("miscount"))
    assert played.asking[0].seat == 3 and played.asking[0].names == ("call", "all_in", "fold")


def test_a_hand_that_a_ruling_kills_loses_what_it_put_in_and_can_be_given_back() -> None:
    played = say(deal(table(), 100, 100, 100), "raise", "call")
    contest = contest_of(played)
    contest.fold(3)
    assert contest.active == [1, 2] and played.ledger["seat 3"] == -800
    contest.unfold(3)
    assert contest.active == [1, 2, 3] and played.ledger["seat 3"] == 0


# -- draws ------------------------------------------------------------------------------------------------------------


def test_discards_are_replaced_at_once_and_seen_by_nobody_else() -> None:
    def drawn(t: Round, contest: Any) -> Script:
        forced.post_blinds(t, contest)
        deal_down(t, contest, 5, t.cite("deal"))
        for seat in contest.active:
            yield from draw(t, contest, seat, 3, t.cite("deal"))
        yield from discard(t, contest.active[0], 1, 1, t.cite("deal"))

    at = with_script(table(2), drawn)
    played = deal(at, 100, 100)
    held = list(played.hands["seat 1"])
    assert played.asking[0].names == ("pat", "discard")
    with pytest.raises(Refused, match="discard takes 1 to 3, and not 4"):
        played.act(f"discard {' '.join(held[:4])}")
    played.act(f"discard {held[1]} {held[4]}")
    assert played.hands["seat 1"][:3] == [held[0], held[2], held[3]] and len(played.hands["seat 1"]) == 5
    theirs = {card for event in played.view(2) for card in event.cards}
    assert not {held[1], held[4]} & theirs
    say(played, "pat")
    assert played.asking[0].names == ("discard",), "one must go"
    played.act(played.asking[0].default_answer)
    assert len(played.hands["seat 1"]) == 4 and len(played.hands["discard"]) == 3


# -- hands ------------------------------------------------------------------------------------------------------------


def test_low_hands_rank_as_their_rulebooks_say() -> None:
    order = ["5h 4h 3h 2h Ah", "6d 4c 3c 2d Ac", "8s 7h 6d 5c 4s", "Kd Qc Jh Ts 9d", "2c 2d 3h 4s 5c", "2c 2d 3h 3s 4c"]
    worths = [ace_to_five(cards(hand)) for hand in order]
    assert worths == sorted(worths, reverse=True)
    assert [eight_or_better(cards(hand)) is not None for hand in order] == [True, True, True, False, False, False]
    order = ["7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 3h 4s 5c", "6c 5d 4h 3s 2c"]
    worths = [deuce_to_seven(cards(hand)) for hand in order]
    assert worths == sorted(worths, reverse=True)
    assert deuce_to_seven(cards("Ac 5d 4h 3s 2c"), wheel_is_straight=False) > deuce_to_seven(cards("2c 2d 3h 4s 5c"))
    assert badugi(cards("Ad 4s 5h 6h")).ranks == (5, 4, 1), "the lowest three that differ"


def test_the_best_low_of_more_cards_is_found_among_pairs_too() -> None:
    rng, deck = random.Random(2), list(cards("Ac 2c 3c Ad 2d 3d Ah 2h 4s 4c"))
    for _ in range(30):
        hand = rng.sample(deck, 7)
        found = ace_to_five(hand)
        assert all(ace_to_five(rng.sample(hand, 5)) <= found for _ in range(10))


# -- dividing a pot ---------------------------------------------------------------------------------------------------

SUITED = {1: "As Kd Qh Jc Ts 9d 9c", 2: "Ah Ks Qd Jh Tc 9h 2s"}


def divided(rule: Any, amount: int, high: tuple[int, ...], low: tuple[int, ...] = ()) -> dict[str, dict[int, int]]:
    at = open_table("california/seven-card-stud-high-low-split", options={"schedule_option": 7}, seed=1)
    at.setup.terms["odd_chips"] = rule  # type: ignore[index]
    played = at.deal({1: {}, 2: {}, 3: {}})
    for seat, held in SUITED.items():
        played.hands[played.hand(seat)] = list(cards(held))
    division = Division(contest_of(played))
    return {part.half: dict(part.shares) for part in division.parts(amount, Winners(high), Winners(low))}


def test_odd_chips_go_where_the_rulebook_says() -> None:
    assert divided("left_of_button", 3500, (2, 1)) == {"": {1: 1800, 2: 1700}}
    assert divided({"whole": "highest_suit"}, 3500, (1, 2)) == {"": {1: 1800, 2: 1700}}
    assert divided({"whole": "lowest_suit"}, 3500, (1, 2)) == {"": {1: 1700, 2: 1800}}
    assert divided({"whole": "highest_card"}, 3500, (2, 1)) == {"": {1: 1800, 2: 1700}}, "the ace of spades"
    assert divided({"one_each": True}, 3500, (1, 2, 3)) == {"": {1: 1200, 2: 1200, 3: 1100}}
    assert divided({"halves": "high"}, 3500, (3,), (1,)) == {"high": {3: 1800}, "low": {1: 1700}}
    assert divided("left_of_button", 3500, (3,), (1,)) == {"high": {3: 1700}, "low": {1: 1800}}


def test_a_pot_in_which_nobody_has_a_low_hand_is_not_halved() -> None:
    assert divided("left_of_button", 3500, (3,), ()) == {"": {3: 3500}}
    assert Winners.of((1, 2), {1: None, 2: None}).seats == ()


def test_the_five_cards_of_a_hand_are_those_with_the_highest_suits() -> None:
    assert cards_of("high", cards("Ah As Kd Qh Jc Ts 9d"), (), None, "shdc") == cards("As Kd Qh Jc Ts")
    assert cards_of("eight_or_better", cards("Ac Ad 2d 4h 6s 8c 8h"), (), None, "shdc") == cards("8h 6s 4h 2d Ad")


def test_exactly_two_of_ones_own_cards_are_played() -> None:
    own, board = cards("As Ks Qs Js"), cards("Ts 9s 2d 3d 4d")
    worth = best_made("high", own, board, 2)
    assert worth is not None and worth.names == ("high_card",), "two spades on the table make no flush"
