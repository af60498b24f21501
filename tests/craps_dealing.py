"""Random play at a craps table: wagers made, changed, called on and taken down between rolls, by several seats."""

import random
from collections.abc import Callable

from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import Bet
from pitboss.errors import Refused
from pitboss.games.dice.craps_bets import in_window, most_odds, point_of, puck_of
from pitboss.games.dice.rolls import COME, LINE, ODDS, off_by_default
from pitboss.money import dollars
from pitboss.rulebook.offers import Offer

Changes = dict[str, str]
FLATS = {flat: odds for odds, flat in ODDS.items()}
CROWDED = 6
"""So many wagers of one seat on the layout are enough: it makes no new ones."""


def roll_round(
    table: Table, count: int, rng: random.Random, random_call: Callable[[dict[int, Changes]], Call | None]
) -> Round | None:
    """Roll once after ``count`` seats made their changes; None when the table takes none of them."""
    seats = rng.sample(range(1, table.setup.seats + 1), k=count)
    wagers: dict[int, Changes] = {}
    says: dict[int, list[str]] = {}
    busy = rng.random() < 0.1
    for seat in seats:
        changes, words = changes_of(table, seat, rng, busy)
        if changes:
            wagers[seat] = changes
        if words:
            says[seat] = words
    shooter = _shooter(table, seats, rng)
    if shooter is not None and not _holds_line(table, wagers):
        _make_ready(table, shooter, wagers, says, rng)
    for made, said, called in ((wagers, says, random_call(wagers)), (wagers, {}, None), (_line_bets(wagers), {}, None)):
        try:
            return table.deal(made, says=_of_seats_in(table, made, said), calls=[called] if called else [])
        except Refused:
            continue
    return None


def leave(table: Table, rng: random.Random) -> int:
    """Let somebody leave, if the table lets go of their wagers; what is collected then, or given back."""
    seats = sorted({bet.seat for bet in table.standing})
    try:
        return sum(fee.amount for fee in table.leave(rng.choice(seats))) if seats else 0
    except Refused:
        return 0


HAPPENINGS = (
    "taken down",
    "reduced",
    "called on",
    "called off",
    "dice passed",
    "odds decided",
    "come bet travels",
    "vigorish charged",
    "vigorish given back",
    "no roll",
    "void",
)
"""What a long enough play at any craps table has seen."""


def happenings(played: Round) -> list[str]:
    """What of that happened in a roll."""
    said = [word.partition(" ")[0] for words in played.says.values() for word in words]
    decided = [row for row in played.settlements if row.outcome != "stays"]
    found = {
        "taken down": bool(played.taken_down),
        "reduced": any(bet.stake < bet.stood for bet in played.bets),
        "called on": "on" in said,
        "called off": "off" in said,
        "dice passed": "pass_dice" in said,
        "odds decided": any(row.wager in ODDS and row.outcome in ("win", "lose") for row in decided),
        "come bet travels": any(bet.goes_to for bet in played.bets),
        "vigorish charged": any(fee.amount > 0 for fee in played.fees),
        "vigorish given back": any(fee.amount < 0 for fee in played.fees),
        "no roll": "dice" not in played.draws.taken,
        "void": any(row.outcome in ("push", "void") for row in decided),
    }
    return [name for name, happened in found.items() if happened]


# -- One seat ---------------------------------------------------------------------------------------------------------


def changes_of(table: Table, seat: int, rng: random.Random, busy: bool) -> tuple[Changes, list[str]]:
    """What a seat does before a roll: a few new wagers, odds, take-downs and new amounts, and what it calls.

    At a busy moment everybody has a wager.
    """
    mine = [bet for bet in table.standing if bet.seat == seat]
    changes: Changes = {}
    for _ in range(rng.randint(1, 2) if mine or busy else rng.randint(0, 1)):
        moves = (_new,) if not mine else (_new, _odds, _less, _down) if len(mine) < CROWDED else (_odds, _down)
        changes |= rng.choice(moves)(table, mine, rng)
    words = []
    if mine and rng.random() < 0.3:
        words = _words(table, mine, rng)
    return changes, words


def _new(table: Table, mine: list[Bet], rng: random.Random) -> Changes:
    offer = rng.choice([offer for offer in table.setup.offers.values() if offer.id not in ODDS])
    carry, name = table.carry, offer.id
    spot = None
    if offer.spots and offer.id not in COME:
        assert table.game.spots is not None
        spot = rng.choice(table.game.spots(table.setup, offer))
        name = f"{name} {spot}"
    comes_too_late = offer.id == "dont_pass" or (offer.id == "pass_line" and not table.setup.term("late_pass"))
    if not in_window(table.setup, carry, offer.id) or ("point" in carry and comes_too_late):
        return {}
    if "point" not in carry and offer.id in COME and not table.setup.term("come_on_come_out"):
        return {}
    changes = {name: amount_on(offer, spot, rng)}
    if offer.equals is not None and "point" not in carry:
        amount = amount_on(table.setup.offers[offer.equals], None, rng)
        changes = {name: amount, offer.equals: amount}
    if (odds := FLATS.get(name)) and spot and odds in table.setup.offers:
        unit = table.setup.offers[odds].unit_on(spot)
        changes[f"{odds} {spot}"] = dollars(unit)
    return changes


