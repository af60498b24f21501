"""Every irregularity of every entry can be called, at a table, in the terminal and in a record.

Its remedy is executed, and the event names its clause.
"""

import random

import pytest

from dealing import SAMPLES, seat_wagers, setups
from pitboss import BankSeat, Call, PitbossError, settle
from pitboss.cli.player_input import read_call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.money import dollars
from pitboss.rulebook import Entry, Setup, entry_names, load
from pitboss.rulebook.remedies import REMEDIES, Remedy, _each_once

LIMITS = {"table_min": "5.00", "table_max": "500.00"}
EVERY = [(name, irregularity) for name in entry_names() for irregularity in load(name).irregularities]


def _setup(entry: Entry, irregularity: str) -> Setup:
    """A set-up under which the irregularity can happen."""
    if not entry.wagers:
        return next(
            setup for setup in setups(entry, random.Random(irregularity)) if irregularity in setup.irregularities
        )
    options = {key: SAMPLES[option.shape] for key, option in entry.options.items() if option.shape in SAMPLES}
    for key, value in entry.irregularities[irregularity].when.items():
        options[key] = value[0] if isinstance(value, list) else value
    _, remedy = Setup.of(entry, options).irregularities[irregularity]
    if {"cap_at_maximum", "valid_as_placed"} & set(remedy) or irregularity == "wager_outside_limits":
        options |= {key: value for key, value in LIMITS.items() if key in entry.options}
    return Setup.of(entry, options)


def _deal(table: Table, irregularity: str, rng: random.Random) -> tuple[Round, Call]:
    rule, remedy = table.setup.irregularities[irregularity]
    if not table.setup.entry.wagers:
        return _happen(table, Call(irregularity))
    last = table.setup.seats
    bank = (
        BankSeat.of_cents(last, 100_000, offer_declined=True)
        if table.setup.entry.bank.kind == "player_dealer"
        else None
    )
    wagers: dict[int, dict[str, str]] = {seat: seat_wagers(table, seat, rng) for seat in (1, 2)}
    wager = next(iter(sorted(wagers[1])), "")
    if "cap_at_maximum" in remedy or "valid_as_placed" in remedy or irregularity == "wager_outside_limits":
        limited = [offer for offer in table.setup.offers.values() if offer.max and offer.min and not offer.spots]
        wager, offer = limited[0].id, limited[0]
        over = "cap_at_maximum" in remedy or irregularity == "high_limit_wager"
        stake = offer.max * 2 if over else offer.min // 2  # type: ignore[operator]
        wagers[1] = {wager: dollars(stake)}
    call = Call(
        irregularity,
        seat=1 if rule.seat or rule.wager else None,
        wager=wager.split()[0] if rule.wager else None,
        count=0 if rule.counted else None,
    )
    return table.deal(wagers, bank=bank, calls=[call]), call


def _happen(table: Table, call: Call) -> tuple[Round, Call]:
    """Where nothing is wagered: call it, or let something else happen until it can be called."""
    try:
        return table.deal({}, calls=[call]), call
    except PitbossError:
        table.deal({})
        raise


