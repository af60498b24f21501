"""Which readings of an entry decided something in a record: a clause names them, and what they are about took place.

One that no clause names says so.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pitboss.engine.events import Event, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen, read_hands
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.rulebook.model import Decides, Reading
from pitboss.rulebook.resolve import matches
from pitboss.sheets.decided import DEALERS, alike

SET_LOW = "set low="
_READINGS = re.compile(r"Readings?\s+([^;\]]*)")


def decisive_readings(settled: Settled, cites: Iterable[str]) -> list[Reading]:
    """The readings that the clauses name and that decided something, in the entry's order."""
    setup, named = settled.table.setup, _named(cites)
    rounds = [played for _, played in settled.rounds]
    return [
        each
        for each in setup.entry.readings
        if any((each.id in named or not way.named) and _decided(way, setup.options, rounds) for way in each.ways)
    ]


def _named(cites: Iterable[str]) -> set[str]:
    """The readings that clauses name: ``Reading 3``, ``Readings A3, A4``, or a bare ``A2``."""
    named: set[str] = set()
    for cite in cites:
        for match in _READINGS.finditer(cite):
            named |= {part.strip() for part in re.split(r",|\band\b", match[1])}
        named |= {part.strip() for part in re.split(r"[;,]", cite)}
    return named


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
        and (not decides.holding or _held(played, decides.holding))
        and (not decides.told or any(_is_told(event, tuple(decides.told)) for event in played.events))
        and (not decides.called or any(_struck(event, decides.called) for event in played.events))
        and (not decides.did or any(_did(played, seat, decides.did) for seat in played.actions))
        and (not decides.everyone or all(_did(played, seat, decides.everyone) for seat in played.seats))
        and (not decides.split or _splits(played, decides.split) >= decides.least)
        and (not _of_wagers(decides) or sum(_is_so(decides, row) for row in rows) >= decides.least)
        and (not decides.alike or any(alike(played, row) for row in rows if row.case in (decides.cases or [row.case])))
        and (not decides.rearranged or any(_was_rearranged(played, seat) for seat in played.seats))
        and (not decides.uncovered or any(row.computed is not None and row.computed.uncovered for row in rows))
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


def _splits(played: Round, ranks: str) -> int:
    """How often cards of these ranks were split."""
    return sum(event.kind == "split" and event.cards[0][0] in ranks for event in played.events)


def _was_rearranged(played: Round, seat: int) -> bool:
    """Whether the pieces that a player named for the low hand lie elsewhere."""
    lying = Counter(map(str, played.hands.get(Hand.of(seat).part("low"), ())))
    said = [words.removeprefix(SET_LOW) for words in played.actions.get(seat, ()) if words.startswith(SET_LOW)]
    return bool(said and lying) and Counter(said[-1].partition(" high=")[0].split()) != lying
