"""A round told in order: the cards, the dice, the decisions, and each irregularity with what it did here."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pitboss.engine.events import DEALER, Basis, Event, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.unreached import Surplus
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import cents, dollars, money
from pitboss.sheets.paper import in_words, told_cards

QUIET = ("settle", "commission", "commission marked", "fee")
"""Events that the wagers and fees below them tell."""
NAMES = {
    "community": "The community cards",
    "player": "The Player's Hand",
    "banker": "The Banker's Hand",
    "hole": "The hole card",
    "phantom": "The Phantom Hand",
    **dict.fromkeys(("burn", "burned", "war_burn", "board_burn"), "Burned"),
}
LIE = {"community": " are", "hole": " is"} | dict.fromkeys(("burn", "burned", "war_burn", "board_burn"), ":")
"""Of cards that nobody gets, what stands between their name and them."""
BECAME = {"win": "wins", "push": "pushes", "void": "goes back", "stays": "stays up", "lose": "is lost"}
THE_CARD = "the card"
"""What a remedy says of a card that is then shown."""
_REMEDY = re.compile(r"^Remedy \(seat (\d+)\): ")
_AMOUNT = re.compile(r"\b(\d+\.\d\d)$")


@dataclass(frozen=True)
class Line:
    """One thing that happened, its clause, and the event's own values."""

    text: str
    cite: str
    seat: int | None = None
    irregular: bool = False
    kind: str = ""
    hand: str = ""
    pieces: tuple[str, ...] = ()
    amount: int | None = None
    value: Any = None

    def as_json(self) -> dict[str, Any]:
        found = {"text": self.text, "kind": self.kind, "cite": self.cite, "seat": self.seat}
        more = {
            "irregularity": self.irregular,
            "hand": self.hand,
            "pieces": list(self.pieces),
            "amount": None if self.amount is None else dollars(self.amount),
            "value": _as_json(self.kind, self.value),
        }
        return found | {name: value for name, value in more.items() if value not in (None, "", [], False)}


@dataclass(frozen=True)
class Called:
    """An irregularity: what went wrong, what the rule says, and what it did here."""

    call: Call
    trigger: str
    rule: str
    cite: str
    done: tuple[Line, ...]

    @property
    def concerns(self) -> str:
        """Whom and what it is about: seat, card, wager, amount."""
        call = self.call
        parts = [
            "" if call.seat is None else f"seat {call.seat}",
            "" if call.card is None else told_cards([call.card]),
            "" if call.wager is None else in_words(call.wager),
            "" if call.cents is None else money(call.cents),
        ]
        return ", ".join(part for part in parts if part)

    def as_json(self) -> dict[str, Any]:
        call = self.call
        named = {"seat": call.seat, "card": call.card, "wager": call.wager, "amount": call.amount, "at": call.at}
        return {
            "id": call.id,
            **{name: value for name, value in named.items() if value is not None},
            "what": self.trigger,
            "rule": self.rule,
            "did": [line.as_json() for line in self.done],
            "cite": self.cite,
        }


def _as_json(kind: str, value: Any) -> Any:
    """What an event says as a value; money as a decimal text."""
    if isinstance(value, Basis | Settlement):
        return value.as_json()
    return dollars(value) if kind in ("decision", "pot", "award") and value is not None else value


def story(played: Round, events: Sequence[Event]) -> Iterator[Line]:
    """What happened, in order; the cards of a deal are told hand by hand, and none is turned up twice."""
    shown: dict[str, list[str]] = {}
    several: set[int] = set()
    for dealt, group in groupby(events, key=lambda event: event.kind == "deal"):
        if dealt:
            cards = list(group)
            several |= with_several(event.hand for event in cards)
            yield from _dealt(cards, several)
            continue
        for event in group:
            if event.kind == "irregularity":
                rule, _ = played.setup.irregularities[event.value]
                yield _line(event, f"Irregularity: {rule.trigger}")
            elif (event.kind not in QUIET or _is_told(event)) and (text := _sentence(event, shown, several)):
                yield _line(event, text)
            several |= with_several([event.hand] if event.source else [])


