"""A ruling: a settled record told for people, in order, with what each wager was decided by, computed and cited.

The same values are printed by ``pitboss settle --explain``, given as JSON and shown on the pages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from pitboss.engine.events import Event, Fee, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE, hands_seen, read_hands
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.equipment.cards import UNKNOWN
from pitboss.errors import PitbossError
from pitboss.money import Award, For, To, dollars, money, parse_pay
from pitboss.rulebook.sources import Head, Quote, head_of, quotes
from pitboss.sheets.paper import in_words, pretty_cards
from pitboss.tabular import Row, Tabular, in_dollars

QUIET = ("settle", "commission")
"""Events that the wagers below them tell."""
DEALER = Hand("dealer")
_READINGS = re.compile(r"Readings?\s+([^;\]]*)")
_HIGH_CARD = re.compile(r"\w+ high")
_COMPARED = re.compile(r"dealer higher|player higher|^beaten|(?:^|qualified )tie$")
"""A hand against the dealer's; "tie, straight" is told among players."""


@dataclass(frozen=True)
class Line:
    """One thing that happened, and its clause."""

    text: str
    cite: str
    seat: int | None = None
    irregular: bool = False


@dataclass(frozen=True)
class HeldHand:
    """A hand at the end of a round: whose, its pieces, and what it comes to."""

    hand: str
    pieces: tuple[str, ...]
    reads: str = ""


@dataclass(frozen=True)
class Ruled:
    """A wager: what became of it, what decided that, and how the amount comes about."""

    row: Settlement
    title: str
    decided_by: str
    computation: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """A round, or what happened between two."""

    step: int
    story: tuple[Line, ...] = ()
    hands: tuple[HeldHand, ...] = ()
    wagers: tuple[Ruled, ...] = ()
    fees: tuple[Fee, ...] = ()
    bank: str = ""


