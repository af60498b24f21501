"""Craps for the simulator: a player who keeps wagers up, and the table as an automaton built by the engine itself.

A state of the automaton is what the next roll depends on: the puck, what is up, and what a side wager has collected.
Each state is played at a real table once for every combination of the dice; the kernel then only follows the arrows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import Bet, admit_amount, read_bets
from pitboss.errors import PitbossError, Refused
from pitboss.games import game_of
from pitboss.games.dice.craps_bets import charged_on_win, in_window, most_odds, vigorish
from pitboss.games.dice.craps_shooter import ANOTHER
from pitboss.games.dice.rolls import COME, ODDS, POINTS, ROLLS, WITH_THE_LINE, Puck, off_by_default
from pitboss.money import Money, cents, dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Line, NoKernel
from pitboss.simulation.plan import SEAT, Plan, row_of, rows_of
from pitboss.simulation.script import Policy

STANDING, FULL_ODDS, WORKING, FULL_ODDS_WORKING = "standing", "full_odds", "working", "full_odds_working"
STRATEGIES = (STANDING, FULL_ODDS, WORKING, FULL_ODDS_WORKING)
RULES = {
    STANDING: "the wagers named are made again whenever the table takes them",
    FULL_ODDS: "the wagers named are kept up, with all the odds the table takes",
    WORKING: "the wagers named are kept up, and called on for come-out rolls",
    FULL_ODDS_WORKING: "the wagers named are kept up with all odds, and called on for come-out rolls",
}
COMBINATIONS = tuple(dict.fromkeys(roll.combination for roll in ROLLS))
MOST_STATES = (1 << 16) // len(COMBINATIONS)
Results = dict[str, tuple[int, int, int]]


def rule_of(plan: Plan) -> str:
    """The strategy in words."""
    goes_back = "; what is up when a session ends goes back undecided" if plan.session is not None else ""
    return RULES[plan.strategy] + goes_back


def policy(setup: Setup, name: str) -> Policy:
    """Craps asks nobody anything: all there is to decide is what is up."""
    return lambda played: ""


def opening(setup: Setup) -> dict[str, Any]:
    """Somebody else shoots, so that the player may bet as planned."""
    return {"shooter": ANOTHER}


# -- What the player puts up ------------------------------------------------------------------------------------------


def read_wagers(setup: Setup, wagers: Mapping[str, Money]) -> dict[str, int]:
    """The wagers to be kept up; odds on Come and Put bets are named once, for every number."""
    game = game_of(setup.entry)
    found: dict[str, int] = {}
    for name, amount in wagers.items():
        wager = str(name).strip()
        if wager in ODDS:
            setup.offer(wager)
            found[wager] = cents(amount)
            continue
        bet = read_bets(setup, game, SEAT, {wager: amount})[0]
        if bet.wager in (*COME, *ODDS) and bet.on is not None:
            raise Refused(
                f"{bet.name}: name {bet.wager} without the number; the dice decide where it goes", bet.offer.cite
            )
        admit_amount(bet)
        found[bet.name] = bet.stake
    for name in found:
        flat = ODDS.get(name)
        if flat is not None and flat not in {other.partition(" ")[0] for other in found}:
            raise Refused(
                f"{setup.offers[name].title} needs {setup.offers[flat].title} as well", setup.offers[name].cite
            )
    return found


def usual_wagers(setup: Setup) -> dict[str, int]:
    """Ten dollars on the Pass Line, or what the table takes."""
    return read_wagers(setup, {"pass_line": dollars(max(1000, setup.offers["pass_line"].min or 0))})


def most_up(setup: Setup, wagers: Mapping[str, int], strategy: str) -> int:
    """More than this the player never has on the layout."""
    total = 0
    for name, stake in wagers.items():
        wager, _, number = name.partition(" ")
        if wager in ODDS:
            continue
        odds = next((odds for odds, flat in ODDS.items() if flat == wager and odds in setup.offers), None)
        behind = (
            max((_odds_on(setup, wagers, strategy, odds, point, stake) for point in POINTS), default=0) if odds else 0
        )
        each = stake + behind + (vigorish(setup, wager, number, stake) if wager in setup.term("vigorish") else 0)
        total += each * (len(POINTS) + 1 if wager in COME else 1)
    return total


def moves(
    setup: Setup, plan: Plan, carry: Mapping[str, Any], standing: Sequence[Bet]
) -> tuple[dict[str, str], list[str]]:
    """What the player makes and says before the next roll."""
    point = carry.get("point")
    up = {bet.name: bet.stake for bet in standing}
    new: dict[str, int] = {}
    for name, stake in plan.wagers.items():
        wager = name.partition(" ")[0]
        if wager in ODDS or name in up:
            continue
        if (wager in WITH_THE_LINE and point is not None) or (wager in COME and point is None):
            continue
        if in_window(setup, carry, wager):
            new[name] = stake
    for odds, flat in ODDS.items():
        if odds in setup.offers:
            new |= _odds(setup, plan, odds, flat, point, up, new)
    says = ["on all"] if _calls_on(setup, plan, point, [*up, *new]) else []
    return {name: dollars(stake) for name, stake in new.items()}, says


def _calls_on(setup: Setup, plan: Plan, point: int | None, names: Sequence[str]) -> bool:
    works = plan.strategy in (WORKING, FULL_ODDS_WORKING) and point is None
    return works and any(off_by_default(setup, name.partition(" ")[0], Puck()) for name in names)


def _odds(
    setup: Setup, plan: Plan, odds: str, flat: str, point: int | None, up: Mapping[str, int], new: Mapping[str, int]
) -> dict[str, int]:
    """Odds behind every flat bet whose point is set and that has none."""
    found = {}
    for name, stake in ({**up, **new} if flat == "put" else up).items():
        wager, _, spot = name.partition(" ")
        if wager != flat:
            continue
        number = int(spot) if spot else point
        if number is None:
            continue
        behind = f"{odds} {spot}".strip()
        amount = _odds_on(setup, plan.wagers, plan.strategy, odds, number, stake)
        if behind not in up and amount:
            found[behind] = amount
    return found


def _odds_on(setup: Setup, wagers: Mapping[str, int], strategy: str, odds: str, point: int, flat: int) -> int:
    """How much odds the player takes: what was planned, as far as the table takes it, or all it takes."""
    most = most_odds(setup, odds, point, flat)
    if strategy in (FULL_ODDS, FULL_ODDS_WORKING):
        return most
    wanted = min(wagers.get(odds, 0), most)
    return wanted - wanted % setup.offers[odds].unit_on(str(point))


def results_of(setup: Setup, plan: Plan, played: Round) -> Results:
    """What was decided in a roll: net, stake and number of wagers, by the wager it is reported under.

    The vigorish is counted when its wager is decided, whenever it was collected.
    """
    found: Results = {}
    for row in played.settlements:
        if row.outcome == "stays":
            continue
        name = row_of(setup, plan.wagers, f"{row.wager} {row.on}" if row.on else row.wager)
        net, staked, bets = found.get(name, (0, 0, 0))
        fee = 0
        if row.wager in setup.term("vigorish"):
            number = row.on or ""
            if not charged_on_win(setup, row.wager, number) or row.outcome == "win":
                fee = vigorish(setup, row.wager, number, row.staked)
        behind = row.wager in ODDS and row.wager not in plan.wagers  # odds go with the bet they are behind
        found[name] = (net + row.net - fee, staked + row.staked, bets + (0 if behind else 1))
    return found


# -- The automaton ----------------------------------------------------------------------------------------------------

State = tuple[Any, ...]


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """Every state there is with these wagers, and what each combination of the dice does in it."""
    rows = rows_of(setup, plan.wagers)
    key = ("v1", plan.edition, plan.options, plan.pay_tables, dict(plan.wagers), plan.strategy)
    built = kept("craps", key, lambda: _automaton(plan, setup, list(rows)))
    which = [COMBINATIONS.index(roll.combination) for roll in ROLLS]
    kinds = np.arange(built["onward"].size, dtype=np.uint16).reshape(built["onward"].shape)
    return Dealing(
        "pitboss.simulation.craps_kernel.deal_rolls",
        (built["onward"][:, which].astype(np.int32).ravel() * len(ROLLS), kinds[:, which].ravel()),
        {name: Line(unit, *built["results"][at]) for at, (name, unit) in enumerate(rows.items())},
        fee=0,
        needs=most_up(setup, plan.wagers, plan.strategy),
        rule=rule_of(plan),
        walker="pitboss.simulation.craps_kernel.walk_rolls",
    )


def _automaton(plan: Plan, setup: Setup, rows: Sequence[str]) -> dict[str, NDArray[Any]]:
    """From every state the state each combination leads to, and what it decides on the way."""
    features = any(name in (setup.term("collects") or ()) for name in plan.wagers)
    numbers = {_state(opening(setup), [], features): 0}
    waiting = list(numbers)
    onward: list[list[int]] = []
    results: list[Results] = []
    while waiting:
        arrows = []
        for after, found in _rolls(plan, setup, waiting.pop(0), features):
            results.append(found)
            if after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            arrows.append(numbers[after])
        onward.append(arrows)
        if len(numbers) > MOST_STATES:
            raise NoKernel("these wagers can stand in too many ways for a kernel; the script engine plays them")
    lines = [[found.get(name, (0, 0, 0)) for found in results] for name in rows]
    return {
        "onward": np.array(onward, dtype=np.int32),
        "results": np.ascontiguousarray(np.array(lines, dtype=np.int64).transpose(0, 2, 1)),
    }


def _state(carry: Mapping[str, Any], standing: Sequence[Bet], features: bool) -> State:
    """What the next roll depends on. Whose turn it is matters to wagers over a whole turn only."""
    turn: tuple[Any, ...] = ()
    if features:
        fresh = bool(carry.get("passing"))
        collected = carry.get("collected", {}).get(str(SEAT), {})
        turn = (
            0 if fresh else min(1, carry.get("come_outs", 0)),
            0 if fresh else min(1, carry.get("rolls", 0)),
            tuple((wager, tuple(items)) for wager, items in sorted(collected.items())),
        )
    up = tuple(sorted((bet.name, bet.stake, bet.stood) for bet in standing))
    return (carry.get("point"), turn, up)


def _rolls(plan: Plan, setup: Setup, state: State, features: bool) -> Iterator[tuple[State, Results]]:
    """Play every combination of the dice in a state."""
    point, turn, up = state
    carry: dict[str, Any] = opening(setup)
    if point is not None:
        carry["point"] = point
    if turn:
        carry |= {"come_outs": turn[0], "rolls": turn[1]}
        if turn[2]:
            carry["collected"] = {str(SEAT): {wager: list(items) for wager, items in turn[2]}}
    table = Table(setup, game_of(setup.entry), seed=0)
    bets = read_bets(setup, table.game, SEAT, {name: dollars(stake) for name, stake, _ in up})
    standing = [replace(bet, stood=stood) for bet, (_, _, stood) in zip(bets, up, strict=True)]
    wagers, says = moves(setup, plan, carry, standing)
    for combination in COMBINATIONS:
        table.carry, table.standing = carry, standing
        draws = WrittenDraws({"dice": [combination]})
        try:
            played = table.deal({SEAT: wagers}, says={SEAT: says} if says else None, draws=draws)
        except PitbossError as error:
            raise NoKernel(f"the table does not take these wagers: {error.sentence}") from error
        table.forget()
        yield _state(table.carry, table.standing, features), results_of(setup, plan, played)
