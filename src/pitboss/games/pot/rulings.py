"""Rulings in a hand of poker for a pot: misdeals, dead hands, wagers that are corrected, exposed cards, refunds."""

from collections.abc import Callable

from pitboss.engine.events import OWNER, Event
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy
from pitboss.games.pot.contest import CONTEST, POT, Contest
from pitboss.games.pot.streets import DEAD, cards_left
from pitboss.games.pot.wagering import Before, Wagering
from pitboss.money import money

FORFEITED = "forfeited"
"""What lies in the next pot because somebody forfeited it."""
THREE = 3
CHECK, CALL, FOLD = "check", "call", "fold"


class DealAgain(Exception):
    """The deal is taken back, with every wager made on it."""


Ruling = Callable[[Contest, Call], "bool | RoundOver"]


def _during_a_hand(ruling: Ruling) -> Remedy:
    """A ruling about the hand that is being played; about a seat only while it is in."""

    def remedy(t: Round, call: Call) -> bool | RoundOver:
        contest: Contest | None = t.scratch.get(CONTEST)
        if contest is None or (call.seat is not None and call.seat not in contest.active):
            t.event("remedy", _cite(t, call), "that hand is not in play, and nothing is changed")
            return True
        return ruling(contest, call)

    return remedy


def _cite(t: Round, call: Call) -> str:
    rule, _ = t.setup.irregularities[call.id]
    return rule.cite


def _tell(contest: Contest, call: Call, text: str) -> bool:
    contest.t.event("remedy", _cite(contest.t, call), text, seat=call.seat)
    return True


def _seat(call: Call) -> int:
    assert call.seat is not None
    return call.seat


# -- hands that are dead, or given back ------------------------------------------------------------------------------


def hand_dead(contest: Contest, call: Call) -> bool:
    """The hand cannot win any part of the pot, and its chips stay there; the only hand left has won it already."""
    seat = _seat(call)
    if contest.active == [seat]:
        return _tell(contest, call, "no other hand is left, and the pot is his")
    contest.fold(seat, "dead_hand", _cite(contest.t, call))
    _withdraw_question(contest, seat)
    return False


def refund_hand(contest: Contest, call: Call) -> bool:
    """The player gets back all that he put in, and is out; the others play for the rest."""
    seat = _seat(call)
    if contest.active == [seat]:
        return _tell(contest, call, "no other hand is left, and the pot is his")
    rule, _ = contest.t.setup.irregularities[call.id]
    contest.t.void_hand(seat, rule.trigger, rule.cite)
    _withdraw_question(contest, seat)
    return False


def _withdraw_question(contest: Contest, seat: int) -> None:
    """Whoever is out is not asked any more; nor is the last one who is in."""
    if contest.turn is not None and (contest.turn == seat or len(contest.active) == 1):
        contest.t.ask_anew()


# -- misdeals, and a deck that is defective ---------------------------------------------------------------------------


def misdeal(contest: Contest, call: Call) -> bool:
    """All cards come back and are dealt again, to wagers that are made again; not after substantial action."""
    t = contest.t
    if substantial_action(contest):
        return _tell(contest, call, "there was substantial action: no misdeal can be called any more")
    if len(t.live) < 2:
        return _tell(contest, call, "nobody is left to deal to")
    t.gather("a misdeal: all cards and wagers go back, and it is dealt again", _cite(t, call))
    take_all_back(contest)
    raise DealAgain


def substantial_action(contest: Contest) -> bool:
    """Three players acted, checks aside, or two of whom one raised; as another clause has it, two who put money in."""
    wagering = contest.wagering
    past = [] if wagering is None else [before for before in wagering.past if before.choice != CHECK]
    acted = {before.seat for before in past}
    if contest.t.term("substantial_action") == "money_in":
        return len(acted) >= THREE or len({before.seat for before in past if before.choice != FOLD}) >= 2
    return len(acted) >= THREE or (len(acted) >= 2 and any(_raises(before) for before in past))


