"""Supreme Pai Gow, exactly: hands by their ranks against one another, and the bonus over all 316,251 hands."""

from collections import Counter
from collections.abc import Iterable, Mapping

from pitboss.equipment.cards import DECK, JOKERS, RANKS, SUITS, Card
from pitboss.games.pai_gow.supreme_pai_gow import BONUS, MAIN, house_way
from pitboss.hands.supreme_pai_gow import bonus_name, two_cards
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, counted
from pitboss.solve.pai_gow.in_two import Hands, Rules, against_bank, hands_of, two_way_case
from pitboss.solve.prices import Decided, Prices

PIECES = (*(tuple(card for card in DECK if card[0] == rank) for rank in RANKS), JOKERS)


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse the main wager for a player and for whoever banks, and the bonus."""
    price = Prices(setup, meters)
    hands = hands_by_rank(setup)
    found = against_bank(price, MAIN, hands, two_way_case)
    wagers = dict(found.wagers)
    if BONUS in setup.offers:
        wagers[BONUS] = counted(price, BONUS, bonus_counts(hands), _decides, "unit of the wager")
    return Analysis(setup, wagers, found.strategy)


def hands_by_rank(setup: Setup) -> Hands:
    """Hands as the house sets them."""
    return hands_of(rules_of(setup))


def rules_of(setup: Setup) -> Rules:
    """What this game has of its own: a low hand without points wins from nothing."""
    return Rules(
        pieces=PIECES,
        worth=two_cards,
        house_way=lambda hand: house_way(setup, hand).setting,
        dead_low=lambda low: two_cards(low).is_zero,
        dead_high=lambda high: False,
        dead_copies=True,
    )


def bonus_counts(hands: Hands) -> Counter[str]:
    """How many hands of four cards the bonus knows by each name: those of one suit apart, by their ranks all others."""
    found: Counter[str] = Counter()
    for hand, weight in zip(hands.cards, hands.weights, strict=True):
        natural = [card for card in hand if card not in JOKERS]
        jokers = hand[len(natural) :]
        suited = 0
        if len({card.rank for card in natural}) == len(natural):
            suited = len(SUITS) * (2 if len(jokers) == 1 else 1)
            found[bonus_name((*_in_suits(natural, SUITS[:1] * 4), *jokers))] += suited
        if weight > suited:
            found[bonus_name((*_in_suits(natural, SUITS), *jokers))] += weight - suited
    return found


def _in_suits(natural: Iterable[Card], suits: str) -> list[Card]:
    """Cards of these ranks in these suits, one after the other."""
    return [Card(card[0] + suit) for card, suit in zip(natural, suits, strict=False)]


def _decides(wager: str, name: str) -> list[Decided]:
    return [Decided(wager, "shown", (name,))]
