"""What a round of no-bust blackjack remembers of those who do not act in turn: skipped, absent, short of a card."""

from collections.abc import Iterator

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND

TURN = "turn"
"""The hand whose turn it is."""
SECOND_IN_TURN = "second card in turn"
"""Positions whose second card was forgotten: they get it when their turn comes."""
BURN_AT_END = "burn at the end"
FOUND_LATE = "skipped, and found late"
_SKIPPED, _ABSENT, _ACTS = "skipped", "absent", "acts"


def skip(t: Round, hand: Hand) -> None:
    t.scratch.setdefault(_SKIPPED, []).append(hand)


def is_skipped(t: Round, hand: Hand) -> bool:
    """True for a hand that is played when the others are done, or is not played at all."""
    return hand in t.scratch.get(_SKIPPED, ()) or hand in t.scratch.get(FOUND_LATE, {})


def skipped_hands(t: Round) -> Iterator[Hand]:
    """Those that act after the last position, one after the other."""
    while waiting := t.scratch.get(_SKIPPED):
        yield waiting.pop(0)


def leave_to_bankers_rule(t: Round, seat: int) -> None:
    t.scratch.setdefault(_ABSENT, set()).add(seat)


def is_absent(t: Round, seat: int) -> bool:
    return seat in t.scratch.get(_ABSENT, ())


def note_act(t: Round, hand: Hand, word: str) -> None:
    t.scratch.setdefault(_ACTS, []).append((hand, word))


def has_acted(t: Round, seat: int) -> bool:
    return any(hand.owner == seat for hand, _ in t.scratch.get(_ACTS, ()))


def may_change_mind(t: Round, seat: int) -> Hand | None:
    """The hand whose player waved a card off and may still have it: no card has come since, one position has acted.

    None where it is too late.
    """
    acts: list[tuple[Hand, str]] = t.scratch.get(_ACTS, [])
    last = max((at for at, (hand, _) in enumerate(acts) if hand.owner == seat), default=None)
    if last is None or acts[last][1] != STAND:
        return None
    since = acts[last + 1 :]
    dealt = any(word in (HIT, DOUBLE, SPLIT) for _, word in since)
    return None if dealt or len({hand.owner for hand, _ in since}) > 1 else acts[last][0]
