"""Where a round's cards and numbers come from: the shoe and the wheel, or a written record."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import UNKNOWN, Card
from pitboss.equipment.chance import Chance
from pitboss.equipment.shoe import Shoe, ShoeEmpty
from pitboss.errors import RecordError
from pitboss.numerals import count_words

T = TypeVar("T")
EXCHANGED = "exchanged"
"""The part of a hand whose cards were dealt to it first and then replaced."""


class Draws(Protocol):
    """Cards by the hand they go to, and other outcomes by name. ``taken`` keeps everything drawn.

    ``cut_card`` is the number of the card of the round before which the cut card came out, ``ran_out`` the numbers of
    those for which none was left.
    """

    taken: dict[str, list[str]]
    split_from: dict[Hand, Hand]
    cut_card: int | None
    ran_out: list[int]

    @property
    def fresh_shoe(self) -> bool:
        """True until the first card leaves a shoe that was just shuffled: cards are burned now."""

    def gives(self, name: str) -> bool:
        """True while there is something to draw under this name."""

    def tells(self, name: str) -> bool:
        """True where a record says something that otherwise follows from the rules."""

    def note(self, card: Card) -> bool:
        """A card left the shoe that is written elsewhere: with the irregularity that it is about.

        False when it cannot have: it was dealt before.
        """

    def card(self, hand: str) -> Card: ...

    def pick(self, name: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T: ...

    def told(self, name: str, examples: Sequence[str]) -> str:
        """What somebody says in words of their own, an amount or a reason; by chance, one of the examples."""

    def split(self, hand: Hand, other: Hand) -> None:
        """The last card of a hand becomes the first one of another."""

    def exchange(self, hand: Hand, cards: int) -> None:
        """The first cards of a hand are taken out of it; others follow."""

    def put_back(self, card: Card) -> None: ...

    def shuffle_discards(self, on_table: Sequence[Card]) -> None:
        """No card is left: all but those on the table are shuffled and dealt again."""

    def shuffle_all(self) -> None:
        """The deal is taken back: every card is shuffled and dealt again."""


class LiveDraws:
    """Draws by chance, from the table's shoe where cards are in play."""

    def __init__(self, chance: Chance, shoe: Shoe | None = None) -> None:
        self._chance = chance
        self._shoe = shoe
        self._dealt = 0
        self.taken: dict[str, list[str]] = {}
        self.split_from: dict[Hand, Hand] = {}
        self.cut_card: int | None = None
        self.ran_out: list[int] = []

    @property
    def fresh_shoe(self) -> bool:
        return self._shoe is not None and self._shoe.dealt == 0 and not self._shoe.continuous

    def gives(self, name: str) -> bool:
        return self._shoe is None or len(self._shoe) > 0

    def tells(self, name: str) -> bool:
        return False

    def note(self, card: Card) -> bool:
        if self._shoe is not None:
            if card not in self._shoe:
                return False
            if self._shoe.cut_card_next():
                self.cut_card = self._dealt + 1
            self._shoe.take_out(card)
        self._dealt += 1
        return True

    def card(self, hand: str) -> Card:
        if self._shoe is None:
            raise AssertionError("this game is played without cards")
        if self._shoe.cut_card_next():
            self.cut_card = self._dealt + 1
        try:
            card = self._shoe.draw()
        except ShoeEmpty:
            self.ran_out.append(self._dealt + 1)
            raise
        self._dealt += 1
        self.taken.setdefault(hand, []).append(card)
        return card

    def pick(self, name: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        if weights is None:
            choice = choices[self._chance.below(len(choices))]
        else:
            mark = self._chance.below(sum(weights))
            for candidate, weight in zip(choices, weights, strict=True):
                mark -= weight
                if mark < 0:
                    choice = candidate
                    break
        self.taken.setdefault(name, []).append(str(choice))
        return choice

    def told(self, name: str, examples: Sequence[str]) -> str:
        return self.pick(name, examples)

    def split(self, hand: Hand, other: Hand) -> None:
        _move_split_card(self, hand, other)

    def exchange(self, hand: Hand, cards: int) -> None:
        _set_apart(self, hand, cards)

    def put_back(self, card: Card) -> None:
        if self._shoe is not None:
            self._shoe.put_back(card)

    def shuffle_discards(self, on_table: Sequence[Card]) -> None:
        if self._shoe is not None:
            self._shoe.shuffle_discards(on_table)

    def shuffle_all(self) -> None:
        if self._shoe is not None:
            self._shoe.shuffle()


class WrittenDraws:
    """Draws as a record gives them. A hand the record leaves out is dealt as unknown cards."""

    def __init__(
        self,
        written: Mapping[str, Sequence[str]],
        cut_card: int | None = None,
        may_be_short: bool = False,
        runs_out: bool = False,
        split_from: Mapping[Hand, Hand] | None = None,
        ran_out: Sequence[int] = (),
    ) -> None:
        self._written = _as_dealt(written, split_from or {})
        self._at: dict[str, int] = {}
        self._cut_card = cut_card
        self._may_be_short = may_be_short
        self._runs_out = runs_out
        self._to_run_out = list(ran_out)
        self._dealt = 0
        self.taken: dict[str, list[str]] = {}
        self.split_from: dict[Hand, Hand] = {}
        self.cut_card: int | None = None
        self.ran_out: list[int] = []

    @property
    def fresh_shoe(self) -> bool:
        return self._dealt == 0 and "burn" in self._written

    def gives(self, name: str) -> bool:
        return self._at.get(name, 0) < len(self._written.get(name, ()))

    def tells(self, name: str) -> bool:
        return self.gives(name)

    def note(self, card: Card) -> bool:
        self._run_out()
        self._count()
        return True

    def card(self, hand: str) -> Card:
        self._run_out()
        written = self._written.get(hand)
        at = self._at.get(hand, 0)
        if written is not None and at < len(written):
            card = Card(written[at])
            self._at[hand] = at + 1
        elif self._runs_out:
            raise ShoeEmpty
        elif written is None or self._may_be_short:
            card = UNKNOWN
        else:
            given = count_words(len(written), "card")
            raise RecordError(f"for {hand} the record gives {given}, and the rules deal one more")
        self._count()
        self.taken.setdefault(hand, []).append(card)
        return card

    def pick(self, name: str, choices: Sequence[T], weights: Sequence[int] | None = None) -> T:
        written = self.told(name, ())
        for choice in choices:
            if str(choice) == written:
                return choice
        raise RecordError(f'{name} = "{written}" is not possible at this table')

    def told(self, name: str, examples: Sequence[str]) -> str:
        at = self._at.get(name, 0)
        written = self._written.get(name, [])
        if at >= len(written):
            raise RecordError(f'the record does not say what "{name}" was')
        self._at[name] = at + 1
        self.taken.setdefault(name, []).append(written[at])
        return written[at]

    def split(self, hand: Hand, other: Hand) -> None:
        _move_split_card(self, hand, other)

    def exchange(self, hand: Hand, cards: int) -> None:
        _set_apart(self, hand, cards)

    def put_back(self, card: Card) -> None:
        """The next round's cards are written in its own record."""

    def shuffle_discards(self, on_table: Sequence[Card]) -> None:
        """The record gives the cards that came after the shuffle like any other."""

    def shuffle_all(self) -> None:
        """The record gives the cards of both deals, one after the other."""

    def _run_out(self) -> None:
        """The record says that no card was left before this one."""
        if self._dealt + 1 in self._to_run_out:
            self._to_run_out.remove(self._dealt + 1)
            self.ran_out.append(self._dealt + 1)
            raise ShoeEmpty

    def _count(self) -> None:
        self._dealt += 1
        if self._cut_card == self._dealt:
            self.cut_card = self._dealt

    def left_over(self) -> dict[str, list[str]]:
        """The values of each name that the round did not use."""
        left = {name: values[self._at.get(name, 0) :] for name, values in self._written.items()}
        return {name: values for name, values in left.items() if values}


def _move_split_card(draws: Draws, hand: Hand, other: Hand) -> None:
    draws.taken[other] = [draws.taken[hand].pop()]
    draws.split_from[other] = hand


def _set_apart(draws: Draws, hand: Hand, cards: int) -> None:
    taken = draws.taken[hand]
    draws.taken.setdefault(hand.part(EXCHANGED), []).extend(taken[:cards])
    del taken[:cards]


def _as_dealt(written: Mapping[str, Sequence[str]], split_from: Mapping[Hand, Hand]) -> dict[str, list[str]]:
    """What was dealt to each hand, from how the hands lay in the end.

    A hand that was split off another begins with a card that was dealt to that one, before its third card. Cards that
    were exchanged came before those that lay there in the end.

    >>> lay = {"seat 1": ["8c", "3h"], "seat 1 hand 2": ["8d", "Ts"]}
    >>> _as_dealt(lay, {Hand("seat 1 hand 2"): Hand("seat 1")})
    {'seat 1': ['8c', '8d', '3h'], 'seat 1 hand 2': ['Ts']}
    >>> _as_dealt({"seat 1": ["9h", "Jc"], "seat 1 exchanged": ["Ts", "6d"]}, {})
    {'seat 1': ['Ts', '6d', '9h', 'Jc']}
    """
    dealt = {name: list(values) for name, values in written.items()}
    for other in split_from:
        if dealt.get(other):
            dealt[other].pop(0)
    for other, hand in reversed(list(split_from.items())):
        at = 0 if hand in split_from else 1
        dealt.setdefault(hand, [])[at:at] = written.get(other, ())[:1]
    for name in [name for name in dealt if (place := Hand(name)).owner is not None and place.name == EXCHANGED]:
        first = dealt.pop(name)
        dealt.setdefault(Hand.of(Hand(name).owner or 0), [])[:0] = first
    return dealt
