"""Setting a hand in two and comparing both parts with the bank's, whatever the pieces are and a hand is worth."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.engine.events import Audience
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups, Picks, groups_named
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import Card, known

LOW, HIGH = "low", "high"
BOTH_HIGHER, HIGH_ONLY, LOW_ONLY, COPY, BOTH_LOWER = "both_higher", "high_only", "low_only", "copy", "both_lower"
SET = "set"
Worth = Callable[[Sequence[Card]], Any]


@dataclass(frozen=True)
class Parts:
    """What two parts a hand is set in: how many pieces each takes, what they are worth, how the house sets them.

    ``foul`` says in a few words why a setting loses of itself, and nothing where it does not. ``arranged`` is how parts
    come to lie that go by what they are worth, whatever the player called them.
    """

    sizes: tuple[int, int]
    low: Worth
    high: Worth
    house_way: Callable[[Sequence[Card]], Groups]
    foul: Callable[[Groups], str]
    arranged: Callable[[Groups], Groups] = lambda setting: setting

    def picks(self, hand: Hand, pieces: Sequence[Card]) -> Picks:
        """The question how a hand is to be set; a setting that loses of itself is the player's to make."""
        low, high = self.sizes
        return Picks(hand, tuple(pieces), {LOW: (low, low), HIGH: (high, high)}, self.house_way(pieces))


def compare(parts: Parts, hand: Groups, bank: Groups) -> str:
    """A hand against the bank's, part by part; a copy is no higher.

    The names say what is higher; where nothing is, whether a part is a copy.
    """
    high, bank_high = parts.high(hand[HIGH]), parts.high(bank[HIGH])
    low, bank_low = parts.low(hand[LOW]), parts.low(bank[LOW])
    if high > bank_high and low > bank_low:
        return BOTH_HIGHER
    if high > bank_high:
        return HIGH_ONLY
    if low > bank_low:
        return LOW_ONLY
    return COPY if bank_high == high or bank_low == low else BOTH_LOWER


def players_set(t: Round, parts: Parts, seats: Iterable[int], cite: str) -> Script:
    """These seats set their hands, all at the same time, and lay them face down."""
    picks = {}
    for seat in seats:
        known(t.hands[t.hand(seat)], f"seat {seat}'s")
        picks[seat] = parts.picks(t.hand(seat), t.hands[t.hand(seat)])
    how = f"name {parts.sizes[0]} for the low hand, or none, and it is set as the house would"
    answers = yield from t.ask_all({seat: [Action(SET, text=how, picks=each)] for seat, each in picks.items()}, cite)
    for seat, answer in answers.items():
        lay(t, t.hand(seat), parts.arranged(groups_named(answer, picks[seat])), cite, (seat,))


def house_sets(t: Round, parts: Parts, hand: Hand, cite: str) -> None:
    """The house's hand is set by the house way, face up; a record may tell that it was set otherwise."""
    pieces = t.hands[hand]
    known(pieces, "the dealer's")
    setting = parts.house_way(pieces)
    if t.draws.tells("house_set"):
        picks = parts.picks(hand, pieces)
        setting = picks.must_read(t.told("house_set", ()))
    lay(t, hand, setting, cite)


def lay(t: Round, hand: Hand, setting: Groups, cite: str, seen_by: Audience = None) -> None:
    """Lay a hand down in its two parts."""
    for name in (HIGH, LOW):
        t.move(setting[name], hand, hand.part(name), cite, SET, seen_by)


def lay_anew(t: Round, hand: Hand, setting: Groups, cite: str) -> None:
    """Set a hand again that lies in its parts already."""
    for name in (HIGH, LOW):
        t.move(tuple(t.hands[hand.part(name)]), hand.part(name), hand, cite, "reset")
    lay(t, hand, setting, cite)


def setting_of(t: Round, hand: Hand) -> Groups:
    """How a hand lies."""
    return {name: tuple(t.hands.get(hand.part(name), ())) for name in (LOW, HIGH)}


def show(t: Round, hand: Hand, cite: str) -> Groups:
    """Turn both parts of a hand up."""
    for name in (HIGH, LOW):
        t.reveal(hand.part(name), cite)
    return setting_of(t, hand)
