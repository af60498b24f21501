"""Texas Hold'em: two cards of one's own and five for all, four rounds of wagering, the best five cards win the pot."""

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.fees import CLOCK
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Judged, Script
from pitboss.games.pot.contest import BUTTON, POT, Contest, begin, move_button, stands, take_fee
from pitboss.games.pot.showdown import showdown
from pitboss.games.pot.stakes import examine, may_buy_in
from pitboss.games.pot.wagering import Wagering
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import PokerHand, best_hand

COMMUNITY, BURN = "community", "burn"
FLOP, TURN, RIVER = STREETS = ("flop", "turn", "river")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("blinds")
    contest = begin(t)
    _post_blinds(t, contest)
    yield from t.moment("deal")
    _deal(t, contest)
    yield from _first_wagering(t, contest)
    for number, street in enumerate(STREETS, start=1):
        if len(contest.active) > 1:
            yield from t.moment(street)
            _open(t, street)
            take_fee(t, contest, street)
            yield from _wagering(t, contest, number)
    if len(contest.active) > 1:
        yield from t.moment("showdown")
        showdown(contest, lambda seat: _hand(t, seat))
    elif contest.active:
        contest.last_one_left(t.cite("last_one_left"))
    move_button(t, contest)


def _post_blinds(t: Round, contest: Contest) -> None:
    """The first player to the left of the button and the next one; with two players the button is the next one."""
    small, big = contest.order[:2]
    contest.post(small, contest.stakes.small, "small blind", t.cite("blinds"))
    contest.post(big, contest.stakes.big, "big blind", t.cite("blinds"))
    take_fee(t, contest, "blinds")


def _deal(t: Round, contest: Contest) -> None:
    """One card at a time, face down, from the left of the button."""
    for _ in range(t.term("deal")):
        for seat in contest.order:
            t.deal(t.hand(seat), t.cite("deal"), seen_by=OWNER)


def _first_wagering(t: Round, contest: Contest) -> Script:
    """From the left of the big blind, which acts last and may check where nobody raised."""
    big = contest.order[1]
    size = contest.stakes.size(t.term("limit_by_round")[0])
    wagering = Wagering(contest, size, level=contest.stakes.big, blind_may_check=big)
    yield from wagering.run(contest.after(big), "first_wagering")
    contest.close_round(t.cite("into_pot"))


def _wagering(t: Round, contest: Contest, number: int) -> Script:
    """From the first player to the left of the button who is still in."""
    size = contest.stakes.size(t.term("limit_by_round")[number])
    yield from Wagering(contest, size).run(contest.order, "wagering")
    contest.close_round(t.cite("into_pot"))


def _open(t: Round, street: str) -> None:
    """A card is burned, and the community cards of the street are dealt face up."""
    for _ in range(t.term("burn")):
        t.deal(BURN, t.cite("burn"), seen_by=NOBODY)
    for _ in range(t.term(street)):
        t.deal(COMMUNITY, t.cite(street))


def _hand(t: Round, seat: int) -> PokerHand:
    """The best five of a player's cards and those for all, in any combination."""
    return best_hand((*t.hands[t.hand(seat)], *t.hands[COMMUNITY]), f"seat {seat}'s")


GAME = Game(
    play=play,
    moments=("bets", "blinds", "deal", *STREETS, "showdown"),
    hands=(COMMUNITY, BURN),
    reads=five_or_more,
    stands=stands,
    draws=("opening",),
    carries={BUTTON: Carried(public=True), **dict.fromkeys(CLOCK, Carried())},
    takes_part=True,
    stacks=True,
    examine=examine,
    may_buy_in=may_buy_in,
    settles={POT: Judged("best_hand split lower_hand last_one_left fold")},
    terms=(
        "opening opening_suits button blinds fees deal first_wagering wagering raise_cap limit_by_round into_pot "
        "burn flop turn river showdown best_hand split odd_chips last_one_left"
    ),
)
