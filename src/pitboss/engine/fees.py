"""Collection fees of a card room: flat amounts taken before the deal or by the half hour, by the posted schedule."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pitboss.engine.backline import PROMOTIONAL_CHIPS, numbers_said
from pitboss.engine.events import Basis, Fee
from pitboss.errors import Refused, quoted
from pitboss.money import cents
from pitboss.rulebook.model import Band, ByPlayers, Clock
from pitboss.rulebook.resolve import money_of, pick
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.engine.round import Round

STARTED, COLLECTED = CLOCK = "started", "collected"
"""What carries over where fees are taken by the clock: when the game started, until the first mark after that has
passed, and at which mark fees were collected last."""
COLLECTION_FEE = "collection fee"
CREDITED = "credited"
"""What carries over by seat where a fee was paid for nothing: it is taken off the fee of the next round."""
HALF_HOUR = 30
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def collect(t: "Round") -> list[Fee]:
    """The round's fees: players' per base wager and promotional chip, the player-dealer's per hand or by the action."""
    rules, schedule = t.setup.entry.fees, t.setup.schedule
    if rules is None or schedule is None:
        return []
    taken = []
    each = cents(schedule.player)
    if each:
        per = Basis("base wager", each=each, times=1)
        taken = [Fee(bet.seat, COLLECTION_FEE, each, schedule.cite, per) for bet in t.bets if bet.wager == rules.per]
    for seat, chips in numbers_said(PROMOTIONAL_CHIPS, t.says).items():
        for_one = money_of(schedule.promotional_chip, t.setup.options) or 0
        if chips * for_one:
            basis = Basis("promotional chip", each=for_one, times=chips)
            taken.append(Fee(seat, "promotional chip fee", chips * for_one, schedule.cite, basis))
    if t.player_dealer is not None:
        action = sum(bet.stake for bet in t.bets if bet.wager in rules.action)
        amount = bank_fee(schedule.bank, action, t.setup.options)
        if amount:
            basis = bank_basis(schedule.bank, action)
            taken.append(Fee(t.player_dealer.seat, "player-dealer's collection fee", amount, schedule.cite, basis))
    return taken


def charged(t: "Round") -> dict[tuple[int, str, str], int]:
    """What the fees of the round's wagers come to, by seat, what each is for, and its clause."""
    found: dict[tuple[int, str, str], int] = {}
    for fee in collect(t):
        key = (fee.seat, fee.what, fee.cite)
        found[key] = found.get(key, 0) + fee.amount
    return found


def due(t: "Round") -> list[Fee]:
    """The round's fees, less what was paid before for nothing."""
    taken = collect(t)
    if not taken:
        return taken
    credited = dict(t.carry.get(CREDITED, {}))
    found = []
    for fee in taken:
        free = min(credited.get(str(fee.seat), 0), fee.amount)
        credited[str(fee.seat)] = credited.get(str(fee.seat), 0) - free
        if fee.amount > free:
            found.append(replace(fee, amount=fee.amount - free))
    return found


def use_credit(t: "Round", cite: str) -> None:
    """What was paid before is used up by the fees of this round."""
    credited = t.carry.pop(CREDITED, {})
    for seat, amount in credited.items():
        fees = sum(fee.amount for fee in collect(t) if fee.seat == int(seat))
        if used := min(amount, fees):
            t.event("free collection", cite, "the fee was paid before", seat=int(seat), amount=used)
        if amount > used:
            t.carry.setdefault(CREDITED, {})[seat] = amount - used


def give_back(t: "Round", seat: int, cite: str) -> None:
    """A wager had no action: a free collection button stands for the fee that was paid for it."""
    t.event("free collection button", cite, "the next fee is waived", seat=seat)
    schedule = t.setup.schedule
    if schedule is not None and cents(schedule.player):
        t.carry.setdefault(CREDITED, {})[str(seat)] = cents(schedule.player)


