"""The cards of a street: burned, dealt to the players face down or up, laid out for all, discarded and drawn."""

from collections.abc import Sequence

from pitboss.engine.events import NOBODY, OWNER, Event
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Picks, groups_named
from pitboss.engine.round import DISCARD, Round
from pitboss.engine.script import Script, Talk
from pitboss.games.pot.contest import COMMUNITY, Contest
from pitboss.rulebook.resolve import pick

BURN = "burn"
DEAD = Hand("dead")
"""Where cards lie that were exposed and play no part."""


def deal_down(t: Round, contest: Contest, cards: int, cite: str) -> None:
    """One card at a time, face down, to everybody who is still in; what was exposed is replaced once all have it."""
    for number in range(cards):
        last = number == cards - 1
        seats = [seat for seat in contest.active if not (last and seat in contest.short)]
        replace_exposed(t, contest, [seat for seat in seats if not deal_unseen(t, contest, seat, cite)], cite)


def deal_unseen(t: Round, contest: Contest, seat: int, cite: str) -> bool:
    """A card face down to a seat; False where it was exposed, is dead and has to be replaced."""
    call = contest.exposed.pop(seat, None)
    if call is None:
        t.deal(t.hand(seat), cite, seen_by=OWNER)
        return True
    rule, _ = t.setup.irregularities[call.id]
    card = t.error_card(call)
    kept = contest.wagering is None and card.known and card[0] in (t.term("exposed_kept") or "")
    place = t.hand(seat) if kept else DEAD
    t.hands.setdefault(place, []).append(card)
    t.events.append(Event("deal", rule.cite, "exposed, and stays" if kept else "exposed", seat, place, (card,)))
    return kept


def replace_exposed(t: Round, contest: Contest, seats: Sequence[int], cite: str) -> None:
    for seat in seats:
        t.deal(t.hand(seat), cite, seen_by=OWNER)


def deal_up(t: Round, contest: Contest, cite: str) -> None:
    """A card face up to everybody who is still in."""
    for seat in contest.active:
        contest.up[seat].append(t.deal(t.hand(seat), cite))


def burn(t: Round) -> None:
    """The top card is put aside, and nobody sees it."""
    for _ in range(t.term("burn")):
        t.deal(BURN, t.cite("burn"), seen_by=NOBODY)


def deal_board(t: Round, cards: int, cite: str) -> None:
    """Cards for all, face up."""
    for _ in range(cards):
        t.deal(COMMUNITY, cite)


def cards_left(t: Round) -> int:
    """How many cards the dealer still holds."""
    deck = t.setup.entry.cards
    assert deck is not None
    suits, jokers = 4, pick(deck.jokers, t.setup.options)
    whole = suits * len(pick(deck.ranks, t.setup.options)) + jokers
    return int(whole - sum(len(held) for held in t.hands.values()))


def draw(t: Round, contest: Contest, seat: int, most: int, cite: str) -> Script:
    """A player stands pat, or discards and is dealt as many cards at once, face down."""
    discarded = yield from discard(t, seat, 0, most, cite)
    for _ in range(discarded):
        t.deal(t.hand(seat), cite, seen_by=OWNER)


def discard(t: Round, seat: int, least: int, most: int, cite: str, to: Hand = DISCARD) -> Talk[int]:
    """A player gives cards back, and nobody else sees which."""
    hand = t.hand(seat)
    picks = Picks(hand, tuple(t.hands[hand]), {"discard": (max(least, 1), most)})
    actions = [Action("discard", picks=picks)]
    if not least:
        actions.insert(0, Action("pat", text="keep all cards"))
    choice = yield from t.ask(seat, actions, cite, hand=hand)
    if not choice.startswith("discard"):
        return 0
    given = groups_named(choice, picks)["discard"]
    t.move(given, hand, to, cite, "discard", seen_by=(seat,))
    return len(given)