def take_all_back(contest: Contest) -> None:
    """Every wager of this deal goes back."""
    t = contest.t
    for bet in [bet for bet in t.bets if bet.wager == POT and bet.outcome != "void"]:
        if bet.outcome:
            t.reopen(bet)
        t.put_in(bet.seat, POT, -bet.stake)
        t.withdraw(bet)


def refund_all(contest: Contest, call: Call) -> RoundOver:
    """Everybody gets back what he put in, but for one who knew and bet: that is forfeited to the next pot."""
    t = contest.t
    rule, _ = t.setup.irregularities[call.id]
    bet = t.bet(_seat(call), POT)

    def forfeit(t: Round) -> None:
        assert bet is not None
        t.settle(bet, "forfeited")
        t.carry[FORFEITED] = t.carry.get(FORFEITED, 0) + bet.stake
        t.event("forfeited", rule.cite, f"{money(bet.stake)} stay for the next pot", seat=bet.seat)

    alive = () if bet is None else (bet,)
    return RoundOver("void", rule.trigger, rule.cite, alive=alive, settle=forfeit if alive else None)


# -- wagers that are corrected ----------------------------------------------------------------------------------------


def _raises(before: Before) -> bool:
    """Whether a decision raised what others had wagered."""
    return before.choice.split()[0] not in (CHECK, CALL, FOLD) and bool(before.state["high"])


def _wagers(before: Before) -> bool:
    return before.choice.split()[0] not in (CHECK, FOLD)


def _latest(contest: Contest, seat: int, *, of: Callable[[Before], bool]) -> tuple[Wagering, int] | None:
    """The round of wagering that goes on, and how many decisions ago the seat made its latest of that kind."""
    wagering = contest.wagering
    if wagering is None or contest.turn is None:
        return None
    made = [number for number, before in enumerate(wagering.past) if before.seat == seat and of(before)]
    return (wagering, len(wagering.past) - made[-1]) if made else None


def act_again(contest: Contest, call: Call) -> bool:
    """The player corrects what he put in, or takes it back, as long as the next player has not acted."""
    found = _latest(contest, _seat(call), of=_wagers)
    if found is None or found[1] > 1:
        return _tell(contest, call, "the next player has acted, and the wager stands")
    found[0].back_up(1)
    contest.t.ask_anew()
    return False


def illegal_bet(contest: Contest, call: Call) -> bool:
    """Play goes back to the bet, unless three players have called it, one has raised, or all have acted."""
    found = _latest(contest, _seat(call), of=lambda before: _wagers(before) and before.choice != CALL)
    if found is None:
        return _tell(contest, call, "all have acted, and the bet stands")
    wagering, ago = found
    since = wagering.past[len(wagering.past) - ago + 1 :]
    if any(_raises(before) for before in since) or sum(before.choice == CALL for before in since) >= THREE:
        return _tell(contest, call, "it was raised or called by three, and the bet stands")
    wagering.back_up(ago)
    contest.t.ask_anew()
    return False


def over_call(contest: Contest, call: Call) -> bool:
    """More chips than the bet: the player says what he meant, or once the next one has acted the amount does."""
    found = _latest(contest, _seat(call), of=lambda before: before.choice == CALL)
    if found is None:
        return _tell(contest, call, "it is a call, and the dealer gives change")
    wagering, ago = found
    at = len(wagering.past) - ago
    if any(_wagers(before) for before in wagering.past[at + 1 :]):
        before = wagering.past[at]
        if not _resembles_raise(contest, before, call.cents or 0):
            return _tell(contest, call, "it most closely resembles a call, and the dealer gives change")
        wagering.back_up(ago)
        wagering.waiting.pop(0)
        wagering.do(before, "raise")
        _tell(contest, call, f"it most closely resembles a raise to {money(wagering.high)}")
    else:
        wagering.back_up(ago)
    contest.t.ask_anew()
    return False


