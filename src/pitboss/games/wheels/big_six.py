"""Big six: a wheel of marked sections stops at the clapper, and the symbol there decides every wager."""

from collections.abc import Mapping
from typing import Any

from pitboss.engine.events import Fee, Settlement
from pitboss.engine.payoff import LOSERS_FIRST, Due, settle_all
from pitboss.engine.refusing import on_the_layout
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import ANY, Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.errors import Refused
from pitboss.games.laid_out import valid_as_placed
from pitboss.money import money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

BELOW_MINIMUM, HIGH_LIMIT = "wager_below_minimum", "high_limit_wager"


def play(t: Round) -> Script:
    """The round of play."""
    t.event("call", t.cite("no_more_bets"), t.term("no_more_bets"))
    yield from t.moment("spin")
    yield from t.moment("stop")
    symbol = _spin(t)
    settle_all(t, [Due(bet, case_of(t.setup, bet.wager, symbol)) for bet in t.bets if not bet.outcome], LOSERS_FIRST)


def _spin(t: Round) -> str:
    """The wheel turns and stops; the symbol of the section at the clapper wins."""
    sections = sections_of(t.setup)
    symbol = t.draws.pick("spin", tuple(sections), tuple(sections.values()))
    t.event("spin", t.cite("spin"), shown(symbol), value=symbol)
    return symbol


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """Where the wheel stopped."""
    stopped = next((event.text for event in t.events_before(row) if event.kind == "spin"), "")
    return Weighed(fact=f"the wheel stopped at {stopped}") if stopped and row.case else None


def case_of(setup: Setup, wager: str, symbol: str) -> str:
    """What a stop at a symbol is for a wager."""
    return "hit" if symbol_of(setup, wager) == symbol else "miss"


def symbol_of(setup: Setup, wager: str) -> str:
    """The symbol a wager is on."""
    symbol: str = setup.term("symbols")[wager]
    return symbol


def sections_of(setup: Setup) -> Mapping[str, int]:
    """How many sections of the wheel show each symbol; all sections are equally likely."""
    sections: Mapping[str, int] = setup.term("sections")
    return sections


def shown(symbol: str) -> str:
    """A symbol as the wheel shows it.

    >>> shown("20"), shown("casino_name")
    ('$20', 'casino name')
    """
    return f"${symbol}" if symbol.isdecimal() else symbol.replace("_", " ")


# -- What only the game can judge ------------------------------------------------------------------------------------


def examine(setup: Setup) -> list[Finding]:
    """Find fault with the house's wheel: it shows the symbols of the layout, and no others."""
    symbols = list(setup.term("symbols").values())
    if set(sections_of(setup)) == set(symbols):
        return []
    text = f"a wheel has sections of {', '.join(map(shown, symbols))}, and no others"
    return [Finding("refused", "wheel sections", text, setup.cite("sections"))]


def admit(t: Round) -> None:
    """After a spin that did not count the wheel is spun again with the same wagers."""
    before = [bet for bet in t.bets if bet.stood]
    if t.taken_down or (before and any(bet.stake != bet.stood for bet in t.bets)):
        raise _stands(t.setup)


def release(setup: Setup, carry: Mapping[str, Any], bet: Bet) -> list[Fee]:
    """Nor does anybody leave with a wager that is still to be decided."""
    raise _stands(setup)


def _stands(setup: Setup) -> Refused:
    return Refused("the wagers stand as they are until the wheel is spun again", setup.cite("respin"))


def _valid_as_placed(t: Round, call: Call) -> bool:
    """A wager under the minimum that nobody rejected counts; so does a high-limit player's over the maximum."""
    rule, _ = t.setup.irregularities[call.id]
    bet = on_the_layout(t, call, rule.cite)
    low, high = bet.offer.min, bet.offer.max
    amount = f"{call.id}: {bet.name} of {money(bet.stake)}"
    if call.id == BELOW_MINIMUM and (low is None or bet.stake >= low):
        raise Refused(f"{amount} is not under the minimum", rule.cite)
    if call.id == HIGH_LIMIT and (high is None or bet.stake <= high):
        raise Refused(f"{amount} is not over the maximum", rule.cite)
    return valid_as_placed(t, call)


GAME = Game(
    play=play,
    asks="",
    weighs=weighs,
    moments=("bets", "spin", "stop"),
    draws=("spin",),
    terms="sections symbols no_more_bets spin respin casino_maximum?",
    admit=admit,
    release=release,
    examine=examine,
    remedies={"valid_as_placed": _valid_as_placed},
    settles={ANY: Judged("hit miss")},
)
