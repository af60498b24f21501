"""Chemin de Fer: what the free choices of both sides are worth, and the equilibrium of them.

The Dominant Player is free on some counts, the Banker in some cells of the table; each sees the own two cards. Every
order of cards is counted for both ways of every choice, and the game between the two sides is solved exactly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.games.baccarat.covering import AGAINST
from pitboss.games.baccarat.drawing import BANKER, CARD, DRAWS, MAY, STAY, bankers_cell
from pitboss.hands.baccarat import NATURALS
from pitboss.rulebook.setup import Setup
from pitboss.solve.baccarat import MOST_COUNTED, NO_CARD, SEVEN, shoe_of, through_seven
from pitboss.solve.matrix_game import Solution, best_first, best_second, solve_points, worth
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, decimal, fraction, simple
from pitboss.solve.prices import Prices

CASES = ("player_wins", "banker_wins", "tie")
PER = "unit that is covered, from a fresh shoe"
Cards = tuple[int, int]
"""What the two cards of a hand count, the lower first."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Deals by the points of both sides, their ways and the result, and what the points are."""

    counts: NDArray[Any]
    player: tuple[Cards, ...]
    banker: tuple[tuple[Cards, int], ...]

    @property
    def total(self) -> int:
        """All deals: those of one way of every choice."""
        return sum(self.results((0,) * len(self.player), (0,) * len(self.banker)))

    @property
    def payoffs(self) -> NDArray[Any]:
        """What the Player's side wins of the Banker, in deals."""
        won: NDArray[Any] = self.counts[..., 0].astype(object) - self.counts[..., 1].astype(object)
        return won

    def results(self, player: Sequence[int | Fraction], banker: Sequence[int | Fraction]) -> list[Any]:
        """How many deals each side wins, and how many are equal, where each draws so often at its points."""
        return [int_or_part(worth(self.counts[..., at].astype(object), player, banker)) for at in range(3)]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse both wagers where each side plays its best."""
    price, found = Prices(setup, meters), counted_of(setup)
    best = solve_points(found.payoffs)
    wagers = {wager: _wager(price, wager, found, best.first, best.second) for wager in (BANKER, AGAINST)}
    return Analysis(setup, wagers, strategy(price, found, best), notes=_notes(price, found, best))


def counted_of(setup: Setup) -> Counted:
    """Count a fresh shoe of the table's by its own drawing rules."""
    return _whole_shoe(setup, lambda score, third: bankers_cell(setup, score, None if third == NO_CARD else third))


def _whole_shoe(setup: Setup, cell: Callable[[int, int], str]) -> Counted:
    """Count a fresh shoe by what the Banker's cells say; one too large for machine words by seven small ones."""
    draws: dict[str, list[int]] = setup.term("player_draws")

    def of(decks: int) -> Counted:
        return count(shoe_of(decks), free_counts(setup), [score in draws[CARD] for score in range(10)], cell)

    if setup.decks <= MOST_COUNTED:
        return of(setup.decks)
    seven = [of(decks) for decks in SEVEN]
    return replace(seven[0], counts=through_seven(setup.decks, [each.counts for each in seven]))


def count(
    shoe: NDArray[np.int64],
    free: Sequence[int],
    player_draws: Sequence[bool],
    cell: Callable[[int, int], str],
    put_back: bool = False,
    by_cards: bool = True,
) -> Counted:
    """Count every order of cards, of a shoe or, with cards put back, of draws from it.

    ``free`` are the counts on which the Player chooses; ``cell`` is what the Banker's table says. Each side sees the
    own cards, or with ``by_cards`` false only what they count.
    """
    player, banker = dict[Any, int](), dict[Any, int]()
    player_point, banker_point = np.zeros((10, 10), dtype=np.int64), np.zeros((10, 10, 11), dtype=np.int64)
    for one, other in product(range(10), repeat=2):
        score = (one + other) % 10
        seen = (min(one, other), max(one, other)) if by_cards else (score, score)
        if score in free:
            player_point[one, other] = player.setdefault(seen, len(player) + 1)
        for third in range(11):
            if score not in NATURALS and cell(score, third) == MAY:
                banker_point[one, other, third] = banker.setdefault((seen, third), len(banker) + 1)
    draws = np.array([[cell(score, third) == DRAWS for third in range(11)] for score in range(10)], dtype=np.int64)
    tables = (player_point, banker_point, np.array(player_draws, dtype=np.int64), draws)

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.chemin_de_fer_kernel import count_choices

        return {"counts": count_choices(shoe, int(not put_back), *tables, min(NATURALS))}

    key = ("v1", shoe.tolist(), put_back, *(table.tolist() for table in tables))
    return Counted(kept("chemin-de-fer", key, compute)["counts"], tuple(player), tuple(banker))


