"""The button, and what must be put up: blinds, antes, straddle and bring in."""

from collections.abc import Sequence

from pitboss.engine.events import Basis, Fee
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.equipment.cards import Card, known, one_deck
from pitboss.errors import RecordError, quoted
from pitboss.games.pot.contest import Contest
from pitboss.games.pot.wagering import Wagering
from pitboss.money import cents, money
from pitboss.rulebook.resolve import pick

BUTTON, SMALL_BLIND = "button", "small_blind"
"""What carries over: the seat that gets the button and, where they are assigned to seats, that of the small blind."""
VACATED, ENTERING, IN_GAME = "vacated", "entering", "in_game"
"""The terms for blinds and button of a seat that nobody plays, and for entering a game; who was in the last hand."""
ACE = 14
STRADDLE = "straddle"
"""What the player to the left of the big blind says who doubles it."""


# -- the button ------------------------------------------------------------------------------------------------------


def begin(t: Round) -> Contest:
    """The button is where it came to lie, or at the next player; when a game opens, the highest card gets it.

    Where blinds and button are assigned to seats, it may lie dead before one that nobody plays any more.
    """
    if BUTTON not in t.carry:
        t.carry[BUTTON] = _high_card(t)
    button = _seat_carried(t, BUTTON)
    if button in t.live or not _by_seats(t):
        button = next((seat for seat in t.live if seat >= button), t.live[0])
        t.event(BUTTON, t.cite(BUTTON), f"seat {button} has the button", seat=button)
    else:
        t.event(BUTTON, t.cite(VACATED), f"the button is dead: nobody plays seat {button}", seat=button)
    return Contest(t, _clockwise(t.live, button))


def begin_without_button(t: Round) -> Contest:
    """Cards and wagers go clockwise from the house dealer's left."""
    return Contest(t, t.live)


def move_button(t: Round, contest: Contest) -> None:
    """After each round the button goes to the next player, clockwise.

    Where blinds and button are assigned to seats, it follows the small blind and that follows the big one, whoever is
    still there.
    """
    if t.term(VACATED) and contest.big_blind is not None:
        t.carry[BUTTON], t.carry[SMALL_BLIND] = contest.small_blind, contest.big_blind
    else:
        t.carry[BUTTON] = contest.order[0]
        t.carry.pop(SMALL_BLIND, None)


def _by_seats(t: Round) -> bool:
    """Whether blinds and button are assigned to seats by where they were, so that they may be dead."""
    return bool(t.term(VACATED)) and SMALL_BLIND in t.carry


def _clockwise(seats: Sequence[int], at: int) -> list[int]:
    """The seats from the left of one, itself last; that one need not be among them."""
    return [seat for seat in seats if seat > at] + [seat for seat in seats if seat <= at]


def _seat_carried(t: Round, name: str) -> int:
    at = t.carry[name]
    if type(at) is not int:
        raise RecordError(f"carry.{name}: {quoted(at)} is not the number of a seat")
    return at


def _high_card(t: Round) -> int:
    """One card face up to each player; suits decide between equal ranks, in the order that the entry gives."""
    suits = t.term("opening_suits")
    cards = t.setup.entry.cards
    assert cards is not None
    left = list(one_deck(ranks=pick(cards.ranks, t.setup.options)))
    dealt: dict[int, Card] = {}
    for seat in t.live:
        dealt[seat] = t.draws.pick("opening", left)
        left.remove(dealt[seat])
        t.event("opening", t.cite("opening"), seat=seat, cards=(dealt[seat],))
    return max(dealt, key=lambda seat: (dealt[seat].rank, -suits.index(dealt[seat].suit)))


# -- blinds, antes, straddle -----------------------------------------------------------------------------------------


def place_blinds(t: Round, contest: Contest) -> None:
    """The blinds are those of the first two seats from the left of the button.

    Where they are assigned to seats, the small blind is where the big one was, and the next player has that.
    """
    contest.small_blind, contest.big_blind = contest.order[:2]
    if _by_seats(t):
        contest.small_blind = _seat_carried(t, SMALL_BLIND)
        contest.big_blind = _clockwise(t.live, contest.small_blind)[0]


def post_blinds(t: Round, contest: Contest) -> int:
    """Both blinds, and what their positions pay; the big blind's seat. A blind that is dead is not posted."""
    if contest.big_blind is None:
        place_blinds(t, contest)
    small, big, cite = contest.small_blind, contest.big_blind, t.cite("blinds")
    assert small is not None and big is not None
    if small not in contest.order:
        t.event("dead blind", t.cite(VACATED), f"the small blind of seat {small} is dead, and not posted", seat=small)
    elif small not in contest.entering:
        contest.post_blind(small, contest.stakes.small, "small blind", cite)
    contest.post_blind(big, contest.stakes.big, "big blind", cite)
    for seat in [seat for seat in contest.order if seat in contest.entering and seat != big]:
        contest.post_blind(seat, contest.stakes.big, "enters and posts the big blind of", t.cite(ENTERING))
    schedule = contest.schedule
    fee = 0 if schedule is None else min(cents(schedule.small_blind), contest.chips(small))
    if schedule is not None and fee:
        t.charge(Fee(small, t.term("fees")["small_blind"], fee, schedule.cite, Basis("the small blind pays it")))
    return big


