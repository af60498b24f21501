"""Who turns over the cards: the dealer, or whoever has the highest wager on a hand, to whom it is handed face down."""

from collections.abc import Sequence

from pitboss.engine.events import NOBODY
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import Card, known
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER
from pitboss.hands.baccarat import point_count

NAMES = {PLAYER: "the Player's Hand", BANKER: "the Banker's Hand"}
TURN_UP, GIVE_UP = "turn_up", "give_up"


def choose_viewers(t: Round) -> None:
    """The highest wager on each hand, seat 1 first among equals; nobody means the dealer."""
    t.scratch["viewers"] = {hand: _highest(t, hand) for hand in HANDS}


def turn_up(t: Round, hand: str) -> Script:
    """The first two cards of a hand are viewed, come back face up and are counted."""
    cards = tuple(t.hands[hand])
    yield from _view(t, hand, cards, t.cite("view"))
    t.reveal(hand, t.cite("view"))
    known(cards, NAMES[hand].removesuffix(" Hand"))
    t.event("count", t.cite("view"), f"{NAMES[hand]}: {point_count(cards)}", value={hand: point_count(cards)})


def third_card(t: Round, hand: str) -> Script:
    """Face up, or face down to whoever holds the right to view and then face up."""
    viewer = t.scratch["viewers"][hand]
    if viewer is None:
        t.deal(hand, t.cite("third_card"))
        return
    if not t.term("squeeze"):
        t.deal(hand, t.cite("third_card"), seen_by=(viewer,))
    else:
        card = t.deal(hand, t.cite("third_card"), seen_by=NOBODY)
        yield from _view(t, hand, (card,), t.cite("third_card"))
    t.reveal(hand, t.cite("third_card"))


def pass_viewing_right(t: Round, call: Call) -> bool:
    """Whoever delays, or does not want to look, loses the right to view for this round."""
    rule, _ = t.setup.irregularities[call.id]
    if call.seat not in t.scratch["viewers"].values():
        t.event("remedy", rule.cite, "no right to view is held here, and none passes", seat=call.seat)
        return True
    _pass_on(t, call.seat, rule.cite)
    if t.scratch.get("squeezing") == call.seat:
        t.ask_anew()
    return True


def _highest(t: Round, hand: str) -> int | None:
    bets = t.bets_on(hand)
    if t.term("view") != "highest_wager" or not bets:
        return None
    return max(bets, key=lambda bet: (bet.stake, -bet.seat)).seat


def _view(t: Round, hand: str, cards: Sequence[Card], cite: str) -> Script:
    """Cards are handed face down to whoever may look. Where they squeeze them, they are asked to turn them up."""
    viewers: dict[str, int | None] = t.scratch["viewers"]
    while (viewer := viewers[hand]) is not None:
        t.event("view", cite, NAMES[hand], seat=viewer, cards=tuple(cards), seen_by=(viewer,))
        if not t.term("squeeze"):
            return
        yield from t.moment(t.now)
        if viewers[hand] != viewer:
            continue
        t.scratch["squeezing"] = viewer
        actions = [
            Action(TURN_UP, text=f"turn up {NAMES[hand]}"),
            Action(GIVE_UP, text="give up the right to view the cards"),
        ]
        answer = yield from t.ask(viewer, actions, cite, default=TURN_UP)
        del t.scratch["squeezing"]
        if answer == TURN_UP:
            return
        if answer == GIVE_UP:
            _pass_on(t, viewer, cite)


def _pass_on(t: Round, giver: int | None, cite: str) -> None:
    """The right goes to the next player counterclockwise; when there is none, to the dealer.

    Seats are numbered counterclockwise here, so the next is the one with the next higher number. Nobody who gave the
    right up gets it again in the same round.
    """
    viewers: dict[str, int | None] = t.scratch["viewers"]
    gave_up: set[int | None] = t.scratch.setdefault("gave_up_viewing", set())
    gave_up.add(giver)
    others = [seat for seat in t.seats if seat not in gave_up]
    following = [seat for seat in others if seat > (giver or 0)] or others
    for hand in [hand for hand, viewer in viewers.items() if viewer == giver]:
        viewers[hand] = following[0] if following else None
        to = f"to seat {following[0]}" if following else "to the dealer"
        t.event("remedy", cite, f"the right to view {NAMES[hand]} passes {to}", seat=giver)
