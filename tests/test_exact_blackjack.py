"""Blackjack's mathematics: published figures to every digit, every deal of a tiny shoe, the chart people know.

The published figures are those of Eric Farmer's program (github.com/possibly-wrong/blackjack): a fresh shoe, a dealer
who looks, best play by composition, split hands played as hands that were not split.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from house_fixtures import dear
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.double_attack import ATTACK
from pitboss.games.blackjack.held import (
    DOUBLE_WAGER,
    FREE_DOUBLE_WAGER,
    FREE_SPLIT_WAGER,
    SPLIT_WAGER,
    original_wagers,
)
from pitboss.games.blackjack.rules import (
    Held,
    Rules,
    case_of,
    dealer_draws,
    doubles_free,
    may_rescue,
    moves,
    result_of,
    splits_free,
)
from pitboss.hands.blackjack import is_blackjack
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.blackjack.chart import best_chart
from pitboss.solve.blackjack.exchanges import of_one_hand, switched, worth_of, zapped
from pitboss.solve.blackjack.machine import DOUBLE, DREW, STOOD, Machine, Strategy
from pitboss.solve.blackjack.moments import mean_square
from pitboss.solve.blackjack.splits import courses, number_of_hands
from pitboss.solve.blackjack.table import terms_of
from pitboss.solve.blackjack.terms import UNLESS_ANY_OVER, Bonus, Terms, full_shoe
from pitboss.solve.prices import Prices

ENTRY = "chapter4/blackjack"
FULL = pytest.mark.skipif(not os.environ.get("PITBOSS_FULL"), reason="takes long; PITBOSS_FULL=1 runs it")
SIX_H17 = Terms(full_shoe(6), hits_soft=(17,))
SIX_S17 = Terms(full_shoe(6), surrender=True, ace_hands=4)
ONE_H17 = Terms(full_shoe(1), hits_soft=(17,), double_on=(10, 11), double_after_split=False, hands=2)
EIGHT_S17 = Terms(full_shoe(8), hands=2)


# -- Published figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "percent"),
    [
        (SIX_H17, "-0.615389123"),
        (SIX_S17, "-0.261401351"),
        (ONE_H17, "-0.445128332"),
        (EIGHT_S17, "-0.485780359"),
    ],
)
def test_the_published_edges_to_every_digit(terms: Terms, percent: str) -> None:
    _, worth = Machine(terms).best()
    assert f"{100 * worth:.9f}" == percent


@pytest.mark.parametrize(
    ("terms", "deviation"),
    [(ONE_H17, "1.09806290953"), pytest.param(EIGHT_S17, "1.14693318919", marks=FULL)],
)
def test_the_published_standard_deviations_to_every_digit(terms: Terms, deviation: str) -> None:
    machine = Machine(terms)
    strategy, worth = machine.best()
    assert f"{(mean_square(machine, strategy) - worth**2) ** 0.5:.11f}" == deviation


APPENDIX_9 = [
    ("1ds17r4", 1, (), True, "0.001839", "0.000423"),
    ("1dh17r4", 1, (17,), True, "-0.000072", "-0.001513"),
    ("2dh17r4", 2, (17,), True, "-0.003797", "-0.005252"),
    ("5ds17r4", 5, (), True, "-0.003804", "-0.005225"),
    ("5dh17r4", 5, (17,), True, "-0.005918", "-0.007366"),
    ("euro-6dh17r4", 6, (17,), False, "-0.0072705", "-0.0086975"),
    ("euro-8dh17r4", 8, (17,), False, "-0.007562", "-0.0089865"),
]
"""wizardofodds.com/games/blackjack/appendix/9/NAME: decks, soft 17, whether the dealer looks (else all is lost to a
blackjack), and the return with and without doubling after a split; four hands, aces once.

