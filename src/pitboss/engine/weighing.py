"""What decided a wager, as values: which hands were held against one another, which pieces it was judged on."""

from typing import Any, NamedTuple

from pitboss.hands.naming import told_apart

OVER, UNDER, TIE = "over", "under", "tie"


class Against(NamedTuple):
    """One hand against another, each by name and with as many cards beside it as it takes to tell them apart."""

    ours: str
    theirs: str
    part: str = ""
    """Which part of a hand that is set in parts."""
    pot: str = ""
    """For which pot, where there are several."""
    result: str = ""
    """Whether ours is over or under theirs, or a tie, where the case of the wager does not say it."""

    @classmethod
    def of(cls, ours: str, theirs: str, part: str = "") -> "Against":
        return cls(*told_apart(ours, theirs), part)


class Weighed(NamedTuple):
    """What decided a wager: hands against hands, the pieces that a pay table was read for and the hand that they make,
    or a fact of the round."""

    against: tuple[Against, ...] = ()
    on: tuple[str, ...] = ()
    made: str = ""
    fact: str = ""

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.against:
            found["against"] = [
                {name: value for name, value in pair._asdict().items() if value or name in ("ours", "theirs")}
                for pair in self.against
            ]
        if self.on:
            found["on"] = list(self.on)
        told = {"made": self.made, "fact": self.fact}
        return found | {name: text for name, text in told.items() if text}
