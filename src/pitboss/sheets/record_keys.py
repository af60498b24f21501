"""What a record of a game may say: the keys that it takes, and an example that was dealt here and settles.

All of it comes from the entry and its script; nothing is written down a second time.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pitboss.engine.backline import BEHIND, PROMOTIONAL_CHIPS
from pitboss.engine.fees import CREDITED
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE
from pitboss.engine.record import BankSeat
from pitboss.engine.round import Round
from pitboss.engine.script import Game
from pitboss.engine.table import STOPPED, Table
from pitboss.engine.unreached import all_asked
from pitboss.errors import PitbossError, Refused
from pitboss.games import game_of
from pitboss.money import dollars, signed
from pitboss.rulebook.model import Entry, Irregularity, Option, every_value
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required
from pitboss.sheets.record_text import as_written
from pitboss.simulation.plan import usual_wagers
from pitboss.tables import settle

ROUNDS = 120
"""So many are dealt to see what players are asked, and to find one that makes an example."""
BANK = 1_000
"""What a player banks with in the example, in dollars."""
FIGURE = 100
"""A figure that a house chooses in the example where the rulebook gives none."""
FEW = 3
"""So many decisions of a seat are enough for an example."""

DRAWS = {
    "dice": "what the dice showed, in their order: [4, 3]",
    "spin": 'where the wheel or its ball came to rest: "17"',
    "multiplier": "what the reader board showed for a number that comes twice in a row",
    "number": "the number that was drawn for where the deal begins, in the place of dice",
    "house_set": 'how the dealer set the hand, where not by the house way: "low=Ad 9c"',
    "opening": 'the cards dealt for the button when the game opens, seat by seat: ["Kd", "7s"]',
    "bonus_wheel": "what the wheel of the bonus spin showed",
    "bonus_amount": "the dollars that the bonus button showed",
    "must_hit_trigger": "the hidden amount at which the Must Hit meter is won; it need not be given",
    "must_hit_winner": "the seat that the Must Hit meter went to",
    "magic_card": 'the card that the system drew: "4d"',
    "lucky_bonus": 'the position that the system drew, or "dealer"',
    "base_wagers": 'the wagers placed before the deal, each in dollars: "50 25"',
    "bonus_bets": 'the bonus bets placed before the deal, each in dollars: "80"',
    "promotional_chips": "how many promotional chips were wagered",
    "done": 'a list of what the dealer did, up to a round of cards: ["inspect red", "press button"]',
    "chip": 'the number of the chip in the machine that was checked: "A-1041"',
    "event": "what happened to the payoff meter: increase, win, impose_limit, malfunction, dispute, close...",
    "amount": "the dollars of the event, where it has any",
    "patron": "the number of the patron whom the event concerns, 1 unless it is given",
    "dispute": "which of several disputes the event decides",
    "explanation": "why an amount was lowered after a malfunction",
    "plan": "the approved plan that satisfies what a closed game owes",
}
"""What a record gives under the name of a draw of the scripts here."""


@dataclass(frozen=True)
class RecordKeys:
    """The keys of a record, each with what it holds here, and an example."""

    entry: Entry
    head: Mapping[str, str]
    round: Mapping[str, str]
    seat: Mapping[str, str]
    irregularities: Mapping[str, str]
    """Each with the keys that a call of it has besides its id."""
    example: str
    net: Mapping[int, int]

    def as_json(self) -> dict[str, Any]:
        return {
            "rulebook": self.entry.rulebook,
            "game": self.entry.game,
            "head": dict(self.head),
            "round": dict(self.round),
            "seat": dict(self.seat),
            "irregularities": {name: keys.split(", ") if keys else [] for name, keys in self.irregularities.items()},
            "example": self.example,
            "net": {str(seat): dollars(amount) for seat, amount in self.net.items()},
        }


def record_keys(entry: Entry, chosen: Mapping[str, Any] | None = None) -> RecordKeys:
    """The keys that a record of an entry takes under a house's options.

    >>> from pitboss.rulebook.loader import load
    >>> keys = record_keys(load("chapter4/red-dog"))
    >>> keys.seat["actions"].partition(";")[0], keys.round["community"]
    ('a list of decisions, in their order: no_raise, raise', 'its cards: "Ah Td 2c", "??" for one that nobody noted')
    """
    options, _ = assume_required(entry, chosen or {})
    setup, game = _in_operation(entry, options)
    seen = _dealt(setup, game)
    return RecordKeys(
        entry,
        dict(_head(setup, game)),
        dict(_round(setup, game)),
        dict(_seat(setup, game, seen)),
        {name: ", ".join(_named_by(rule)) for name, (rule, _) in setup.irregularities.items()},
        as_written(seen.record),
        dict(sorted(seen.played.net.items())),
    )


def _named_by(rule: Irregularity) -> Iterator[str]:
    """The keys that a call of an irregularity has besides its id."""
    yield from (key for key in ("seat", "wager", "card") if getattr(rule, key))
    yield from ("count", "on_table") if rule.counted is not None else ()


# -- the keys ---------------------------------------------------------------------------------------------------------


def _head(setup: Setup, game: Game) -> Iterator[tuple[str, str]]:
    entry = setup.entry
    yield "rulebook, game", f'"{entry.rulebook}" and "{entry.game}"'
    if entry.options:
        yield "options", f"what differs from the defaults of {_listed(entry.options)}"
    changeable = [name for name, table in entry.pay_tables.items() if table.change != "fixed"]
    if changeable:
        yield "pay_tables", f"lines that the house changed, of {_listed(changeable)}"
    if entry.wagers:
        yield "wagers", "a list of the wagers on the layout, where not all are offered"
    if entry.meters:
        yield "meters", f"what each that is in use held before the first round, in dollars: {_listed(entry.meters)}"
    if any(result.kind == "stays" for offer in setup.offers.values() for result, _ in offer.rulings.values()):
        yield "standing", "by seat, the wagers that lay on the layout already"
    carried = [*_of_use(entry, game, game.carries), *(["owed"] if setup.commission is not None else [])]
    carried += [CREDITED] if entry.fees is not None else []
    carried += [STOPPED] if setup.irregularities else []
    if carried:
        yield "carry", f"what the round before left: {_listed(carried)}"
    yield "title, cite, note", "for the reader"


def _round(setup: Setup, game: Game) -> Iterator[tuple[str, str]]:
    entry = setup.entry
    yield "steps", "several rounds, one after the other, each with the keys below"
    if entry.wagers:
        yield "seats", f"a table for each seat, numbered from 1 to {setup.seats}"
    for hand in _of_use(entry, game, game.hands):
        yield hand, f"its {_cards(entry)}"
    for draw in _of_use(entry, game, game.draws):
        yield draw, DRAWS.get(draw, "what chance decided, or what was said")
    if entry.bank.named_beforehand:
        yield "bank", "who banks: seat and wager, offer_declined, most_added"
    if entry.cards is not None and entry.cards.cut_card_from_back is not None:
        yield "cut_card", "the card of the round, by its number, before which the cut card came out"
    if entry.cards is not None:
        yield "reshuffle", "true in a step between rounds: all cards are shuffled"
    if entry.wagers:
        yield "leaves", "in a step between rounds, a list of the seats that leave"
    if entry.fees is not None and game.stacks:
        yield "time, seated, started", "in a step between rounds, the half hour that is paid for, and by whom"
    if setup.irregularities:
        yield "irregularities", "a list of what went wrong: id, and what is named below; amount, at, after"
        yield "repaired", "true in a step between rounds: what stopped the game is repaired"


def _seat(setup: Setup, game: Game, seen: "Seen") -> Iterator[tuple[str, str]]:
    entry = setup.entry
    if not entry.wagers:
        return
    before = [_named(setup, game, offer) for offer in setup.offers.values() if offer.placed == "before_deal"]
    yield "wagers", f"dollars by name: {_listed(before)}" if before else "none: what is staked is said in the round"
    if seen.dealt_to_seats:
        yield "cards", _cards(entry)
    if "split" in seen.asked or game.first_hands is not None:
        yield "hands, split_from", "in the place of cards, where a seat has several hands"
    asked = _listed(sorted(seen.asked)) or "none by these options"
    known = _of_use(entry, game, all_asked(game, setup) or ())
    seldom = [word for word in known if word not in seen.asked]
    others = f"; seldom, by other options or after something went wrong: {_listed(_in_runs(seldom))}" if seldom else ""
    yield "actions", f"a list of decisions, in their order: {asked}{others}"
    if says := _of_use(entry, game, game.says):
        yield "says", f"a list of what is said with the wagers: {_listed(says)}"
    if game.stacks:
        yield "stack", "the chips that the seat plays for, in dollars"
    yield "player", "a name, where one person plays several seats"


def _of_use(entry: Entry, game: Game, keys: Iterable[str]) -> list[str]:
    """Of the keys and words of a script those that the entry has use for, whatever the options."""
    said = {
        name
        for name, term in entry.terms.items()
        if any(value not in (None, False) for value in every_value(term.value))
    }
    said |= {case for wager in entry.wagers.values() for case in wager.cases}
    said |= {*entry.wagers, *([PROMOTIONAL_CHIPS] if entry.fees is not None else [])}
    said |= {word for rule in entry.irregularities.values() for words in every_value(rule.remedy) for word in words}
    needed = {BEHIND: "backline", PROMOTIONAL_CHIPS: PROMOTIONAL_CHIPS} | dict(game.only_with)
    return [key for key in keys if key not in needed or said & {*needed[key].split()}]


def _in_runs(words: Sequence[str]) -> Iterator[str]:
    """Words, of which those that go on by a number stand as the first and the last.

    >>> [*_in_runs(["no_cut", "cut_at_0", "cut_at_1", "cut_at_2", "set"])]
    ['no_cut', 'cut_at_0 to cut_at_2', 'set']
    """
    for _, run in groupby(words, key=lambda word: word.rstrip("0123456789")):
        first, *rest = run
        yield first if not rest else f"{first} to {rest[-1]}"


def _named(setup: Setup, game: Game, offer: Offer) -> str:
    """A wager as a record names it, with the first of its spots where it lies on one."""
    places = game.places(setup, offer)
    return f'"{offer.id} {places[0]}"' if places and places[0] else offer.id


def _cards(entry: Entry) -> str:
    if entry.cards is not None and entry.cards.pieces == "tiles":
        return 'tiles: "6-6 4-4 3-6 1-4", "??" for one that nobody noted'
    return 'cards: "Ah Td 2c", "??" for one that nobody noted'


def _listed(names: Any) -> str:
    return ", ".join(map(str, names))


# -- the example ------------------------------------------------------------------------------------------------------


def _in_operation(entry: Entry, options: Mapping[str, Any]) -> tuple[Setup, Game]:
    """A set-up that deals: where a section operates nothing by its defaults, a house has switched it on."""
    game, setup = game_of(entry), Setup.of(entry, options)
    if entry.wagers or Table(setup, game).refusal({}) is None:
        return setup, game
    for flag in (name for name, option in entry.options.items() if option.type == "flag" and name not in options):
        needs = {name: _figure(option) for name, option in entry.options.items() if flag in option.required_by}
        try:
            switched = Setup.of(entry, {flag: True} | needs | dict(options))
        except Refused:
            continue
        if Table(switched, game).refusal({}) is None:
            return switched, game
    return setup, game


def _figure(option: Option) -> Any:
    """Something that a house could choose where it has to."""
    return option.allowed[0] if option.allowed else option.at_least or FIGURE


@dataclass(frozen=True)
class Seen:
    """What some rounds have shown: what players are asked, whether they hold cards, and the round that tells most."""

    asked: frozenset[str]
    dealt_to_seats: bool
    record: Mapping[str, Any]
    played: Round


def _dealt(setup: Setup, game: Game) -> Seen:
    asked: set[str] = set()
    rounds: list[tuple[Table, Round]] = []
    for seed in range(ROUNDS):
        try:
            rounds.append(_one_round(setup, game, seed, asked))
        except Refused:
            continue  # a decision that the cards do not bear
    if not rounds:
        raise PitbossError(f"no round of {setup.entry.name} is dealt by these options")
    held = any(Hand(name).owner is not None for _, played in rounds for name in played.draws.taken)
    table, played = max(rounds, key=lambda each: _tells(each[1]))
    return Seen(frozenset(asked), held, _short(table), played)


def _short(table: Table) -> dict[str, Any]:
    """The record of a table without what it can do without: cards that were burned or discarded."""
    raw = table.record().as_raw()
    [step] = raw["steps"]
    for name in [name for name in step if name in ASIDE]:
        rest = raw | {"steps": [{key: value for key, value in step.items() if key != name}]}
        try:
            again = settle(rest)
        except PitbossError:
            continue
        if table.round is not None and again.rounds[-1][1].settlements == table.round.settlements:
            raw, step = rest, rest["steps"][0]
    return raw


def _tells(played: Round) -> int:
    """How much a round shows: a wager that wins, one that loses, a few decisions; no fold, and no hand too many."""
    outcomes = {row.outcome for row in played.settlements}
    decisions = [words.partition(" ")[0] for actions in played.actions.values() for words in actions]
    shown = len(outcomes & {"win", "lose"}) + 2 * ("win" in outcomes) + min(len(decisions), FEW)
    too_many = max(len(decisions) - FEW * len(played.seats), 0) + 2 * len(played.draws.split_from)
    return shown - too_many - 5 * (played.void + len(played.calls)) - 2 * len({"fold", "surrender"} & {*decisions})


def _one_round(setup: Setup, game: Game, seed: int, asked: set[str]) -> tuple[Table, Round]:
    table, rng = Table(setup, game, seed=seed), random.Random(seed)
    played = table.deal(_wagers(setup, game), bank=_bank(setup))
    while played.asking:
        ask = played.asking[0]
        asked.update(ask.names)
        played.act(rng.choice(ask.names), ask.seat)
    return table, played


def _wagers(setup: Setup, game: Game) -> dict[int, dict[str, str]]:
    if not setup.entry.wagers:
        return {}
    least = setup.entry.seats.min
    if game.takes_part:
        return {seat: {} for seat in range(1, max(least, 2) + 1)}
    placed = {name: dollars(stake) for name, stake in usual_wagers(setup).items()}
    return dict.fromkeys(range(1, least + 1), placed)


def _bank(setup: Setup) -> BankSeat | None:
    return BankSeat(setup.seats, BANK) if setup.entry.bank.kind == "player_dealer" else None


def net_in_words(net: Mapping[int, int], place: str = "seat") -> str:
    """What the example comes to.

    >>> net_in_words({1: 1000, 2: -500})
    'seat 1 +$10.00, seat 2 -$5.00'
    """
    return ", ".join(f"{place} {seat} {signed(amount)}" for seat, amount in net.items())
