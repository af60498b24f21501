"""What ``pitboss analyze`` prints for people: figures, outcomes, strategy, and the table of permitted choices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from pitboss.equipment.cards import RANKS
from pitboss.rulebook.setup import Setup
from pitboss.sheets.paper import CITE, Paper, in_words
from pitboss.solve.blackjack.chart_html import PARTS as BLACKJACK_PARTS
from pitboss.solve.blackjack.chart_html import WORDS as BLACKJACK_WORDS
from pitboss.solve.blackjack.chart_html import is_blackjack
from pitboss.solve.compare import Choice, compared
from pitboss.solve.figures import (
    CHART_HEADS,
    SIMPLE_RULE_HEADS,
    TOLD_IN_WORDS,
    about,
    alike,
    by_contribution,
    by_spots_alike,
    chart_cost,
    chart_rows,
    charts_of,
    contribution,
    count,
    exact_words,
    in_a_line,
    in_rows,
    joined,
    opening_of,
    option_words,
    percent,
    played_words,
    probability,
    raise_words,
    remarks,
    simple_rules_of,
    title_of,
    units,
    wager_of,
)
from pitboss.solve.model import DIGITS, Analysis, Outcome, WagerAnalysis

MOST_OUTCOMES = 8
MOST_LEAVES = 8
BLACKJACK_COLORS = {"H": "red", "S": "green", "D": "cyan", "R": "magenta", "P": "yellow"}
"""Outcomes printed of a wager; a wager asked for alone gets four times as many."""


def print_analysis(
    paper: Paper, analysis: Analysis, assumed: Mapping[str, str], *, whole: bool, with_tables: bool
) -> None:
    """Print an analysis; ``whole``: one wager was asked for, so all of it; ``with_tables``: with the outcomes."""
    setup = analysis.setup
    paper.title(f"{setup.entry.title}: the mathematics", setup.entry.name)
    _options(paper, setup, assumed)
    paper.heading("Figures")
    _figures(paper, setup, analysis.wagers)
    if with_tables:
        paper.heading("Outcomes")
        for names, wager in alike(analysis.wagers):
            _outcomes(paper, setup, names, wager, MOST_OUTCOMES * (4 if whole else 1))
    if analysis.strategy:
        paper.heading("Best strategy")
        _strategy(paper, analysis.strategy)
    notes = remarks(analysis)
    if notes:
        paper.heading("Notes")
    for note in notes:
        paper.bullet("•", note)


def _options(paper: Paper, setup: Setup, assumed: Mapping[str, str]) -> None:
    """What was solved: what the house chose or must choose and did not, the pay tables it changed, and the rest."""
    paper.heading("What is solved")
    for name in setup.chosen:
        option = setup.entry.options[name]
        how = "assumed, the house must choose" if name in assumed else "chosen"
        paper.clause(f"{name} = {option_words(setup, name)} ({how})", option.cite)
    for name, lines in setup.changed_tables.items():
        changed = "; ".join(f"{in_words(line)} {pays}" for line, pays in lines.items())
        paper.clause(f"pay table {name} changed by the house: {changed}", setup.entry.pay_tables[name].change_cite)
    rest = [name for name in setup.entry.options if name not in setup.chosen and setup.options.get(name) is not None]
    others = "; ".join(f"{name} = {option_words(setup, name)}" for name in rest)
    paper.line(f"By default: {others}." if rest else "The entry leaves the house nothing else to choose.", indent=2)


def _figures(paper: Paper, setup: Setup, wagers: Mapping[str, WagerAnalysis]) -> None:
    heads = ("Wager", "House edge", "Element of risk", "Hit frequency", "Standard deviation")
    together = [(_titles(setup, names), wager) for names, wager in by_spots_alike(wagers)]
    rows = [
        (
            title,
            Text(about(wager, percent(wager.house_edge)), "bold"),
            about(wager, percent(wager.element_of_risk)),
            about(wager, percent(wager.hit_frequency)),
            about(wager, f"{float(wager.standard_deviation):,.4f}"),
        )
        for title, wager in together
    ]
    paper.table(heads, rows, right=(1, 2, 3, 4))
    _quotes(paper, together)
    # Fractions can be long: they stand below, once for all wagers that share one.
    exact: dict[tuple[str, str], list[str]] = {}
    for title, wager in together:
        exact.setdefault((exact_words(wager), wager.per), []).append(title)
    counted = ["a fraction"] * any(wager.exact is not None for _, wager in together)
    rounded = [f"{DIGITS} digits"] * any(wager.rounded and not wager.estimated for _, wager in together)
    estimated = ["the standard error of an estimate (≈)"] * any(wager.estimated for _, wager in together)
    known = ", or ".join([*counted, *rounded, *estimated])
    paper.subheading("Exact house edge" if known == "a fraction" else f"House edge as exactly as it is known: {known}")
    for (fraction, per), titles in exact.items():
        paper.bullet("•", Text.assemble(f"{joined(titles)}: ", (fraction, "bold"), (f" per {per}", CITE)), indent=4)


def _titles(setup: Setup, names: Sequence[str]) -> str:
    """The title of a wager, with all the spots on which it is the same: ``Hop 1-2, 1-3, 1-4``."""
    first = title_of(setup, names[0])
    return ", ".join([first, *(name.removeprefix(wager_of(name)).strip() for name in names[1:])])


def _quotes(paper: Paper, wagers: Sequence[tuple[str, WagerAnalysis]]) -> None:
    """The edge in every way the trade quotes it, where there are several."""
    quoted = [(title, wager) for title, wager in wagers if wager.quotes]
    if not quoted:
        return
    ways = list(dict.fromkeys(way for _, wager in quoted for way in wager.quotes))
    paper.subheading("House edge, as the trade quotes it")
    rows = [(title, *(percent(wager.quotes[way]) for way in ways)) for title, wager in quoted]
    paper.table(("Wager", *(way.capitalize() for way in ways)), rows, right=tuple(range(1, len(ways) + 1)))


def _outcomes(paper: Paper, setup: Setup, names: Sequence[str], wager: WagerAnalysis, most: int) -> None:
    paper.subheading(joined([title_of(setup, name) for name in names]))
    shown_ones = by_contribution(wager)[:most] if len(wager.outcomes) > most else list(wager.outcomes)
    pays = any(outcome.pays for outcome in shown_ones)
    named = Counter(outcome.result for outcome in wager.outcomes)
    rows = [
        (
            outcome.result if named[outcome.result] == 1 else f"{outcome.result}, {_staked(outcome)} wagered",
            count(outcome.combinations),
            percent(probability(wager, outcome)),
            *([outcome.pays] if pays else []),
            units(outcome.net),
            percent(contribution(wager, outcome)),
        )
        for outcome in shown_ones
    ]
    counted = "Combinations" if wager.sampled is None else "Rounds"
    heads = ("Outcome", counted, "Probability", *(["Pays"] if pays else []), "Net", "Contribution")
    figures = (1, 2, len(heads) - 2, len(heads) - 1)
    # A figure broken over two lines is hard to read; only a narrow terminal folds it.
    paper.table(heads, rows, right=figures, indent=4, whole=figures if paper.console.width >= 80 else ())
    if len(wager.outcomes) > most:
        paper.line(f"{most} of {len(wager.outcomes)} outcomes, those that move the result most.", CITE, indent=4)
    if wager.note:
        paper.line(f"Note: {wager.note}.", indent=4)


def _staked(outcome: Outcome) -> str:
    return units(outcome.staked).removeprefix("+")


# -- Strategy ---------------------------------------------------------------------------------------------------------


def _strategy(paper: Paper, strategy: Mapping[str, Any]) -> None:
    """The rule in a sentence, starting hands as a grid, anything else by its name."""
    rest = dict(strategy)
    if rule := rest.pop("rule", None):
        rest.pop("lowest_hand_played", None)
        paper.line(f"{str(rule)[:1].upper()}{str(rule)[1:]}.", indent=2)
    for sentence in filter(None, (raise_words(rest), played_words(rest))):
        paper.line(sentence, indent=2)
    if is_blackjack(rest):
        _blackjack(paper, rest)
        for told in ("chart", "deviations", "house_edge"):
            del rest[told]
    if opening := opening_of(rest):
        del rest["before_the_flop"]
        paper.line(
            f"Before the flop, {opening.does} with these (s suited, o not); {opening.otherwise} the others:", indent=2
        )
        _starting_hands(paper, opening.hands)
    for when, chart in charts_of(rest).items():
        del rest[when]
        paper.line()
        paper.line(f"{in_words(when).capitalize()}: {chart['rule'][:1].lower()}{chart['rule'][1:]}", indent=2)
        paper.table(CHART_HEADS, chart_rows(chart), right=(2, 3), indent=4)
        paper.line(chart_cost(chart), CITE, indent=4)
    often = rest.pop("how_often", None)
    if isinstance(often, Mapping):
        paper.line()
        paper.line("How often each decision is the best:", indent=2)
        paper.named(((in_words(name), f"{float(share):.4%}".replace("%", " %")) for name, share in often.items()), 4)
    if simple := simple_rules_of(rest):
        paper.line()
        paper.table(SIMPLE_RULE_HEADS, simple, right=(1, 2), indent=2, whole=(1, 2))
    for name, part in rest.items():
        if name in TOLD_IN_WORDS:
            continue
        if isinstance(part, Mapping):
            paper.line()
            paper.line(f"{in_words(name).capitalize()}:", indent=2)
            paper.named(in_rows(part), 4)
        else:
            paper.line()
            paper.named([(in_words(name), in_a_line(part))])


def _blackjack(paper: Paper, strategy: Mapping[str, Any]) -> None:
    """The chart in colour, and the hands that gain most by leaving it."""
    chart = strategy["chart"]
    columns = [(up, max(4, len(up) + 1)) for up in chart["up_cards"]]
    for part, title in BLACKJACK_PARTS.items():
        paper.line()
        paper.line(Text(f"{title:13}" + "".join(f"{up:>{wide}}" for up, wide in columns), "bold"), indent=4)
        for name, row in chart[part].items():
            line = Text(f"{name:13}")
            for cell, (_, wide) in zip(row, columns, strict=True):
                line.append(f"{cell:>{wide}}", BLACKJACK_COLORS[cell[0]])
            paper.line(line, indent=4)
    paper.line()
    used = {cell for part in BLACKJACK_PARTS for row in chart[part].values() for cell in row}
    paper.line("; ".join(f"{cell} {words}" for cell, words in BLACKJACK_WORDS.items() if cell in used), CITE, indent=4)
    leaves = strategy["deviations"]
    if leaves:
        paper.line()
        many = f"{min(MOST_LEAVES, len(leaves))} of {len(leaves)} hands"
        paper.line(f"Where the best play by composition leaves the chart, {many}:", indent=2)
        rows = [
            (row["hand"], row["against"], row["chart"], row["best"], f"{float(row['gain_per_round']):.6%}")
            for row in leaves[:MOST_LEAVES]
        ]
        paper.table(("Hand", "Against", "Chart", "Best", "Gain per round"), rows, right=(4,), indent=4)


def _starting_hands(paper: Paper, raised: frozenset[str]) -> None:
    """Suited hands above the diagonal, pairs on it, the others below; with a dot there is no bet."""
    ranks = RANKS[::-1]
    for row, first in enumerate(ranks):
        line = Text()
        for column, second in enumerate(ranks):
            name = first * 2 if row == column else f"{first}{second}s" if row < column else f"{second}{first}o"
            line.append(f"{name:4}" if name in raised else "·   ", "green" if name in raised else CITE)
        paper.line(line, indent=4)


# -- Every permitted choice -------------------------------------------------------------------------------------------


def print_choices(paper: Paper, setup: Setup, choices: Sequence[Choice]) -> None:
    """One table: each option that changes a wager's mathematics, its values, and the house edges they give."""
    paper.heading("Every permitted choice")
    groups = compared(setup, choices)
    if not groups:
        paper.line("No option of this entry with listed values changes the mathematics of a wager.", indent=2)
        return
    width = max([len("Value"), *(len(line.value) for group in groups for line in group.lines)]) + 2
    _choice(paper, width, ("Value", "House edge", "Remark"), "bold")
    for group in groups:
        paper.line()
        title = Text.assemble((group.option, "bold cyan"), f"  {group.wagers}" if group.wagers else "")
        paper.line(Text.assemble(title, (f" [{group.cite}]", CITE)), indent=2)
        for line in group.lines:
            value = line.value + (" ◄" if line.in_force else "")
            _choice(paper, width, (value, line.edge, line.remark), "bold" if line.in_force else "")
    paper.line()
    paper.line("◄ in force. Each option is changed alone, the others stay as they are.", CITE, indent=2)


def _choice(paper: Paper, width: int, cells: tuple[str, str, str], style: str) -> None:
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(width=width, no_wrap=width < 40)
    grid.add_column(width=10, justify="right")
    grid.add_column(overflow="fold")
    grid.add_row(Text(cells[0], style), Text(cells[1], style), cells[2])
    paper.put(grid, 4)
