"""A ruling: a settled record told for people, in order, with what each wager was decided by, computed and cited.

The same values are printed by ``pitboss settle --explain``, given as JSON and shown on the pages.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.engine.events import Basis, Event, Fee, Settlement, on_hand
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE, hands_seen, read_hands
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.engine.unreached import Surplus, Unreached
from pitboss.engine.weighing import Weighed
from pitboss.money import dollars, money
from pitboss.rulebook.resolve import matches
from pitboss.rulebook.sources import Head, Quote, head_of, quotes
from pitboss.sheets.computation import computation
from pitboss.sheets.decided import DEALERS, decided_by, weigh
from pitboss.sheets.decisive import decisive_readings
from pitboss.sheets.paper import in_words
from pitboss.sheets.story import Called, Line, called, owner, story, with_several
from pitboss.tabular import Row, Tabular, in_dollars


@dataclass(frozen=True)
class HeldHand:
    """A hand at the end of a round: whose, its pieces, and what it comes to."""

    hand: str
    pieces: tuple[str, ...]
    reads: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"hand": self.hand, "pieces": list(self.pieces), "reads": self.reads}


@dataclass(frozen=True)
class Ruled:
    """A wager: what became of it, what decided that, and how the amount comes about."""

    row: Settlement
    title: str
    decided_by: str
    weighed: Weighed
    computation: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The row, what decided it and how its amount comes about, as values and in words."""
        told = {"title": self.title, "computation": list(self.computation)}
        return self.row.as_json() | self.as_values() | told

    def as_values(self) -> dict[str, Any]:
        """What the row does not say: case and line, what decided and what was computed; what decided also in words."""
        row = self.row
        computed = {} if row.computed is None else row.computed.as_json()
        more = {"case": row.case, "line": row.line, "weighed": self.weighed.as_json(), "computed": computed}
        return {"decided_by": self.decided_by} | {name: value for name, value in more.items() if value}


@dataclass(frozen=True)
class PotFee:
    """What the house took from a pot."""

    what: str
    amount: int
    cite: str
    basis: Basis | None = None

    def as_json(self) -> dict[str, Any]:
        found = {"fee": self.what, "amount": dollars(self.amount), "cite": self.cite}
        return found | ({} if self.basis is None else {"computed_from": self.basis.as_json()})


@dataclass(frozen=True)
class Told:
    """A round, or what happened between two."""

    step: int
    story: tuple[Line, ...] = ()
    hands: tuple[HeldHand, ...] = ()
    wagers: tuple[Ruled, ...] = ()
    fees: tuple[Fee, ...] = ()
    pot_fees: tuple[PotFee, ...] = ()
    irregularities: tuple[Called, ...] = ()
    unreached: tuple[Unreached, ...] = ()
    bank: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "story": [line.as_json() for line in self.story],
            "hands": [each.as_json() for each in self.hands],
            "wagers": [ruled.as_json() for ruled in self.wagers],
            "fees": [fee_as_json(fee) for fee in self.fees],
            "fees_from_the_pot": [fee.as_json() for fee in self.pot_fees],
            "irregularities": [each.as_json() for each in self.irregularities],
            "not_reached": [each.as_json() for each in self.unreached],
            "bank": self.bank,
        }


@dataclass(frozen=True, repr=False)
class Ruling(Tabular):
    """A record, told."""

    entry: str
    title: str
    head: Head
    steps: tuple[Told, ...]
    net: Mapping[int, int]
    meters: Mapping[str, tuple[int | None, int]]
    banker: frozenset[int] = frozenset()
    """Who banked."""
    rankings: tuple[tuple[str, str], ...] = ()
    """How hands rank, where hands were compared: text and clause."""
    readings: tuple[tuple[str, str, str], ...] = ()
    """Those that decided something: number, text and clause."""
    words: Mapping[str, list[Quote]] = field(default_factory=dict)
    """What the clauses say, where the official text is at hand."""

    def rows(self) -> list[Row]:
        """Every wager, under the name that a settlement has it by: what decided it, and how its amount comes about."""
        return [
            {
                "step": told.step,
                "seat": ruled.row.seat,
                "wager": ruled.row.on_spot,
                "hand": ruled.row.hand,
                "title": ruled.title,
                "staked": in_dollars(ruled.row.staked),
                "outcome": ruled.row.outcome,
                "net": in_dollars(ruled.row.net),
                "decided_by": ruled.decided_by,
                "computation": "; ".join(ruled.computation),
                "cite": ruled.row.cite,
            }
            for told in self.steps
            for ruled in told.wagers
        ]

    def caption(self) -> str:
        return f"{self.title}, {self.entry}"

    def remarks(self) -> Sequence[str]:
        """What happened, in its order, and the readings that decided something."""
        many = len(self.steps) > 1
        story = [
            f"{f'Step {told.step}: ' if many else ''}{line.text} [{line.cite}]"
            for told in self.steps
            for line in told.story
        ]
        return [*story, *(f"Reading {id}: {text} [{cite}]" for id, text, cite in self.readings)]

    def as_json(self) -> dict[str, Any]:
        """The ruling as values."""
        return {
            "entry": self.entry,
            "title": self.title,
            "rulebook": self.head.model_dump(),
            "steps": [step.as_json() for step in self.steps],
            "net": {str(seat): dollars(amount) for seat, amount in sorted(self.net.items())},
            "meters": {
                name: {"before": None if before is None else dollars(before), "after": dollars(after)}
                for name, (before, after) in self.meters.items()
            },
            "rankings": [{"text": text, "cite": cite} for text, cite in self.rankings],
            "readings": [{"id": id, "text": text, "cite": cite} for id, text, cite in self.readings],
            "words": {cite: [quote._asdict() for quote in found] for cite, found in self.words.items()},
        }


