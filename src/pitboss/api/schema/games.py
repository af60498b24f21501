"""The games of the rulebooks, as lists and as rule sheets."""

from typing import Any

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from pitboss.api.schema.parts import Cite, exact, shown_as
from pitboss.rulebook.model import By, CardSet, Cited, Entry, Name, Option, Wager


@exact
class OptionSummary(TypedDict):
    """An option: what is allowed, or a range in words; what holds unless a house chooses."""

    allowed: list[bool | int | str]
    default: Any
    cite: Cite


@shown_as(
    rulebook="chapter4",
    game="red-dog",
    title="Red Dog Poker",
    family="comparing",
    wagers=["bet", "raise"],
    options={"decks": {"allowed": ["at least 1"], "default": 1, "cite": "§12(A)(1) L1373"}},
)
class GameSummary(TypedDict):
    """An entry: its wagers and its house options."""

    rulebook: str
    game: str
    title: str
    family: str
    wagers: list[str]
    options: dict[str, OptionSummary]


class PartUsed(Cited):
    """A part of the rulebook's own that an entry takes over."""

    file: str


class OptionInForce(Option):
    """An option; ``value`` is what is in force, null where a house must choose."""

    allowed: list[bool | int | str] = Field(default=[])
    value: Any = None


class WagerOffered(Wager):
    """A wager; ``offered`` says whether the options in force let it be made."""

    cases: dict[Name, list[str] | By[list[str]]]
    offered: bool


class ReadingShown(Cited):
    """Something the source leaves open, and how it is read here; ``option`` lets a house read it otherwise."""

    id: str
    text: str
    option: str = ""


class CardsShown(CardSet):
    """The cards in play."""

    decks: int | str | By[int | str]


SHEET: dict[str, Any] = {
    "rulebook": "chapter4",
    "game": "big-six",
    "title": "Big Six",
    "family": "wheels",
    "script": "big_six",
    "source": "Chapter 4, §8 L1032-1076",
    "summary": "A wheel of 54 equal sections is spun, and players wager on the symbol at which the clapper stops.",
    "equipment": [{"cite": "§8(B)(1) L1069; Readings 5, 7", "text": "A circular wheel, 48 to 66 inches across."}],
    "wagers": {
        "one": {
            "cite": "§8(A)(1) L1036, L1039",
            "title": "$1 insignia",
            "pay_table": "PT-1",
            "line": "one",
            "cases": {"hit": ["by table", "§8(A)(1) L1036, L1039"], "miss": ["lose", "§8(A)(7) L1064"]},
            "offered": True,
        }
    },
    "pay_tables": {"PT-1": {"cite": "§8(A)(1) L1038-1045", "title": "Odds", "lines": {"one": "1 to 1"}}},
    "round": [{"cite": "§8(A)(7)-(8) L1064-1065", "text": "Players put chips or tokens on the symbols of the layout."}],
}


class RuleSheet(Entry):
    """A rule sheet: everything that an entry says, each thing with its clause.

    What is left out is not said. Where a figure depends on a house option it is an object whose ``by`` names the
    option, and which has a figure for each of its values.
    """

    model_config = ConfigDict(json_schema_extra={"example": SHEET})

    cards: CardsShown | None = None
    parts: list[PartUsed] = Field(default=[])  # type: ignore[assignment]
    options: dict[Name, OptionInForce] = Field(default={})  # type: ignore[assignment]
    wagers: dict[Name, WagerOffered] = Field(default={})  # type: ignore[assignment]
    readings: list[ReadingShown] = Field(default=[])  # type: ignore[assignment]
