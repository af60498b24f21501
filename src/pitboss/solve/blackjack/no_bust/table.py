"""What the mathematics knows of a table of no-bust blackjack: its rules, its shoe, and what every result is paid.

How a hand comes out is asked of the functions that the table settles by, with a hand that stands for all that count the
same. Eleven ranks are told apart: the ace is rank 0, whatever counts ten rank 9, a joker rank 10.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKERS, Card, cards
from pitboss.errors import Refused
from pitboss.games.blackjack.held import DOUBLE_WAGER, SPLIT_WAGER, original_wagers
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    BOTH_OVER,
    OVER,
    OVER_PUSH,
    SURRENDERED,
    NoBustRules,
    Total,
    added_has_action,
    case_of,
    dealer_draws,
    dealers_natural,
    is_saved,
    natural_of,
    total_of,
)
from pitboss.games.blackjack.no_bust.no_bust_rules import NATURAL as PLAYERS_NATURAL
from pitboss.games.blackjack.no_bust.no_bust_settlement import BONUS
from pitboss.games.blackjack.no_bust.no_bust_turns import COMPONENTS
from pitboss.games.blackjack.rules import HOLE_UP, Held, named_up
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, TEN, Hands, Ranks
from pitboss.solve.blackjack.pieces import PLAIN, Pack, rank_of
from pitboss.solve.prices import Prices

RANKS, JOKER = 11, 10
LOWEST_BIN, BINS = 17, 10
OVER_BIN, NATURAL, NATURAL_JOKER, SECOND_JOKER = 6, 7, 8, 9
"""How a player-dealer ends: bins 0 to 5 are 17 to 22, then over, a natural without and with a joker for its second
card, and 21 by a joker for the second card."""
SPECIAL = (NATURAL, NATURAL_JOKER, SECOND_JOKER)
CLASSES = 25
SPLIT_NATURAL = 24
"""What hands are priced by: what they count, or a natural that a split brought together."""
WHOLE, FIRST, ADDED = "whole", "first", "added"
"""A hand that is not split, the one of a split that keeps the original wager, and one that a split has added."""
CARDS = (*PLAIN, JOKERS[0])
_DEALERS = ("Tc 7d", "Tc 8d", "Tc 9d", "Tc Td", "7c 7d 7h", "Tc 5d 7h", "Tc 6d Th")
_NATURALS = {"ace_ten": "Tc Ad", "ace_joker": "Xr Ad", "ace_ace": "Ac Ad", "joker_joker": "Xr Xr"}


@dataclass(frozen=True)
class Table:
    """A table in figures; ``priced`` are its wagers and cases with what they net.

    ``bonus``: there is a wager on what a player's hand is drawn to.
    """

    rules: NoBustRules
    shoe: Ranks
    decks: int
    starts: tuple[Ranks, ...]
    original: str
    priced: tuple[tuple[tuple[str, str], float], ...]
    stands_against_joker: bool = False
    bonus: bool = False

    @classmethod
    def of(cls, setup: Setup, price: Prices) -> "Table":
        pack, original = Pack.of(setup), original_wagers(setup)[0]
        jokers = pack.decks * sum(card in JOKERS for card in pack.deck)
        plain = Counter(rank_of(card) for card in pack.deck if card not in JOKERS)
        shoe = (*(pack.decks * plain[rank] for rank in range(JOKER)), jokers)
        ranks = range(RANKS if jokers else JOKER)
        if setup.term("second_card") == HOLE_UP:
            starts: tuple[Ranks, ...] = tuple((one, two) for one in ranks for two in ranks if two >= one)
        else:
            starts = tuple((rank,) for rank in ranks)
        offered = (original, SPLIT_WAGER, DOUBLE_WAGER)
        priced = {
            (wager, case): float(price(wager, case).net)
            for wager in offered
            for case in setup.entry.wagers[wager].cases
        }
        if any(priced[wager, BOTH_OVER] != priced[wager, OVER] for wager in offered):
            raise Refused("both hands over is taken to be lost like one that is", setup.entry.source)
        return cls(
            NoBustRules.of(setup),
            shoe,
            setup.decks,
            starts,
            original,
            tuple(sorted(priced.items())),
            setup.term("joker_up") == "no_draw",
            BONUS in setup.offers,
        )

    @property
    def jokers(self) -> int:
        return self.shoe[JOKER]

    def price(self, wager: str, case: str) -> float:
        return self._prices[wager, case]

    @cached_property
    def _prices(self) -> dict[tuple[str, str], float]:
        return dict(self.priced)

    # -- What may be done ---------------------------------------------------------------------------------------------

    def may(self, hands: Hands, pair: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Which hands may be hit, doubled and surrendered; with ``pair``, hands of such a pair that is split."""
        found = self._may.get(pair)
        if found is None:
            may = (self._may_hit(hands, pair), self._may_double(hands, pair), self._may_surrender(hands, pair))
            found = self._may[pair] = may
        return found

    @cached_property
    def _may(self) -> dict[int, tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]]:
        return {}

    def _may_hit(self, hands: Hands, pair: int) -> NDArray[np.bool_]:
        rules = self.rules
        may = hands.totals < np.where(hands.soft, rules.stands_soft, rules.stands_hard)
        if pair == ACE and rules.one_card_on_aces:
            may &= hands.sizes < 2
        return np.asarray(may)

    def _may_double(self, hands: Hands, pair: int) -> NDArray[np.bool_]:
        size = hands.sizes >= 2 if self.rules.double_any else hands.sizes == 2
        return np.asarray(self._may_hit(hands, pair) & size)

    def _may_surrender(self, hands: Hands, pair: int) -> NDArray[np.bool_]:
        rules = self.rules
        size = (hands.sizes >= 2) & (hands.sizes <= (rules.surrender_cards or hands.sizes.max()))
        return np.asarray(size & (hands.totals <= rules.surrender_most) & (pair < 0 or rules.surrender_split))

    def draws_against(self, up: int) -> bool:
        """Whether players act at all against an up card."""
        return not (self.stands_against_joker and self.starts[up][0] == JOKER)

    def most_hands(self, rank: int) -> int:
        """How many hands a pair of a rank may become."""
        if rank == TEN and self.rules.tens_of_one_rank:
            return min(2, self.decks * 4)
        again = rank != ACE or self.rules.resplit_aces
        return min(1 + self.rules.splits if again else min(2, 1 + self.rules.splits), self.shoe[rank])

    def natural_of(self, one: int, two: int) -> str:
        """Which of a player's naturals two cards are, as they are dealt."""
        return self._naturals[one][two]

    @cached_property
    def _naturals(self) -> list[list[str]]:
        return [[natural_of((one, two), self.rules.naturals) for two in CARDS] for one in CARDS]

    # -- What lies open of the player-dealer's ------------------------------------------------------------------------

    def chance_of_start(self, up: int) -> float:
        cards_, start = sum(self.shoe), self.starts[up]
        if len(start) == 1:
            return self.shoe[start[0]] / cards_
        one, two = start
        both = self.shoe[one] * (self.shoe[one] - 1) if one == two else 2 * self.shoe[one] * self.shoe[two]
        return max(both, 0) / (cards_ * (cards_ - 1))

    def looked(self, up: int) -> bool:
        """Whether a natural is known before anybody draws."""
        return len(self.starts[up]) == 1 and named_up(CARDS[self.starts[up][0]]) in self.rules.looks_under

    def pays_even_money(self, up: int) -> bool:
        """Whether a natural may be paid at once against an ace."""
        return self.starts[up] == (ACE,) and self.rules.even_money not in ("", COMPONENTS)

    # -- What it comes to ---------------------------------------------------------------------------------------------

    def prices(self, up: int, kind: str) -> NDArray[np.float64]:
        """``[level, class, bin]``: what a hand that stood comes to, single and doubled."""
        bins = self.bins(up)
        known = self._stood.get((bins, self.looked(up), kind))
        if known is not None:
            return known
        found = np.zeros((2, CLASSES, BINS))
        for class_ in range(4, CLASSES):
            held = self._held(class_, kind)
            if held is None:
                continue
            for bin_ in bins:
                case = case_of(self.rules, held, self.dealer_of(bin_))
                found[:, class_, bin_] = self._results(up, kind, bin_, case)
        self._stood[bins, self.looked(up), kind] = found
        return found

    @cached_property
    def _stood(self) -> dict[tuple[Ranks, bool, str], NDArray[np.float64]]:
        """What hands that stood come to, which hangs on a start only by the endings and the look that it has."""
        return {}

    def bins(self, up: int) -> Ranks:
        """How the player-dealer can end from a start."""
        return self._bins[up]

    @cached_property
    def _bins(self) -> list[Ranks]:
        trees = (endings_of(self.rules, self.decks, start, self.jokers > 0) for start in self.starts)
        return [tuple(sorted({OVER_BIN, *tree.nodes[tree.ways > 0, 2].tolist()})) for tree in trees]

    def over(self, up: int, kind: str) -> NDArray[np.float64]:
        """``[level, how]`` of a hand that went over: lost, saved, and against the special endings in their order."""
        found = np.zeros((2, 2 + len(SPECIAL)))
        for at, case in enumerate((OVER, OVER_PUSH)):
            found[:, at] = self._results(up, kind, OVER_BIN, case)
        over = Held(cards("Tc 6d Th"), split=kind != WHOLE)
        for at, bin_ in enumerate(SPECIAL, start=2):
            if bin_ in self.bins(up):
                found[:, at] = self._results(up, kind, bin_, case_of(self.rules, over, self.dealer_of(bin_)))
        return found

    def surrendered(self, up: int, kind: str) -> NDArray[np.float64]:
        found = np.zeros(BINS)
        wager = SPLIT_WAGER if kind == ADDED else self.original
        if (wager, SURRENDERED) in self._prices:
            found[:] = self.price(wager, SURRENDERED)
        if self.looked(up):
            found[[NATURAL, NATURAL_JOKER]] = 0.0 if kind == ADDED else self.price(self.original, "dealer_natural")
        return found

    def natural(self, up: int, one: int, two: int) -> NDArray[np.float64]:
        """What two cards that are dealt come to against each ending, where they are a natural or hold a joker."""
        found = np.zeros(BINS)
        for bin_ in self.bins(up):
            known = self._dealt_out.get((one, two, bin_))
            if known is None:
                case = case_of(self.rules, Held((CARDS[one], CARDS[two])), self.dealer_of(bin_))
                known = self._dealt_out[one, two, bin_] = self.price(self.original, case)
            found[bin_] = known
        return found

    @cached_property
    def _dealt_out(self) -> dict[tuple[int, int, int], float]:
        """What two such cards come to against an ending."""
        return {}

    def _results(self, up: int, kind: str, bin_: int, case: str) -> tuple[float, float]:
        """Single and doubled. Before a natural that is looked for nothing is doubled or split."""
        natural = bin_ in (NATURAL, NATURAL_JOKER)
        if natural and self.looked(up):
            lost = 0.0 if kind == ADDED else self.price(self.original, "dealer_natural")
            return lost, lost
        action = added_has_action(self.rules, self.dealer_of(bin_))
        own = self.price(self.original, case) if kind != ADDED else self.price(SPLIT_WAGER, case) if action else 0.0
        # Two cards that a split brought together are not doubled where they are a natural.
        return own, own + (self.price(DOUBLE_WAGER, case) if action and case != PLAYERS_NATURAL else 0.0)

    def _held(self, class_: int, kind: str) -> Held | None:
        """A hand that stands for a class."""
        split = kind != WHOLE
        if class_ == SPLIT_NATURAL:
            return Held(cards("Ac Td"), split=True) if split else None
        if class_ > self.rules.most:
            return None
        if class_ >= 21:
            return Held(cards("7c 7d 7h" if class_ == 21 else "Tc 5d 7h"), split=split)
        two = (CARDS[1], CARDS[class_ - 3]) if class_ < 12 else (CARDS[TEN], CARDS[class_ - 11])
        return Held(two, split=split)

    def dealer_of(self, bin_: int) -> tuple[Card, ...]:
        """A hand of the player-dealer's that stands for an ending."""
        return self._dealers[bin_]

    @cached_property
    def _dealers(self) -> list[tuple[Card, ...]]:
        return [self._dealer_of(bin_) for bin_ in range(BINS)]

    def _dealer_of(self, bin_: int) -> tuple[Card, ...]:
        if bin_ <= OVER_BIN:
            return cards(_DEALERS[bin_])
        if bin_ == SECOND_JOKER:
            return cards("9c Xr")
        if bin_ == NATURAL_JOKER:
            return cards("Ac Xr")
        naturals = (hand for name, hand in _NATURALS.items() if name in self.rules.dealer_naturals)
        return cards(next(naturals, ""))