There a split hand is played best for the number of cards of the pair's rank that are out, here as one that was not
split. So a single deck differs by up to two in a hundred thousand, more decks by less.
"""


@pytest.mark.parametrize(
    ("name", "decks", "soft", "looks", "with_doubles", "without"),
    [each if each[1] == 2 else pytest.param(*each, marks=FULL) for each in APPENDIX_9],
)
def test_fourteen_more_published_edges(
    name: str, decks: int, soft: tuple[int, ...], looks: bool, with_doubles: str, without: str
) -> None:
    table = Terms(full_shoe(decks), hits_soft=soft)
    if not looks:
        table = replace(table, looks_under=(), double_lost=True, split_lost=True)
    for terms, published in ((table, with_doubles), (replace(table, double_after_split=False), without)):
        assert Machine(terms).best()[1] == pytest.approx(float(published), abs=2e-5 / decks + 3e-6)


def test_a_pair_out_of_a_small_shoe_is_worth_what_is_published() -> None:
    """Eric Farmer, blackjackinfo.com/community/threads/software-update-with-new-split-evs.22710/page-5: two twos
    against a 7, of four twos and threes, two fours and sevens, seven tens; any two cards doubled, four hands."""
    machine = Machine(Terms((0, 4, 4, 2, 0, 0, 2, 0, 0, 7)))
    strategy, _ = machine.best()
    worth = machine.play(6, strategy)[:, machine.hands.of(1, 1)]
    found = [worth[STOOD], worth[DREW], worth[DOUBLE], machine.split(6, 1, strategy)]
    published = ["-61.639194139", "-13.266733267", "-123.278388278", "-76.210220335"]
    assert [f"{100 * each:.9f}" for each in found] == published


def test_the_most_generous_single_deck_is_worth_what_is_published() -> None:
    """blackjackinfo.com/online-blackjack/online-blackjack-variations/online-blackjack-rule-differences: 0.37292 percent
    for the player, soft 17 stood on, late surrender, aces split to four hands and drawn to.

    Ken Smith's engine looks at all cards of a split; here a split hand is played as one that was not split.
    """
    terms = Terms(full_shoe(1), surrender=True, ace_hands=4, hit_split_aces=True)
    assert 100 * Machine(terms).best()[1] == pytest.approx(0.37292, abs=0.002)


PLAIN = Terms(full_shoe(6), double_after_split=False)
"""Six decks, soft 17 stood on, four hands, aces once."""
RULE_EFFECTS: dict[str, tuple[dict[str, Any], float]] = {
    "double after split": ({"double_after_split": True}, 0.14),
    "late surrender": ({"surrender": True}, 0.08),
    "early surrender": ({"surrender": True, "surrender_early": True}, 0.39 + 0.24),
    "aces split again": ({"ace_hands": 4}, 0.07),
    "soft 17 hit": ({"hits_soft": (17,)}, -0.20),
    "double 9, 10 and 11": ({"double_on": (9, 10, 11)}, -0.09),
    "double 10 and 11": ({"double_on": (10, 11)}, -0.09 - 0.09),
    "pairs split once": ({"hands": 2}, -0.04),
    "two decks": ({"shoe": full_shoe(2)}, 0.20),
    "four decks": ({"shoe": full_shoe(4)}, 0.05),
    "eight decks": ({"shoe": full_shoe(8)}, -0.02),
    "6 to 5": ({"blackjack_pays": 1.2}, -1.36),
    "2 to 1": ({"blackjack_pays": 2.0}, 2.3),
}


@FULL
@pytest.mark.parametrize("rule", RULE_EFFECTS)
def test_each_rule_is_worth_about_what_is_published(rule: str) -> None:
    """blackjackreview.com/wp/blackjack-rule-variations, which calls its figures approximate: the game itself at -0.56
    percent; early surrender there is the sum of two, against an ace and against a ten, as 10 and 11 beside 9 to 11."""
    changed, published = RULE_EFFECTS[rule]
    plain = Machine(PLAIN).best()[1]
    assert 100 * plain == pytest.approx(-0.56, abs=0.02)
    assert 100 * (Machine(replace(PLAIN, **changed)).best()[1] - plain) == pytest.approx(published, abs=0.035)


# -- Every deal of a tiny shoe ----------------------------------------------------------------------------------------

RANK_NAMES = "A23456789T"
TINY = {"A": 2, "8": 4, "T": 6}
SMALL = {"A": 2, "5": 3, "8": 5, "T": 6}
Shoe = tuple[int, ...]


class ByHand:
    """A round worked through card by card by the rules that the table plays by, over every deal of a shoe.

    Cards lie in the order in which the table deals them: the hole card before any decision, a split hand finished
    before the next one gets a card.
    """

    def __init__(self, setup: Setup, machine: Machine, strategy: Strategy) -> None:
        self.rules, self.price = Rules.of(setup), Prices(setup)
        self.main = original_wagers(setup)[0]
        self.machine, self.strategy = machine, strategy
        self.open = len(machine.terms.starts[0])
        self.dealer = lru_cache(maxsize=None)(self._dealer)

    def moments(self) -> tuple[Fraction, Fraction]:
        mean = square = Fraction(0)
        shoe = self.machine.terms.shoe
        for dealt in product(range(10), repeat=4):
            chance, left = self._deal(shoe, dealt)
            if not chance:
                continue
            one, up, two, hole = dealt
            for part, net in self._round(left, (one, two), (up, hole)):
                mean += chance * part * net
                square += chance * part * net * net
        return mean, square

    def _deal(self, shoe: Shoe, cards: tuple[int, ...]) -> tuple[Fraction, Shoe]:
        chance, left = Fraction(1), list(shoe)
        for card in cards:
            chance *= Fraction(left[card], sum(left))
            left[card] -= 1
        return chance, tuple(left)

    def worth(self, shoe: Shoe, ours: tuple[int, int], up: int, **brought: bool) -> tuple[Fraction, Fraction]:
        """What two cards are worth against an up card, out of what is left of a shoe; with a natural, and without."""
        found = [Fraction(0), Fraction(0)]
        for chance, left, hole in drawn(shoe):
            for part, net in self._round(left, ours, (up, hole), **brought):
                found[not is_blackjack(cards((up, hole)))] += chance * part * net
        return found[0], found[1]

    def _round(
        self, shoe: Shoe, ours: tuple[int, int], dealer: tuple[int, int], **brought: bool
    ) -> Iterator[tuple[Fraction, Fraction]]:
        looks = bool(self.rules.looks_under or self.open == 2) and is_blackjack(cards(dealer))
        first = Held(cards(ours), **brought)
        if looks:
            yield Fraction(1), self._net((first,), dealer)
            return
        for part, left, played in self._play(shoe, (first,), (), dealer):
            live = [held for held in played if case_of(self.rules, held, cards(dealer)) != "over_21"]
            if not live:
                yield part, self._net(played, dealer)
                continue
            for more, final in self.dealer(left, dealer):
                yield part * more, self._net(played, final)

    def _play(
        self, shoe: Shoe, waiting: tuple[Held, ...], done: tuple[Held, ...], dealer: tuple[int, int]
    ) -> Iterator[tuple[Fraction, Shoe, tuple[Held, ...]]]:
        if not waiting:
            yield Fraction(1), shoe, done
            return
        held, *rest = waiting
        if len(held.cards) == 1:
            for part, left, card in drawn(shoe):
                grown = replace(held, cards=(*held.cards, cards((card,))[0]))
                for more, after, played in self._play(left, (grown, *rest), done, dealer):
                    yield part * more, after, played
            return
        held = replace(held, splits=len(done) + len(waiting) - 1)
        match self._choice(held, self.machine.terms.starts.index(tuple(sorted(dealer[: self.open])))):
            case "stand":
                yield from self._play(shoe, tuple(rest), (*done, held), dealer)
            case "surrender":
                yield from self._play(shoe, tuple(rest), (*done, replace(held, surrendered=True)), dealer)
            case "rescue":
                yield from self._play(shoe, tuple(rest), (*done, replace(held, closed=True)), dealer)
            case "split":
                # What a split adds may be the house's: which hand has the player's own wager shows in its number.
                halves = tuple(
                    Held((card,), split=True, began_as=number)
                    for card, number in zip(held.cards, (held.began_as, 2), strict=True)
                )
                yield from self._play(shoe, (*halves, *rest), done, dealer)
            case choice:
                for part, left, card in drawn(shoe):
                    grown = replace(held, cards=(*held.cards, cards((card,))[0]), doubled=choice == "double")
                    for more, after, played in self._play(left, (grown, *rest), done, dealer):
                        yield part * more, after, played

    def _choice(self, held: Held, up: int) -> str:
        """What the strategy does, of what the table lets a player do."""
        may = moves(self.rules, held) if case_of(self.rules, held, cards((9, 9))) != "over_21" else ()
        ranks = [RANK_NAMES.index(card_name(card)) for card in held.cards]
        if held.doubled and len(held.cards) > 2:
            given_up = "rescue" if may_rescue(self.rules, held) else "surrender" if "surrender" in may else ""
            return given_up if given_up and self.strategy.rescues[self.machine.hands.of(*ranks), up] else "stand"
        if not may:
            return "stand"
        hand = self.machine.hands.of(*ranks)
        strategy = (self._adds_free(held) and self.strategy.added) or self.strategy
        if "split" in may and self.strategy.splits[ranks[0], up]:
            return "split"
        for name, chosen in (("surrender", strategy.surrenders), ("double", strategy.doubles)):
            if name in may and chosen[hand, up]:
                return name
        return "hit" if "hit" in may and strategy.hits[hand, up] else "stand"

    def _adds_free(self, held: Held) -> bool:
        return held.split and held.began_as == 2 and splits_free(self.rules, held)

    def _dealer(self, shoe: Shoe, dealer: tuple[int, ...]) -> tuple[tuple[Fraction, tuple[int, ...]], ...]:
        if not dealer_draws(self.rules, cards(dealer)):
            return ((Fraction(1), dealer),)
        found: Counter[tuple[int, ...]] = Counter()
        for part, left, card in drawn(shoe):
            for more, final in self.dealer(left, tuple(sorted((*dealer, card)))):
                found[final] += part * more  # type: ignore[assignment]
        return tuple((Fraction(chance), final) for final, chance in found.items())

    def _net(self, played: tuple[Held, ...], dealer: tuple[int, ...]) -> Fraction:
        net = Fraction(0)
        raised = dealer[0] in self.machine.terms.raised
        lost = [self._is_lost(held) for held in played]
        for number, each in enumerate(played):
            in_two = [is_blackjack(other.cards) for other in played[:number] + played[number + 1 :]]
            others_lost = any(lost[:number] + lost[number + 1 :])
            held = replace(each, others_lost=others_lost, others_21_in_two=all(in_two))
            case, names = ("rescued", ()) if held.closed else result_of(self.rules, held, cards(dealer))
            added = FREE_SPLIT_WAGER if self._adds_free(held) else SPLIT_WAGER
            net += self.price(self.main if number == 0 else added, case, names).net
            if held.doubled:
                free = doubles_free(self.rules, replace(held, cards=held.cards[:2]))
                plain = "rescued" if held.closed else case_of(self.rules, held, cards(dealer))
                net += self.price(FREE_DOUBLE_WAGER if free else DOUBLE_WAGER, plain).net * (
                    1 + (raised and not number)
                )
            if raised and not number:
                net += self.price(ATTACK, case, names).net
        return net

    def _is_lost(self, held: Held) -> bool:
        """Before the dealer's second card is known: over, where that is final, or rescued."""
        over = case_of(self.rules, held, cards((9, 9))) == "over_21"
        return held.closed or (over and not self.rules.bust_waits)


