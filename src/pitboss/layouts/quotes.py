"""What an area of a layout says about its wager: the odds in force and the house edge, both from the analysis."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.games import game_of
from pitboss.layouts.svg import Box, Circle, Polygon, Words, area, write
from pitboss.rulebook.setup import Setup
from pitboss.solve import analyze
from pitboss.solve.figures import percent
from pitboss.solve.model import WagerAnalysis


@dataclass(frozen=True, slots=True)
class Quote:
    """One place to bet.

    ``wins`` are the results it wins by and what each pays, the likeliest first; ``edge`` is None where there is none.
    """

    wager: str
    spot: str
    title: str
    wins: tuple[tuple[str, str], ...]
    edge: Fraction | None
    cite: str

    @property
    def odds(self) -> tuple[str, ...]:
        """What it can pay, each odds once."""
        return tuple(dict.fromkeys(pays for _, pays in self.wins))

    @property
    def edge_words(self) -> str:
        """The edge in few characters: ``15.28 %``."""
        return "" if self.edge is None else percent(self.edge, digits=2, significant=0)

    @property
    def label(self) -> str:
        """All of it in a sentence: ``Total 4, pays 50 to 1, house edge 15.28 %``."""
        parts = [f"{self.title} {self.spot}".strip()]
        if self.odds:
            parts.append(f"pays {' or '.join(self.odds)}")
        if self.edge is not None:
            parts.append(f"house edge {self.edge_words}")
        return ", ".join(parts)

    def area(self, box: Box | Polygon | Circle, *drawn: str, tone: str = "") -> str:
        """The area of this wager, with the clause in its tooltip."""
        return area(
            self.wager, box, self.label, *drawn, spot=self.spot, tone=tone, tooltip=f"{self.label} [{self.cite}]"
        )

    def figures(self, box: Box, odds: float = 14, edge: float = 11) -> str:
        """Odds and edge, one under the other in a box."""
        lines = [Words(each, odds, "odds") for each in self.odds]
        return write(box, *lines, *([Words(self.edge_words, edge, "edge")] if self.edge is not None else []))


def quotes(setup: Setup) -> dict[str, Quote]:
    """Every place to bet at this table, by the name a record gives it: ``total 4``, ``small``."""
    wagers, game = analyze(setup).wagers, game_of(setup.entry)
    found = {}
    for wager, offer in setup.offers.items():
        if offer.placed == "automatic":
            continue
        for spot in game.places(setup, offer):
            name = f"{wager} {spot}".strip()
            analysis = wagers.get(name) or wagers.get(wager)
            wins, edge = _by_number(wagers, wager) if analysis is None else (_wins(analysis), analysis.house_edge)
            found[name] = Quote(wager, spot, offer.title, tuple(wins), edge, offer.cite)
    return found


def _by_number(wagers: Mapping[str, WagerAnalysis], wager: str) -> tuple[Iterator[tuple[str, str]], Fraction | None]:
    """A wager on one spot that is paid by the number it comes to be on: what each pays, and the edge if it is one."""
    each = {name.partition(" ")[2]: analysis for name, analysis in wagers.items() if name.startswith(f"{wager} ")}
    edges = {analysis.house_edge for analysis in each.values()}
    wins = ((number, pays) for number, analysis in each.items() for _, pays in _wins(analysis))
    return wins, edges.pop() if len(edges) == 1 else None


def _wins(analysis: WagerAnalysis) -> Iterator[tuple[str, str]]:
    """The results that a wager wins by, the likeliest first."""
    for outcome in sorted(analysis.outcomes, key=lambda each: -each.combinations):
        if outcome.net > 0:
            yield outcome.result, outcome.pays
