"""The wagers beside a hand of blackjack: published figures, and every order of the cards of a tiny deck."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, perm
from typing import Any

import pytest

from conftest import Run
from pitboss.equipment.cards import DECK, Card, cards
from pitboss.games.blackjack.rules import Rules, dealer_draws
from pitboss.games.blackjack.side_wagers import (
    dealers_hand,
    first_cards,
    settling,
    sevens_and_aces,
    with_the_up_card,
)
from pitboss.games.blackjack.side_wagers import four_cards as four
from pitboss.hands.blackjack import is_blackjack
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.blackjack.pieces import (
    Pack,
    dealers_hands,
    four_cards,
    leading_cards,
    two_and_blackjack,
    two_and_one,
    two_and_two,
)
from pitboss.solve.blackjack.terms import full_shoe
from pitboss.solve.model import WagerAnalysis

ENTRY = "massachusetts-2020/blackjack"
TINY = Pack(cards("As Ks Qs Js Kh Ah 5h 7s 7d 7h"), 2)


def wager_of(name: str, **options: Any) -> WagerAnalysis:
    return analyze(Setup.of(load(ENTRY), options), wagers=[name]).wagers[name]


# -- Published figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "percent"),
    [
        # Henry Tamburin, gamblingteachers.com/blackjack-side-bets.html: 6.6, 10 and about 11 in six decks
        ("over_13", {"additional_wager": "over_under_13"}, "6.5545"),
        ("under_13", {"additional_wager": "over_under_13"}, "10.0668"),
        # Eliot Jacobson, "Beating the 21+3 Blackjack Side Bet": 3.2386%
        ("twenty_one_plus_three", {"twenty_one_plus_three": "A"}, "3.2386"),
    ],
)
def test_published_edges_in_six_decks(name: str, options: dict[str, Any], percent: str) -> None:
    wager = wager_of(name, **options)
    assert f"{100 * float(wager.house_edge):.4f}" == percent and wager.exact


@pytest.mark.parametrize(
    ("decks", "option", "percent"), [(1, 4, "10.86"), (2, 3, "8.33"), (4, 2, "7.08"), (6, 2, "6.67"), (8, 2, "6.46")]
)
def test_two_cards_of_a_suit_have_the_published_edges_of_the_royal_match(decks: int, option: int, percent: str) -> None:
    """Mark Pilarski, iluvbetting.com/royal-match-side-bet.html: a king and queen at 25 to 1, other suits at 5 to 2."""
    wager = wager_of("same_suit", additional_wager="same_suit", decks=decks, same_suit_option=option)
    assert f"{100 * float(wager.house_edge):.2f}" == percent


def test_two_cards_of_a_suit_in_a_single_deck_have_the_published_edge_of_its_own_table() -> None:
    """Pilarski, as above: 3.77% with a royal match at 10 to 1; the other suits are at 3 to 1."""
    wager = wager_of("same_suit", additional_wager="same_suit", decks=1, same_suit_option=2)
    assert f"{100 * float(wager.house_edge):.2f}" == "3.77"


@pytest.mark.parametrize(("decks", "table", "percent"), [(6, "1", "23.164"), (2, "2", "24.733489")])
def test_kings_bounty_has_its_published_edges(decks: int, table: str, percent: str) -> None:
    """Eliot Jacobson, "Card Counting the King's Bounty Blackjack Side Bet": six decks, apheat.net/2013/06/08, with a
    standard deviation of 4.871; two decks by the better table, advancedadvantageplay.com/2022/06/29."""
    wager = wager_of("kings_bounty", kings_bounty=table, decks=decks)
    assert f"{100 * float(wager.house_edge):.{len(percent) - 3}f}" == percent
    if decks == 6:
        assert f"{float(wager.variance) ** 0.5:.3f}" == "4.871"


@pytest.mark.parametrize(("decks", "percent"), [(2, "5.696"), (6, "3.396")])
def test_in_between_has_its_published_edges(decks: int, percent: str) -> None:
    """Eliot Jacobson, "Card Counting the In Between Blackjack Side Bet", apheat.net/2013/06/05: 30, 12, 6, 4 and 1."""
    assert f"{100 * float(wager_of('in_between', in_between='A', decks=decks).house_edge):.3f}" == percent


@pytest.mark.parametrize(
    ("decks", "percent"), [(1, "6.89"), (2, "6.51"), (4, "6.29"), (5, "6.25"), (6, "6.21"), (8, "6.17")]
)
def test_buster_has_its_published_edges(decks: int, percent: str) -> None:
    """Wizard of Odds, Buster Blackjack, version 1, soft 17 hit: 2, 2, 4, 12, 50 and 250."""
    wager = wager_of("buster", buster="C", decks=decks)
    assert f"{100 * float(wager.house_edge):.2f}" == percent
    if decks == 6:
        found = {outcome.pays: outcome.combinations / wager.total for outcome in wager.outcomes}
        assert f"{found['4 to 1']:.6f} {found['12 to 1']:.6f} {found['50 to 1']:.6f}" == "0.020473 0.002638 0.000214"


THREE_CARDS = {"straight flush": 10368, "three of a kind": 26312, "straight": 155520, "flush": 236736 + 56160}
"""Of 5,013,320 in six decks: Wizard of Odds, 21+3, and its page on the Trifecta, which counts them so too."""


def test_21_plus_3_has_the_published_combinations() -> None:
    """Pairs of one suit are flushes there by themselves."""
    wager = wager_of("twenty_one_plus_three", twenty_one_plus_three="B")
    found = {outcome.result: Fraction(outcome.combinations, wager.total) for outcome in wager.outcomes}
    assert wager.total == comb(312, 2) * 310
    assert all(found[name] == Fraction(many, comb(312, 3)) for name, many in THREE_CARDS.items())


@pytest.mark.parametrize(
    ("table", "pays", "percent"),
    [("1", (8, 8, 8, 8), "12.9147"), ("2", (25, 15, 8, 5), "23.2521"), ("3", (25, 15, 10, 5), "17.0479")],
)
def test_trilux_comes_to_what_its_published_tables_and_hands_do(
    table: str, pays: tuple[int, ...], percent: str
) -> None:
    """Wizard of Odds, TriLux (read in a copy), has tables 1 and 2; the hands are those of its 21+3, on the same cards.

    No page that was found prints the edges, so that they are multiplied out here.
    """
    wager = wager_of("trilux", trilux=table)
    won = sum(many * (1 + pay) for many, pay in zip(THREE_CARDS.values(), pays, strict=True))
    assert wager.house_edge == 1 - Fraction(won, comb(312, 3))
    assert f"{100 * float(wager.house_edge):.4f}" == percent


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_trilux_and_super_3_come_to_what_a_pencil_says_in_every_number_of_decks(decks: int) -> None:
    """A second way for every table: of three cards out of so many decks, how many are of each kind.

    There are twelve straights, A-2-3 and Q-K-A among them, in four suits; pairs of one suit with a third card of it are
    flushes, and three alike of one suit are three of a kind.
    """
    straight_flushes, suited_threes = 12 * 4 * decks**3, 52 * comb(decks, 3)
    threes = 13 * comb(4 * decks, 3)
    straights = 12 * (4 * decks) ** 3 - straight_flushes
    flushes = 4 * comb(13 * decks, 3) - straight_flushes - suited_threes
    tables = {"1": (8, 8, 8, 8), "2": (25, 15, 8, 5), "3": (25, 15, 10, 5), "4": (25, 15, 10, 5)}
    if decks in (4, 5):
        del tables["4"]
    for table, pays in tables.items():
        won = sum(
            many * (1 + pay) for many, pay in zip((straight_flushes, threes, straights, flushes), pays, strict=True)
        )
        assert wager_of("trilux", trilux=table, decks=decks).house_edge == 1 - Fraction(won, comb(52 * decks, 3))
    if decks > 2:
        won = 271 * suited_threes + 181 * straight_flushes + 91 * (threes - suited_threes)
        found = wager_of("super3", trilux="1", super_3=True, decks=decks).house_edge
        assert found == 1 - Fraction(won, comb(52 * decks, 3))


def test_super_3_comes_to_what_the_published_hands_of_four_decks_do() -> None:
    """Wizard of Odds, Double Twist (read in a copy), which tells three of a kind in one suit apart on the same cards.

    Four decks: 208 of them, 256 + 2,816 straight flushes, 7,072 other threes. No edge of Super 3 was found in print.
    """
    wager = wager_of("super3", trilux="1", super_3=True, decks=4)
    found = {outcome.pays: Fraction(outcome.combinations, wager.total) for outcome in wager.outcomes}
    published = {"270 to 1": 208, "180 to 1": 256 + 2816, "90 to 1": 7072}
    assert all(found[pays] == Fraction(many, comb(208, 3)) for pays, many in published.items())
    assert f"{100 * float(wager.house_edge):.4f}" == "15.0383"


@pytest.mark.parametrize(
    ("decks", "published", "percent"),
    [
        (2, {"23 to 1": 6, "19 to 1": 96, "8 to 1": 15, "4 to 1": 576}, "3.3124"),
        (4, {"24 to 1": 3, "16 to 1": 36, "12 to 1": 576, "8 to 1": 66, "4 to 1": 2304}, "4.8403"),
    ],
)
def test_match_the_dealer_has_its_published_edges(decks: int, published: dict[str, int], percent: str) -> None:
    """Wizard of Odds, Match the Dealer, wizardofodds.com/games/blackjack/side-bets/match-the-dealer, by its tables 4/19
    and 4/12: how often each line comes of all pairs of cards beside one up card, and the edge."""
    options = {"match_the_dealer": f"{decks}_deck", "match_other_decks": True, "decks": decks}
    wager = wager_of("match_the_dealer", **options)
    found = {outcome.pays: Fraction(outcome.combinations, wager.total) for outcome in wager.outcomes}
    assert all(found[pays] == Fraction(many, comb(52 * decks - 1, 2)) for pays, many in published.items())
    assert f"{100 * float(wager.house_edge):.4f}" == percent


@pytest.mark.parametrize("decks", [6, 8])
def test_match_the_dealer_in_six_and_eight_decks_costs_about_four_percent(decks: int) -> None:
    """Frank Scoblete, scoblete.casinocitytimes.com/article/should-i-make-the-match-the-dealer-side-bet-40943."""
    wager = wager_of("match_the_dealer", match_the_dealer=f"{decks}_deck", decks=decks)
    assert f"{100 * float(wager.house_edge):.0f}" == "4"


TWENTY_TWO = {
    1: "0.073362",
    2: "0.073470",
    3: "0.073504",
    4: "0.073520",
    5: "0.073530",
    6: "0.073536",
    7: "0.073541",
    8: "0.073544",
}
"""How likely a dealer who hits soft 17 ends with 22, by decks: wizardofodds.com/games/blackjack/push-22.

