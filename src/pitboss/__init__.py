"""pitboss: casino rules of play, made executable.

>>> import pitboss
>>> table = pitboss.open_table("chapter4/three-card-poker", seed=27)
>>> played = table.deal({1: {"ante": 12.5}})
>>> played.asking[0].names
('play', 'fold')
>>> played.act("play")
>>> [(row["wager"], row["outcome"]) for row in played.rows()]
[('ante', 'win'), ('play', 'push')]
"""

from typing import TYPE_CHECKING

from pitboss.lazy import from_homes
from pitboss.version import __version__ as __version__

if TYPE_CHECKING:
    from pitboss.answers import advise as advise
    from pitboss.answers import analyze as analyze
    from pitboss.answers import check as check
    from pitboss.answers import compare as compare
    from pitboss.answers import equity as equity
    from pitboss.answers import explain as explain
    from pitboss.answers import fees as fees
    from pitboss.answers import find_games as find_games
    from pitboss.answers import simulate as simulate
    from pitboss.engine.record import BankSeat as BankSeat
    from pitboss.engine.remedies import Call as Call
    from pitboss.engine.replay import Settled as Settled
    from pitboss.engine.round import Round as Round
    from pitboss.engine.table import Table as Table
    from pitboss.equipment.cards import Card as Card
    from pitboss.errors import PitbossError as PitbossError
    from pitboss.rulebook import Setup as Setup
    from pitboss.rulebook import load as load
    from pitboss.tables import open_table as open_table
    from pitboss.tables import settle as settle

_HOMES = {
    **dict.fromkeys(
        ("advise", "analyze", "check", "compare", "equity", "explain", "fees", "find_games", "simulate"),
        "pitboss.answers",
    ),
    "BankSeat": "pitboss.engine.record",
    "Call": "pitboss.engine.remedies",
    "Card": "pitboss.equipment.cards",
    "PitbossError": "pitboss.errors",
    "Round": "pitboss.engine.round",
    "Settled": "pitboss.engine.replay",
    "Setup": "pitboss.rulebook",
    "Table": "pitboss.engine.table",
    "load": "pitboss.rulebook",
    "open_table": "pitboss.tables",
    "settle": "pitboss.tables",
}
__all__ = [
    "BankSeat",
    "Call",
    "Card",
    "PitbossError",
    "Round",
    "Settled",
    "Setup",
    "Table",
    "advise",
    "analyze",
    "check",
    "compare",
    "equity",
    "explain",
    "fees",
    "find_games",
    "load",
    "open_table",
    "settle",
    "simulate",
]
__getattr__ = from_homes(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
