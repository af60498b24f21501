"""Wagers on offer and pay tables in force: the figures of an entry once the options are chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import lcm
from typing import Any

from pitboss.money import For, FromMeter, MeterShare, Pay, Plus, To, cents, parse_pay
from pitboss.rulebook.model import PayTable, Schedule, Wager
from pitboss.rulebook.resolve import fill, money_of, pick
from pitboss.rulebook.sources import lines_named
from pitboss.rulebook.vocabulary import Result, is_option, parse_result


@dataclass(frozen=True, slots=True)
class Pays:
    """A pay table in force."""

    id: str
    title: str
    cite: str
    lines: Mapping[str, Pay | Mapping[str, Pay]]
    envy: Mapping[str, int]
    envy_from: int | None = None
    """The least wager that has envy, where that is a fixed sum and not for a dollar."""
    envy_cite: str = ""
    """The clause that says who is paid envy."""

    def first(self, names: Iterable[str], column: str | None = None) -> tuple[str, Pay] | None:
        """The first of a hand's names that the table lists, and what it pays; None when it lists none.

        A mini royal of spades is also a mini royal and a straight flush: the table decides how finely it looks.
        """
        for name in names:
            pay = self.lines.get(name)
            if pay is not None and isinstance(pay, Mapping):
                pay = pay.get(column or "")
            if pay is not None:
                return name, pay
        return None


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager on offer at this table, its figures resolved."""

    id: str
    title: str
    cite: str
    placed: str
    needs: tuple[str, ...]
    spots: tuple[str, ...]
    line: str | None
    min: int | None
    max: int | None
    exactly: int | None
    equals: str | None
    or_less: bool
    times: Mapping[str, tuple[int, ...]]
    unit: int
    amount_cite: str
    pays: Pays | None
    rulings: Mapping[str, tuple[Result, str]]
    parts: Mapping[str, int]
    line_units: Mapping[str, int]
    taken_in: int | None = None
    made_by: str = "players"
    against: str = "bank"
    amount_text: str = ""
    any_between: bool = False
    one_of: tuple[int, ...] = ()
    into_pot: bool = False
    """True for a wager that goes into a pot, which the players win and lose among themselves."""
    lammer: bool = False
    """True where the house puts down a lammer instead of anybody's chips."""
    multiple_of: int = 1
    """What the rulebook has amounts be whole multiples of, whatever can be paid."""
    chips: int = 0
    """With how many chips it is made, or a multiple of them, where the rulebook counts chips."""
    uncovered_cite: str = ""
    """The wager's own clause on what the player who banks does not cover, where it has one."""

    @property
    def tied_times(self) -> int:
        """How many times the wager that it equals an amount is that is made before the deal."""
        return self.times.get("bets", (1,))[0]

    def unit_on(self, line: str | None) -> int:
        """What amounts are whole multiples of; where the spots are paid differently, on this one.

        ``taken_in`` holds where a clause rounds what the odds come to: any amount can be paid then.
        """
        return self.taken_in or self.line_units.get(line or "", self.unit)


def pays_in_force(name: str, table: PayTable) -> Pays:
    lines: dict[str, Pay | Mapping[str, Pay]] = {
        hand: parse_pay(pay) if isinstance(pay, str) else {column: parse_pay(text) for column, text in pay.items()}
        for hand, pay in table.lines.items()
    }
    envy = {hand: cents(amount) for hand, amount in table.envy.items()}
    envy_from = None if table.envy_from is None else cents(table.envy_from)
    envy_cite = _with_table(table.envy_cite, table.cite) if table.envy_cite else table.cite
    return Pays(name, table.title, table.cite, lines, envy, envy_from, envy_cite)


@cache
def _with_table(cite: str, table: str) -> str:
    """The clause by which a pay table decides, and the table's own where none of its lines is named yet.

    The first of several lines, and one that stands alone beside them, only says what the table is of.

    >>> _with_table("§10(c) L384; Reading 4", "§10(c) L384-390; Reading 2"), _with_table("§2(a) L526", "§2(a) L517-533")
    ('§10(c) L384; Reading 4; §10(c) L384-390', '§2(a) L526')
    """
    named = lines_named(table)
    inside = {line for first, last in named for line in range(first + 1, last + 1)} or {first for first, _ in named}
    if not inside or any(line in inside for first, last in lines_named(cite) for line in range(first, last + 1)):
        return cite
    own = [part for part in table.split("; ") if not part.startswith("Reading")]
    return "; ".join((cite, *own))


def _from_meters(pays: Pays, own: Mapping[str, str]) -> Pays:
    """A pay table as a wager uses it that has meters of its own."""
    if not own:
        return pays
    return replace(pays, lines={hand: _from_own(pay, own) for hand, pay in pays.lines.items()})


def _from_own(pay: Pay | Mapping[str, Pay], own: Mapping[str, str]) -> Pay | Mapping[str, Pay]:
    if isinstance(pay, Plus):
        return Plus(pay.odds, replace(pay.share, meter=own.get(pay.share.meter, pay.share.meter)))
    return replace(pay, meter=own.get(pay.meter, pay.meter)) if isinstance(pay, MeterShare | FromMeter) else pay


