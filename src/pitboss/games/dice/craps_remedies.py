"""What is done at a craps table when a wager or a shooter is out of order."""

from dataclasses import replace

from pitboss.engine import refusing
from pitboss.engine.remedies import Call, cap_at_maximum
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.errors import Refused
from pitboss.games.dice.craps_bets import charges, flat_of, most_odds, point_of
from pitboss.games.dice.craps_shooter import take_the_dice
from pitboss.games.dice.rolls import LINE, LINE_COUPONS, ODDS
from pitboss.money import dollars, money


def pass_dice(t: Round, call: Call) -> bool:
    """The dice were ordered on before the wagers were judged; now that the order is told, so is who takes them."""
    for cite, text in t.scratch.pop("dice", ()):
        t.event("dice", cite, text)
    return False


def refuse(t: Round, call: Call) -> bool:
    """A wager that is not allowed goes back, with its odds or coupon; what was up before, or in time, stays."""
    rule, _ = t.setup.irregularities[call.id]
    bet = t.named(call.seat, call.wager) if call.seat and call.wager else None
    if bet is None or bet.outcome:
        refusing.refuse(t, call, rule)
        return False
    if bet.stake <= bet.stood:
        raise Refused(f"{call.id}: {bet.name} was up before this roll", rule.cite)
    late = call.cents or bet.stake - bet.stood
    if late > bet.stake - bet.stood:
        raise Refused(f"{call.id}: {money(bet.stood)} of {bet.name} was up before this roll", rule.cite)
    kept = bet.stake - late
    if t.now != "bets":  # the vigorish was taken when the betting ended
        for fee in charges(t.setup, replace(bet, stood=kept)):
            back = replace(fee, what=f"{fee.what} given back", amount=-fee.amount, cite=rule.cite)
            t.charge(back)
    if kept:
        bet.stake = kept
        t.event("returned", rule.cite, f"{bet.name} is not increased: ${dollars(late)} goes back", seat=bet.seat)
        _limit_odds(t, bet, rule.cite)
        for coupon in _coupons_with(t, bet):
            coupon.stake = bet.stake
    else:
        for gone in [bet, *_odds_on(t, bet), *_coupons_with(t, bet)]:
            t.void_bet(gone, rule.trigger, rule.cite)
        if t.now == "bets" and bet.wager in LINE:
            take_the_dice(t)
            t.keep()
    return False


def refuse_all(t: Round, call: Call) -> bool:
    """Whoever may not wager gets back all that is new, or the wager that is named."""
    if call.wager or not call.seat:
        return refuse(t, call)
    for bet in [bet for bet in t.bets if bet.seat == call.seat and bet.stake > bet.stood]:
        if not bet.outcome:  # odds go back with the bet that they lie on
            refuse(t, replace(call, wager=bet.name))
    return False


def cap(t: Round, call: Call) -> bool:
    """What is over the maximum goes back, and odds that it carried with it."""
    rule, _ = t.setup.irregularities[call.id]
    cap_at_maximum(t, call, rule)
    _limit_odds(t, refusing.on_the_layout(t, call, rule.cite), rule.cite)
    return False


def _odds_on(t: Round, flat: Bet) -> list[Bet]:
    return [odds for odds in t.bets if odds.wager in ODDS and flat_of(t.bets, odds) is flat]


def _coupons_with(t: Round, line: Bet) -> list[Bet]:
    return [
        bet for bet in t.bets if bet.wager in LINE_COUPONS and (bet.seat, bet.offer.equals) == (line.seat, line.wager)
    ]


def _limit_odds(t: Round, flat: Bet, cite: str) -> None:
    """Odds are no more than the bet they belong to allows, now that it is smaller."""
    for odds in _odds_on(t, flat):
        point = point_of(t.carry, odds)
        most = most_odds(t.setup, odds.wager, point, flat.stake) if point is not None else 0
        if not most:
            t.void_bet(odds, f"over the limit, now that {flat.name} is smaller", cite)
        elif odds.stake > most:
            back = dollars(odds.stake - most)
            odds.stake = most
            t.event("returned", cite, f"{odds.name} is over the limit now: ${back} goes back", seat=odds.seat)
