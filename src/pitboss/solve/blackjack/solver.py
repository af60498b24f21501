"""Blackjack: the best play by composition and the best chart, each with its edge off a fresh shoe.

Chances are worked out in floating point, to about thirteen digits; there is no short fraction to give.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from pitboss.games.blackjack.held import INSURANCE, original_wagers
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.chart import NAMES, Chart, best_chart
from pitboss.solve.blackjack.deviations import deviations
from pitboss.solve.blackjack.exchanges import Exchanged, of_one_hand, switched, zapped
from pitboss.solve.blackjack.hands import ACE, TEN
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.moments import mean_square, mean_staked
from pitboss.solve.blackjack.outcomes import Row, brought_to, chance_of_ten, is_split, rows_of, rows_of_parts
from pitboss.solve.blackjack.pieces import Pack
from pitboss.solve.blackjack.sides import is_side, paid_besides, side_wager
from pitboss.solve.blackjack.table import terms_of
from pitboss.solve.blackjack.terms import UNLESS_ANY_OVER, UNLESS_OVER, Terms
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Outcome, Progress, WagerAnalysis, decimal, simple
from pitboss.solve.prices import Prices

BY_COMPOSITION, BY_CHART = "best play by composition", "basic strategy by the chart"
_FEW_WAGERS = 3
_SCALE = 10**15


@dataclass(frozen=True, eq=False)
class Measured(WagerAnalysis):
    """A wager whose mean and standard deviation are known better than the list of its outcomes says."""

    terms: Terms | None = None

    @property
    def expectation(self) -> Fraction:
        assert self.terms is not None
        return rounded(best_mean(self.terms))

    @property
    def average_staked(self) -> Fraction:
        assert self.terms is not None
        return rounded(solved(self.terms).staked)

    @property
    def variance(self) -> Fraction:
        """Worked out when it is asked for: a comparison of many tables has no need of it."""
        assert self.terms is not None
        return rounded(square_of(self.terms)) - self.expectation**2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measured) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)


@dataclass(frozen=True)
class Solved:
    """What there is to know of a table's terms, but for the standard deviation."""

    mean: float
    staked: float
    rows: tuple[Row, ...]
    by_chart: float
    chart: Mapping[str, Any]
    leaves: tuple[Mapping[str, Any], ...]
    exchanged: float = 0.0


@lru_cache(maxsize=64)
def as_played(terms: Terms) -> Terms:
    """Where a player may raise once the dealer's card is seen: against the cards where that is worth more."""
    if not terms.may_raise:
        return terms
    alone, raised = Machine(terms), Machine(replace(terms, raised=tuple(range(len(terms.starts)))))
    plays = (alone.best()[0], raised.best()[0])
    better = (up for up in alone.ups if raised.follow_against(plays[1], up) > alone.follow_against(plays[0], up))
    return replace(terms, raised=tuple(better))


@lru_cache(maxsize=2)
def best_play(terms: Terms) -> tuple[Machine, Strategy, float]:
    """The machine of a table, its best play by composition, and what that is worth."""
    machine = Machine(as_played(terms))
    return machine, *machine.best()


@lru_cache(maxsize=2)
def charted(terms: Terms) -> tuple[Chart, float]:
    """Its best chart, and what that is worth."""
    machine, best, _ = best_play(terms)
    return best_chart(machine, best)


@lru_cache(maxsize=64)
def best_mean(terms: Terms) -> float:
    """What the best play by composition is worth."""
    return exchanged(terms).mean if exchanges(terms) else best_play(terms)[2]


@lru_cache(maxsize=64)
def solved(terms: Terms) -> Solved:
    """Solve a table's terms."""
    if exchanges(terms):
        return _solved_with_exchange(terms)
    machine, best, mean = best_play(terms)
    chart, by_chart = charted(terms)
    leaves = deviations(machine, best, chart.strategy(machine))
    rows = tuple(brought_to(mean, rows_of(machine, best), is_split))
    return Solved(mean, mean_staked(machine, best), rows, by_chart, chart.as_json(machine), tuple(leaves))


