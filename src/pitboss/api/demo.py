"""A house that starts empty: the system's own token, and for trying out some people and a table of every game."""

from collections.abc import Sequence

from pitboss.house.house import House
from pitboss.house.live import player_bank
from pitboss.house.live.pace import Pace
from pitboss.house.storage.batch import Batch
from pitboss.rulebook.loader import entries
from pitboss.sheets.choices import assume_required

FILL = 10_000_000
BANKROLL = 100_000_000
BANK_WAGER = 1_000_000
PACE = Pace(betting=20, decision=30, auto_deal=True)
BANKER = "banker"

STAFF = {"system": ("The system", "system")}
DEMO = {
    "floor": ("Flo", "floor"),
    "dealer1": ("Dee", "dealer"),
    "auditor": ("Audrey", "auditor"),
    "ann": ("Ann", "player"),
    "bob": ("Bob", "player"),
    "cho": ("Cho", "player"),
    BANKER: ("The banker", "player"),
}
"""People to try the house as. The banker is a player who banks where the house may not."""


def set_up(house: House, demo: bool) -> dict[str, tuple[str, str]]:
    """Add who is missing and, for trying out, open a table of every game that has none; tokens of the new people."""
    told = {}
    for id, (name, role) in (STAFF | DEMO if demo else STAFF).items():
        if id not in house.people:
            told[id] = (role, house.add_person(id, name, role))
    if demo:
        _open_tables(house)
    return told


def tokens_for(house: House, batch: Batch, people: Sequence[str]) -> dict[str, tuple[str, str]]:
    """New tokens for people who lost theirs; the old ones are worth nothing from now on."""
    return {id: (house.people[id].role, token) for id in people if (token := house.new_token(batch, id, "system"))}


def _open_tables(house: House) -> None:
    have = {live.setup.entry.name for live in house.tables.values()}
    number = 0
    for entry in entries(None):
        if not entry.wagers or entry.name in have:
            continue
        options, _ = assume_required(entry, {})
        while str(number := number + 1) in {*house.tables, *house.damaged}:
            pass
        live = house.open_table(str(number), entry.name, options, fill=FILL, pace=PACE)
        if entry.bank.kind == "player_dealer":
            _seat_banker(house, live.id)


def _seat_banker(house: House, table: str) -> None:
    """Somebody banks, so that a visitor who comes alone can play."""
    live = house.table(table)
    seat = live.setup.seats
    house.do(lambda batch: live.sit(batch, BANKER, seat), table)
    house.do(lambda batch: live.buy_in(batch, seat, BANKROLL), table)
    house.do(lambda batch: player_bank.take(live, batch, seat, BANK_WAGER), table)
