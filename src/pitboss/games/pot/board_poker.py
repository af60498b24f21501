"""Hold'em and its kin: cards of one's own face down, five for all as flop, turn and river, four rounds of wagering."""

from pitboss.engine.fees import CLOCK
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Judged, Script
from pitboss.games.pot.contest import CASES, COMMUNITY, POT, Contest, stands
from pitboss.games.pot.forced import BUTTON, begin, move_button, post_blinds
from pitboss.games.pot.showdown import reads, showdown, weighs
from pitboss.games.pot.stakes import examine, may_buy_in
from pitboss.games.pot.streets import BURN, burn, deal_board, deal_down
from pitboss.games.pot.wagering import BETTING, Wagering

STREETS = ("flop", "turn", "river")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("blinds")
    contest = begin(t)
    big = post_blinds(t, contest)
    contest.take_fee_at("blinds")
    yield from t.moment("deal")
    deal_down(t, contest, t.term("deal"), t.cite("deal"))
    yield from first_wagering(t, contest, big)
    for number, street in enumerate(STREETS, start=1):
        if len(contest.active) > 1:
            yield from t.moment(street)
            burn(t)
            deal_board(t, t.term(street), t.cite(street))
            contest.take_fee_at(street)
            yield from wagering(t, contest, number)
    if len(contest.active) > 1:
        yield from t.moment("showdown")
        showdown(contest)
    elif contest.active:
        contest.last_one_left(t.cite("last_one_left"))
    move_button(t, contest)


def first_wagering(t: Round, contest: Contest, big: int) -> Script:
    """From the left of the big blind, which acts last and may check where nobody raised."""
    first = Wagering(contest, t.term("limit_by_round")[0], level=contest.stakes.big, has_option=big)
    yield from first.run(contest.after(big), "first_wagering")
    contest.close_round(t.cite("into_pot"))


def wagering(t: Round, contest: Contest, number: int) -> Script:
    """From the first player to the left of the button who is still in."""
    yield from Wagering(contest, t.term("limit_by_round")[number]).run(contest.order, "wagering")
    contest.close_round(t.cite("into_pot"))


GAME = Game(
    play=play,
    asks=BETTING,
    moments=("bets", "blinds", "deal", *STREETS, "showdown"),
    hands=(COMMUNITY, BURN),
    reads=reads,
    weighs=weighs,
    stands=stands,
    draws=("opening",),
    carries={BUTTON: Carried(public=True), **dict.fromkeys(CLOCK, Carried())},
    takes_part=True,
    stacks=True,
    examine=examine,
    may_buy_in=may_buy_in,
    settles={POT: Judged(CASES)},
    terms=(
        "opening opening_suits button blinds fees deal first_wagering wagering raise_cap limit_by_round into_pot "
        "burn flop turn river showdown best_hand best_low? halves? hole_cards_played? split odd_chips last_one_left"
    ),
)
