"""Craps: every wager by the chain of rolls that decides it, quoted per wager made, per wager resolved and per roll."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from pitboss.engine.verdict import Verdict, judge
from pitboss.games.dice.craps import is_one_roll, lines_of, spots
from pitboss.games.dice.craps_bets import charged_on_win, odds_multiple, vigorish
from pitboss.games.dice.craps_features import COUNTS
from pitboss.games.dice.rolls import (
    COME,
    ODDS,
    POINTS,
    ROLLS,
    WITH_THE_LINE,
    WRONG_ODDS,
    Puck,
    Roll,
    case_of,
    one_roll_case,
)
from pitboss.money import To
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Outcome, Progress, WagerAnalysis, tally

MADE, RESOLVED, ROLLED = "per wager made", "per wager resolved", "per roll"
PER = "unit of the wager, per wager made"
# Large enough that the vigorish on it is whole cents at any rate a house would post.
MANY_UNITS = 10**6
MULTIPLES = (1, 2, 3, 5, 10, 20, 50, 100)
FAIR = Fraction(1, len(ROLLS))


@dataclass(frozen=True, slots=True)
class State:
    """A wager that is up: the puck, and the number it is on."""

    wager: str
    on: str | None
    puck: Puck


@dataclass
class Ends:
    """How a wager ends from here, with what probability, and how many rolls that takes on average."""

    chances: dict[tuple[str, tuple[str, ...]], Fraction] = field(default_factory=dict)
    rolls: Fraction = Fraction(0)

    def add(self, end: tuple[str, tuple[str, ...]], chance: Fraction) -> None:
        self.chances[end] = self.chances.get(end, Fraction(0)) + chance


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer, on each spot that is paid differently."""
    wagers: dict[str, WagerAnalysis] = {}
    for wager in setup.offers:
        if wager in (setup.term("collects") or ()):
            wagers[wager] = _feature(setup, wager)
        elif wager in ODDS or (spots(setup, setup.offers[wager]) and wager not in COME):
            for spot in _points_or_spots(setup, wager):
                wagers[f"{wager} {spot}"] = _analysed(setup, wager, *_on_spot(wager, spot))
        else:
            wagers[wager] = _analysed(setup, wager, None, Puck() if wager in WITH_THE_LINE else Puck(POINTS[0]))
    for line, odds in (("pass_line", "pass_odds"), ("dont_pass", "dont_pass_odds")):
        if line in setup.offers and odds in setup.offers:
            for multiple in _multiples(setup, odds):
                wagers[f"{line}, with {multiple}x odds"] = _with_odds(setup, line, odds, multiple)
    return Analysis(setup, wagers, notes=_notes())


def _notes() -> tuple[str, ...]:
    return (
        "The house edge is per wager made. Per wager resolved leaves out wagers that are returned; per roll divides by "
        "the rolls on which the wager works until it is decided.",
        "With odds, the house edge is per unit of the line bet and the element of risk per unit of all that is staked; "
        "odds are staked whenever a point is set. Where the rulebook limits Don't odds by what they win, a multiple of "
        "them is of that; where some points have a smaller multiple, no more than that is staked on them.",
    )


def _points_or_spots(setup: Setup, wager: str) -> list[str]:
    return (
        [str(point) for point in POINTS]
        if wager in ODDS
        else [spot for spot in spots(setup, setup.offers[wager]) if spot]
    )


def _on_spot(wager: str, spot: str) -> tuple[str | None, Puck]:
    """Line odds are on the point of the table; everything else is on its own number."""
    return (None, Puck(int(spot))) if wager in ("pass_odds", "dont_pass_odds") else (spot, Puck(POINTS[0]))


# -- The chain --------------------------------------------------------------------------------------------------------


def _roll(setup: Setup, state: State, roll: Roll) -> tuple[str, tuple[str, ...], State | None]:
    """The case of a roll, the pay table line, and the state in which the wager goes on if it does."""
    wager = state.wager
    if is_one_roll(setup, wager):
        return (*one_roll_case(setup, wager, state.on, roll), None)
    case = case_of(wager, state.on, state.puck, roll)
    line = lines_of(wager, state.on, state.puck)
    if setup.offers[wager].rulings[case][0].kind != "stays":
        return case, line, None
    on = str(roll.total) if wager in COME and state.on is None else state.on
    puck = state.puck.after(roll) if wager in WITH_THE_LINE else state.puck
    return case, line, State(wager, on, puck)