That page has 0.072874 in six decks for a dealer who stands; card by card, as below, it is 0.072591.
"""


def ends_with_22(decks: int, *hits_soft: int) -> float:
    """Card by card, written down once more."""
    shoe = full_shoe(decks)

    @cache
    def chance(hand: tuple[int, ...]) -> float:
        drawn, total = sum(hand), sum((rank + 1) * many for rank, many in enumerate(hand))
        soft = hand[0] > 0 and total <= 11
        total += 10 * soft
        if drawn >= 2 and (total > 17 or (total == 17 and not (soft and 17 in hits_soft))):
            return float(total == 22)
        grown = ((left - hand[rank], rank) for rank, left in enumerate(shoe) if left > hand[rank])
        more = ((left, (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])) for left, rank in grown)
        return sum(left * chance(longer) for left, longer in more) / (sum(shoe) - drawn)

    return chance((0,) * 10)


@pytest.mark.parametrize("decks", TWENTY_TWO)
def test_a_dealer_ends_with_22_as_often_as_is_published(decks: int) -> None:
    rules = replace(Rules.of(Setup.of(load("massachusetts-2020/free-bet-blackjack"))), hits_soft=(17,))
    found = dealers_hands(full_shoe(decks), rules, dealers_hand.push_22)
    assert f"{1 - found[()] / found.total():.6f}" == TWENTY_TWO[decks]


@pytest.mark.parametrize("decks", [6, 8])
def test_push_22_wins_as_often_as_every_card_says(decks: int) -> None:
    """The dealer of Massachusetts stands on soft 17."""
    setup = Setup.of(load("massachusetts-2020/free-bet-blackjack"), {"decks": decks})
    wager = analyze(setup, wagers=["push_22"]).wagers["push_22"]
    assert f"{ends_with_22(decks, 17):.6f}" == TWENTY_TWO[decks]
    assert float(wager.hit_frequency) == pytest.approx(ends_with_22(decks), abs=1e-14)


SUPER_4 = {
    "royal_flush_in_chosen_suit": 7_500,
    "royal_flush": 22_500,
    "three_of_a_kind": 2_188_800,
    "straight": 1_890_000,
    "flush": 3_075_600,
    "two_pair": 2_284_800,
    "one_color": 22_230_000,
    "pair": 58_960_000,
}


def test_super_4_has_the_published_combinations_of_five_decks() -> None:
    """Wizard of Odds, wizardofodds.com/games/blackjack/side-bets/super-4, of 260 x 259 x 258 x 257 deals.

    Five decks are not permitted here; they are what was read of that page.
    """
    counted = two_and_two(Pack(DECK, 5), lambda two, dealer: dealers_hand.super_4(two, dealer, "d"))
    found: Counter[str] = Counter()
    for names, many in counted.items():
        if names:
            found[names[0]] += many
    assert {name: Fraction(found[name] * perm(260, 4), counted.total()) for name in SUPER_4} == SUPER_4


STREAKS = {2: 3, 3: 7, 4: 17, 5: 37}
WON, LOST = 0.433381, 0.478827
"""How often a round of six decks was won and lost in 1.87 billion of them: see below."""


def test_streaks_have_their_published_edges() -> None:
    """Wizard of Odds, wizardofodds.com/games/blackjack/side-bets/streak: six decks dealt to a cut card, soft 17 stood
    on, no surrender, four hands, aces split once. There a split round goes by what it won, here by most of its hands.

    Published: 9.7, 14.3, 8.4 and 8.2 percent (blackjackhero.com/blog/a-new-blackjack-variation-streak).
    """
    options = {"streak": True, "second_card": "hole_down_reader", "boxes": 6, "splits": 3, "resplit_aces": False}
    for many, pays in STREAKS.items():
        published = 1 - (1 + pays) * (WON / (WON + LOST)) ** many
        assert float(wager_of(f"streak_{many}", **options).house_edge) == pytest.approx(published, abs=0.002)


def test_sevens_hang_on_the_third_card() -> None:
    """About 11 percent is quoted for whoever always draws; the chart splits sevens against a low card."""
    quotes = wager_of("sevens", additional_wager="sevens").quotes
    assert f"{float(quotes['drawing for this wager alone']):.4f}" == "0.1140"
    assert quotes["hand played by the chart"] > Fraction(1, 5)


BLAZING = {"1": "24.78", "2": "23.59"}
"""House advantages that the source once printed beside its two sample tables, L5342, with hits of 14.82% in both."""


@pytest.mark.parametrize("table", BLAZING)
def test_blazing_sevens_hit_as_often_and_cost_as_much_as_the_source_once_printed(table: str) -> None:
    """Six decks, 24% of a wager on the meter and a seed of 2,000 wagers.

    The source prints neither rate nor seed, and says that the cost of the reseed is in the advantage (L5352). Both of
    its advantages come out by these two round figures, and by no others that are near as round: see below.
    """
    options = {"blazing_7s": table, "blazing_7s_wager": "5.00", "blazing_7s_seed": "10000.00", "blazing_7s_rate": "24"}
    wager = wager_of("blazing_7s", **options)
    assert f"{100 * float(wager.hit_frequency):.2f}" == "14.82"
    assert f"{100 * float(wager.quotes['in the long run, by what goes on the meter']):.2f}" == BLAZING[table]


def test_the_printed_advantages_of_blazing_sevens_leave_no_other_rate_and_seed() -> None:
    """Two advantages with two unknowns: the rate is 23.99%, the seed 2,006 wagers, eight more or less by rounding.

    Only five and six decks hit in 14.82% of the rounds; with five the rate would be 24.35% and the seed 2,185 wagers.
    """
    found = {}
    for decks in range(3, 9):
        hit, fixed, all_won = [], [], []
        for table in BLAZING:
            options = {"blazing_7s": table, "decks": decks, "blazing_7s_seed": "5000.00", "blazing_7s_rate": "0"}
            wager = wager_of("blazing_7s", **options)
            hit.append(f"{100 * float(wager.hit_frequency):.2f}")
            whole = next(outcome for outcome in wager.outcomes if outcome.pays == "100% of blazing")
            chance = whole.combinations / wager.total
            all_won.append(chance)
            fixed.append(float(wager.quotes["in the long run, by what goes on the meter"]) + 1000 * chance)
        paid = [edge - float(printed) / 100 for edge, printed in zip(fixed, BLAZING.values(), strict=True)]
        seed = (paid[0] - paid[1]) / (all_won[0] - all_won[1])
        if hit == ["14.82", "14.82"]:
            found[decks] = (round(100 * (paid[0] - seed * all_won[0]), 2), round(seed))
    assert found == {5: (24.35, 2185), 6: (23.99, 2006)}


def test_a_meter_of_blazing_sevens_says_what_the_wager_is_worth_today() -> None:
    """The printed 24.78 is what a player loses while the meter shows 11,753 wagers, and 23.59 at 47,808."""
    for table, meter in {"1": 5_876_450, "2": 23_903_800}.items():
        setup = Setup.of(load(ENTRY), {"blazing_7s": table})
        wager = analyze(setup, {"blazing": meter}, wagers=["blazing_7s"]).wagers["blazing_7s"]
        assert f"{100 * float(wager.house_edge):.2f}" == BLAZING[table]


def test_a_meter_makes_a_wager_better_and_the_wager_asked_for_comes_alone() -> None:
    setup = Setup.of(load(ENTRY), {"progressive_blackjack": True})
    low, high = (
        analyze(setup, {"progressive": meter}, wagers=["progressive_blackjack"]).wagers["progressive_blackjack"]
        for meter in (500_000, 100_000_000)
    )
    alone = "drawing for this wager alone"
    assert low.quotes[alone] > high.quotes[alone] and low.house_edge == high.house_edge


def test_the_bonus_button_leaves_the_house_what_the_table_checks() -> None:
    from pitboss.games.blackjack.side_wagers.bonus_button import house_advantage

    setup = Setup.of(load(ENTRY), {"blackjack_bonus": "5.00"})
    assert analyze(setup, wagers=["blackjack_bonus"]).wagers["blackjack_bonus"].house_edge == house_advantage(setup)


# -- Every order of a tiny deck ---------------------------------------------------------------------------------------


def dealt(many: int) -> Iterator[tuple[Card, ...]]:
    return permutations(TINY.deck * TINY.decks, many)


def same(found: Counter[Any], by_hand: Counter[Any]) -> bool:
    return {names: Fraction(count, found.total()) for names, count in found.items() if count} == {
        names: Fraction(count, by_hand.total()) for names, count in by_hand.items()
    }


def test_two_cards_and_the_up_card_are_counted_as_they_come() -> None:
    for judge in (with_the_up_card.super_3, with_the_up_card.match_the_dealer, sevens_and_aces.blazing_sevens):
        by_hand = Counter(judge(three[:2], three[2]) for three in dealt(3))
        assert same(two_and_one(TINY, judge), by_hand)


def test_every_wager_on_three_cards_is_counted_as_they_come() -> None:
    for judge in settling.BY_THREE_CARDS.values():
        assert same(two_and_one(TINY, judge), Counter(judge(three[:2], three[2]) for three in dealt(3)))


def test_four_cards_of_two_hands_are_counted_as_they_come() -> None:
    pack = Pack(tuple(Card(rank + suit) for rank in "678K" for suit in "shdc"), 1)
    by_hand = Counter(four.match(each) for each in permutations(pack.deck, 4))
    assert same(four_cards(pack, four.match), by_hand) and len(by_hand) > 3


def test_two_cards_and_a_dealers_two_are_counted_as_they_come() -> None:
    found = two_and_two(TINY, lambda two, dealer: dealers_hand.super_4(two, dealer, "s"))
    by_hand = Counter(dealers_hand.super_4(four[:2], four[2:], "s") for four in dealt(4))
    assert same(found, by_hand) and "royal_flush_in_chosen_suit" in max(by_hand, key=len)
    bounty = Counter(first_cards.kings_bounty(four[:2], is_blackjack(four[2:])) for four in dealt(4))
    assert same(two_and_blackjack(TINY, first_cards.kings_bounty), bounty)


def test_cards_drawn_to_a_pair_are_counted_as_they_come() -> None:
    """A third card comes against an ace, and against a king that hides a blackjack."""

    def draws(held: int, up: int, natural: bool) -> bool:
        return up == 0 or natural

    by_hand: Counter[Any] = Counter()
    for one, two, up, hole, third in permutations(TINY.deck, 5):
        natural = is_blackjack((up, hole))
        free = up.rank == 14 or natural
        by_hand[sevens_and_aces.sevens((one, two, third) if free and one.rank == two.rank == 7 else (one, two))] += 1
    assert same(leading_cards(Pack(TINY.deck, 1), 6, 3, draws, sevens_and_aces.sevens), by_hand)


def test_a_dealer_goes_over_as_often_as_every_order_says() -> None:
    rules = replace(Rules.of(Setup.of(load(ENTRY))), hits_soft=(17,))
    by_hand: Counter[Any] = Counter()
    for six in permutations(cards("As Ks Kh 5h 5s 6h 2h 7s 7d"), 6):
        size = next(size for size in range(2, 7) if not dealer_draws(rules, six[:size]))
        by_hand[dealers_hand.buster(six[:size])] += 1
    shoe = (1, 1, 0, 0, 2, 1, 2, 0, 0, 2)
    found = dealers_hands(shoe, rules, dealers_hand.buster)
    assert same(found, by_hand) and found.total() == perm(9, 5)


# -- The command ------------------------------------------------------------------------------------------------------


def test_a_wager_beside_the_hand_is_asked_for_alone(pitboss: Run) -> None:
    one_deck = ("analyze", ENTRY, "-o", "decks=1")
    code, out, _ = pitboss(*one_deck, "-o", "buster=A", "-o", "buster_free_bonus=B1", "--wager", "buster")
    assert code == 0 and "with the free bonus" in out and "A-7" not in out
    code, out, _ = pitboss(*one_deck, "-o", "in_between=A", "--wager", "in_between", "--all-pay-tables", "--json")
    assert code == 0 and out.count('"option": "in_between"') == 5


def test_each_wager_of_multiple_action_is_worth_the_same() -> None:
    found = analyze(Setup.of(load(ENTRY), {"multiple_action": "three", "decks": 1}), edges_only=True).wagers
    assert len({found[f"multiple_action_{spot}"].house_edge for spot in (1, 2, 3)}) == 1
