"""Asia Poker hands: four cards, two or one, with a joker that is an ace or completes a straight or a flush."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pitboss.equipment.cards import JOKERS, Card, known
from pitboss.errors import PitbossError
from pitboss.hands.naming import Name, high, kicked
from pitboss.hands.pai_gow import straight_in_words
from pitboss.hands.poker import RANKS_IN_WORDS, many

NO_HAND, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FOUR_ACES = range(10)
NAMES = (
    *("no_hand", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "four_of_a_kind", "straight_flush"),
    *("royal_flush", "four_aces"),
)
ACE, SIZE = 14, 4
AceLow = Literal["second", "lowest"]
"""Where A-2-3-4 ranks: right below A-K-Q-J among the straights and highest of the straight flushes, or lowest."""


class AsiaHand(NamedTuple):
    """What a hand is worth: category, then ranks in the order they decide. Hands of any size compare with one another.

    Where the ranks of one begin those of the other, the larger hand is higher.
    """

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return NAMES[self.category]

    @property
    def in_words(self) -> str:
        """What a player would call it: ``pair of nines``, ``king high``, ``flush``."""
        words, name = [RANKS_IN_WORDS.get(rank, "") for rank in self.ranks], self.name.replace("_", " ")
        match self.category:
            case 0:
                return high("", words)
            case 1:
                return kicked(f"pair of {many(self.ranks[0])}", words[1:])
            case 2:
                return f"{many(self.ranks[0])} and {many(self.ranks[1])}"
            case 3 | 6:
                return kicked(f"{'three' if self.category == THREE else 'four'} {many(self.ranks[0])}", words[1:])
            case 5:
                return Name(name, *high("flush, ", words).at_length)
            case _ if self.category in (STRAIGHT, STRAIGHT_FLUSH):
                return Name(name, f"{name}, {straight_in_words(self.ranks[0], SIZE)}")
            case _:
                return name


def rank_of(card: Card) -> int:
    """A card's rank, the joker being an ace."""
    return ACE if card in JOKERS else card.rank


def asia_hand(hand: Sequence[Card], ace_low: AceLow = "second", whose: str = "the") -> AsiaHand:
    """The best that four cards, two or one are.

    >>> from pitboss.equipment.cards import cards
    >>> [asia_hand(cards(hand)).name for hand in ("As Ah Ac Xr", "9s 8s Xr 6s", "Ks Kh Xr 7d", "Ks 9s 4s Xr")]
    ['four_aces', 'straight_flush', 'pair', 'flush']
    >>> asia_hand(cards("7h 7d Kc 4s")) > asia_hand(cards("7c 7s")) > asia_hand(cards("Ah"))
    True
    """
    known(hand, whose)
    if len(hand) not in (1, 2, SIZE):
        raise PitbossError(f"an Asia Poker hand has four cards, two or one, not {len(hand)}")
    return _worth(tuple(hand), ace_low)


@lru_cache(maxsize=100_000)
def _worth(hand: tuple[Card, ...], ace_low: AceLow) -> AsiaHand:
    found = _by_ranks([rank_of(card) for card in hand])
    return max(found, _complete(hand, ace_low)) if len(hand) == SIZE else found


def _by_ranks(ranks: Sequence[int]) -> AsiaHand:
    """Pairs and the like, then the other cards; the joker counts as the ace that it is."""
    ordered = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    match sorted((ranks.count(rank) for rank in ordered), reverse=True):
        case [4]:
            return AsiaHand(FOUR_ACES, ()) if ordered[0] == ACE else AsiaHand(FOUR, (ordered[0],))
        case [3, *_]:
            return AsiaHand(THREE, tuple(ordered))
        case [2, 2]:
            return AsiaHand(TWO_PAIRS, tuple(ordered))
        case [2, *_]:
            return AsiaHand(PAIR, tuple(ordered))
        case _:
            return AsiaHand(NO_HAND, tuple(ordered))


def _complete(hand: Sequence[Card], ace_low: AceLow) -> AsiaHand:
    """A straight, a flush or both, whatever the joker stands for; no hand where there is none."""
    natural = [card for card in hand if card not in JOKERS]
    ranks = [card.rank for card in natural]
    suited = len({card.suit for card in natural}) == 1
    order = straight_order(ranks, ace_low)
    if order and suited:
        return AsiaHand(ROYAL_FLUSH, ()) if order == ACE + 1 else AsiaHand(STRAIGHT_FLUSH, (order,))
    if suited:
        # In a flush the joker is the highest card of the suit that the hand lacks.
        missing = [rank for rank in range(ACE, 1, -1) if rank not in ranks][: SIZE - len(natural)]
        return AsiaHand(FLUSH, tuple(sorted([*ranks, *missing], reverse=True)))
    return AsiaHand(STRAIGHT, (order,)) if order else AsiaHand(NO_HAND, ())


def straight_order(ranks: Sequence[int], ace_low: AceLow = "second") -> int:
    """How high the best straight of these ranks and as many jokers as four lack is; 0 where they make none.

    >>> straight_order([14, 13, 12, 11]), straight_order([2, 3, 4]), straight_order([2, 3, 4], "lowest")
    (15, 14, 5)
    """
    held = set(ranks)
    if len(held) < len(ranks):
        return 0
    return next((order for run, order in _RUNS[ace_low] if held <= run), 0)


def _runs(ace_low: AceLow) -> list[tuple[frozenset[int], int]]:
    """The ranks of every straight, and how high it is; the highest first."""
    low = frozenset({ACE, 2, 3, 4})
    runs = [(frozenset(range(top - SIZE + 1, top + 1)), top + (top == ACE)) for top in range(SIZE + 1, ACE + 1)]
    return sorted([*runs, (low, ACE if ace_low == "second" else SIZE)], key=lambda run: run[1], reverse=True)


_RUNS: dict[AceLow, list[tuple[frozenset[int], int]]] = {"second": _runs("second"), "lowest": _runs("lowest")}
