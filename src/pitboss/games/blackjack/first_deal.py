"""The first cards of a round: the burn card, two to each hand and to the dealer, and the look for a blackjack."""

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.equipment.cards import known
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD
from pitboss.games.blackjack.dealers_turn import MORE_HANDS
from pitboss.games.blackjack.held import DEALER, INSURANCE, boxes, hands_dealt, original_hands
from pitboss.games.blackjack.irregularities import DEALER_LAST, NO_READER, SECOND_LAST
from pitboss.games.blackjack.rules import HOLE_UP, NO_HOLE, Rules, insurance_case, named_up
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.turns import NO_BLACKJACK
from pitboss.games.shoe import burn
from pitboss.hands.blackjack import count, is_blackjack
from pitboss.rulebook.setup import Setup


def burn_card(t: Round) -> None:
    """The first card of a shoe, or a new dealer's, goes to the rack unseen; it may be shown to whoever asks."""
    burns = t.term("burn")
    new_dealer = t.carry.pop("new_dealer", False)
    if (t.draws.fresh_shoe and burns["fresh_shoe"]) or (new_dealer and burns["new_dealer"]):
        burn(t, 1, "burn")
        if any(SHOW_BURN_CARD in words for words in t.says.values()) and "burn" in t.hands:
            t.reveal("burn", t.cite("burn"))


def deal_first_cards(t: Round) -> None:
    """Two cards to each hand and two to the dealer in turn; the dealer's second face down, face up, or later."""
    hands = [hand for box in boxes(t) for hand in original_hands(t, box)]
    dealer_last = t.scratch.get(DEALER_LAST, False)
    late: set[Hand] = t.scratch.get(SECOND_LAST, set())
    first_up, second_up = t.term("faces")
    for hand in hands:
        t.deal(hand, t.cite("deal"), seen_by=None if first_up else OWNER)
    if not dealer_last and not t.hands.get(DEALER):
        t.deal(DEALER, t.cite("deal"))
    for hand in sorted(hands, key=lambda hand: hand in late):
        t.deal(hand, t.cite("deal"), seen_by=None if second_up else OWNER)
    if dealer_last:
        t.deal(DEALER, t.cite("deal"))
    mode = Rules.of(t.setup).second_card
    if mode != NO_HOLE:
        t.deal(DEALER, t.cite("deal"), seen_by=None if mode == HOLE_UP else NOBODY)


def has_blackjack_early(t: Round) -> bool:
    """Whether it is known before anybody decides that the dealer has a blackjack: then nobody decides anything.

    It is where both cards lie open, and where the dealer looks, or has a device look, under an ace or a ten.
    """
    dealer, rules = t.hands[DEALER], Rules.of(t.setup)
    low = named_up(dealer[0]) == "low"
    t.scratch[NO_BLACKJACK] = low
    if rules.second_card == HOLE_UP:
        known(dealer, "the dealer's")
        t.scratch[NO_BLACKJACK] = not is_blackjack(dealer)
        return is_blackjack(dealer)
    if named_up(dealer[0]) not in rules.looks_under or t.scratch.get(NO_READER):
        return False
    known(dealer, "the dealer's")
    found = is_blackjack(dealer)
    t.event("peek", t.cite("peek"), f"the hole card is looked at: {'a' if found else 'no'} blackjack")
    if not found:
        t.scratch[NO_BLACKJACK] = True
        settling.settle_without_blackjack(t)
        if t.term("insurance").get("collected") == "after_check":
            for bet in t.bets_on(INSURANCE):
                t.settle(bet, insurance_case(dealer))
    return found


def counts_of(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand counts; an ace and a ten that came to a split hand are no blackjack, nor may a switched one be."""
    told = {}
    for hand, cards in held.items():
        if hand.owner is not None or hand in (DEALER, *MORE_HANDS):
            split = hand.owner is not None and sum(other.owner == hand.owner for other in held) > hands_dealt(setup)
            switched = hand.owner is not None and bool(setup.term("switch"))
            told[hand] = "blackjack" if is_blackjack(cards) and not split | switched else count(cards).in_words
    return told


def totals_of(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand counts, where a player's ace and ten may have come together otherwise than by the deal."""
    mine = {hand: cards for hand, cards in held.items() if hand.owner is not None or hand == DEALER}
    return {
        hand: "blackjack" if hand == DEALER and is_blackjack(cards) else count(cards).in_words
        for hand, cards in mine.items()
    }
