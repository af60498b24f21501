"""What a wager beside a hand sees of a round, counted out of a shoe: two cards, two and a third, a dealer's whole hand.

Whoever draws what before does not matter: a card that nobody has seen is like any other, so the dealer's cards are
counted as if they came first. Counts are whole numbers; the judges are those that the table settles by.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import Any

from pitboss.equipment.cards import Card, one_deck
from pitboss.games.blackjack.rules import Rules, dealer_draws
from pitboss.games.blackjack.side_wagers.first_cards import Names
from pitboss.hands.blackjack import is_blackjack, value
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, RANKS, TEN

Two = tuple[Card, Card]
OfTwo = Callable[[Two], Names]
OfThree = Callable[[Two, Card], Names]
PLAIN = tuple(Card(f"{name}h") for name in "A23456789T")
"""A card of each of the ten ranks, where suits do not matter."""


@dataclass(frozen=True)
class Pack:
    """A number of decks that are alike."""

    deck: tuple[Card, ...]
    decks: int

    @classmethod
    def of(cls, setup: Setup) -> "Pack":
        rule = setup.entry.cards
        assert rule is not None
        options = setup.options
        return cls(one_deck(rule.pieces, pick(rule.ranks, options), pick(rule.jokers, options)), setup.decks)

    @property
    def cards(self) -> int:
        return len(self.deck) * self.decks

    @property
    def shoe(self) -> tuple[int, ...]:
        """How many cards there are of each of the ten ranks."""
        found = Counter(rank_of(card) for card in self.deck)
        return tuple(self.decks * found[rank] for rank in range(RANKS))

    def ways(self, cards: Sequence[Card]) -> int:
        """In how many ways these cards come in this order."""
        found, before = 1, Counter[Card]()
        for card in cards:
            found *= max(self.decks - before[card], 0)
            before[card] += 1
        return found


@cache
def rank_of(card: Card) -> int:
    """Which of the ten ranks a card is of, the ace the first."""
    counts = value(card)
    return ACE if counts == 11 else counts - 1


# -- Two cards, and a third -------------------------------------------------------------------------------------------


def two_cards(pack: Pack, judge: OfTwo) -> Counter[Names]:
    """Every two cards, by what they are judged to be.

    >>> from pitboss.games.blackjack.side_wagers.first_cards import same_suit
    >>> dict(two_cards(Pack(one_deck(), 1), same_suit))[("any_two_cards",)], comb(52, 2)
    (308, 1326)
    """
    found: Counter[Names] = Counter()
    for two in combinations_with_replacement(pack.deck, 2):
        found[judge(two)] += _ways_of_two(pack.decks, two[0] == two[1])
    return found


def two_and_one(pack: Pack, judge: OfThree) -> Counter[Names]:
    """Every two cards with every third one that is dealt apart from them."""
    found: Counter[Names] = Counter()
    for (names, alike, copies), shapes in _shapes(pack.deck, judge).items():
        found[names] += shapes * _ways_of_two(pack.decks, alike) * max(pack.decks - copies, 0)
    return found


@lru_cache(maxsize=64)
def _shapes(deck: tuple[Card, ...], judge: OfThree) -> Counter[tuple[Names, bool, int]]:
    """Counted once for any number of decks: whether the two are one card twice, and how many of them the third is."""
    found: Counter[tuple[Names, bool, int]] = Counter()
    for two in combinations_with_replacement(deck, 2):
        for third in deck:
            found[judge(two, third), two[0] == two[1], two.count(third)] += 1
    return found


def _ways_of_two(decks: int, alike: bool) -> int:
    return comb(decks, 2) if alike else decks * decks


# -- Two cards and a dealer's two -------------------------------------------------------------------------------------


def two_and_blackjack(pack: Pack, judge: Callable[[Two, bool], Names]) -> Counter[Names]:
    """Every two cards with every two of the dealer's in their order, by whether those are a blackjack."""
    found: Counter[Names] = Counter()
    for two in combinations_with_replacement(pack.deck, 2):
        ways = _ways_of_two(pack.decks, two[0] == two[1])
        ranks = [rank_of(card) for card in two]
        aces, tens = (pack.shoe[rank] - ranks.count(rank) for rank in (ACE, TEN))
        natural = 2 * aces * tens
        found[judge(two, True)] += ways * natural
        found[judge(two, False)] += ways * (perm(pack.cards - 2, 2) - natural)
    return found


