"""What is to be simulated: a table, the wagers of one player, a strategy, a seed, and how long."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import Any

from pitboss.catalogue import part
from pitboss.engine.record import BankSeat
from pitboss.engine.wagers import Bet, admit, read_bets
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.games import game_of
from pitboss.money import Money, cents, dollars, money
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import Entry
from pitboss.rulebook.setup import Setup

SEAT = 1
TEN_DOLLARS = 1_000
MOST_ROUNDS = 10**12
MOST_SESSIONS = 5_000_000
MOST_SESSION_ROUNDS = 10**9
# Covers whatever a round can cost a player who banks it.
BANK = 10**13


@dataclass(frozen=True)
class Session:
    """How long a player stays: so many rounds, or until the money is gone, or until there is enough of it.

    Money is in cents; without a bankroll nobody is ever ruined.
    """

    rounds: int
    bankroll: int | None = None
    target: int | None = None


@dataclass(frozen=True)
class Plan:
    """All that a simulation depends on. It is small and says it in plain values, so any worker can be sent one.

    ``wagers`` are those of one player, by name with the spot, in cents; ``edition`` is a digest of the rulebook entry,
    so that two machines with different editions of it do not simulate together. ``count`` is how cards are counted, so
    that results are told by it; ``penetration`` the part of a shoe that is dealt, if not the entry's own.
    """

    entry: str
    options: Mapping[str, Any]
    wagers: Mapping[str, int]
    seed: str
    rounds: int
    session: Session | None = None
    strategy: str = ""
    meters: Mapping[str, int] = field(default_factory=dict)
    pay_tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    edition: str = ""
    count: str = ""
    penetration: str | None = None

    def setup(self) -> Setup:
        """The table's rules in force."""
        entry = load(self.entry)
        if self.edition and edition_of(entry) != self.edition:
            raise Refused(f"another edition of {self.entry} is installed here than where the simulation was started")
        return Setup.of(entry, self.options, self.pay_tables)

    @property
    def sessions(self) -> int:
        """How many sessions the rounds make."""
        return self.rounds // self.session.rounds if self.session is not None else 0


def plan_of(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    rounds: int,
    seed: int | str,
    wagers: Mapping[str, Money] | None = None,
    strategy: str = "",
    session: Session | None = None,
    meters: Mapping[str, Money] | None = None,
    pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
    count: str = "",
    penetration: str | None = None,
) -> Plan:
    """Make a plan, or say what is wrong with it.

    >>> plan_of("chapter4/three-card-poker", rounds=1000, seed=1).wagers
    {'ante': 1000}
    """
    entry = load(name)
    setup = Setup.of(entry, options, pay_tables)
    setup.must_have_wagers("simulate")
    placed = _placed(setup, wagers) if wagers else usual_wagers(setup)
    plan = Plan(
        entry=entry.name,
        options=dict(options or {}),
        wagers=placed,
        seed=str(seed),
        rounds=rounds,
        session=session,
        strategy=strategy,
        meters=_meters(setup, meters or {}),
        pay_tables=dict(pay_tables or {}),
        edition=edition_of(entry),
        count=_count(setup, count),
        penetration=_penetration(penetration),
    )
    _check_length(plan)
    _check_session(plan, setup)
    return plan


def edition_of(entry: Entry) -> str:
    """A digest of everything an entry says."""
    return sha256(entry.model_dump_json().encode()).hexdigest()[:16]


# -- The wagers ------------------------------------------------------------------------------------------------------


def bets_of(setup: Setup, wagers: Mapping[str, int]) -> list[Bet]:
    """The player's wagers, admitted by the table as it admits any."""
    bets = read_bets(setup, game_of(setup.entry), SEAT, {name: dollars(stake) for name, stake in wagers.items()})
    admit(setup, bets, {})
    return bets


