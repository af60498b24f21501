"""The streak wagers: two to five hands won in a row. They stay on the layout from round to round until decided."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.events import Fee
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.errors import RecordError, Refused
from pitboss.games.blackjack.held import boxes, staked_on
from pitboss.rulebook.setup import Setup

WINS = {f"streak_{wins}": wins for wins in range(2, 6)}
STREAKS = "streaks"
"""What carries over: how many hands in a row each seat has won since it made its streak wagers."""


def admit_streaks(t: Round) -> None:
    """Streak wagers are made together; until they are decided none is added, changed or taken down."""
    streaks = t.carry.get(STREAKS, {})
    if not isinstance(streaks, dict) or not all(type(wins) is int and wins >= 0 for wins in streaks.values()):
        raise RecordError('carry.streaks: write how often each box won in a row, like { "1" = 2 }')
    for bet in t.taken_down:
        if bet.wager in WINS:
            raise Refused(f"seat {bet.seat}: {bet.offer.title} stays until it is decided", bet.offer.cite)
    for seat in t.seats:
        bets = _bets_of(t, seat)
        stood = any(bet.stood for bet in bets)
        for bet in bets:
            if stood and bet.stake != bet.stood:
                raise Refused(f"seat {seat}: no streak wager is made until all before it are decided", bet.offer.cite)


def begin_streaks(t: Round) -> None:
    """Whoever does not play on has given the wager up; whoever makes a new one begins to count."""
    played = boxes(t)
    for seat in list(t.live):
        bets = _bets_of(t, seat)
        if bets and seat not in played:
            for bet in bets:
                t.settle(bet, "abandoned")
        if not any(bet.stood and not bet.outcome for bet in bets):
            _forget(t, seat)


def settle_streak(t: Round, box: int) -> None:
    """More hands won than lost is a win, fewer a loss; as many of both, or pushes alone, change nothing."""
    bets = [bet for bet in _bets_of(t, box) if not bet.outcome]
    if not bets:
        return
    results = [_result(t, box, number) for number in range(1, len(t.hands_of(box)) + 1)]
    ahead = results.count("win") - results.count("lose")
    if ahead < 0:
        for bet in bets:
            t.settle(bet, "hand_lost")
        _forget(t, box)
        return
    wins = t.carry.get(STREAKS, {}).get(str(box), 0) + (ahead > 0)
    t.carry.setdefault(STREAKS, {})[str(box)] = wins
    if ahead:
        t.event("lammer", t.cite("streak"), f"{wins} in a row", seat=box)
    for bet in bets:
        t.settle(bet, "won_in_a_row" if WINS[bet.wager] <= wins else "undecided")
    if all(bet.outcome != "stays" for bet in bets):
        _forget(t, box)


def abandon(t: Round, seat: int) -> None:
    """A hand that is not finished loses the streak wagers of its seat."""
    for bet in _bets_of(t, seat):
        if not bet.outcome:
            t.settle(bet, "abandoned")
    _forget(t, seat)


def released(setup: Setup, carry: Mapping[str, Any], bet: Bet) -> list[Fee]:
    """A seat that leaves gives its streak wagers up."""
    cite = bet.offer.rulings["abandoned"][1] if bet.wager in WINS else ""
    return [Fee(bet.seat, f"{bet.offer.title} abandoned", bet.stake, cite)] if cite else []


def told_streak(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """How a seat's streak stands between rounds."""
    mine = [bet.offer.title for bet in standing if bet.seat == seat and bet.wager in WINS]
    wins = carry.get(STREAKS, {}).get(str(seat), 0)
    return [f"{' and '.join(mine)}: {wins} won in a row"] if mine else []


def _bets_of(t: Round, seat: int) -> list[Bet]:
    return [bet for bet in t.bets if bet.seat == seat and bet.wager in WINS]


def _result(t: Round, box: int, number: int) -> str:
    """How one of the seat's hands came out."""
    return next((bet.outcome for bet in staked_on(t, t.hand(box, number), box)), "")


def _forget(t: Round, seat: int) -> None:
    t.carry.get(STREAKS, {}).pop(str(seat), None)
    if not t.carry.get(STREAKS):
        t.carry.pop(STREAKS, None)
