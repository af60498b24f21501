"""Late, touched, verbal and cash wagers: what is not accepted goes back as if it had never been put down."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from dealing import fresh_table, seat_wagers, setups
from pitboss import BankSeat, Call, PitbossError, load, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.money import cents, dollars
from pitboss.rulebook import Entry, entries, entry_names
from pitboss.rulebook.setup import Setup

LATE = ("late_wager", "late_bonus")
NAMED = [
    (name, id)
    for name in entry_names()
    for id, rule in load(name).irregularities.items()
    if id in LATE and load(name).script != "craps"
]
EXTRA = "5.00"
CLAUSES = {
    # What the official texts have a rule for, and where: wagers that come late or are touched afterwards, that are made
    # by word of mouth, in cash, or with anything but chips.
    "chapter4": {
        "late": "casino-war",
        "late touched": "blackjack",
        "late touched cash": "baccarat-chemin-de-fer big-six mini-baccarat",
        "late touched chips": "let-it-ride red-dog",
        "late touched verbal": "roulette",
        "late cash": "pai-gow-poker",
        "late chips": "mississippi-stud three-card-poker",
        "late verbal": "craps",
    },
    "massachusetts-2014": {"late touched verbal": "caribbean-stud"},
    "massachusetts-2020": {
        "late touched": "big-six",
        "late touched cash": "baccarat-chemin-de-fer",
        "late touched chips": "free-bet-blackjack zappit-blackjack",
        "late touched verbal": (
            "asia-poker baccarat blackjack blackjack-switch boston-5-stud caribbean-stud casino-war colorado-holdem "
            "crazy-4-poker double-attack-blackjack double-cross-poker double-down-stud flop-poker four-card-poker "
            "heads-up-holdem high-card-flush let-it-ride midi-baccarat mini-baccarat pai-gow-poker pai-gow-tiles "
            "red-dog roulette sic-bo spanish-21 supreme-pai-gow texas-holdem-bonus three-card-poker "
            "two-card-joker-poker ultimate-texas-holdem winners-pot-poker"
        ),
        "late verbal": ("chase-the-flush craps criss-cross-poker dj-wild-poker fast-action-holdem mississippi-stud"),
    },
    "oneida-2003": {
        "late touched chips": "let-it-ride",
        "late touched verbal": "caribbean-stud pai-gow-poker roulette three-card-poker",
        "late verbal": "craps",
    },
    "california": {
        "late": (
            "21st-century-blackjack-5-1 casino-war face-up-pai-gow-poker fortune-pai-gow-poker-1-0 "
            "mississippi-stud-3-card-bonus pai-gow-poker pure-21-5-blackjack"
        ),
        "late touched": (
            "blackjack-1-5-to-1 pai-gow-tiles three-card-poker three-card-poker-6-card-bonus ultimate-texas-holdem"
        ),
    },
}
RULED_BY = {
    "late": ("late_wager", "late_bonus", "wager_after_no_more_bets", "late_bet_unconfirmed", "late_wager_unconfirmed"),
    "touched": (
        "wager_touched",
        "cards_or_wagers_touched",
        "wager_after_no_more_bets",
        "touched_after_pass",
        "wager_handled",
    ),
    "verbal": ("verbal_wager", "verbal_wager_not_confirmed"),
    "cash": ("cash_wager", "cash_wager_not_approved"),
    "chips": ("wager_not_in_chips",),
}


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_late_withdrawn_verbal_and_cash_wagers_are_ruled_where_the_rulebook_has_the_rule(rulebook: str) -> None:
    for kinds, games in CLAUSES[rulebook].items():
        for game in games.split():
            known = load(f"{rulebook}/{game}").irregularities
            missing = [kind for kind in kinds.split() if not set(RULED_BY[kind]) & set(known)]
            assert not missing, f"{game}: {missing}"


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_no_other_entry_has_such_a_rule(rulebook: str) -> None:
    surveyed = " ".join(CLAUSES[rulebook].values()).split()
    words = {word for each in RULED_BY.values() for word in each}
    for entry in entries(rulebook):
        assert entry.game in surveyed or not words & set(entry.irregularities), entry.name


@pytest.mark.parametrize(("name", "id"), NAMED, ids=[" ".join(pair) for pair in NAMED])
def test_what_comes_late_counts_as_never_put_down(name: str, id: str) -> None:
    """A round with an amount too much, of which a call says that it came late, is the round without that amount."""
    entry, rng = load(name), random.Random(f"late {name}")
    struck = set()
    for setup, wagers, wager in _chances(entry, id, rng):
        rule, _ = setup.irregularities[id]
        seed = rng.getrandbits(32)
        in_time = _deal(setup, seed, wagers)
        more = dollars(cents(wagers[1][wager]) + cents(EXTRA))
        over = {**wagers, 1: wagers[1] | {wager: more}}
        for moment in rule.moments:
            call = Call(id, seat=1, wager=wager, amount=EXTRA, at=moment)
            try:
                late = _deal(setup, seed, over, call)
            except PitbossError as refused:
                assert re.search("has been made by|is decided already|never came", refused.sentence), refused.sentence
                continue
            if not any(made.id == id for made in late.calls):
                continue  # the moment never came
            struck.add(moment)
            if any(row.key[:2] == (1, wager.split()[0]) for row in late.settlements):
                assert _told(late) == _told(in_time), f"{moment}: {wager}"
    assert struck


@pytest.mark.parametrize(("name", "id"), NAMED, ids=[" ".join(pair) for pair in NAMED])
def test_a_wager_that_came_late_altogether_goes_back_with_what_rested_on_it(name: str, id: str) -> None:
    entry, rng = load(name), random.Random(f"whole {name}")
    for setup, wagers, wager in _chances(entry, id, rng):
        played = _deal(setup, rng.getrandbits(32), wagers, Call(id, seat=1, wager=wager))
        [row] = [row for row in played.settlements if row.key[:2] == (1, wager.split()[0])][:1]
        assert (row.outcome, row.net) == ("void", 0)
        left = {bet.name for bet in played.bets if bet.seat == 1}
        assert (
            not left
            or _table(setup, 1).refusal(
                {1: {key: amount for key, amount in wagers[1].items() if key in left}, 2: wagers[2]}, bank=_bank(setup)
            )
            is None
        )


def _chances(entry: Entry, id: str, rng: random.Random) -> Iterator[tuple[Setup, dict[int, dict[str, str]], str]]:
    """Set-ups of an entry, wagers of two seats, and one of them that may come late."""
    found = 0
    for setup in setups(entry, rng):
        if found >= 3:
            return
        if id not in setup.irregularities:
            continue
        table = fresh_table(entry, setup, rng)
        wagers = {seat: seat_wagers(table, seat, rng) for seat in (1, 2)}
        if not wagers[1] or not wagers[2] or table.refusal(wagers, bank=_bank(setup)) is not None:
            continue
        found += 1
        yield setup, wagers, rng.choice(sorted(wagers[1]))


def _bank(setup: Setup) -> BankSeat | None:
    if setup.entry.bank.kind != "player_dealer":
        return None
    return BankSeat(setup.seats, 100_000, offer_declined=True)


def _table(setup: Setup, seed: int) -> Table:
    return fresh_table(setup.entry, setup, random.Random(seed))


def _deal(setup: Setup, seed: int, wagers: dict[int, dict[str, str]], *calls: Call) -> Round:
    table = _table(setup, seed)
    played = table.deal(wagers, bank=_bank(setup), calls=calls)
    answers = random.Random(seed)
    while played.asking:
        ask = played.asking[0]
        played.act(ask.random_answer(answers), ask.seat)
    assert sum(played.ledger.values()) == 0
    if calls and calls[0].at in (None, "settle") and any(made.id == calls[0].id for made in played.calls):
        assert settle(table.record().to_toml()).rounds[-1][1].events == played.events
    return played


def _told(played: Round) -> dict[str, Any]:
    """What became of a round, in money."""
    return {
        "net": played.net,
        "meters": played.meters.exact,
        "rows": [(row.key, row.outcome, row.outcome == "void" or row.staked, row.net) for row in played.settlements],
        "accounts": {account: amount for account, amount in played.ledger.items() if amount},
    }
