"""Questions to the players, and the form an answer has: a name, a name with an amount, pieces picked into groups."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.engine.hands import Hand
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused, Unreadable
from pitboss.money import cents, dollars, money

Groups = Mapping[str, tuple[Card, ...]]
FREE_AND_SAFE = ("check", "stand", "fold", "surrender")
TRIES = 1_000


@dataclass(frozen=True, slots=True)
class Picks:
    """Pieces of a hand to be picked into groups: how many each takes, least and most.

    ``legal`` says in a few words why an arrangement is not allowed, and nothing where it is; it may reject no more than
    a fair part of all arrangements, so that one is found by chance. ``usual`` is what the house or the rulebook
    would do with the hand, ``unsaid`` what is done where nothing does so and nobody says. What is not picked stays
    where it is, unless the last group must take it.
    """

    hand: Hand
    pieces: tuple[Card, ...]
    groups: Mapping[str, tuple[int, int]]
    usual: Groups | None = None
    legal: Callable[[Groups], str] | None = None
    unsaid: Groups | None = None

    def why_not(self, picked: Groups) -> str:
        """What is wrong with an arrangement; empty when nothing is."""
        taken = Counter(piece for group in picked.values() for piece in group)
        for piece in taken - Counter(self.pieces):
            return f"{piece} is not in the hand" if piece not in self.pieces else f"{piece} is picked too often"
        for name, (least, most) in self.groups.items():
            count = len(picked.get(name, ()))
            if not least <= count <= most:
                takes = str(least) if least == most else f"{least} to {most}"
                return f"{name} takes {takes}, and not {count}"
        return self.legal(picked) if self.legal is not None else ""

    def read(self, text: str) -> dict[str, tuple[Card, ...]]:
        """An arrangement as a person writes it: ``low=Ah Kd high=...``; what has no name goes to the first group.

        >>> from pitboss.equipment.cards import cards
        >>> picks = Picks(Hand.of(1), cards("Ah Kd 7c 7s"), {"low": (1, 1), "high": (3, 3)})
        >>> picks.read("Kd") == picks.read("low=Kd")
        True
        >>> picks.read("low=Kd")
        {'low': (Card('Kd'),), 'high': (Card('Ah'), Card('7c'), Card('7s'))}
        """
        names = list(self.groups)
        found: dict[str, list[str]] = {}
        name = names[0]
        for word in text.replace("=", "= ").replace("/", " ").replace(",", " ").split():
            if word.endswith("="):
                name = word[:-1]
                if name not in self.groups:
                    raise Refused(f'there is no group "{name}"; pieces go to {" or ".join(names)}')
                found.setdefault(name, [])
            else:
                found.setdefault(name, []).append(word)
        picked = {name: tuple(self._piece(word) for word in words) for name, words in found.items()}
        unnamed = [each for each in names if each not in picked]
        if len(unnamed) == 1 and len(names) > 1:
            left = list(self.pieces)
            for group in picked.values():
                for piece in group:
                    if piece in left:
                        left.remove(piece)
            picked[unnamed[0]] = tuple(left)
        return {each: picked.get(each, ()) for each in names}

    def _piece(self, word: str) -> Card:
        try:
            return Card(word)
        except PitbossError:
            raise Refused(f'there is no "{word}" in the hand; it holds {" ".join(self.pieces)}') from None

    def must_read(self, text: str) -> dict[str, tuple[Card, ...]]:
        """An arrangement as a person writes it; refused where it is not allowed."""
        picked = self.read(text)
        if fault := self.why_not(picked):
            raise Refused(f"{self.hand}: {fault}")
        return picked

    def words(self, picked: Groups) -> str:
        """An arrangement as ``read`` reads it."""
        if len(self.groups) == 1:
            return " ".join(next(iter(picked.values()), ()))
        return " ".join(f"{name}={' '.join(picked.get(name, ()))}" for name in self.groups)

    def default(self) -> Groups:
        """What is done for somebody who does not say: the usual way, else the least that every group takes."""
        if (known := self.usual or self.unsaid) is not None:
            return known
        left = list(self.pieces)
        picked = {name: tuple(left.pop(0) for _ in range(least)) for name, (least, _) in self.groups.items()}
        return picked if not self.why_not(picked) else self.drawn(random.Random(0))

    def drawn(self, rng: random.Random) -> Groups:
        """A legal arrangement by chance."""
        for _ in range(TRIES):
            left = rng.sample(self.pieces, len(self.pieces))
            picked = {}
            for name, (least, most) in self.groups.items():
                picked[name] = tuple(left.pop() for _ in range(rng.randint(least, min(most, len(left)))))
            if not self.why_not(picked):
                return picked
        if self.usual is None:
            raise AssertionError(f"no legal arrangement of {' '.join(self.pieces)} was found")
        return self.usual


class Advice(NamedTuple):
    """How the house would set a hand, and the rule by which it does, with its clause."""

    setting: Groups
    rule: str
    cite: str


Why = Callable[[str], tuple[str, str] | None]
"""Why an action is not on offer, and the clause, where that is known."""


class Action(NamedTuple):
    """Something a player may do, and what it costs.

    With a ``step``, the cost is the most it may be: the player names an amount in steps of so many cents, no less than
    ``least``. One that names none means the ``usual`` amount, which is the most unless another is given. Where a wager
    is brought up *to* an amount, ``already`` is what of it lies there: the answer names the whole, and costs the rest.
    ``sizes`` are amounts that have a name of their own, such as the pot; with ``in_chips`` the step is the smallest
    chip, and not what can be paid exactly. With ``picks``, the player says which pieces go where. Where the most goes
    by what the player holds, ``most_with`` says with what; ``most_cite`` is the clause on how much it may be, where it
    is not that of the question.
    """

    name: str
    cost: int = 0
    text: str = ""
    step: int = 0
    least: int = 0
    usual: int = 0
    picks: Picks | None = None
    already: int = 0
    sizes: tuple[tuple[str, int], ...] = ()
    in_chips: bool = False
    most_with: str = ""
    most_cite: str = ""

    @property
    def lowest(self) -> int:
        """The least that can be named, or what it costs where no amount is."""
        return max(self.least, self.step) if self.step else self.cost

    @property
    def alone(self) -> int:
        """What the word alone names: the usual amount, or the most."""
        return self.usual or self.cost

    @property
    def must_be_named(self) -> bool:
        """True where an amount lies between a least and a most, and none of them is the usual one."""
        return bool(self.step and self.least and not self.usual) and self.lowest < self.cost

    @property
    def left_open(self) -> str:
        """What the word alone does not say, as it is asked at a table; empty where it can mean but one thing.

        A wager of up to an amount is for the whole unless less is named, and cards are set as the house sets them.

        >>> Action("play", 3000, step=1, least=1000).left_open
        'play how much? $10.00 to $30.00, like play 10.00'
        >>> Action("raise", 1000, step=1).left_open
        ''
        """
        if self.must_be_named:
            amounts = f"{money(self.lowest)} to {money(self.cost)}"
            return f"{self.name} how much? {amounts}, like {self.name} {dollars(self.lowest)}"
        if self.picks is not None and self.picks.usual is None:
            group, (least, most) = next(iter(self.picks.groups.items()))
            count = str(least) if least == most else f"{least} to {most}"
            whose = f" for the {group.replace('_', ' ')}" if len(self.picks.groups) > 1 else ""
            return f"{self.name} which? name {count}{whose}, like {self.name} {' '.join(self.picks.pieces[:least])}"
        return ""

    @property
    def cheapest(self) -> int:
        """The least that it can cost."""
        return self.lowest - self.already


class Ask(NamedTuple):
    """A question to one seat, about one of its hands.

    ``default`` is what is done for a seat that does not answer. Without one it is what puts no more of the player's
    money at risk: check, stand, fold or surrender where that is free, in this order, else whatever costs least.
    ``number`` is how many decisions were made before it was put; it stays the same while others answer. ``together``:
    it is put to several seats at once, or was.
    """

    seat: int
    actions: tuple[Action, ...]
    cite: str
    default: str = ""
    hand: Hand | None = None
    number: int = 0
    together: bool = False

    @property
    def answer_is_secret(self) -> bool:
        """True where nobody may learn the answer when it is given: others still answer, or it names cards."""
        return self.together or any(action.picks is not None for action in self.actions)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(action.name for action in self.actions)

    def reply(self, words: str, why: Why | None = None) -> tuple[str, int]:
        """The answer as the script is told it, and what it costs; refuses what is not on offer, and says why if known.

        >>> ask = Ask(1, (Action("raise", 1000, step=1), Action("stand")), "§12(C)(8)")
        >>> ask.reply("raise 5"), ask.reply("raise"), ask.reply("stand")
        (('raise 5.00', 500), ('raise 10.00', 1000), ('stand', 0))
        >>> Ask(1, (Action("raise", 1000, step=100, already=200),), "L1685").reply("raise 6")
        ('raise 6.00', 400)
        >>> Ask(1, (Action("raise", 1000, step=100, sizes=(("pot", 900),)),), "L1685").reply("raise pot")
        ('raise 9.00', 900)
        """
        name, _, rest = str(words).partition(" ")
        action = next((action for action in self.actions if words == action.name), None)
        with_more = [action for action in self.actions if action.step or action.picks is not None]
        action = action or next((action for action in with_more if name == action.name), None)
        if action is None:
            reason, cite = (why and why(words)) or ("", self.cite)
            because = f", because {reason}" if reason else ""
            raise Refused(f'seat {self.seat} cannot "{words}" now{because}; legal: {", ".join(self.names)}', cite)
        if action.picks is not None:
            return self._picked(action, action.picks, rest if words != action.name else None), action.cost
        if not action.step:
            return action.name, action.cost
        named = self._amount(action, rest) if words != action.name else action.alone
        return f"{action.name} {dollars(named)}", named - action.already

    def said_in_full(self, words: str, why: Why | None = None) -> tuple[str, int]:
        """The same for somebody at a table, who is asked for an amount or for cards that their word leaves open.

        A record may leave them out: what the word alone means there is settled as it always was.
        """
        meant = self.reply(words, why)
        for action in self.actions:
            if words == action.name and action.left_open:
                raise Refused(f"seat {self.seat}: {action.left_open}", self.cite)
        return meant

    @property
    def default_answer(self) -> str:
        """What is done for the seat when it does not answer.

        >>> Ask(1, (Action("raise", 4000), Action("check"), Action("fold")), "§4.5").default_answer
        'check'
        >>> Ask(1, (Action("keep_hand"), Action("void_hand")), "§4.5").default_answer
        'keep_hand'
        """
        if self.default:
            return self.default
        free = {action.name for action in self.actions if not action.cheapest}
        for name in FREE_AND_SAFE:
            if name in free:
                return name
        cheapest = min(self.actions, key=lambda action: action.cheapest)
        if cheapest.picks is not None:
            return f"{cheapest.name} {cheapest.picks.words(cheapest.picks.default())}".rstrip()
        return f"{cheapest.name} {dollars(cheapest.lowest)}" if cheapest.step else cheapest.name

    def random_answer(self, rng: random.Random, most: int | None = None) -> str:
        """A legal answer by chance, which costs no more than ``most`` cents."""
        able = [action for action in self.actions if most is None or action.cheapest <= most] or list(self.actions)
        action = rng.choice(able)
        if action.picks is not None:
            return f"{action.name} {action.picks.words(action.picks.drawn(rng))}".rstrip()
        if not action.step:
            return action.name
        top = action.cost if most is None else max(min(action.cost, most + action.already), action.lowest)
        steps = min((top - action.lowest) // action.step, 1_000)
        return f"{action.name} {dollars(action.lowest + action.step * rng.randint(0, steps))}"

    def _picked(self, action: Action, picks: Picks, text: str | None) -> str:
        try:
            picked = picks.default() if text is None else picks.read(text)
            fault = picks.why_not(picked)
        except PitbossError as error:
            fault = error.sentence
        if fault:
            raise Refused(f"seat {self.seat}, {action.name}: {fault}", self.cite)
        return f"{action.name} {picks.words(picked)}".rstrip()

    def _amount(self, action: Action, text: str) -> int:
        if (size := dict(action.sizes).get(text)) is not None:
            return size
        try:
            amount = cents(text)
        except PitbossError as error:
            raise Unreadable(f"seat {self.seat}, {action.name}: {error.sentence}", self.cite) from error
        most = money(action.cost)
        if amount <= 0:
            raise Refused(f"seat {self.seat}: to {action.name} takes more than zero, and at most {most}", self.cite)
        if amount < action.least:
            least = money(action.least)
            cite = action.most_cite or self.cite
            raise Refused(f"seat {self.seat}: to {action.name} takes at least {least}", cite)
        if amount > action.cost:
            refused = f"{money(amount)} {action.most_with}".rstrip()
            cite = action.most_cite or self.cite
            raise Refused(f"seat {self.seat} may {action.name} at most {most}, and not {refused}", cite)
        if amount % action.step:
            low = amount - amount % action.step
            near = " or ".join(money(near) for near in (low, low + action.step) if 0 < near <= action.cost)
            if action.in_chips:
                whole = f"goes by whole chips of {money(action.step)}"
                raise Refused(f"seat {self.seat}: to {action.name} {whole}, so for {near}", self.cite)
            raise Refused(f"seat {self.seat}: {action.name} cannot be paid exactly; {near} can", self.cite)
        return amount

    def __str__(self) -> str:
        which = f" {self.hand.name}" if self.hand is not None and self.hand.name else ""
        return f"seat {self.seat}{which}: {' or '.join(self.names)}? [{self.cite}]"


class Answer(NamedTuple):
    """What a seat answered."""

    seat: int
    words: str


def amount_named(reply: str) -> int:
    """The amount in the answer to an action with a step.

    >>> amount_named("raise 5.00")
    500
    """
    return cents(reply.partition(" ")[2])


def groups_named(reply: str, picks: Picks) -> dict[str, tuple[Card, ...]]:
    """The groups in the answer to an action with picks."""
    return picks.read(reply.partition(" ")[2])


def asked_of(asking: Sequence[Ask], seat: int) -> Ask | None:
    """The question that a seat is asked."""
    return next((ask for ask in asking if ask.seat == seat), None)


def is_legible(text: str) -> bool:
    """Whether what follows a word could be an amount, or pieces with their groups, in whatever question.

    >>> is_legible("12.50"), is_legible("low=Ah Kd"), is_legible("soup")
    (True, True, False)
    """
    try:
        cents(text)
        return True
    except PitbossError:
        words = text.replace("=", "= ").replace("/", " ").replace(",", " ").split()
    try:
        return bool([Card(word) for word in words if not word.endswith("=")])
    except PitbossError:
        return False
