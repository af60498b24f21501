"""The command line: what it prints, and that bad input ends as one sentence and exit code 2."""

import io
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from conftest import EXAMPLES, Answer, Run
from house_fixtures import of_each_script
from pitboss.cli.app import app
from pitboss.rulebook import entry_names, load
from pitboss.sheets.paper import Paper, print_json

ENTRY = 'rulebook = "chapter4"\ngame = "three-card-poker"\n'
ROUND = ENTRY + (
    'seats.1 = { wagers = { ante = 10, pair_plus = 5 }, cards = "Ah 9c 4s", actions = ["play"] }\n'
    'dealer.cards = "Qc 8d 3h"\n'
)


def command() -> list[str]:
    script = Path(sys.executable).with_name("pitboss")
    return [str(script)] if script.exists() else [sys.executable, "-m", "pitboss.cli"]


def shell(*arguments: str, text: str | bytes = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the installed command as a process of its own."""
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run([*command(), *arguments], input=data, capture_output=True, timeout=60, check=False, **more)


def one_sentence(answer: Answer) -> str:
    code, out, err = answer
    assert code == 2, (code, out, err)
    assert out == ""
    assert err.startswith("pitboss: ") and err.count("\n") == 1 and "Traceback" not in err
    assert len(err) < 700
    return err


# -- help and starting up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games", "rules", "settle", "check", "play"])
def test_every_command_has_help_with_an_example(pitboss: Run, name: str) -> None:
    code, out, _ = pitboss(name, "--help")
    assert code == 0
    assert f"Example:  pitboss {name}" in out


def test_a_game_without_its_rulebook_leads_to_the_entries_of_that_game(pitboss: Run) -> None:
    three = '"chapter4/craps" or "massachusetts-2020/craps" or "oneida-2003/craps"'
    for word in ("craps", "Craps", "crasp"):
        assert one_sentence(pitboss("rules", word)) == f'pitboss: there is no entry "{word}"; did you mean {three}?\n'
    assert "nearest: " in one_sentence(pitboss("rules", "tiddlywinks"))


def test_a_game_that_is_looked_for_by_a_mistyped_word_is_suggested(pitboss: Run) -> None:
    assert 'did you mean "blackjack"?' in one_sentence(pitboss("games", "blakjack"))
    assert 'did you mean "pai gow"?' in one_sentence(pitboss("games", "pia", "gow"))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_paragraphs_of_every_help_fill_their_lines(
    pitboss: Run, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in app.registered_commands:
        name = command.name or command.callback.__name__  # type: ignore[union-attr]
        _, out, _ = pitboss(name, "--help")
        for paragraph in "\n".join(line.strip() for line in out.partition("╭")[0].splitlines()).split("\n\n"):
            lines = paragraph.strip().splitlines()
            for line, following in pairwise(() if paragraph.startswith("Example:") else lines):
                assert len(f" {line} {following.split()[0]} ") > width, (name, line, following)


def test_help_tells_which_records_are_examples(pitboss: Run) -> None:
    _, out, _ = pitboss("test", "--help")
    assert "Records with [expect] or refused" in " ".join(out.split())


def test_pitboss_alone_prints_its_help(pitboss: Run) -> None:
    code, out, _ = pitboss()
    assert code == 0 and "Usage: pitboss" in out and "settle" in out


def test_version(pitboss: Run) -> None:
    assert pitboss("--version")[:2] == (0, "pitboss 0.1.0\n")


def test_help_imports_no_engine() -> None:
    probe = "import sys; from pitboss.cli.app import run; run(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    assert "'typer'" in done.stderr
    for slow in ("pydantic", "pitboss.engine", "pitboss.rulebook", "numpy", "numba"):
        assert f"'{slow}'" not in done.stderr


@pytest.mark.parametrize("name", ["settle", "serve", "--help"])
def test_help_shows_a_flag_by_its_name_alone(pitboss: Run, name: str) -> None:
    _, out, _ = pitboss(*dict.fromkeys((name, "--help")))
    assert re.search(r"--help +-h +Show this message", out)
    assert "bool" not in out.lower()


def test_python_m_pitboss_is_the_same_as_pitboss() -> None:
    done = subprocess.run([sys.executable, "-m", "pitboss", "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "pitboss 0.1.0\n")


def test_a_rulebook_for_an_entry_is_told_how_its_games_are_listed(pitboss: Run) -> None:
    told = one_sentence(pitboss("rules", "chapter4"))
    assert '"chapter4" is a rulebook' in told and "pitboss games -r chapter4 lists them" in told


def test_an_unknown_key_of_a_record_is_told_each_known_one_once(pitboss: Run, tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(f"{ENTRY}zzz = 1\n")
    listed = re.split(
        ", | and ", one_sentence(pitboss("settle", str(tmp_path / "round.toml"))).partition("nearest: ")[2]
    )
    assert len(listed) > 5 and len(set(listed)) == len(listed)


# -- what the shell completes -----------------------------------------------------------------------------------------


def completed(line: str) -> list[str]:
    """What bash is told when the tabulator is struck at the end of a line."""
    words = f"{line}|".split()
    told = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_PITBOSS_COMPLETE": "complete_bash"}
    done = shell(env=os.environ | told)
    assert done.stderr == b""
    return done.stdout.decode().split()


def test_the_shell_completes_entries_and_rulebooks() -> None:
    assert completed("pitboss rules chapter4/ro") == ["chapter4/roulette"]
    assert completed("pitboss games -r massachusetts-202") == ["massachusetts-2020"]
    assert completed("pitboss compare oneida")[:2] == ["oneida-2003", "oneida-2003/caribbean-stud"]


def test_the_shell_completes_what_an_entry_calls_things() -> None:
    assert completed("pitboss rules chapter4/red-dog -o use_sh") == ["use_shoe=", "use_shuffler="]
    assert completed("pitboss analyze chapter4/red-dog --wager ") == ["bet", "raise"]
    assert completed("pitboss rules chapter4/green-dog -o ") == []


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_there_is_completion_for_each_shell(name: str) -> None:
    done = shell(env=os.environ | {"_PITBOSS_COMPLETE": f"source_{name}"})
    assert (done.returncode, done.stderr) == (0, b"") and f"complete_{name}" in done.stdout.decode()


# -- games ------------------------------------------------------------------------------------------------------------


def test_games_lists_every_entry_as_json(pitboss: Run) -> None:
    code, out, _ = pitboss("games", "--json")
    found = json.loads(out)
    assert code == 0
    assert [f"{game['rulebook']}/{game['game']}" for game in found] == entry_names()
    for game in found:
        assert set(game) == {"rulebook", "game", "title", "family", "wagers", "options"}
        for option in game["options"].values():
            assert set(option) == {"allowed", "default", "cite"}
            assert isinstance(option["allowed"], list) and option["allowed"]
            assert option["cite"]


def test_games_json_gives_flags_ranges_and_money_as_promised(pitboss: Run) -> None:
    _, out, _ = pitboss("games", "--json", "--rulebook", "chapter4")
    found = {game["game"]: game for game in json.loads(out)}
    options = found["three-card-poker"]["options"]
    assert {game["rulebook"] for game in found.values()} == {"chapter4"}
    assert found["three-card-poker"]["wagers"] == ["ante", "play", "pair_plus", "ante_bonus"]
    assert options["play_on_win"] == {
        "allowed": ["push", "1 to 1"],
        "default": "push",
        "cite": "§13(C)(10) L1488, L1505",
    }
    assert options["use_shuffler"]["allowed"] == [False, True]
    assert options["use_shuffler"]["default"] is False
    assert options["ante_max"]["allowed"] == ["at most $500.00"]
    assert options["ante_max"]["default"] == "500.00"


def test_games_are_found_by_words_family_and_rulebook(pitboss: Run) -> None:
    _, out, _ = pitboss("games", "Pai", "gow", "--rulebook", "california", "--json")
    found = {entry["game"] for entry in json.loads(out)}
    assert found == {"pai-gow-poker", "face-up-pai-gow-poker", "fortune-pai-gow-poker-1-0", "pai-gow-tiles"}
    _, out, _ = pitboss("games", "hold'em", "--family", "holdem")
    assert "ultimate-texas-holdem" in out and "omaha" not in out
    assert pitboss("games", "tiddlywinks")[::2] == (
        2,
        "pitboss: no game has 'tiddlywinks' in its name, its title or that of a wager\n",
    )
    assert 'there is no family "holdm"; did you mean "holdem"' in pitboss("games", "--family", "holdm")[2]


def test_games_are_found_by_a_wager_where_none_is_called_so(pitboss: Run) -> None:
    _, out, _ = pitboss("games", "fire", "bet")
    assert "massachusetts-2020/craps" in out and "1 game with such a wager" in out
    _, out, _ = pitboss("games", "perfect", "pairs", "--json")
    assert "21st-century-blackjack-5-1" in {entry["game"] for entry in json.loads(out)}


@pytest.mark.parametrize("more", [("--layout", "craps.svg"), ("--section", "wagers")])
def test_the_keys_of_a_record_are_printed_alone(pitboss: Run, more: tuple[str, str]) -> None:
    code, _, error = pitboss("rules", "chapter4/craps", "--record", *more)
    assert code == 2 and "without --layout or --section" in error


def test_a_section_of_a_rule_sheet_is_printed_alone(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "chapter4/big-six", "--section", "pay", "--section", "readings")
    assert "PAY TABLES" in out and "READINGS" in out and "IRREGULARITIES" not in out
    code, _, err = pitboss("rules", "chapter4/big-six", "--section", "weather")
    assert code == 2 and 'no section "weather"; it has equipment, table, options' in err


def test_games_prints_a_table_for_people(pitboss: Run) -> None:
    code, out, _ = pitboss("games")
    assert code == 0
    for name in entry_names():
        assert name in out


# -- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", of_each_script(entry_names()))
def test_rule_sheet_holds_everything_the_entry_says(pitboss: Run, name: str) -> None:
    out = sheet_of(name, pitboss)
    entry = load(name)
    sheet = " ".join(out.split())
    lines = [*entry.equipment, *entry.rankings, *entry.round, *entry.readings, *entry.bet_rules, *entry.exclusions]
    steps = [step for procedure in entry.procedures.values() for step in procedure.steps]
    for line in [*lines, *steps]:
        assert " ".join(line.text.split()) in sheet
    for part in [*entry.options.values(), *entry.wagers.values()]:
        assert " ".join(part.text.split()) in sheet
    for rule in entry.irregularities.values():
        assert " ".join(rule.trigger.split()) in sheet and " ".join(rule.text.split()) in sheet
    for key in [*entry.options, *entry.wagers, *entry.pay_tables, *entry.irregularities]:
        assert key in sheet
    for table in entry.pay_tables.values():
        for pay in table.lines.values():
            assert all(text in sheet for text in ([pay] if isinstance(pay, str) else pay.values()))


@pytest.mark.parametrize("name", of_each_script(entry_names()))
def test_rule_sheet_cites_every_clause(pitboss: Run, name: str) -> None:
    out = sheet_of(name, pitboss)
    for cite in cites(load(name).model_dump()):
        assert cite in out


def sheet_of(name: str, pitboss: Run, made: dict[str, str] = {}) -> str:  # noqa: B006
    """The rule sheet of an entry as it stands, made once, so wide that no cell of a table is wrapped."""
    if name not in made:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("COLUMNS", "2000")
            code, made[name], _ = pitboss("rules", name)
        assert code == 0
    return made[name]


def cites(node: Any) -> set[str]:
    """Every citation in an entry."""
    if isinstance(node, dict):
        own = {value for key, value in node.items() if key.endswith("cite") and value}
        return own.union(*(cites(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*map(cites, node))
    return set()


@pytest.mark.parametrize("name", of_each_script(entry_names()))
def test_rule_sheet_fits_eighty_columns(pitboss: Run, name: str) -> None:
    _, out, _ = pitboss("rules", name)
    assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines())
    assert "…" not in out


def test_rule_sheet_shows_the_options_in_force(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "chapter4/three-card-poker", "-o", "play_on_win=1 to 1", "-o", "ante_max=200")
    assert "In force: play_on_win = 1 to 1, ante_max = 200" in out
    assert "1 to 1: wins 1 to 1 ◄ in force" in out
    assert "$200.00 (ante_max)" in out


@pytest.mark.parametrize("name", entry_names())
def test_rule_sheet_as_json_holds_wagers_tables_options_round_and_irregularities(pitboss: Run, name: str) -> None:
    code, out, _ = pitboss("rules", name, "--json")
    sheet = json.loads(out)
    assert code == 0
    for part in ("wagers", "pay_tables", "options", "irregularities"):
        assert set(sheet[part]) == set(getattr(load(name), part))
        assert all(item["cite"] for item in sheet[part].values())
    assert sheet["round"] and all(step["cite"] for step in sheet["round"])
    assert all(isinstance(option["allowed"], list) for option in sheet["options"].values())


def test_rules_say_the_odds_and_limits_that_options_hold(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "chapter4/mini-baccarat", "-o", "tie_odds=9 to 1")
    assert "wins 9 to 1 (tie_odds)" in out
    assert "Up to 9; as the option betting_areas says." in out
    _, out, _ = pitboss("rules", "massachusetts-2020/mini-baccarat")
    assert "named hands   none (if designation = standard)" in out


def test_rules_say_how_many_times_the_ante_a_later_wager_is(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "chapter4/caribbean-stud")
    assert "Amount: 2 times ante. [" in out
    _, out, _ = pitboss("rules", "massachusetts-2020/mississippi-stud")
    assert "Amount: 1 or 2 or 3 times ante. [" in out


def test_rules_refuse_an_option_the_rulebook_does_not_allow(pitboss: Run) -> None:
    sentence = one_sentence(pitboss("rules", "chapter4/three-card-poker", "-o", "ante_max=600"))
    assert "$600.00 is more than the $500.00" in sentence and "§13(D)(1)" in sentence


# -- settle -----------------------------------------------------------------------------------------------------------


def test_settle_prints_the_contract_as_json(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND)
    code, out, err = pitboss("settle", file, "--json")
    settled = json.loads(out)
    assert (code, err) == (0, "")
    assert (settled["rulebook"], settled["game"]) == ("chapter4", "three-card-poker")
    rows = {row["wager"]: row for row in settled["settlements"]}
    keys = {"seat", "wager", "staked", "outcome", "pays", "net", "cite"}
    assert all(keys <= set(row) for row in settled["settlements"])
    assert rows["ante"]["outcome"] == "win" and rows["ante"]["pays"] == "10.00" and rows["ante"]["net"] == "10.00"
    assert rows["play"]["outcome"] == "push" and rows["play"]["cite"].startswith("§13(C)(10)")
    assert rows["pair_plus"]["outcome"] == "lose" and rows["pair_plus"]["net"] == "-5.00"
    assert settled["net"] == {"1": "5.00"}


def test_settle_reads_standard_input() -> None:
    done = shell("settle", "-", "--json", text=ROUND)
    assert done.returncode == 0 and done.stderr == b""
    assert json.loads(done.stdout)["net"] == {"1": "5.00"}


def test_settle_explains_each_wager_to_a_person(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND)
    code, out, _ = pitboss("settle", file)
    assert code == 0
    for part in ("ante", "win at 1 to 1", "+$10.00", "player higher", "§13(C)(10) L1488", "pair plus", "-$5.00"):
        assert part in out
    assert "Seat 1: +$5.00" in out


def test_settle_names_irregularities_fees_and_the_player_dealer(pitboss: Run) -> None:
    misdeal = EXAMPLES / "chapter4/three-card-poker/14a-player-dealt-four-cards.toml"
    fees = EXAMPLES / "california/three-card-poker/14-fees-of-schedule-option-8.toml"
    assert "Irregularity (seat 1): a player is dealt the wrong number of cards" in pitboss("settle", misdeal)[1]
    out = pitboss("settle", fees)[1]
    assert "collection fee -$3.00" in out and "(player-dealer):" in out


# -- bad input --------------------------------------------------------------------------------------------------------

BAD_RECORDS = {
    "empty record": ("", "must say its rulebook"),
    "malformed TOML": ('rulebook = "chapter4', "is not TOML"),
    "no such rulebook": ('rulebook = "chapter5"\ngame = "three-card-poker"', 'there is no entry "chapter5/'),
    "no such game": ('rulebook = "chapter4"\ngame = "three-card-pokr"', 'did you mean "chapter4/three-card-poker"'),
    "unknown key": (ROUND + "[sets.1]\n", 'unknown key "sets"'),
    "unknown option": (ROUND + "[options]\nante_maximum = 5", 'did you mean "ante_max"'),
    "unknown card": (ROUND.replace("4s", "4x"), '"4x" is not a card'),
    "duplicate card": (ROUND.replace("Qc", "9c"), "9c is dealt 2 times"),
    "a 53rd card": (ROUND.replace("4s", "4s 5s"), "1 card more than the rules deal"),
    "card missing": (ROUND.replace(" 4s", ""), "deal one more"),
    "wager under the minimum": (ROUND.replace("ante = 10", "ante = 0.5"), "under the minimum of $1.00"),
    "wager over the maximum": (ROUND.replace("ante = 10", "ante = 501"), "over the maximum of $500.00"),
    "unknown wager": (ROUND.replace("pair_plus", "pair_pls"), 'did you mean "pair_plus"'),
    "wager not made before the deal": (ROUND.replace("pair_plus = 5", "play = 10"), "not made before the deal"),
    "no wager": (ROUND.replace("ante = 10, pair_plus = 5", ""), "no wager is placed"),
    "illegal action": (ROUND.replace('"play"', '"double"'), 'cannot "double" now; legal: play, fold'),
    "action missing": (ROUND.replace('"play"', ""), "does not say what seat 1 did"),
    "action too many": (ROUND.replace('"play"', '"play", "play"'), 'not asked to "play"'),
    "negative money": (ROUND.replace("ante = 10", "ante = -10"), "is negative"),
    "part of a cent": (ROUND.replace("ante = 10", "ante = 10.005"), "fraction of a cent"),
    "not money": (ROUND.replace("ante = 10", 'ante = "ten"'), "is not an amount of money"),
    "not a number": (ROUND.replace("ante = 10", "ante = nan"), "is not an amount of money"),
    "huge money": (ROUND.replace("ante = 10", "ante = 1e999999"), "more money than any table"),
    "huge whole number": (ROUND.replace("ante = 10", "ante = 0x" + "f" * 9000), "more than 64 bits"),
    "huge decimal number": (ROUND.replace("ante = 10", "ante = " + "9" * 9000), "cannot be read"),
    "seat that is not there": (ROUND.replace("seats.1", "seats.99"), "there is no seat 99"),
    "seat that is no number": (ROUND.replace("seats.1", "seats.one"), '"one" is not a seat'),
    "unknown irregularity": (ROUND + "irregularities = ['rain']", 'no irregularity "rain"'),
    "irregularity of a seat that is not there": (
        ROUND + "irregularities = [{ id = 'wrong_number_of_cards_player', seat = 5 }]",
        "seat 5 is not in the round",
    ),
    "list where a table belongs": (ENTRY + "seats = [1]", "seats must be a table"),
    "word where a list belongs": (ROUND + "leaves = 1", "leaves must be a list"),
    "banker in a house game": (ROUND + "bank = { seat = 7, wager = 100 }", "the house banks this game"),
}


@pytest.mark.parametrize(("record", "part"), BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_gets_one_sentence(pitboss: Run, tmp_path: Path, record: str, part: str) -> None:
    file = tmp_path / "round.toml"
    file.write_text(record)
    assert part in one_sentence(pitboss("settle", file))
    assert part in one_sentence(pitboss("settle", file, "--json"))


OUT_OF_TURN = ENTRY + (
    'seats.1 = { wagers = { ante = 10 }, cards = "Ah 9c 4s", actions = [] }\n'
    'seats.2 = { wagers = { ante = 10 }, cards = "Kh 9d 4h", actions = ["play", "play"] }\n'
)


def test_an_action_out_of_turn_is_refused(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(OUT_OF_TURN)
    assert "what seat 1 did" in one_sentence(pitboss("settle", file))


def test_a_wager_without_its_prerequisite_is_refused(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(
        'rulebook = "california"\ngame = "three-card-poker"\noptions.schedule_option = 1\n'
        "bank = { seat = 7, wager = 100 }\nseats.1.wagers = { pair_plus = 5 }\n"
    )
    assert "needs Ante as well" in one_sentence(pitboss("settle", file))


def test_a_wager_that_cannot_be_paid_exactly_is_refused_with_the_nearest_amounts(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(
        'rulebook = "massachusetts-2020"\ngame = "three-card-poker"\noptions.cover_all = true\n'
        'seats.1.wagers = { ante = 10, cover_all = "5.01" }\n'
    )
    assert "the nearest amounts are $5.00 or $5.02" in one_sentence(pitboss("settle", file))


def test_a_missing_file_a_folder_and_a_binary_file_are_told_apart(pitboss: Run, tmp_path: Path) -> None:
    binary = tmp_path / "round.bin"
    binary.write_bytes(bytes(range(256)))
    for verb in ("settle", "check"):
        assert "No such file" in one_sentence(pitboss(verb, tmp_path / "nowhere.toml"))
        assert "directory" in one_sentence(pitboss(verb, tmp_path))
        assert "not text in UTF-8" in one_sentence(pitboss(verb, binary))


BAD_WORDS = {
    "unknown command": (["gmes"], "Did you mean 'games'"),
    "unknown option": (["games", "--jsno"], "--jsno"),
    "missing argument": (["rules"], "Missing argument"),
    "argument too many": (["rules", "chapter4/roulette", "x"], "unexpected extra argument"),
    "unknown entry": (["rules", "chapter4/rulette"], 'did you mean "chapter4/roulette"'),
    "unknown rulebook": (["games", "-r", "chapter5"], 'did you mean "chapter4"'),
    "option without value": (["rules", "chapter4/roulette", "-o", "wheel"], "name=value"),
    "option given twice": (["rules", "chapter4/roulette", "-o", "wheel=x", "-o", "wheel=y"], "given twice"),
    "option value of no use": (["rules", "chapter4/roulette", "-o", "wheel=triple"], "is not one of"),
    "option that is no TOML": (["rules", "chapter4/roulette", "-o", "number_arrangement=[1,"], "is not TOML"),
    "bankroll below zero": (["play", "chapter4/roulette", "--bankroll", "-5"], "is negative"),
    "bankroll of nothing": (["play", "chapter4/roulette", "--bankroll", "0"], "more than zero"),
    "bankroll of part of a cent": (["play", "chapter4/roulette", "--bankroll", "0.001"], "fraction of a cent"),
    "seat that is not there": (["play", "chapter4/three-card-poker", "--seat", "8"], "there is no seat 8"),
    "meter that is not there": (["play", "chapter4/roulette", "--meter", "major=5"], 'no meter "major"'),
    "options file that is not there": (["play", "chapter4/roulette", "--options", "/nowhere"], "No such file"),
}


@pytest.mark.parametrize(("words", "part"), BAD_WORDS.values(), ids=BAD_WORDS.keys())
def test_a_mistyped_command_gets_one_sentence(pitboss: Run, words: list[str], part: str) -> None:
    assert part in one_sentence(pitboss(*words))


def test_a_sentence_never_carries_control_characters(pitboss: Run) -> None:
    assert "\x1b" not in one_sentence(pitboss("rules", "x\x1b[31m\ny/z"))


# -- as a process among others ----------------------------------------------------------------------------------------


def test_bad_input_leaves_no_traceback_in_a_real_process() -> None:
    for text in (b"", b"\xff\xfe\x00", b"x = ", ROUND.replace("4s", "4x").encode()):
        done = shell("settle", "-", text=text)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"pitboss: ") and done.stderr.count(b"\n") == 1


def test_closed_standard_input_gets_a_sentence() -> None:
    line = " ".join([*command(), "settle", "-", "<&-"])
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pitboss: standard input is closed; there is no record to read\n"


def test_a_reader_that_has_seen_enough_ends_the_command_quietly() -> None:
    line = " ".join([*command(), "rules", "chapter4/three-card-poker", "|", "head", "-1"])
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "Three Card Poker  chapter4/three-card-poker\n"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*command(), "games"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr == b"pitboss: the output: No space left on device\n"


def test_output_without_symbols_is_still_readable() -> None:
    done = shell("settle", "-", text=ROUND, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"Seat 1: +$5.00" in done.stdout


def test_settle_prints_what_is_collected_at_a_reshuffle_and_from_a_seat_that_leaves(
    pitboss: Run, tmp_path: Path
) -> None:
    file = tmp_path / "owed.toml"
    file.write_text(
        """
        rulebook = "chapter4"
        game = "mini-baccarat"
        options = { commission_timing = "deferred" }
        carry = { owed = { 1 = 3.75, 2 = 1.25 } }
        [[steps]]
        leaves = [1]
        [[steps]]
        reshuffle = true
        """,
        encoding="utf-8",
    )
    _, printed, _ = pitboss("settle", file)
    assert "Seat 1: commission collected -$3.75" in printed
    assert "Seat 2: commission collected -$1.25" in printed
    assert printed.index("STEP 1") < printed.index("Seat 1:") < printed.index("STEP 2") < printed.index("Seat 2:")


STEERING = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_nothing_that_a_file_says_steers_the_terminal(is_terminal: bool) -> None:
    file = io.StringIO()
    paper = Paper(Console(file=file, force_terminal=is_terminal, highlight=False, markup=False, emoji=False, width=200))
    paper.title(f"a{STEERING}", STEERING)
    paper.heading(STEERING)
    paper.bullet("•", f"b{STEERING}")
    paper.named([(f"c{STEERING}", Text(f"d{STEERING}", "bold"))])
    paper.table(("", f"e{STEERING}"), [(f"f{STEERING}", Text(f"g{STEERING}"))])
    told = re.sub(r"\x1b\[[\d;]*m", "", file.getvalue())
    assert not set("\x1b\x07\u202e\x9b") & set(told)
    assert all(f"{letter}\ufffd[2J\ufffd]0;owned" in told for letter in "abcdefg")


def test_json_escapes_what_is_not_seen_and_what_the_terminal_has_no_letter_for() -> None:
    file = EXAMPLES / "chapter4/three-card-poker/01-dealer-does-not-play.toml"
    done = shell("settle", str(file), "--json", env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    plain = shell("settle", str(file), "--json", env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert b"\\u2663" in done.stdout and json.loads(done.stdout.decode("latin-1")) == json.loads(plain.stdout)


def test_a_name_in_json_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": STEERING, "joker": "\U0001f0cf\ud800"})
    told = capsys.readouterr().out
    assert json.loads(told)["name"] == STEERING and not set(STEERING[-5:-3]) & set(told) and "\U0001f0cf" in told
