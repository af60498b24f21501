"""Seven cards set in two as a rulebook ranks them: what a foul is, how the house sets, and the clause that says so."""

from collections.abc import Sequence
from functools import cache, partial

from pitboss.engine.hands import Hand
from pitboss.engine.questions import Advice, Groups
from pitboss.engine.script import Held
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.house_way import USUAL, Ranking, house_way, says
from pitboss.games.pai_gow.setting import HIGH, LOW, Parts
from pitboss.games.reading import FOUL, of_size
from pitboss.hands.poker import PAIR
from pitboss.rulebook.setup import Setup

SIZE, SMALL, LARGE = 7, 2, 5
TERMS = "wheel joker? joker_row? strict_set? house_sets chart?"
"""What an entry says of its hands, and by which chart the house sets; the row's clauses are in ``chart``."""


def ranking_of(setup: Setup) -> Ranking:
    """How this rulebook ranks hands."""
    return Ranking(setup.term("wheel"), setup.term("joker") or "ace", setup.term("joker_row") or "text")


def advise(setup: Setup, hand: Sequence[Card]) -> Advice:
    """How the house of this set-up sets seven cards.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> advice = advise(Setup.of(load("chapter4/pai-gow-poker")), cards("9s 9d 7h 7c 5d 5s Ah"))
    >>> " ".join(advice.setting["low"]), advice.rule
    ('9s 9d', 'three pair: the highest pair in front')
    """
    if len(hand) != SIZE:
        raise PitbossError(f"seven cards are set, and not {len(hand)}")
    ranking = ranking_of(setup)
    found = house_way(hand, ranking)
    clauses = setup.term("chart") or {}
    return Advice(found.groups, says(found.row, ranking), clauses.get(found.row) or setup.cite("house_sets"))


def parts_of(setup: Setup) -> Parts:
    """Five cards and two, as this rulebook ranks them and this house sets them."""
    return _parts(ranking_of(setup), bool(setup.term("strict_set")))


@cache
def _parts(ranking: Ranking, strict: bool) -> Parts:
    return Parts(
        sizes=(SMALL, LARGE),
        low=ranking.two,
        high=ranking.five,
        house_way=lambda hand: house_way(hand, ranking).groups,
        foul=partial(foul, ranking=ranking, strict=strict),
    )


def foul(setting: Groups, ranking: Ranking = USUAL, strict: bool = False) -> str:
    """Why a setting is a foul: the two cards rank above the five, or are as high a pair where that is strict."""
    low, high = ranking.two(setting[LOW]), ranking.five(setting[HIGH])
    if low > high:
        return "the low hand ranks above the high hand"
    if strict and low.category == high.category == PAIR and low.ranks[0] == high.ranks[0]:
        return "the low hand is as high a pair as the high hand"
    return ""


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """Both parts of each hand that is set; one that is set foul says so."""
    parts = parts_of(setup)
    told = of_size(SMALL, parts.low, held) | of_size(LARGE, parts.high, held)
    for high in (hand for hand in told if hand.endswith(f" {HIGH}")):
        low = Hand(high.removesuffix(HIGH) + LOW)
        if low in told and (why := parts.foul({LOW: held[low], HIGH: held[high]})):
            told[low] = f"{told[low]}, {FOUL}: {why}"
    return told
