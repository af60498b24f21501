"""What a record gives and its round never came to: told where something that went wrong ended it, refused otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pitboss.engine.draws import WrittenDraws
from pitboss.engine.hands import SEAT, Hand
from pitboss.engine.questions import is_legible
from pitboss.engine.record import Step
from pitboss.engine.remedies import CHOICE, Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game
from pitboss.errors import RecordError, suggest
from pitboss.numerals import count_words
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

CARDS = "the cards"


class Unreached(NamedTuple):
    """Something that a record gives and that was not reached: a decision, cards, an irregularity; and why."""

    what: str
    seat: int | None
    why: str
    cite: str

    def __str__(self) -> str:
        whose = "" if self.seat is None else f"seat {self.seat}: "
        verb = "were" if self.what.startswith(CARDS) else "was"
        told = f"{whose}{self.what} {verb} not reached, because {self.why}"
        return told[0].upper() + told[1:]

    def as_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "what": self.what, "why": self.why, "cite": self.cite}


class Surplus(NamedTuple):
    """Cards that an irregularity is about: a hand has more of them than the rules had ``dealt`` until then, if any."""

    call: Call
    hand: Hand
    cards: tuple[str, ...]
    dealt: int


class Ended(NamedTuple):
    """What went wrong, by which the round ended for somebody, and the clause."""

    why: str
    cite: str


def unreached(step: Step, played: Round, draws: WrittenDraws, never_struck: Iterable[Call]) -> list[Unreached]:
    """What a step of a record gives beyond its round; refused where nothing that went wrong is the reason."""
    return [
        *_calls(played, never_struck),
        *_actions(step, played),
        *_cards(played, draws),
        *_of_the_shoe(step, played, draws),
    ]


def surplus(played: Round, draws: WrittenDraws) -> list[Surplus]:
    """The cards of a step that are not dealt by the rules, where an irregularity was called for that."""
    return [
        Surplus(call, hand, tuple(values), len(played.hands.get(hand, ())))
        for name, values in draws.left_over().items()
        if (call := _called_for(played, hand := Hand(name))) is not None
    ]


def why_not_asked(played: Round, seat: int, action: str) -> tuple[str, str]:
    """Why a seat was not asked whether it does something, and the clause; a game may know more of it."""
    if known := played.why_not(seat, action):
        return known
    word = action.partition(" ")[0]
    for offer in played.setup.offers.values():
        base = played.setup.offers.get(offer.equals or "")
        made_by_it = offer.placed == "decision" and (word == offer.id or word.startswith(f"{offer.id}_"))
        if made_by_it and base is not None and played.bet(seat, base.id) is None:
            return f"{offer.title} goes with {base.title}, and seat {seat} has made none", offer.cite
    for call in reversed(played.calls):
        rule, _ = played.setup.irregularities[call.id]
        if call.seat == seat:
            return f"nothing is left to decide after this: {_in_a_sentence(rule.trigger)}", rule.cite
    return "nothing is left to decide", ""


def all_asked(game: Game, setup: Setup) -> list[str] | None:
    """Every word by which a seat may answer a question at a table; None where the script does not say."""
    if game.asks is None:
        return None
    leaves_it = any("players_choice" in remedy for _, remedy in setup.irregularities.values())
    return [*game.asks.split(), *(CHOICE if leaves_it else ())]


def _actions(step: Step, played: Round) -> Iterator[Unreached]:
    for seat, actions in step.actions.items():
        left = actions[len(played.actions.get(seat, ())) :]
        for action in left:
            _must_be_an_action(played, seat, action)
        if not left:
            continue
        if (ended := _ended(played, seat)) is None:
            why, cite = why_not_asked(played, seat, left[0])
            raise RecordError(f'seat {seat} is not asked to "{left[0]}"; {why}', cite)
        yield from (Unreached(action, seat, *ended) for action in left)


def _must_be_an_action(played: Round, seat: int, words: str) -> None:
    """Refuse words that nobody is ever asked for in this game; a script that does not say which there are takes any."""
    word, _, rest = words.partition(" ")
    known = all_asked(played.game, played.setup)
    if known is not None and word not in known:
        raise RecordError(f'seat {seat}: nobody is asked to "{word}" in this game; {suggest(word, known)}')
    if rest and not played.game.stacks and not is_legible(rest):
        raise RecordError(f'seat {seat}: "{words}" names neither an amount nor cards')


def _cards(played: Round, draws: WrittenDraws) -> Iterator[Unreached]:
    """Cards, dice and spins; but for cards that an irregularity is about."""
    for name, values in draws.left_over().items():
        hand = Hand(name)
        if hand.owner is not None and hand.owner not in played.seats:
            raise RecordError(f"seat {hand.owner} has cards and no wager")
        if (ended := _ended(played, hand.owner)) is None:
            raise _too_many(played, hand, values)
        if _called_for(played, hand) is None:
            yield Unreached(_in_words(played.game.draws, hand, values), hand.owner, *ended)


def _in_words(draws: Sequence[str], hand: Hand, values: Sequence[str]) -> str:
    """Cards of a hand, or what chance decided otherwise.

    >>> _in_words(["spin"], Hand("spin"), ["7"]), _in_words([], Hand("seat 1 hand 2"), ["Kd", "4s"])
    ('spin 7', 'the cards Kd 4s of hand 2')
    """
    if hand in draws:
        return f"{hand} {' '.join(values)}"
    of_hand = f" of {hand.name if hand.owner is not None else hand}" if hand.name or hand.owner is None else ""
    return f"{CARDS if len(values) > 1 else 'the card'} {' '.join(values)}{of_hand}"


def _of_the_shoe(step: Step, played: Round, draws: WrittenDraws) -> Iterator[Unreached]:
    """When the cut card came out, and when no card was left."""
    late = [("the cut card came", step.cut_card)] if step.cut_card is not None and draws.cut_card is None else []
    late += [("no card was left", number) for number in step.ran_out if number not in draws.ran_out]
    for what, number in late:
        if (ended := _ended(played, None)) is None:
            raise RecordError(f"{what} before card {number} of the round, and fewer are dealt")
        yield Unreached(f"card {number}, before which {what},", None, *ended)


def _calls(played: Round, never_struck: Iterable[Call]) -> Iterator[Unreached]:
    if (ended := _ended(played, None)) is not None:
        yield from (Unreached(f"the irregularity {call.id}", call.seat, *ended) for call in never_struck)


def _ended(played: Round, seat: int | None) -> Ended | None:
    """What went wrong, by which the round ended for a seat, or for everybody; nothing where it was played out."""
    if (over := played.broken_off) is not None:
        return _as_ended(played.now, over.reason, over.cite)
    out = seat in played.out or not played.live
    own = [call for call in played.calls if call.seat == seat]
    for call in (*reversed(own), *reversed(played.calls)):
        rule, remedy = played.setup.irregularities[call.id]
        if out or (call.seat in (None, seat) and any(REMEDIES[word].loose for word in remedy)):
            return _as_ended(call.at or played.now, rule.trigger, rule.cite)
    return None


def _as_ended(moment: str, trigger: str, cite: str) -> Ended:
    when = moment.replace("_", " ")
    at = "" if when.startswith(("before ", "after ")) else "at "
    return Ended(f"{at}{when} this went wrong: {_in_a_sentence(trigger)}", cite)


def _in_a_sentence(trigger: str) -> str:
    return trigger[:1].lower() + trigger[1:]


def _too_many(played: Round, hand: Hand, values: Sequence[str]) -> RecordError:
    """The refusal of cards that the rules do not deal, with the clause of the deal and what is called for them."""
    of_it = [event for event in played.events if (event.kind == "deal" and event.hand == hand) or event.kind == hand]
    sentence = f"{_how_many_more(played, hand, len(values))}, {' '.join(values)}"
    rules = played.setup.irregularities
    dealt = [event.cite for event in of_it[-1:]]
    if played.game.no_more_cards is not None and (why := played.game.no_more_cards(played, hand)) is not None:
        sentence, dealt = f"{sentence}: {why[0]}", [why[1]]
    called = [name for name, (rule, _) in rules.items() if _kind(hand) in rule.too_many]
    if (call := _called_for(played, hand)) is not None:
        called = [call.id]
        sentence += f"; {call.id} was called" + (
            ", and its card is written with it, not in the hand" if call.card else ""
        )
    elif called:
        sentence += f"; where that was dealt all the same, the irregularity is {' or '.join(called)}"
    cites = [*dealt, *(rules[name][0].cite for name in called)]
    return RecordError(sentence, "; ".join(dict.fromkeys(cite for cite in cites if cite)))


def _how_many_more(played: Round, hand: Hand, many: int) -> str:
    """By how much a record gives more than the rules have use for: cards or tiles, or how often something."""
    if hand in played.game.draws:
        often = {1: "once", 2: "twice"}.get(many, f"{many} times")
        return f"the record gives {hand} {often} more than the rules ask for it"
    cards = played.setup.entry.cards
    pieces = cards.pieces if cards is not None else "cards"
    return f"for {hand} the record gives {count_words(many, pieces.removesuffix('s'))} more than the rules deal"


def _called_for(played: Round, hand: Hand) -> Call | None:
    """What was called for a hand that has too many cards.

    Of a hand that had none yet, and of which the call may not speak, nobody knows that.
    """
    for call in reversed(played.calls):
        kinds = played.setup.irregularities[call.id][0].too_many
        named = len(kinds) == 1 or (call.seat is not None and call.seat == hand.owner)
        if call.seat in (None, hand.owner) and _kind(hand) in kinds and (named or hand in played.hands):
            return call
    return None


def _kind(hand: Hand) -> str:
    return str(hand) if hand.owner is None else SEAT