# -- How a player-dealer ends -----------------------------------------------------------------------------------------


class Endings(NamedTuple):
    """All collections of cards with which a player-dealer ends from one start, as a tree that shares what they have in
    common.

    A row of ``nodes`` is how many cards were drawn, the last of them (a rank's cards are numbered from ``nths[rank]``
    on), the bin in which they end, by how much a hand that went over is over, and how many jokers are among them.
    ``ways`` orders of its cards end there, 0 where none does. A node follows its parent and what has grown from that
    already, so its parent is the last one before it with a card less; the first is what lies open alone. Hands that
    went over are left out unless they can save a player's: their ``ways`` are times how likely their suits let them.
    ``drawn[begins[i] : begins[i + 1]]`` are the ranks that node i holds and how many of each.
    """

    nodes: NDArray[np.int64]
    ways: NDArray[np.float64]
    nths: NDArray[np.int64]
    begins: NDArray[np.int64]
    drawn: NDArray[np.int64]


class _Ended(dict[Ranks, "tuple[int, int, float, int]"]):
    """By the cards drawn: orders, bin, how likely it saves, total."""


@lru_cache(maxsize=256)
def endings_of(rules: NoBustRules, decks: int, start: Ranks, jokers: bool) -> Endings:
    """The tree from a start."""
    ended = {tuple(sorted(drawn, reverse=True)): how for drawn, how in _ended(rules, decks, start, jokers).items()}
    paths = sorted({drawn[:length] for drawn in ended for length in range(len(drawn) + 1)} | {()})
    most = [max(path.count(rank) for path in paths) for rank in range(RANKS)]
    nths = np.cumsum([0, *(many + 1 for many in most)])
    nodes, ways, kinds = [], [], []
    for path in paths:
        orders, bin_, saved, total = ended.get(path, (0, 0, 0.0, 0))
        last = int(nths[path[-1]]) + path.count(path[-1]) - 1 if path else 0
        beyond = total - rules.most - 1 if rules.saved.closer and bin_ == OVER_BIN else 0
        nodes.append((len(path), last, bin_, beyond, path.count(JOKER)))
        ways.append(orders * saved if bin_ == OVER_BIN else orders)
        kinds.append(sorted((rank, path.count(rank)) for rank in set(path)))
    return Endings(
        np.array(nodes, dtype=np.int64),
        np.array(ways, dtype=np.float64),
        nths,
        np.cumsum([0, *(len(each) for each in kinds)]),
        np.array([kind for each in kinds for kind in each], dtype=np.int64).reshape(-1, 2),
    )


