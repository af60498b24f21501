"""Names of one bet in several rulebooks: understood everywhere, and written down as the entry has them."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from pydantic import TypeAdapter

import pitboss
from conftest import EXAMPLES
from house_play import at, open_house
from pitboss import settle
from pitboss.api.commands import perform
from pitboss.api.models import AtTable
from pitboss.cli.player_input import read_call, read_wagers
from pitboss.engine.examples import differences
from pitboss.engine.reading import load_toml
from pitboss.engine.remedies import Call
from pitboss.engine.wagers import proper_name, read_bets
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.house.people import Person
from pitboss.rulebook import Setup, entry_names, load
from pitboss.rulebook.synonyms import meant_by, other_names, same_bets

UNDERSTOOD = [
    (name, foreign, own)
    for name in entry_names()
    for foreign, own in other_names(load(name).script, load(name).wagers).items()
]


# -- What is understood ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", entry_names())
def test_two_meanings_never_collide(name: str) -> None:
    entry = load(name)
    groups = [bet for bet in same_bets() if entry.script in bet.scripts]
    assert max(Counter(called for bet in groups for called in bet.names).values(), default=1) == 1
    for called in (*entry.wagers, *(called for bet in groups for called in bet.names)):
        meant = meant_by(called, entry.script, entry.wagers)
        assert meant == (called,) if called in entry.wagers else set(meant) <= set(entry.wagers)
        if len(meant) > 1:
            game = game_of(entry)
            setup = Setup.of(entry)
            assert game.spots is not None
            for one, other in combinations(meant, 2):
                here, there = (set(game.spots(setup, setup.offers[wager])) for wager in (one, other))
                assert here and there and not here & there


def test_every_name_and_script_of_the_list_is_one_that_an_entry_has() -> None:
    entries = [load(name) for name in entry_names()]
    for bet in same_bets():
        assert len(bet.names) > 1
        used = {wager for entry in entries if entry.script in bet.scripts for wager in entry.wagers}
        assert set(bet.names) <= used
        assert all(any(set(bet.names) & set(e.wagers) for e in entries if e.script == s) for s in bet.scripts)


def test_a_name_that_the_entry_uses_itself_wins() -> None:
    # The Banker of chemin de fer wagers for himself; nothing there is what other tables call the Banker line.
    chemin = load("chapter4/baccarat-chemin-de-fer")
    assert meant_by("banker", chemin.script, chemin.wagers) == ("banker",)
    assert meant_by("banker_line", chemin.script, chemin.wagers) == ()
    oneida = load("oneida-2003/roulette")
    assert meant_by("row", oneida.script, oneida.wagers) == ("row",)


def test_a_proper_name_is_one_that_stays_as_it_is() -> None:
    for name, foreign, own in UNDERSTOOD:
        entry = load(name)
        if len(own) == 1 and not entry.wagers[own[0]].option and not entry.wagers[own[0]].when:
            setup = Setup.of(entry, {})
            assert proper_name(setup, game_of(entry), foreign) == proper_name(setup, game_of(entry), own[0]) == own[0]


# -- Records -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "foreign", "own"), UNDERSTOOD, ids=[f"{n}-{f}" for n, f, _ in UNDERSTOOD])
def test_a_record_with_the_names_of_another_rulebook_settles_the_same(
    name: str, foreign: str, own: tuple[str, ...]
) -> None:
    for file in sorted((EXAMPLES / name).glob("*.toml")):
        raw = load_toml(file.read_text(encoding="utf-8"))
        if "refused" not in raw and any(_wager(key) in own for wagers in _wagers_of(raw) for key in wagers):
            break
    else:
        pytest.skip("no example places it")
    settled = settle(raw)
    renamed = json.loads(json.dumps(raw, default=str))
    for wagers in _wagers_of(renamed):
        named = {key.replace(_wager(key), foreign, 1) if _wager(key) in own else key: wagers[key] for key in wagers}
        wagers.clear()
        wagers.update(named)
    again = settle(renamed)
    assert again.as_json() == settled.as_json()
    assert not differences(again)
    assert again.table.record().to_toml() == settled.table.record().to_toml()


def _wager(key: str) -> str:
    return key.partition(" ")[0]


def _wagers_of(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for step in raw.get("steps", [raw]):
        yield from (seat["wagers"] for seat in step.get("seats", {}).values() if "wagers" in seat)
    yield from raw.get("standing", {}).values()


def test_the_spot_tells_which_of_two_wagers_is_meant() -> None:
    text = 'rulebook = "oneida-2003"\ngame = "roulette"\nspin = "2"\n'
    settled = settle(text + 'seats.1.wagers = { "three_numbers 1-2-3" = 5, "three_number 0-1-2" = 5 }')
    assert [(row["wager"], row["on"]) for row in settled.as_json()["settlements"]] == [
        ("row", "1-2-3"),
        ("triple", "0-1-2"),
    ]
    with pytest.raises(Refused, match='"three_numbers" is row or triple at this table; say which'):
        settle(text + "seats.1.wagers = { three_numbers = 5 }")


def test_an_irregularity_names_its_wager_as_another_rulebook_does() -> None:
    text = (
        'rulebook = "massachusetts-2020"\ngame = "roulette"\nspin = "7"\n'
        'seats.1.wagers = { "straight 7" = 5, red = 5 }\n'
        'irregularities = [{ id = "late_wager", seat = 1, wager = "straight_up 7" }]'
    )
    settled = settle(text)
    assert settled.rounds[0][1].calls[0].wager == "straight 7"


def test_a_wager_that_nobody_calls_so_is_refused_with_what_was_meant() -> None:
    with pytest.raises(Refused, match='there is no wager "strait"; did you mean "straight_up"'):
        settle('rulebook = "chapter4"\ngame = "roulette"\nspin = "7"\nseats.1.wagers = { "strait 7" = 5 }')


def test_a_wager_named_twice_under_two_names_is_refused() -> None:
    with pytest.raises(Refused, match="placed straight_up 7 twice"):
        settle(
            'rulebook = "chapter4"\ngame = "roulette"\nspin = "7"\n'
            'seats.1.wagers = { "straight 7" = 5, "straight_up 7" = 5 }'
        )


# -- Tables ------------------------------------------------------------------------------------------------------------


def test_a_live_table_understands_it_and_its_journal_has_the_name_of_the_entry() -> None:
    house = open_house("sqlite://", "chapter4/roulette")
    player = Person("player-1", "Player-1", "player")
    bet = TypeAdapter(AtTable).validate_python(
        {"do": "bet", "seat": 1, "wagers": {"corner 5-4-2-1": "5", "straight 7": "5", "red": "5"}}
    )
    house.do(lambda batch: perform(house, batch, player, "1", bet), "1")
    assert list(house.table("1").placed[1].wagers) == ["four_number 1-2-4-5", "red", "straight_up 7"]
    at(house, "1", lambda live, batch: live.deal(batch))
    entry = house.store.newest("1", "round")
    assert entry is not None
    told = json.dumps(entry)
    assert "straight_up 7" in told and "four_number 1-2-4-5" in told
    assert "straight 7" not in told and "corner" not in told


def test_the_terminal_takes_the_names_of_other_rulebooks() -> None:
    setup = Setup.of(load("chapter4/roulette"))
    line = read_wagers("corner 1-2-4-5 10 red 5, first five 5", setup)
    assert line == {"four_number 1-2-4-5": "10", "red": "5", "five_number": "5"}
    oneida = Setup.of(load("oneida-2003/roulette"))
    bets = read_bets(
        oneida, game_of(oneida.entry), 1, read_wagers("three_number 0-1-2 5, three numbers 4-5-6 5", oneida)
    )
    assert [bet.name for bet in bets] == ["triple 0-1-2", "row 4-5-6"]
    call = read_call(["late_wager", "wager", "straight", "7"], Setup.of(load("chapter4/roulette")), 1)
    assert call == Call("late_wager", seat=1, wager="straight 7")


def test_a_house_file_lists_wagers_and_limits_by_any_of_their_names() -> None:
    table = {"rulebook": "chapter4", "game": "roulette", "limits": {"corner": {"max": 50}}}
    report = pitboss.check({"tables": [table | {"wagers": ["straight", "corner", "red"]}]})
    assert report.legal and list(report.tables[0].limits) == ["straight_up", "four_number", "red"]
    assert report.tables[0].limits["four_number"][1] == 5000
    both = {"corner": {"max": 50}, "four_number": {"max": 50}}
    with pytest.raises(pitboss.PitbossError, match="limits names four_number twice"):
        pitboss.check({"tables": [table | {"limits": both}]})


def test_the_mathematics_of_a_wager_is_found_by_any_of_its_names() -> None:
    found = pitboss.analyze("chapter4/roulette", wager="first_five")
    assert list(found.wagers) == ["five_number"]
    played = pitboss.simulate("chapter4/roulette", rounds=100, seed=1, wagers={"straight 7": 5})
    assert list(played.wagers) == ["straight_up 7"]
