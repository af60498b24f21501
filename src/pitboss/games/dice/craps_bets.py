"""What a craps table takes: when each wager may be made, changed and taken down, how much odds, and the vigorish."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.engine.events import Basis, Fee
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet, admit_unit
from pitboss.errors import Refused
from pitboss.games.dice.craps_features import has_collected
from pitboss.games.dice.rolls import COME, ODDS, WITH_THE_LINE, WRONG_ODDS, Puck, off_by_default, works_with_flat
from pitboss.money import To, money, percent
from pitboss.rulebook.setup import Setup

WINDOWS = {
    "first_come_out": "before a new shooter's first come-out roll only",
    "come_out_after_seven": "before a new shooter's first come-out roll, or one right after a 7",
    "first_roll": "before a new shooter's first roll, or right after a 7",
}


def puck_of(carry: Mapping[str, Any]) -> Puck:
    return Puck(carry.get("point"), not carry.get("no_line", False))


def is_off(setup: Setup, carry: Mapping[str, Any], bets: Sequence[Bet], bet: Bet) -> bool:
    """True for a wager that does not work on the next roll: it is a come-out roll, and the wager is not called on."""
    if carry.get("point") is not None or not off_by_default(setup, bet.wager, puck_of(carry)):
        return False
    marked = flat_of(bets, bet) if works_with_flat(setup, bet.wager) else bet
    return marked is None or marked.name not in carry.get("on", {}).get(str(bet.seat), ())


# -- Making, changing and taking down -------------------------------------------------------------------------------


def admit_changes(t: Round) -> None:
    """Refuse a wager made at the wrong time, and one that may not be taken down, reduced or put back."""
    puck = puck_of(t.carry)
    for bet in t.taken_down:
        _may_come_down(t.setup, t.carry, bet)
    for bet in t.bets:
        if bet.stake < bet.stood:
            _may_come_down(t.setup, t.carry, bet)
        if bet.stake > bet.stood:
            _may_be_made(t, bet, puck)
        if bet.wager in ODDS:
            _admit_odds(t, bet)


def _may_come_down(setup: Setup, carry: Mapping[str, Any], bet: Bet) -> None:
    """A contract bet stays until it wins or loses."""
    locked: Mapping[str, str] = setup.term("locked")
    if locked.get(bet.wager) not in ("always", "with_point"):
        return
    on_point = bet.on is not None if bet.wager in COME else carry.get("point") is not None
    if locked[bet.wager] == "always" or on_point:
        raise Refused(
            f"seat {bet.seat}: {bet.offer.title} stays up until it is decided; it may not be taken down or reduced",
            setup.cite("locked"),
        )


def _may_be_made(t: Round, bet: Bet, puck: Puck) -> None:
    wager, where = bet.wager, f"seat {bet.seat}: {bet.offer.title}"
    reduced = bet.name in t.carry.get("reduced", {}).get(str(bet.seat), ())
    put_back = reduced and t.term("dont_replace")
    if reduced and not put_back:
        raise Refused(f"{where} was reduced; it may not be increased again", t.cite("dont_replace"))
    late = wager == "pass_line" and t.term("late_pass")
    if wager in WITH_THE_LINE and not puck.come_out and not late and not put_back:
        raise Refused(f"{where} is made or increased before a come-out roll only", bet.offer.cite)
    if wager in COME and not put_back:
        if bet.on is not None:
            raise Refused(
                f"{where} is on {bet.on} by the roll alone; it may not be made there, or increased", bet.offer.cite
            )
        if puck.come_out and not t.term("come_on_come_out"):
            raise Refused(f"{where} is not accepted on a come-out roll", bet.offer.cite)
    if bet.stood and (t.term("locked").get(wager) == "always" or has_collected(t.carry, bet)):
        raise Refused(f"{where} stays as it was made; it may not be increased", t.cite("locked"))
    if not in_window(t.setup, t.carry, wager):
        raise Refused(f"{where} is made {WINDOWS[t.term('windows')[wager]]}", t.cite("windows"))


def in_window(setup: Setup, carry: Mapping[str, Any], wager: str) -> bool:
    """True when a wager over a whole turn may be made now; the others may at any time."""
    window = (setup.term("windows") or {}).get(wager)
    come_out, passing = carry.get("point") is None, carry.get("passing", False)
    match window:
        case "first_come_out":
            return come_out and (passing or carry.get("come_outs", 0) == 0)
        case "come_out_after_seven":
            return come_out and (passing or carry.get("come_outs", 0) == 0 or carry.get("rolls", 0) == 0)
        case "first_roll":
            return bool(passing or carry.get("rolls", 0) == 0)
    return True


def note_reductions(t: Round) -> None:
    """Keep in mind the Don't bets that were reduced, which are not increased again while they are the same bet.

    Where the rulebook lets Don't bets be put back with a point on, those that came down are kept in mind as well.
    """
    may_be_put_back = t.term("dont_replace")
    if may_be_put_back and "point" not in t.carry:
        return
    less = [bet for bet in t.bets if bet.stake < bet.stood] + (t.taken_down if may_be_put_back else [])
    noted = {(bet.seat, bet.name) for bet in less if bet.wager in ("dont_pass", "dont_come")}
    noted |= {(int(seat), name) for seat, names in t.carry.get("reduced", {}).items() for name in names}
    if not may_be_put_back:
        noted &= {(bet.seat, bet.name) for bet in t.bets}
    t.carry.pop("reduced", None)
    if noted:
        seats = sorted({seat for seat, _ in noted})
        t.carry["reduced"] = {str(seat): sorted(name for owner, name in noted if owner == seat) for seat in seats}


# -- Odds -------------------------------------------------------------------------------------------------------------


def flat_of(bets: Sequence[Bet], odds: Bet) -> Bet | None:
    """The bet that an odds wager belongs to."""
    flat = ODDS[odds.wager]
    return next((bet for bet in bets if (bet.seat, bet.wager, bet.on) == (odds.seat, flat, odds.on)), None)


def point_of(carry: Mapping[str, Any], odds: Bet) -> int | None:
    """The point that an odds wager goes by: its own, or the one that is on."""
    return carry.get("point") if odds.on is None else int(odds.on)


def most_odds(setup: Setup, wager: str, point: int, flat: int) -> int:
    """The largest odds wager on a flat bet, the excess that makes it payable included."""
    limit, _ = _odds_limit(setup, wager, point, flat)
    unit = setup.offers[wager].unit_on(str(point))
    units = limit / unit
    whole = units.numerator // units.denominator
    if setup.term("odds_excess") and whole != units:
        whole += 1
    return whole * unit


def odds_multiple(setup: Setup, wager: str, point: int) -> int:
    """How many times a flat bet its odds may be; some houses have another multiple for some points."""
    by_point: int | None = (setup.term("odds_by_point") or {}).get(str(point))
    every: int = setup.term("odds_multiples")[wager]
    return every if by_point is None else by_point


def _odds_limit(setup: Setup, wager: str, point: int, flat: int) -> tuple[Fraction, str]:
    """What limits the odds on a flat bet: a multiple of it or, where that is less, the posted maximum; and the term."""
    limit = Fraction(odds_multiple(setup, wager, point) * flat)
    if wager in WRONG_ODDS and setup.term("dont_odds_limit") == "win":
        pays = setup.offers[wager].pays
        assert pays is not None
        pay = pays.lines[str(point)]
        assert isinstance(pay, To)
        limit *= Fraction(pay.per, pay.wins)
    posted = setup.term("odds_maximum")
    return (Fraction(posted), "odds_maximum") if posted is not None and posted < limit else (limit, "odds_multiples")


_OVER = {"odds_multiples": "the permitted multiple", "odds_maximum": "the posted maximum"}


def _admit_odds(t: Round, bet: Bet) -> None:
    flat = flat_of(t.bets, bet)
    point = point_of(t.carry, bet)
    if flat is None or point is None:
        base = t.setup.entry.wagers[ODDS[bet.wager]].title
        raise Refused(f"seat {bet.seat}: {bet.offer.title} needs {base} with its point set", bet.offer.cite)
    if bet.stake == bet.stood:
        return
    admit_unit(bet, bet.offer.unit_on(str(point)))
    most = most_odds(t.setup, bet.wager, point, flat.stake)
    if bet.stake > most:
        _, term = _odds_limit(t.setup, bet.wager, point, flat.stake)
        least = "" if most else f", and odds here begin at {money(bet.offer.unit_on(str(point)))}"
        raise Refused(
            f"seat {bet.seat}: {bet.offer.title} of {money(bet.stake)} on {money(flat.stake)} is over {_OVER[term]}; "
            f"the most is {money(most)}{least}",
            t.cite(term),
        )


def odds_follow(t: Round) -> None:
    """Odds come down with the bet they belong to, and what is above the limit of a reduced one is returned."""
    for odds in [bet for bet in t.bets if bet.wager in ODDS and bet.stake == bet.stood]:
        flat, point = flat_of(t.bets, odds), point_of(t.carry, odds)
        gone = flat is None and flat_of(t.taken_down, odds) is not None
        if flat is not None and flat.stake < flat.stood and point is not None:
            most = most_odds(t.setup, odds.wager, point, flat.stake)
            gone = most == 0
            odds.stake = min(odds.stake, most or odds.stake)
        if gone:
            t.bets.remove(odds)
            t.taken_down.append(odds)
    t.taken_down.sort(key=lambda bet: (bet.seat, bet.wager, bet.on or ""))


# -- Vigorish ---------------------------------------------------------------------------------------------------------


def vigorish(setup: Setup, wager: str, number: str, stake: int) -> int:
    """What a Buy or Lay bet of this amount is charged."""
    if wager not in setup.term("vigorish") or not stake:
        return 0
    base, rate = _charged_on(setup, wager, number, stake)
    return setup.rounding["vigorish"](base * rate)


def _charged_on(setup: Setup, wager: str, number: str, stake: int) -> tuple[Fraction, Fraction]:
    """The amount that the vigorish of a bet goes by, the wager or what it can win, and the rate."""
    rules = setup.term("vigorish")[wager]
    base = Fraction(stake)
    if rules["of"] == "win":
        pays = setup.offers[wager].pays
        assert pays is not None
        pay = pays.lines[number]
        assert isinstance(pay, To)
        base *= Fraction(pay.wins, pay.per)
    rate = rules["rate"][number] if isinstance(rules["rate"], Mapping) else rules["rate"]
    return base, rate


def _basis(setup: Setup, bet: Bet, stake: int) -> Basis:
    base, rate = _charged_on(setup, bet.wager, bet.on or "", stake)
    what = "what the wager can win" if setup.term("vigorish")[bet.wager]["of"] == "win" else "the wager"
    return Basis(what, of=int(base), rate=percent(rate))


def charged_on_win(setup: Setup, wager: str, number: str) -> bool:
    """True where the vigorish is taken from winning bets only."""
    timing = setup.term("vigorish")[wager]["on_win"]
    return number in timing if isinstance(timing, list | tuple) else bool(timing)


def charge_vigorish(t: Round) -> None:
    """Take the vigorish of bets that are made or increased, and give back that of bets taken down, where it is."""
    for bet in t.taken_down:
        for fee in refunds(t.setup, bet, 0):
            t.charge(fee)
    for bet in t.bets:
        for fee in refunds(t.setup, bet, bet.stake) if bet.stake < bet.stood else charges(t.setup, bet):
            t.charge(fee)


def charges(setup: Setup, bet: Bet) -> list[Fee]:
    """The vigorish on a bet that is made or increased."""
    number = bet.on or ""
    if bet.wager not in setup.term("vigorish") or bet.stake <= bet.stood or charged_on_win(setup, bet.wager, number):
        return []
    due = vigorish(setup, bet.wager, number, bet.stake) - vigorish(setup, bet.wager, number, bet.stood)
    basis = _basis(setup, bet, bet.stake - bet.stood)
    return [Fee(bet.seat, f"vigorish on {bet.name}", due, setup.cite("vigorish"), basis)] if due else []


def charge_on_win(t: Round, bet: Bet) -> None:
    """Take the vigorish of a winning bet that was not charged when it was made."""
    if bet.wager in t.term("vigorish") and charged_on_win(t.setup, bet.wager, bet.on or ""):
        due = vigorish(t.setup, bet.wager, bet.on or "", bet.stake)
        if due:
            basis = _basis(t.setup, bet, bet.stake)
            t.charge(Fee(bet.seat, f"vigorish on {bet.name}", due, t.cite("vigorish"), basis))


def refunds(setup: Setup, bet: Bet, left: int) -> list[Fee]:
    """The vigorish that goes back when an undecided bet is taken down or reduced to what is left."""
    number = bet.on or ""
    if bet.wager not in setup.term("vigorish") or not setup.term("vigorish_refund") or not bet.stood:
        return []
    if charged_on_win(setup, bet.wager, number):
        return []
    back = vigorish(setup, bet.wager, number, bet.stood) - vigorish(setup, bet.wager, number, left)
    what, basis = f"vigorish on {bet.name} given back", _basis(setup, bet, bet.stood - left)
    return [Fee(bet.seat, what, -back, setup.cite("vigorish_refund"), basis)] if back else []


def release(setup: Setup, carry: Mapping[str, Any], bet: Bet) -> list[Fee]:
    """A seat that leaves takes its wagers down, if they may come down."""
    _may_come_down(setup, carry, bet)
    return refunds(setup, bet, 0)