def _ended(rules: NoBustRules, decks: int, start: Ranks, jokers: bool) -> _Ended:
    ended = _Ended()
    begun = tuple(start.count(rank) for rank in range(RANKS))
    found: dict[Ranks, dict[int, int]] = {begun: {-1: 1}}
    while found:
        drawing: dict[Ranks, int] = {}
        for counts, by_last in found.items():
            drawn = tuple(rank for rank in range(RANKS) for _ in range(counts[rank] - begun[rank]))
            draws, bin_, total = _state(rules, counts)
            ways = sum(by_last.values())
            if sum(counts) < 2 or draws:
                drawing[counts] = ways
            elif bin_ == OVER_BIN:
                if likely := _saves(rules, decks, counts, total):
                    ended[drawn] = (ways, OVER_BIN, likely, total)
            else:
                ended[drawn] = (ways, _with_joker(rules, start, drawn, bin_), 0.0, 0)
        found = {}
        for counts, ways in drawing.items():
            for rank in range(RANKS if jokers else JOKER):
                grown = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                found.setdefault(grown, {})[rank] = ways
    return ended


def _with_joker(rules: NoBustRules, start: Ranks, drawn: Ranks, bin_: int) -> int:
    """A joker for the second card is an ending of its own; of two cards that lie open it is the later of the two."""
    second = (*start, *drawn)
    if len(second) != 2 or second[1] != JOKER:
        return bin_
    return NATURAL_JOKER if bin_ == NATURAL else SECOND_JOKER