def ends_of(setup: Setup, state: State) -> Ends:
    """All ways a wager can end from a state. Rolls that leave it as it is are left out of the odds."""
    ends, stays = Ends(rolls=Fraction(1)), Fraction(0)
    for roll in ROLLS:
        case, line, onward = _roll(setup, state, roll)
        if onward == state:
            stays += FAIR
        elif onward is None:
            ends.add((case, line), FAIR)
        else:
            later = ends_of(setup, onward)
            ends.rolls += FAIR * later.rolls
            for end, chance in later.chances.items():
                ends.add(end, FAIR * chance)
    return Ends({end: chance / (1 - stays) for end, chance in ends.chances.items()}, ends.rolls / (1 - stays))


def _analysed(setup: Setup, wager: str, on: str | None, puck: Puck) -> WagerAnalysis:
    ends = ends_of(setup, State(wager, on, puck))
    rows = [(chance, *_priced(setup, wager, case, line, on)) for (case, line), chance in ends.chances.items()]
    return _quoted(rows, ends.rolls)


def _priced(setup: Setup, wager: str, case: str, line: tuple[str, ...], on: str | None) -> tuple[Fraction, Verdict]:
    """What a case nets per unit, the vigorish included, by the table's own settlement."""
    offer = setup.offers[wager]
    stake = offer.unit_on(line[0] if line else on) * MANY_UNITS
    verdict = judge(setup, offer, stake, case, line)
    net = verdict.gain
    if wager in setup.term("vigorish"):
        number = on or ""
        if not charged_on_win(setup, wager, number) or verdict.outcome == "win":
            net -= vigorish(setup, wager, number, stake)
    return Fraction(net, stake), verdict


def _quoted(rows: list[tuple[Fraction, Fraction, Verdict]], rolls: Fraction) -> WagerAnalysis:
    """The distribution in whole combinations, and the edge in each way the trade quotes it."""
    found = WagerAnalysis(
        _combinations(
            (verdict.reason, chance, net, Fraction(1), verdict.odds or verdict.outcome) for chance, net, verdict in rows
        ),
        per=PER,
    )
    returned = sum((chance for chance, _, verdict in rows if verdict.outcome in ("push", "void")), Fraction(0))
    edge = found.house_edge
    return WagerAnalysis(
        found.outcomes, per=PER, quotes={MADE: edge, RESOLVED: edge / (1 - returned), ROLLED: edge / rolls}
    )


def _combinations(rows: Iterator[tuple[str, Fraction, Fraction, Fraction, str]]) -> tuple[Outcome, ...]:
    listed = list(rows)
    common = lcm(*(chance.denominator for _, chance, _, _, _ in listed))
    return tally((result, int(chance * common), net, staked, pays) for result, chance, net, staked, pays in listed)


# -- A line bet with odds ---------------------------------------------------------------------------------------------


def _multiples(setup: Setup, odds: str) -> list[int]:
    most = max(odds_multiple(setup, odds, point) for point in POINTS)
    return sorted({multiple for multiple in MULTIPLES if multiple < most} | {most})


def _with_odds(setup: Setup, line: str, odds: str, multiple: int) -> WagerAnalysis:
    """The line bet and a multiple of it as odds whenever there is a point, per unit of the line bet."""
    rows: list[tuple[str, Fraction, Fraction, Fraction, str]] = []
    for roll in ROLLS:
        case, hand, onward = _roll(setup, State(line, None, Puck()), roll)
        if onward is None:
            net, verdict = _priced(setup, line, case, hand, None)
            rows.append((verdict.reason, FAIR, net, Fraction(1), verdict.odds or verdict.outcome))
            continue
        point = onward.puck.point
        assert point is not None
        times = Fraction(min(multiple, odds_multiple(setup, odds, point)))
        pays = setup.offers[odds].pays
        assert pays is not None
        pay = pays.lines[str(point)]
        if odds in WRONG_ODDS and setup.term("dont_odds_limit") == "win" and isinstance(pay, To):
            times *= Fraction(pay.per, pay.wins)
        for (later, hand), chance in ends_of(setup, onward).chances.items():
            flat, verdict = _priced(setup, line, later, hand, None)
            behind, _ = _priced(setup, odds, later, (str(point),), None)
            label = f"{verdict.reason}, point {point}"
            rows.append((label, FAIR * chance, flat + times * behind, 1 + times, str(pay) if behind > 0 else ""))
    return WagerAnalysis(_combinations(iter(rows)), per="unit of the line bet, per line bet made")