def drawn(shoe: Shoe) -> Iterator[tuple[Fraction, Shoe, int]]:
    for card, many in enumerate(shoe):
        if many:
            yield Fraction(many, sum(shoe)), (*shoe[:card], many - 1, *shoe[card + 1 :]), card


def cards(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(f"{RANK_NAMES[rank]}h") for rank in ranks)


def card_name(card: Card) -> str:
    return str(card)[0]


def by_hand_and_by_machine(
    options: dict[str, Any], shoe: dict[str, int], entry: str = ENTRY, **changed: Any
) -> tuple[ByHand, Machine, Strategy, float]:
    setup = Setup.of(load(entry), options)
    terms = replace(terms_of(setup, Prices(setup)), shoe=tuple(shoe.get(name, 0) for name in RANK_NAMES), **changed)
    machine = Machine(terms)
    strategy, worth = machine.best()
    return ByHand(setup, machine, strategy), machine, strategy, worth


@pytest.mark.parametrize(
    ("options", "shoe"),
    [
        ({"surrender_allowed": True, "resplit_aces": True}, TINY),
        ({"peek": False}, TINY),
        pytest.param({"surrender_allowed": True, "resplit_aces": True}, SMALL, marks=FULL),
        pytest.param({"double_allowed": False}, SMALL, marks=FULL),
        pytest.param({"variant": "single_deck"}, SMALL, marks=FULL),
        pytest.param({"peek": False, "surrender_allowed": True}, SMALL, marks=FULL),
    ],
    ids=str,
)
def test_every_deal_of_a_tiny_shoe_comes_to_what_the_machine_says(
    options: dict[str, Any], shoe: dict[str, int]
) -> None:
    hand, machine, strategy, worth = by_hand_and_by_machine(options, shoe)
    mean, square = hand.moments()
    assert strategy.splits.any()
    assert float(mean) == pytest.approx(worth, abs=1e-12)
    assert float(square) == pytest.approx(mean_square(machine, strategy), abs=1e-11)
    assert machine.follow(strategy) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize(("second_card", "within"), [("hole_down_reader", 1e-12), ("no_hole", 1e-9)])
