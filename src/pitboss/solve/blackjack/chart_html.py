"""The chart in colour, as people print it, and the hands with which the best play leaves it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.solve.report_html import Markup, el, join, table

PARTS = {"hard": "Hard totals", "soft": "Soft totals", "pairs": "Pairs"}
WORDS = {
    "H": "hit",
    "S": "stand",
    "Dh": "double, else hit",
    "Ds": "double, else stand",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "P": "split",
}
CLASSES = {"H": "hit", "S": "stand", "D": "double", "R": "surrender", "P": "split"}
MOST_LISTED = 40
CSS = """
:root { --bj-hit: #f3d7cf; --bj-stand: #dfe6d9; --bj-double: #cfe0f5; --bj-split: #f4e3ae; --bj-surrender: #e2d3ee;
  --bj-ink: #1d2421; }
.bj-hit { background: var(--bj-hit); } .bj-stand { background: var(--bj-stand); }
.bj-double { background: var(--bj-double); } .bj-split { background: var(--bj-split); }
.bj-surrender { background: var(--bj-surrender); }
td.bj-hit, td.bj-stand, td.bj-double, td.bj-split, td.bj-surrender { color: var(--bj-ink); font-weight: 600; }
.bj-hit, .bj-stand, .bj-double, .bj-split, .bj-surrender { print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
"""


def is_blackjack(strategy: Mapping[str, Any]) -> bool:
    """Whether a strategy is told by a chart of hands against up cards."""
    chart = strategy.get("chart")
    return isinstance(chart, Mapping) and set(PARTS) <= set(chart)


def blackjack_chart(strategy: Mapping[str, Any]) -> Markup:
    """Hard totals, soft totals and pairs against every up card, a key of the colours, and the deviations."""
    chart = strategy["chart"]
    drawn = [_part(title, chart["up_cards"], chart[name]) for name, title in PARTS.items()]
    used = {cell for name in PARTS for row in chart[name].values() for cell in row}
    return join(drawn, _key(used), _edges(strategy["house_edge"]), _leaves(strategy["deviations"]))


def _part(title: str, up_cards: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Markup:
    head = el("tr", el("td", ""), [el("th", up, scope="col", aria_label=f"against {up}") for up in up_cards])
    body = [
        el(
            "tr",
            el("th", name, scope="row"),
            [
                el("td", cell, class_=f"bj-{CLASSES[cell[0]]}", title=f"{name} against {up}: {WORDS[cell]}")
                for cell, up in zip(row, up_cards, strict=True)
            ],
        )
        for name, row in rows.items()
    ]
    caption = el("caption", f"{title}: the player's hand down, the dealer's up card across")
    whole = el("table", caption, el("thead", head), el("tbody", body), class_="hands")
    return el("div", whole, class_="scroll", role="region", tabindex=0, aria_label=title)


def _key(used: set[str]) -> Markup:
    told = [
        join(el("span", "", class_=f"swatch bj-{CLASSES[cell[0]]}"), f" {cell} {words} ")
        for cell, words in WORDS.items()
        if cell in used
    ]
    return el("p", told, class_="key")


def _edges(edges: Mapping[str, str]) -> Markup:
    rows = [[name.replace("_", " ").capitalize(), f"{float(edge) * 100:.6f} %"] for name, edge in edges.items()]
    return table("What it costs to play", ["Strategy", "House edge off a fresh shoe"], rows, right=(1,), class_="plain")


def _leaves(leaves: Sequence[Mapping[str, str]]) -> Markup:
    if not leaves:
        return el("p", "The best play by composition leaves the chart with no hand.")
    rows = [
        [
            row["hand"],
            row["against"],
            row["chart"],
            row["best"],
            f"{float(row['gain']) * 100:.3f} %",
            f"{float(row['gain_per_round']) * 100:.6f} %",
        ]
        for row in leaves[:MOST_LISTED]
    ]
    many = f"{min(len(leaves), MOST_LISTED)} of {len(leaves)} hands"
    caption = f"Where the best play by composition leaves the chart: {many}, those that gain most"
    heads = ["Hand", "Against", "The chart", "Best", "Gain there", "Gain per round"]
    return table(caption, heads, rows, right=(4, 5), class_="outcomes")
