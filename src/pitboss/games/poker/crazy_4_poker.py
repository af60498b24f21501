"""Crazy 4 Poker: the best four of five cards each; Ante and Super Bonus go together, aces or better play for more."""

from collections.abc import Iterator
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import DECK, RANKS
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names
from pitboss.games.reading import best_four
from pitboss.hands.four_card import ACE, FOUR_CARD_NAMES, HIGH_CARD, PAIR, FourCardHand, four_card_hand, four_card_names
from pitboss.hands.poker import ALL_NAMES
from pitboss.rulebook.setup import Setup

SIZE = 5
BELOW_ACES, ACES_OR_BETTER = "below_a_pair_of_aces", "with_a_pair_of_aces_or_better"
OWN_HAND = "five_card_hand_bonus_player"
ON_FOUR_CARDS = Side((Seen(OWN, SIZE),), four_card_names)
ON_FIVE_CARDS = Side((Seen(OWN, SIZE),), five_card_names)
SIDES = {
    **dict.fromkeys(("queens_up", "four_card_progressive", "keypad_progressive"), ON_FOUR_CARDS),
    **dict.fromkeys(("five_card_progressive", "multi_game_link", OWN_HAND), ON_FIVE_CARDS),
    kit.ON_THE_DEALER: Side((Seen(kit.DEALER, SIZE),), five_card_names),
}
PROGRESSIVES = ("four_card_progressive", "keypad_progressive", "five_card_progressive", "multi_game_link")
MAGIC_CARD, LUCKY_BONUS = "magic_card", "lucky_bonus"
BONUSES = {OWN_HAND: "player", kit.ON_THE_DEALER: "dealer"}
RESULTS = " ".join(kit.SHOWDOWN)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "play", "decide", t.live, word="play", held=partial(_held, t))
    kit.forfeit(t, folded)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    order = kit.payout_order(t, t.term("settle_from"))
    _settle_players(t, order, folded, dealer)
    playing = [seat for seat in order if seat not in folded]
    for wager in PROGRESSIVES:
        kit.envy(t, [wager], order, playing, partial(SIDES[wager].names, t))
    kit.settle_cover_all(t, order, folded, len(t.seats), lambda: _highest(t, playing, dealer))


def _held(t: Round, seat: int) -> str:
    """With a pair of aces or better more may be played; cards that a record does not tell are taken for less."""
    cards = kit.cards_of(t, seat)
    return holding(four_card_hand(cards)) if all(card.known for card in cards) else BELOW_ACES


def holding(hand: FourCardHand) -> str:
    """Under which name the amounts stand that may be played with a hand."""
    return ACES_OR_BETTER if hand >= FourCardHand(PAIR, (ACE,)) else BELOW_ACES


def _settle_players(t: Round, order: list[int], folded: set[int], dealer: kit.Cards) -> None:
    """One player after the other; what the table's system has drawn is paid with the Five Card Hand Bonus."""
    drawn = _drawn_by_system(t)
    dues = list(_dues(t, order, folded, dealer))
    for seat in order:
        if kit.is_shown(t, seat, folded, SIDES.keys() - {kit.ON_THE_DEALER}):
            t.reveal(t.hand(seat), t.cite("reveal"))
        kit.settle_in_turn(t, dues, kit.on_the_dealer, seat)
        _pay_bonuses(t, seat, seat in folded, dealer, drawn)


def _dues(t: Round, order: list[int], folded: set[int], dealer: kit.Cards) -> Iterator[Due]:
    """Every wager with its result, seat by seat."""

    def result(bet: Bet) -> Due:
        if bet.wager in SIDES:
            return kit.by_hand(bet, bet.seat in folded, partial(SIDES[bet.wager].names, t, bet.seat))
        ours, theirs = _hand(t, bet.seat), four_card_hand(dealer, "the dealer's")
        case = kit.compare(ours, theirs) if qualifies(t.setup, theirs) else kit.UNQUALIFIED
        return Due(bet, case, ours.names)

    return kit.dues(t, order, t.term("settle_order"), result)


def qualifies(setup: Setup, dealer: FourCardHand) -> bool:
    """With a card of the rulebook's rank or better the dealer's hand counts."""
    return dealer >= FourCardHand(HIGH_CARD, (RANKS.index(setup.term("dealer_qualifies")) + 2,))


def _drawn_by_system(t: Round) -> dict[str, str]:
    """The card and the position that the table's system draws, where somebody can win with them."""
    if not any(t.bets_on(wager) for wager in BONUSES):
        return {}
    drawn = {MAGIC_CARD: DECK, LUCKY_BONUS: positions(t.setup)}
    return {
        name: t.pick(name, choices, t.cite("drawn_by_system"))
        for name, choices in drawn.items()
        if f"{name}_player" in t.setup.offers
    }


def positions(setup: Setup) -> list[str]:
    """The positions of the table, the dealer's among them."""
    return [kit.DEALER, *map(str, range(1, setup.seats + 1))]


def _pay_bonuses(t: Round, seat: int, folded: bool, dealer: kit.Cards, drawn: dict[str, str]) -> None:
    """Magic Card and Lucky Bonus on each Five Card Hand Bonus wager that a fold has not lost."""
    held = {OWN_HAND: (kit.cards_of(t, seat), str(seat)), kit.ON_THE_DEALER: (dealer, kit.DEALER)}
    for wager, (cards, position) in held.items():
        bet = t.bet(seat, wager)
        if bet is None or (folded and not kit.survives_fold(bet)):
            continue
        matched = {MAGIC_CARD: drawn.get(MAGIC_CARD) in cards, LUCKY_BONUS: drawn.get(LUCKY_BONUS) == position}
        for name, matches in matched.items():
            if matches:
                t.bonus_by_table(bet, f"{name}_{BONUSES[wager]}", "shown", (name,))


def _highest(t: Round, playing: list[int], dealer: kit.Cards) -> kit.Names:
    hands = {t.hand(seat): _hand(t, seat) for seat in playing}
    return kit.highest_by_table(t, hands | {Hand(kit.DEALER): four_card_hand(dealer, "the dealer's")})


def _hand(t: Round, seat: int) -> FourCardHand:
    return four_card_hand(kit.cards_of(t, seat), f"seat {seat}'s")


ON_FOUR, ON_FIVE = Judged("shown fold", FOUR_CARD_NAMES), Judged("shown fold", ALL_NAMES)
GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER,),
    draws=(MAGIC_CARD, LUCKY_BONUS),
    reads=best_four,
    weighs=sides.weighs(SIDES),
    terms="deal decide reveal dealer_qualifies settle_from settle_order drawn_by_system",
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "super_bonus": Judged(f"fold {RESULTS}", FOUR_CARD_NAMES),
        "play": Judged(RESULTS),
        **{name: ON_FOUR if side.named is four_card_names else ON_FIVE for name, side in SIDES.items()},
        **{
            f"{name}_{whose}": Judged("shown", (MAGIC_CARD, LUCKY_BONUS))
            for name in (MAGIC_CARD, LUCKY_BONUS)
            for whose in BONUSES.values()
        },
        "cover_all": ON_FOUR,
    },
)