def exchanges(terms: Terms) -> bool:
    """Whether cards may be exchanged before hands are played."""
    return terms.switch or bool(terms.zaps)


@lru_cache(maxsize=16)
def exchanged(terms: Terms, *, by_chart: bool = False) -> Exchanged:
    return (switched if terms.switch else zapped)(terms, by_chart=by_chart)


def _solved_with_exchange(terms: Terms) -> Solved:
    """Best by the cards of a hand and the two out with them; and by the chart, exchanged where that is best."""
    best, by_chart = exchanged(terms), exchanged(terms, by_chart=True)
    one_hand = of_one_hand(terms)
    rows = tuple(brought_to(best.mean, rows_of_parts(best.parts), lambda _: True))
    staked = sum(chance * staked for _, chance, _, staked in rows)
    chart = one_hand.chart.as_json(one_hand.machine)
    return Solved(best.mean, staked, rows, by_chart.mean, chart, (), best.exchanged)


@lru_cache(maxsize=64)
def square_of(terms: Terms) -> float:
    """The mean square of a round's result under the best play.

    How split hands hang together is worked out for games whose split hands are alike and end soon; for the others it is
    what the outcomes say.
    """
    if by_outcomes(terms):
        return sum(chance * net**2 for _, chance, net, _ in solved(terms).rows)
    machine, best, _ = best_play(terms)
    return mean_square(machine, best)


def by_outcomes(terms: Terms) -> bool:
    """Whether the standard deviation is what the outcomes say, and so as near as they are."""
    return exchanges(terms) or terms.double_any_size or bool(terms.free_pairs) or terms.may_raise


def near_things(terms: Terms) -> str:
    """What of a table is told of how near its figures are: means are exact but where it says so."""
    deviation = ", and so the standard deviation," if by_outcomes(terms) else ""
    told = [
        "doubled, split and surrendered hands are in it",
        f"how split rounds divide among their results{deviation} is worked out as if their hands hung together by the "
        "dealer's total alone, and brought to the mean",
    ]
    unseen = any(not terms.looked(up) for up in range(len(terms.starts)) if terms.starts[up][0] in (ACE, TEN))
    if unseen and terms.original_lost == UNLESS_ANY_OVER and terms.hands > 2:
        told.append(
            "against an ace or a ten, whether any of three or four split hands went over is worked out from two at a "
            "time, which moves the edge by less than a millionth of the wager"
        )
    if unseen and not deviation and terms.original_lost in (UNLESS_OVER, UNLESS_ANY_OVER):
        told.append(
            "in the standard deviation, what other hands of a split lose by going over before a dealer's blackjack is "
            "taken to be independent"
        )
    if terms.bust_comes_back:
        told.append(
            "what comes back of a bust on a dealer's 22 is worked out as if, once he has it, one hand said nothing of "
            "another, which moves the edge by less than a hundred-thousandth of the wager"
        )
    return "; ".join(told)


@lru_cache(maxsize=8)
def chart_strategy(terms: Terms) -> tuple[Machine, Strategy]:
    """The machine of a table and the strategy of its best chart, for whoever plays by it."""
    machine, _, _ = best_play(terms)
    return machine, charted(terms)[0].strategy(machine)


