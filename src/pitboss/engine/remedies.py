"""Irregularities: calling one, and executing what the rulebook then orders."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pitboss.engine import refusing
from pitboss.engine.events import NOBODY
from pitboss.engine.questions import Action
from pitboss.engine.script import Game, Script, Talk
from pitboss.engine.stub import check_count, what_it_means
from pitboss.engine.wagers import proper_name
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused, Unreadable, suggest
from pitboss.money import Money, cents, dollars, money
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

if TYPE_CHECKING:
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet


@dataclass(frozen=True, slots=True)
class Call:
    """An irregularity called at the table: which one, whose hand, which card or wager.

    ``at`` is the moment it struck (by default the first its rule names), ``after`` how many decisions had been made.
    ``automatic`` marks one the game itself ran into, which a replay runs into again; ``asked`` one that was called
    while somebody was asked, where that moment had come more than once since the last decision or something had
    happened since. ``amount`` is how many dollars of the wager it concerns, all of them unless it says so. ``count`` is
    how many cards somebody counted that are left, ``on_table`` how many before the players and the dealer. ``entered``
    marks one that a journal holds, from before its rule asked for more than it names.
    """

    id: str
    seat: int | None = None
    card: Card | None = None
    wager: str | None = None
    at: str | None = None
    after: int = 0
    automatic: bool = False
    amount: Money | None = None
    asked: bool = False
    count: int | None = None
    on_table: int | None = None
    entered: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.card is not None and not isinstance(self.card, Card):
            object.__setattr__(self, "card", Card(str(self.card)))
        if self.amount is not None:
            try:
                object.__setattr__(self, "amount", dollars(cents(self.amount)))
            except PitbossError as error:
                raise Unreadable(f"{self.id}: {error.sentence}") from error

    @property
    def cents(self) -> int | None:
        """The amount, None where it is all of the wager."""
        return None if self.amount is None else cents(self.amount)


class RoundOver(Exception):
    """The round ends here: ``void`` returns every wager, ``stays`` leaves them for the next spin or roll.

    ``alive`` are wagers that are settled all the same, by ``settle``, once the others have gone back.
    ``decided_stands``: what was won and lost before is not reopened.
    """

    def __init__(
        self,
        outcome: str,
        reason: str,
        cite: str,
        alive: Sequence["Bet"] = (),
        settle: Callable[["Round"], None] | None = None,
        decided_stands: bool = False,
    ) -> None:
        super().__init__(reason)
        self.decided_stands = decided_stands
        self.outcome, self.reason, self.cite = outcome, reason, cite
        self.alive, self.settle = {bet.key for bet in alive}, settle


def by_proper_name(setup: Setup, game: Game, call: Call) -> Call:
    """A call that names its wager as the entry does."""
    if call.wager is None or call.entered:
        return call
    return replace(call, wager=proper_name(setup, game, call.wager))


def rule_of(t: "Round", call: Call) -> tuple[Irregularity, tuple[str, ...]]:
    """The rule for a call, or a refusal when the call makes no sense at this table."""
    known = t.setup.irregularities
    if not isinstance(call, Call):
        raise Refused(f'{call!r} is no irregularity; call one as Call("name"), with seat and card if it has them')
    if call.id not in known:
        raise Refused(f'there is no irregularity "{call.id}" here; {suggest(call.id, known)}')
    rule, remedy = known[call.id]
    if (rule.seat or call.wager is not None) and call.seat is None and not call.entered:
        raise Refused(f"{call.id}: say which seat it concerns", rule.cite)
    if call.seat is not None and call.seat not in t.seats:
        raise Refused(f"{call.id}: seat {call.seat} is not in the round{_to_be_listed(rule, remedy)}", rule.cite)
    takes_amount = (rule.wager and "refuse" in remedy) or any(
        word in REMEDIES and REMEDIES[word].amount for word in remedy
    )
    if call.amount is not None and not takes_amount and not call.entered:
        raise Refused(f"{call.id}: name no amount; it never concerns a part of a wager", rule.cite)
    if rule.wager and call.wager is None and not call.entered:
        raise Refused(f"{call.id}: say which wager it concerns", rule.cite)
    if call.wager is not None and not call.entered:
        _must_be_made(t, call, rule, remedy)
    check_count(t, call, rule)
    if call.at not in (None, *rule.moments) and not call.automatic:
        raise Refused(f"{call.id}: happens at {' or '.join(rule.moments)}, not at {call.at}", rule.cite)
    return rule, remedy


def _must_be_made(t: "Round", call: Call, rule: Irregularity, remedy: Sequence[str]) -> None:
    """Refuse a call about a wager that the seat has not made, or about more of it than was wagered."""
    assert call.seat is not None and call.wager is not None
    bet = t.named(call.seat, call.wager)
    if bet is None:
        if t.setup.offer(call.wager.partition(" ")[0]).placed == "before_deal":
            fault = f"seat {call.seat} has no wager {call.wager}{_to_be_listed(rule, remedy)}"
            raise Refused(f"{call.id}: {fault}", rule.cite)
        return
    if call.cents is not None and not 0 < call.cents <= bet.stake:
        raise Refused(
            f"{call.id}: {dollars(call.cents)} is no part of {bet.name} of {money(bet.stake)}",
            rule.cite,
        )


def _to_be_listed(rule: Irregularity, remedy: Sequence[str]) -> str:
    """Of a wager that goes back, where it is named besides: it was put down, though it does not count."""
    goes_back = rule.wager and {"refuse", "refuse_all"} & {*remedy}
    return "; a wager that goes back is listed among the seat's wagers as well, with its amount" if goes_back else ""


def execute(t: "Round", call: Call) -> Script:
    """Carry out the remedies of a call, in the order the rulebook gives them."""
    rule, remedy = t.setup.irregularities[call.id]
    again = next((name for name in rule.again if t.now in t.setup.irregularities[name][0].moments), None)
    if again is not None and any(earlier.id == call.id for earlier in t.calls):
        keeps_card = "discard_card" in t.setup.irregularities[again][1]
        yield from execute(t, replace(call, id=again, card=call.card if keeps_card else None))
        return
    number, first = len(t.calls), len(t.events)
    t.calls.append(call)
    t.event("irregularity", rule.cite, f"{rule.trigger}: {rule.text}", seat=call.seat, value=call.id)
    t.ruled.append(range(first, first + 1))
    if rule.counted is not None:
        named, text = what_it_means(t, call, rule)
        t.event("count", rule.cite, text)
        t.ruled[number] = range(first, len(t.events))
        if not named:
            return
        call = replace(call, id=named)
        rule, remedy = t.setup.irregularities[named]
        t.event("irregularity", rule.cite, f"{rule.trigger}: {rule.text}", seat=call.seat, value=call.id)
    over = yield from _carry_out(t, call, rule, remedy)
    t.ruled[number] = range(first, len(t.events))
    if over is not None:
        raise over


def _carry_out(t: "Round", call: Call, rule: Irregularity, remedy: Sequence[str]) -> Talk["RoundOver | None"]:
    """The remedies one after the other; whether the round ends then."""
    over: RoundOver | None = None
    for word in remedy:
        if word == "void_round":
            over = RoundOver("void", rule.trigger, rule.cite)
        elif word == "void_undecided":
            over = RoundOver("void", rule.trigger, rule.cite, decided_stands=True)
        elif word in ("no_spin", "no_roll"):
            over = RoundOver("stays", rule.trigger, rule.cite)
        elif word == "players_choice":
            yield from _players_choice(t, call, rule)
        elif word in t.game.remedies:
            done = t.game.remedies[word](t, t.calls[-1] if call.count is None else call)
            if isinstance(done, Generator):
                yield from done
            elif isinstance(done, RoundOver):
                over = done
            elif done:
                break
        elif word in _SHARED:
            _SHARED[word](t, call, rule)
        else:
            t.event("remedy", rule.cite, _sentence(t, word), seat=call.seat)
    return over


def _void_hand(t: "Round", call: Call, rule: Irregularity) -> None:
    assert call.seat is not None
    t.void_hand(call.seat, rule.trigger, rule.cite)


def _void_undecided_of_hand(t: "Round", call: Call, rule: Irregularity) -> None:
    assert call.seat is not None
    t.void_undecided(call.seat, rule.trigger, rule.cite)


def _return_wagers(t: "Round", call: Call, rule: Irregularity) -> None:
    """A void round or hand has its wagers returned; the remedy names it so that the rule sheet says it."""


def _discard_card(t: "Round", call: Call, rule: Irregularity) -> None:
    card = t.error_card(call)
    t.event("discard", rule.cite, REMEDIES["discard_card"].sentence, cards=(card,))


def _discard_unseen_card(t: "Round", call: Call, rule: Irregularity) -> None:
    card = t.error_card(call)
    t.event("discard", rule.cite, REMEDIES["discard_unseen_card"].sentence, cards=(card,), seen_by=NOBODY)


def _shuffle_discards(t: "Round", call: Call, rule: Irregularity) -> None:
    t.shuffle_discards()


def _burn_after_shuffle(t: "Round", call: Call, rule: Irregularity) -> None:
    t.burn_after_shuffle(rule.cite)


def _use_as_next_card(t: "Round", call: Call, rule: Irregularity) -> None:
    # An unseen card that stays first in line changes nothing about what is dealt next.
    t.event("remedy", rule.cite, REMEDIES["use_as_next_card"].sentence, seen_by=NOBODY)


def _shuffle_after(word: str) -> Callable[["Round", Call, Irregularity], None]:
    def remedy(t: "Round", call: Call, rule: Irregularity) -> None:
        t.after.add("reshuffle")
        t.event("remedy", rule.cite, _sentence(t, word))

    return remedy


def _stop_game(t: "Round", call: Call, rule: Irregularity) -> None:
    """The round is finished; the table then deals no other until what failed is repaired."""
    t.stops = call.id
    t.event("remedy", rule.cite, REMEDIES["stop_game"].sentence)


def cap_at_maximum(t: "Round", call: Call, rule: Irregularity) -> None:
    """A wager counts up to the most that the maximum lets be paid; the excess is returned."""
    bet = t.named(call.seat or 0, call.wager) if call.wager else None
    if bet is None or bet.offer.max is None or bet.stake <= bet.offer.max:
        raise Refused(f"{call.id}: there is no such wager above its maximum", rule.cite)
    most = bet.offer.max - bet.offer.max % bet.offer.unit_on(bet.on)
    excess = bet.stake - most
    bet.stake = most
    t.event("returned", rule.cite, f"the excess of {bet.name} is returned", seat=bet.seat, amount=excess)


CHOICE = ("keep_hand", "void_hand")
"""What a player chooses between, in every game whose rulebook leaves it to him."""


def _players_choice(t: "Round", call: Call, rule: Irregularity) -> Script:
    assert call.seat is not None
    keep, void = CHOICE
    actions = (Action(keep, text="the hand stands"), Action(void, text="the hand is void"))
    if (yield from t.ask(call.seat, actions, rule.cite)) == void:
        t.void_hand(call.seat, rule.trigger, rule.cite)


_SHARED: dict[str, Callable[["Round", Call, Irregularity], None]] = {
    "void_hand": _void_hand,
    "void_undecided_of_hand": _void_undecided_of_hand,
    "return_wagers": _return_wagers,
    "discard_card": _discard_card,
    "discard_unseen_card": _discard_unseen_card,
    "shuffle_discards": _shuffle_discards,
    "burn_after_shuffle": _burn_after_shuffle,
    "use_as_next_card": _use_as_next_card,
    "reshuffle": _shuffle_after("reshuffle"),
    "remove_deck": _shuffle_after("remove_deck"),
    "new_cards": _shuffle_after("new_cards"),
    "stop_game": _stop_game,
    "refuse": refusing.refuse,
    "stands_as_placed": refusing.stands_as_placed,
    "cap_at_maximum": cap_at_maximum,
}


def with_card(call: Call, card: Card) -> Call:
    return replace(call, card=card)


def _sentence(t: "Round", word: str) -> str:
    """What a remedy does, with cards or with whatever else the game is played with."""
    cards = t.setup.entry.cards
    return REMEDIES[word].sentence.replace("cards", "cards" if cards is None else cards.pieces)