def test_an_ace_and_a_ten_of_a_split_beat_another_21_in_massachusetts(second_card: str, within: float) -> None:
    """Without a hole card a bust stands for the original wager; two hands are worked out together."""
    options = {"second_card": second_card}
    hand, machine, strategy, worth = by_hand_and_by_machine(options, TINY, "massachusetts-2020/blackjack")
    assert machine.terms.split_21_beats_21 and strategy.splits[0].any()
    mean, square = hand.moments()
    assert float(mean) == pytest.approx(worth, abs=1e-12)
    assert float(square) == pytest.approx(mean_square(machine, strategy), abs=10 * within)


@pytest.mark.parametrize("reading", ["counts_as_original", "lost_besides", "original_only"])
def test_a_bust_before_an_unseen_blackjack_is_worked_out_by_every_reading(reading: str) -> None:
    options = {"second_card": "no_hole", "bust_then_dealer_blackjack": reading}
    shoe = {"A": 2, "5": 2, "8": 3, "T": 5}
    hand, _, strategy, worth = by_hand_and_by_machine(options, shoe, "massachusetts-2020/blackjack")
    assert strategy.splits[:, 9].any()
    assert float(hand.moments()[0]) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize(
    ("shoe", "within"),
    [
        ({"A": 3, "5": 1, "8": 5, "T": 4}, 1e-5),
        pytest.param({"A": 3, "5": 2, "8": 6, "T": 6}, 1e-6, marks=FULL),
        pytest.param({"A": 4, "7": 3, "8": 6, "T": 8}, 1e-5, marks=FULL),
    ],
    ids=str,
)
def test_three_hands_of_a_split_meet_a_blackjack_that_nobody_looked_for_as_often_over_by_hand(
    shoe: dict[str, int], within: float
) -> None:
    """The original wager is lost unless any of them went over; two hang together exactly, and three nearly."""
    hand, machine, strategy, worth = by_hand_and_by_machine({"splits": 2}, shoe, "massachusetts-2020/blackjack")
    assert machine.terms.original_lost == UNLESS_ANY_OVER and machine.terms.hands == 3 and strategy.splits[7, 9]
    assert float(hand.moments()[0]) == pytest.approx(worth, abs=within)