def ruling_of(settled: Settled) -> Ruling:
    """Tell a settled record: every round of it, and what was collected between them."""
    entry = settled.table.setup.entry
    rounds = dict(settled.rounds)
    steps = tuple(
        told(
            step,
            rounds.get(step),
            [fee for at, fee in settled.fees if at == step],
            [each for at, each in settled.unreached if at == step],
            [each for at, each in settled.surplus if at == step],
        )
        for step in sorted({*rounds, *(at for at, _ in settled.fees)})
    )
    by_hands = any(each.reads for step in steps for each in step.hands)
    by_hands = by_hands or any(each.weighed.against for step in steps for each in step.wagers)
    made = {each.row.wager for step in steps for each in step.wagers}
    rankings = tuple(
        (" ".join(line.text.split()), line.cite)
        for line in entry.rankings
        if by_hands and (not line.wagers or made & {*line.wagers}) and matches(line.when, settled.table.setup.options)
    )
    cites = list(dict.fromkeys([*_cites(steps), *(cite for _, cite in rankings)]))
    paid = {(each.row.line or each.row.case, each.row.odds): None for step in steps for each in step.wagers}
    before = settled.record.meters
    return Ruling(
        entry.name,
        entry.title,
        head_of(entry.rulebook),
        steps,
        settled.net,
        {name: (int(before[name]) if name in before else None, held) for name, held in settled.meters.items()},
        frozenset(played.player_dealer.seat for played in rounds.values() if played.player_dealer is not None),
        rankings,
        tuple((each.id, " ".join(each.text.split()), each.cite) for each in decisive_readings(settled, _cites(steps))),
        {cite: found for cite in cites if (found := quotes(entry.rulebook, cite, paid))},
    )


def told(
    step: int,
    played: Round | None,
    collected: Sequence[Fee] = (),
    never_reached: Sequence[Unreached] = (),
    too_many: Sequence[Surplus] = (),
) -> Told:
    """One round, told; without one, what was collected between rounds."""
    if played is None:
        return Told(step, fees=tuple(collected))
    events = played.view("surveillance")
    return Told(
        step,
        tuple(story(played, events)),
        tuple(_hands(played, events)),
        tuple(_ruled(played, row) for row in played.settlements),
        (*played.fees, *collected),
        tuple(PotFee(event.text, -(event.amount or 0), event.cite, event.value) for event in played.events_of_pot_fees),
        tuple(called(played, events, too_many)),
        tuple(never_reached),
        _bank(played),
    )


def fee_as_json(fee: Fee) -> dict[str, Any]:
    """A fee, and what its amount goes by."""
    return fee.as_json() | ({} if fee.basis is None else {"computed_from": fee.basis.as_json()})


def _hands(played: Round, events: Sequence[Event]) -> Iterator[HeldHand]:
    """The hands as they lay at the end, in the game's own words."""
    held = _with_the_up_card(hands_seen(events), events)
    reads = read_hands(played.game, played.setup, held)
    several = with_several(held)
    first = {hand.owner: at for at, hand in reversed(list(enumerate(held))) if hand.owner is not None}
    order = {hand: at if hand.owner is None else first[hand.owner] for at, hand in enumerate(held)}
    for hand, cards in sorted(held.items(), key=lambda each: order[each[0]]):
        if str(hand) not in ASIDE:
            yield HeldHand(owner(hand, several), tuple(cards), reads.get(hand, ""))


def _with_the_up_card(held: dict[Hand, list[str]], events: Sequence[Event]) -> dict[Hand, list[str]]:
    """Where one card goes from each of a dealer's hands to the next, all of them with it."""
    several = [hand for hand in DEALERS if hand in held]
    moved = [event for event in events if event.kind == "move" and event.hand in several]
    if not moved:
        return held
    up = [str(card) for card in moved[0].cards]
    return held | {hand: [*up, *held[hand]] for hand in several if held[hand][: len(up)] != up}


def _bank(played: Round) -> str:
    """What a player who banks had up, and how much of it the wagers used."""
    bank = played.player_dealer
    if bank is None:
        return ""
    used = f"; {money(bank.used)} of it was used up by the wagers" if bank.used else ""
    return f"Seat {bank.seat} banks with {money(bank.wager)}{used}"


def _ruled(played: Round, row: Settlement) -> Ruled:
    offer = played.setup.offers.get(row.wager)
    title = (offer.title if offer is not None else in_words(row.wager).capitalize()) + (f" {row.on}" if row.on else "")
    title = on_hand(title, row.hand)
    weighed = weigh(played, row)
    steps = computation(row, next((bet for bet in played.bets if bet.key == row.key), None))
    return Ruled(row, title, decided_by(played, row, weighed), weighed, steps)


# -- what decided -----------------------------------------------------------------------------------------------------


def _cites(steps: Iterable[Told]) -> Iterator[str]:
    for step in steps:
        yield from (line.cite for line in step.story)
        yield from (ruled.row.cite for ruled in step.wagers)
        yield from (fee.cite for fee in step.fees)
        yield from (fee.cite for fee in step.pot_fees)
