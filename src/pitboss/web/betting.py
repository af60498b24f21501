"""Chips that a seat lays on the felt: what lies where, what follows of itself, and where none can be laid now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.errors import Refused
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.seats import Placed
from pitboss.money import cents, dollars, money
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.web.table_html import wagers_up

CHIPS = (100, 500, 2500, 10_000, 50_000)
"""The chips a player can pick up, in cents."""


@dataclass
class Chips:
    """A seat's wagers as they lie on the felt, by area: ``ante``, ``split 8-11``. Amounts are cents.

    ``standing`` is what lies there from the round before, ``placed`` what is put up for the coming one.

    >>> from pitboss.rulebook import load
    >>> chips = Chips(Setup.of(load("massachusetts-2020/ultimate-texas-holdem")))
    >>> chips.add("ante", 500)
    >>> chips.wagers
    {'ante': '5.00', 'blind': '5.00'}
    """

    setup: Setup
    standing: dict[str, int] = field(default_factory=dict)
    placed: dict[str, int] = field(default_factory=dict)
    says: list[str] = field(default_factory=list)

    @classmethod
    def seen(cls, setup: Setup, seat: Mapping[str, Any]) -> "Chips":
        """As a view of the table shows a seat."""
        return cls(
            setup,
            {area: cents(amount) for area, amount in wagers_up({**seat, "placed": {}}).items()},
            {area: cents(amount) for area, amount in seat["placed"].items()},
            list(seat["says"]),
        )

    @classmethod
    def at(cls, live: LiveTable, seat: int) -> "Chips":
        """As they lie at the table itself, between rounds."""
        placed = live.placed.get(seat, Placed())
        return cls(
            live.setup,
            {bet.name: bet.stake for bet in live.table.standing if bet.seat == seat},
            {area: cents(amount) for area, amount in placed.wagers.items()},
            list(placed.says),
        )

    def amount(self, area: str) -> int:
        """What lies on an area, standing or put there now."""
        return self.placed.get(area, self.standing.get(area, 0))

    def stands(self, area: str) -> bool:
        """True for a wager that lies there from the round before and was not touched."""
        return area in self.standing and area not in self.placed

    @property
    def areas(self) -> list[str]:
        """Every area with chips on it, the standing ones first."""
        return [area for area in dict.fromkeys((*self.standing, *self.placed)) if self.amount(area)]

    @property
    def wagers(self) -> dict[str, str]:
        """What the table is told: the new amounts, nothing for a wager that comes down."""
        return {area: dollars(amount) for area, amount in self.placed.items() if amount != self.standing.get(area, 0)}

    # -- changing what lies there --------------------------------------------------------------------------------

    def add(self, area: str, chip: int) -> None:
        """Put a chip on an area; the first is made up to the minimum, and a wager of set size is put down whole."""
        offer = self._offer(area)
        now = self.amount(area)
        if offer.exactly is not None:
            self.put(area, offer.exactly)
        elif offer.one_of:
            self.put(area, min((size for size in offer.one_of if size > now), default=now))
        elif now == 0 and offer.min is not None:
            self.put(area, max(chip, offer.min))
        else:
            self.put(area, now + chip)

    def remove(self, area: str, chip: int) -> None:
        """Take a chip off an area; what would be less than the minimum comes off whole."""
        offer = self._offer(area)
        left = max(0, self.amount(area) - chip)
        if offer.one_of:
            left = max((size for size in offer.one_of if size < self.amount(area)), default=0)
        self.put(area, 0 if offer.exactly is not None or left < (offer.min or 0) else left)

    def put(self, area: str, amount: int) -> None:
        """Make an area's wager so much; what is tied to it follows, and what needs it goes with it."""
        offer = self._offer(area)
        if offer.max is not None and amount > max(offer.max, self.standing.get(area, 0)):
            raise Refused(
                f"{offer.title}: {money(amount)} is over the maximum of {money(offer.max)}", offer.amount_cite
            )
        self._set(area, amount)
        self._follow(offer, area, amount)
        if not amount:
            for other in [each for each in self.placed if offer.id in self._offer(each).needs]:
                self._set(other, 0)

    def clear(self) -> None:
        """Take back everything that was put down now; what stands, stands."""
        self.placed, self.says = {}, []

    def again(self, last: Mapping[str, int]) -> None:
        """The same wagers as in the round before, beside what stands."""
        self.placed = {area: amount for area, amount in last.items() if area not in self.standing}

    # -- helpers -------------------------------------------------------------------------------------------------

    def _offer(self, area: str) -> Offer:
        offer = self.setup.offer(area.partition(" ")[0])
        if offer.placed != "before_deal":
            raise Refused(f"{offer.title} is not made before the deal", offer.cite)
        return offer

    def _set(self, area: str, amount: int) -> None:
        if amount or area in self.standing:
            self.placed[area] = amount
        else:
            self.placed.pop(area, None)

    def _follow(self, offer: Offer, area: str, amount: int) -> None:
        """A wager that must equal this one goes with it, where it is made or the rulebook wants both.

        Where the rulebook wants both and lets them differ, as much is put on the other one to begin with.
        """
        if area != offer.id:
            return
        for other in self.setup.offers.values():
            if other is offer or other.placed != "before_deal":
                continue
            both = self._both(offer.id, other.id)
            tied = other.equals == offer.id and not other.or_less
            begins = both and amount > 0 and offer.equals is None and other.equals is None
            if (tied and (self.amount(other.id) or both)) or (begins and not self.amount(other.id)):
                self._set(other.id, amount * other.tied_times if tied else amount)

    def _both(self, one: str, other: str) -> bool:
        return any({one, other} <= set(rule.all_of) and rule.if_placed is None for rule in self.setup.bet_rules)