def reported_choices(setup: Setup) -> Collection[str]:
    """The wagers of which a PAR sheet shows what each option is worth without being asked.

    All of them or, where there are many, which takes minutes, the one on a hand.
    """
    wagers = setup.entry.wagers
    few = sum(wager.placed == "before_deal" for wager in wagers.values()) <= _FEW_WAGERS
    return tuple(wagers) if few else original_wagers(setup)[:1]


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    *,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse the wager on a hand with all that a player adds to it, insurance, and the wagers beside it."""
    price = Prices(setup, meters)
    mains = original_wagers(setup)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    notes: Sequence[str] = NOTES
    if any(asked.wants(main) for main in mains):
        found, strategy = _main(setup, price, asked)
        wagers |= found
    if INSURANCE in setup.offers:
        wagers[INSURANCE] = _insurance(setup, price)
    for name in setup.offers:
        if is_side(setup, name) and asked.wants(name):
            wagers |= dict(side_wager(setup, price, name, partial(_charted, setup, price)))
    if strategy is not None and exchanges(terms_of(setup, price)):
        notes = (*notes, EXCHANGED)
    return Analysis(setup, wagers, strategy, notes=notes)


def _main(setup: Setup, price: Prices, asked: Asked) -> tuple[dict[str, WagerAnalysis], dict[str, Any] | None]:
    """The wager on a hand.

    Several on one hand are alike, each against a dealer's hand of its own: whoever drew before, the cards of the next
    hand are as unseen as those of the first.
    """
    terms = terms_of(setup, price)
    mains = original_wagers(setup)
    per = f"unit of the {setup.offers[mains[0]].title if len(mains) == 1 else 'wager'}, from a fresh shoe"
    if asked.edges_only:
        return dict.fromkeys(mains, Measured((), per=per, rounded=True, terms=terms)), None
    found = solved(terms)
    measured = Measured(
        outcomes_of(found.rows),
        per=per,
        note="; ".join(filter(None, (near_things(terms), paid_besides(setup)))),
        quotes={BY_COMPOSITION: -rounded(found.mean), BY_CHART: -rounded(found.by_chart)},
        rounded=True,
        terms=terms,
    )
    return dict.fromkeys(mains, measured), _strategy(terms, found)


def _charted(setup: Setup, price: Prices) -> tuple[Machine, Strategy]:
    return chart_strategy(terms_of(setup, price))


EXCHANGED = (
    "Cards are exchanged wherever that is worth more, by all cards that lie open then; the best play by composition "
    "looks at the two cards beside a hand too; how often each result comes is worked out without them and brought to "
    "the mean. What a third hand of a split is worth is taken as if those two were not out."
)
NOTES = (
    "Split hands are played as hands that were not split; the best play looks at the cards of one hand, not at the "
    "other hands of the split.",
    "A fresh shoe: what a cut card does to the rounds of a shoe is simulated, not worked out.",
)


def outcomes_of(rows: tuple[Row, ...]) -> tuple[Outcome, ...]:
    found = [
        Outcome(name, round(chance * _SCALE), Fraction(net).limit_denominator(1000), Fraction(staked))
        for name, chance, net, staked in rows
    ]
    return tuple(sorted(found, key=lambda outcome: (-outcome.net, outcome.result, outcome.staked)))


def _insurance(setup: Setup, price: Prices) -> WagerAnalysis:
    """By itself: a player who knows no card but the dealer's ace."""
    tens, unseen = chance_of_ten(Pack.of(setup).shoe)
    rows = [(tens, price(INSURANCE, "hole_card_ten")), (unseen - tens, price(INSURANCE, "hole_card_not_ten"))]
    return WagerAnalysis(simple(rows), per="unit of the wager, against an ace from a fresh shoe")


def _strategy(terms: Terms, found: Solved) -> dict[str, Any]:
    raised = as_played(terms).raised
    return {
        **({"raise_against": [NAMES[up] for up in raised]} if raised else {}),
        **({"cards_exchanged": f"{found.exchanged:.9f}"} if exchanges(terms) else {}),
        "rule": "take no insurance, and play by the chart; best play by composition leaves it with the hands listed",
        "house_edge": {
            BY_COMPOSITION.replace(" ", "_"): decimal(-rounded(found.mean)),
            BY_CHART.replace(" ", "_"): decimal(-rounded(found.by_chart)),
        },
        "chart": dict(found.chart),
        "deviations": [dict(row) for row in found.leaves],
    }


def rounded(value: float) -> Fraction:
    """Floating point has about thirteen digits here; more would be noise."""
    return Fraction(round(value * 10**13), 10**13)
