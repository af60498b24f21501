"""Flop Poker: three cards of one's own with two of the three that all share, by a pay table and for a common pot."""

from collections.abc import Sequence
from itertools import combinations

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.poker import kit, settling
from pitboss.games.reading import COMMUNITY, against_best, played
from pitboss.hands.poker import ALL_NAMES, PAIR, PokerHand, best_hand
from pitboss.money import money
from pitboss.rulebook.setup import Setup

ANTE, FLOP, POT = "ante", "flop", "pot"
SIZE, OF_BOARD = 3, 2
"""Three cards each, all of which play, and two of the three that all share."""
QUALIFIES, BELOW = "qualifies", "below_jacks"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _close_the_pot(t)
    if not t.live:
        return
    kit.deal_hands_and_board(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    surrendered = yield from kit.stay_or_fold(t, FLOP, "decide", t.live, word="flop", otherwise="surrender")
    kit.forfeit(t, sorted(surrendered))  # the cards stay where they are and play for the pot
    yield from t.moment("reveal")
    t.reveal(kit.COMMUNITY, t.cite("reveal"))
    yield from t.moment("settle")
    order = settling.order_of_payment(t)
    dues = settling.results(t, order, {}, lambda bet: _by_table(bet, _best(t, bet.seat)), (ANTE, FLOP))
    settling.turn_up_and_settle(t, order, dues)
    _award(t, order)


def _close_the_pot(t: Round) -> None:
    """Among several, whoever has placed no Pot wager is not dealt in; a player who is alone plays for no pot."""
    for seat in [seat for seat in t.live if t.bet(seat, POT) is None] if len(t.live) > 1 else []:
        t.void_hand(seat, "others are at the table, and no Pot wager was placed", t.cite("pot"))
    for bet in t.bets_on(POT) if len(t.live) == 1 else ():
        t.void_bet(bet, "only one player is at the table", t.cite("pot"))


def _by_table(bet: Bet, worth: PokerHand) -> Due:
    return Due(bet, QUALIFIES if qualifies(worth) else BELOW, kit.names_with_jacks(worth))


def _award(t: Round, order: list[int]) -> None:
    """The highest hand at the table takes all Pot wagers, surrendered or not; equal hands share them."""
    bets = kit.bets_in_order(t, POT, order)
    hands = {bet.seat: _best(t, bet.seat) for bet in bets}
    winners = kit.highest(hands) if hands else []
    pot = sum(bet.stake for bet in bets)
    shares = equal_shares(pot, winners)
    if shares:
        told = ", ".join(f"{money(share)} to seat {seat}" for seat, share in shares.items())
        t.event("award", t.setup.offer(POT).rulings["highest_hand"][1], f"pot: {told}", value=pot)
    for bet in bets:
        case = "lower_hand" if bet.seat not in shares else "highest_hand" if len(winners) == 1 else "tie"
        t.settle(bet, case, hands[bet.seat].names, award=shares.get(bet.seat, 0))


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """For the pot, a hand against the best of the others who play for it."""
    if row.wager != POT or not row.case:
        return None
    others = [other.seat for other in t.settlements if other.wager == POT and other.case and other.seat != row.seat]
    return Weighed(against_best(_best(t, row.seat), [_best(t, seat) for seat in others]))


def equal_shares(pot: int, winners: Sequence[int]) -> dict[int, int]:
    """A pot in equal parts; odd cents go one each to the first of the winners.

    >>> equal_shares(2000, [4, 2, 1])
    {4: 667, 2: 667, 1: 666}
    """
    return {seat: pot // len(winners) + (place < pot % len(winners)) for place, seat in enumerate(winners)}


def stands(t: Round) -> list[str]:
    """What there is to win from the others, for everybody to see."""
    pot = sum(bet.stake for bet in t.bets_on(POT) if not bet.outcome)
    return [f"Pot {money(pot)}"] if pot and not t.over else []


# -- Hands -------------------------------------------------------------------------------------------------------------


def best_with_two(own: Sequence[Card], board: Sequence[Card], whose: str = "the") -> PokerHand:
    """The best hand of all of one's own cards and two of the board.

    >>> from pitboss.equipment.cards import cards
    >>> best_with_two(cards("As Kd 4h"), cards("9h 9d 9c")).in_words
    'pair of nines'
    """
    return max(best_hand((*own, *two), whose) for two in combinations(board, OF_BOARD))


def _best(t: Round, seat: int) -> PokerHand:
    return best_with_two(kit.cards_of(t, seat), kit.community(t), f"seat {seat}'s and the community")


def qualifies(worth: PokerHand) -> bool:
    """A pair of jacks or better wins."""
    return worth >= (PAIR, (kit.JACK,))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each player's three cards come to with two of the board."""
    board = held.get(COMMUNITY, ())
    whole = {hand: cards for hand, cards in played(held).items() if len(cards) == len(board) == SIZE}
    return {hand: best_with_two(cards, board).in_words for hand, cards in whole.items()}


# -- Irregularities ----------------------------------------------------------------------------------------------------


def _award_pot_only(t: Round, call: Call) -> RoundOver:
    """What was wagered against the house goes back, also where it was surrendered; the pot is awarded."""
    return kit.void_but(t, call, t.bets_on(POT), _show_and_award)


def _show_and_award(t: Round) -> None:
    if not any(not bet.outcome for bet in t.bets_on(POT)):
        return
    t.reveal(kit.COMMUNITY, t.cite("reveal"))
    order = settling.order_of_payment(t)
    for seat in order:
        t.reveal(t.hand(seat), t.cite("reveal"))
    _award(t, order)


GAME = Game(
    play=play,
    asks="flop surrender",
    moments=kit.DECIDED_ONCE,
    hands=(kit.COMMUNITY,),
    reads=_reads,
    weighs=weighs,
    stands=stands,
    among_players=(POT,),
    terms="deal pot decide reveal settle_from",
    remedies={"award_pot_only": _award_pot_only},
    settles={
        ANTE: Judged(f"surrender {QUALIFIES} {BELOW}"),
        FLOP: Judged(f"{QUALIFIES} {BELOW}", (*ALL_NAMES, kit.JACKS_OR_BETTER)),
        POT: Judged("highest_hand tie lower_hand"),
    },
)
