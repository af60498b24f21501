"""A hand of poker for a pot in PHH, the Poker Hand History file format that other programs read and write.

It is made of what a viewer may see of the round: cards that were hidden from him are ``??`` in it. Where the format has
no word for the game, or for what happened, that is said in a sentence.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import tomli_w

from pitboss.engine.events import SURVEILLANCE, Event
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.games.pot.contest import COMMUNITY, CONTEST, Acted, Contest
from pitboss.games.pot.stakes import LIMIT, LOWER, NO_LIMIT, POT_LIMIT
from pitboss.money import dollars, money
from pitboss.rulebook.setup import Setup

HOLDEM, SHORT_DECK, OMAHA, OMAHA_8 = "hold'em", "short deck hold'em", "Omaha", "Omaha high-low eight or better"
STUD, STUD_8, RAZZ = "seven-card stud", "seven-card stud high-low eight or better", "seven-card low stud"
SINGLE_DRAW, TRIPLE_DRAW, BADUGI = "2-7 single draw", "2-7 triple draw", "Badugi"
CODES = {
    (HOLDEM, LIMIT): "FT",
    (HOLDEM, NO_LIMIT): "NT",
    (SHORT_DECK, NO_LIMIT): "NS",
    (OMAHA, POT_LIMIT): "PO",
    (OMAHA_8, LIMIT): "FO/8",
    (STUD, LIMIT): "F7S",
    (STUD_8, LIMIT): "F7S/8",
    (RAZZ, LIMIT): "FR",
    (SINGLE_DRAW, NO_LIMIT): "N2L1D",
    (TRIPLE_DRAW, LIMIT): "F2L3D",
    (BADUGI, LIMIT): "FB",
}
"""The format's codes for its variants."""
HARMLESS = {"play_on", "misdeal", "out_of_cards", "community_card"}
"""Remedies after which a hand is told as any other; one that is dealt again is told as it was dealt then."""
FLOP, MOST_WAGERS = 3, 4
WAGERS = ("bet", "bet_upper", "raise", "all_in", "open")
CHECK_OR_CALL, FOLD, BRING_IN = ("check", "call"), "fold", "bring_in"


@dataclass(frozen=True)
class About:
    """What is known of a hand besides the round: its table, number and time, and how the players are called."""

    table: str = ""
    hand: int | None = None
    at: str = ""
    """A moment as a journal writes it."""
    names: Mapping[str, str] | None = None
    """The players' names by their ids; without them they are told by their ids."""


def hand_history(played: Round, viewer: str | int = SURVEILLANCE, about: About | None = None) -> dict[str, Any]:
    """A hand as the fields of PHH, as a viewer may see it; refused in a sentence where the format cannot tell it.

    ``viewer`` is a seat, a player by his name, or one of those who see all.
    """
    contest: Contest | None = played.scratch.get(CONTEST)
    code = code_of(played.setup)
    if contest is None or not played.over:
        raise Refused("a hand is told in PHH once it is over")
    _must_be_told(played)
    about, order, stakes = about or About(), contest.order, contest.stakes
    head: dict[str, Any] = {"variant": code, "antes": [_plain(stakes.ante)] * len(order)}
    if code[:3] in ("F7S", "FR"):
        head["bring_in"] = _plain(stakes.bring_in)
    else:
        head["blinds_or_straddles"] = [_plain(amount) for amount in _blinds(contest)]
    if stakes.form == LIMIT:
        head |= {"small_bet": _plain(stakes.lower), "big_bet": _plain(stakes.upper)}
    else:
        head["min_bet"] = _plain(stakes.size(LOWER))
    unlimited = float("inf")
    stacks = [played.stacks.get(seat) for seat in order]
    head["starting_stacks"] = [unlimited if stack is None else _plain(stack) for stack in stacks]
    head["actions"] = Actions(played, contest, played.view(viewer)).lines
    if about.at:
        moment = datetime.fromisoformat(about.at).astimezone(UTC)
        head |= {"time": moment.time().replace(microsecond=0), "time_zone": "UTC"}
        head |= {"day": moment.day, "month": moment.month, "year": moment.year}
    if about.hand is not None:
        head["hand"] = about.hand
    head |= {"seats": list(order), "seat_count": played.setup.seats}
    if about.table:
        head["table"] = about.table
    if all(seat in played.players for seat in order):
        ids = [played.players[seat] for seat in order]
        head["players"] = [(about.names or {}).get(id, id) for id in ids]
    if None not in stacks:
        net = played.net
        head["finishing_stacks"] = [_plain((stack or 0) + net[seat]) for seat, stack in zip(order, stacks, strict=True)]
    head |= {"currency": "USD", "currency_symbol": "$", "_entry": played.setup.entry.name}
    if notes := _notes(played, contest):
        head["_notes"] = notes
    return head


