"""Crazy 4 Poker: the best four of five cards each; Ante and Super Bonus go together, aces or better play for more."""

from functools import partial

from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import DECK
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names, judged
from pitboss.games.reading import best_four
from pitboss.hands.four_card import ACE, FOUR_CARD_NAMES, PAIR, FourCardHand, four_card_hand, four_card_names
from pitboss.rulebook.setup import Setup

SIZE = 5
BELOW_ACES, ACES_OR_BETTER = "below_a_pair_of_aces", "with_a_pair_of_aces_or_better"
OWN_HAND = "five_card_hand_bonus_player"
ON_FOUR_CARDS = Side((Seen(OWN, SIZE),), four_card_names, FOUR_CARD_NAMES)
ON_FIVE_CARDS = Side((Seen(OWN, SIZE),), five_card_names)
SIDES = {
    **dict.fromkeys(("queens_up", "four_card_progressive", "keypad_progressive"), ON_FOUR_CARDS),
    **dict.fromkeys(("five_card_progressive", "multi_game_link", OWN_HAND), ON_FIVE_CARDS),
    kit.ON_THE_DEALER: Side((Seen(kit.DEALER, SIZE),), five_card_names),
}
PROGRESSIVES = ("four_card_progressive", "keypad_progressive", "five_card_progressive", "multi_game_link")
DRAWN = MAGIC_CARD, LUCKY_BONUS = "magic_card", "lucky_bonus"
BONUSES = {OWN_HAND: "player", kit.ON_THE_DEALER: "dealer"}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    held = partial(kit.held_by, t, lambda cards: holding(four_card_hand(cards)), BELOW_ACES)
    folded = yield from kit.stay_or_fold(t, "play", "decide", t.live, word="play", held=held)
    kit.forfeit(t, folded)
    yield from kit.turn_up_the_dealer(t)
    order = settling.order_of_payment(t)
    drawn = _drawn_by_system(t)
    dues = settling.results(t, order, SIDES, partial(_against_the_dealer, t))
    own = SIDES.keys() - {kit.ON_THE_DEALER}
    settling.turn_up_and_settle(
        t,
        order,
        dues,
        shown=lambda seat: kit.is_shown(t, seat, own),
        together=settling.on_the_dealer,
        then=lambda seat: _pay_bonuses(t, seat, drawn),
    )
    settling.envy(t, PROGRESSIVES, order, SIDES)
    hands = [*map(t.hand, kit.in_play(t)), kit.DEALER]
    settling.settle_cover_all(t, order, len(t.seats), partial(settling.highest_by_table, t, hands, four_card_names))


def holding(hand: FourCardHand) -> str:
    """Under which name the amounts stand that may be played with a hand: with a pair of aces or better more may be."""
    return ACES_OR_BETTER if hand >= FourCardHand(PAIR, (ACE,)) else BELOW_ACES


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    case = kit.showdown(t, bet.seat, four_card_hand, partial(kit.qualifies, t.setup))
    return Due(bet, case, kit.worth(t, t.hand(bet.seat), four_card_names))


def _drawn_by_system(t: Round) -> dict[str, str]:
    """The card and the position that the table's system draws, where somebody can win with them."""
    if not any(t.bets_on(wager) for wager in BONUSES):
        return {}
    drawn = {MAGIC_CARD: DECK, LUCKY_BONUS: positions(t.setup)}
    offered = [name for name in drawn if f"{name}_player" in t.setup.offers]
    return {name: t.pick(name, drawn[name], t.cite("drawn_by_system")) for name in offered}


def positions(setup: Setup) -> list[str]:
    """The positions of the table, the dealer's among them."""
    return [kit.DEALER, *map(str, range(1, setup.seats + 1))]


def _pay_bonuses(t: Round, seat: int, drawn: dict[str, str]) -> None:
    """Magic Card and Lucky Bonus on each Five Card Hand Bonus wager that a fold has not lost."""
    held = {OWN_HAND: (t.hand(seat), str(seat)), kit.ON_THE_DEALER: (kit.DEALER, kit.DEALER)}
    for wager, (hand, position) in held.items():
        bet = t.bet(seat, wager)
        if bet is None or (seat in kit.folded(t) and not kit.survives_fold(bet)):
            continue
        matched = {
            MAGIC_CARD: drawn.get(MAGIC_CARD) in t.hands[hand],
            LUCKY_BONUS: drawn.get(LUCKY_BONUS) == position,
        }
        for name in [name for name in DRAWN if matched[name]]:
            t.bonus_by_table(bet, f"{name}_{BONUSES[wager]}", "shown", (name,))


GAME = Game(
    play=play,
    asks="play fold",
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER,),
    draws=DRAWN,
    reads=best_four,
    qualifies_with=kit.qualifies_with,
    weighs=sides.weighs(SIDES),
    terms="deal decide reveal dealer_qualifies settle_from settle_order drawn_by_system",
    remedies=kit.FORFEIT,
    settles={
        "ante": Judged(f"fold {kit.SHOWDOWN_CASES}"),
        "super_bonus": Judged(f"fold {kit.SHOWDOWN_CASES}", FOUR_CARD_NAMES),
        "play": Judged(kit.SHOWDOWN_CASES),
        **judged(SIDES),
        **{f"{name}_{whose}": Judged("shown", DRAWN) for name in DRAWN for whose in BONUSES.values()},
        "cover_all": Judged("shown fold", FOUR_CARD_NAMES),
    },
)
