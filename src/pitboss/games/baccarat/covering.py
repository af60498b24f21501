"""The wagers against the Banker's: the whole of it by "Banco Suivi" or "Banco", or parts of it in turn."""

from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.engine.wagers import Bet
from pitboss.games.baccarat.holding_the_bank import counterclockwise
from pitboss.money import money

AGAINST = "against_banker"
SUIVI, BANCO, NO_BANCO, COVER, NO_WAGER = "suivi", "banco", "no_banco", "cover", "no_wager"


def wagers_against(t: Round, banker: Bet) -> Talk[list[Bet]]:
    """Take the wagers in their order of preference; they come in the order of the seats from the Banker's right."""
    seats = [seat for seat in t.live if t.player(seat) != t.player(banker.seat)]
    others = counterclockwise(t, seats, banker.seat)
    taker = yield from _whole(t, banker.stake, others)
    if taker is not None:
        made = [t.add_bet(taker, AGAINST, stake=banker.stake)]
    else:
        made = yield from _parts(t, banker.stake, others)
    t.event("no more bets", t.cite("no_more_bets"), '"No More Bets"')
    return made


def withdraw_uncovered(t: Round, banker: Bet, against: list[Bet]) -> None:
    """The Banker takes back what nobody covered."""
    rest = banker.stake - sum(bet.stake for bet in against)
    if rest:
        banker.stake -= rest
        text = "takes back what is not covered"
        t.event("returned", t.cite("no_more_bets"), text, seat=banker.seat, amount=rest)


def dominant_player(against: list[Bet]) -> int:
    """Who controls the Player's Hand: the highest wager, of equals the nearest to the Banker counterclockwise."""
    return max(against, key=lambda bet: bet.stake).seat


def _whole(t: Round, stake: int, others: list[int]) -> Talk[int | None]:
    """Who takes the whole wager: the one with the right to follow it, else the first that calls "Banco"."""
    first: int | None = t.carry.get("suivi")
    leave = Action(NO_BANCO, text="leave the whole wager")
    questions = {
        seat: [leave, Action(SUIVI if seat == first else BANCO, stake, text="take the whole wager")] for seat in others
    }
    answers = yield from t.ask_all(questions, t.cite("banco"))
    if first is not None and answers.get(first) == SUIVI:
        t.event("announced", t.cite("suivi"), f'seat {first}: "Banco Suivi", {money(stake)}')
        return first
    taker = next((seat for seat in others if answers.get(seat) == BANCO), None)
    if taker is not None:
        t.event("announced", t.cite("banco"), f'seat {taker}: "Banco", {money(stake)}')
    return taker


def _parts(t: Round, stake: int, others: list[int]) -> Talk[list[Bet]]:
    """Each in turn may cover a part, until the whole is covered; of what is more than the rest, the rest is taken."""
    offer = t.setup.offer(AGAINST)
    least = max(offer.min or 0, offer.unit)
    most = min(stake, offer.max or stake)
    rest, made = stake, list[Bet]()
    for still_to_come, seat in zip(range(len(others), 0, -1), others, strict=True):
        if rest < least:
            break
        even = -(-rest // still_to_come)
        text = f"cover a part of the Banker's wager, {money(rest)} of which is open"
        cover = Action(COVER, most, text, step=offer.unit, least=least, usual=min(max(even, least), rest))
        answer = yield from t.ask(seat, [cover, Action(NO_WAGER)], t.cite("partial"))
        if not answer or answer == NO_WAGER:
            continue
        amount = amount_named(answer)
        if amount > rest:
            text = f"only {money(rest)} is taken"
            t.event("returned", t.cite("partial"), text, seat=seat, amount=amount - rest)
        made.append(t.add_bet(seat, AGAINST, stake=min(amount, rest)))
        rest -= made[-1].stake
    return made
