"""Which readings of an entry decided something in a record: a clause names them, and what they are about took place.

One that no clause names says so.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pitboss.engine.books import NOT_COVERED
from pitboss.engine.events import Event, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen, read_hands
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.rulebook.model import Decides, Reading
from pitboss.rulebook.resolve import matches
from pitboss.sheets.decided import DEALERS, alike

SET_LOW = "set low="
_READINGS = re.compile(r"(?:(§\w+)\s+)?Readings?\s+([^;\]]*)")
_RANGE = re.compile(r"([A-Z]?)(\d+)-[A-Z]?(\d+)")


def decisive_readings(settled: Settled, cites: Iterable[str]) -> list[Reading]:
    """The readings that the clauses name and that decided something, in the entry's order."""
    setup, named = settled.table.setup, _named(cites)
    rounds = [played for _, played in settled.rounds]
    return [
        each
        for each in setup.entry.readings
        if any((_is_named(each, named) or not way.named) and _decided(way, setup.options, rounds) for way in each.ways)
    ]


def _is_named(reading: Reading, named: set[tuple[str, str]]) -> bool:
    return any(reading.id == id and reading.cite.startswith(section) for section, id in named)


def _named(cites: Iterable[str]) -> set[tuple[str, str]]:
    """The readings that clauses name, each after its section: ``Reading 3``, ``Readings 1-3``, or a bare ``A2``.

    One that is named with a section is that section's: ``§15 Reading 3``, which other games cite with its machines.
    """
    named: set[tuple[str, str]] = set()
    for cite in cites:
        for match in _READINGS.finditer(cite):
            names = [each for part in re.split(r",|\band\b", match[2]) for each in _each_of(part.strip())]
            named |= {(match[1] or "", name) for name in names}
        named |= {("", part.strip()) for part in re.split(r"[;,]", cite)}
    return named


def _each_of(named: str) -> list[str]:
    """A reading by its number, or each of several that follow one another.

    >>> _each_of("A3"), _each_of("1-3"), _each_of("A3-A5")
    (['A3'], ['1', '2', '3'], ['A3', 'A4', 'A5'])
    """
    if (several := _RANGE.fullmatch(named)) is None:
        return [named]
    return [f"{several[1]}{number}" for number in range(int(several[2]), int(several[3]) + 1)]


def _decided(decides: Decides, options: Mapping[str, Any], rounds: list[Round]) -> bool:
    if not matches(decides.options, options):
        return False
    return not rounds or any(_took_place(decides, played) for played in rounds)


def _took_place(decides: Decides, played: Round) -> bool:
    """Whether a round had all that a reading is about."""
    rows: list[Settlement] = played.settlements
    return (
        (not decides.dealer_has or _had(played, decides.dealer_has, DEALERS.__contains__))
        and (not decides.player_has or _had(played, decides.player_has, lambda hand: hand.owner is not None))
        and (not decides.anyone_has or _had(played, decides.anyone_has, lambda hand: True))
        and (not decides.holding or _held(played, decides.holding))
        and (not decides.dealt or _lay(played, decides.dealt))
        and (not decides.told or any(_is_told(event, tuple(decides.told)) for event in played.events))
        and (not decides.called or any(_struck(event, decides.called) for event in played.events))
        and (not decides.did or any(_did(played, seat, decides.did) for seat in played.actions))
        and (not decides.everyone or all(_did(played, seat, decides.everyone) for seat in played.seats))
        and (not decides.split or _splits(played, decides.split) >= decides.least)
        and (not _of_wagers(decides) or sum(_is_so(decides, row) for row in rows) >= decides.least)
        and (not decides.alike or any(alike(played, row) for row in rows if row.case in (decides.cases or [row.case])))
        and (not decides.rearranged or any(_was_rearranged(played, seat) for seat in played.seats))
        and (not decides.cut or any(row.computed is not None and row.computed.cut for row in rows))
        and (not decides.uncovered or _ran_short(played))
    )


def _is_told(event: Event, kinds: tuple[str, ...]) -> bool:
    return event.kind in kinds or event.text.startswith(kinds)


def _struck(event: Event, names: list[str]) -> bool:
    return event.kind == "irregularity" and event.value in names


def _of_wagers(decides: Decides) -> bool:
    return bool(decides.wagers or decides.outcomes or decides.cases or decides.lines)


def _is_so(decides: Decides, row: Settlement) -> bool:
    """Whether a wager is one of those that a reading is about."""
    return (
        (not decides.wagers or row.wager in decides.wagers)
        and (not decides.outcomes or row.outcome in decides.outcomes)
        and (not decides.cases or row.case in decides.cases)
        and (not decides.lines or row.line in decides.lines)
    )


def _did(played: Round, seat: int, words: list[str]) -> bool:
    return any(said.partition(" ")[0] in words for said in played.actions.get(seat, ()))


def _had(played: Round, names: Sequence[str], whose: Callable[[Hand], bool]) -> bool:
    """Whether such a hand ever came to what begins with one of these names, piece by piece."""
    for at, event in enumerate(played.events):
        if event.hand and whose(Hand(event.hand)):
            reads = read_hands(played.game, played.setup, hands_seen(played.events[: at + 1]))
            if any(whose(hand) and name.startswith(tuple(names)) for hand, name in reads.items()):
                return True
    return False


def _held(played: Round, ranks: str) -> bool:
    """Whether some player's cards had all these ranks."""
    seen = hands_seen(played.events)
    return any(hand.owner is not None and set(ranks) <= {card[0] for card in cards} for hand, cards in seen.items())


def _lay(played: Round, ranks: str) -> bool:
    """Whether some hand had a card of one of these ranks."""
    return any(card[0] in ranks for cards in hands_seen(played.events).values() for card in cards)


def _splits(played: Round, ranks: str) -> int:
    """How often cards of these ranks were split."""
    return sum(event.kind == "split" and event.cards[0][0] in ranks for event in played.events)


def _was_rearranged(played: Round, seat: int) -> bool:
    """Whether the pieces that a player named for the low hand lie elsewhere."""
    lying = Counter(map(str, played.hands.get(Hand.of(seat).part("low"), ())))
    said = [words.removeprefix(SET_LOW) for words in played.actions.get(seat, ()) if words.startswith(SET_LOW)]
    return bool(said and lying) and Counter(said[-1].partition(" high=")[0].split()) != lying


def _ran_short(played: Round) -> bool:
    """Whether what a player put up to bank the round is less than what was won and lost in it, each dollar counted."""
    bank = played.player_dealer
    if bank is not None and bank.asked > bank.wager - bank.added + bank.backing:
        return True
    return any(row.reason == NOT_COVERED or (row.computed and row.computed.uncovered) for row in played.settlements)
