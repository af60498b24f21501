"""Mississippi Stud: two cards and three that all share; before each of those is turned, bet on or lose everything."""

from functools import partial

from pitboss.engine.backline import PROMOTIONAL_CHIPS
from pitboss.engine.events import NOBODY
from pitboss.engine.fees import admit_promotional_chips
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import known
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import Seen, Side
from pitboss.games.reading import with_the_board
from pitboss.hands.poker import ALL_NAMES, PokerHand, best_hand, without_low_ace
from pitboss.hands.three_card import THREE_CARD_NAMES, ace_high_names, three_card_names
from pitboss.rulebook.setup import Setup

STREETS = ("third_street", "fourth_street", "fifth_street")
MAIN = ("ante", *STREETS)
PROGRESSIVES = ("progressive", "multi_game_link")
OWN, SHARED = 2, 3
SIDES = {"three_card_bonus": Side((Seen(kit.COMMUNITY, SHARED),), three_card_names)}
SIDES_ACE_HIGH = {"three_card_bonus": Side((Seen(kit.COMMUNITY, SHARED),), ace_high_names)}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    for opened, street in enumerate(STREETS):
        yield from t.moment(street)
        folded = yield from kit.stay_or_fold(t, street, street, kit.in_play(t))
        kit.folded(t).update(folded)
        if t.term("forfeits") != "in_turn":
            kit.forfeit(t, folded)
        if kit.in_play(t) or t.bets_on("three_card_bonus"):
            t.reveal(kit.COMMUNITY, t.cite("reveal"), first=opened + 1)
    yield from t.moment("settle")
    _settle(t)


def _deal(t: Round) -> None:
    """Two cards each, one at a time or as stacks, and three community cards face down, first or last."""
    if not t.term("board_first"):
        kit.deal_hands(t, OWN, dealer=False)
    for _ in range(SHARED):
        t.deal(kit.COMMUNITY, t.cite("deal"), seen_by=NOBODY)
    if t.term("board_first"):
        kit.deal_hands(t, OWN, dealer=False)


def _settle(t: Round) -> None:
    """From the dealer's right one player after the other, then Cover All, which is one result for the table."""
    order = kit.payout_order(t, t.term("settle_from"))
    dues = within_limits(t, list(kit.dues(t, order, t.term("settle_order"), partial(_due, t))))
    kit.turn_up_and_settle(t, order, dues, lambda seat: seat not in kit.folded(t))
    for wager in PROGRESSIVES:
        kit.envy(t, [wager], order, _jackpot_winners(t, wager, order), lambda seat: hand_names(t, seat))
    _settle_cover_all(t, order)


def _due(t: Round, bet: Bet) -> Due:
    """A wager with its result."""
    side = sides_of(t.setup).get(bet.wager)
    return kit.by_hand(bet, bet.seat in kit.folded(t), partial(side.names if side else hand_names, t, bet.seat))


def _jackpot_winners(t: Round, wager: str, order: list[int]) -> list[int]:
    """Envy is of a player who wins the jackpot: one who made the wager and did not fold."""
    won = {bet.seat for bet in t.bets_on(wager) if bet.outcome == "win"}
    return [seat for seat in order if seat in won]


def _settle_cover_all(t: Round, order: list[int]) -> None:
    """The highest hand that nobody folded, by the number of hands dealt."""
    hands = {t.hand(seat): five_cards(t, seat) for seat in kit.in_play(t)} if t.bets_on("cover_all") else {}

    def names() -> kit.Names:
        return kit.names_by_pair(hands[kit.highest_at_table(t, hands)]) if hands else ("nothing",)

    kit.settle_cover_all(t, order, kit.folded(t), len(t.seats), names)


def sides_of(setup: Setup) -> dict[str, Side]:
    """The side wagers on cards, by whether an ace begins a straight of three."""
    return SIDES_ACE_HIGH if setup.term("three_card_low_ace") is False else SIDES


# -- Hands ------------------------------------------------------------------------------------------------------------


def five_cards(t: Round, seat: int) -> PokerHand:
    """A seat's two cards and the three that all share."""
    hand = (*kit.cards_of(t, seat), *kit.community(t))
    known(hand, f"seat {seat}'s and the community")
    worth = best_hand(hand, f"seat {seat}'s and the community")
    return worth if t.term("ace_low_straight") else without_low_ace(worth)


def hand_names(t: Round, seat: int) -> tuple[str, ...]:
    return kit.names_by_pair(five_cards(t, seat))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each player's two cards and the three that all share come to."""
    low_ace = setup.term("ace_low_straight")
    return {
        hand: (worth if low_ace else without_low_ace(worth)).in_words for hand, worth in with_the_board(held).items()
    }


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", *STREETS, "settle"),
    hands=(kit.COMMUNITY,),
    reads=_reads,
    weighs=sides.weighs(SIDES),
    says=(PROMOTIONAL_CHIPS,),
    admit=admit_promotional_chips,
    terms=(
        "deal third_street fourth_street fifth_street reveal settle_from settle_order ace_low_straight board_first? "
        "forfeits? three_card_low_ace?"
    ),
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        **dict.fromkeys(("ante", *STREETS), Judged("shown fold", (*ALL_NAMES, *kit.PAIRS))),
        "three_card_bonus": Judged("shown fold", THREE_CARD_NAMES),
        **dict.fromkeys(("cover_all", "progressive", "multi_game_link"), Judged("shown fold", ALL_NAMES)),
    },
)
