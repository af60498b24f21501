"""What a house that operates progressive keno must see to: approval, a limit above what is shown, a cash reserve."""

from collections.abc import Iterator

from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.games.keno.indicator import Indicator, amount_shown, base_of
from pitboss.money import money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup


def insist_on_approval(t: Round) -> None:
    """No game is operated before its controls are approved."""
    if not t.on("progressive_enabled"):
        raise Refused(
            "no progressive keno game is operated here: its records, surveillance and controls are approved first",
            t.cite("controls"),
        )


def watch_the_reserve(t: Round, now: Indicator) -> None:
    """Tell when the cash reserve no longer covers what is owed to patrons."""
    reserve: int | None = t.setup.options["cash_reserve"]
    if reserve is not None and reserve < now.owed:
        t.event("reserve", t.cite("reserve"), _short(reserve, now.owed))


def examine(setup: Setup) -> list[Finding]:
    """The house's figures against each other: what is shown, the limit, the cash reserve."""
    return list(_findings(setup)) if setup.on("progressive_enabled") else []


def _findings(setup: Setup) -> Iterator[Finding]:
    shown, base, limit = amount_shown(setup), base_of(setup), setup.options["payoff_limit"]
    if shown < base:
        text = f"the indicator shows {money(shown)}, less than its base amount of {money(base)}"
        yield Finding("refused", "option amount_shown", text, setup.cite("decrease"))
    if limit is not None and limit <= shown:
        text = f"{money(limit)} is not greater than the {money(shown)} that the indicator shows"
        yield Finding("refused", "option payoff_limit", text, setup.cite("limit"))
    reserve = setup.options["cash_reserve"]
    if reserve is None:
        text = f"say what it is: it must cover at least the {money(shown)} shown, at all times"
        yield Finding("notice", "option cash_reserve", text, setup.cite("reserve"))
    elif reserve < shown:
        yield Finding("refused", "option cash_reserve", _short(reserve, shown), setup.cite("reserve"))


def _short(reserve: int, owed: int) -> str:
    return f"not compliant: a cash reserve of {money(reserve)} does not cover the {money(owed)} owed to patrons"
