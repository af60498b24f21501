"""What a finished hand is for each wager: pure functions of the counts, for the table and for the mathematics.

A case is what the rulebook rules on, and the names are what a pay table may know the hand by, finest first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER
from pitboss.hands.baccarat import NATURALS, is_pair, point_count
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

Case = tuple[str, tuple[str, ...]]


class Score(NamedTuple):
    """One of the two hands: the points it counts, how many cards it has, and whether its first two are a pair."""

    points: int
    cards: int = 2
    pair: bool = False

    @property
    def natural(self) -> bool:
        """Two cards that count 8 or 9."""
        return self.cards == 2 and self.points in NATURALS


class Finished(NamedTuple):
    """Both hands, as far as a wager can depend on them; a wager on the cards themselves judges by the cards."""

    player: Score
    banker: Score

    @property
    def as_value(self) -> dict[str, int]:
        """What both hands count."""
        return {PLAYER: self.player.points, BANKER: self.banker.points}


def finished(player: Sequence[Card], banker: Sequence[Card]) -> Finished:
    """The hands as they lie.

    >>> from pitboss.equipment.cards import cards
    >>> finished(cards("9s 9d"), cards("2h 3c Ts")).player
    Score(points=8, cards=2, pair=True)
    """
    return Finished(*(Score(point_count(hand), len(hand), is_pair(hand)) for hand in (player, banker)))


def result_names(setup: Setup, found: Finished) -> tuple[str, ...]:
    """What the result goes by, finest first: a Dragon 7 is also a win of the Banker's Hand.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("massachusetts-2020/mini-baccarat"), {"designation": "ez"})
    >>> result_names(setup, Finished(Score(6, 3), Score(7, 3))), result_names(setup, Finished(Score(6), Score(7)))
    (('dragon_7', 'banker_wins'), ('banker_wins',))
    >>> result_names(setup, Finished(Score(7), Score(7, 3)))
    ('tie',)
    """
    player, banker = found
    if player.points == banker.points:
        return ("tie",)
    hand, won = (PLAYER, player) if player.points > banker.points else (BANKER, banker)
    known: dict[str, dict[str, Any]] = setup.term("named_hands") or {}
    wanted = (hand, won.points, won.cards)
    named = (name for name, what in known.items() if (what["hand"], what["count"], what["cards"]) == wanted)
    return (*named, f"{hand}_wins")


def result_case(offer: Offer, names: Iterable[str]) -> str:
    """The finest name of the result that a wager has a ruling on."""
    return next(name for name in names if name in offer.rulings)


def dragon_bonus_case(selected: Score, other: Score) -> Case:
    """The Dragon Bonus on a hand: a natural wins as one, whatever the margin; another by its margin.

    >>> dragon_bonus_case(Score(9, 2), Score(0)), dragon_bonus_case(Score(9, 3), Score(0))
    (('natural_winner', ('natural_winner',)), ('ahead', ('win_by_9',)))
    """
    margin = selected.points - other.points
    if margin < 0:
        return "behind", ()
    if selected.natural:
        case = "natural_winner" if margin else "natural_tie"
        return case, (case,)
    return ("ahead", (f"win_by_{margin}",)) if margin else ("tie", ())


def house_money_case(player: Score, banker: Score) -> Case:
    """What the first two cards of both hands are for House Money.

    >>> house_money_case(Score(8, pair=True), Score(5)), house_money_case(Score(8), Score(5))
    (('pair', ('player_or_banker_pair',)), ('no_pair', ()))
    """
    if player.pair and banker.pair:
        return "pair", ("player_and_banker_pair",)
    return ("pair", ("player_or_banker_pair",)) if player.pair or banker.pair else ("no_pair", ())


# -- bonus bets of card rooms ------------------------------------------------------------------------------------------

RABBIT, TIGER, MONKEY, ZOO, KILL = "rabbit", "tiger", "monkey", "zoo", "kill"


def animals(setup: Setup, found: Finished) -> tuple[str, ...]:
    """The animals that finished hands are, each by the better of its names.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("california/zoobac"))
    >>> animals(setup, Finished(Score(7, 3), Score(0, 3))), animals(setup, Finished(Score(7, 3), Score(8, 3)))
    (('rabbit_against_zero',), ('rabbit', 'tiger'))
    """
    known: dict[str, dict[str, Any]] = setup.term("animals")
    names = [_three_card_animal(name, known[name], found) for name in (RABBIT, TIGER)]
    if all(score.points == known[MONKEY]["count"] for score in found):
        names.append(MONKEY)
    return tuple(filter(None, names))


def _three_card_animal(name: str, what: Mapping[str, Any], found: Finished) -> str:
    own, other = found if what["hand"] == PLAYER else reversed(found)
    if not _is(own, what):
        return ""
    if other.points == what["tripled_against"]:
        return f"{name}_against_zero"
    return name if own.points > other.points or not what["must_win"] else ""


def _is(score: Score, what: Mapping[str, Any]) -> bool:
    return (score.points, score.cards) == (what["count"], what["cards"])


def animal_case(setup: Setup, animal: str, found: Finished) -> Case:
    """What finished hands are for the bet on one animal."""
    names = (name for name in animals(setup, found) if name in (animal, f"{animal}_against_zero"))
    return next(names, f"no_{animal}"), ()


def zoo_case(setup: Setup, found: Finished) -> Case:
    """What finished hands are for the bet on any animal; several win once."""
    names = animals(setup, found)
    return ("animal" if names else "no_animal"), names


def kill_case(setup: Setup, found: Finished) -> Case:
    """Whether one of the hands that the rulebook names has lost.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("california/dragon-dai-bacc"))
    >>> kill_case(setup, Finished(Score(8, 3), Score(9, 3))), kill_case(setup, Finished(Score(8, 3), Score(8, 3)))
    (('killed', ()), ('not_killed', ()))
    """
    for what in setup.term("killed"):
        own, other = found if what["hand"] == PLAYER else reversed(found)
        if _is(own, what) and own.points < other.points:
            return "killed", ()
    return "not_killed", ()


RULED_WAGERS: Mapping[str, Callable[[Setup, Finished], Case]] = {
    RABBIT: lambda setup, found: animal_case(setup, RABBIT, found),
    TIGER: lambda setup, found: animal_case(setup, TIGER, found),
    MONKEY: lambda setup, found: animal_case(setup, MONKEY, found),
    ZOO: zoo_case,
    KILL: kill_case,
}
"""Wagers on hands that the rulebook itself describes, each with its judge."""

SIDE_WAGERS: Mapping[str, Callable[[Score, Score], Case]] = {
    "dragon_bonus_player": lambda player, banker: dragon_bonus_case(player, banker),
    "dragon_bonus_banker": lambda player, banker: dragon_bonus_case(banker, player),
    "house_money": house_money_case,
}
"""The wagers beside the result, each with its judge."""
DRAGON_BONUS = tuple(f"dragon_bonus_{hand}" for hand in HANDS)


def case_of(setup: Setup, wager: str, found: Finished) -> Case:
    """What finished hands are for a wager: by its own judge, or by the result."""
    if wager in SIDE_WAGERS:
        return SIDE_WAGERS[wager](*found)
    if wager in RULED_WAGERS:
        return RULED_WAGERS[wager](setup, found)
    return result_case(setup.offers[wager], result_names(setup, found)), ()