def as_phh(hand: Mapping[str, Any]) -> str:
    """A hand as the text of a .phh file, which is TOML; figures stand in one line, as others write them."""
    return "".join(
        f"{name} = [{', '.join(map(str, value))}]\n"
        if isinstance(value, list) and not any(isinstance(each, str) for each in value)
        else tomli_w.dumps({name: value})
        for name, value in hand.items()
    )


def as_phhs(hands: Sequence[Mapping[str, Any]]) -> str:
    """Several hands as the text of a .phhs file."""
    return "\n".join(f"[{number}]\n{as_phh(hand)}" for number, hand in enumerate(hands, start=1))


def code_of(setup: Setup) -> str:
    """The format's code for a game; refused in a sentence where it has none.

    >>> from pitboss.rulebook import load
    >>> code_of(Setup.of(load("california/texas-holdem")))
    'FT'
    """
    from pitboss.games.pot.stakes import Stakes

    if setup.entry.family != "pot_poker":
        raise Refused(f"PHH tells hands of poker for a pot, and {setup.entry.title} is none")
    kind, form = _kind(setup), Stakes.of(setup).form
    if (kind, form) not in CODES:
        form = form.replace("_", " ")
        called = kind or str(setup.options.get("variant", setup.entry.title)).replace("_", " ")
        raise Refused(f"PHH has no code for {called} at {form}; the record tells the hand")
    return CODES[kind, form]


def _kind(setup: Setup) -> str:
    """What the format would call a game; nothing where it has no name for it at any form of betting."""
    high, low, variant = setup.term("best_hand"), setup.term("best_low"), setup.options.get("variant")
    if variant is not None:
        return _designated(setup, str(variant))
    if setup.entry.script == "stud_poker":
        return STUD_8 if low else STUD
    own, played = setup.term("deal"), setup.term("hole_cards_played") or 0
    if high == "short_deck":
        return SHORT_DECK
    if (own, played) == (4, 2):
        return OMAHA_8 if low else OMAHA
    return HOLDEM if (own, played, low) == (2, 0, None) else ""


def _designated(setup: Setup, variant: str) -> str:
    """The same for poker as the house designates it; a high-low game without a qualifier has no name."""
    deuce_to_seven = setup.term("low") == "deuce_to_seven"
    match variant:
        case "texas_holdem":
            return HOLDEM
        case "omaha" if setup.term("deal") == 4:
            return OMAHA
        case "seven_card_high_stud":
            return STUD
        case "seven_card_low_stud" if not deuce_to_seven and _opener(setup) == "high_card":
            return RAZZ
        case "badugi":
            return BADUGI
        case "five_card_low_draw" if deuce_to_seven and not setup.term("joker"):
            return {1: SINGLE_DRAW, 3: TRIPLE_DRAW}.get(setup.term("draws"), "")
    return ""


def _opener(setup: Setup) -> str:
    found: str = setup.term("opener") or setup.term("usual_opener")
    return found


def _must_be_told(played: Round) -> None:
    """Refuse a hand in which something happened that the format has no word for."""
    for call in played.calls:
        rule, remedy = played.setup.irregularities[call.id]
        if not HARMLESS.issuperset(remedy):
            raise Refused(f"PHH has no word for a ruling, and there was one in this hand: {rule.trigger}", rule.cite)


def _blinds(contest: Contest) -> list[int]:
    """What each player had to post, from the left of the button; below zero, to enter the game. With two players the
    format has them the other way round, as their blinds usually are."""
    extra = contest.entering - {contest.big_blind}
    posted = [contest.blinds.get(seat, 0) * (-1 if seat in extra else 1) for seat in contest.order]
    return posted[::-1] if len(posted) == 2 else posted


def _notes(played: Round, contest: Contest) -> list[str]:
    """Where a program that plays the hand again by the format's own rules comes to other stacks, or refuses it."""
    notes, stakes = [], contest.stakes
    taken = -sum(event.amount or 0 for event in played.events_of_pot_fees)
    paid = sum(fee.amount for fee in played.fees)
    if taken:
        notes.append(f"The house took {money(taken)} from the pot before it was awarded.")
    if paid:
        notes.append(f"Players paid the house {money(paid)} besides.")
    if played.term("best_hand") == "short_deck":
        notes.append("Three of a kind beats a straight here.")
    if played.term("low") == "deuce_to_seven" and played.term("best_hand") == "low" and played.term("wheel"):
        notes.append("A-2-3-4-5 is a straight here.")
    if stakes.bring_in:
        notes.append("A raise of the bring in adds the limit to it here, where others complete it to the limit.")
    rounds = Counter(each.street for each in contest.acted if each.word in WAGERS)
    if stakes.form == LIMIT and max(rounds.values(), default=0) > MOST_WAGERS:
        notes.append(f"A round had more than {MOST_WAGERS} bets and raises, which others do not allow at limit.")
    return notes