@dataclass(frozen=True, repr=False)
class Ruling(Tabular):
    """A record, told."""

    entry: str
    title: str
    head: Head
    steps: tuple[Told, ...]
    net: Mapping[int, int]
    meters: Mapping[str, tuple[int | None, int]]
    readings: tuple[tuple[str, str, str], ...] = ()
    """Those that decided something: number, text and clause."""
    words: Mapping[str, list[Quote]] = field(default_factory=dict)
    """What the clauses say, where the official text is at hand."""

    def rows(self) -> list[Row]:
        """Every wager: what decided it, and how its amount comes about."""
        return [
            {
                "step": told.step,
                "seat": ruled.row.seat,
                "wager": ruled.title,
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
            "steps": [_step_as_json(step) for step in self.steps],
            "net": {str(seat): dollars(amount) for seat, amount in sorted(self.net.items())},
            "meters": {
                name: {"before": None if before is None else dollars(before), "after": dollars(after)}
                for name, (before, after) in self.meters.items()
            },
            "readings": [{"id": id, "text": text, "cite": cite} for id, text, cite in self.readings],
            "words": {cite: [quote._asdict() for quote in found] for cite, found in self.words.items()},
        }


def ruling_of(settled: Settled) -> Ruling:
    """Tell a settled record: every round of it, and what was collected between them."""
    entry = settled.table.setup.entry
    rounds = dict(settled.rounds)
    steps = tuple(
        _told(step, rounds.get(step), [fee for at, fee in settled.fees if at == step])
        for step in sorted({*rounds, *(at for at, _ in settled.fees)})
    )
    cites = list(dict.fromkeys(_cites(steps)))
    before = settled.record.meters
    return Ruling(
        entry.name,
        entry.title,
        head_of(entry.rulebook),
        steps,
        settled.net,
        {name: (int(before[name]) if name in before else None, held) for name, held in settled.meters.items()},
        tuple((each.id, " ".join(each.text.split()), each.cite) for each in _decisive(entry.readings, cites)),
        {cite: found for cite in cites if (found := quotes(entry.rulebook, cite))},
    )


# -- a round ----------------------------------------------------------------------------------------------------------


def _told(step: int, played: Round | None, collected: Sequence[Fee]) -> Told:
    if played is None:
        return Told(step, fees=tuple(collected))
    events = played.view("surveillance")
    held = hands_seen(events)
    reads = read_hands(played.game, played.setup, held)
    hands = [HeldHand(_owner(hand), tuple(cards), reads.get(hand, "")) for hand, cards in held.items() if _lies(hand)]
    return Told(
        step,
        tuple(_story(played, events)),
        tuple(hands),
        tuple(_ruled(played, row, held, reads) for row in played.settlements),
        (*played.fees, *collected),
        _bank(played),
    )


def _story(played: Round, events: Sequence[Event]) -> Iterator[Line]:
    """What happened, in order; the cards of a deal are told hand by hand."""
    for dealt, group in groupby(events, key=lambda event: event.kind == "deal"):
        if dealt:
            yield from _dealt(list(group))
            continue
        for event in group:
            if event.kind not in QUIET and (text := _sentence(event)):
                yield Line(text, event.cite, event.seat, irregular=event.kind == "irregularity")


def _dealt(events: Sequence[Event]) -> Iterator[Line]:
    hands: dict[str, list[Event]] = {}
    for event in events:
        hands.setdefault(event.hand, []).append(event)
    for name, group in hands.items():
        cards = [card for event in group for card in event.cards]
        if set(cards) == {UNKNOWN} and name in ASIDE:
            continue
        shown = pretty_cards(cards) if set(cards) != {UNKNOWN} else f"{len(cards)} cards that are not told"
        hand = Hand(name)
        what = f"{_owner(hand)} {'are' if name == 'community' else 'gets'} {shown}"
        yield Line(what, group[0].cite, hand.owner)


def _sentence(event: Event) -> str:
    """An event in a sentence; nothing for one that the rest of the ruling tells."""
    cards = pretty_cards(event.cards) if event.cards and set(event.cards) != {UNKNOWN} else ""
    match event.kind:
        case "reveal":
            return f"{_owner(Hand(event.hand))}: turned up {cards}" if cards else ""
        case "decision":
            return f"Seat {event.seat}: {in_words(event.text)}"
        case "irregularity":
            return f"Irregularity: {event.text}"
        case "meter":
            return f"Meter: {event.text}" if event.text else ""
    where = f" (seat {event.seat})" if event.seat is not None and f"seat {event.seat}" not in event.text else ""
    amount = f" {money(abs(event.amount))}" if event.amount else ""
    told = " ".join(part for part in (in_words(event.text), cards) if part)
    return f"{in_words(event.kind).capitalize()}{where}: {told}{amount}" if told or amount else ""


def _owner(hand: Hand) -> str:
    """Whose hand it is, as a sentence begins."""
    if hand.owner is not None:
        return f"Seat {hand.owner}" + (f", {hand.name}" if hand.name else "")
    return "The community cards" if hand == "community" else f"The {in_words(hand)}"


def _lies(hand: Hand) -> bool:
    return str(hand) not in ASIDE


def _bank(played: Round) -> str:
    """What a player who banks had up, and how much of it the wagers used."""
    bank = played.player_dealer
    if bank is None:
        return ""
    return f"Seat {bank.seat} banks with {money(bank.wager)}; {money(bank.used)} of it was used up by the wagers"


# -- a wager ----------------------------------------------------------------------------------------------------------


def _ruled(played: Round, row: Settlement, held: Mapping[Hand, list[str]], reads: Mapping[Hand, str]) -> Ruled:
    offer = played.setup.offers.get(row.wager)
    title = (offer.title if offer is not None else in_words(row.wager)) + (f" {row.on}" if row.on else "")
    title += f" (hand {row.hand})" if row.hand > 1 else ""
    return Ruled(
        row,
        title,
        _decided_by(played, row, held, reads),
        tuple(_computation(row, offer is not None and offer.into_pot)),
    )


def _decided_by(played: Round, row: Settlement, held: Mapping[Hand, list[str]], reads: Mapping[Hand, str]) -> str:
    """The case, and the hands that made it where they have names."""
    hand = Hand.of(played.place(row.seat), row.hand)
    ours, theirs = reads.get(hand, ""), reads.get(DEALER, "")
    if "not qualify" in row.reason:
        return f"{row.reason}: the dealer has {theirs}" if theirs else row.reason
    if not ours or row.outcome == "void":
        return row.reason
    if (compared := _COMPARED.search(row.reason)) is None:
        return row.reason if row.wager.endswith("_dealer") else _by_table(row.reason, ours)
    if not theirs or "dealer_2" in held or "blackjack" in (ours, theirs):
        # Where the dealer plays several hands, or a blackjack counts as 21 and no more, the names do not tell it.
        return row.reason
    if compared[0].endswith("tie"):
        return f"{row.reason}: {ours} against {theirs}"
    if compared[0] == "player higher":
        return f"{row.reason}: {_over(ours, theirs, held[hand], held[DEALER])}"
    return f"{row.reason}: {_over(theirs, ours, held[DEALER], held[hand])}"


def _by_table(reason: str, ours: str) -> str:
    """The line that decides, and the hand in full where it is what the line goes by.

    >>> _by_table("straight flush", "straight flush, nine high"), _by_table("pair is not paid", "pair of aces")
    ('straight flush, nine high', 'pair is not paid: pair of aces')
    >>> _by_table("mini royal", "ace high"), _by_table("high card is not paid", "flush, ace high")
    ('mini royal', 'high card is not paid')
    """
    line = reason.removesuffix(" is not paid")
    if ours.startswith(reason):
        return ours
    made = _HIGH_CARD.fullmatch(ours) if line == "high card" else line in ours
    return f"{reason}: {ours}" if made else reason


def _over(higher: str, lower: str, winning: Sequence[str], losing: Sequence[str]) -> str:
    if higher != lower:
        return f"{higher} over {lower}"
    return f"{higher} each, and the cards beside them decide: {pretty_cards(winning)} over {pretty_cards(losing)}"


def _computation(row: Settlement, from_pot: bool) -> Iterator[str]:
    """How the amount comes about, step by step."""
    stake = row.lammer or row.staked
    match row.outcome:
        case "lose":
            if row.net == -row.staked:
                yield f"the {money(row.staked)} is lost" if row.staked else "nothing was staked"
            else:
                yield f"{money(-row.net)} of the {money(row.staked)} is lost, {money(row.staked + row.net)} goes back"
            return
        case "push" | "void":
            yield f"the {money(row.staked)} goes back"
            return
        case "stays":
            yield f"the {money(row.staked)} stays up"
            return
    if from_pot:
        yield f"{money(row.pays)} of the pot"
        if row.net < 0:
            yield f"{money(-row.net)} less than the {money(row.staked)} that was put in"
            return
        if row.staked:
            yield f"less the {money(row.staked)} that was put in"
        yield f"the wager wins {money(row.net)}"
        return
    told, due = _due(row, stake)
    if told:
        yield told
    if due is not None and row.net < due:
        short = money(due - row.net)
        if "less" in row.odds:
            yield f"less the commission of {short}"
        elif "cut to the payout limit" in row.reason:
            yield f"cut by {short} to the payout limit"
        elif "covered in part" in row.reason:
            yield f"{money(row.net)} of it is covered, {short} is not"
        elif due - row.net < 100:
            yield f"{short} of it is broken off"
    elif due is None and row.net < row.pays:
        yield f"less {money(row.pays - row.net)} of the wager that does not go back"
    yield f"the wager wins {money(row.net)}"


def _due(row: Settlement, stake: int) -> tuple[str, int | None]:
    """What the odds come to in words, and what they win before anything is taken off where that can be said."""
    base, pay = row.odds.split(" less ")[0], None
    try:
        pay = parse_pay(base)
        award = pay.award(stake) if isinstance(pay, To | For) and stake else None
    except PitbossError:
        award = None
    if award is None:
        if isinstance(pay, Award):
            return f"a fixed {money(row.pays)}", None
        return f"{row.odds} is {money(row.pays)}" if row.odds else "", None
    if isinstance(pay, For):
        return f"{money(stake)} at {base} is {money(award)}, the stake included", award - stake
    return f"{money(stake)} at {base} is {money(award)}", award


# -- what decided -----------------------------------------------------------------------------------------------------


def _cites(steps: Iterable[Told]) -> Iterator[str]:
    for step in steps:
        yield from (line.cite for line in step.story)
        yield from (ruled.row.cite for ruled in step.wagers)
        yield from (fee.cite for fee in step.fees)


def _decisive(readings: Sequence[Any], cites: Sequence[str]) -> list[Any]:
    """The readings that the clauses name: ``Reading 3``, ``Readings A3, A4``, or a bare ``A2``."""
    named: set[str] = set()
    for cite in cites:
        for match in _READINGS.finditer(cite):
            named |= {part.strip() for part in re.split(r",|\band\b", match[1])}
        named |= {part.strip() for part in re.split(r"[;,]", cite)}
    return [each for each in readings if each.id in named]


def _step_as_json(told: Told) -> dict[str, Any]:
    return {
        "step": told.step,
        "story": [
            {"text": line.text, "cite": line.cite, "seat": line.seat, "irregularity": line.irregular}
            for line in told.story
        ],
        "hands": [{"hand": each.hand, "pieces": list(each.pieces), "reads": each.reads} for each in told.hands],
        "wagers": [
            ruled.row.as_json()
            | {"title": ruled.title, "decided_by": ruled.decided_by, "computation": list(ruled.computation)}
            for ruled in told.wagers
        ],
        "fees": [fee.as_json() for fee in told.fees],
        "bank": told.bank,
    }
