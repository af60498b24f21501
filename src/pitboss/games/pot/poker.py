"""Poker as the house designates it: hold'em and its kin, draw, Badugi and stud for a pot, and Chinese Poker."""

from collections.abc import Callable

from pitboss.engine.events import NOBODY
from pitboss.engine.hands import Hand
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Judged, Script, Talk, carried
from pitboss.errors import RecordError, Refused, quoted
from pitboss.games.pot import chinese_poker
from pitboss.games.pot.chinese_poker import POINTS, UNUSED, play_points
from pitboss.games.pot.contest import CASES, COMMUNITY, CONTEST, POT, Contest, Rake, stands
from pitboss.games.pot.forced import (
    BUTTON,
    ENTERING,
    IN_GAME,
    SMALL_BLIND,
    STRADDLE,
    begin,
    begin_without_button,
    best_showing,
    has_open_pair,
    highest_card,
    lowest_card,
    move_button,
    place_blinds,
    post_antes,
    post_blinds,
    post_straddle,
    wait_for_the_big_blind,
)
from pitboss.games.pot.rulings import FORFEITED, RULINGS, DealAgain
from pitboss.games.pot.showdown import reads, showdown, weighs
from pitboss.games.pot.stakes import EITHER, LOWER, UPPER, Stakes, examine
from pitboss.games.pot.streets import (
    BURN,
    burn,
    cards_left,
    deal_board,
    deal_down,
    deal_unseen,
    deal_up,
    discard,
    replace_exposed,
)
from pitboss.games.pot.wagering import BETTING, Wagering

STUD, DRAW, CHINESE = "stud", "draw", "chinese"
ROUNDS = ("deal", "second_round", "third_round", "fourth_round", "fifth_round")
"""The rounds of betting; each is a moment of the round."""
SHORT = "not_enough_cards"
PILES = (Hand("discard"), Hand("discard_2"), Hand("discard_3"))
"""Where the discards of each draw lie."""


def play(t: Round) -> Script:
    """The round of play; after a misdeal it is dealt again."""
    yield from t.moment("forced")
    if t.term("form") == CHINESE:
        yield from play_points(t)
        yield from t.moment("award")
        return
    while True:
        try:
            contest = yield from play_hand(t)
        except DealAgain:
            continue
        break
    yield from t.moment("award")
    t.carry.pop(FORFEITED, None)
    if t.term("button"):
        move_button(t, contest)
    if t.term(ENTERING):
        t.carry[IN_GAME] = {str(seat): True for seat in t.live if seat not in contest.waiting}


def play_hand(t: Round) -> Talk[Contest]:
    """From the blinds and antes to the award of the pot."""
    contest = begin_hand(t)
    last, level = put_up(t, contest)
    yield from t.moment("deal")
    deal_down(t, contest, t.term("deal"), t.cite("deal"))
    if t.term("form") == STUD:
        deal_up(t, contest, t.cite("deal"))
    yield from first_betting(t, contest, last, level)
    streets: list[str] = street_list(t)
    for number, street in enumerate(streets, start=1):
        if len(contest.active) > 1:
            yield from t.moment(ROUNDS[number])
        if len(contest.active) > 1:
            yield from STREETS[street](t, contest)
            yield from betting(t, contest, number, len(streets) + 1)
            if street == "flop_and_discard":
                yield from return_one(t, contest)
    if len(contest.active) > 1:
        yield from t.moment("showdown")
    if len(contest.active) > 1:
        showdown(contest, rake_of(t))
    else:
        contest.last_one_left(t.cite("last_one_left"), rake_of(t))
    return contest