def offer_in_force(
    name: str,
    wager: Wager,
    options: Mapping[str, Any],
    tables: Mapping[str, Pays],
    schedule: Schedule | None,
    half_is_rounded: bool,
) -> Offer:
    table = pick(wager.pay_table, options)
    pays = _from_meters(tables[table], wager.meters) if table is not None else None
    rulings = {
        case: (parse_result(fill(ruling[0], options)), ruling[1])
        for case, ruling in ((case, pick(ruling, options)) for case, ruling in wager.cases.items())
    }
    if pays is not None:
        rulings |= {
            case: (result, _with_table(cite, pays.cite))
            for case, (result, cite) in rulings.items()
            if result.kind in ("table", "parts")
        }
    amount = wager.amount
    sizes = tuple(cents(size) for size in amount.one_of)
    low, high = money_of(amount.min, options), money_of(amount.max, options)
    if sizes:
        low, high = min(sizes), max(sizes)
    amount_cite = amount.cite or wager.cite
    if schedule and amount.limits:
        limits = (schedule.bonus if amount.limits == "bonus" else None) or schedule.table
        # A house's own posted limits narrow the schedule's; those that the game prints hold where there is no schedule.
        lows = (low if is_option(amount.min or "") else None, money_of(limits.min, options))
        highs = (high if is_option(amount.max or "") else None, money_of(limits.max, options))
        low = max((figure for figure in lows if figure is not None), default=None)
        high = min((figure for figure in highs if figure is not None), default=None)
        amount_cite = schedule.cite
    whole = money_of(amount.multiple_of, options) or (money_of(amount.chip, options) or 1) * (amount.chips or 1)
    unit = whole
    chip = money_of(pick(amount.payable_in, options), options) or 1
    if not half_is_rounded and any(result.kind == "lose_half" for result, _ in rulings.values()):
        unit = lcm(unit, 2)
    return Offer(
        id=name,
        title=wager.title,
        cite=wager.cite,
        placed=wager.placed,
        needs=tuple(wager.needs),
        spots=tuple(wager.spots),
        line=wager.line,
        min=low,
        max=high,
        exactly=money_of(pick(amount.exactly, options), options),
        equals=None if pick(amount.untied, options) else amount.equals,
        or_less=pick(amount.or_less, options),
        times={moment: tuple(times) for moment, times in amount.times.items()},
        any_between=pick(amount.any_between, options),
        one_of=sizes,
        unit=lcm(unit, chip if wager.by_spot else chip * lcm(*_denominators(pays, wager, rulings))),
        amount_cite=amount_cite,
        amount_text=amount.text,
        pays=pays,
        rulings=rulings,
        parts=dict(wager.parts),
        into_pot=any(result.kind == "pot" for result, _ in rulings.values()),
        made_by=wager.made_by,
        against="house" if wager.made_by == "banker" else wager.against,
        lammer=wager.lammer,
        multiple_of=whole,
        chips=amount.chips or 0,
        uncovered_cite=wager.uncovered_cite,
        line_units={line: lcm(unit, chip * _per(pay)) for line, pay in pays.lines.items()}
        if wager.by_spot and pays
        else {},
    )


def _per(pay: Pay | Mapping[str, Pay]) -> int:
    """The stakes that can be paid exactly at some odds are multiples of this."""
    odds = pay.odds if isinstance(pay, Plus) else pay
    return odds.per if isinstance(odds, To | For) else 1


def payable(
    offers: Mapping[str, Offer], wagers: Mapping[str, Wager], options: Mapping[str, Any], rounded: Iterable[str]
) -> dict[str, Offer]:
    """Wagers whose odds a clause rounds, those named or else all: they need not be amounts that are paid exactly."""
    names = set(rounded) or set(offers)
    return {
        name: replace(offer, taken_in=money_of(wagers[name].amount.multiple_of, options) or 1)
        if name in names
        else offer
        for name, offer in offers.items()
    }


def tied(offers: Mapping[str, Offer]) -> dict[str, Offer]:
    """Where a wager's amount is another's, only what both can be paid on exactly is taken."""
    units = {name: offer.unit for name, offer in offers.items()}
    for offer in offers.values():
        if offer.equals in units:
            units[offer.equals] = lcm(units[offer.equals], offer.unit)
    return {name: replace(offer, unit=units[name]) for name, offer in offers.items()}


def _denominators(pays: Pays | None, wager: Wager, rulings: Mapping[str, tuple[Result, str]]) -> list[int]:
    """The stakes that can be paid exactly are multiples of these."""
    found: list[int] = [1]
    line = wager.line
    for result, _ in rulings.values():
        listed: list[Pay] = [] if result.pays is None else [result.pays]
        if result.kind == "table" and pays is not None:
            for pay in [pays.lines[line]] if line is not None and line in pays.lines else pays.lines.values():
                listed += pay.values() if isinstance(pay, Mapping) else [pay]
        if result.kind == "parts" and pays is not None:
            found += [sum(wager.parts.values()) * _per(pays.lines[part]) for part in wager.parts]
        parts = 1 if result.part is None else result.part.denominator
        found += [parts] + [parts * _per(pay) for pay in listed]
    return found
