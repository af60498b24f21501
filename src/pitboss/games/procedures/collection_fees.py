"""The fees of a game of which a rulebook prints nothing else: what one hand costs the players and the player-dealer.

Nothing is dealt or wagered. A record says what was placed before the deal: ``base_wagers = "50 25"``, each by itself,
and where there were any ``bonus_bets = "80"`` and ``promotional_chips = "2"``.
"""

from pitboss.engine.events import Basis
from pitboss.engine.fees import bank_basis, bank_fee
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script
from pitboss.errors import RecordError, Refused
from pitboss.money import cents, dollars, money
from pitboss.numerals import whole
from pitboss.rulebook.model import Limits, Schedule
from pitboss.rulebook.resolve import money_of

BASE, BONUS, CHIPS = "base_wagers", "bonus_bets", "promotional_chips"
PLAYERS, PLAYER_DEALER, BOX = "players", "player-dealer", "box"


def play(t: Round) -> Script:
    """Before any card is dealt the fees of the hand are taken, by the one schedule that is posted."""
    yield from t.moment("fees")
    schedule = t.setup.schedule
    table = schedule.table if schedule is not None else Limits()
    base = _amounts(t, BASE, table)
    _amounts(t, BONUS, (schedule.bonus if schedule is not None else None) or table)
    chips = _promotional_chips(t)
    if schedule is None:
        return
    each, for_one = cents(schedule.player), money_of(schedule.promotional_chip, {}) or 0
    per_wager = Basis("base wager", each=each, times=len(base))
    per_chip = Basis("promotional chip", each=for_one, times=chips) if chips else Basis("there is none")
    _take(t, schedule, PLAYERS, "each base wager", len(base) * each, per_wager)
    _take(t, schedule, PLAYERS, "each promotional chip", chips * for_one, per_chip)
    by_action = bank_basis(schedule.bank, sum(base))
    _take(t, schedule, PLAYER_DEALER, "the hand", bank_fee(schedule.bank, sum(base)), by_action)


def _amounts(t: Round, name: str, limits: Limits) -> list[int]:
    """What was placed, wager by wager; refuses what the table limit does not take."""
    least, most = money_of(limits.min, {}), money_of(limits.max, {})
    if not t.draws.gives(name):
        return []
    found = [cents(word) for word in t.told(name, _examples(least, most)).replace(",", "").split()]
    for amount in found:
        if amount < (least or 1) or (most is not None and amount > most):
            ends = f"{money(least or 1)} to {money(most) if most is not None else 'no limit'}"
            raise Refused(f"{money(amount)} is not within the limit of {ends}", t.cite("limits"))
    return found


def _examples(least: int | None, most: int | None) -> list[str]:
    low, high = dollars(least or 100), dollars(most or 200_000)
    return [low, high, f"{low} {high}"]


def _promotional_chips(t: Round) -> int:
    if not t.draws.gives(CHIPS):
        return 0
    chips = whole(t.told(CHIPS, ["0", "2"]))
    if chips is None:
        raise RecordError(f"{CHIPS} is how many were used, a whole number")
    return chips


def _take(t: Round, schedule: Schedule, payer: str, per: str, amount: int, basis: Basis) -> None:
    t.event("fee", schedule.cite, f"{payer}, for {per}", amount=-amount, value=basis)
    if amount:
        t.transfer(payer, BOX, amount, schedule.cite)


GAME = Game(play=play, asks="", moments=("fees",), draws=(BASE, BONUS, CHIPS), terms="limits")
