"""Setting a hand in two and comparing both parts with the bank's, whatever the pieces are and a hand is worth."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pitboss.engine.events import Audience
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups, Picks, groups_named
from pitboss.engine.round import Round
from pitboss.engine.script import Held, Script
from pitboss.equipment.cards import Card, known
from pitboss.games.reading import of_size
from pitboss.hands.naming import Name
from pitboss.hands.tiles import tile_name

LOW, HIGH = "low", "high"
BOTH_HIGHER, HIGH_ONLY, LOW_ONLY, COPY, BOTH_LOWER = "both_higher", "high_only", "low_only", "copy", "both_lower"
ONE_HIGHER = {HIGH_ONLY: "only the high hand is higher", LOW_ONLY: "only the low hand is higher"}
"""The cases in which each side has a hand, in words."""
SET = "set"
Worth = Callable[[Sequence[Card]], Any]


@dataclass(frozen=True)
class Parts:
    """What two parts a hand is set in: how many pieces each takes, what they are worth, how the house sets them.

    ``foul`` says in a few words why a setting loses of itself, and nothing where it does not. ``arranged`` is how parts
    come to lie that go by what they are worth, whatever the player called them. ``never_wins`` is true of a low hand
    that wins from nothing, not even from a lower one.
    """

    sizes: tuple[int, int]
    low: Worth
    high: Worth
    house_way: Callable[[Sequence[Card]], Groups]
    foul: Callable[[Groups], str]
    arranged: Callable[[Groups], Groups] = lambda setting: setting
    never_wins: Callable[[Sequence[Card]], bool] = lambda low: False

    @property
    def how(self) -> str:
        """How a player says it."""
        return f"name {self.sizes[0]} for the low hand, or none, and it is set as the house would"

    def picks(self, hand: Hand, pieces: Sequence[Card]) -> Picks:
        """The question how a hand is to be set; a setting that loses of itself is the player's to make."""
        low, high = self.sizes
        return Picks(hand, tuple(pieces), {LOW: (low, low), HIGH: (high, high)}, self.house_way(pieces))


def read_as_they_rank(worth: Worth, highest: Callable[[Sequence[Card]], Card], held: Held) -> dict[Hand, str]:
    """Both parts of each hand in words, where the stronger one is the high hand wherever it is laid.

    Of two that count alike the ``highest`` single tile decides.
    """
    told: dict[Hand, str] = {
        hand: Name(name, f"{name}, {tile_name(highest(held[hand]))} high")
        for hand, name in of_size(2, worth, held).items()
    }
    for high in [hand for hand in told if hand.endswith(f" {HIGH}")]:
        low = Hand(high.removesuffix(HIGH) + LOW)
        if low in told and worth(held[low]) > worth(held[high]):
            told[low] = f"{told[low]}, and it is then the high hand"
    return told


def compare(parts: Parts, hand: Groups, bank: Groups) -> str:
    """A hand against the bank's, part by part; a copy is no higher.

    The names say what is higher; where nothing is, whether a part is a copy.
    """
    high, bank_high = parts.high(hand[HIGH]), parts.high(bank[HIGH])
    low, bank_low = parts.low(hand[LOW]), parts.low(bank[LOW])
    low_wins = low > bank_low and not parts.never_wins(hand[LOW])
    if high > bank_high and low_wins:
        return BOTH_HIGHER
    if high > bank_high:
        return HIGH_ONLY
    if low_wins:
        return LOW_ONLY
    return COPY if bank_high == high or bank_low == low else BOTH_LOWER


class Settable(Protocol):
    """A hand that is set in parts, be they two or three."""

    @property
    def house_way(self) -> Callable[[Sequence[Card]], Groups]: ...

    @property
    def arranged(self) -> Callable[[Groups], Groups]: ...

    @property
    def how(self) -> str: ...

    def picks(self, hand: Hand, pieces: Sequence[Card]) -> Picks: ...


def players_set(t: Round, parts: Settable, seats: Iterable[int], cite: str) -> Script:
    """These seats set their hands, all at the same time, and lay them face down."""
    picks = {}
    for seat in seats:
        known(t.hands[t.hand(seat)], f"seat {seat}'s")
        picks[seat] = parts.picks(t.hand(seat), t.hands[t.hand(seat)])
    questions = {seat: [Action(SET, text=parts.how, picks=each)] for seat, each in picks.items()}
    answers = yield from t.ask_all(questions, cite)
    for seat, answer in answers.items():
        lay(t, t.hand(seat), parts.arranged(groups_named(answer, picks[seat])), cite, (seat,))


def players_set_in_turn(t: Round, parts: Settable, wagered: Mapping[int, int], cite: str) -> Script:
    """The seats set their hands together; but a player on two areas sets the one with the larger wager first."""
    turns: dict[int, list[int]] = {}
    taken: Counter[str] = Counter()
    for seat in sorted(wagered, key=lambda seat: (-wagered[seat], seat)):
        turns.setdefault(taken[t.player(seat)], []).append(seat)
        taken[t.player(seat)] += 1
    for turn in turns.values():
        yield from players_set(t, parts, sorted(turn), cite)


def house_sets(t: Round, parts: Settable, hand: Hand, cite: str) -> None:
    """The house's hand is set by the house way, face up; a record may tell that it was set otherwise."""
    pieces = t.hands[hand]
    known(pieces, "the dealer's")
    setting = parts.house_way(pieces)
    if t.draws.tells("house_set"):
        picks = parts.picks(hand, pieces)
        setting = picks.must_read(t.told("house_set", ()))
    lay(t, hand, setting, cite)


def lay(t: Round, hand: Hand, setting: Groups, cite: str, seen_by: Audience = None) -> None:
    """Lay a hand down in its parts, the last one, the high hand, first."""
    for name in reversed(list(setting)):
        t.move(setting[name], hand, hand.part(name), cite, SET, seen_by)


def lay_anew(t: Round, hand: Hand, setting: Groups, cite: str) -> None:
    """Set a hand again that lies in its parts already."""
    for name in reversed(list(setting)):
        t.move(tuple(t.hands[hand.part(name)]), hand.part(name), hand, cite, "reset")
    lay(t, hand, setting, cite)


def setting_of(t: Round, hand: Hand, names: Sequence[str] = (LOW, HIGH)) -> Groups:
    """How a hand lies."""
    return {name: tuple(t.hands.get(hand.part(name), ())) for name in names}


def show(t: Round, hand: Hand, cite: str, names: Sequence[str] = (LOW, HIGH)) -> Groups:
    """Turn all parts of a hand up."""
    for name in reversed(names):
        t.reveal(hand.part(name), cite)
    return setting_of(t, hand, names)
