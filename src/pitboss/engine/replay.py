"""Settle a written record: deal it, decide it and settle it as it says, and refuse what the rules do not deal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

from pitboss.engine.draws import Draws, WrittenDraws
from pitboss.engine.events import Fee
from pitboss.engine.fees import CREDITED
from pitboss.engine.hands import Hand
from pitboss.engine.record import Record, Step
from pitboss.engine.remedies import Call
from pitboss.engine.round import NO_CARDS, Round
from pitboss.engine.script import Game
from pitboss.engine.table import STOPPED, Table
from pitboss.engine.unreached import Surplus, Unreached, surplus, unreached
from pitboss.equipment.cards import UNKNOWN
from pitboss.equipment.chance import Chance, NoChance
from pitboss.errors import PitbossError, RecordError, suggest
from pitboss.money import dollars, signed
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Row, Tabular

MOST_WAYS = 500
CARRIED_ANYWHERE = ("owed", CREDITED, STOPPED)
LEFT_THE_SHOE = {"discard_card", "discard_unseen_card", "card_moves_forward", "offer_exposed_card"}
"""Remedies for a card that is written with the irregularity, and in no hand."""


@dataclass(repr=False)
class Settled(Tabular):
    """The outcome of a record: its rounds, and fees collected between them."""

    record: Record
    rounds: list[tuple[int, Round]]
    fees: list[tuple[int, Fee]]
    table: Table
    unreached: list[tuple[int, Unreached]]
    """What the record gives and its rounds never came to, because something that went wrong ended them."""
    surplus: list[tuple[int, Surplus]] = field(default_factory=list)
    """Cards that the rules do not deal, and that an irregularity is about."""

    def rows(self) -> list[Row]:
        """What became of each wager, with the step it was settled in where there are several.

        >>> from pitboss import settle
        >>> settled = settle('rulebook = "chapter4"\\ngame = "roulette"\\nspin = "7"\\nseats.1.wagers = { red = 5 }')
        >>> [(row["seat"], row["wager"], str(row["net"]), row["cite"]) for row in settled.rows()]
        [(1, 'red', '5.00', '§2.A.4 L259; §2.B.1 L272, L283')]
        """
        many = len(self.record.steps) > 1
        return [
            ({"step": step} if many else {}) | row.as_row()
            for step, played in self.rounds
            for row in played.settlements
        ]

    def caption(self) -> str:
        net = ", ".join(f"seat {seat} {signed(amount)}" for seat, amount in sorted(self.net.items()))
        return f"{self.table.setup.entry.title}, {self.record.entry}: {net}"

    @property
    def net(self) -> dict[int, int]:
        nets: dict[int, int] = {}
        for _, played in self.rounds:
            for seat, amount in played.net.items():
                nets[seat] = nets.get(seat, 0) + amount
        for _, fee in self.fees:
            nets[fee.seat] = nets.get(fee.seat, 0) - fee.amount
        return nets

    @property
    def meters(self) -> dict[str, int]:
        """What the meters hold afterwards, but for those of which the record does not say what they held before."""
        meters = self.table.meters
        return {name: held for name, held in meters.held.items() if name not in meters.unknown}

    def as_json(self) -> dict[str, Any]:
        many = len(self.record.steps) > 1
        fees = [(step, fee) for step, played in self.rounds for fee in played.fees] + self.fees
        result: dict[str, Any] = {
            "rulebook": self.record.rulebook,
            "game": self.record.game,
            "settlements": [
                ({"step": step} if many else {}) | row.as_json()
                for step, played in self.rounds
                for row in played.settlements
            ],
            "net": {str(seat): dollars(amount) for seat, amount in sorted(self.net.items())},
        }
        if fees:
            result["fees"] = [
                ({"step": step} if many else {}) | fee.as_json() for step, fee in sorted(fees, key=_first)
            ]
        from_pot = [
            ({"step": step} if many else {})
            | {"fee": event.text, "amount": dollars(-(event.amount or 0)), "cite": event.cite}
            for step, played in self.rounds
            for event in played.events_of_pot_fees
        ]
        if from_pot:
            result["fees"] = [*result.get("fees", []), *from_pot]
        irregularities = [
            {"step": step, "what": event.text, "cite": event.cite}
            for step, played in self.rounds
            for event in played.events
            if event.kind == "irregularity"
        ]
        if irregularities:
            result["irregularities"] = irregularities
        if self.unreached:
            result["not_reached"] = [({"step": step} if many else {}) | each.as_json() for step, each in self.unreached]
        if not self.table.setup.entry.wagers:
            result["events"] = [
                {"step": step, "what": str(event.text or event.kind), "cite": event.cite}
                for step, played in self.rounds
                for event in played.events
            ]
            result["carry"] = self.table.carry
        if self.meters:
            result["meters"] = {name: dollars(amount) for name, amount in self.meters.items()}
        return result


def settle(record: Record, setup: Setup, game: Game) -> Settled:
    """Replay a record from its beginning.

    Where a seat split more than once and the record does not say which hand was split, every way is tried.
    """
    first: PitbossError | None = None
    for way in _ways_to_split(record, game.first_hands(setup) if game.first_hands is not None else 1):
        try:
            return _settle(replace(record, steps=way), setup, game)
        except PitbossError as error:
            first = first or error
    assert first is not None
    raise first


def _ways_to_split(record: Record, at_first: int) -> Iterator[list[Step]]:
    """The record's steps with every hand beyond the first ones split from one before it."""
    open_ones = [
        (number, hand)
        for number, step in enumerate(record.steps)
        for name in step.draws
        if (hand := Hand(name)).number > at_first and hand.owner is not None and hand not in step.split_from
    ]
    if not open_ones:
        yield record.steps
        return
    choices = [range(1, hand.number) for _, hand in open_ones]
    for origins in islice(product(*choices), MOST_WAYS):
        steps = [replace(step, split_from=dict(step.split_from)) for step in record.steps]
        for (number, hand), origin in zip(open_ones, origins, strict=True):
            assert hand.owner is not None
            steps[number].split_from[hand] = Hand.of(hand.owner, origin)
        yield steps


