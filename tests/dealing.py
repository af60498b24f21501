"""Random play for the tests: house set-ups that use every option value, random wagers, decisions and irregularities."""

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from craps_dealing import roll_round
from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import admit, read_bets
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.games.pot.stakes import Stakes
from pitboss.money import cents, dollars
from pitboss.rulebook import Entry, Setup, examine
from pitboss.rulebook.findings import examine_options
from pitboss.rulebook.model import Option
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.resolve import matches

NUMBERS = [str(number) for number in range(1, 37)]
COLORS = ("black", "blue", "gold", "red", "purple", "green")
SAMPLES: dict[str, Any] = {
    "color_sections": {color: NUMBERS[6 * n : 6 * n + 6] for n, color in enumerate(COLORS)},
    "multipliers": {"10": 5, "25": 2, "40": 1},
    "king_nines": {str(n): f"K{king} 9{nine}" for n, (king, nine) in enumerate(permutations("cdhs", 2), 1)},
    "timing_by_number": ["4", "10"],
    "prize_wheel": {"40": 30, "50": 15, "75": 4, "500": 1},
}
BACKWARDS = [*NUMBERS[::-1], "0"]
OTHERS: dict[str, list[Any]] = {
    "pockets": [BACKWARDS, ["00", *BACKWARDS]],
    "red_numbers": [NUMBERS[:18]],
    "awards": [{"50": 40, "75": 45, "100": 10, "500": 4, "1000": 1}, {"5": 40, "20": 40, "50": 20}],
    "ace_and_face": ["As Jd"],
    "sections": [{"1": 20, "2": 12, "5": 9, "10": 6, "20": 4, "joker": 2, "flag": 1}],
}
"""Data that a house may choose in place of what an entry has anyway."""
REPAIRS = 20


def setups(entry: Entry, rng: random.Random) -> Iterator[Setup]:
    """Legal set-ups of an entry that between them use every value of every option."""
    yield Setup.of(entry, _data(entry))
    for name, option in entry.options.items():
        for value in values_of(option):
            setup = _with(entry, name, value, rng)
            assert setup is not None, f"{entry.name}: no legal set-up has {name} = {value}"
            yield setup


def values_of(option: Option) -> list[Any]:
    """Values of an option worth trying: all of a choice, the ends of a range."""
    match option.type:
        case "choice":
            return list(option.allowed)
        case "flag":
            return [False, True]
        case "data":
            return [SAMPLES[option.shape]] if option.shape in SAMPLES else OTHERS.get(option.shape, [])
        case "money":
            ends = [option.at_least, option.at_most]
            return [end for end in ends if end is not None] or [option.default or "5.00"]
        case "odds":
            return [odds for odds in (option.at_least, option.at_most or "9 to 1") if odds is not None]
        case _:
            ends = [option.at_least, option.at_most]
            return [end for end in ends if end is not None] or ["1"]


def _data(entry: Entry) -> dict[str, Any]:
    found = {name: SAMPLES[option.shape] for name, option in entry.options.items() if option.shape in SAMPLES}
    if "personal_king_nines" in found:
        found["personal_king_nines"] = king_nines(entry)
    return found


def king_nines(entry: Entry) -> dict[str, str]:
    """A combination for each chair of the largest table at which Royal 9 is offered."""
    chairs = next(limit.values["true"] for limit in entry.seats.limits if limit.by == "royal_9")
    return {chair: pair for chair, pair in SAMPLES["king_nines"].items() if int(chair) <= chairs}


def _with(entry: Entry, name: str, value: Any, rng: random.Random) -> Setup | None:
    for attempt in range(300):
        options = _data(entry) | {name: value}
        if attempt:
            others = rng.sample(sorted(entry.options), k=min(len(entry.options), rng.randint(1, 6)))
            for other in others:
                if other != name and (values := values_of(entry.options[other])):
                    options[other] = rng.choice(values)
            _unbar(entry, name, options, rng)
        setup, findings = examine(entry, options)
        judge = game_of(entry).examine
        if setup is not None and judge is not None:
            findings = [*findings, *judge(setup)]
        if setup is not None and not any(finding.level == "refused" for finding in findings):
            return setup
    return None