LOW = {"3": 2, "4": 2, "7": 4, "T": 4}


@pytest.mark.parametrize(
    ("options", "shoe"),
    [
        ({"second_card": "hole_up"}, TINY),
        ({"second_card": "hole_down_reader", "three_sevens": True, "five_card_21": True}, LOW),
    ],
    ids=str,
)
def test_a_hole_card_face_up_and_hands_paid_better_come_to_what_the_machine_says(
    options: dict[str, Any], shoe: dict[str, int]
) -> None:
    hand, machine, strategy, worth = by_hand_and_by_machine(options, shoe, "massachusetts-2020/blackjack")
    mean, square = hand.moments()
    assert strategy.splits.any()
    assert float(mean) == pytest.approx(worth, abs=1e-12)
    assert float(square) == pytest.approx(mean_square(machine, strategy), abs=1e-11)


def test_free_bets_of_a_tiny_shoe_come_to_what_the_machine_says() -> None:
    shoe = {"3": 2, "6": 2, "8": 2, "T": 6}
    hand, machine, strategy, worth = by_hand_and_by_machine({}, shoe, "massachusetts-2020/free-bet-blackjack")
    assert strategy.splits.any() and machine.terms.free_pairs and strategy.added is not None
    assert float(hand.moments()[0]) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize("option", ["blackjack_premium", pytest.param("literal_5e", marks=dear)])
