"""A table in Python: what it deals, what it refuses, and that a refusal changes nothing."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, open_table, settle
from pitboss.engine.table import Table
from pitboss.games import game_of

README = Path(__file__).parent.parent / "README.md"
ANTE = {1: {"ante": 10}}


@pytest.fixture
def table() -> Table:
    return open_table("chapter4/three-card-poker", seed=5)


def _state(table: Table) -> tuple[Any, ...]:
    return (table.round, table.carry, len(table.shoe or []), table.standing, table.record().to_toml())


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    exec(code, {})
    printed = capsys.readouterr().out
    said = re.findall(r"# (seat 1.*)", code)
    assert len(said) == 2 and set(said) <= set(printed.splitlines()), "its comments say what it prints"
    record = printed[printed.index('rulebook = "chapter4"') :]
    assert settle(record).net == {1: 2500, 2: 7500}


def test_the_readme_record_settles() -> None:
    record = re.findall(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.S)[0]
    assert settle(record).net == {1: 5000}


@pytest.mark.parametrize("document", ["records.md", "houses.md"])
def test_every_record_in_the_docs_settles(document: str) -> None:
    text = (README.parent / "docs" / document).read_text(encoding="utf-8")
    for block in re.findall(r"```toml\n(.*?)```", text, re.S):
        if block.startswith("rulebook ="):
            assert settle(block).rounds


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({}, "no wager is placed"),
        ({1: {"anti": 10}}, 'there is no wager "anti"; did you mean "ante"'),
        ({1: {"ante": "0.50"}}, r"\$0.50 is under the minimum of \$1.00 \[§13\(D\)\(1\) L1509\]"),
        ({1: {"ante": 600}}, r"\$600.00 is over the maximum of \$500.00"),
        ({1: {"ante": -5}}, "negative"),
        ({1: {"ante": "-5"}}, "negative"),
        ({1: {"ante": 0}}, "more than zero"),
        ({1: {"ante": "10.005"}}, "fraction of a cent"),
        ({1: {"ante": Decimal("1e400")}}, "more money than any table handles"),
        ({1: {"ante": 10**30}}, "more money than any table handles"),
        ({1: {"ante": Decimal("NaN")}}, "not an amount of money"),
        ({1: {"ante": "ten"}}, "not an amount of money"),
        ({1: {"ante": 10.005}}, "fraction of a cent"),
        ({1: {"ante": True}}, "not an amount of money"),
        ({1: {"play": 10}}, "Play is not made before the deal"),
        ({1: {"ante 17": 10}}, "placed on no particular spot"),
        ({0: {"ante": 10}}, "there is no seat 0"),
        ({8: {"ante": 10}}, "there is no seat 8; this table has 7"),
        ({1: {"ante_bonus": 10}}, "Ante Bonus is not made before the deal"),
    ],
)
def test_a_bad_wager_is_refused_and_changes_nothing(table: Table, wagers: Any, sentence: str) -> None:
    before = _state(table)
    with pytest.raises(PitbossError, match=sentence):
        table.deal(wagers)
    assert _state(table) == before


def test_an_action_out_of_turn_is_refused_and_changes_nothing(table: Table) -> None:
    played = table.deal({1: {"ante": 10}, 2: {"ante": 10}})
    events = list(played.events)
    with pytest.raises(PitbossError, match="it is seat 1's turn, not seat 2's"):
        played.act("play", seat=2)
    with pytest.raises(PitbossError, match='seat 1 cannot "raise" now; legal: play, fold'):
        played.act("raise")
    assert played.events == events
    played.act("play", seat=1)
    played.act("fold", seat=2)
    with pytest.raises(PitbossError, match="the round is over"):
        played.act("play")


def test_a_round_must_end_before_the_next(table: Table) -> None:
    table.deal(ANTE)
    with pytest.raises(PitbossError, match="the round before is not over"):
        table.deal(ANTE)


def test_an_unknown_entry_or_option_is_told_with_the_nearest_name() -> None:
    with pytest.raises(PitbossError, match='did you mean "chapter4/three-card-poker"'):
        open_table("chapter4/three-card-pocker")
    with pytest.raises(PitbossError, match='option play_on_wins: there is no such option; did you mean "play_on_win"'):
        open_table("chapter4/three-card-poker", {"play_on_wins": "push"})
    with pytest.raises(PitbossError, match="'3 to 1' is not one of push, 1 to 1"):
        open_table("chapter4/three-card-poker", {"play_on_win": "3 to 1"})


def test_the_same_seed_deals_the_same_round() -> None:
    rounds = []
    for _ in range(2):
        played = open_table("chapter4/three-card-poker", seed="a seed").deal(ANTE)
        played.act("play")
        rounds.append(played)
    assert rounds[0].events == rounds[1].events


def test_without_a_seed_rounds_differ() -> None:
    hands = {tuple(open_table("chapter4/three-card-poker").deal(ANTE).hands["seat 1"]) for _ in range(20)}
    assert len(hands) > 10


RECORD = """
rulebook = "chapter4"
game = "three-card-poker"
[seats.1]
wagers = {{ ante = 10 }}
cards = "{cards}"
actions = {actions}
[dealer]
cards = "{dealer}"
"""


@pytest.mark.parametrize(
    ("cards", "actions", "dealer", "sentence"),
    [
        ("Kd 7c 2s", ["play"], "Kd 9d 4h", "Kd is dealt 2 times; the cards in play hold it once"),
        ("Kd 7c 1s", ["play"], "Jc 9d 4h", 'seat 1: "1s" is not a card'),
        ("Kd 7c 2s 3s", ["play"], "Jc 9d 4h", "for seat 1 the record gives 1 card more than the rules deal"),
        ("Kd 7c", ["play"], "Jc 9d 4h", "for seat 1 the record gives 2 cards, and the rules deal one more"),
        ("Kd 7c 2s", [], "Jc 9d 4h", "does not say what seat 1 did: play or fold"),
        ("Kd 7c 2s", ["raise"], "Jc 9d 4h", 'cannot "raise" now'),
        ("Kd 7c 2s", ["play", "play"], "Jc 9d 4h", 'seat 1 is not asked to "play"'),
        ("Kd 7c 2s", ["play"], "Jc 9d ??", "the result depends on the dealer's cards"),
    ],
)
def test_a_record_the_rules_do_not_deal_is_refused(cards: str, actions: list[str], dealer: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=re.escape(sentence)):
        settle(RECORD.format(cards=cards, actions=actions, dealer=dealer))


def test_cards_that_nothing_depends_on_may_be_left_out() -> None:
    record = RECORD.format(cards="Kd 7c 2s", actions=["fold"], dealer="?? ?? ??")
    assert settle(record).net == {1: -1000}
    assert settle(record.split("[dealer]")[0]).net == {1: -1000}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rulebook = ", "is not TOML"),
        ("", "must say its rulebook"),
        ('rulebook = "chapter4"', "must say its game"),
        ('rulebook = "chapter4"\ngame = "bridge"', 'there is no entry "chapter4/bridge"'),
        ('rulebook = "chapter4"\ngame = "three-card-poker"', "no wager is placed"),
        ('rulebook = "chapter4"\ngame = "three-card-poker"\nseat = 1', 'unknown key "seat"; did you mean "seats"'),
        ('rulebook = "chapter4"\ngame = "three-card-poker"\nseats = 1', "seats must be a table"),
        ('rulebook = "chapter4"\ngame = "three-card-poker"\nseats.x.wagers = { ante = 1 }', '"x" is not a seat'),
        ('rulebook = "chapter4"\ngame = "three-card-poker"\noptions = 3', "options must be a table"),
        ('rulebook = "chapter4"\ngame = "three-card-poker"\nsteps = 3', "must be written as [[steps]]"),
    ],
)
def test_a_malformed_record_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=re.escape(sentence)) as caught:
        settle(text)
    assert "\n" not in caught.value.sentence


def test_a_player_on_two_positions_sees_both_hands() -> None:
    table = open_table("oneida-2003/three-card-poker", {"two_positions": True}, seed=4)
    played = table.deal({1: {"ante": 10}, 2: {"ante": 10}, 3: {"ante": 10}}, players={1: "Ann", 2: "Ann", 3: "Bo"})
    seen = {event.seat: event.cards[0].known for event in played.view("Ann") if event.kind == "deal" and event.seat}
    assert seen == {1: True, 2: True, 3: False}
    assert not any(event.cards[0].known for event in played.view("table") if event.kind == "deal")


@pytest.mark.parametrize("name", ["table", "dealer", "surveillance"])
def test_no_player_is_called_like_a_view(table: Table, name: str) -> None:
    with pytest.raises(PitbossError, match="is not a player's name"):
        table.deal(ANTE, players={1: name})


def test_a_record_keeps_the_wagers_on_the_layout() -> None:
    entry = load("chapter4/three-card-poker")
    table = Table(Setup.of(entry, wagers=["ante"]), game_of(entry), seed=4)
    table.deal(ANTE).act("play")
    again = settle(table.record().to_toml())
    assert "pair_plus" not in again.table.setup.offers
    assert again.rounds[0][1].events == table.round.events  # type: ignore[union-attr]


def test_a_record_is_of_plain_keys_that_the_journal_writes_at_full_speed(table: Table) -> None:
    table.deal(ANTE).act("play")
    raw = table.record().as_raw()
    assert "dealer" in _keys(raw)
    assert all(type(key) is str for key in _keys(raw))


def _keys(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return [*node, *(key for part in node.values() for key in _keys(part))]
    return [key for part in node for key in _keys(part)] if isinstance(node, list) else []