@dataclass
class Past:
    """What lay there before, by seat: in the round before, and before each change for the coming one."""

    last: dict[int, dict[str, int]] = field(default_factory=dict)
    _before: dict[tuple[int, int], list[dict[str, int]]] = field(default_factory=dict)

    def keep(self, last: Mapping[int, dict[str, int]]) -> None:
        self.last |= last

    def note(self, seat: int, number: int, before: dict[str, int]) -> None:
        """A seat changed its wagers for a round."""
        self._before = {at: past for at, past in self._before.items() if at[1] >= number}
        self._before.setdefault((seat, number), []).append(before)

    def can_undo(self, seat: int | None, number: int) -> bool:
        return bool(self._before.get((seat or 0, number)))

    def undone(self, seat: int, number: int) -> dict[str, int]:
        """What lay there before the last change."""
        return self._before[seat, number].pop()


def wagered(setup: Setup, rows: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, int]]:
    """What each seat had wagered before the deal, by how it was settled; to be wagered again."""
    found: dict[int, dict[str, int]] = {}
    for row in rows:
        offer = setup.offers.get(row["wager"])
        if offer is not None and offer.placed == "before_deal":
            area = f"{row['wager']} {row.get('on') or ''}".strip()
            found.setdefault(row["seat"], {})[area] = cents(row["staked"])
    return found


def closed_places(live: LiveTable, seat: int) -> dict[str, str]:
    """Why a seat could lay no chip on a place now, by area; by wager where all its places are alike.

    Each is tried with the least that it takes, beside what lies there. Only in games whose wagers stand from round to
    round does it matter which of a wager's places it is.
    """
    game, found = live.table.game, dict[str, str]()
    each_alone = game.release is not None
    for offer in live.setup.offers.values():
        if offer.placed != "before_deal":
            continue
        lying = Chips.at(live, seat)
        areas = [
            area for spot in game.places(live.setup, offer) if not lying.amount(area := f"{offer.id} {spot}".strip())
        ]
        for area in areas if each_alone else areas[:1]:
            if refused := _refusal(live, seat, offer, area):
                found[area if each_alone else offer.id] = refused.sentence
    return found


def _refusal(live: LiveTable, seat: int, offer: Offer, area: str) -> Refused | None:
    chips = Chips.at(live, seat)
    unit = offer.unit_on(area.partition(" ")[2] or None)
    try:
        chips.put(area, offer.exactly or -(-max(offer.min or 0, 1) // unit) * unit)
    except Refused as refused:
        return refused
    return live.refusal(seat, Placed(chips.wagers, chips.says))


def cents_of(text: str) -> int:
    """An amount as it is told, which may be below zero: ``-12.50``."""
    return -cents(text[1:]) if text.startswith("-") else cents(text)
