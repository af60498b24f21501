"""What hands of poker are worth against one another: each one's share of the pot, over every deal of what is missing.

Every deal is counted where that takes about a second at most; else deals are drawn by chance, and the standard error is
told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, perm, sqrt
from typing import Any

import numpy as np

from pitboss.cache import kept
from pitboss.equipment.cards import Card, cards, one_deck
from pitboss.errors import PitbossError, Refused
from pitboss.hands.evaluator import RANK_KEYS, RankTables, card_number, displaced, rank_tables
from pitboss.hands.short_deck import FLUSHES, short_deck_flush, short_deck_of_ranks
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Row, Tabular

BOARD = SIZE_OF_FIVE = 5
MOST_SECONDS = 1.0
SECONDS_EACH = 2e-8
"""What one hand of seven cards takes; one of so many combinations takes a fifth of it for each."""
SEED = 20_260_101
SAMPLED_DEALS = 500_000
KNOWN = ("high", "short_deck")
STREETS = ("flop", "turn", "river")
ON_BOARD, ONE_EACH = {"flop": 3, "card": 1}, ("up", "down")
"""What the streets of a variant that the house designates deal for all, and to each player."""
OWN_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True)
class Game:
    """How many cards a player gets in all, how many are for all, how many of one's own are played, and the rankings."""

    own: int
    board: int
    of_own: int
    ranking: str
    with_low: bool
    deck: tuple[Card, ...]

    @classmethod
    def of(cls, setup: Setup) -> "Game":
        ranking, low = setup.term("best_hand"), setup.term("best_low") or None
        if ranking not in KNOWN or low not in (None, "eight_or_better") or setup.term("joker"):
            raise Refused("equities are not counted for this ranking of hands", setup.cite("best_hand"))
        deck = setup.entry.cards
        assert deck is not None
        pieces = one_deck(ranks=pick(deck.ranks, setup.options))
        if (streets := setup.term("streets")) is not None:
            own, on_board = _designated(setup, streets)
        else:
            on_board = sum(setup.term(street) or 0 for street in STREETS)
            # Where nothing is for all, one card follows face up, and one on each later street.
            own = setup.term("deal") + (0 if on_board else 1 + sum(street in setup.terms for street in OWN_STREETS))
        return cls(own, on_board, setup.term("hole_cards_played") or 0, ranking, low is not None, pieces)


def _designated(setup: Setup, streets: Sequence[str]) -> tuple[int, int]:
    """The cards of one's own and those for all where the house designates the variant."""
    if not streets or not set(streets) <= {*ON_BOARD, *ONE_EACH}:
        raise Refused("equities are counted where no cards are drawn or given back", setup.cite("streets"))
    each = sum(street in ONE_EACH for street in streets)
    return setup.term("deal") + (each + 1 if each else 0), sum(ON_BOARD.get(street, 0) for street in streets)


@dataclass(frozen=True)
class Share:
    """A hand's part of the pot: on average, how often it wins all of it, and how often a part."""

    hand: tuple[Card, ...]
    equity: Fraction
    wins: Fraction
    parts: Fraction
    error: float | None = None


@dataclass(frozen=True, repr=False)
class Equities(Tabular):
    """The shares of all hands; ``sampled`` where deals were drawn by chance."""

    shares: tuple[Share, ...]
    board: tuple[Card, ...]
    deals: int
    sampled: bool

    percentages = frozenset({"equity", "wins_all", "wins_a_part", "standard_error"})

    def rows(self) -> list[Row]:
        return [
            {
                "hand": " ".join(share.hand),
                "equity": share.equity,
                "wins_all": share.wins,
                "wins_a_part": share.parts,
                **({} if share.error is None else {"standard_error": share.error}),
            }
            for share in self.shares
        ]

    def caption(self) -> str:
        return f"Shares of the pot, board {' '.join(self.board) or 'not dealt'}, {self.deals:,} deals"

    def as_json(self) -> dict[str, Any]:
        return {
            "board": [*self.board],
            "deals": self.deals,
            "sampled": self.sampled,
            "hands": [
                {
                    "cards": [*share.hand],
                    "equity": f"{float(share.equity):.12f}",
                    "exact": None if self.sampled else str(share.equity),
                    "wins": f"{float(share.wins):.12f}",
                    "shares": f"{float(share.parts):.12f}",
                    **({} if share.error is None else {"standard_error": f"{share.error:.12f}"}),
                }
                for share in self.shares
            ],
        }


def equities(setup: Setup, hands: str, board: str = "", dead: str = "", most_deals: int | None = None) -> Equities:
    """The share of the pot that each hand wins; ``dead`` cards are not dealt.

    >>> from pitboss.rulebook import load
    >>> found = equities(Setup.of(load("california/texas-holdem")), "AhKh QsQd", "Jh Th 2c 3d")
    >>> [str(share.equity) for share in found.shares], found.deals
    (['4/11', '7/11'], 44)
    """
    game = Game.of(setup)
    held = [_read(word, "hand") for word in hands.split()]
    laid, gone = _read(board, "board"), _read(dead, "dead cards")
    left = _left(game, held, laid, gone)
    sizes = {len(hand) for hand in held}
    if len(held) < 2 or len(sizes) > 1:
        raise Refused('name two hands or more, each with as many cards: "AhKh QsQd"')
    size = sizes.pop()
    if size > game.own or (game.board and size < game.own) or size == 0:
        raise Refused(f"a hand has {game.own} cards here, and not {size}", setup.cite("deal"))
    if len(laid) > game.board:
        raise Refused(f"there are {game.board} cards for all here, and not {len(laid)}")
    each, need = game.own - size, (game.own - size) * len(held) + game.board - len(laid)
    if need > len(left):
        raise Refused(f"{need} cards would have to be dealt, and {len(left)} are left")
    return _count(game, held, laid, left, each, need, most_deals)