def _settle(record: Record, setup: Setup, game: Game) -> Settled:
    must_know(record.carry, record.meters, setup, game)
    table = table_of(record, setup, game, NoChance())
    # A meter that the record leaves out stands at its seed, where it has one.
    table.meters.unknown = frozenset(
        name for name, rule in setup.meters.items() if not rule.seed and name not in record.meters
    )
    settled = Settled(record, [], [], table, [])
    seen: Counter[str] = Counter()
    shuffles = 0
    for number, step in enumerate(record.steps, start=1):
        for seat in step.leaves:
            settled.fees += [(number, fee) for fee in table.leave(seat)]
        if step.repaired:
            table.repair()
        if step.time:
            settled.fees += [(number, fee) for fee in table.collect(step.time, step.seated, step.started)]
        if step.reshuffle:
            settled.fees += [(number, fee) for fee in table.reshuffle()]
        if step.deals:
            if table.shuffles > shuffles:
                seen.clear()
            shuffles = table.shuffles
            _count_cards(table, step, seen)
            played, never_reached, too_many = _play(table, step)
            settled.rounds.append((number, played))
            settled.unreached += [(number, each) for each in never_reached]
            settled.surplus += [(number, each) for each in too_many]
            settled.fees += [(number, fee) for fee in table.collected]
    return settled


def must_know(carry: Mapping[str, Any], meters: Mapping[str, Any], setup: Setup, game: Game) -> None:
    """Refuse what nothing at this table carries over, and meters that it does not have."""
    if not isinstance(carry, Mapping) or not isinstance(meters, Mapping):
        raise RecordError("what carries over, and what the meters hold, is given under names")
    for key in carry:
        if key not in (*game.carries, *CARRIED_ANYWHERE):
            known = ", ".join((*game.carries, *CARRIED_ANYWHERE))
            raise RecordError(f'carry has an unknown key "{key}"; known: {known}')
    for key in meters:
        if key not in setup.meters:
            raise RecordError(f'there is no meter "{key}" at this table; {suggest(key, setup.meters)}')


