"""The wagers of a table as a page or a client offers them: limits, odds, spots, and which can be made now."""

from collections.abc import Mapping
from typing import Any

from pitboss.api.schema.tables import OfferShown, Pay, With
from pitboss.api.views import Viewer, seats_of
from pitboss.house.live import player_bank
from pitboss.house.live.live_table import LiveTable
from pitboss.money import dollars
from pitboss.rulebook.offers import Offer


def wagers_view(live: LiveTable, viewer: Viewer) -> list[OfferShown]:
    """Every wager on offer, with its limits, spots and odds; for somebody who sits, why one cannot be made now.

    What is refused is tried with the least amount on the first spot, together with the wagers that it needs.
    """
    mine = seats_of(live, viewer)
    return [offer_view(live, offer, mine[0] if mine else None) for offer in live.setup.offers.values()]


def offer_view(live: LiveTable, offer: Offer, seat: int | None) -> OfferShown:
    """A wager on offer: how it is made, what it can pay, and whether a seat can make it now."""
    return {
        **_now(live, offer, seat),
        "wager": offer.id,
        "title": offer.title,
        "placed": offer.placed,
        "minimum": _money(offer.exactly if offer.exactly is not None else offer.min),
        "maximum": _money(offer.exactly if offer.exactly is not None else offer.max),
        "unit": dollars(offer.unit_on(None)),
        "equals": offer.equals,
        "or_less": offer.or_less,
        "times": {moment: list(times) for moment, times in offer.times.items()},
        "any_between": offer.any_between,
        "one_of": [dollars(size) for size in offer.one_of],
        "needs": list(offer.needs),
        "spots": spots_of(live, offer),
        "pays": pays_view(offer),
        "pay_table": None
        if offer.pays is None
        else {"id": offer.pays.id, "title": offer.pays.title, "cite": offer.pays.cite},
        "cite": offer.cite,
    }


def pays_view(offer: Offer) -> list[Pay]:
    """What each case does to the wager, and the lines of its pay table."""
    rows: list[Pay] = []
    for case, (result, cite) in offer.rulings.items():
        row: Pay = {"case": case, "result": result.kind, "cite": cite}
        if result.pays is not None:
            row["odds"] = str(result.pays)
        if result.less_commission:
            row["less_commission"] = True
        rows.append(row)
    if offer.pays is not None:
        for line, pay in offer.pays.lines.items():
            if offer.line in (None, line):
                odds: Any = (
                    {column: str(each) for column, each in pay.items()} if isinstance(pay, Mapping) else str(pay)
                )
                rows.append({"line": line, "odds": odds, "cite": offer.pays.cite})
    return rows


def spots_of(live: LiveTable, offer: Offer) -> list[str]:
    """Where on the layout the wager can lie; none for one that has its own place."""
    tell = live.table.game.spots
    return list(tell(live.setup, offer)) if tell is not None and offer.spots else []


def _now(live: LiveTable, offer: Offer, seat: int | None) -> With:
    """Whether the wager can be made now; ``with`` is the least of it, with the wagers it cannot be made without."""
    if offer.placed != "before_deal":
        why = "it is made during the round" if offer.placed == "decision" else "it is paid of itself"
        return {"open": False, "why": why, "with": {}}
    least = {name: dollars(amount) for name, amount in _with_needs(live, offer).items()}
    if not live.takes_bets or seat is None:
        return {"open": live.takes_bets, "why": "" if live.takes_bets else "no more bets", "with": least}
    placed = live.placed.get(seat)
    refused = live.table.refusal(
        {seat: {**least, **({} if placed is None else placed.wagers)}},
        players={at: seated.person for at, seated in live.seats.items()},
        bank=player_bank.bank_now(live, passed_on=True),
    )
    return {"open": refused is None, "why": "" if refused is None else refused.sentence, "with": least}


def _with_needs(live: LiveTable, offer: Offer) -> dict[str, int]:
    """The least amount of a wager, on its first spot, and of those it cannot be made without."""
    found: dict[str, int] = {}
    names: dict[str, str] = {}
    waiting = [offer.id]
    while waiting:
        wanted = live.setup.offers.get(waiting.pop())
        if wanted is None or wanted.id in names:
            continue
        spots = spots_of(live, wanted)
        unit = wanted.unit_on(spots[0] if spots else None)
        names[wanted.id] = name = f"{wanted.id} {spots[0]}" if spots else wanted.id
        found[name] = wanted.exactly or -(-max(wanted.min or 0, 1) // unit) * unit
        waiting += [*wanted.needs, *_rules_want(live, set(names))]
    for wanted in (live.setup.offers[id] for id in names):
        if wanted.equals in names and not wanted.or_less:
            least = max(found[names[wanted.equals]], -(-found[names[wanted.id]] // wanted.tied_times))
            found[names[wanted.equals]], found[names[wanted.id]] = least, least * wanted.tied_times
    return found


def _rules_want(live: LiveTable, names: set[str]) -> list[str]:
    """Wagers that the rules over a seat's wagers together ask for besides these."""
    wanted = []
    for rule in live.setup.bet_rules:
        if rule.if_placed in (None, *names):
            wanted += rule.all_of
            if rule.any_of and not names & set(rule.any_of):
                wanted.append(rule.any_of[0])
    return wanted


def _money(amount: int | None) -> str | None:
    return None if amount is None else dollars(amount)