def two_and_two(pack: Pack, judge: Callable[[Two, Two], Names]) -> Counter[Names]:
    """The same, where the suits of a dealer's blackjack matter, and of other hands only the card that lies open."""
    found: Counter[Names] = Counter()
    naturals = [two for two in combinations_with_replacement(pack.deck, 2) if is_blackjack(two)]
    shown = {up: judge((PLAIN[0], PLAIN[1]), (up, _no_blackjack_with(up))) for up in pack.deck}
    unseen = pack.cards - 2
    for two in combinations_with_replacement(pack.deck, 2):
        ways = _ways_of_two(pack.decks, two[0] == two[1])
        left = {card: pack.decks - two.count(card) for card in pack.deck}
        hidden = dict.fromkeys(pack.deck, unseen - 1)
        for natural in naturals:
            one, other = natural
            both = ways * left[one] * left[other]
            found[judge(two, natural)] += 2 * both
            hidden[one] -= left[other]
            hidden[other] -= left[one]
        for up in pack.deck:
            found[shown[up]] += ways * left[up] * hidden[up]
    return found


def _no_blackjack_with(up: Card) -> Card:
    return PLAIN[4] if up != PLAIN[4] else PLAIN[5]


# -- A dealer's hand to the end ---------------------------------------------------------------------------------------


def dealers_hands(
    shoe: Sequence[int],
    rules: Any,
    judge: Callable[[Sequence[Card]], Names],
    draws: Callable[[Any, Sequence[Card]], bool] = dealer_draws,
) -> Counter[Names]:
    """Every hand that a dealer draws to the end, out of all orders of as many cards as the longest of them has."""
    ended = [(counts, orders * prod(map(perm, shoe, counts))) for counts, orders in _endings(rules, draws)]
    cards, most = sum(shoe), max(sum(counts) for counts, ways in ended if ways)
    found: Counter[Names] = Counter()
    for counts, ways in ended:
        if ways:
            found[judge(_plain(counts))] += ways * perm(cards - sum(counts), most - sum(counts))
    return found


