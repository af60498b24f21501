"""What a rule that is easy to keep costs, in two ways: published or counted by hand, and dealt by the game's script."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import open_table
from pitboss.engine.round import Round
from pitboss.equipment.cards import DECK, JOKERS, Card, cards
from pitboss.games.poker import dj_wild_poker as dj_wild
from pitboss.games.poker.kit import FOLD, UNQUALIFIED, compare, names_with_tens, qualifies
from pitboss.hands.evaluator import card_number
from pitboss.hands.poker import HIGH_CARD, PAIR, best_hand
from pitboss.hands.two_card import TwoCardHand, two_card_hand
from pitboss.hands.wild import wild_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve.poker import (
    boston_5_stud,
    caribbean_stud,
    dj_wild_poker,
    let_it_ride,
    three_card_poker,
    two_card_joker_poker,
)
from pitboss.solve.poker.opponents import against_one_hand, numbers_of
from pitboss.solve.poker.showdown import stakes_of
from pitboss.solve.prices import Prices

CARIBBEAN, RIDE = "oneida-2003/caribbean-stud", "oneida-2003/let-it-ride"
THREE_CARD = "massachusetts-2020/three-card-poker"
BOSTON = "massachusetts-2020/boston-5-stud"
JOKER, WILD = "massachusetts-2020/two-card-joker-poker", "massachusetts-2020/dj-wild-poker"
ROUNDS = 1_000


def setup_of(name: str) -> Setup:
    return Setup.of(load(name))


def held(t: Round) -> tuple[Card, ...]:
    return tuple(t.hands[t.hand(1)])


def assert_dealt(name: str, wagers: dict[str, int], rule: Callable[[Round], str], edge: Fraction) -> None:
    """Rounds of the script by a rule, within four standard errors; the first wager is the unit."""
    table, unit, nets = open_table(name, seed=11), 100 * next(iter(wagers.values())), []
    for _ in range(ROUNDS):
        played = table.deal({1: wagers})
        while played.asking:
            played.act(rule(played))
        nets.append(played.net[1] / unit)
        table.forget()
    assert abs(fmean(nets) + float(edge)) < 4 * stdev(nets) / sqrt(ROUNDS)


# -- Caribbean Stud ----------------------------------------------------------------------------------------------------

DEALS = 19_933_230_517_200
PUBLISHED = [1_041_417_758_724, 1_059_715_400_580, 1_063_176_931_284, 1_090_272_101_460, 1_132_600_203_540]
"""The cheapest five rules, and playing blind 3,310,360,338,060: test_exact_caribbean_stud.py has where they stand."""


def test_the_rules_of_caribbean_stud_lose_what_is_published() -> None:
    setup = setup_of(CARIBBEAN)
    stakes, found = caribbean_stud.stakes(Prices(setup)), caribbean_stud.by_rules(setup)
    assert sorted(stakes.edge(deals) * DEALS for deals in found.values()) == [*PUBLISHED, 3_310_360_338_060]
    assert_dealt(
        CARIBBEAN,
        {"ante": 10},
        lambda t: t.asking[0].names[0] if best_hand(held(t)) >= (HIGH_CARD, (14, 13, 11, 8, 3)) else "fold",
        Fraction(PUBLISHED[1], DEALS),
    )


# -- Let It Ride -------------------------------------------------------------------------------------------------------

FIVE_CARDS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair_of_tens_or_better": 422_400,
}


@dear
def test_the_rules_of_let_it_ride_cost_what_published_hands_and_a_count_by_ranks_come_to() -> None:
    price = Prices(setup_of(RIDE))
    ways = let_it_ride.simple_rules(let_it_ride.best_play(let_it_ride.nets_of(price)))
    won = {rule: -let_it_ride.edge_of(price, *each) for rule, each in ways.items()}

    @cache
    def net(names: tuple[str, ...]) -> Fraction:
        return price("bet_1", "shown", names).net

    def over_the_last(four: tuple[Card, ...]) -> Fraction:
        found = Counter(names_with_tens(best_hand((*four, card))) for card in DECK if card not in four)
        return sum((many * net(names) for names, many in found.items()), Fraction(0)) / 48

    def by_ranks(four: tuple[int, ...], fewer: int = 0) -> Fraction:
        """All sets of these ranks but those of one suit, each in four suits here: none of them can become a flush."""
        many = prod(comb(4, times) for times in Counter(four).values()) - fewer
        return many * over_the_last(tuple(DECK[13 * suit + rank] for suit, rank in enumerate(four)))

    def is_paid(four: tuple[int, ...]) -> bool:
        return len({*four}) <= 2 or any(times == 2 and rank >= 8 for rank, times in Counter(four).items())

    third = sum(many * (1 + net((name,))) for name, many in FIVE_CARDS.items()) / comb(52, 5) - 1
    paid = sum(map(by_ranks, filter(is_paid, combinations_with_replacement(range(13), 4))), Fraction(0)) / comb(52, 4)
    suited = 4 * sum(map(over_the_last, combinations(DECK[:13], 4)), Fraction(0)) / comb(52, 4)
    straight = sum(by_ranks((top - 3, top - 2, top - 1, top), 4) for top in (8, 9, 10, 11)) / comb(52, 4)
    # Three cards with which the first bet rides: FIRST_THREE in test_exact_let_it_ride.py, as published.
    first_paid = Fraction(1440 * 1689 + 52 * 6360, comb(52, 3) * 1176)
    in_a_row = Fraction(20 * 252 + 4 * 480 + 4 * 708 + 4 * 1736 + 12 * 1454 + 24 * 1172, comb(52, 3) * 1176)
    assert won[let_it_ride.NEVER_BACK] == 3 * third
    assert won[let_it_ride.PAID] == third + first_paid + paid
    assert won[let_it_ride.SUITED] == third + first_paid + paid + suited
    assert won[let_it_ride.IN_A_ROW] == third + first_paid + in_a_row + paid + suited + straight


def test_let_it_ride_dealt_by_a_rule_comes_to_its_figure() -> None:
    price = Prices(setup_of(RIDE))
    ways = let_it_ride.simple_rules(let_it_ride.best_play(let_it_ride.nets_of(price)))

    def rides(t: Round) -> str:
        seen = (*held(t), *t.hands["community"][: 0 if t.now == "first_decision" else 1])
        times = Counter(card.rank for card in seen)
        pairs = [rank for rank, many in times.items() if many >= 2]
        made = len(pairs) == 2 or any(rank >= 10 or times[rank] >= 3 for rank in pairs)
        return "ride" if made or (len(seen) == 4 and len({card.suit for card in seen}) == 1) else "withdraw"

    edge = let_it_ride.edge_of(price, *ways[let_it_ride.SUITED])
    assert_dealt(RIDE, {"bet_1": 10, "bet_2": 10, "bet_3": 10}, rides, edge)


# -- Boston 5 Stud -----------------------------------------------------------------------------------------------------


def test_of_three_cards_that_stay_in_at_boston_every_two_that_follow_are_counted() -> None:
    kinds, members = boston_5_stud._kind_of_three()
    own = cards("7h 7d 2c")
    kind = kinds[numbers_of(np.array([sorted(map(card_number, own))], dtype=np.int8))[0]]
    found = boston_5_stud.deals_of(np.arange(len(members)) == kind)[:, :-1].sum(axis=0)
    left = [card for card in DECK if card not in own]
    alike = 6 * 2  # two sevens, and a deuce of another suit
    listed = sum(against_one_hand((*own, *two), boston_5_stud.EVERY_HAND) for two in combinations(left, 2))
    assert found.tolist() == (listed.astype(np.int64) * alike).tolist()


def test_boston_dealt_by_a_rule_comes_to_its_figure() -> None:
    setup = setup_of(BOSTON)
    stakes = stakes_of(Prices(setup), boston_5_stud.KINDS, boston_5_stud.decides(setup))
    rule, plays = next(iter(boston_5_stud.simple_rules().items()))

    def answer(t: Round) -> str:
        names = t.asking[0].names
        if "second_wager" not in names:
            return names[0]
        ranks, suits = sorted(card.rank for card in held(t)), {card.suit for card in held(t)}
        in_a_row = ranks[2] - ranks[0] == 2 or ranks == [2, 3, 14]
        return "second_wager" if len({*ranks}) < 3 or len(suits) == 1 or in_a_row else "fold"

    assert "a pair, three of one suit or three in a row" in rule
    deals = boston_5_stud.deals_of(plays)
    # Of 22,100: 3,744 pairs, 1,096 flushes, 720 straights, 52 three of a kind, 48 straight flushes.
    assert Fraction(int(deals[:, :-1].sum()), int(deals.sum())) == Fraction(3744 + 1096 + 720 + 52 + 48, 22_100)
    assert_dealt(BOSTON, {"ante": 10, "first_wager": 20}, answer, stakes.edge(deals))


# -- Two Card Joker Poker ----------------------------------------------------------------------------------------------


def test_two_card_jokers_rule_by_every_hand_of_a_small_deck_and_dealt() -> None:
    setup, deck = setup_of(JOKER), [*(card for card in DECK if card.rank in (5, 11, 12, 14)), *JOKERS]
    price = Prices(setup)
    won, deals = Fraction(0), 0
    for own in combinations(deck, 2):
        ours = two_card_hand(own)
        for theirs in combinations([card for card in deck if card not in own], 2):
            deals += 1
            won += two_card_worth(setup, price, ours, two_card_hand(theirs))
    rule = "call with a queen or better, fold the rest"
    found = two_card_joker_poker.simple_rules(price, two_card_joker_poker.hands_of(setup, deck))
    assert found[rule] == -won / deals
    whole_deck = two_card_joker_poker.simple_rules(price, two_card_joker_poker.hands_of(setup))
    rule_of = lambda t: "call" if two_card_hand(held(t)) >= (0, (12,)) else "fold"  # noqa: E731
    assert_dealt(JOKER, {"ante": 10}, rule_of, whole_deck[rule])


def two_card_worth(setup: Setup, price: Prices, ours: TwoCardHand, theirs: TwoCardHand) -> Fraction:
    """Ante and Call of a hand that calls with a queen or better."""
    if ours < (0, (12,)):
        return price("ante", "fold").net
    case = compare(ours, theirs) if qualifies(setup, theirs) else UNQUALIFIED
    return price("ante", case).net + price("call", case, ours.names).net


# -- DJ Wild -----------------------------------------------------------------------------------------------------------


def test_dj_wilds_rule_by_every_hand_of_a_small_deck_and_dealt() -> None:
    setup = setup_of(WILD)
    price, is_wild = Prices(setup), partial(dj_wild.is_wild, setup)
    natural = [card for card in DECK if card.rank in (3, 4)]
    deck = [*natural, *(card for card in (*DECK, JOKERS[0]) if is_wild(card))]
    worths = {hand: wild_hand(hand, is_wild) for hand in combinations(deck, 5)}
    stakes = stakes_of(price, dj_wild_poker.KINDS, dj_wild_poker.decides(setup))
    won, deals, lowest = Fraction(0), 0, (PAIR, (4,))
    for own, ours in worths.items():
        left = [card for card in deck if card not in own]
        cases = Counter(compare(ours, worths[theirs]) for theirs in combinations(left, 5))
        deals += cases.total()
        for case, many in cases.items() if ours >= lowest else [(FOLD, cases.total())]:
            nets = [price("ante", case).net, price("blind", case, (ours.name,)).net]
            won += many * sum([*nets, 2 * price("play", case).net if ours >= lowest else Fraction(0)], Fraction(0))
    rule = "play a pair of fours or better, fold the rest"
    small = dj_wild_poker.counted(setup, [card_number(card) for card in natural])
    assert dj_wild_poker.simple_rules(setup, stakes, small)[rule] == -won / deals
    edge = dj_wild_poker.simple_rules(setup, stakes, dj_wild_poker.counted(setup))[rule]
    rule_of = lambda t: "play" if wild_hand(held(t), is_wild) >= lowest else "fold"  # noqa: E731
    assert_dealt(WILD, {"ante": 10, "blind": 10}, rule_of, edge)


# -- Three Card Poker --------------------------------------------------------------------------------------------------


def test_three_card_poker_without_an_ante_bonus_loses_what_is_published_by_its_usual_rule() -> None:
    """8.66 % of the Ante, of which an Ante Bonus gives back 5.29: big-casinos.com, Three Card Poker."""
    without, usual = (setup_of(name) for name in ("california/three-card-poker-6-card-bonus", THREE_CARD))
    rule = "play Q-6-4 or better, fold the rest"
    lost, with_bonus = (
        three_card_poker.simple_rules(
            setup, stakes_of(Prices(setup), three_card_poker.hands_of().names, three_card_poker.decides(setup))
        )[rule]
        for setup in (without, usual)
    )
    assert (f"{float(lost):.2%}", f"{float(lost - with_bonus):.2%}") == ("8.66%", "5.29%")


@pytest.mark.parametrize(
    ("strategy", "rule"),
    [("queen_high", "play a queen or better, fold the rest"), ("always_play", "play every hand")],
)
def test_the_kernel_of_three_card_poker_deals_what_a_simple_rule_comes_to(strategy: str, rule: str) -> None:
    setup = setup_of(THREE_CARD)
    stakes = stakes_of(Prices(setup), three_card_poker.hands_of().names, three_card_poker.decides(setup))
    exact = three_card_poker.simple_rules(setup, stakes)[rule]
    plan = plan_of(THREE_CARD, rounds=2_000_000, seed=4, wagers={"ante": 10}, strategy=strategy)
    dealt = simulate(plan, "kernel", workers=1).wagers["ante"]
    assert abs(float(dealt.house_edge) - float(exact)) < 4 * float(dealt.standard_error or 0)