# -- Wagers that collect ----------------------------------------------------------------------------------------------


def _feature(setup: Setup, wager: str) -> WagerAnalysis:
    rule = setup.term("collects")[wager]
    if rule["what"] == "points_made":
        chances, rolls = _points_made([int(group) for group in rule["of"]])
    else:
        chances, rolls = _collected([group.split() for group in rule["of"]], rule["what"], rule["paid"] == "at_once")
    rows = []
    for complete, chance in chances.items():
        at_once = complete == len(rule["of"]) and rule["paid"] == "at_once"
        line = (COUNTS[complete],) if len(rule["of"]) > 1 or not at_once else ()
        rows.append((chance, *_priced(setup, wager, "complete" if at_once else "seven", line, None)))
    return _quoted(rows, rolls)


def _points_made(points: list[int]) -> tuple[dict[int, Fraction], Fraction]:
    """How many different points a shooter makes before a 7 out, and the rolls that takes."""
    ways = {point: sum(roll.total == point for roll in ROLLS) for point in POINTS}
    sevens = sum(roll.total == 7 for roll in ROLLS)
    comes = {point: Fraction(ways[point], sum(ways.values())) for point in POINTS}
    makes = {point: Fraction(ways[point], ways[point] + sevens) for point in POINTS}
    chances: dict[int, Fraction] = {}
    now = {frozenset[int](): Fraction(1)}
    while now:
        later: dict[frozenset[int], Fraction] = {}
        for made, chance in now.items():
            again = sum((comes[p] * makes[p] for p in POINTS if p in made or p not in points), Fraction(0))
            chance /= 1 - again
            lost = sum((comes[p] * (1 - makes[p]) for p in POINTS), Fraction(0))
            chances[len(made)] = chances.get(len(made), Fraction(0)) + chance * lost
            for point in points:
                if point not in made:
                    into = made | {point}
                    later[into] = later.get(into, Fraction(0)) + chance * comes[point] * makes[point]
        now = later
    come_out = Fraction(len(ROLLS), sum(ways.values()))
    one_hand = come_out + sum((comes[p] * Fraction(len(ROLLS), ways[p] + sevens) for p in POINTS), Fraction(0))
    return chances, one_hand / sum((comes[p] * (1 - makes[p]) for p in POINTS), Fraction(0))


def _collected(groups: list[list[str]], what: str, at_once: bool) -> tuple[dict[int, Fraction], Fraction]:
    """How many groups are complete when the first 7 comes, and the rolls until the wager is decided.

    Let the rolls come at random times, each of the 36 at rate one. An item of ``w`` ways has not come by the time ``t``
    with probability ``y^w``, where ``y = exp(-t)``, and independently of the others; the first 7 comes with density
    ``6 y^5 dy``. So everything is a polynomial in ``y``, integrated from 0 to 1.
    """
    name = (lambda roll: roll.combination) if what == "combinations" else (lambda roll: str(roll.total))
    sevens = sum(roll.total == 7 for roll in ROLLS)
    complete: list[list[int]] = [[1]]
    for group in groups:
        done = [1]
        for item in group:
            done = _times(done, [1] + [0] * (sum(name(roll) == item for roll in ROLLS) - 1) + [-1])
        missing = [(1 if power == 0 else 0) - factor for power, factor in enumerate(done)]
        complete = [
            _plus(_times(complete[k], missing) if k < len(complete) else [], _times(complete[k - 1], done) if k else [])
            for k in range(len(complete) + 1)
        ]
    chances = {k: sevens * _integral(poly, sevens - 1) for k, poly in enumerate(complete)}
    waiting = _plus([1], [-factor for factor in complete[-1]]) if at_once else [1]
    return chances, len(ROLLS) * _integral(waiting, sevens - 1)


def _times(one: list[int], other: list[int]) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _plus(one: list[int], other: list[int]) -> list[int]:
    size = max(len(one), len(other))
    return [(one[i] if i < len(one) else 0) + (other[i] if i < len(other) else 0) for i in range(size)]


def _integral(poly: list[int], power: int) -> Fraction:
    """The integral of ``poly(y) y^power`` over 0 to 1."""
    return sum((Fraction(factor, at + power + 1) for at, factor in enumerate(poly)), Fraction(0))