def wait_for_the_big_blind(t: Round, contest: Contest) -> None:
    """Who was not in the hand before enters by posting the big blind, in a full game only where that is his place.

    Without anybody who was in it, or with only one player left for the hand, everybody enters.
    """
    before = t.carry.get(IN_GAME)
    if not isinstance(before, dict) or not any(str(seat) in before for seat in contest.order):
        return
    new = [seat for seat in contest.order if str(seat) not in before]
    if len(contest.order) >= t.term(ENTERING)["full"]:
        waits = [seat for seat in new if seat != contest.big_blind]
        if len(contest.order) - len(waits) >= 2:
            for seat in waits:
                contest.order.remove(seat)
                t.event("sits out", t.cite(ENTERING), "enters a full game in the place of the big blind", seat=seat)
            contest.waiting = set(waits)
    contest.entering = set(new) - contest.waiting


def post_straddle(t: Round, contest: Contest, big: int) -> tuple[int, int]:
    """Who says so to the left of the big blind puts up twice as much and acts last: his seat, and what is to be called.

    Without a straddle these are the big blind's.
    """
    seat = contest.after(big)[0]
    amount = 2 * contest.stakes.big
    if STRADDLE not in t.says.get(seat, ()) or contest.chips(seat) < amount or seat == big:
        return big, contest.stakes.big
    contest.post_blind(seat, amount, STRADDLE, t.cite(STRADDLE))
    return seat, amount


def post_antes(t: Round, contest: Contest) -> None:
    """Everybody pays the ante into the pot."""
    for seat in contest.order:
        contest.ante(seat, contest.stakes.ante, t.cite("antes"))


# -- who acts first where cards lie face up --------------------------------------------------------------------------


def lowest_card(t: Round, contest: Contest, ace_low: bool = False) -> int:
    """The seat with the lowest card face up; of equal ranks the lowest suit. Who has no chips left is passed over."""
    return min(_able(contest), key=lambda seat: _single(t, contest, seat, ace_low))


def highest_card(t: Round, contest: Contest, ace_low: bool = False) -> int:
    """The seat with the highest card face up; of equal ranks the highest suit."""
    return max(_able(contest), key=lambda seat: _single(t, contest, seat, ace_low))


def best_showing(contest: Contest, lowest: bool = False) -> int:
    """The seat with the highest, or lowest, cards face up, with those for all; of equals the first clockwise."""
    if lowest:
        return min(contest.active, key=lambda seat: showing(contest, seat, ace_low=True))
    return max(contest.active, key=lambda seat: showing(contest, seat))


def showing(contest: Contest, seat: int, ace_low: bool = False) -> tuple[list[int], list[int]]:
    """What lies face up: how often ranks are there, the most first, then these ranks. Two pairs come before one.

    Straights and flushes need five cards, and are not looked for.
    """
    cards = (*contest.up[seat], *contest.board)
    known(cards, f"seat {seat}'s up")
    ranks = [1 if ace_low and card.rank == ACE else card.rank for card in cards]
    found = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return [times for times, _ in found], [rank for _, rank in found]


def has_open_pair(contest: Contest, seat: int) -> bool:
    return showing(contest, seat)[0][0] >= 2


def bring_in(t: Round, contest: Contest, seat: int, limit: str) -> Talk[Wagering]:
    """The forced opening: the bring in, or at the player's choice a full bet, which is no raise."""
    stakes, chips = contest.stakes, contest.chips(seat)
    choice, cite = "bring_in", t.cite("bring_in")
    yield from t.moment(t.now)  # what is called from now on strikes after the deal
    full = stakes.full_opening
    if chips >= full > stakes.bring_in:
        actions = (Action("bring_in", stakes.bring_in), Action("open", full, f"a full bet of {money(full)}"))
        choice = yield from t.ask(seat, actions, cite, default="bring_in")
    amount = full if choice == "open" else stakes.bring_in
    if seat in contest.active:
        contest.post(seat, amount, "opens for" if choice == "open" else "brings it in for", cite)
        contest.note(seat, choice)
    wagering = Wagering(contest, limit, level=amount)
    wagering.acted.add(seat)
    wagering.first = seat
    return wagering


def _able(contest: Contest) -> Sequence[int]:
    """Whoever can wager; everybody, where nobody can."""
    return [seat for seat in contest.active if contest.chips(seat)] or contest.active


def _single(t: Round, contest: Contest, seat: int, ace_low: bool) -> tuple[int, int]:
    known(contest.up[seat], f"seat {seat}'s up")
    card = contest.up[seat][0]
    return 1 if ace_low and card.rank == ACE else card.rank, -t.term("suits").index(card.suit)