def table_of(record: Record, setup: Setup, game: Game, chance: Chance) -> Table:
    """A table as it is before the record begins."""
    return Table(
        setup,
        game,
        chance=chance,
        carry=record.carry,
        meters=record.meters,
        standing=record.standing,
        left_up=record.left_up,
    )


def _count_cards(table: Table, step: Step, seen: Counter[str]) -> None:
    """No card can be dealt more often since the last shuffle than the decks hold it."""
    if table.shoe is None:
        return
    holds = table.shoe.holds
    shuffled = any(REMEDIES[word].anew for call in step.calls for word in _remedy(table, call))
    if shuffled:
        seen.clear()  # the discards, this round's among them, came back into play and may be dealt once more
    for name, values in step.draws.items():
        if Hand(name).owner is not None or name in table.game.hands:
            seen.update(value for value in values if value != UNKNOWN)
    for call in step.calls if not shuffled else ():
        if call.card and LEFT_THE_SHOE & set(_remedy(table, call)):
            seen[call.card] += 1
    for card, times in seen.items():
        if not holds[card]:
            raise RecordError(f"{card} is not among the cards in play")
        if times > holds[card] and not shuffled:
            held = "once" if holds[card] == 1 else f"{holds[card]} times"
            raise RecordError(f"{card} is dealt {times} times; the cards in play hold it {held}")
    if seen.total() > holds.total() and not shuffled:
        raise RecordError(f"{seen.total()} cards are dealt; there are {holds.total()}")


def _play(table: Table, step: Step) -> tuple[Round, list[Unreached], list[Surplus]]:
    if step.cut_card is not None and (table.shoe is None or not table.shoe.cut_card_in):
        raise RecordError("no cut card is used at this table, and the record says when it came out")
    remedies = {word for call in step.calls for word in _remedy(table, call)}
    draws = WrittenDraws(
        step.draws,
        step.cut_card,
        may_be_short=any(REMEDIES[word].short for word in remedies),
        runs_out=any(
            call.id.startswith(NO_CARDS) and "shuffle_discards" not in _remedy(table, call) for call in step.calls
        ),
        split_from=step.split_from,
        ran_out=step.ran_out,
    )
    played, never_struck = decide(table, step, draws)
    return played, unreached(step, played, draws, never_struck), surplus(played, draws)


def decide(table: Table, step: Step, draws: Draws | None = None) -> tuple[Round, list[Call]]:
    """Play a step of a record, its wagers, decisions and irregularities, with these draws or by the table's chance.

    Returns the round, and the irregularities that one before them left no moment for.
    """
    played = table.deal(
        step.wagers,
        players=step.players,
        bank=step.bank,
        calls=[call for call in step.calls if _strikes_by_itself(call)],
        says=step.says,
        stacks=step.stacks,
        draws=draws,
    )
    later = [call for call in step.calls if not _strikes_by_itself(call)]
    used: dict[int, int] = {}
    decisions = 0
    while played.asking:
        if later and later[0].after <= decisions:
            played.call(later.pop(0))
            continue
        ask = played.asking[0]
        actions = step.actions.get(ask.seat, [])
        at = used.get(ask.seat, 0)
        if at >= len(actions):
            raise RecordError(f"the record does not say what seat {ask.seat} did: {' or '.join(ask.names)}")
        used[ask.seat] = at + 1
        played.act(actions[at], ask.seat)
        decisions += 1
    never_struck = [*later, *played.waiting]
    for call in never_struck if played.broken_off is None else ():
        raise RecordError(f"{call.id}: its moment never came; say at which it struck, or after fewer decisions")
    return played, never_struck


def _strikes_by_itself(call: Call) -> bool:
    """False for an irregularity called while somebody was deciding, which is called again at that decision."""
    return call.after == 0 or call.at is not None or call.automatic


def _remedy(table: Table, call: Call) -> tuple[str, ...]:
    rule = table.setup.irregularities.get(call.id)
    return rule[1] if rule else ()


def _first(pair: tuple[int, Fee]) -> int:
    return pair[0]
