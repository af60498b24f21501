"""A picture of what sessions come to: one bar per result, drawn by hand in SVG, readable in light and dark."""

from fractions import Fraction
from html import escape
from itertools import pairwise

from pitboss.money import dollars, signed
from pitboss.simulation.plan import most_at_risk
from pitboss.simulation.result import Result
from pitboss.simulation.sessions import Bar, Sessions, heading, round_step, standard_error

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 72, 56
FLOOR = HEIGHT - BOTTOM
STYLE = """
svg.sessions { font: 13px system-ui, sans-serif; max-width: 100%; height: auto; color: #1d2433; background: #fff }
.sessions text { fill: currentColor }
.sessions .title { font-size: 16px; font-weight: 600 }
.sessions .dim { fill: #667085 }
.sessions .grid { stroke: #e4e7ec }
.sessions .axis { stroke: #98a2b3 }
.sessions .mark { stroke: #475467; stroke-dasharray: 4 3 }
.sessions .lost { fill: #c2410c }
.sessions .even { fill: #98a2b3 }
.sessions .won { fill: #15803d }
@media (prefers-color-scheme: dark) {
  svg.sessions { color: #e6e8ee; background: #14171f }
  .sessions .dim { fill: #98a2b3 }
  .sessions .grid { stroke: #2a2f3a }
  .sessions .mark { stroke: #cbd2dd }
  .sessions .lost { fill: #f0803c }
  .sessions .won { fill: #3fb56b }
}
"""
PAGE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 800px; padding: 0 1rem }
body { color: #1d2433; background: #fff }
table { border-collapse: collapse; margin-top: 1rem }
td, th { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top }
th { font-weight: 500; color: #667085; white-space: nowrap }
td { font-variant-numeric: tabular-nums }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8ee; background: #14171f }
  th { color: #98a2b3 }
}
"""


def as_html(result: Result) -> str:
    """The picture with its figures, as a page of its own."""
    rows = "\n".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in figures(result))
    title = f"{escape(result.setup.entry.title)}: sessions"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{PAGE}</style></head><body>\n{as_svg(result)}\n<table>\n{rows}\n</table>\n</body></html>\n"
    )


def as_svg(result: Result) -> str:
    """The picture alone."""
    assert result.sessions is not None
    sessions = result.sessions
    chart = _Chart(sessions)
    rules = ", ".join(heading(sessions.rules))
    wagers = ", ".join(f"{name.replace('_', ' ')} ${dollars(stake)}" for name, stake in result.plan.wagers.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sessions" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img">',
            f"<title>Results of {len(sessions):,} sessions of {escape(result.setup.entry.title)}</title>",
            f"<style>{STYLE}</style>",
            f'<text class="title" x="{LEFT}" y="24">{escape(result.setup.entry.title)}: '
            f"results of {len(sessions):,} sessions</text>",
            f'<text class="dim" x="{LEFT}" y="44">{escape(f"{wagers}; {rules}")}</text>',
            *chart.grid(),
            *chart.bars(),
            *chart.marks(),
            "</svg>",
        ]
    )


def figures(result: Result) -> list[tuple[str, str]]:
    """What sessions come to, in words: shown on the page and in the terminal."""
    sessions = result.sessions
    assert sessions is not None
    found = [("Sessions", f"{len(sessions):,}, each of {', '.join(heading(sessions.rules))}")]
    if sessions.rules.bankroll is not None:
        needs = most_at_risk(result.setup, result.plan.wagers, result.plan.strategy)
        ruined = _chance(sessions.share("ruined"), len(sessions))
        found.append(("Risk of ruin", f"{ruined}: less than ${dollars(needs)} left, which a round may take"))
    if sessions.rules.target is not None:
        found.append(("Target reached", _chance(sessions.share("on_target"), len(sessions))))
    low, middle, high = (sessions.percentile("result", percent) for percent in (5, 50, 95))
    run = [sessions.percentile("longest_losing_run", percent) for percent in (50, 95)]
    return [
        *found,
        ("Ahead at the end", _chance(sessions.ahead, len(sessions))),
        ("Mean result", f"{_signed(sessions.mean('result'))}, standard deviation ${sessions.standard_deviation}"),
        ("Median result", f"{signed(middle)}; nine in ten from {signed(low)} to {signed(high)}"),
        ("Rounds", f"{float(sessions.mean('rounds')):,.1f} on average"),
        ("Coin-in", f"{_signed(sessions.mean('coin_in')).lstrip('+')} on average"),
        (
            "Longest losing run",
            f"{float(sessions.mean('longest_losing_run')):.1f} rounds on average, {run[0]} in the median session, "
            f"{run[1]} or more in one of twenty, {int(sessions.column('longest_losing_run').max())} at worst",
        ),
    ]


def _chance(share: Fraction, sessions: int) -> str:
    return f"{float(share):.4%} ± {float(standard_error(share, sessions)):.4%}"


def _signed(amount: Fraction) -> str:
    return signed(round(amount))


class _Chart:
    """Places money and shares on the paper."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self.found = sessions.bars
        single = all(bar.low == bar.high for bar in self.found)
        self.step = _step(self.found, single)
        # A single result stands over its amount, a step of results beside it.
        self.places = [(bar.low if single or at else bar.high + 1 - self.step) for at, bar in enumerate(self.found)]
        self.shift = self.step / 2 if single else 0.0
        span = self.places[-1] + self.step - self.places[0]
        self.low = self.places[0] - self.shift - 0.03 * span
        self.high = self.places[-1] + self.step - self.shift + 0.03 * span
        self.grade = round_step(-(-max(bar.sessions for bar in self.found) * 10_000 // len(sessions) // 4) or 1)

    def x(self, amount: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (amount - self.low) / (self.high - self.low)

    def y(self, share: float) -> float:
        """By the share of sessions, in hundredths of a percent."""
        most = max(bar.sessions for bar in self.found) * 10_000 / len(self.sessions)
        return FLOOR - (FLOOR - TOP) * share / max(most, 1.0)

    def grid(self) -> list[str]:
        """Shares of sessions at the left, money below."""
        lines = []
        share = 0
        while self.y(share) >= TOP - 1:
            y = self.y(share)
            lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            words = f"{share / 100:g}%"
            lines.append(f'<text class="dim" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{words}</text>')
            share += self.grade
        for amount in self._ticks():
            x = self.x(amount)
            lines.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{FLOOR}" y2="{FLOOR + 4}"/>')
            lines.append(f'<text class="dim" x="{x:.1f}" y="{FLOOR + 20}" text-anchor="middle">{_short(amount)}</text>')
        middle = (LEFT + WIDTH - RIGHT) / 2
        lines.append(f'<text class="dim" x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">won or lost</text>')
        return lines

    def bars(self) -> list[str]:
        return [self._bar(bar, place) for bar, place in zip(self.found, self.places, strict=True)]

    def _bar(self, bar: Bar, place: int) -> str:
        left, right = self.x(place - self.shift), self.x(place - self.shift + self.step)
        wide = min((right - left) * 0.9, 48.0)
        top = self.y(bar.sessions * 10_000 / len(self.sessions))
        side = "lost" if bar.high < 0 else "won" if bar.low > 0 or bar.high > bar.low else "even"
        words = signed(bar.low) if bar.low == bar.high else f"{signed(bar.low)} to {signed(bar.high)}"
        return (
            f'<rect class="{side}" x="{(left + right - wide) / 2:.1f}" y="{top:.1f}" width="{max(wide, 1.0):.1f}" '
            f'height="{FLOOR - top:.1f}"><title>{words}: {bar.sessions:,} sessions</title></rect>'
        )

    def marks(self) -> list[str]:
        """The axis, and the mean."""
        mean = self.sessions.mean("result")
        x = self.x(float(mean))
        anchor, beside = ("end", -6) if x > WIDTH * 0.7 else ("start", 6)
        return [
            f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{FLOOR}" y2="{FLOOR}"/>',
            f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{FLOOR}"/>',
            f'<text x="{x + beside:.1f}" y="{TOP - 2}" text-anchor="{anchor}">mean {signed(round(mean))}</text>',
        ]

    def _ticks(self) -> list[int]:
        step = round_step(max(100, int(self.high - self.low) // 6))
        first = -(-int(self.low) // step) * step
        return list(range(first, int(self.high) + 1, step))


def _step(bars: list[Bar], single: bool) -> int:
    """How much money a bar stands for: the least gap between single results, or the width of a step."""
    if not single:
        return bars[1].high + 1 - bars[1].low
    return min((second.low - first.low for first, second in pairwise(bars)), default=100)


def _short(amount: int) -> str:
    """Dollars without cents where there are none."""
    return signed(amount).removesuffix(".00")
