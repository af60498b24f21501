"""Seven-card stud: two cards down, four up, one down, and a round of wagering after the third and each later one."""

from pitboss.engine.fees import CLOCK
from pitboss.engine.remedies import Call
from pitboss.engine.round import BURNED, Round
from pitboss.engine.script import Carried, Game, Judged, Script
from pitboss.games.pot.contest import CASES, COMMUNITY, POT, Contest, stands
from pitboss.games.pot.forced import (
    BUTTON,
    begin,
    begin_without_button,
    best_showing,
    bring_in,
    has_open_pair,
    lowest_card,
    move_button,
    post_antes,
)
from pitboss.games.pot.showdown import reads, showdown, weighs
from pitboss.games.pot.stakes import EITHER, LOWER, examine, may_buy_in
from pitboss.games.pot.streets import BURN, burn, cards_left, deal_board, deal_down, deal_up
from pitboss.games.pot.wagering import BETTING, Wagering

STREETS = ("fourth", "fifth", "sixth", "seventh")
SHORT = "not_enough_cards"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("antes")
    contest = begin(t) if t.term("button") else begin_without_button(t)
    post_antes(t, contest)
    contest.take_fee_at("antes")
    yield from t.moment("deal")
    deal_down(t, contest, t.term("deal"), t.cite("deal"))
    deal_up(t, contest, t.cite("deal"))
    yield from first_wagering(t, contest)
    for number, street in enumerate(STREETS, start=1):
        if len(contest.active) > 1:
            yield from t.moment(street)
            yield from deal_street(t, contest, street)
            contest.take_fee_at(street)
            yield from wagering(t, contest, number)
    if len(contest.active) > 1:
        yield from t.moment("showdown")
        showdown(contest)
    elif contest.active:
        contest.last_one_left(t.cite("last_one_left"))
    if t.term("button"):
        move_button(t, contest)


def first_wagering(t: Round, contest: Contest) -> Script:
    """The lowest card brings it in; the others act clockwise from its left. Then the regular fee is taken."""
    low = lowest_card(t, contest)
    first = yield from bring_in(t, contest, low, t.term("limit_by_round")[0])
    yield from first.run(contest.after(low)[:-1], "first_wagering")
    contest.close_round(t.cite("into_pot"))
    contest.take_fee_at("first_wagering")


def wagering(t: Round, contest: Contest, number: int) -> Script:
    """From the highest cards showing; on the street where it counts, an open pair has the choice of either limit."""
    first = best_showing(contest)
    limit = t.term("limit_by_round")[number]
    if limit == EITHER and not has_open_pair(contest, first):
        limit = LOWER
    yield from Wagering(contest, limit).run(contest.starting_with(first), "wagering")
    contest.close_round(t.cite("into_pot"))


def deal_street(t: Round, contest: Contest, street: str) -> Script:
    """A card is burned and each player gets one, up or down; where there are too few, one is for all."""
    if short_of_cards(t, contest):
        yield from t.found(SHORT)
        if not contest.board:  # it had been called before it came to that
            lay_out_card(t)
        return
    burn(t)
    if t.term(street) == "up":
        deal_up(t, contest, t.cite(street))
    else:
        deal_down(t, contest, 1, t.cite(street))


def short_of_cards(t: Round, contest: Contest) -> bool:
    """Whether one card cannot be burned and one be dealt to everybody who is still in."""
    needed: int = t.term("burn") + len(contest.active)
    return cards_left(t) < needed


def community_card(t: Round, call: Call) -> bool:
    """When the dealer runs into it, one card is everybody's; nobody else can call for that."""
    if call.automatic:
        lay_out_card(t)
    return True


def lay_out_card(t: Round) -> None:
    """What is left and the burned cards are shuffled, one is burned, and one is laid out as everybody's."""
    rule, _ = t.setup.irregularities[SHORT]
    t.shuffle_discards()
    t.burn_after_shuffle(rule.cite)
    deal_board(t, 1, rule.cite)


GAME = Game(
    play=play,
    asks=f"{BETTING} bet_upper bring_in open",
    moments=("bets", "antes", "deal", *STREETS, "showdown"),
    remedies={"community_card": community_card},
    hands=(COMMUNITY, BURN, BURNED),
    reads=reads,
    weighs=weighs,
    stands=stands,
    draws=("opening",),
    only_with=dict.fromkeys(("opening", BUTTON), "opening"),
    carries={BUTTON: Carried(public=True), **dict.fromkeys(CLOCK, Carried())},
    takes_part=True,
    stacks=True,
    examine=examine,
    may_buy_in=may_buy_in,
    settles={POT: Judged(CASES)},
    terms=(
        "opening? opening_suits? suits button antes fees deal bring_in first_wagering wagering raise_cap "
        "limit_by_round into_pot burn fourth fifth sixth seventh showdown best_hand best_low? halves? split "
        "odd_chips last_one_left"
    ),
)
