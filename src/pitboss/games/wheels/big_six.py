"""Big six: a wheel of marked sections stops at the clapper, and the symbol there decides every wager."""

from collections.abc import Mapping

from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script
from pitboss.errors import Refused
from pitboss.games.laid_out import on_the_layout, refuse
from pitboss.money import dollars
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import REMEDIES

HIGH_LIMIT = "high_limit_wager"


def play(t: Round) -> Script:
    """The round of play."""
    t.event("call", t.cite("no_more_bets"), t.term("no_more_bets"))
    yield from t.moment("spin")
    yield from t.moment("stop")
    symbol = _spin(t)
    _collect_then_pay(t, symbol)


def _spin(t: Round) -> str:
    """The wheel turns and stops; the symbol of the section at the clapper wins."""
    sections = sections_of(t.setup)
    symbol = t.draws.pick("spin", tuple(sections), tuple(sections.values()))
    t.event("spin", t.cite("spin"), shown(symbol))
    return symbol


def _collect_then_pay(t: Round, symbol: str) -> None:
    """Every losing wager is collected first, then every winning wager is paid."""
    open_bets = [bet for bet in t.bets if not bet.outcome]
    for bet in sorted(open_bets, key=lambda bet: symbol_of(t.setup, bet.wager) == symbol):
        t.settle(bet, case_of(t.setup, bet.wager, symbol))


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
    symbols = set(setup.term("symbols").values())
    if set(sections_of(setup)) == symbols:
        return []
    text = f"a wheel has sections of {', '.join(sorted(symbols))}, and no others"
    return [Finding("refused", "wheel sections", text, setup.cite("sections"))]


def admit(t: Round) -> None:
    """After a spin that did not count the wheel is spun again with the same wagers."""
    before = [bet for bet in t.bets if bet.stood]
    if t.taken_down or (before and any(bet.stake != bet.stood for bet in t.bets)):
        raise Refused("the wagers stand as they are until the wheel is spun again", t.cite("respin"))


def _valid_as_placed(t: Round, call: Call) -> bool:
    """A wager under the minimum that nobody rejected counts; so does a high-limit player's over the maximum."""
    rule, _ = t.setup.irregularities[call.id]
    bet = on_the_layout(t, call, rule.cite)
    amount, low, high = f"{bet.name} of ${dollars(bet.stake)}", bet.offer.min, bet.offer.max
    if call.id == HIGH_LIMIT:
        if high is None or bet.stake <= high:
            raise Refused(f"{call.id}: {amount} is not over the maximum", rule.cite)
        most = t.term("casino_maximum")
        if most is not None and bet.stake > most and not t.term("beyond_casino_maximum"):
            raise Refused(f"{call.id}: {amount} is over the casino's maximum of ${dollars(most)}", rule.cite)
    elif low is None or bet.stake >= low:
        raise Refused(f"{call.id}: {amount} is not under the minimum", rule.cite)
    t.event("remedy", rule.cite, f"{bet.name}: {REMEDIES['valid_as_placed']}", seat=bet.seat)
    return False


GAME = Game(
    play=play,
    moments=("bets", "spin", "stop"),
    draws=("spin",),
    terms=("sections", "symbols", "no_more_bets", "spin", "respin"),
    admit=admit,
    examine=examine,
    remedies={"refuse": refuse, "valid_as_placed": _valid_as_placed},
)
