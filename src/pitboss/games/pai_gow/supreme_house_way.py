"""A way to set four cards in two and two. No rulebook prints one: it is this project's own, in three rows."""

from collections.abc import Mapping, Sequence

from pitboss.engine.questions import Advice, Groups
from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.setting import HIGH, LOW
from pitboss.hands.supreme_pai_gow import FACES, PAIR, SupremeHand, two_cards

Cards = tuple[Card, ...]
Way = tuple[Cards, Cards]
"""The low and the high hand."""
FOUR, AS_POINTS = 4, 10
"""Face cards and pairs count as so many points where a row asks for points."""


def advise(hand: Sequence[Card], figures: Mapping[str, int], cite: str) -> Advice:
    """The low and the high hand of four cards, and the row that sets them: the first that fits."""
    known(hand, "the")
    if len(hand) != FOUR:
        raise PitbossError(f"four cards are set, and not {len(hand)}")
    (low, high), rule = _chosen(settings(hand), figures)
    return Advice({LOW: low, HIGH: high}, rule, cite)


def settings(hand: Sequence[Card]) -> list[Way]:
    """The three ways to set four cards, the stronger two high."""
    first, second, third, fourth = hand
    pairs = [((first, second), (third, fourth)), ((first, third), (second, fourth)), ((first, fourth), (second, third))]
    return [(one, other) if two_cards(one) <= two_cards(other) else (other, one) for one, other in pairs]


def foul(setting: Groups) -> str:
    """Why a setting loses of itself; single cards do not count for that."""
    low, high = two_cards(setting[LOW]), two_cards(setting[HIGH])
    return "the low hand ranks above the high hand" if low.rank > high.rank else ""


def _chosen(ways: Sequence[Way], figures: Mapping[str, int]) -> tuple[Way, str]:
    worth = {way: (two_cards(way[0]), two_cards(way[1])) for way in ways}
    for way in ways:
        if all(worth[way][0] >= low and worth[way][1] >= high for low, high in worth.values()):
            return way, "no other setting is higher in either hand"
    kept = max(ways, key=lambda way: (worth[way][1], worth[way][0]))
    lowest, least = figures["split_to_low"], figures["split_to_high"]
    if worth[kept][1].category == PAIR:
        split = [way for way in ways if _points(worth[way][0]) >= lowest and _points(worth[way][1]) >= least]
        better = [way for way in split if worth[way][0] > worth[kept][0]]
        if better:
            best = max(better, key=lambda way: worth[way])
            return best, f"a pair is split to make {lowest} and {least} or better, with the highest low hand"
        return kept, f"a pair is kept in the high hand, unless it can be split to make {lowest} and {least} or better"
    best = max(ways, key=lambda way: worth[way])
    bad, good = figures["low_below"], figures["high_from"]
    if _points(worth[best][0]) < bad and _points(worth[kept][1]) >= good:
        return (
            kept,
            f"no low hand comes to {bad} points, and the high hand can to {good} or more: it is maximized",
        )
    return best, "the low hand is maximized"


def _points(worth: SupremeHand) -> int:
    return worth.order if worth.category < FACES else AS_POINTS