@lru_cache(maxsize=1 << 16)
def _state(rules: NoBustRules, counts: Ranks) -> tuple[bool, int, int]:
    """Whether a hand of the player-dealer's draws, in which bin it is, and what it counts."""
    hand = tuple(CARDS[rank] for rank in range(RANKS) for _ in range(counts[rank]))
    total = total_of(rules, hand)
    if dealers_natural(rules, hand):
        return False, NATURAL, total.total
    return dealer_draws(rules, hand), OVER_BIN if total.over else max(total.total - LOWEST_BIN, 0), total.total


def _saves(rules: NoBustRules, decks: int, counts: Ranks, total: int) -> float:
    """How likely a hand of the player-dealer's that is over saves some player's, by its suits.

    Of cards of a rank one suit is as likely as another, whatever lies elsewhere: who looks at ranks alone knows nothing
    of suits. A quarter of each rank is of one suit.
    """
    saved = rules.saved
    by_dealer = replace(saved, dealer_suited=False, closer=False, cards=0, totals=())
    hand = tuple(CARDS[rank] for rank in range(RANKS) for _ in range(counts[rank]))
    if not is_saved(by_dealer, (), Total(0), hand, Total(total, over=True)):
        return 0.0
    if not saved.dealer_suited:
        return 1.0
    return share_of_suit(counts[:JOKER], decks)


def share_of_suit(counts: Sequence[int], decks: int) -> float:
    """How likely cards of these ranks are all of one suit; a joker is of none.

    >>> share_of_suit((0, 0, 0, 0, 0, 0, 3), 1), share_of_suit((0, 0, 0, 0, 0, 1, 1, 1), 6)
    (0.0, 0.0625)
    """
    return 4 * _share(counts, decks, 1)


def share_of_color(counts: Sequence[int], decks: int) -> float:
    """How likely they are all of one color.

    >>> share_of_color((0, 0, 0, 0, 0, 1, 1, 1), 6)
    0.25
    """
    return 2 * _share(counts, decks, 2)


def _share(counts: Sequence[int], decks: int, suits: int) -> float:
    have = [decks * (4 if rank == TEN else 1) for rank in range(len(counts))]
    alike = prod(perm(suits * each, many) for each, many in zip(have, counts, strict=True))
    return alike / prod(perm(4 * each, many) for each, many in zip(have, counts, strict=True))
