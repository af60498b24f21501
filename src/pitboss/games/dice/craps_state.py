"""What a craps table carries from roll to roll: what it may be in a record, and how it looks to a player."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.engine.wagers import Bet
from pitboss.errors import RecordError
from pitboss.games.dice.craps_bets import is_off, puck_of
from pitboss.games.dice.craps_shooter import ANOTHER
from pitboss.games.dice.rolls import COME, LINE, POINTS
from pitboss.money import signed
from pitboss.numerals import whole
from pitboss.rulebook.setup import Setup


def check_carry(setup: Setup, carry: Mapping[str, Any]) -> None:
    """Refuse what cannot have carried over."""
    for key, value in carry.items():
        if key in _SHAPES:
            fits, text = _SHAPES[key]
            if not fits(setup, value):
                raise RecordError(f"carry.{key}: {text}")


def _is_point(setup: Setup, value: Any) -> bool:
    return type(value) is int and value in POINTS


def _is_shooter(setup: Setup, value: Any) -> bool:
    return value == ANOTHER or (type(value) is int and 1 <= value <= setup.seats)


def _is_count(setup: Setup, value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_flag(setup: Setup, value: Any) -> bool:
    return isinstance(value, bool)


def _is_names_by_seat(setup: Setup, value: Any) -> bool:
    return isinstance(value, dict) and all(
        _is_seat(setup, seat) and _are_names(names) and all(name.partition(" ")[0] in setup.offers for name in names)
        for seat, names in value.items()
    )


def _is_collection(setup: Setup, value: Any) -> bool:
    return isinstance(value, dict) and all(
        _is_seat(setup, seat)
        and isinstance(mine, dict)
        and all(wager in (setup.term("collects") or ()) and _are_names(found) for wager, found in mine.items())
        for seat, mine in value.items()
    )


def _is_seat(setup: Setup, key: Any) -> bool:
    seat = whole(key) if isinstance(key, str) else None
    return seat is not None and 1 <= seat <= setup.seats


def _are_names(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


_SHAPES: dict[str, tuple[Callable[[Setup, Any], bool], str]] = {
    "point": (_is_point, f"a point is one of {', '.join(map(str, POINTS))}"),
    "shooter": (_is_shooter, f'write the seat that has the dice, or "{ANOTHER}" for a player not in the record'),
    "come_outs": (_is_count, "write how many come-out rolls the shooter has thrown"),
    "rolls": (_is_count, "write how many rolls there were since the last 7"),
    "passing": (_is_flag, "write true when the dice pass on before the next roll"),
    "made": (_is_flag, "write true when the last roll made the point"),
    "no_line": (_is_flag, "write true when the shooter rolls without a line bet"),
    "on": (_is_names_by_seat, 'write the wagers called on by seat, like { 1 = ["come_odds 9"] }'),
    "reduced": (_is_names_by_seat, 'write the wagers that were reduced by seat, like { 1 = ["dont_pass"] }'),
    "collected": (_is_collection, 'write what each wager has collected by seat, like { 1 = { fire = ["4", "10"] } }'),
}


# -- What a player sees between rolls ---------------------------------------------------------------------------------


def shown(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """The puck, the dice, and what a player has up."""
    puck = puck_of(carry)
    mine = [bet for bet in standing if bet.seat == seat]
    where = "off: a come-out roll is next" if puck.point is None else f"on {puck.point}"
    holds_line = any(bet.wager in LINE for bet in mine)
    may_shoot = puck.point is not None or holds_line or not puck.line
    lines = [f"The puck is {where}. {_who_shoots(carry, seat, may_shoot, _may_do_without(setup, carry, standing))}"]
    works = [bet for bet in mine if not is_off(setup, carry, mine, bet)]
    off = [bet for bet in mine if bet not in works]
    if works:
        lines.append(f"Up: {_amounts(works)}.")
    if off:
        lines.append(f"Up, and off on this roll unless called on: {_amounts(off)}.")
    for wager, found in carry.get("collected", {}).get(str(seat), {}).items():
        lines.append(f"{setup.offers[wager].title} has {' '.join(found)}.")
    return lines


def _may_do_without(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet]) -> bool:
    """True when the shooter made the point and may roll on without a line bet, to decide the Come bets."""
    own_points = any(bet.wager in COME and bet.on for bet in standing)
    return bool(setup.term("roll_without_line") and carry.get("made") and own_points)


def _who_shoots(carry: Mapping[str, Any], seat: int, may_shoot: bool, may_do_without: bool) -> str:
    shooter = carry.get("shooter")
    if shooter is None or carry.get("passing"):
        how = "The dice are offered" if shooter is None else "The dice pass on"
        return f"{how}." if may_shoot else f"{how}: bet Pass or Don't Pass to take them."
    if shooter == ANOTHER:
        return "Another player shoots."
    if shooter != seat:
        return f"Seat {shooter} shoots."
    if may_shoot:
        return "You shoot."
    or_without = ", or roll without a line bet for the Come bets alone" if may_do_without else ""
    return f"You shoot: bet Pass or Don't Pass, or pass the dice{or_without}."


def _amounts(bets: Sequence[Bet]) -> str:
    return ", ".join(f"{bet.name.replace('_', ' ')} {signed(bet.stake).lstrip('+')}" for bet in bets)
