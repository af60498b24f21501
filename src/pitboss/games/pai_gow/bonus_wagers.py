"""When the wagers beside a Pai Gow Poker hand are settled: before the cards, after three of them, or last of all."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, settle_all, within_limits
from pitboss.engine.progressive import pay_envy
from pitboss.engine.round import Round
from pitboss.engine.script import Held, Judged
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.errors import RecordError, Refused, suggest
from pitboss.games.pai_gow.bonuses import FIRST_THREE, JUDGES, ON_THE_DEALER, Cards, Seen, best_paid
from pitboss.games.pai_gow.setting import HIGH, LOW, setting_of
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

MAIN = "pai_gow_poker"
NUMBER, THREE_CARDS, SHOWN = "rng_number", "three_card_bonus", "shown"
DEALER = Hand("dealer")
TERMS = "bonus_order? envy? surrender_barred? royal_match? royal_joker? insurance_joker?"
"""The terms of an entry that may be needed here."""
SETTLES = {NUMBER: Judged("hit miss"), **{wager: Judged(SHOWN, names) for wager, (_, names) in JUDGES.items()}}


def settle_numbers(t: Round, number: int | None) -> None:
    """Wagers on the number that the generator shows, before any card is dealt: losers first."""
    bets = [bet for bet in t.bets if bet.wager == NUMBER and not bet.outcome]
    if bets and number is None:
        raise RecordError("a wager is on the number that was drawn, and the record does not give it")
    dues = [Due(bet, "hit" if bet.on == str(number) else "miss") for bet in bets]
    settle_all(t, dues, "by_step")


def settle_three_cards(t: Round) -> None:
    """The first three cards of whoever wagered on them: winners lay them open, losers are collected first."""
    bets = [bet for bet in t.bets_on(THREE_CARDS) if not bet.outcome]
    dues = [_due(t, bet, Seen(tuple(t.hands[t.hand(bet.seat)]))) for bet in bets]
    for due in dues:
        if due.outcome == "win":
            t.reveal(t.hand(due.bet.seat), t.cite("bonus_order"), first=FIRST_THREE)
    settle_all(t, dues, "by_step")


def settle_bonuses(t: Round, seats: Sequence[int], own: Callable[[int], Cards], holders: Sequence[int]) -> None:
    """Every other wager, kind by kind in the rulebook's order, each from the dealer's right, and then its envy."""
    setting = setting_of(t, DEALER)
    dealer = (*setting[HIGH], *setting[LOW])
    dues = []
    for wager in t.term("bonus_order") or ():
        for bet in (bet for seat in seats for bet in t.bets if (bet.seat, bet.wager) == (seat, wager)):
            if not bet.outcome:
                dues.append(_due(t, bet, Seen(own(bet.seat), dealer, setting[LOW], bet.on or "")))
    dues = within_limits(t, dues)
    for wager in dict.fromkeys(due.wager for due in dues):
        settle_all(t, [due for due in dues if due.wager == wager], "by_player")
        pay_envy_of(t, wager, seats, holders, own)


def pay_envy_of(
    t: Round, wager: str, seats: Sequence[int], holders: Iterable[int], own: Callable[[int], Cards]
) -> None:
    """Whoever made a wager for envy is paid for the high hands of the others, as far as a payout limit leaves it."""
    bets = [bet for seat in seats if (bet := t.bet(seat, wager)) is not None]
    if not bets or bets[0].offer.pays is None or not bets[0].offer.pays.envy:
        return
    pays = bets[0].offer.pays
    judge, _ = JUDGES[wager]
    pay_envy(t, bets, holders, lambda seat: best_paid(pays, judge(t.setup, Seen(own(seat)))), partial(_within, t))


def _within(t: Round, bet: Bet, amount: int) -> int:
    """What a payout limit leaves of an envy bonus, where it holds for envy too."""
    limit = next((limit for limit in t.setup.payout_limits if bet.wager in limit.wagers), None)
    if limit is None or not (t.term("envy") or {}).get("within_limit"):
        return amount
    wagers, player = (bet.wager, f"{bet.wager}_envy"), t.player(bet.seat)
    won = sum(row.net for row in t.settlements if row.wager in wagers and row.net > 0 and t.player(row.seat) == player)
    return max(0, min(amount, limit.amount - won))


def may_surrender(t: Round, seats: Iterable[int]) -> list[int]:
    """Who may give up a hand: nobody whose cards decide another wager, and nobody at all while envy hangs on them."""
    if (t.term("envy") or {}).get("bars_surrender") and any(_has_envy(bet) for bet in t.bets):
        return []
    barred = {bet.seat for bet in t.bets if bet.wager in (t.term("surrender_barred") or ()) and not bet.outcome}
    return [seat for seat in seats if seat not in barred]


def _has_envy(bet: Bet) -> bool:
    """True for a wager that has an envy marker."""
    pays = bet.offer.pays
    return pays is not None and bool(pays.envy) and bet.stake >= (pays.envy_from or 0)


def on_own_cards(t: Round, seat: int) -> bool:
    """True where a seat's own cards decide one of its wagers that is still open."""
    return any(
        bet.seat == seat and bet.wager in JUDGES and bet.wager not in ON_THE_DEALER and not bet.outcome
        for bet in t.bets
    )


def _due(t: Round, bet: Bet, seen: Seen) -> Due:
    judge, _ = JUDGES[bet.wager]
    assert bet.offer.pays is not None
    return Due(bet, SHOWN, best_paid(bet.offer.pays, judge(t.setup, seen)))


BOTH = "both_ace_high"


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """Of a bonus wager the seven cards that it was judged on, the player's or the dealer's; of a number, the number."""
    if row.wager == NUMBER:
        drawn = next((event.text for event in t.events_before(row) if event.kind == "number"), "")
        return Weighed(fact=f"the number is {drawn}") if drawn else None
    if row.wager not in JUDGES:
        return None
    own = Hand.of(t.place(row.seat))
    if row.line == BOTH:
        cards = (*_all_of(DEALER, held), *_all_of(own, held))
        return Weighed(on=cards, fact="the dealer's seven and then the seat's")
    return Weighed(on=_all_of(DEALER if row.wager in ON_THE_DEALER else own, held))


def _all_of(hand: Hand, held: Held) -> tuple[Card, ...]:
    return tuple(card for each in (hand, hand.part(HIGH), hand.part(LOW)) for card in held.get(each, ()))


def spots(setup: Setup, offer: Offer) -> Sequence[str]:
    """A number, or a colour."""
    return offer.spots


def spot(setup: Setup, offer: Offer, text: str) -> str:
    if text in offer.spots:
        return text
    if not text:
        raise Refused(f'{offer.title}: say on which, like "{offer.id} {offer.spots[0]}"', offer.cite)
    raise Refused(f'{offer.title}: there is no "{text}" on this layout; {suggest(text, offer.spots)}', offer.cite)