def called(played: Round, events: Sequence[Event], too_many: Sequence[Surplus] = ()) -> Iterator[Called]:
    """Each irregularity with the cards that it is about, and with what was done: there and then, or later in the round
    under its clause."""
    begins = [span.start for span in played.ruled]
    for call, span in zip(played.calls, played.ruled, strict=True):
        rule, _ = played.setup.irregularities[call.id]
        until = min((begin for begin in begins if begin > span.start), default=len(events))
        of_this = [
            event
            for at, event in enumerate(events[:until])
            if at > span.start and (at in span or event.cite == events[span.start].cite)
        ]
        about = [_too_many(each, rule.cite) for each in too_many if each.call is call]
        told = dict.fromkeys(line for event in of_this for line in _consequence(event))
        yield Called(call, rule.trigger, rule.text, rule.cite, (*about, *told))


def decision(words: str) -> str:
    """What somebody decided, as it is told.

    >>> decision("bid 1000.00"), decision("no_bid")
    ('bid $1,000.00', 'no bid')
    """
    return _AMOUNT.sub(lambda found: money(cents(found[1])), in_words(words))


def owner(hand: Hand, several: Collection[int] = ()) -> str:
    """Whose hand it is, as a sentence begins; the first one of a seat that has several by its number, too."""
    if hand.owner in several and not hand.name:
        return f"Seat {hand.owner}, hand 1"
    if hand.owner is not None:
        return f"Seat {hand.owner}" + (f", {hand.name}" if hand.name else "")
    if hand.startswith(f"{DEALER} "):
        return f"The dealer, {in_words(hand).removeprefix(f'{DEALER} ')}"
    return NAMES.get(str(hand), f"The {in_words(hand)}")


def with_several(hands: Iterable[str]) -> set[int]:
    """The seats that have more than one of these hands, and so a number for each.

    >>> with_several(["seat 1", "seat 2", "seat 2 hand 2", "dealer"])
    {2}
    """
    return {hand.owner for hand in map(Hand, hands) if hand.owner is not None and hand.number > 1}


# -- events in sentences ----------------------------------------------------------------------------------------------


def _is_told(event: Event) -> bool:
    """A commission on a whole pot is no row's own."""
    return event.kind == "commission" and bool(event.text)


def _line(event: Event, text: str) -> Line:
    pieces = tuple(event.cards) if UNKNOWN not in event.cards else ()
    irregular = event.kind == "irregularity"
    return Line(text, event.cite, event.seat, irregular, event.kind, event.hand, pieces, event.amount, event.value)


def _dealt(events: Sequence[Event], several: Collection[int] = ()) -> Iterator[Line]:
    hands: dict[str, list[Event]] = {}
    for event in events:
        hands.setdefault(event.hand, []).append(event)
    for name, group in hands.items():
        cards = [card for event in group for card in event.cards]
        if set(cards) == {UNKNOWN} and name in ASIDE:
            continue
        many = "a card" if len(cards) == 1 else f"{len(cards)} cards"
        shown = told_cards(cards) if set(cards) != {UNKNOWN} else f"{many} that the record does not give"
        why = next((f": {event.text}" for event in group if event.text), "")
        hand = Hand(name)
        verb = LIE.get(name, " gets")
        pieces = tuple(cards) if UNKNOWN not in cards else ()
        yield Line(f"{owner(hand, several)}{verb} {shown}{why}", group[0].cite, hand.owner, False, "deal", name, pieces)


