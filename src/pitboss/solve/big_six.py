"""Big six: every wager by counting the sections of the wheel."""

from collections.abc import Mapping

from pitboss.games.wheels.big_six import case_of, sections_of
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple
from pitboss.solve.prices import Prices


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer. A spin that does not count is spun again and changes nothing."""
    price = Prices(setup)
    sections = sections_of(setup)
    return Analysis(
        setup,
        {
            wager: WagerAnalysis(
                simple((many, price(wager, case_of(setup, wager, symbol))) for symbol, many in sections.items()),
                per="unit of the wager, per spin",
            )
            for wager in setup.offers
        },
        notes=_assumed(setup),
    )


def _assumed(setup: Setup) -> tuple[str, ...]:
    """Where the rulebook does not describe the wheel and the house gave none, that one is assumed."""
    option = setup.entry.options.get("wheel_sections")
    return () if option is None or "wheel_sections" in setup.chosen else (f"{option.note} [{option.cite}]",)