def _odds(table: Table, mine: list[Bet], rng: random.Random) -> Changes:
    flats = [bet for bet in mine if FLATS.get(bet.wager) in table.setup.offers]
    if not flats:
        return {}
    flat = rng.choice(flats)
    offer = table.setup.offers[FLATS[flat.wager]]
    point = point_of(table.carry, Bet(flat.seat, offer, 0, flat.on))
    if point is None or (flat.wager in COME and flat.on is None):
        return {}
    unit = offer.unit_on(str(point))
    most = most_odds(table.setup, offer.id, point, flat.stake) // unit
    name = f"{offer.id} {flat.on}" if flat.on else offer.id
    return {name: dollars(unit * rng.choice((most, rng.randint(1, most))))} if most else {}


def _less(table: Table, mine: list[Bet], rng: random.Random) -> Changes:
    free = [bet for bet in mine if may_come_down(table, bet)]
    if not free:
        return {}
    bet = rng.choice(free)
    unit = bet.offer.unit_on(str(point_of(table.carry, bet)) if bet.wager in ODDS else bet.on)
    least = max(unit, bet.offer.min or 0)
    half = bet.stake // 2
    less = half - half % unit
    return {bet.name: dollars(less)} if less >= least else {}


def _down(table: Table, mine: list[Bet], rng: random.Random) -> Changes:
    free = [bet for bet in mine if may_come_down(table, bet)]
    return {rng.choice(free).name: "0"} if free else {}


def _words(table: Table, mine: list[Bet], rng: random.Random) -> list[str]:
    puck = puck_of(table.carry)
    off = [bet.name for bet in mine if off_by_default(table.setup, bet.wager, puck)]
    words = [rng.choice(("pass_dice", "pass_dice", "another_shoots"))] if rng.random() < 0.3 else []
    if off:
        words += [f"{rng.choice(('on', 'on', 'off'))} {rng.choice([*off, 'all'])}"]
    return words


def may_come_down(table: Table, bet: Bet) -> bool:
    assert table.game.release is not None
    try:
        table.game.release(table.setup, table.carry, bet)
    except Refused:
        return False
    return True


def amount_on(offer: Offer, spot: str | None, rng: random.Random) -> str:
    """An amount that can be paid on a spot, within the limits."""
    if offer.exactly is not None:
        return dollars(offer.exactly)
    unit = offer.unit_on(spot)
    low = -(-(offer.min or unit) // unit)
    high = max(low, min(offer.max or 50_000, 50_000) // unit)
    return dollars(unit * rng.choice((low, high, rng.randint(low, high), min(high, low * 4))))


# -- The shooter ------------------------------------------------------------------------------------------------------


def _shooter(table: Table, seats: list[int], rng: random.Random) -> int | None:
    """Who makes a line bet so that the dice can be thrown; nobody when they can be already."""
    if "point" in table.carry or any(bet.wager in LINE for bet in table.standing):
        return None
    had_them = table.carry.get("shooter")
    return had_them if had_them in seats and rng.random() < 0.5 else rng.choice(seats)


def _make_ready(
    table: Table, seat: int, wagers: dict[int, Changes], says: dict[int, list[str]], rng: random.Random
) -> None:
    own_points = any(bet.wager in COME for bet in table.standing)
    may_do_without = table.setup.term("roll_without_line") and table.carry.get("shooter") == seat and own_points
    if may_do_without and rng.random() < 0.5:
        says.setdefault(seat, []).append("no_line_bet")
        return
    if rng.random() < 0.1:
        says.setdefault(seat, []).append("another_shoots")
    line = table.setup.offers[rng.choice(LINE)]
    wagers.setdefault(seat, {})[line.id] = amount_on(line, None, rng)


def _holds_line(table: Table, wagers: dict[int, Changes]) -> bool:
    return any(name in LINE for changes in wagers.values() for name in changes)


def _line_bets(wagers: dict[int, Changes]) -> dict[int, Changes]:
    """Only what it takes to throw the dice."""
    kept = {seat: {name: amount for name, amount in placed.items() if name in LINE} for seat, placed in wagers.items()}
    return {seat: placed for seat, placed in kept.items() if placed}


def _of_seats_in(table: Table, wagers: dict[int, Changes], says: dict[int, list[str]]) -> dict[int, list[str]]:
    """Words of those who have a wager; nobody else has a say."""
    seats = {bet.seat for bet in table.standing} | set(wagers)
    return {seat: words for seat, words in says.items() if seat in seats}