def rake_of(t: Round) -> Callable[[int], Rake]:
    """What the house takes of a pot: its part, rounded down to whole chips so as never to be more."""
    rate, chip = t.term("rake"), Stakes.of(t.setup).chip
    not_of_this_hand = [_forfeited(t)]  # it lies in the first pot

    def rake(amount: int) -> Rake:
        amount -= not_of_this_hand.pop() if not_of_this_hand else 0
        return Rake(int(amount * rate) // chip * chip, amount)

    return rake


# -- before the cards -------------------------------------------------------------------------------------------------


def begin_hand(t: Round) -> Contest:
    """The button is placed, where one is used. Of seven at a full table of Badugi one is not dealt in."""
    contest = begin(t) if t.term("button") else begin_without_button(t)
    contest.taken = -_forfeited(t)
    if contest.stakes.big:
        place_blinds(t, contest)
    if t.term(ENTERING) and contest.stakes.big:
        wait_for_the_big_blind(t, contest)
    if t.term("sits_out_of") == len(contest.order):
        seat = contest.order[2] if contest.big_blind is None else contest.after(contest.big_blind)[0]
        contest.order.remove(seat)
        t.event("sits out", t.cite("sits_out_of"), "in front of the big blind, gets no cards", seat=seat)
    return contest


def put_up(t: Round, contest: Contest) -> tuple[int | None, int]:
    """Antes, blinds and a straddle: who acts last by it, and what is to be called."""
    if contest.stakes.ante:
        post_antes(t, contest)
    if not contest.stakes.big:
        return None, 0
    big = post_blinds(t, contest)
    return post_straddle(t, contest, big) if t.term(STRADDLE) else (big, contest.stakes.big)


def admit(t: Round) -> None:
    """Refuse a straddle where the house does not allow it."""
    for seat, words in t.says.items():
        if STRADDLE in words and not t.term(STRADDLE):
            raise Refused(f"seat {seat}: the house allows no straddle", t.cite(STRADDLE))


# -- betting ----------------------------------------------------------------------------------------------------------


def first_betting(t: Round, contest: Contest, last: int | None, level: int) -> Script:
    """From the left of the last blind, or of the button; in stud the high or low card opens, by a bet or check."""
    rounds = len(street_list(t)) + 1
    if t.term("form") == STUD:
        opens = lowest_card if (t.term("opener") or t.term("usual_opener")) == "low_card" else highest_card
        order = contest.starting_with(opens(t, contest, ace_low=t.term("best_hand") == "low"))
    else:
        order = contest.order if last is None else contest.after(last)
    wagering = Wagering(contest, limit_of(t, 0, rounds), level=level, has_option=last)
    yield from wagering.run(order, "first_wagering")
    contest.close_round(t.cite("into_pot"))


def betting(t: Round, contest: Contest, number: int, rounds: int) -> Script:
    """From the first active player clockwise from the button; in stud from the best hand showing."""
    limit, order = limit_of(t, number, rounds), contest.order
    if t.term("form") == STUD:
        first = best_showing(contest, lowest=t.term("best_hand") == "low")
        order = contest.starting_with(first)
        if number == t.term("open_pair_round") and has_open_pair(contest, first):
            limit = EITHER
    yield from Wagering(contest, limit).run(order, "wagering")
    contest.close_round(t.cite("into_pot"))


def limit_of(t: Round, number: int, rounds: int) -> str:
    """The lower limit in the first half of the rounds of betting, the upper one after it."""
    return LOWER if number < rounds // 2 else UPPER


# -- the cards of a street --------------------------------------------------------------------------------------------


def street_list(t: Round) -> list[str]:
    """What is dealt before each later round of betting."""
    if t.term("form") == DRAW:
        return [DRAW] * t.term("draws")
    found: list[str] = t.term("streets")
    return found


def on_board(cards: int) -> Callable[[Round, Contest], Script]:
    def deal(t: Round, contest: Contest) -> Script:
        """A card is burned, and cards are laid out for all."""
        burn(t)
        deal_board(t, cards, t.cite("board"))
        yield from ()

    return deal


def flop_and_discard(t: Round, contest: Contest) -> Script:
    """The flop, and everybody who is still in gives one card of three back at once, or else after the betting."""
    yield from on_board(3)(t, contest)
    if t.term("return_one") == "before_flop_bet":
        yield from return_one(t, contest)


def return_one(t: Round, contest: Contest) -> Script:
    """One card of three goes into the muck."""
    yield from t.moment(t.now)  # what is called from now on strikes after the cards of the street
    for seat in contest.order:
        while seat in contest.active and len(contest.active) > 1 and len(t.hands[t.hand(seat)]) > t.term("kept"):
            contest.turn, contest.drawing = seat, True
            yield from discard(t, seat, 1, 1, t.cite("return_one"))
            contest.turn, contest.drawing = None, False


def up(t: Round, contest: Contest) -> Script:
    """A card is burned, and everybody gets one face up."""
    burn(t)
    deal_up(t, contest, t.cite("board"))
    yield from ()


def down(t: Round, contest: Contest) -> Script:
    """A card is burned, and everybody gets the last one face down; where there are too few, one is for all."""
    if cards_left(t) >= t.term("burn") + len(contest.active):
        burn(t)
        deal_down(t, contest, 1, t.cite("board"))
        return
    yield from t.found(SHORT)
    if not contest.board and len(t.hands[t.hand(contest.active[0])]) < 7:  # it had been called before it came to that
        last_cards(t, contest)


def last_cards(t: Round, contest: Contest) -> None:
    """The burned and discarded cards are shuffled and dealt, or one card is laid out as everybody's seventh."""
    rule, _ = t.setup.irregularities[SHORT]
    if t.term("short_deck") == "reshuffle":
        shuffle_muck(t, contest)
        if cards_left(t) >= len(contest.active):
            deal_down(t, contest, 1, rule.cite)
            return
    if cards_left(t) > 1:
        t.deal(BURN, rule.cite, seen_by=NOBODY)
    deal_board(t, 1, rule.cite)


def draw(t: Round, contest: Contest) -> Script:
    """A card is burned; each player in turn stands pat, or discards and is dealt as many at once."""
    pile = PILES[ROUNDS.index(t.now) - 1]
    if cards_left(t) > t.term("last_cards_unused"):
        burn(t)
    owed: list[int] = []
    yield from t.moment(t.now)  # what is called from now on strikes after the burn
    for seat in contest.order:
        if seat in contest.active and len(contest.active) > 1:
            contest.turn, contest.drawing = seat, True
            drawn = yield from discard(t, seat, 0, t.term("hand_size"), t.cite("draw"), to=pile)
            contest.turn, contest.drawing = None, False
            for _ in range(drawn):
                if cards_left(t) <= t.term("last_cards_unused"):
                    yield from run_out(t, contest, pile)
                if not deal_unseen(t, contest, seat, t.cite("draw")):
                    owed.append(seat)
    for seat in owed:
        if cards_left(t) <= t.term("last_cards_unused"):
            yield from run_out(t, contest, pile)
        replace_exposed(t, contest, [seat], t.cite("draw"))


def run_out(t: Round, contest: Contest, pile: Hand) -> Script:
    """All cards that nobody holds are shuffled, but for the discards of this round."""
    before = len(t.calls)
    contest.pile = pile
    yield from t.found(SHORT)
    if len(t.calls) == before:
        shuffle_muck(t, contest)


def shuffle_muck(t: Round, contest: Contest) -> None:
    """Burned cards, hands that are out and the discards of rounds before come back, and are shuffled."""
    held = {t.hand(seat) for seat in contest.active} | {contest.pile, Hand(COMMUNITY)}
    for hand in [hand for hand in t.hands if hand not in held]:
        del t.hands[hand]
    t.shuffle_discards()
    t.event("reshuffled", t.setup.irregularities[SHORT][0].cite, "the cards that nobody holds are shuffled")


def out_of_cards(t: Round, call: Call) -> bool:
    """When the dealer runs into it; nobody else can call for that."""
    if call.automatic:
        contest: Contest = t.scratch[CONTEST]
        if t.term("form") == DRAW:
            shuffle_muck(t, contest)
        else:
            last_cards(t, contest)
    return True


def _forfeited(t: Round) -> int:
    """The cents that somebody forfeited to the next pot."""
    amount = t.carry.get(FORFEITED, 0)
    if type(amount) is not int or amount < 0:
        raise RecordError(f"carry.{FORFEITED}: {quoted(amount)} is no amount in cents")
    return amount


STREETS: dict[str, Callable[[Round, Contest], Script]] = {
    "flop": on_board(3),
    "flop_and_discard": flop_and_discard,
    "card": on_board(1),
    "up": up,
    "down": down,
    DRAW: draw,
}

GAME = Game(
    play=play,
    asks=f"{BETTING} bet_upper bring_in open discard pat set",
    moments=("bets", "forced", *ROUNDS, "showdown", "award"),
    remedies={**RULINGS, "out_of_cards": out_of_cards},
    hands=(COMMUNITY, BURN, UNUSED),
    reads=reads,
    weighs=weighs,
    stands=stands,
    draws=("opening",),
    carries={
        **carried(f"{BUTTON} {SMALL_BLIND} {FORFEITED}", public=True),
        IN_GAME: Carried(public=True, personal=True),
    },
    takes_part=True,
    stacks=True,
    says=(STRADDLE,),
    admit=admit,
    examine=examine,
    settles={POT: Judged(f"{CASES} dead_hand forfeited"), POINTS: Judged(chinese_poker.CASES)},
    terms=(
        "form betting one_limit opening opening_suits suits button vacated entering third_man blinds antes straddle "
        "fees rake deal streets draws draw board return_one kept first_wagering wagering opener usual_opener "
        "open_pair_round raise_cap limit_by_round into_pot burn bet_or_check check_raise short_all_in showdown "
        "best_hand best_low halves low wheel joker hand_size hole_cards_played split odd_chips odd_chip_suits "
        "last_one_left sits_out_of last_cards_unused short_deck exposed_kept may_be_short substantial_action "
        "set points point_value bonus_points low_part low_ranking"
    ),
)