def test_spanish_21_of_a_tiny_shoe_comes_to_what_the_machine_says(option: str) -> None:
    """All cards are hearts here, so that what is paid by suits is always paid as suited."""
    shoe = {"A": 2, "6": 2, "7": 3, "8": 2, "T": 3}
    suited = (
        Bonus(((2.0, 1.0),), ranks=(5, 6, 7)),
        Bonus(((2.0, 1.0),), ranks=(6, 6, 6)),
        Bonus(((1.5, 1.0),), cards=5),
        Bonus(((2.0, 1.0),), cards=6),
    )
    options = {"second_card": "hole_down_reader", "two_card_21_pay": option}
    hand, machine, strategy, worth = by_hand_and_by_machine(
        options, shoe, "massachusetts-2020/spanish-21", bonuses=suited, hands=2
    )
    hand.rules = replace(hand.rules, splits=1)
    assert strategy.splits.any() and strategy.rescues.any()
    mean, square = hand.moments()
    assert float(mean) == pytest.approx(worth, abs=1e-12)
    assert float(square) == pytest.approx(mean_square(machine, strategy), abs=1e-11)


@pytest.mark.parametrize("raised", [pytest.param((), marks=dear), tuple(range(10))])
def test_double_attack_of_a_tiny_shoe_comes_to_what_the_machine_says(raised: tuple[int, ...]) -> None:
    """A dealer's blackjack takes the first wager alone, busts too, and a double may be given up for half."""
    shoe = {"A": 2, "6": 2, "7": 2, "8": 3, "T": 5}
    hand, _, strategy, worth = by_hand_and_by_machine(
        {}, shoe, "massachusetts-2020/double-attack-blackjack", raised=raised, hands=2
    )
    hand.rules = replace(hand.rules, splits=1)
    assert strategy.splits.any() and strategy.rescues.any()
    assert float(hand.moments()[0]) == pytest.approx(worth, abs=1e-12)


# -- Cards that are exchanged -----------------------------------------------------------------------------------------


def hands_without(setup: Setup, terms: Terms) -> Any:
    """By which cards are out: what two cards are worth by the rules of the table, card by card."""
    one_hand = of_one_hand(terms)

    @cache
    def worth(out: tuple[int, ...], ours: tuple[int, int], up: int, brought: str) -> tuple[Fraction, Fraction]:
        shoe = tuple(many - out.count(rank) for rank, many in enumerate(terms.shoe))
        machine = Machine(replace(terms, shoe=shoe))
        by_hand = ByHand(setup, machine, worth_of(machine, one_hand).strategy)
        by_hand.rules = replace(by_hand.rules, splits=1)
        left = tuple(many - (*ours, up).count(rank) for rank, many in enumerate(shoe))
        return by_hand.worth(left, ours, up, **({brought: True} if brought else {}))

    return worth


def falling(shoe: tuple[int, ...], dealt: tuple[int, ...]) -> Fraction:
    chance = Fraction(1)
    for at, card in enumerate(dealt):
        chance *= Fraction(max(shoe[card] - dealt[:at].count(card), 0), sum(shoe) - at)
    return chance


def tiny_terms(entry: str, options: dict[str, Any], shoe: dict[str, int]) -> tuple[Setup, Terms]:
    setup = Setup.of(load(entry), options)
    terms = terms_of(setup, Prices(setup))
    return setup, replace(terms, shoe=tuple(shoe.get(name, 0) for name in RANK_NAMES), hands=2)


@pytest.mark.parametrize("options", [{}, pytest.param({"second_card": "hole_down_reader"}, marks=dear)], ids=str)
def test_two_hands_of_a_tiny_shoe_are_switched_as_every_deal_says(options: dict[str, Any]) -> None:
    """Each hand is worth the same whether it is played first or second: the cards between are unseen."""
    setup, terms = tiny_terms("massachusetts-2020/blackjack-switch", options, {"A": 3, "8": 4, "T": 7})
    worth, total = hands_without(setup, terms), Fraction(0)
    for dealt in product((0, 7, 9), repeat=5):
        if chance := falling(terms.shoe, dealt):
            up, a, b, c, d = dealt
            kept = zip(worth(pair(c, d), pair(a, b), up, ""), worth(pair(a, b), pair(c, d), up, ""), strict=True)
            other = (worth(pair(c, b), pair(a, d), up, "switched"), worth(pair(a, d), pair(c, b), up, "switched"))
            natural, without = map(sum, kept)
            switched_natural, switched_without = map(sum, zip(*other, strict=True))
            if terms.looked(up):  # seen at once, so that nobody switches
                switched_natural = natural
            total += chance * max(natural + without, switched_natural + switched_without) / 2
    assert float(total) == pytest.approx(switched(terms).mean, abs=1e-12)