def _count(
    game: Game,
    held: Sequence[Sequence[Card]],
    laid: Sequence[Card],
    left: Sequence[Card],
    each: int,
    need: int,
    most_deals: int | None,
) -> Equities:
    from pitboss.solve.pot.equity_kernel import BOARDS, ORDERED, POT, SAMPLED, share_pots

    ways = perm(len(left), need) if each else comb(len(left), need)
    combinations = comb(game.own, game.of_own) * comb(game.board, BOARD - game.of_own) if game.of_own else 5
    affordable = int(MOST_SECONDS / (SECONDS_EACH * len(held) * combinations / 5))
    sampled = ways > (affordable if most_deals is None else most_deals)
    way = SAMPLED if sampled else ORDERED if each else BOARDS
    own = np.zeros((len(held), game.own), dtype=np.int8)
    for row, hand in zip(own, held, strict=True):
        row[: len(hand)] = [card_number(card) for card in hand]
    on_board = np.zeros(game.board, dtype=np.int8)
    on_board[: len(laid)] = [card_number(card) for card in laid]
    units, whole, parts = (np.zeros(len(held), dtype=np.int64) for _ in range(3))
    squares = np.zeros(len(held))
    tables = _tables(game.ranking, SIZE_OF_FIVE if game.of_own else game.own + game.board)
    deals = share_pots(
        own,
        len(held[0]),
        on_board,
        len(laid),
        np.array([card_number(card) for card in left], dtype=np.int8),
        each,
        game.of_own,
        game.with_low,
        way,
        min(affordable, most_deals or SAMPLED_DEALS),
        SEED,
        np.array(RANK_KEYS, dtype=np.int64),
        tables.rows,
        tables.ranks,
        tables.flushes,
        units,
        squares,
        whole,
        parts,
    )
    shares = []
    for place, hand in enumerate(held):
        mean = Fraction(int(units[place]), deals * POT)
        variance = max(squares[place] / deals / POT**2 - float(mean) ** 2, 0.0)
        error = sqrt(variance / deals) if sampled else None
        won, split = Fraction(int(whole[place]), deals), Fraction(int(parts[place]), deals)
        shares.append(Share(tuple(hand), mean, won, split, error))
    return Equities(tuple(shares), tuple(laid), int(deals), sampled)


def _read(text: str, what: str) -> tuple[Card, ...]:
    """Cards with or without spaces between them.

    >>> _read("AhKh", "hand"), _read("Ah Kh", "hand") == _read("AhKh", "hand")
    ((Card('Ah'), Card('Kh')), True)
    """
    tidy = text.replace(" ", "").replace(",", "").replace("10", "T")
    try:
        return cards(" ".join(tidy[at : at + 2] for at in range(0, len(tidy), 2)))
    except PitbossError as error:
        raise Refused(f"{what}: {error.sentence}") from error


def _left(game: Game, held: Sequence[Sequence[Card]], laid: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    """The cards that can still be dealt; none may be named twice."""
    named = [card for hand in (*held, laid, gone) for card in hand]
    for card in named:
        if named.count(card) > 1:
            raise Refused(f"{card} is named {named.count(card)} times")
        if card not in game.deck:
            raise Refused(f"{card} is not among the cards in play")
    return [card for card in game.deck if card not in named]


@cache
def _tables(ranking: str, size: int) -> RankTables:
    """The tables by which a kernel ranks hands of so many cards."""
    if ranking == "high":
        return rank_tables(size)
    arrays = kept(f"short-deck-ranks-{size}", (RANK_KEYS, "short deck"), lambda: _short_deck(size))
    return RankTables(arrays["rows"], arrays["ranks"], arrays["flushes"])


def _short_deck(size: int) -> dict[str, Any]:
    sums, worths = [], []
    for chosen in combinations_with_replacement(range(14, 5, -1), size):
        if any(chosen[at] == chosen[at + 4] for at in range(size - 4)):
            continue
        sums.append(sum(RANK_KEYS[rank - 2] for rank in chosen))
        worths.append(short_deck_of_ranks(chosen))
    flushes = {mask: short_deck_flush(mask) for mask in FLUSHES}
    order = {worth: number for number, worth in enumerate(sorted({*worths, *flushes.values()}))}
    rows, table = displaced(np.array(sums), np.array([order[worth] for worth in worths], dtype=np.int16))
    of_mask = np.full(1 << 13, -1, dtype=np.int16)
    for mask, worth in flushes.items():
        of_mask[mask] = order[worth]
    return {"rows": rows, "ranks": table, "flushes": of_mask}