@pytest.mark.parametrize(("name", "irregularity"), EVERY, ids=["-".join(pair) for pair in EVERY])
def test_irregularity_is_remedied_and_cited(name: str, irregularity: str) -> None:
    entry = load(name)
    rng = random.Random(f"{name} {irregularity}")
    table = Table(_setup(entry, irregularity), game_of(entry), seed=rng.getrandbits(32))
    rule, remedy = table.setup.irregularities[irregularity]
    for _ in range(200):
        try:
            played, call = _deal(table, irregularity, rng)
        except PitbossError:
            continue
        while played.asking:
            played.act(played.asking[0].names[0], played.asking[0].seat)
        struck = [event for event in played.events if event.kind == "irregularity" and event.cite == rule.cite]
        if struck:
            break
    else:
        pytest.fail("it never struck")
    assert rule.trigger in struck[0].text
    typed = [irregularity, *(["wager", call.wager] if call.wager else []), *(["count", "0"] if rule.counted else [])]
    assert not entry.wagers or read_call(typed, table.setup, seat=1) == call
    assert settle(table.record().to_toml()).rounds[-1][1].events == played.events
    if "void_round" in remedy:
        assert {row.outcome for row in played.settlements} == ({"void"} if entry.wagers else set())
        assert played.void and all(row.cite == rule.cite for row in played.settlements)
    elif {"no_spin", "no_roll"} & set(remedy):
        assert {row.outcome for row in played.settlements} == {"stays"}
        assert [bet.key for bet in table.standing] == [bet.key for bet in played.bets]
    elif "void_hand" in remedy:
        assert {row.outcome for row in played.settlements if row.seat == 1} == {"void"}
        assert any(row.outcome != "void" for row in played.settlements if row.seat == 2)
    if {"reshuffle", "new_cards", "remove_deck"} & set(remedy):
        assert "reshuffle" in played.after
    if "cap_at_maximum" in remedy:
        bet = played.bets[0]
        assert bet.stake == bet.offer.max
    if "valid_as_placed" in remedy:
        bet = played.bets[0]
        assert bet.stake < (bet.offer.min or 0) or bet.stake > (bet.offer.max or bet.stake)


def test_an_irregularity_called_between_decisions_strikes_at_once() -> None:
    entry = load("chapter4/three-card-poker")
    table = Table(Setup.of(entry), game_of(entry), seed=3)
    played = table.deal({1: {"ante": 10}, 2: {"ante": 10}})
    played.act("play")
    played.call(Call("wrong_number_of_cards_dealer"))
    assert played.over
    assert played.net == {1: 0, 2: 0}
    assert {row.outcome for row in played.settlements} == {"void"}


def test_a_misdealt_seat_is_no_longer_asked() -> None:
    entry = load("chapter4/three-card-poker")
    table = Table(Setup.of(entry), game_of(entry), seed=3)
    played = table.deal({1: {"ante": 10}, 2: {"ante": 10}})
    played.call(Call("wrong_number_of_cards_player", seat=1))
    assert played.asking
    assert played.asking[0].seat == 2
    played.act("play")
    assert played.net[1] == 0


def test_an_irregularity_whose_moment_is_past_is_refused() -> None:
    entry = load("chapter4/three-card-poker")
    table = Table(Setup.of(entry), game_of(entry), seed=3)
    played = table.deal({1: {"ante": 10}})
    with pytest.raises(PitbossError, match="is called at bets, and that is over"):
        played.call(Call("cards_worn"))
    with pytest.raises(PitbossError, match='did you mean "cards_worn"'):
        played.call(Call("card_worn"))
    assert played.asking


def test_it_must_be_said_which_seat_was_misdealt() -> None:
    entry = load("chapter4/three-card-poker")
    table = Table(Setup.of(entry), game_of(entry), seed=3)
    with pytest.raises(PitbossError, match="say which seat"):
        table.deal({1: {"ante": 10}}, calls=[Call("wrong_number_of_cards_player")])
    with pytest.raises(PitbossError, match="seat 5 is not in the round"):
        table.deal({1: {"ante": 10}}, calls=[Call("wrong_number_of_cards_player", seat=5)])
    assert table.round is None


def test_a_remedy_says_the_same_wherever_it_is_ordered() -> None:
    """Two of one word would leave one game with the sentence of the other."""
    with pytest.raises(ValueError, match="declared twice: dead_hand"):
        _each_once(Remedy("dead_hand", "one thing"), Remedy("play_on", "another"), Remedy("dead_hand", "a third"))
    assert "another hand of the player is played by itself" in REMEDIES["dead_hand"].sentence
    assert "a bonus that its cards have won is paid" in REMEDIES["dead_but_bonus"].sentence