def _sentence(event: Event, shown: dict[str, list[str]], several: Collection[int] = ()) -> str:
    """An event in a sentence; nothing for one that the rest of the ruling tells."""
    cards = told_cards(event.cards) if event.cards and set(event.cards) != {UNKNOWN} else ""
    match event.kind:
        case "reveal":
            return _turned_up(event, shown, several)
        case "decision" if event.text == "set":
            return ""  # how it was set is told next
        case "decision":
            costs = f", {money(event.value)}" if event.value else ""
            return f"{_decides(event, several)}: {decision(event.text)}{costs}"
        case "meter":
            what, colon, then = in_words(event.text).partition(":")
            amount = f"{',' if colon else ' by'} {money(abs(event.amount))}" if event.amount else ""
            return f"Meter: {what}{amount}{colon}{then}" if what else ""
        case "taken back":
            return f"Seat {event.seat} takes back {in_words(event.text)}, {money(event.amount or 0)}"
        case "returned" if event.amount:
            return f"Returned to seat {event.seat}, {money(event.amount)}: {in_words(event.text)}"
    if event.source and event.hand:
        return _moved(event, cards, several)
    where = f" (seat {event.seat})" if event.seat is not None and f"seat {event.seat}" not in event.text else ""
    amount = f" {money(abs(event.amount))}" if event.amount else ""
    text = in_words(event.text)
    if cards and text.startswith(THE_CARD):
        text, cards = f"{cards}{text.removeprefix(THE_CARD)}", ""
    told = " ".join(part for part in (text, cards) if part)
    told += "," if amount and told[-1:].isdigit() else ""
    return f"{in_words(event.kind).capitalize()}{where}: {told}{amount}" if told or amount else ""


def _decides(event: Event, several: Collection[int]) -> str:
    """Who decided, and about which hand: of a seat that has several, or of the seat that somebody stands behind."""
    if not event.hand:
        return f"Seat {event.seat}"
    hand = Hand(event.hand)
    whose = owner(hand, several)
    return whose if hand.owner == event.seat else f"Seat {event.seat}, behind {whose[0].lower()}{whose[1:]}"


def _turned_up(event: Event, shown: dict[str, list[str]], several: Collection[int]) -> str:
    """The cards of a hand that were not seen before."""
    before = list(shown.setdefault(event.hand, []))
    fresh = []
    for card in event.cards:
        if card in before:
            before.remove(card)
        else:
            fresh.append(card)
    shown[event.hand] += fresh
    known = [card for card in fresh if card != UNKNOWN]
    return f"{owner(Hand(event.hand), several)}: turned up {told_cards(known)}" if known else ""


def _moved(event: Event, cards: str, several: Collection[int]) -> str:
    """Pieces that go from one hand to another: set, split, switched, given up."""
    to, source = Hand(event.hand), Hand(event.source)
    who, pieces = owner(source, several), cards or f"{len(event.cards)} cards"
    part = to.name.removeprefix(source.name).strip() if to.owner == source.owner else ""
    match event.kind:
        case "set":
            return f"{who} sets {pieces} as the {str(to).rpartition(' ')[2]} hand"
        case "reset":
            return ""
        case "split":
            return f"{who} is split: {pieces} begins {to.name or 'a hand of its own'}"
        case "switch":
            return f"{who} switches: {pieces} goes to {part or 'hand 1'}"
        case "exchange":
            return f"{who} gives up {pieces} for other cards"
        case "burn":
            return f"{pieces} is burned"
    where = "the discards" if "discard" in str(to) else owner(to)
    verb = "goes" if len(event.cards) == 1 else "go"
    return f"{who}: {pieces} {verb} to {where[0].lower()}{where[1:]}"


def _too_many(each: Surplus, cite: str) -> Line:
    """Cards that an irregularity is about; of a hand that had others before, those beyond them."""
    many = "is one" if len(each.cards) == 1 else f"are {len(each.cards)}"
    told = f"{many} more than the {each.dealt} that the rules had dealt"
    if not each.dealt:
        told = "is what this is about" if len(each.cards) == 1 else "are what this is about"
    text = f"{owner(each.hand)}: {told_cards(each.cards)} {told}"
    return Line(text, cite, each.hand.owner, False, "too many", each.hand, each.cards)


def _consequence(event: Event) -> Iterator[Line]:
    """What an irregularity did: a wager that goes back or is lost, a card that goes somewhere, a decision."""
    if event.kind == "irregularity":
        return
    if isinstance(row := event.value, Settlement):
        became = BECAME[row.outcome]
        yield _line(event, f"Seat {row.seat}: {in_words(row.on_spot)}, {money(row.staked)}, {became}")
    elif event.kind == "deal":
        yield from _dealt([event])
    elif text := _sentence(event, {}):
        yield _line(event, _REMEDY.sub(r"Seat \1: ", text.removeprefix("Remedy: ")))
