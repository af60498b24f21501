"""The wagers of a table as a page or a client offers them: limits, odds, spots, and which can be made now."""

from collections.abc import Mapping
from typing import Any

from pitboss.api.views import View, Viewer, seats_of
from pitboss.errors import Refused
from pitboss.house.live import LiveTable
from pitboss.money import dollars
from pitboss.rulebook.offers import Offer


def wagers_view(live: LiveTable, viewer: Viewer) -> list[View]:
    """Every wager on offer, with its limits, spots and odds; for somebody who sits, why one cannot be made now.

    What is refused is tried with the least amount on the first spot, together with the wagers that it needs.
    """
    mine = seats_of(live, viewer)
    return [
        offer_view(live, offer) | _now(live, offer, mine[0] if mine else None) for offer in live.setup.offers.values()
    ]


def offer_view(live: LiveTable, offer: Offer) -> View:
    """A wager on offer: how it is made, and what it can pay."""
    return {
        "wager": offer.id,
        "title": offer.title,
        "placed": offer.placed,
        "minimum": _money(offer.exactly if offer.exactly is not None else offer.min),
        "maximum": _money(offer.exactly if offer.exactly is not None else offer.max),
        "unit": dollars(offer.unit_on(None)),
        "equals": offer.equals,
        "or_less": offer.or_less,
        "times": {moment: list(times) for moment, times in offer.times.items()},
        "needs": list(offer.needs),
        "spots": spots_of(live, offer),
        "pays": pays_view(offer),
        "pay_table": None
        if offer.pays is None
        else {"id": offer.pays.id, "title": offer.pays.title, "cite": offer.pays.cite},
        "cite": offer.cite,
    }


def pays_view(offer: Offer) -> list[View]:
    """What each case does to the wager, and the lines of its pay table."""
    rows: list[View] = []
    for case, (result, cite) in offer.rulings.items():
        row: View = {"case": case, "result": result.kind, "cite": cite}
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


def _now(live: LiveTable, offer: Offer, seat: int | None) -> View:
    if offer.placed != "before_deal":
        return {
            "open": False,
            "why": "it is made during the round" if offer.placed == "decision" else "it is paid of itself",
        }
    if not live.takes_bets:
        return {"open": False, "why": "no more bets"}
    if seat is None:
        return {"open": True, "why": ""}
    wagers = {name: dollars(amount) for name, amount in _with_needs(live, offer, {}).items()}
    placed = live.placed.get(seat)
    before = {} if placed is None else placed.wagers
    refused = live.table.refusal(
        {seat: {**wagers, **before}},
        players={at: seated.person for at, seated in live.seats.items()},
        bank=live.bank,
    )
    return {"open": refused is None, "why": "" if refused is None else refused.sentence}


def _with_needs(live: LiveTable, offer: Offer, found: dict[str, int]) -> dict[str, int]:
    """The least amount of a wager, on its first spot, and of those it cannot be made without."""
    spots = spots_of(live, offer)
    name = f"{offer.id} {spots[0]}" if spots else offer.id
    if name in found:
        return found
    unit = offer.unit_on(spots[0] if spots else None)
    least = offer.exactly or -(-max(offer.min or 0, 1) // unit) * unit
    found[name] = least
    for need in offer.needs:
        try:
            _with_needs(live, live.setup.offer(need), found)
        except Refused:
            continue
    if offer.equals in found and not offer.or_less:
        found[name] = found[offer.equals]
    return found


def _money(amount: int | None) -> str | None:
    return None if amount is None else dollars(amount)
