"""The PAR sheet: one HTML file that needs nothing else, with the figures, the strategy, the plots and the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.chart_html import CSS as CHART_CSS
from pitboss.solve.compare import Choice
from pitboss.solve.figures import (
    about,
    alike,
    contribution,
    exact_words,
    joined,
    one_in,
    percent,
    probability,
    remarks,
    title_of,
    units,
)
from pitboss.solve.model import Analysis, WagerAnalysis
from pitboss.solve.report_html import Markup, el, join, table
from pitboss.solve.report_plots import contribution_bars, session_histogram
from pitboss.solve.report_rules import choices_table, rules_in_force
from pitboss.solve.report_strategy import strategy_chart
from pitboss.solve.report_style import CSS
from pitboss.solve.sessions import session_of
from pitboss.version import __version__

SESSIONS = (100, 1_000)
LONG_RUNS = (1_000, 10_000, 100_000, 1_000_000)
NINETY_PERCENT = 1.6448536


def par_sheet(
    analysis: Analysis, meters: Mapping[str, int] | None = None, choices: Sequence[Choice] | None = None
) -> str:
    """The PAR sheet as HTML; the same analysis gives the same text."""
    setup = analysis.setup
    groups = alike(analysis.wagers)
    sections = [("figures", "The figures", _summary(setup, groups))]
    if analysis.strategy:
        sections.append(("strategy", "The best strategy", strategy_chart(analysis)))
    for number, (names, wager) in enumerate(groups, start=1):
        title = joined([title_of(setup, name) for name in names])
        sections.append((f"wager-{number}", title, _wager(setup, names, wager, f"wager-{number}")))
    if choices is not None:
        sections.append(("choices", "Every permitted choice", choices_table(setup, choices)))
    sections.append(("rules", "The rules in force", rules_in_force(setup, meters or {})))
    sections.append(("notes", "What the figures rest on", _notes(analysis)))
    return _page(setup, sections)


def _page(setup: Setup, sections: Sequence[tuple[str, str, Markup]]) -> str:
    entry = setup.entry
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{entry.title}, {entry.rulebook}: PAR sheet"),
        el("style", Markup(CSS + CHART_CSS)),
    )
    top = el(
        "header",
        el("p", "PAR sheet", class_="kind"),
        el("h1", entry.title),
        el("p", f"Entry {entry.name}. Source: {entry.source}.", class_="soft"),
        el("p", " ".join(entry.summary.split())),
    )
    links = [el("li", el("a", title, href=f"#{anchor}")) for anchor, title, _ in sections]
    main = [el("section", el("h2", title, id=anchor), body) for anchor, title, body in sections]
    foot = el("footer", el("p", f"Made by pitboss {__version__}. Figures are per unit of the wager named."))
    body = el("body", top, el("nav", el("ul", links), aria_label="Contents"), el("main", main), foot)
    page = f"<!doctype html>\n{el('html', head, body, lang='en')}\n"
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", page)


# -- Figures ----------------------------------------------------------------------------------------------------------


def _summary(setup: Setup, groups: Sequence[tuple[list[str], WagerAnalysis]]) -> Markup:
    rows = [
        [
            el("a", joined([title_of(setup, name) for name in names]), href=f"#wager-{number}"),
            _edge(wager),
            _minus(percent(wager.element_of_risk)),
            percent(wager.hit_frequency),
            _decimals(wager.standard_deviation),
            el("span", exact_words(wager), class_="break"),
        ]
        for number, (names, wager) in enumerate(groups, start=1)
    ]
    heads = [
        "Wager",
        "House edge",
        "Element of risk",
        "Hit frequency",
        "Standard deviation",
        "House edge, as exactly as it is known",
    ]
    text = (
        "The house edge is what the player loses on average per unit of the wager; below zero the player is ahead. "
        "The element of risk is the same loss per unit of all that is staked in the round. "
        "A hit is a round that ends with a gain."
    )
    return join(table("All wagers", heads, rows, right=(1, 2, 3, 4)), el("p", text, class_="soft"))


def _wager(setup: Setup, names: Sequence[str], wager: WagerAnalysis, anchor: str) -> Markup:
    title = joined([title_of(setup, name) for name in names])
    cites = dict.fromkeys(offer.cite for name in names if (offer := setup.offers.get(name.partition(",")[0])))
    sessions = [session_of(wager, rounds) for rounds in SESSIONS]
    return join(
        el("p", f"Per {wager.per}.", class_="soft"),
        el("p", f"Clause: {'; '.join(cites)}", class_="cite") if cites else "",
        _key_figures(wager),
        el("p", f"Note: {wager.note}.") if wager.note else "",
        contribution_bars(wager, title),
        el("h3", "How a session ends"),
        el(
            "div",
            [session_histogram(session, title, f"{anchor}-{session.rounds}") for session in sessions],
            class_="plots",
        ),
        el("h3", "Outcomes"),
        _outcomes(wager, title),
        el("h3", "What the house can expect to hold"),
        _long_run(wager, title),
    )


def _key_figures(wager: WagerAnalysis) -> Markup:
    def figure(name: str, value: str, small: str = "", class_: str | None = None) -> Markup:
        return el("div", el("dt", name), el("dd", value, el("small", small) if small else ""), class_=class_)

    error, deviation = wager.standard_error, _decimals(wager.standard_deviation)
    how = (
        f"± {percent(Fraction(error))} standard error"
        if error is not None
        else exact_words(wager)
        if wager.rounded
        else f"exactly {exact_words(wager)}"
    )
    return el(
        "dl",
        figure(
            "House edge",
            _edge(wager),
            how,
            "main",
        ),
        figure("Element of risk", about(wager, _minus(percent(wager.element_of_risk))), "loss of all money staked"),
        figure("Return to player", about(wager, percent(1 - wager.element_of_risk)), "of all money staked"),
        figure("Staked in a round", about(wager, units(wager.average_staked).lstrip("+")), "units, on average"),
        figure("Hit frequency", about(wager, percent(wager.hit_frequency)), one_in(wager.hit_frequency)),
        figure(
            "Standard deviation",
            about(wager, deviation),
            f"units per round, variance {_decimals(str(float(wager.variance)))}",
        ),
        class_="figures",
    )


def _outcomes(wager: WagerAnalysis, title: str) -> Markup:
    pays = any(outcome.pays for outcome in wager.outcomes)
    rows = []
    for outcome in wager.outcomes:
        share = probability(wager, outcome)
        rows.append(
            [
                outcome.result,
                f"{outcome.combinations:,}",
                percent(share),
                one_in(share),
                *([outcome.pays] if pays else []),
                _minus(units(outcome.net)),
                _minus(percent(contribution(wager, outcome))),
            ]
        )
    blank = [""] * (3 if pays else 2)
    foot = ["All", f"{wager.total:,}", "100 %", *blank, _minus(percent(wager.expectation))]
    counted = "Combinations" if wager.sampled is None else "Rounds"
    heads = ["Outcome", counted, "Probability", "How rare", *(["Pays"] if pays else []), "Net", "Contribution"]
    caption = f"{title}: every outcome. Net is in units; the contribution is probability times net."
    right = (1, 2, 3, len(heads) - 2, len(heads) - 1)
    return table(caption, heads, rows, right=right, foot=foot, class_="outcomes")


def _long_run(wager: WagerAnalysis, title: str) -> Markup:
    edge, deviation = float(wager.house_edge), float(wager.standard_deviation)
    rows = []
    for rounds in LONG_RUNS:
        spread = NINETY_PERCENT * deviation / sqrt(rounds)
        low, high = (_minus(percent(Fraction(edge + sign * spread), 2, significant=0)) for sign in (-1, 1))
        rows.append([f"{rounds:,}", low, high])
    caption = f"{title}: where the hold per unit lies nine times in ten (normal approximation)"
    return table(caption, ["Rounds", "From", "To"], rows, right=(1, 2), class_="plain")


def _notes(analysis: Analysis) -> Markup:
    told = list(_method(analysis)) + remarks(analysis)
    return el("ul", [el("li", note) for note in told], class_="notes")


def _method(analysis: Analysis) -> Iterator[str]:
    if any(wager.sampled is None for wager in analysis.wagers.values()):
        yield (
            "Combinations are counted, not simulated, and each outcome is priced by the same settlement that the table "
            "uses; a figure called exact is a fraction of two whole numbers, shown rounded elsewhere."
        )
    yield "Session plots take every round as independent of the one before."


def _decimals(text: str) -> str:
    return f"{float(text):,.4f}"


def _edge(wager: WagerAnalysis) -> str:
    return about(wager, _minus(percent(wager.house_edge)))


def _minus(text: str) -> str:
    return text.replace("-", "−")