def _resembles_raise(contest: Contest, before: Before, chips: int) -> bool:
    """Whether these chips are nearer to a full raise than to a call; half-way is a call."""
    wagering = contest.wagering
    assert wagering is not None
    mine = before.here.get(before.seat, 0)
    to_call, full = before.state["high"] - mine, before.state["high"] + before.state["least"] - mine
    able = contest.chips(before.seat) + contest.put_in[before.seat] - before.put_in.get(before.seat, 0) >= full
    raises: int = contest.t.term("raise_cap")["raises"]
    return bool(able and before.state["raises"] < raises and full - chips < chips - to_call)


def fouled_bet(contest: Contest, call: Call) -> bool:
    """A bet or raise on a fouled hand goes back as long as the next player has not acted; the hand is dead."""
    found = _latest(contest, _seat(call), of=lambda before: _wagers(before) and before.choice != CALL)
    if found is not None and found[1] == 1 and len(contest.active) > 1:
        found[0].back_up(1)
        contest.t.ask_anew()
    return hand_dead(contest, call)


def time_expires(contest: Contest, call: Call) -> bool:
    """Without a bet to him the player checks; else his hand is dead. Whoever draws stands pat."""
    seat, wagering = _seat(call), contest.wagering
    if contest.turn != seat:
        return _tell(contest, call, "it is not his turn")
    if contest.drawing or wagering is None:
        contest.t.ask_anew()
        return _tell(contest, call, "he stands pat")
    if wagering.high > contest.here.get(seat, 0):
        return hand_dead(contest, call)
    wagering.do(Before(wagering, seat), CHECK)
    contest.t.ask_anew()
    return _tell(contest, call, "nothing was bet to him, and he checks")


# -- cards that are seen, missing or faced ----------------------------------------------------------------------------


def exposed_card(contest: Contest, call: Call) -> bool:
    """The next card that is dealt to the seat face down; after the deal, the one that was."""
    seat, t = _seat(call), contest.t
    if contest.turn is None:
        contest.exposed[seat] = call
        return False
    hand = t.hand(seat)
    down = [card for card in t.hands.get(hand, ()) if card not in contest.up[seat]]
    if not down or contest.drawing or not cards_left(t):
        return _tell(contest, call, "too late: the card stays")
    t.move(down[-1:], hand, DEAD, _cite(t, call), "exposed")
    t.deal(hand, _cite(t, call), seen_by=OWNER)
    return False


def one_card_short(contest: Contest, call: Call) -> bool:
    """Where a hand can be made of fewer cards it is played with them; else it is dead."""
    seat = _seat(call)
    if not contest.t.term("may_be_short"):
        return hand_dead(contest, call)
    if contest.t.hand(seat) in contest.t.hands:
        return _tell(contest, call, "the hand has its cards")
    contest.short.add(seat)
    return False


def faced_card(contest: Contest, call: Call) -> bool:
    """The card is dead, and the next one below takes its place."""
    t = contest.t
    if cards_left(t):
        card = t.error_card(call)
        t.hands.setdefault(DEAD, []).append(card)
        t.events.append(Event("deal", _cite(t, call), "a dead card", None, DEAD, (card,)))
    return False


_BY_WORD: dict[str, Ruling] = {
    "hand_dead": hand_dead,
    "refund_hand": refund_hand,
    "misdeal": misdeal,
    "refund_all_but_one": refund_all,
    "act_again": act_again,
    "illegal_bet": illegal_bet,
    "over_call": over_call,
    "fouled_bet": fouled_bet,
    "time_expires": time_expires,
    "exposed_card": exposed_card,
    "one_card_short": one_card_short,
    "faced_card": faced_card,
}
RULINGS: dict[str, Remedy] = {word: _during_a_hand(ruling) for word, ruling in _BY_WORD.items()}
"""By the words that entries have for them."""