def stand(t: "Round") -> None:
    """A void round: what was taken counts for the next one, besides what had been paid before."""
    credited = t.carry.setdefault(CREDITED, {})
    for fee in t.fees:
        credited[str(fee.seat)] = credited.get(str(fee.seat), 0) + fee.amount


def admit_promotional_chips(t: "Round") -> None:
    """Refuse promotional chips at a table without collection fees, which knows none."""
    if numbers_said(PROMOTIONAL_CHIPS, t.says) and t.setup.entry.fees is None:
        raise Refused("this table knows no promotional chips", t.setup.entry.bank.cite)


def bank_fee(fee: str | list[Band], action: int, options: Mapping[str, Any] | None = None) -> int:
    """A flat fee, or the fee of the band that the total table action falls into, which may be a house option's.

    >>> bank_fee([Band(up_to="50", fee="2"), Band(fee="3")], 5050)
    300
    """
    if isinstance(fee, str):
        return cents(fee)
    return money_of(_band(fee, action).fee, options or {}) or 0


def bank_basis(fee: str | list[Band], action: int) -> Basis:
    """What the fee of whoever banks goes by: nothing but the hand, or the band that the action falls into."""
    if isinstance(fee, str):
        return Basis("a flat fee for the hand")
    up_to = _band(fee, action).up_to
    return Basis("table action", of=action, up_to=None if up_to is None else cents(up_to))


def _band(bands: Sequence[Band], action: int) -> Band:
    return next(band for band in bands if band.up_to is None or action <= cents(band.up_to))


def by_players(fee: str | Sequence[ByPlayers], players: int) -> int:
    """A fee that goes by the number of players, or does not.

    >>> by_players([ByPlayers(up_to=5, fee="2"), ByPlayers(fee="4")], 7)
    400
    """
    if isinstance(fee, str):
        return cents(fee)
    return next(cents(part.fee) for part in fee if part.up_to is None or players <= part.up_to)


def by_the_clock(setup: Setup, carry: dict[str, Any], time: str, seats: Collection[int]) -> list[Fee]:
    """What each seated player pays at a half hour; nothing at the first mark after a game that started in between."""
    schedule, rules = setup.schedule_for(len(seats)), setup.entry.fees
    if schedule is None or rules is None or not schedule.half_hour:
        cite = schedule.cite if schedule is not None else setup.entry.source
        raise Refused("no fees are collected by the half hour at this table", cite)
    mark, clock = _minutes(time), rules.clock
    started, last = carry.get(STARTED), carry.get(COLLECTED)
    began = _minutes(started) if started is not None else None
    if clock.from_start:
        first = began if began is not None else _minutes(last) if last is not None else mark
        if (mark - first) % HALF_HOUR:
            raise Refused(f"fees are collected by half hours from the start, and not at {time}", schedule.cite)
    elif mark % HALF_HOUR:
        raise Refused(f"fees are collected on the hour and the half hour, and not at {time}", schedule.cite)
    if last is not None and _minutes(last) == mark:
        raise Refused(f"the fees of {time} are collected already", schedule.cite)
    carry.pop(STARTED, None)
    carry[COLLECTED] = time
    if began is not None and (mark - began) % (24 * 60) < HALF_HOUR and not _pays_first(clock, mark, began, setup):
        return []
    each = by_players(schedule.half_hour, len(seats))
    basis = Basis(f"half hour with {len(seats)} players", each=each)
    return [Fee(seat, "collection fee by the half hour", each, schedule.cite, basis) for seat in sorted(seats)]


def _pays_first(clock: Clock, mark: int, began: int, setup: Setup) -> bool:
    """Whether a game pays at the first mark: in advance where it starts on it, and where the house says so."""
    on_the_mark = clock.in_advance and mark == began
    return on_the_mark or bool(pick(clock.first_mark_collects, setup.options))


def _minutes(time: Any) -> int:
    """A time of day, in minutes.

    >>> _minutes("7:10")
    430
    """
    found = _TIME.fullmatch(str(time))
    if found is None:
        raise Refused(f"{quoted(time)} is not a time of day; write 7:30 or 19:30")
    return 60 * int(found[1]) + int(found[2])
