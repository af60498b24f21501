"""Chips that a player has put down on the page and may still change: what lies where, and what follows of itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.errors import Refused
from pitboss.money import cents, dollars, money
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.resolve import matches
from pitboss.rulebook.setup import Setup

CHIPS = (100, 500, 2500, 10_000, 50_000)
"""The chips a player can pick up, in cents."""


@dataclass
class Draft:
    """A player's wagers as they lie on the page, by area: ``ante``, ``split 8-11``. Amounts are cents.

    >>> from pitboss.rulebook import load
    >>> draft = Draft(Setup.of(load("massachusetts-2020/ultimate-texas-holdem")))
    >>> draft.add("ante", 500)
    >>> draft.wagers
    {'ante': '5.00', 'blind': '5.00'}
    """

    setup: Setup
    standing: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    says: list[str] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    """What was wagered in the round before, to be wagered again."""
    _before: list[dict[str, int]] = field(default_factory=list)

    def amount(self, area: str) -> int:
        """What lies on an area, standing or put there now."""
        return self.changed.get(area, self.standing.get(area, 0))

    def stands(self, area: str) -> bool:
        """True for a wager that lies there from the round before and was not touched."""
        return area in self.standing and area not in self.changed

    @property
    def areas(self) -> list[str]:
        """Every area with chips on it, the standing ones first."""
        return [area for area in dict.fromkeys((*self.standing, *self.changed)) if self.amount(area)]

    @property
    def total(self) -> int:
        """What it would take from the player's chips to make these wagers."""
        return sum(amount - self.standing.get(area, 0) for area, amount in self.changed.items())

    @property
    def wagers(self) -> dict[str, str]:
        """What the table is told: the new amounts, nothing for a wager that comes down."""
        return {area: dollars(amount) for area, amount in self.changed.items() if amount != self.standing.get(area, 0)}

    def add(self, area: str, chip: int) -> None:
        """Put a chip on an area; the first is made up to the minimum, and a wager of one size is put down whole."""
        offer = self._offer(area)
        now = self.amount(area)
        if offer.exactly is not None:
            self.put(area, offer.exactly)
        elif now == 0 and offer.min is not None:
            self.put(area, max(chip, offer.min))
        else:
            self.put(area, now + chip)

    def remove(self, area: str, chip: int) -> None:
        """Take a chip off an area; what would be less than the minimum comes off whole."""
        offer = self._offer(area)
        left = max(0, self.amount(area) - chip)
        self.put(area, 0 if offer.exactly is not None or left < (offer.min or 0) else left)

    def put(self, area: str, amount: int) -> None:
        """Make an area's wager so much."""
        offer = self._offer(area)
        if offer.max is not None and amount > max(offer.max, self.standing.get(area, 0)):
            raise Refused(
                f"{offer.title}: {money(amount)} is over the maximum of {money(offer.max)}", offer.amount_cite
            )
        self._before.append(dict(self.changed))
        self._set(area, amount)
        self._follow(offer, area, amount)

    def type(self, area: str, text: str) -> None:
        """Make an area's wager what somebody typed."""
        self.put(area, cents(text))

    def undo(self) -> None:
        """As it was before the last change."""
        if self._before:
            self.changed = self._before.pop()

    def clear(self) -> None:
        """Take back everything that was put down now; what stands, stands."""
        if self.changed:
            self._before.append(dict(self.changed))
        self.changed = {}
        self.says.clear()

    def begin(
        self, standing: Mapping[str, int], placed: Mapping[str, str] | None = None, says: Iterable[str] = ()
    ) -> None:
        """A new round of betting, with what stands and, where the seat has placed wagers or said words, those."""
        self.standing = dict(standing)
        self.changed = {area: cents(amount) for area, amount in (placed or {}).items()}
        self.says, self._before = [*says], []

    def again(self) -> None:
        """The same wagers as in the round before, beside what stands."""
        self._before.append(dict(self.changed))
        self.changed = {area: amount for area, amount in self.last.items() if area not in self.standing}

    # -- helpers -------------------------------------------------------------------------------------------------

    def _offer(self, area: str) -> Offer:
        offer = self.setup.offer(area.partition(" ")[0])
        if offer.placed != "before_deal":
            raise Refused(f"{offer.title} is not made before the deal", offer.cite)
        return offer

    def _set(self, area: str, amount: int) -> None:
        if amount or area in self.standing:
            self.changed[area] = amount
        else:
            self.changed.pop(area, None)

    def _follow(self, offer: Offer, area: str, amount: int) -> None:
        """A wager that must equal this one goes with it, where it is made or the rulebook wants both."""
        if area != offer.id:
            return
        for other in self.setup.offers.values():
            tied = other.equals == offer.id and other.placed == "before_deal" and not other.or_less
            if tied and (self.amount(other.id) or self._both(offer.id, other.id)):
                self._set(other.id, amount)

    def _both(self, one: str, other: str) -> bool:
        return any(
            {one, other} <= set(rule.all_of) and rule.if_placed is None and matches(rule.when, self.setup.options)
            for rule in self.setup.entry.bet_rules
        )


class Drafts:
    """The drafts of all seats that one player plays."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._at: dict[int, Draft] = {}
        self._for: dict[int, int] = {}

    def at(self, seat: int | None) -> Draft:
        return self._at.setdefault(seat or 0, Draft(self.setup))

    def begin(self, number: int, seats: Iterable[Mapping[str, Any]]) -> None:
        """Betting for a round is open: each seat begins with what stands and what it has placed, once."""
        for seat in seats:
            if self._for.get(seat["seat"]) != number:
                self._for[seat["seat"]] = number
                standing = {each["wager"]: cents(each["amount"]) for each in seat["up"]}
                self.at(seat["seat"]).begin(standing, seat["placed"], seat.get("says", ()))

    def keep(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Remember what each seat wagered before the deal, by how it was settled."""
        found: dict[int, dict[str, int]] = {}
        for row in rows:
            offer = self.setup.offers.get(row["wager"])
            if offer is not None and offer.placed == "before_deal":
                area = f"{row['wager']} {row.get('on') or ''}".strip()
                found.setdefault(row["seat"], {})[area] = cents(row["staked"])
        for seat, wagers in found.items():
            self.at(seat).last = wagers


def cents_of(text: str) -> int:
    """An amount as it is told, which may be below zero: ``-12.50``."""
    return -cents(text[1:]) if text.startswith("-") else cents(text)