@dataclass
class Actions:
    """The lines of a hand: what was dealt, decided, drawn and shown, as the viewer saw it.

    The hands of players who are all in are shown before the cards that are still to come, as the format has it; the
    cards that replace discards come after all have discarded.
    """

    played: Round
    contest: Contest
    seen: Sequence[Event]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._dealt: dict[int, list[str]] = {seat: [] for seat in self.contest.order}
        self._waiting: dict[int, list[str]] = {}
        self._board: list[str] = []
        self._laid = 0
        self._drew: set[int] = set()
        self._shown = False
        self._showdown = {
            event.seat: event.cards for event in self.seen if event.kind == "reveal" and event.seat is not None
        }
        self._all_in = self._nobody_can_wager()
        acted = list(self.contest.acted)
        for number in range(self.contest.begun, len(self.seen)):
            while acted and acted[0].after <= number:
                self._act(acted.pop(0), last=not acted)
            self._tell(self.seen[number])
        for each in acted:
            self._act(each, last=each is acted[-1])
        self._show()

    def _nobody_can_wager(self) -> bool:
        """Whether at most one of those who came to the showdown had chips left when it was bet for the last time."""
        put_in = self.contest.put_in
        stacks = self.played.stacks
        able = [seat for seat in self._showdown if seat not in stacks or stacks[seat] > put_in.get(seat, 0)]
        return len(able) <= 1 and not self.played.term("hand_size")

    def _player(self, seat: int) -> str:
        return f"p{self.contest.order.index(seat) + 1}"

    def _act(self, each: Acted, last: bool) -> None:
        self._deal()
        who = self._player(each.seat)
        if each.word == FOLD:
            self.lines.append(f"{who} f")
        elif each.word in CHECK_OR_CALL:
            self.lines.append(f"{who} cc")
        elif each.word == BRING_IN:
            self.lines.append(f"{who} pb")
        else:
            self.lines.append(f"{who} cbr {_plain(each.to)}")
        if last and self._all_in:
            self._show()

    def _tell(self, event: Event) -> None:
        seat = event.seat
        match event.kind:
            case "deal" if event.hand == COMMUNITY:
                self._next_street()
                self._board += event.cards
            case "deal" if seat is not None and event.hand == Hand.of(seat):
                known = self._showdown[seat] if self._shown and seat in self._showdown else ()
                place = len(self._dealt[seat])
                card = known[place] if place < len(known) else event.cards[0]
                self._dealt[seat].append(card)
                self._waiting.setdefault(seat, []).append(card)
            case "deal":
                self._next_street()
            case "decision" if event.text == "pat" and seat is not None:
                self._draw(seat, ())
            case "discard" if seat is not None:
                self._draw(seat, event.cards)
            case "reveal":
                self._show()

    def _next_street(self) -> None:
        """A card is burned or laid out; hands that are all in were shown before."""
        if self._all_in and not self.contest.acted:
            self._show()

    def _draw(self, seat: int, discarded: Sequence[str]) -> None:
        if not self._drew or seat in self._drew:
            self._deal()
        self._drew.add(seat)
        for card in discarded:
            held = self._dealt[seat]
            held.remove(card) if card in held else held.pop()
        self.lines.append(" ".join(filter(None, (self._player(seat), "sd", "".join(discarded)))))

    def _deal(self) -> None:
        """Write what was dealt since something was decided."""
        for seat in self.contest.order:
            if cards := self._waiting.pop(seat, []):
                self.lines.append(f"d dh {self._player(seat)} {''.join(cards)}")
        while self._board:
            street = FLOP if self._laid == 0 and not self.contest.up[self.contest.order[0]] else 1
            self.lines.append(f"d db {''.join(self._board[:street])}")
            self._laid += street
            del self._board[:street]
        self._drew = set()

    def _show(self) -> None:
        self._deal()
        if not self._shown:
            self._shown = True
            for seat, cards in self._showdown.items():
                self.lines.append(f"{self._player(seat)} sm {''.join(cards[: len(self._dealt[seat])])}")


def _plain(amount: int) -> int | Decimal:
    """Cents as dollars, without a point where there is nothing behind it."""
    return amount // 100 if amount % 100 == 0 else Decimal(dollars(amount))