def test_a_zap_of_a_tiny_shoe_comes_to_what_every_deal_says() -> None:
    setup, terms = tiny_terms("massachusetts-2020/zappit-blackjack", {}, {"6": 3, "8": 3, "T": 6})
    worth, total = hands_without(setup, terms), Fraction(0)
    for dealt in product((5, 7, 9), repeat=3):
        if chance := falling(terms.shoe, dealt):
            up, a, b = dealt
            best = sum(worth((), pair(a, b), up, ""))
            if a and b and a + b + 2 in (15, 16, 17, 18):
                left = tuple(many - dealt.count(rank) for rank, many in enumerate(terms.shoe))
                again = (
                    falling(left, new) * sum(worth(pair(a, b), pair(*new), up, "zapped"))
                    for new in product((5, 7, 9), repeat=2)
                    if falling(left, new)
                )
                best = max(best, sum(again))
            total += chance * best
    assert float(total) == pytest.approx(zapped(terms).mean, abs=1e-12)


def pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one <= two else (two, one)


def test_an_original_that_alone_is_lost_to_a_blackjack_is_worked_out_too() -> None:
    options = {"peek": False, "split_vs_dealer_bj": "lose_original"}
    hand, machine, strategy, worth = by_hand_and_by_machine(options, TINY)
    mean, square = hand.moments()
    assert float(mean) == pytest.approx(worth, abs=1e-12)
    assert float(square) == pytest.approx(mean_square(machine, strategy), rel=1e-2)


def test_pairs_come_to_two_three_or_four_hands_and_no_more() -> None:
    chances = number_of_hands(4, 22, 309)
    assert set(chances) == {2, 3, 4} and sum(chances.values()) == pytest.approx(1)
    assert (1, 3, 2, False) in courses(4)


# -- The chart --------------------------------------------------------------------------------------------------------

BASIC = """
 5-8 H  H  H  H  H  H  H  H  H  H
   9 H  Dh Dh Dh Dh H  H  H  H  H
  10 Dh Dh Dh Dh Dh Dh Dh Dh H  H
  11 Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
  12 H  H  S  S  S  H  H  H  H  H
13-16 S  S  S  S  S  H  H  H  H  H
17-20 S  S  S  S  S  S  S  S  S  S
A-2,3 H  H  H  Dh Dh H  H  H  H  H
A-4,5 H  H  Dh Dh Dh H  H  H  H  H
 A-6 H  Dh Dh Dh Dh H  H  H  H  H
 A-7 Ds Ds Ds Ds Ds S  S  H  H  H
 A-8 S  S  S  S  Ds S  S  S  S  S
 A-9 S  S  S  S  S  S  S  S  S  S
2-2,3-3 P  P  P  P  P  P  H  H  H  H
 4-4 H  H  H  P  P  H  H  H  H  H
 5-5 Dh Dh Dh Dh Dh Dh Dh Dh H  H
 6-6 P  P  P  P  P  H  H  H  H  H
 7-7 P  P  P  P  P  P  H  H  H  H
8-8,A-A P  P  P  P  P  P  P  P  P  P
 9-9 P  P  P  P  P  S  P  P  S  S
10-10 S  S  S  S  S  S  S  S  S  S
"""
"""Six decks, soft 17 hit, doubling after splits, as printed on the cards that casinos hand out."""


NAMED = {
    "5-8": "5 6 7 8",
    "13-16": "13 14 15 16",
    "17-20": "17 18 19 20",
    "A-2,3": "A-2 A-3",
    "A-4,5": "A-4 A-5",
    "2-2,3-3": "2-2 3-3",
    "8-8,A-A": "8-8 A-A",
}


def rows_of(text: str) -> dict[str, list[str]]:
    rows = [line.split() for line in text.strip().splitlines()]
    return {name: row for named, *row in rows for name in NAMED.get(named, named).split()}