def bank_of(setup: Setup) -> BankSeat | None:
    """Where a player banks: somebody at the last seat who can cover everything, and goes on banking."""
    if setup.entry.bank.kind != "player_dealer":
        return None
    return BankSeat.of_cents(setup.seats, BANK, offer_declined=True)


def row_of(setup: Setup, placed: Mapping[str, int], wager: str) -> str:
    """The wager under which a settlement is reported: its own, or the one that it belongs to.

    Play goes with the Ante it equals, a bonus with the wager it is named after, a meter with the wager that feeds it.
    A wager that is made besides and may only not be more than another is told by itself.
    """
    offer = setup.offers.get(wager.partition(" ")[0])
    besides = offer is not None and offer.or_less and wager in placed
    if offer is not None and offer.equals is not None and offer.equals in placed and not besides:
        return row_of(setup, placed, offer.equals)
    if wager in placed:
        return wager
    if wager in setup.meters:
        wager = setup.meters[wager].wager
    spotless = wager.partition(" ")[0]
    if spotless in placed:
        return spotless
    for name in placed:
        if wager == name or wager.startswith(f"{name}_"):
            return name
    # Odds go with the bet that they need: behind put 6, with put 6.
    needed = next((need for need in offer.needs), "") if offer is not None else ""
    return next((name for name in (wager.replace(spotless, needed), needed) if name in placed), next(iter(placed)))


def rows_of(setup: Setup, placed: Mapping[str, int]) -> dict[str, int]:
    """The wagers that results are reported under, and the unit of each: its amount."""
    rows = dict.fromkeys(row_of(setup, placed, name) for name in placed)
    return {name: placed[name] for name in rows}


def fee_of(setup: Setup, placed: Mapping[str, int]) -> int:
    """What a card room takes from the player for every round."""
    rules, schedule = setup.entry.fees, setup.schedule
    if rules is None or schedule is None:
        return 0
    return cents(schedule.player) * sum(name.partition(" ")[0] == rules.per for name in placed)


def most_at_risk(setup: Setup, placed: Mapping[str, int], strategy: str = "") -> int:
    """What a player must have to sit out a round whatever happens: the wagers, all that may be added, and the fee."""
    if setup.entry.script == "craps":
        from pitboss.simulation.craps import most_up

        return most_up(setup, placed, strategy)
    added = 0
    for offer in setup.offers.values():
        if offer.placed == "decision" and offer.equals is not None:
            times = max((max(each) for each in offer.times.values() if each), default=1)
            added += placed.get(offer.equals, 0) * times
    most_added = game_of(setup.entry).most_added
    if most_added is not None:
        from pitboss.simulation.strategies import FIRST, chosen

        # What is offered first costs nothing.
        added += most_added(setup, placed) if chosen(setup, strategy) != FIRST else 0
    return sum(placed.values()) + added + fee_of(setup, placed)


def _placed(setup: Setup, wagers: Mapping[str, Money]) -> dict[str, int]:
    """Wagers as somebody names them, with their spots as the layout writes them."""
    if setup.entry.script == "craps":
        from pitboss.simulation.craps import read_wagers

        return read_wagers(setup, wagers)
    if setup.entry.bank.kind == "participants":
        from pitboss.simulation import chemin_de_fer

        return chemin_de_fer.read_wagers(setup, wagers)
    read = read_bets(setup, game_of(setup.entry), SEAT, wagers)
    admit(setup, read, {})
    return {bet.name: bet.stake for bet in read}


