"""What a card room's players say with their wagers: whose position they bet behind, and how many promotional chips.

A backline bettor has no place of his own: his wagers lie behind a seated player's and go by that player's cards. He is
numbered above the table's places and says ``behind 2``. Promotional chips, which some schedules charge for, are said as
``promotional_chips 3``.
"""

from collections.abc import Iterable, Mapping

from pitboss.errors import Refused
from pitboss.rulebook.setup import Setup

BEHIND, PROMOTIONAL_CHIPS = "behind", "promotional_chips"
WORDS = (BEHIND, PROMOTIONAL_CHIPS)
MOST_DIGITS = 6


def numbers_said(word: str, says: Mapping[int, Iterable[str]]) -> dict[int, int]:
    """By seat, the number that goes with a word.

    >>> numbers_said("behind", {1: ["promotional_chips 3"], 12: ["behind 2"]})
    {12: 2}
    """
    found: dict[int, int] = {}
    for seat, words in says.items():
        for said in words:
            name, _, number = said.partition(" ")
            if name != word:
                continue
            number = number.strip()
            if not number.isdecimal() or len(number) > MOST_DIGITS or seat in found:
                raise Refused(f'seat {seat} says "{said}"; say it once, with a number: "{word} 2"')
            found[seat] = int(number)
    return found


def admit_behind(setup: Setup, seat: int, place: int, places: Iterable[int]) -> None:
    """Refuse a backline bettor where there is none to be, or who stands behind nobody."""
    term = setup.entry.terms.get("backline")
    if not setup.term("backline"):
        raise Refused(f"seat {seat}: nobody bets behind another player at this table", term.cite if term else "")
    assert term is not None
    if seat <= setup.seats:
        raise Refused(
            f"seat {seat} is a place at the table; a backline bettor has a number above {setup.seats}", term.cite
        )
    if place not in places or place > setup.seats:
        raise Refused(f"seat {seat} bets behind seat {place}, where nobody has a wager", term.cite)