def test_the_best_chart_is_the_one_on_the_cards() -> None:
    machine = Machine(SIX_H17)
    best, worth = machine.best()
    chart, by_chart = best_chart(machine, best)
    found = chart.as_json(machine)
    printed = {**found["hard"], **found["soft"], **found["pairs"]}
    assert printed == rows_of(BASIC)
    assert 0 < worth - by_chart < 0.0001
    assert by_chart == pytest.approx(machine.follow(chart.strategy(machine)), abs=1e-14)


@FULL
@pytest.mark.parametrize("terms", [SIX_H17, ONE_H17])
def test_no_cell_of_the_chart_can_be_turned_for_the_better(terms: Terms) -> None:
    machine = Machine(terms)
    chart, _ = best_chart(machine, machine.best()[0])
    for up in range(10):
        found = machine.follow_against(chart.strategy(machine), up)
        for cells in (chart.hits, chart.doubles):
            for soft, total in product((0, 1), range(4, 21)):
                cells[soft, total, up] = not cells[soft, total, up]
                assert machine.follow_against(chart.strategy(machine), up) <= found + 1e-15
                cells[soft, total, up] = not cells[soft, total, up]
        for rank in range(10):
            chart.pairs_split[rank, up] = not chart.pairs_split[rank, up]
            assert machine.follow_against(chart.strategy(machine), up) <= found + 1e-15
            chart.pairs_split[rank, up] = not chart.pairs_split[rank, up]


# -- The table's analysis ---------------------------------------------------------------------------------------------


def test_the_entry_is_solved_with_chart_deviations_and_insurance() -> None:
    found = analyze(Setup.of(load(ENTRY), {"decks": 1}))
    assert found.strategy is not None
    main = found.wagers["main"].as_json()
    assert main["exact"] is None and main["quotes"]["best play by composition"]["house_edge"] == main["house_edge"]
    assert found.strategy["chart"]["hard"]["16"][8] == "H"
    leaves = {(row["hand"], row["against"]): row["best"] for row in found.strategy["deviations"]}
    assert leaves["2-10", "4"] == "hit"
    assert found.wagers["insurance"].house_edge == Fraction(1, 17)


def test_outcomes_agree_with_mean_and_deviation_that_are_worked_out_apart() -> None:
    wager = analyze(Setup.of(load(ENTRY), {"decks": 1, "surrender_allowed": True})).wagers["main"]
    chances = [(Fraction(outcome.combinations, wager.total), outcome.net, outcome.staked) for outcome in wager.outcomes]
    mean = sum(chance * net for chance, net, _ in chances)
    assert float(mean) == pytest.approx(float(wager.expectation), abs=2e-4)
    assert float(sum(chance * net**2 for chance, net, _ in chances) - mean**2) == pytest.approx(
        float(wager.variance), abs=1e-3
    )
    staked = sum(chance * staked for chance, _, staked in chances)
    assert float(staked) == pytest.approx(float(wager.average_staked), abs=1e-3)


def test_a_par_sheet_has_the_chart_in_colour_and_what_each_rule_is_worth(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    code, out, _ = pitboss("analyze", "massachusetts-2020/spanish-21", "--report", str(file))
    text = file.read_text(encoding="utf-8")
    assert code == 0 and "A-7" in out and "Where the best play by composition leaves the chart" in out
    assert 'class="bj-double" title="11 against 6: double, else hit">Dh<' in text
    assert 'class="bj-split" title="8-8 against 10: split">P<' in text
    choices = text[text.index('<h2 id="choices"') : text.index('<h2 id="rules"')]
    assert all(f"<strong>{option}</strong>" in choices for option in ("decks", "second_card", "two_card_21_pay"))


@FULL
def test_the_par_sheet_of_a_game_with_many_wagers_tells_what_each_rule_is_worth_to_the_hand(
    pitboss: Run, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.html"
    code, _, _ = pitboss("analyze", "massachusetts-2020/blackjack", "--report", str(file))
    text = file.read_text(encoding="utf-8")
    choices = text[text.index('<h2 id="choices"') : text.index('<h2 id="rules"')]
    rules = ("blackjack_pays", "dealer_soft_17", "second_card", "surrender", "splits", "bust_then_dealer_blackjack")
    assert code == 0 and all(f"<strong>{option}</strong>" in choices for option in rules)
    assert "<strong>match_the_dealer</strong>" not in choices, "which changes nothing for the hand by itself"