def suited_hands(shoe: Sequence[int], rules: Rules, judge: Callable[[Sequence[Card]], Names]) -> Counter[Names]:
    """The same, judged by suits as well: all cards of one suit, all of one color, or neither."""
    ended = [(counts, orders) for counts, orders in _endings(rules, dealer_draws) if prod(map(perm, shoe, counts))]
    cards, most = sum(shoe), max(sum(counts) for counts, _ in ended)
    found: Counter[Names] = Counter()
    for counts, orders in ended:
        rest = orders * perm(cards - sum(counts), most - sum(counts))
        # Of each rank a quarter is of one suit and half of one color.
        suit, color = (
            many * prod(perm(have // many, drawn) for have, drawn in zip(shoe, counts, strict=True)) for many in (4, 2)
        )
        ranks = [rank for rank, many in enumerate(counts) for _ in range(many)]
        for suits, ways in (("h", suit), ("hd", color - suit), ("hc", prod(map(perm, shoe, counts)) - color)):
            dealt = [Card(f"{'A23456789T'[rank]}{suits[at % len(suits)]}") for at, rank in enumerate(ranks)]
            found[judge(dealt)] += rest * ways
    return found


@lru_cache(maxsize=8)
def _endings(rules: Any, draws: Callable[[Any, Sequence[Card]], bool]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Collections of ranks with which a dealer ends, and in how many orders of the cards."""
    drawing: dict[tuple[int, ...], int] = {(0,) * RANKS: 1}
    ended: list[tuple[tuple[int, ...], int]] = []
    while drawing:
        longer: dict[tuple[int, ...], int] = {}
        for counts, orders in drawing.items():
            for rank in range(RANKS):
                grown = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                longer[grown] = longer.get(grown, 0) + orders
        drawing = {}
        for counts, orders in longer.items():
            cards = _plain(counts)
            if len(cards) < 2 or draws(rules, cards):
                drawing[counts] = orders
            else:
                ended.append((counts, orders))
    return tuple(ended)


def _plain(counts: Sequence[int]) -> tuple[Card, ...]:
    return tuple(PLAIN[rank] for rank, many in enumerate(counts) for _ in range(many))


# -- Four cards of a player's two hands -------------------------------------------------------------------------------


def four_cards(pack: Pack, judge: Callable[[Sequence[Card]], Names]) -> Counter[Names]:
    """Every four cards, judged by their ranks alone."""
    ranks = sorted({card[0] for card in pack.deck})
    found: Counter[Names] = Counter()
    for four in combinations_with_replacement(ranks, 4):
        drawn = Counter(four)
        ways = prod(comb(4 * pack.decks, many) for many in drawn.values())
        found[judge([Card(f"{rank}h") for rank in four])] += ways
    return found


# -- Cards of one rank, drawn on --------------------------------------------------------------------------------------

Draws = Callable[[int, int, bool], bool]
"""Whether another card comes to so many cards of the rank, by the dealer's up card and whether he has a blackjack."""


def leading_cards(
    pack: Pack, rank: int, most: int, draws: Draws, judge: Callable[[Sequence[Card]], Names]
) -> Counter[Names]:
    """Hands that begin with cards of one rank, and what is drawn to two or more of them.

    All orders of the first two cards, the dealer's two and as many as may be drawn.
    """
    ones = [card for card in pack.deck if rank_of(card) == rank]
    lumps = [(card, pack.decks) for card in ones]
    lumps += [(PLAIN[other], many) for other, many in enumerate(pack.shoe) if other != rank]
    others, rest = pack.cards - len(ones) * pack.decks, perm(pack.cards - 2, most)
    plain = next(card for card, _ in lumps if rank_of(card) != rank)
    found: Counter[Names] = Counter({judge((plain, plain)): others * (pack.cards - 1) * rest})
    for one in ones:
        found[judge((one, plain))] += pack.decks * others * rest
    for more, ways, left in _in_order([ones, ones, *[[card for card, _ in lumps]] * (most - 1)], dict(lumps)):
        one, two, up, *drawn = more
        hole = {ACE: TEN, TEN: ACE}.get(rank_of(up))
        naturals = sum(many for card, many in left.items() if rank_of(card) == hole)
        for natural, holes in ((True, naturals), (False, pack.cards - len(more) - naturals)):
            if holes:
                found[judge(_run((one, two), drawn, rank, rank_of(up), natural, draws))] += ways * holes
    return found


def _in_order(
    places: Sequence[Sequence[Card]], left: dict[Card, int], ways: int = 1
) -> Iterator[tuple[tuple[Card, ...], int, dict[Card, int]]]:
    """One card in each place, in how many ways they come, and what is left of each."""
    if not places:
        yield (), ways, left
        return
    for card in places[0]:
        if many := left[card]:
            left[card] -= 1
            for more, orders, rest in _in_order(places[1:], left, ways * many):
                yield (card, *more), orders, rest
            left[card] += 1


def _run(
    held: tuple[Card, ...], waiting: Sequence[Card], rank: int, up: int, natural: bool, draws: Draws
) -> tuple[Card, ...]:
    for card in waiting:
        if any(rank_of(each) != rank for each in held) or not draws(len(held), up, natural):
            break
        held = (*held, card)
    return held
