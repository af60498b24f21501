"""Who sits where, with what, and what they put up."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Purse:
    """A person's chips at one table, however many seats they play."""

    chips: int = 0


@dataclass(slots=True)
class Seated:
    """Somebody at a seat, with the chips in front of them."""

    person: str
    purse: Purse
    held_until: str | None = None
    """Until when the place was held while they sat out, if they came back and were dealt no hand since."""

    @property
    def chips(self) -> int:
        return self.purse.chips


@dataclass(slots=True)
class Placed:
    """What a seat wants to wager in the next round."""

    wagers: dict[str, str] = field(default_factory=dict)
    says: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Returned:
    """Why a seat got back what it had put up for a round."""

    round: int
    why: str
    cite: str = ""
