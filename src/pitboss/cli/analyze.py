"""``pitboss analyze``: the exact mathematics of an entry, as a table, as JSON or as a PAR sheet in a file."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitboss.answers import assumptions, held_by, of_wager
from pitboss.catalogue import part
from pitboss.cli.analysis_sheet import print_analysis, print_choices
from pitboss.cli.pot_analysis import WantedOfPot, analyze_pot
from pitboss.cli.progress import progress_bar
from pitboss.errors import Refused
from pitboss.files import check_writable, write_whole
from pitboss.games import game_of
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required, pairs, read_house
from pitboss.sheets.paper import CITE, Paper, print_json
from pitboss.solve import analyze
from pitboss.solve.compare import Choice, compare
from pitboss.solve.figures import only, own_name, remarks, wager_of
from pitboss.solve.model import Analysis


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for beside the entry and its options."""

    wager: str | None = None
    all_pay_tables: bool = False
    report: Path | None = None
    as_json: bool = False
    cluster: str | None = None
    of_pot: WantedOfPot = field(default_factory=WantedOfPot)


def analyze_entry(
    name: str, words: list[str] | None, file: Path | None, meters: list[str] | None, wanted: Wanted
) -> None:
    """Analyse an entry and print, or write, what was asked for."""
    entry = load(name)
    chosen, pay_tables = read_house(words, file)
    options, assumed = assume_required(entry, chosen)
    setup = Setup.of(entry, options, pay_tables)
    held = held_by(setup, pairs(meters, "meter"))
    if game_of(entry).stacks and wanted.wager is None and wanted.report is None:
        game_of(entry).must_take(setup)
        analyze_pot(setup, wanted.of_pot)
        return
    if wanted.of_pot.asks:
        raise Refused(f"{entry.name} is not played for a pot; only such games have equities and players' fees to tell")
    wagers = None
    if wanted.wager is not None:
        name = own_name(setup, wanted.wager)
        wanted, wagers = replace(wanted, wager=name), [wager_of(name)]
    if wanted.report is not None:
        check_writable(wanted.report, "the PAR sheet")
    with progress_bar(f"Solving {entry.name}") as told:
        analysis = of_wager(analyze(setup, held, told, wagers=wagers, cluster=wanted.cluster), wanted.wager)
    choices = None
    reported = _reported_choices(setup) if wanted.report is not None and analysis.strategy else ()
    if wanted.all_pay_tables or reported:
        few = wagers or (None if wanted.all_pay_tables else reported)
        with progress_bar("Comparing every permitted choice") as told:
            compared = compare(setup, held, told, wagers=few, cluster=wanted.cluster)
            choices = _choices_of(compared, few if wanted.wager is None else [wanted.wager])
    if wanted.report is not None:
        from pitboss.solve.report import par_sheet

        write_whole(wanted.report, par_sheet(analysis, held, choices))
    if wanted.as_json:
        print_json(_as_json(analysis, choices, assumed))
        return
    paper = Paper()
    print_analysis(paper, analysis, assumed, whole=wanted.wager is not None, with_tables=choices is None)
    if choices is not None:
        print_choices(paper, setup, choices)
    paper.line()
    paper.line(f"Solved in {analysis.seconds:.2f} s. --json gives every outcome, --report FILE.html a PAR sheet.", CITE)
    if wanted.report is not None:
        paper.line(f"The PAR sheet is in {wanted.report}.")


def _reported_choices(setup: Setup) -> Collection[str]:
    """The wagers of which a PAR sheet of the game shows every permitted choice of itself."""
    asks: Callable[[Setup], Collection[str]] | None = getattr(
        part(setup.entry.script, "solve"), "reported_choices", None
    )
    return () if asks is None else asks(setup)


def _as_json(analysis: Analysis, choices: tuple[Choice, ...] | None, assumed: Mapping[str, str]) -> dict[str, Any]:
    answer = analysis.as_json() | {"notes": [*remarks(analysis), *assumptions(assumed)]}
    return answer if choices is None else answer | {"choices": [choice.as_json() for choice in choices]}


# -- What was asked ---------------------------------------------------------------------------------------------------


def _choices_of(choices: tuple[Choice, ...], wagers: Collection[str] | None) -> tuple[Choice, ...]:
    """The choices that concern some wagers."""
    if wagers is None:
        return choices
    mine = [
        replace(
            choice,
            wagers=only(choice.wagers, wagers),
            not_offered=tuple(name for name in choice.not_offered if {name, wager_of(name)} & {*wagers}),
        )
        for choice in choices
    ]
    return tuple(choice for choice in mine if _concerned([each for each in mine if each.option == choice.option]))


def _concerned(choices: list[Choice]) -> bool:
    """Whether an option changes anything: by what it does alone, where it can be chosen so."""
    if not any(choice.wagers for choice in choices):
        return False
    alone = [choice for choice in choices if choice.wagers and not choice.given]
    return len(alone) < 2 or any(choice.wagers != alone[0].wagers for choice in alone)
