"""What an analysis is: for each wager an exact distribution of results, and the figures the trade quotes from it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any

from pitboss.equipment.cards import RANKS
from pitboss.rulebook.setup import Setup
from pitboss.solve.prices import Class, Decides, Price, Prices
from pitboss.tabular import Row, Tabular

DIGITS = 12
RANK_WORDS = {rank: rank for rank in RANKS} | {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
Progress = Callable[[float], None]
"""Told how much of a long computation is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One class of results: how many combinations, what it nets and what was staked, per unit of the wager."""

    result: str
    combinations: int
    net: Fraction
    staked: Fraction = Fraction(1)
    pays: str = ""


@dataclass(frozen=True, repr=False)
class WagerAnalysis(Tabular):
    """The distribution of a wager. ``per`` says what a unit is; ``sampled`` rounds mean that it is an estimate.

    ``rounded``: worked out in floating point, right to twelve digits, so that there is no fraction to give.
    ``quotes`` are the ways the trade quotes the edge, where there are several. ``zero_sum``: what one player loses
    another wins, and every player of the sampled rounds is counted, so that only how the outcomes divide is estimated.
    ``edge_variance`` is that of an estimated edge whose rounds count several results that hang together.
    """

    outcomes: tuple[Outcome, ...]
    per: str
    sampled: int | None = None
    note: str = ""
    quotes: Mapping[str, Fraction] = field(default_factory=dict)
    rounded: bool = False
    zero_sum: bool = False
    edge_variance: Fraction | None = None

    percentages = frozenset({"probability"})

    def rows(self) -> list[Row]:
        """Every outcome: how likely it is, what it pays, and what it nets per unit.

        >>> from pitboss import analyze
        >>> for row in analyze("chapter4/roulette").wagers["straight_up"].rows():
        ...     print(row["result"], row["probability"], row["net"])
        hit 1/38 35
        miss 37/38 -1
        """
        total = self.total
        return [
            {
                "result": outcome.result,
                "probability": Fraction(outcome.combinations, total),
                "combinations": outcome.combinations,
                "pays": outcome.pays,
                "net": outcome.net,
            }
            for outcome in self.outcomes
        ]

    def caption(self) -> str:
        return f"House edge {float(self.house_edge):.4%} per {self.per}"

    @property
    def total(self) -> int:
        return sum(outcome.combinations for outcome in self.outcomes)

    @property
    def expectation(self) -> Fraction:
        return _mean((outcome.combinations, outcome.net) for outcome in self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the wager named; positive means that the house is ahead."""
        return -self.expectation

    @property
    def average_staked(self) -> Fraction:
        return _mean((outcome.combinations, outcome.staked) for outcome in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit of all money staked."""
        return self.house_edge / self.average_staked

    @property
    def hit_frequency(self) -> Fraction:
        return _mean((outcome.combinations, Fraction(outcome.net > 0)) for outcome in self.outcomes)

    @property
    def variance(self) -> Fraction:
        square = _mean((outcome.combinations, outcome.net**2) for outcome in self.outcomes)
        return square - self.expectation**2

    @property
    def standard_deviation(self) -> str:
        return root(self.variance)

    @property
    def standard_error(self) -> str | None:
        """Of the house edge, where it is estimated."""
        if self.sampled is None:
            return None
        each = self.variance / self.sampled if self.edge_variance is None else self.edge_variance
        return root(Fraction(0) if self.zero_sum else each)

    @property
    def estimated(self) -> bool:
        """True where the house edge is an estimate."""
        return self.sampled is not None and not self.zero_sum

    @property
    def exact(self) -> str | None:
        """The house edge as a fraction, where there is one to give."""
        return None if self.estimated or self.rounded else fraction(self.house_edge)

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "house_edge": decimal(self.house_edge),
            "exact": self.exact,
            "element_of_risk": decimal(self.element_of_risk),
            "hit_frequency": decimal(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "per": self.per,
            "outcomes": [
                {
                    "result": outcome.result,
                    "probability": decimal(Fraction(outcome.combinations, self.total)),
                    "combinations": outcome.combinations,
                    "pays": outcome.pays,
                    "net": decimal(outcome.net),
                }
                for outcome in self.outcomes
            ],
        }
        if self.sampled is not None:
            row |= {"standard_error": self.standard_error, "sampled_rounds": self.sampled}
        if self.quotes:
            row["quotes"] = {
                way: {"house_edge": decimal(edge), "exact": None if self.rounded else fraction(edge)}
                for way, edge in self.quotes.items()
            }
        if self.note:
            row["note"] = self.note
        return row


@dataclass(frozen=True, repr=False)
class Analysis(Tabular):
    """Everything there is to know about one set-up's mathematics."""

    setup: Setup
    wagers: Mapping[str, WagerAnalysis]
    strategy: Mapping[str, Any] | None = None
    seconds: float = 0.0
    notes: Sequence[str] = field(default=())

    percentages = frozenset({"house_edge", "element_of_risk", "hit_frequency", "standard_error"})

    def rows(self) -> list[Row]:
        """Every wager with its figures; the house edge is an exact fraction.

        >>> from pitboss import analyze
        >>> row = analyze("chapter4/roulette", wager="red").rows()[0]
        >>> row["wager"], row["house_edge"], row["hit_frequency"]
        ('red', Fraction(1, 19), Fraction(9, 19))
        """
        found: list[Row] = []
        for name, wager in self.wagers.items():
            row: Row = {
                "wager": name,
                "house_edge": wager.house_edge,
                "element_of_risk": wager.element_of_risk,
                "hit_frequency": wager.hit_frequency,
                "standard_deviation": float(wager.standard_deviation),
                "per": wager.per,
            }
            if any(each.sampled is not None for each in self.wagers.values()):
                row["standard_error"] = None if wager.standard_error is None else Fraction(wager.standard_error)
            found.append(row)
        return found

    def caption(self) -> str:
        return f"{self.setup.entry.title}, {self.setup.entry.name}"

    def remarks(self) -> Sequence[str]:
        """The best strategy in words, what the figures rest on and what they leave out."""
        from pitboss.solve.figures import remarks, strategy_words

        return [*strategy_words(self.strategy), *remarks(self)]

    def as_json(self) -> dict[str, Any]:
        return {
            "rulebook": self.setup.entry.rulebook,
            "game": self.setup.entry.game,
            "options": self.setup.in_force,
            "chosen": dict(self.setup.chosen),
            "pay_tables": {name: dict(lines) for name, lines in self.setup.changed_tables.items()},
            "wagers": {name: wager.as_json() for name, wager in self.wagers.items()},
            "strategy": self.strategy,
            "notes": list(self.notes),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Asked:
    """What is wanted of a solver that may take long: some wagers (None is all), and the cluster to count on.

    ``edges_only``: nothing but house edges is looked at, as where many set-ups are compared.

    ``analyze`` hands it to every solver whose ``solve`` has a parameter ``asked``; the others solve all there is, here.
    """

    wagers: frozenset[str] | None = None
    cluster: str | None = None
    edges_only: bool = False

    def wants(self, wager: str) -> bool:
        return self.wagers is None or wager in self.wagers


EVERYTHING = Asked()


def tally(rows: Iterable[tuple[str, int, Fraction, Fraction, str]]) -> tuple[Outcome, ...]:
    """Gather combinations by result, leaving out what cannot happen; best results first."""
    found: dict[tuple[str, Fraction, Fraction, str], int] = {}
    for result, combinations, net, staked, pays in rows:
        if combinations:
            key = (result, net, staked, pays)
            found[key] = found.get(key, 0) + combinations
    outcomes = [Outcome(key[0], count, key[1], key[2], key[3]) for key, count in found.items()]
    return tuple(sorted(outcomes, key=lambda outcome: (-outcome.net, outcome.result)))


def simple(rows: Iterable[tuple[int, Price]]) -> tuple[Outcome, ...]:
    """The outcomes of a wager that is made once and stakes one unit."""
    return tally((price.reason, count, price.net, Fraction(1), price.pays) for count, price in rows)


def counted(
    price: Prices, wager: str, counts: Mapping[Class, int], decides: Decides[Class], per: str, note: str = ""
) -> WagerAnalysis:
    """A wager that is made once and to which nothing is added, over the classes of outcomes and their counts."""
    rows = (
        (count, price(part.wager, part.case, part.names))
        for found, count in counts.items()
        if count
        for part in decides(wager, found)
    )
    return WagerAnalysis(simple(rows), per=per, note=note)


def decimal(value: Fraction) -> str:
    """A fraction as a string of decimal digits, rounded in the last.

    >>> decimal(Fraction(1, 19)), decimal(Fraction(-7, 495))
    ('0.052631578947', '-0.014141414141')
    """
    scaled = round(abs(value) * 10**DIGITS)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{scaled // 10**DIGITS}.{scaled % 10**DIGITS:0{DIGITS}d}"


def costs_of_rules(edges: Mapping[str, Fraction], best: Fraction) -> dict[str, dict[str, str]]:
    """Rules that are easier to keep than the best play, the cheapest first: the edge of each, and how much more it is.

    >>> costs_of_rules({"play every hand": Fraction(1, 8)}, Fraction(1, 10))
    {'play every hand': {'house_edge': '0.125000000000', 'costs': '0.025000000000'}}
    """
    cheapest = sorted(edges.items(), key=lambda rule: rule[1])
    return {rule: {"house_edge": decimal(edge), "costs": decimal(edge - best)} for rule, edge in cheapest}


def fraction(value: Fraction) -> str:
    """A fraction as ``p/q``.

    >>> fraction(Fraction(2))
    '2/1'
    """
    return f"{value.numerator}/{value.denominator}"


def root(value: Fraction) -> str:
    """The square root of a fraction as decimal digits.

    >>> root(Fraction(2))
    '1.414213562373'
    """
    if value < 10**18:
        return decimal(Fraction(isqrt(value.numerator * 10 ** (2 * DIGITS) // value.denominator), 10**DIGITS))
    with localcontext() as context:
        context.prec = 30
        return str((Decimal(value.numerator) / value.denominator).sqrt())


def _mean(weighted: Iterable[tuple[int, Fraction]]) -> Fraction:
    total, weight = Fraction(0), 0
    sums: dict[int, int] = {}
    for count, value in weighted:
        weight += count
        sums[value.denominator] = sums.get(value.denominator, 0) + count * value.numerator
    for denominator, amount in sums.items():
        total += Fraction(amount, denominator)
    return total / weight if weight else total