def _unbar(entry: Entry, name: str, options: dict[str, Any], rng: random.Random) -> None:
    """Change options that may not go together until they may, but for the one that is wanted; or give up."""
    for _ in range(REPAIRS):
        values, _ = examine_options(entry, options)
        barred = [
            {*rule.when, *(other for other, refused in rule.options.items() if values.get(other) in refused)} - {name}
            for rule in entry.exclusions
            if matches(rule.when, values)
            and any(values.get(other) in refused for other, refused in rule.options.items())
        ]
        if not barred:
            return
        if choices := sorted(rng.choice(barred)):
            other = rng.choice(choices)
            options[other] = rng.choice(values_of(entry.options[other]))


def seat_wagers(table: Table, seat: int, rng: random.Random, made_by: str = "players") -> dict[str, str]:
    """Random wagers that the table takes from one seat."""
    offers = [
        offer for offer in table.setup.offers.values() if offer.placed == "before_deal" and offer.made_by == made_by
    ]
    if not offers:
        return {}
    for attempt in range(60):
        few = rng.sample(offers, k=rng.randint(1, min(len(offers), 5)))
        wagers = {_placed(table, offer, rng): _amount(offer, rng, attempt) for offer in few}
        wagers |= {
            offer.id: dollars(cents(wagers[offer.equals]) * offer.tied_times) for offer in few if offer.equals in wagers
        }
        try:
            admit(table.setup, read_bets(table.setup, table.game, seat, wagers), {})
        except Refused:
            continue
        return wagers
    return {}


def _placed(table: Table, offer: Offer, rng: random.Random) -> str:
    if not offer.spots:
        return offer.id
    assert table.game.spots is not None
    return f"{offer.id} {rng.choice(table.game.spots(table.setup, offer))}"


def _amount(offer: Offer, rng: random.Random, attempt: int) -> str:
    if offer.exactly is not None:
        return dollars(offer.exactly)
    if offer.one_of:
        return dollars(rng.choice(offer.one_of))
    low = offer.min or offer.unit
    high = min(offer.max or 50_000, 50_000)
    stake = rng.choice([low, high, 500, 1000, 2500, rng.randint(low, max(low, high))])
    if attempt > 30:
        stake = low
    return dollars(max(stake - stake % offer.unit, offer.unit))


def random_call(setup: Setup, seats: list[int], wagers: dict[int, dict[str, str]], rng: random.Random) -> Call | None:
    """A random irregularity of the entry, as far as it makes sense with these wagers."""
    if not setup.irregularities:
        return None
    name = rng.choice(sorted(setup.irregularities))
    rule, remedy = setup.irregularities[name]
    if "cap_at_maximum" in remedy or "valid_as_placed" in remedy:
        return None
    if (rule.seat or rule.wager) and not seats:
        return None
    seat = rng.choice(seats) if rule.seat or rule.wager else None
    wager = rng.choice(sorted(wagers[seat])).split()[0] if seat and rule.wager else None
    return Call(name, seat=seat, wager=wager, count=rng.randint(0, 52) if rule.counted else None)


