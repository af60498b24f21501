"""House Money: a wager on pairs in the first two cards, settled before the third; winners may let it ride."""

from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.engine.wagers import Bet
from pitboss.games.baccarat.drawing import HANDS
from pitboss.games.baccarat.results import case_of, finished


def settle_house_money(t: Round) -> Script:
    """Collect and pay from the dealer's right, seat 1, round the table; a winner takes the payout or adds it."""
    bets = t.bets_on("house_money")
    if not bets:
        return
    case, names = case_of(t.setup, "house_money", finished(*(t.hands[hand] for hand in HANDS)))
    for bet in sorted(bets, key=lambda bet: bet.seat):
        settled = t.settle(bet, case, names)
        if settled.outcome == "win":
            yield from _offer_to_add(t, bet, settled.pays)


def _offer_to_add(t: Round, bet: Bet, payout: int) -> Script:
    """The payout, or the part of it that the house allows, may go on top of the seat's Player or Banker wager."""
    part = t.setup.rounding["parlay"](payout * t.term("parlay_share"))
    bases = [hand for hand in HANDS if t.bet(bet.seat, hand) is not None]
    if not bases or not part:
        return
    add = [Action(f"add_to_{hand}", text=f"add the payout to the {hand.title()} wager") for hand in bases]
    choice = yield from t.ask(bet.seat, [Action("take", text="take the payout"), *add], t.cite("parlay_share"))
    base = t.bet(bet.seat, choice.removeprefix("add_to_"))
    if base is not None:
        base.stake += part
        base.added += part
        text = f"House Money is added to {base.name}"
        t.event("added", t.cite("parlay_share"), text, seat=bet.seat, amount=part)
