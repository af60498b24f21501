"""pitboss: casino rules of play, made executable."""

from typing import TYPE_CHECKING

from pitboss.lazy import from_homes
from pitboss.version import __version__ as __version__

if TYPE_CHECKING:
    from pitboss.engine.record import BankSeat as BankSeat
    from pitboss.engine.remedies import Call as Call
    from pitboss.errors import PitbossError as PitbossError
    from pitboss.rulebook import Setup as Setup
    from pitboss.rulebook import load as load
    from pitboss.tables import open_table as open_table
    from pitboss.tables import settle as settle

_HOMES = {
    "BankSeat": "pitboss.engine.record",
    "Call": "pitboss.engine.remedies",
    "PitbossError": "pitboss.errors",
    "Setup": "pitboss.rulebook",
    "load": "pitboss.rulebook",
    "open_table": "pitboss.tables",
    "settle": "pitboss.tables",
}

__all__ = ["BankSeat", "Call", "PitbossError", "Setup", "load", "open_table", "settle"]
__getattr__ = from_homes(__name__, _HOMES)
