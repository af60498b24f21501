"""The progressive meters of a live table: what they stand at for all the tables that feed them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.house import ledger
from pitboss.house.ledger import Posting, moved

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable


@dataclass(slots=True)
class MeterNow:
    """What a progressive meter stands at, for all the tables that feed it."""

    id: str
    exact: Fraction


def load(live: "LiveTable", holder: Round | Table) -> None:
    """What other tables of a link put on a meter, or took off it, since this round last looked."""
    live.metered = {meter.id: meter.exact for meter in live.meters.values()}
    for name, meter in live.meters.items():
        if isinstance(holder, Round):
            moved_by = meter.exact - holder.meters.exact[name]
            live.shift[name] = live.shift.get(name, Fraction(0)) + moved_by
            holder.add_to_meter(name, moved_by)
        else:
            holder.meters.set(name, meter.exact)


def store(live: "LiveTable", holder: Round | Table) -> None:
    for name, exact in holder.meters.exact.items():
        if name in live.meters:
            live.meters[name].exact = exact


def odd_cents(live: "LiveTable", postings: Sequence[Posting]) -> list[Posting]:
    """A cent that fractions of several tables made up on a linked meter goes when a round that fed it is void."""
    posted, found = ledger.totals(postings), list[Posting]()
    for meter in live.meters.values():
        account = ledger.meter(meter.id)
        if odd := int(meter.exact) - int(live.metered[meter.id]) - posted[account]:
            found += moved(ledger.bank(live.id), account, odd, "odd cents")
    return found
