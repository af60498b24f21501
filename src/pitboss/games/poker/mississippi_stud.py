"""Mississippi Stud: two cards and three that all share; before each of those is turned, bet on or lose everything."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pitboss.engine.backline import PROMOTIONAL_CHIPS
from pitboss.engine.fees import admit_promotional_chips
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, ByWorth, Seen, Side, judged
from pitboss.games.reading import with_the_board
from pitboss.hands.poker import ALL_NAMES, PokerHand, best_hand, without_low_ace
from pitboss.hands.three_card import THREE_CARD_NAMES, ace_high_names, three_card_names
from pitboss.rulebook.setup import Setup

STREETS = ("third_street", "fourth_street", "fifth_street")
MAIN = ("ante", *STREETS)
PROGRESSIVES = ("progressive", "multi_game_link")
SIZE, SHARED = 2, 3
SIDES = {"three_card_bonus": Side((Seen(kit.COMMUNITY, SHARED),), three_card_names, THREE_CARD_NAMES)}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    for opened, street in enumerate(STREETS, start=1):
        yield from t.moment(street)
        folded = yield from kit.stay_or_fold(t, street, street, kit.in_play(t))
        if t.term("forfeits") != "in_turn":
            kit.forfeit(t, folded)
        if kit.in_play(t) or t.bets_on("three_card_bonus"):
            t.reveal(kit.COMMUNITY, t.cite("reveal"), first=opened)
    yield from t.moment("settle")
    _settle(t)


def _deal(t: Round) -> None:
    """Two cards each, one at a time or as stacks, and three community cards face down, first or last."""
    if not t.term("board_first"):
        kit.deal_hands(t, SIZE, dealer=False)
    kit.lay_community(t, SHARED)
    if t.term("board_first"):
        kit.deal_hands(t, SIZE, dealer=False)


def _settle(t: Round) -> None:
    """From the dealer's right one player after the other, then Cover All, which is one result for the table."""
    order, judges = settling.order_of_payment(t), sides_of(t.setup)
    settling.turn_up_and_settle(t, order, settling.results(t, order, judges), lambda seat: seat not in kit.folded(t))
    for wager in PROGRESSIVES:
        settling.envy(t, [wager], order, judges, partial(_has_won, t, wager))
    hands = [*map(t.hand, kit.in_play(t))]
    highest = partial(settling.highest_of, t, hands, partial(_worth, t), kit.names_by_pair)
    settling.settle_cover_all(t, order, len(t.seats), highest)


def _has_won(t: Round, wager: str, seat: int) -> bool:
    """Envy is of a player who wins the jackpot: one who made the wager and did not fold."""
    return any(bet.seat == seat and bet.outcome == "win" for bet in t.bets_on(wager))


def _worth(t: Round, hand: str) -> PokerHand:
    return ranked(t.setup, kit.worth_with_board(t, hand, best_hand))


def ranked(setup: Setup, hand: PokerHand) -> PokerHand:
    """What a hand is worth by the rulebook, which may know no straight that begins with an ace."""
    return hand if setup.term("ace_low_straight") else without_low_ace(hand)


def sides_of(setup: Setup) -> dict[str, Side]:
    """The cards that each wager goes by: two with the three that all share, or those three alone."""
    on_five_cards = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, SHARED)), ByWorth(named_by(setup)))
    three_card_bonus = SIDES["three_card_bonus"]
    if setup.term("three_card_low_ace") is False:
        three_card_bonus = replace(three_card_bonus, named=ace_high_names)
    return {**dict.fromkeys((*MAIN, *PROGRESSIVES), on_five_cards), "three_card_bonus": three_card_bonus}


def named_by(setup: Setup) -> Callable[[PokerHand], kit.Names]:
    """How hands of five cards are named at this table."""
    return kit.names_by_pair if setup.term("ace_low_straight") else _names_without_low_ace


def _names_without_low_ace(hand: PokerHand) -> kit.Names:
    return kit.names_by_pair(without_low_ace(hand))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each player's two cards and the three that all share come to."""
    return {hand: ranked(setup, worth).in_words for hand, worth in with_the_board(held).items()}


GAME = Game(
    play=play,
    asks="bet_1x bet_2x bet_3x fold",
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
    remedies=kit.FORFEIT,
    settles={
        **judged(SIDES),
        **dict.fromkeys(MAIN, Judged("shown fold", (*ALL_NAMES, *kit.PAIRS))),
        **dict.fromkeys(("cover_all", *PROGRESSIVES), Judged("shown fold", ALL_NAMES)),
    },
)
