"""The shuffle machine: two decks of different back color that are inspected, washed, shuffled and dealt in turn.

A record says what was done (``done = ["inspect red", "wash red", "load red", "press button"]``); whatever is out of
order is refused with its clause. A deck is one deck or, in a game of several, one set of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script, carried
from pitboss.errors import RecordError, Refused
from pitboss.rulebook.remedies import REMEDIES

BOXED, INSPECTED, INSPECTED_AGAIN, STACKED, IN_MACHINE, SHUFFLED, IN_PLAY, USED = DECK_STATES = (
    "boxed",
    "inspected",
    "inspected again",
    "stacked",
    "in the machine",
    "shuffled",
    "in play",
    "used",
)
IDLE, LOADED, RUNNING, DOWN = MACHINE_STATES = ("idle", "loaded", "running", "down")
Fault = tuple[str, str] | None
"""The term whose clause a step would break, and how; None when the step is in order."""


def play(t: Round) -> Script:
    """What the dealer does until a round of cards has been dealt, or as far as the record goes."""
    desk = t.scratch["desk"] = Desk.of(t)
    yield from t.moment("shuffle")
    while t.draws.gives("done"):
        name, color = _next(t, desk)
        if name == "deal":
            t.scratch["dealing"] = color
            _keep(t, desk)
            yield from t.moment("deal")
        _take(t, desk, name, color)
        if name == "check chip":
            yield from _compare_chip(t, desk)
        if name == "deal":
            break
    _keep(t, desk)


def _next(t: Round, desk: "Desk") -> tuple[str, str]:
    """The next step and its deck; chance only picks one that is in order, a record may name any."""
    steps = {
        name if not color else f"{name} {color}": (name, color) for name in STEPS for color in desk.decks_for(name)
    }
    often = [STEPS[name].often * (STEPS[name].fault(desk, color) is None) for name, color in steps.values()]
    return steps[t.draws.pick("done", tuple(steps), often)]


def _take(t: Round, desk: "Desk", name: str, color: str) -> None:
    step = STEPS[name]
    if fault := step.fault(desk, color):
        term, sentence = fault
        raise Refused(sentence, t.cite(term))
    if name == "install":
        desk.chip = t.told("chip", ["chip 1", "chip 2"])
    by_hand = desk.machine == DOWN
    step.do(desk, color)
    deck = f"the {color} {desk.noun}"
    if name == "deal" and by_hand:
        t.event("dealt by hand", t.cite("hand_deal"), f"a round from {deck}, face down, always with the same hand")
    elif name == "shuffle" and not desk.may_shuffle:
        t.event("done", t.cite("hand_deal"), f"{deck} is shuffled by hand")
    else:
        t.event("done", t.cite(step.term), step.text.format(deck=deck, chip=desk.chip))


def _keep(t: Round, desk: "Desk") -> None:
    """What was done stays done, even if the hand is then voided."""
    t.carry.update(desk.as_carry())
    t.keep()


def _compare_chip(t: Round, desk: "Desk") -> Script:
    """A chip whose number is not the recorded one is a deviation, and is reported."""
    if t.told("chip", [desk.chip, f"{desk.chip} altered"]) != desk.chip:
        yield from t.found("shuffle_machine_deviation")


def deal_by_hand(t: Round, call: Call) -> bool:
    """The machine is out for long: its cards come out, and the dealer deals from the hand."""
    desk: Desk = t.scratch["desk"]
    desk.decks = {color: USED if state == IN_MACHINE else state for color, state in desk.decks.items()}
    desk.machine = DOWN
    rule, _ = t.setup.irregularities[call.id]
    how_long = "until the machine is repaired" if desk.until_repaired else "in this round"
    t.event("remedy", rule.cite, f"{REMEDIES['deal_by_hand']}, {how_long}")
    return False


def reshuffle(t: Round, call: Call) -> bool:
    """A voided hand: the deck it was dealt from has had its turn; one that was being shuffled is shuffled again."""
    desk: Desk = t.scratch["desk"]
    color: str | None = t.scratch.get("dealing")
    if color is not None:
        desk.decks[color], desk.last = USED, color
    elif desk.machine == RUNNING:
        desk.machine = LOADED
    _keep(t, desk)
    t.after.add("reshuffle")
    rule, _ = t.setup.irregularities[call.id]
    t.event("remedy", rule.cite, REMEDIES["reshuffle"].sentence)
    return False


# -- The desk ---------------------------------------------------------------------------------------------------------


@dataclass
class Desk:
    """The two decks, the machine and its chip, as they stand before the dealer."""

    decks: dict[str, str]
    machine: str
    last: str
    chip: str
    single: bool
    may_shuffle: bool
    until_repaired: bool

    @classmethod
    def of(cls, t: Round) -> "Desk":
        colors: Sequence[str] = t.term("alternating")
        decks = t.carry.get("decks", {})
        if not isinstance(decks, Mapping):
            raise RecordError(f'carry: decks are written like {{ {colors[0]} = "{SHUFFLED}" }}')
        states = {color: _known("decks", decks.get(color, BOXED), DECK_STATES) for color in colors}
        machine = _known("machine", t.carry.get("machine", IDLE), MACHINE_STATES)
        if list(states.values()).count(IN_MACHINE) != (machine in (LOADED, RUNNING)):
            raise RecordError(
                f"carry: a machine that is {LOADED} or {RUNNING} holds one deck, and any other holds none"
            )
        return cls(
            decks=states,
            machine=machine,
            last=_known("last", t.carry.get("last", ""), ("", *colors)),
            chip=str(t.carry.get("chip", "")),
            single=t.setup.options["decks_per_set"] == 1,
            may_shuffle=t.on("extra_shuffle"),
            until_repaired=t.term("hand_deal") == "until_repaired",
        )

    def as_carry(self) -> dict[str, Any]:
        return {"decks": dict(self.decks), "machine": self.machine, "last": self.last, "chip": self.chip}

    @property
    def noun(self) -> str:
        return "deck" if self.single else "set of decks"

    def decks_for(self, step: str) -> Sequence[str]:
        return tuple(self.decks) if "{deck}" in STEPS[step].text else ("",)

    def other(self, color: str) -> str:
        return next(each for each in self.decks if each != color)


def _known(key: str, value: Any, known: Sequence[str]) -> str:
    if value not in known:
        raise RecordError(f'carry: {key}: "{value}" is none of {", ".join(filter(None, known))}')
    return str(value)


# -- The steps: when each is out of order, and what it does -----------------------------------------------------------


def _never(desk: Desk, color: str) -> Fault:
    return None


def _no_chip(desk: Desk, color: str) -> Fault:
    return None if desk.chip else ("chip", "no chip is on the Commission's record yet; the machine is installed first")


def _not_to_inspect(desk: Desk, color: str) -> Fault:
    if desk.decks[color] not in (BOXED, USED):
        return "inspect", f"the {color} {desk.noun} is {desk.decks[color]}; it is inspected before it is shuffled"
    if desk.decks[color] == BOXED and _waits_for_the_shuffle(desk, color):
        return "other_deck", f"the {color} {desk.noun} is inspected while the machine shuffles the other"
    return None


def _not_to_wash(desk: Desk, color: str) -> Fault:
    if desk.decks[color] not in (INSPECTED, INSPECTED_AGAIN):
        return (
            "inspect",
            f"the {color} {desk.noun} is {desk.decks[color]}; front and back are inspected, then it is washed",
        )
    if desk.decks[color] == INSPECTED and _waits_for_the_shuffle(desk, color):
        return "other_deck", f"the {color} {desk.noun} is washed and stacked while the machine shuffles the other"
    return None


def _waits_for_the_shuffle(desk: Desk, color: str) -> bool:
    """True for the second deck as long as the machine does not shuffle the first."""
    return desk.decks[desk.other(color)] != BOXED and desk.machine not in (RUNNING, DOWN)


def _not_to_load(desk: Desk, color: str) -> Fault:
    if desk.machine == DOWN:
        return "hand_deal", "the machine is out of order"
    if desk.machine != IDLE:
        return "change_over", "the machine holds cards; they are taken out once it has stopped"
    if desk.decks[color] in (BOXED, INSPECTED, INSPECTED_AGAIN):
        return "wash", f"the {color} {desk.noun} is {desk.decks[color]}; it is washed and stacked, then put in"
    return None


def _not_to_press(desk: Desk, color: str) -> Fault:
    return (
        None if desk.machine == LOADED else ("button", f"the machine is {desk.machine}; it is started with cards in it")
    )


def _not_to_take_out(desk: Desk, color: str) -> Fault:
    if desk.machine == RUNNING and desk.decks[color] == IN_MACHINE:
        return None
    return "change_over", f"the machine has not shuffled the {color} {desk.noun}"


def _not_to_deal(desk: Desk, color: str) -> Fault:
    state = desk.decks[color]
    if desk.machine == DOWN and state not in (SHUFFLED, IN_PLAY):
        return "hand_deal", f"the {color} {desk.noun} is {state}; it is shuffled before it is dealt by hand"
    if desk.machine == DOWN or state == IN_PLAY:
        return None
    if state != SHUFFLED:
        return "change_over", f"the {color} {desk.noun} is {state}; one that the machine has shuffled is dealt"
    if desk.last == color:
        turn = "round" if desk.single else "shoe"
        nouns = "decks" if desk.single else "sets of decks"
        return "alternating", f"the {nouns} alternate: this {turn} is dealt from the {desk.other(color)} one"
    return None


def _not_to_shuffle(desk: Desk, color: str) -> Fault:
    state = desk.decks[color]
    if desk.machine != DOWN:
        return "extra_shuffle", "the house shuffles at its discretion only while the machine is out for long"
    if state in (BOXED, INSPECTED, INSPECTED_AGAIN):
        return "wash", f"the {color} {desk.noun} is {state}; it is washed and stacked, then shuffled"
    if state in (SHUFFLED, IN_PLAY) and not desk.may_shuffle:
        return "extra_shuffle", f"the {color} {desk.noun} is shuffled, and this house shuffles no more than it must"
    return None


def _not_to_spread(desk: Desk, color: str) -> Fault:
    return "inspect", "cards are not spread face up under this section: the dealer inspects fronts and backs, no more"


def _not_to_repair(desk: Desk, color: str) -> Fault:
    return None if desk.machine == DOWN else ("hand_deal", "the machine is in order")


def _set_deck(state: str) -> Callable[[Desk, str], None]:
    def do(desk: Desk, color: str) -> None:
        desk.decks[color] = state

    return do


def _set_machine(state: str) -> Callable[[Desk, str], None]:
    def do(desk: Desk, color: str) -> None:
        desk.machine = state

    return do


def _inspect(desk: Desk, color: str) -> None:
    desk.decks[color] = INSPECTED if desk.decks[color] == BOXED else INSPECTED_AGAIN


def _load(desk: Desk, color: str) -> None:
    desk.decks[color], desk.machine = IN_MACHINE, LOADED


def _take_out(desk: Desk, color: str) -> None:
    desk.decks[color], desk.machine = SHUFFLED, IDLE


def _deal(desk: Desk, color: str) -> None:
    """A single deck has had its turn; a set of decks stays in play for its shoe, and the other set is done with."""
    other = desk.other(color)
    if desk.decks[other] == IN_PLAY:
        desk.decks[other] = USED
    desk.decks[color], desk.last = (USED if desk.single else IN_PLAY), color
    if desk.machine == DOWN and not desk.until_repaired:
        desk.machine = IDLE


@dataclass(frozen=True)
class Step:
    """Something done at the table: when it is out of order, what it changes, and the clause it stands under.

    ``often`` is how often chance picks it beside the others.
    """

    fault: Callable[[Desk, str], Fault]
    do: Callable[[Desk, str], None]
    term: str
    text: str
    often: int = 5


STEPS: Mapping[str, Step] = {
    "install": Step(
        _never, lambda desk, color: None, "chip", "the Commission tapes the chip and records it: {chip}", 1
    ),
    "check chip": Step(_no_chip, lambda desk, color: None, "chip", "the chip is held against the record", 1),
    "inspect": Step(_not_to_inspect, _inspect, "inspect", "{deck} is inspected, fronts and backs"),
    "wash": Step(_not_to_wash, _set_deck(STACKED), "wash", "{deck} is turned face down, washed and stacked"),
    "load": Step(_not_to_load, _load, "load", "{deck} is put into the machine"),
    "press button": Step(_not_to_press, _set_machine(RUNNING), "button", "the green button starts the shuffle"),
    "take out": Step(_not_to_take_out, _take_out, "change_over", "the machine has stopped and {deck} is taken out"),
    "deal": Step(_not_to_deal, _deal, "alternating", "a round is dealt from {deck}"),
    "shuffle": Step(
        _not_to_shuffle, _set_deck(SHUFFLED), "extra_shuffle", "{deck} is shuffled at the house's discretion"
    ),
    "spread": Step(_not_to_spread, lambda desk, color: None, "inspect", "{deck} is spread"),
    "repair": Step(_not_to_repair, _set_machine(IDLE), "hand_deal", "the machine is repaired"),
}


def _insist_on_a_machine(t: Round) -> None:
    if not t.on("use_shuffler"):
        raise Refused("no shuffle machine is used at this table", t.cite("machine"))


GAME = Game(
    play=play,
    asks="",
    moments=("bets", "shuffle", "deal"),
    draws=("done", "chip"),
    carries=carried("decks machine last chip"),
    terms=(
        "machine chip alternating inspect wash load button other_deck change_over hand_deal extra_shuffle "
        "applicable_games? own_machine_rules?"
    ),
    admit=_insist_on_a_machine,
    remedies={"deal_by_hand": deal_by_hand, "reshuffle": reshuffle},
    settles={},
)