def int_or_part(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


def _wager(
    price: Prices, wager: str, found: Counted, player: Sequence[int | Fraction], banker: Sequence[int | Fraction]
) -> WagerAnalysis:
    """A wager over the results; where choices are mixed, deals are counted several times over, to be whole numbers."""
    results = [Fraction(many) for many in found.results(player, banker)]
    times = reduce(lcm, (many.denominator for many in results))
    rows = [(int(many * times), price(wager, case)) for many, case in zip(results, CASES, strict=True)]
    return WagerAnalysis(simple(rows), per=PER)


# -- What a person reads ----------------------------------------------------------------------------------------------


def strategy(price: Prices, found: Counted, best: Solution) -> dict[str, Any]:
    """Both sides' choices, what each is worth, and what it costs to make them otherwise."""
    total = found.total
    return {
        "rule": rule_of(found, best),
        "value_to_the_player": fraction(best.value / total),
        "on_5": {
            hand_words(cards): _said(often, CARD, STAY) for cards, often in zip(found.player, best.first, strict=True)
        },
        "gained_by_card": {
            hand_words(cards): gain for cards, gain in zip(found.player, _gains(found, best), strict=True)
        },
        **(
            {
                "bankers_option": {
                    _cell_words(*at): _said(often, "draw", "stay")
                    for at, often in zip(found.banker, best.second, strict=True)
                }
            }
            if found.banker
            else {}
        ),
        "simple_rules": _simple_rules(price, found, best),
        "were_the_banker_free_everywhere": _parlour_game(price.setup),
    }


def rule_of(found: Counted, best: Solution) -> str:
    """The equilibrium in a sentence."""
    on_five = _all_alike(best.first)
    said = 'on 5 mix "Card" and "Stay" as told' if on_five is None else f'on 5 say "{"Card" if on_five else "Stay"}"'
    if not found.banker:
        return f"{said}; the Banker has no choice"
    option, cells = _all_alike(best.second), {third for _, third in found.banker}
    counts = {sum(cards) % 10 for cards, _ in found.banker}
    where = f" with {counts.pop()} against a {cells.pop()}" if len(counts) == len(cells) == 1 else ", where free,"
    return f"{said}; as Banker{where} {'mix as told' if option is None else 'draw' if option else 'stay'}"


def _simple_rules(price: Prices, found: Counted, best: Solution) -> dict[str, dict[str, str]]:
    """Each choice made always alike, the other side at its best against that: what it loses and what it costs."""
    rules = {}
    known = _wager(price, AGAINST, found, best.first, best.second).house_edge
    for name, way in (("always Card on 5", 1), ("always Stay on 5", 0)):
        alike = (way,) * len(found.player)
        edge = _wager(price, AGAINST, found, alike, best_second(found.payoffs, alike)).house_edge
        rules[name] = {"house_edge": decimal(edge), "costs": decimal(edge - known)}
    known = _wager(price, BANKER, found, best.first, best.second).house_edge
    for name, way in (("as Banker always draw", 1), ("as Banker always stay", 0)) if found.banker else ():
        alike = (way,) * len(found.banker)
        edge = _wager(price, BANKER, found, best_first(found.payoffs, alike), alike).house_edge
        rules[name] = {"house_edge": decimal(edge), "costs": decimal(edge - known)}
    return rules


def _parlour_game(setup: Setup) -> dict[str, str]:
    """The game without a table, in which the Banker is free in every cell and both sides have to mix."""
    found = _whole_shoe(setup, lambda *_: MAY)
    best = solve_points(found.payoffs)
    player = zip(found.player, best.first, strict=True)
    banker = ((at, often) for at, often in zip(found.banker, best.second, strict=True) if often not in (0, 1))
    return {
        **{hand_words(cards): _said(often, CARD, STAY) for cards, often in player},
        **{f"as Banker {_cell_words(*at)}": _said(often, "draw", "stay") for at, often in banker},
        "value to the Player": decimal(best.value / found.total),
    }


def free_counts(setup: Setup) -> list[int]:
    """The counts on which the Player chooses."""
    draws: dict[str, list[int]] = setup.term("player_draws")
    return sorted({*draws[CARD]} & {*draws[STAY]})


def _gains(found: Counted, best: Solution) -> list[str]:
    """What "Card" gains on "Stay" with each hand, in units of the wager over all deals."""
    gains = []
    for at in range(len(best.first)):
        won = [worth(found.payoffs, (*best.first[:at], way, *best.first[at + 1 :]), best.second) for way in (0, 1)]
        gains.append(decimal((won[1] - won[0]) / found.total))
    return gains


def _notes(price: Prices, found: Counted, best: Solution) -> list[str]:
    notes = [
        "What is covered goes from one side to the other: the edge of a wager against the Banker is the Banker's gain, "
        "and the house has only the commission.",
        "Each side sees its own two cards; burned cards, which all have seen, are not looked at.",
    ]
    if not best.pure:
        notes.append("The equilibrium is that of the hands, without the commission on what the Banker wins.")
    elif found.banker and not _stands_with_commission(price, found, best):
        notes.append("With the commission the Banker would choose otherwise than the equilibrium of the hands.")
    return notes


def _stands_with_commission(price: Prices, found: Counted, best: Solution) -> bool:
    """Whether the Banker's choices are best also when commission is taken of what is won."""
    nets = [price(BANKER, case).net for case in CASES]
    unit = reduce(lcm, (net.denominator for net in nets))
    lost = sum(-int(net * unit) * found.counts[..., at].astype(object) for at, net in enumerate(nets))
    return best_second(np.asarray(lost), best.first) == best.second


def _all_alike(often: Sequence[Fraction]) -> int | None:
    """The way that is always chosen at every point, if there is one."""
    return int(often[0]) if len({*often}) == 1 and often[0] in (0, 1) else None


def _said(often: Fraction, one: str, other: str) -> str:
    if often in (0, 1):
        return one if often else other
    return f"{one} {fraction(often)} of the time ({float(often):.4%}), else {other}"


def hand_words(cards: Cards) -> str:
    """Two cards by what they count.

    >>> hand_words((0, 5)), hand_words((1, 4))
    ('ten or face and 5', 'ace and 4')
    """
    return " and ".join({0: "ten or face", 1: "ace"}.get(card, str(card)) for card in cards)


def _cell_words(cards: Cards, third: int) -> str:
    against = (
        "no third card"
        if third == NO_CARD
        else "a ten or face"
        if third == 0
        else "an ace"
        if third == 1
        else f"a {third}"
    )
    return f"{hand_words(cards)} against {against}"
