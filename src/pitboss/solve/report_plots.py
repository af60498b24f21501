"""The plots of a PAR sheet, drawn as SVG: what each outcome contributes, and how a session ends."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, log10

from pitboss.solve.figures import contribution, percent, units
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.report_html import Markup, el, join
from pitboss.solve.sessions import Bar, Session

MOST_BARS = 12
# The drawing of a histogram, in units of its own; the page scales it.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 230, 40, 18, 12, 40


def contribution_bars(wager: WagerAnalysis, name: str) -> Markup:
    """The outcomes that move the result most, each with a bar from zero: to the left what the house wins.

    What goes by one name is one bar, however much was bet on it.
    """
    added: dict[str, Fraction] = {}
    for outcome in wager.outcomes:
        if outcome.net:
            added[outcome.result] = added.get(outcome.result, Fraction(0)) + contribution(wager, outcome)
    ranked = sorted(added.items(), key=lambda each: -abs(each[1]))
    shown, rest = ranked[:MOST_BARS], ranked[MOST_BARS:]
    if rest:
        shown.append((f"{len(rest)} other outcomes", sum((part for _, part in rest), Fraction(0))))
    low = min([Fraction(0), *(part for _, part in shown)])
    high = max([Fraction(0), *(part for _, part in shown)])
    rows = [
        el(
            "tr",
            el("th", result, scope="row"),
            el("td", _bar(part, low, high), class_="bar", aria_hidden="true"),
            el("td", _signed(percent(part), part), class_="num"),
        )
        for result, part in shown
    ]
    caption = f"{name}: what each outcome adds to the player's result, in percent of the unit"
    head = el("tr", el("th", "Outcome", scope="col"), el("th", ""), el("th", "Adds", scope="col", class_="num"))
    body = el("table", el("caption", caption), el("thead", head), el("tbody", rows), class_="bars")
    return el("figure", body, class_="contributions")


def _bar(part: Fraction, low: Fraction, high: Fraction) -> Markup:
    span = float(high - low) or 1.0
    zero, end = float(-low) / span * 1000, float(part - low) / span * 1000
    left, width = min(zero, end), max(abs(end - zero), 2.0)
    return el(
        "svg",
        el("rect", x=left, y=0, width=width, height=12, class_="gain" if part > 0 else "loss"),
        el("line", x1=zero, x2=zero, y1=-2, y2=14, class_="zero", vector_effect="non-scaling-stroke"),
        viewBox="-4 0 1008 12",
        preserveAspectRatio="none",
    )


def session_histogram(session: Session, name: str, number: str) -> Markup:
    """How sessions end: a bar per range of results, in two colours, with the mean marked."""
    bars = session.bars()
    title = f"{name}: result of {session.rounds:,} rounds"
    drawn = el(
        "svg",
        el("title", title, id=f"{number}-title"),
        el("desc", _in_words(session), id=f"{number}-desc"),
        _drawing(bars, float(session.mean)),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby=f"{number}-title {number}-desc",
        class_="histogram",
    )
    how = (
        "by normal approximation, as the grid of results would be too fine"
        if session.normal
        else "by repeated convolution of the outcome table"
    )
    rounds = el("strong", f"{session.rounds:,} rounds")
    return el("figure", drawn, el("figcaption", rounds, " at one unit each; ", how, ". ", _in_words(session)))


def _in_words(session: Session) -> str:
    shares = [f"ahead {_share(session.ahead)}", f"behind {_share(session.behind)}"]
    if session.even:
        shares.insert(1, f"even {_share(session.even)}")
    words = f"Ends {', '.join(shares)} of the time."
    low, middle, high = (session.quantile(share) for share in (0.05, 0.5, 0.95))
    if low is not None and middle is not None and high is not None:
        ends = _signed(units(low, 2), low), _signed(units(middle, 2), middle), _signed(units(high, 2), high)
        words += f" Nine sessions in ten end between {ends[0]} and {ends[2]} units, half of all at {ends[1]} or less."
    if session.rare_from is not None:
        words += (
            f" An award of {units(session.rare_from, 2).lstrip('+')} units or more falls in "
            f"{_share(session.beyond)} of sessions; those lie beyond the right edge."
        )
    return words


def _share(chance: float) -> str:
    return f"{chance * 100:.1f} %" if 0.001 <= chance <= 0.999 or not chance else percent(Fraction(chance), 3)


def _drawing(bars: Sequence[Bar], mean: float) -> Markup:
    step = float(bars[1].low - bars[0].low) if len(bars) > 1 else 1.0
    half = float(bars[1].low - bars[0].high) / 2 if len(bars) > 1 else 0.5  # a bar stands around its results
    low, high = float(bars[0].low) - half - step * 0.1, float(bars[-1].low) - half + step * 1.1
    most = max(bar.chance for bar in bars)
    inner, depth = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(result: float) -> float:
        return LEFT + (result - low) / (high - low) * inner

    def down(chance: float) -> float:
        return TOP + depth * (1 - chance / most)

    def column(bar: Bar) -> Markup:
        left = across(float(bar.low) - half)
        wide = max((across(float(bar.low) - half + step) - left) * 0.9, 0.6)
        span = units(bar.low, 2) if bar.low == bar.high else f"{units(bar.low, 2)} to {units(bar.high, 2)}"
        return el(
            "rect",
            el("title", f"{_minus(span)}: {_share(bar.chance)}"),
            x=left,
            y=down(bar.chance),
            width=wide,
            height=TOP + depth - down(bar.chance),
            class_="loss" if bar.low < 0 else "gain",
        )

    def gridline(chance: float) -> Markup:
        at = down(chance)
        label = el("text", f"{chance * 100:g} %", x=LEFT - 5, y=at + 3.5, class_="tick end")
        return join(el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=at, y2=at, class_="grid"), label)

    def mark(result: float) -> Markup:
        return el("text", _minus(f"{result:,.10g}"), x=across(result), y=HEIGHT - BOTTOM + 15, class_="tick middle")

    floor_line = el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=TOP + depth, y2=TOP + depth, class_="axis")
    shown = min(max(mean, low), high)
    return join(
        [gridline(chance) for chance in _round_marks(0.0, most, 3)[1:]],
        [column(bar) for bar in bars],
        floor_line,
        el("line", x1=across(shown), x2=across(shown), y1=TOP - 4, y2=TOP + depth, class_="mean"),
        [mark(result) for result in _round_marks(low, high, 5)],
        el(
            "text",
            "result in units, 99 % of sessions (line: mean)",
            x=LEFT + inner / 2,
            y=HEIGHT - 6,
            class_="label middle",
        ),
    )


def _round_marks(low: float, high: float, wanted: int) -> list[float]:
    """Round numbers within a range, about as many as wanted."""
    rough = (high - low) / wanted or 1.0
    power = 10.0 ** floor(log10(rough))
    gap = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough * 0.999)
    return [number * gap for number in range(ceil(low / gap), floor(high / gap) + 1)]


def _signed(text: str, value: Fraction) -> str:
    """A figure with a typographic minus, and a plus where it is a gain."""
    return f"+{text}" if value > 0 and not text.startswith("+") else _minus(text)


def _minus(text: str) -> str:
    return text.replace("-", "−")