def deal_round(table: Table, count: int, rng: random.Random, call_rate: float) -> Round | None:
    """Deal one random round to ``count`` seats; None when the table would not take the wagers."""
    if table.stopped is not None:
        assert table.refusal({1: {}}) is not None
        table.repair()
    if not table.setup.entry.wagers:
        return _let_something_happen(table, rng, call_rate)
    places = list(range(1, table.setup.seats + 1))
    bank = None
    if table.setup.entry.bank.kind == "player_dealer":
        bank = BankSeat.of_cents(rng.choice(places), rng.choice([500, 2_500, 20_000, 1_000_000]), offer_declined=True)
        places.remove(bank.seat)
    if table.setup.entry.script == "craps":
        return roll_round(
            table,
            count,
            rng,
            lambda made: random_call(table.setup, sorted(made), made, rng) if rng.random() < call_rate else None,
        )
    if table.setup.entry.bank.kind == "alternating":
        bank = _bank_in_turn(table, rng)
    seats = sorted(rng.sample(places, k=min(count, len(places))))
    if table.game.stacks:
        return _deal_for_stacks(table, seats, rng)
    made_by = {bank.seat: "banker"} if bank is not None else {}
    wagers = {seat: seat_wagers(table, seat, rng, made_by.get(seat, "players")) for seat in seats}
    if not table.game.takes_part:
        wagers = {seat: placed for seat, placed in wagers.items() if placed}
    if not wagers:
        return None
    called = random_call(table.setup, sorted(wagers), wagers, rng) if rng.random() < call_rate else None
    try:
        return table.deal(wagers, bank=bank, calls=[called] if called else [])
    except Refused:
        pass
    taken = _what_it_takes(table, wagers, bank, rng)
    try:
        # Where wagers that stand may not be changed, the round goes on with them alone.
        return table.deal(taken, bank=bank) if taken or table.standing else None
    except Refused:
        return None


def _deal_for_stacks(table: Table, seats: list[int], rng: random.Random) -> Round | None:
    """A round among the chips in front of these seats: some with plenty, some soon all in, of some nobody knows."""
    stacks = {seat: random_stack(table, rng) for seat in seats if rng.random() < 0.95}
    try:
        return table.deal({seat: {} for seat in seats}, stacks=stacks)
    except Refused:
        assert len(seats) < table.setup.entry.seats.min
        return None


def random_stack(table: Table, rng: random.Random) -> str:
    stakes = Stakes.of(table.setup)
    big = stakes.big or stakes.bring_in or stakes.lower
    return dollars(rng.choice([rng.randint(1, big), rng.randint(1, 10 * big), big * rng.randint(1, 100)]))


def _bank_in_turn(table: Table, rng: random.Random) -> BankSeat | None:
    """Somebody whose turn it is takes the bank, more often than not, with enough for everything or with little."""
    for seat in range(1, table.setup.seats + 1):
        assert table.game.may_bank is not None
        try:
            table.game.may_bank(table.setup, table.carry, seat)
        except Refused:
            continue
        return BankSeat.of_cents(seat, rng.choice([0, 50_000, 1_000_000])) if rng.random() < 0.7 else None
    return None


def _what_it_takes(
    table: Table, wagers: dict[int, dict[str, str]], bank: BankSeat | None, rng: random.Random
) -> dict[int, dict[str, str]]:
    """Some of these wagers that the table takes now; tried twice, since one may have to be there before another."""
    some = [(seat, name, amount) for seat, placed in wagers.items() for name, amount in placed.items()]
    rng.shuffle(some)
    taken: dict[int, dict[str, str]] = {}
    for seat, name, amount in some[:8] * 2:
        tried = taken | {seat: taken.get(seat, {}) | {name: amount}}
        if tried != taken and table.refusal(tried, bank=bank) is None:
            taken = tried
    return taken


def _let_something_happen(table: Table, rng: random.Random, call_rate: float) -> Round | None:
    """A round of an entry that has no wagers; None when what was called could not happen now."""
    called = random_call(table.setup, [], {}, rng) if rng.random() < call_rate else None
    try:
        return table.deal({}, calls=[called] if called else [])
    except Refused:
        return None


def is_in_operation(table: Table) -> bool:
    """False where an entry without wagers is switched off by the house's options."""
    return bool(table.setup.entry.wagers) or table.refusal({}) is None


def fresh_table(entry: Entry, setup: Setup, rng: random.Random) -> Table:
    return Table(setup, game_of(entry), seed=rng.getrandbits(32))
