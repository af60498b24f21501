"""The strategy as a chart that a player could use at the table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.equipment.cards import RANKS
from pitboss.solve.blackjack.chart_html import blackjack_chart, is_blackjack
from pitboss.solve.figures import (
    CHART_HEADS,
    SIMPLE_RULE_HEADS,
    TOLD_IN_WORDS,
    Opening,
    chart_cost,
    chart_rows,
    charts_of,
    in_a_line,
    in_rows,
    opening_of,
    percent,
    played_words,
    probability,
    raise_words,
    simple_rules_of,
)
from pitboss.solve.model import RANK_WORDS, Analysis
from pitboss.solve.report_html import Markup, el, join, table

DECISIONS = {
    "play_4x": "Raise 4× before the flop",
    "play_2x": "Raise 2× on the flop",
    "play_1x": "Call 1× at the end",
    "raise_3x": "Raise 3× before the flop",
    "raise_2x": "Raise 2× on the flop",
    "raise_1x": "Raise 1× at the end",
    "fold": "Fold",
}


def strategy_chart(analysis: Analysis) -> Markup:
    """The best strategy: a chart where its shape is known, else everything it says as a list."""
    strategy = analysis.strategy or {}
    drawn: list[Markup] = []
    told: set[str] = set()
    played = Markup("")
    if "rule" in strategy:
        told |= {"rule", "lowest_hand_played"}
        drawn.append(el("p", el("strong", f"{_with_capital(str(strategy['rule']))}."), class_="rule"))
        played = _how_often_folded(analysis)
    told |= set(TOLD_IN_WORDS)
    drawn += [played or el("p", played_words(strategy)), el("p", raise_words(strategy))]
    if lowest := _three_ranks(strategy.get("lowest_hand_played")):
        drawn.append(_three_card_chart(lowest))
    if is_blackjack(strategy):
        told |= {"chart", "deviations", "house_edge"}
        drawn.append(blackjack_chart(strategy))
    if opening := opening_of(strategy):
        told.add("before_the_flop")
        drawn.append(_starting_hands(opening))
    charted, often = charts_of(strategy), strategy.get("how_often")
    told |= {*charted, *(["how_often"] if isinstance(often, Mapping) else [])}
    rest = {name: value for name, value in strategy.items() if name not in told}
    order = list(strategy)
    earlier = [name for name in rest if charted and order.index(name) < order.index(next(iter(charted)))]
    if earlier:
        drawn.append(_listed({name: rest.pop(name) for name in earlier}))
    drawn += [_later_decision(when, chart) for when, chart in charted.items()]
    if isinstance(often, Mapping):
        drawn.append(_how_often(often))
    if simple := simple_rules_of(strategy):
        drawn.append(table("Rules that are easier to keep", SIMPLE_RULE_HEADS, simple, right=(1, 2), class_="outcomes"))
    return join(drawn, _listed(rest) if rest else "")


# -- Three cards ------------------------------------------------------------------------------------------------------


def _three_ranks(text: Any) -> tuple[int, int, int] | None:
    """A hand like ``Q-6-4`` as places in ``RANKS``; None for anything but three different ranks, the highest first."""
    parts = text.split("-") if isinstance(text, str) else []
    if len(parts) != 3 or any(part not in RANKS or len(part) != 1 for part in parts):
        return None
    high, middle, low = (RANKS.index(part) for part in parts)
    return (high, middle, low) if high > middle > low else None


def _three_card_chart(lowest: tuple[int, int, int]) -> Markup:
    """The rule by high card, and for the high card where it turns a grid of the other two."""
    high, middle, low = lowest
    turning = "-".join(RANKS[rank] for rank in lowest)
    rows = [["A pair or better", "Play"]]
    if high < len(RANKS) - 1:
        higher = [RANK_WORDS[rank] for rank in RANKS[high + 1 :][::-1]]
        rows.append([f"{' or '.join(higher)} high".capitalize(), "Play"])
    rows.append([f"{RANK_WORDS[RANKS[high]]} high".capitalize(), f"Play {turning} and better, fold the rest"])
    if high > 3:  # the lowest hand of three ranks is 5-3-2
        rows.append([f"{RANK_WORDS[RANKS[high - 1]]} high or lower".capitalize(), "Fold"])
    simple = table("What to do, by the highest card", ["Hand", "Decision"], rows, class_="plain")
    seconds, thirds = range(high - 1, 0, -1), range(high - 2, -1, -1)
    head = el(
        "tr",
        el("td", ""),
        [el("th", RANKS[third], scope="col", aria_label=f"third card {RANK_WORDS[RANKS[third]]}") for third in thirds],
    )
    body = [
        el(
            "tr",
            el("th", f"{RANKS[high]}-{RANKS[second]}", scope="row"),
            [_three_card_cell((high, second, third), (high, middle, low)) for third in thirds],
        )
        for second in seconds
    ]
    caption = f"{RANK_WORDS[RANKS[high]]} high without a pair, straight or flush: second card down, third card across"
    chart = el(
        "table",
        el("caption", caption[:1].upper() + caption[1:]),
        el("thead", head),
        el("tbody", body),
        class_="hands trio",
    )
    return el("div", simple, el("div", el("div", chart, class_="scroll"), _key("Play", "Fold")), class_="pair")


def _three_card_cell(hand: tuple[int, int, int], lowest: tuple[int, int, int]) -> Markup:
    high, second, third = hand
    if third >= second:
        return el("td", "", class_="none")
    if high - second == 1 and second - third == 1:
        return el("td", "str.", class_="raise", title="a straight: play")
    played = hand >= lowest
    return el("td", "play" if played else "fold", class_="raise" if played else "check")


def _how_often_folded(analysis: Analysis) -> Markup:
    wager = next(iter(analysis.wagers.values()), None)
    folds = [outcome for outcome in wager.outcomes if outcome.result == "fold"] if wager is not None else []
    if wager is None or not folds:
        return Markup("")
    folded = sum((probability(wager, outcome) for outcome in folds), Fraction(0))
    return el("p", f"{percent(1 - folded, 2)} of hands are played, {percent(folded, 2)} are folded.")


# -- Two cards --------------------------------------------------------------------------------------------------------


def _starting_hands(opening: Opening) -> Markup:
    """The 169 kinds of starting hands: suited above the diagonal, pairs on it, the others below."""
    ranks = RANKS[::-1]
    rows = []
    for row, first in enumerate(ranks):
        cells = []
        for column, second in enumerate(ranks):
            name = first * 2 if row == column else f"{first}{second}s" if row < column else f"{second}{first}o"
            bets = name in opening.hands
            does = opening.does.partition(" ")[0] if bets else opening.otherwise
            cells.append(el("td", name, class_="raise" if bets else "check", title=f"{name}: {does}"))
        rows.append(el("tr", cells))
    dealt = sum(6 if len(name) == 2 else 4 if name.endswith("s") else 12 for name in opening.hands)
    caption = (
        f"Before the flop: {opening.does} with the hands in colour, {percent(Fraction(dealt, 1326), 2)} of all deals; "
        f"{opening.otherwise} the others. s is suited (upper right), o is not (lower left)."
    )
    chart = el("table", el("caption", caption), el("tbody", rows), class_="hands")
    return el("div", el("div", chart, class_="scroll"), _key(opening.does.capitalize(), opening.otherwise.capitalize()))


def _later_decision(when: str, chart: Mapping[str, Any]) -> Markup:
    """What to do with each class of hands, and what it costs to go by that."""
    title = when.replace("_", " ").capitalize()
    rows = table(chart["rule"], CHART_HEADS, chart_rows(chart), right=(2, 3), class_="outcomes")
    return join(el("h3", title), rows, el("p", chart_cost(chart), class_="soft"))


def _key(does: str, does_not: str) -> Markup:
    return el(
        "p",
        el("span", "", class_="swatch raise"),
        f" {does} ",
        el("span", "", class_="swatch check"),
        f" {does_not}",
        class_="key",
        aria_hidden="true",
    )


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _how_often(often: Mapping[str, Any]) -> Markup:
    rows = []
    for decision, share in often.items():
        bar = el(
            "svg",
            el("rect", x=0, y=0, width=max(float(share) * 1000, 1.0), height=12, class_="gain"),
            viewBox="0 0 1000 12",
            preserveAspectRatio="none",
        )
        rows.append(
            el(
                "tr",
                el("th", DECISIONS.get(decision) or _with_capital(decision.replace("_", " ")), scope="row"),
                el("td", bar, class_="bar", aria_hidden="true"),
                el("td", f"{float(share) * 100:.2f} %", class_="num"),
            )
        )
    caption = el("caption", "How often each decision is the best one, over all deals")
    return el("figure", el("table", caption, el("tbody", rows), class_="bars"), class_="contributions")


# -- Anything else ----------------------------------------------------------------------------------------------------


def _listed(strategy: Mapping[str, Any]) -> Markup:
    """What is left: a table for each part that goes by name, a line for anything else."""
    drawn = []
    for name, part in strategy.items():
        title = name.replace("_", " ").capitalize()
        if isinstance(part, Mapping):
            drawn.append(table(title, ("", "What to do"), in_rows(part)))
        else:
            drawn.append(el("p", f"{title}: {in_a_line(part)}"))
    return join(drawn)