def usual_wagers(setup: Setup) -> dict[str, int]:
    """Ten dollars, or the nearest amount the table takes, on the first wager that can be made and what goes with it."""
    if setup.entry.bank.kind == "participants":
        from pitboss.simulation import chemin_de_fer

        return chemin_de_fer.read_wagers(setup, None)
    offers = [offer for offer in setup.offers.values() if offer.placed == "before_deal"]
    if not offers:
        raise Refused(f"{setup.entry.name} is played among the players and is not simulated yet", setup.entry.source)
    game = game_of(setup.entry)
    stakes = {}
    for offer in offers:
        stake = offer.exactly or min(max(TEN_DOLLARS, offer.min or 0), offer.max or TEN_DOLLARS)
        stake = max(stake - stake % offer.unit, offer.unit)
        stakes[f"{offer.id} {game.places(setup, offer)[0]}".strip()] = stake
    for offer in offers:
        if offer.equals in stakes and offer.id in stakes:
            stakes[offer.id] = stakes[offer.equals] * offer.tied_times
    for size in (1, 2, 3):
        for names in combinations(stakes, size):
            try:
                bets_of(setup, chosen := {name: stakes[name] for name in names})
            except PitbossError:
                continue
            return chosen
    raise Refused(f"say what is wagered: --wager NAME=AMOUNT; on offer: {', '.join(offer.id for offer in offers)}")


# -- What cannot be simulated ----------------------------------------------------------------------------------------


def _meters(setup: Setup, meters: Mapping[str, Money]) -> dict[str, int]:
    for name in meters:
        if name not in setup.meters:
            raise Refused(f'there is no meter "{name}" at this table; {suggest(name, setup.meters)}')
    return {name: cents(amount) for name, amount in meters.items()}


def _count(setup: Setup, name: str) -> str:
    """The way of counting cards by its name, where a kernel of the game knows it."""
    if not name:
        return ""
    known = getattr(part(setup.entry.script, "simulation"), "COUNTS", {})
    tidy = name.strip().lower().replace("-", "_").replace(" ", "_")
    if tidy not in known:
        there = suggest(tidy, known) if known else f"cards are not counted at {setup.entry.title}"
        raise Refused(f'there is no count "{name}"; {there}')
    return tidy


def _penetration(text: str | None) -> str | None:
    """The part of a shoe before the cut card, as a fraction; 0 is a fresh shoe for every round."""
    if text is None:
        return None
    try:
        found = Fraction(text.strip().removesuffix("%").strip()) / (100 if text.strip().endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise PitbossError(f'"{text[:40]}" is no part of a shoe; write it like 0.75, 3/4 or 75%') from None
    if not 0 <= found <= 1:
        raise PitbossError(f"{text} of a shoe cannot be dealt; give a part from 0 to 1")
    return str(found)


def _check_length(plan: Plan) -> None:
    if plan.rounds < 1:
        raise Refused(f"{plan.rounds} rounds cannot be played; give a number of at least 1")
    if plan.rounds > MOST_ROUNDS:
        raise Refused(f"more than {MOST_ROUNDS:,} rounds are not simulated in one run")
    if plan.session is None:
        return
    if plan.session.rounds < 1:
        raise Refused(f"a session of {plan.session.rounds} rounds cannot be played; give a number of at least 1")
    if plan.session.rounds > min(plan.rounds, MOST_SESSION_ROUNDS):
        raise Refused(f"{plan.rounds:,} rounds make no session of {plan.session.rounds:,} rounds; give more rounds")
    if plan.sessions > MOST_SESSIONS:
        raise Refused(
            f"{plan.sessions:,} sessions are more than the {MOST_SESSIONS:,} that are kept; "
            "give fewer rounds, or longer sessions"
        )


def _check_session(plan: Plan, setup: Setup) -> None:
    session = plan.session
    if session is None:
        return
    if session.target is not None and session.bankroll is None:
        raise Refused("a target is the money to leave with, so it needs a bankroll to start from")
    if session.bankroll is None:
        return
    needed = most_at_risk(setup, plan.wagers, plan.strategy)
    if session.bankroll < needed:
        raise Refused(
            f"a bankroll of {money(session.bankroll)} does not cover one round, which can take {money(needed)}"
        )
    if session.target is not None and session.target <= session.bankroll:
        raise Refused(
            f"the target of {money(session.target)} is reached before the first round; "
            f"give more than the bankroll of {money(session.bankroll)}"
        )
