"""Two entries of a game side by side: every difference with both clauses; two rulebooks, game by game."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from conftest import Run
from pitboss.rulebook import load
from pitboss.rulebook.shelves import headings
from pitboss.sheets.comparison import Comparison, Difference, compare_entries, compare_rulebooks, wagers_of_both

CRAPS = ("chapter4/craps", "oneida-2003/craps", "massachusetts-2020/craps")


PARTS = "is paid part by part"


def differences(first: str, second: str) -> dict[str, Difference]:
    return {each.name: each for each in compare_entries(load(first), load(second)).differences}


def in_other_words(first: str, second: str) -> dict[str, Difference]:
    return {each.name: each for each in compare_entries(load(first), load(second)).in_other_words}


def of_one_script() -> list[tuple[str, str]]:
    """Every two entries that are played by one script."""
    entries = [load(each.name) for each in headings()]
    return [(one.name, other.name) for one, other in combinations(entries, 2) if one.script == other.script]


def test_no_two_entries_of_a_script_are_compared_in_the_signs_of_the_files() -> None:
    for pair in of_one_script():
        for each in (*(found := compare_entries(*map(load, pair))).differences, *found.in_other_words):
            for text in (each.name, each.first.text, each.second.text):
                assert "{" not in text, (pair, each)


def test_every_label_says_what_its_row_is_about() -> None:
    for pair in of_one_script():
        for each in (*(found := compare_entries(*map(load, pair))).differences, *found.in_other_words):
            assert each.name and ("…" not in each.name or len(each.name.split()) > 3), (pair, each)


def test_no_rule_is_lost_where_two_have_the_same_words_in_common() -> None:
    for pair in of_one_script():
        found = compare_entries(*map(load, pair))
        told = [each for each in (*found.differences, *found.in_other_words) if each.section == "irregularities"]
        for side, name in (("first", pair[0]), ("second", pair[1])):
            rules = len({rule.trigger for rule in load(name).irregularities.values()})
            assert sum(1 for each in told if getattr(each, side).cite) + found.alike.get("irregularities", 0) == rules


def test_odds_that_an_option_holds_are_told_as_the_option_has_them() -> None:
    ante = differences("chapter4/three-card-poker", "oneida-2003/three-card-poker")["Ante"].first.text
    assert "player higher: wins as the option ante_on_win says (any odds; default 1 to 1)" in ante


def test_a_line_that_one_rulebook_has_in_one_table_and_another_in_several_is_one_row() -> None:
    found = differences("chapter4/three-card-poker", "oneida-2003/three-card-poker")
    straight = found["Pair Plus: straight"]
    assert (straight.first.text, straight.second.text) == ("6 to 1", "5 to 1 (table A); 6 to 1 (table B)")
    assert "Pair Plus: flush" not in found, "all tables of both pay 4 to 1"
    other = differences(*CRAPS[1:])
    assert other["Fire Bet: different points made: four"].second.text == "24 to 1 (Table A); 39 to 1 (Table B)"
    assert "complete: wins 34 to 1 (Paytable 1) or 30 to 1 (Paytable 2)" in other["All Small"].second.text


def test_what_is_alike_is_counted_in_words() -> None:
    alike = {"table": 2, "options": 1, "wagers": 1, "pay tables": 3, "irregularities": 1}
    told = "1 option, 1 wager, 3 lines of pay tables, 1 irregularity."
    assert Comparison("a", "b", (), alike).total() == f"0 differences. Alike: 2 of the table, {told}"


def test_an_entry_does_not_differ_from_itself() -> None:
    assert not compare_entries(load(CRAPS[0]), load(CRAPS[0])).differences


@pytest.mark.parametrize(
    ("first", "second", "name", "ours", "theirs"),
    [
        (*CRAPS[:2], "Pass odds multiple", "at least 1; default 2", "at least 1, at most 100; default 1"),
        (*CRAPS[:2], "Hardways on comeout", "yes or no; default yes", "–"),
        (*CRAPS[:2], "Lay commission 4 10", "–", "at least 0%, at most 10%; default 5%"),
        (*CRAPS[:2], "Payout unit", "at least $0.01; default $1.00", "any amount; default $1.00"),
        (*CRAPS[:2], "Late pass", "as the option late_pass_allowed says (yes or no; default yes)", "no"),
        (*CRAPS[:2], "C and E", f"hit: {PARTS} and is left up; miss: loses", f"hit: {PARTS}; miss: loses"),
        (*CRAPS[1:], "Fire Bet", "–", "seven: is paid by the table; not decided: stays up"),
        (CRAPS[0], CRAPS[2], "Roll without line", "–", "yes"),
        ("chapter4/roulette", "oneida-2003/roulette", "Zero rule", "–", "lose all or lose half; default lose all"),
    ],
)
def test_a_difference_is_told_from_both_sides(first: str, second: str, name: str, ours: str, theirs: str) -> None:
    found = differences(first, second)[name]
    assert (found.first.text, found.second.text) == (ours, theirs)


def test_every_difference_has_the_clause_of_whoever_says_something() -> None:
    for first, second in ((CRAPS[0], CRAPS[1]), (CRAPS[0], CRAPS[2]), (CRAPS[1], CRAPS[2])):
        found: Comparison = compare_entries(load(first), load(second))
        assert found.differences and found.alike
        for each in found.differences:
            assert each.first.cite or each.second.cite, each
            assert (each.first.text == "–") <= bool(each.second.cite), each


def test_a_bet_that_two_rulebooks_name_differently_is_compared_as_one() -> None:
    found = differences("chapter4/red-dog", "massachusetts-2020/red-dog")
    assert not {"Bet", "Original wager"} & set(found)
    told = next(each for name, each in found.items() if name.startswith("Changes by the house: Bet (Original wager)"))
    assert told.first.text.startswith("The house may not") and told.second.text.startswith("The house may pay more")


def test_a_line_for_several_spreads_is_compared_with_a_line_for_each() -> None:
    found = compare_entries(load("chapter4/red-dog"), load("massachusetts-2020/red-dog"))
    lines = {each.name: each for each in found.differences if each.section == "pay tables" and "spread" in each.name}
    assert not lines and found.alike["pay tables"] >= 22, "both pay 1 to 1 from 4 to 11"
    other = load("massachusetts-2020/red-dog")
    tables = {
        name: table.model_copy(update={"lines": table.lines | {f"spread_{each}": "3 to 1" for each in (6, 7, 8)}})
        for name, table in other.pay_tables.items()
    }
    found = compare_entries(load("chapter4/red-dog"), other.model_copy(update={"pay_tables": tables}))
    told = {each.name: (each.first.text, each.second.text) for each in found.differences if "spread" in each.name}
    assert told["Raise: spread 6 to 8"] == ("1 to 1", "3 to 1") and "Raise: spread 4" not in told


def test_the_words_of_both_clauses_are_quoted_where_the_official_texts_are_at_hand(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two, page = ("chapter4/big-six", "massachusetts-2020/big-six"), tmp_path / "two.html"
    for book in ("chapter4", "massachusetts-2020"):
        (tmp_path / f"{book}.txt").write_text("\n".join(f"Line {each} of {book}." for each in range(1, 26_000)))
    assert not compare_entries(*map(load, two)).words
    monkeypatch.setenv("PITBOSS_SOURCES", str(tmp_path))
    cite = next(each.first.cite for each in compare_entries(*map(load, two)).differences if " L" in each.first.cite)
    line = cite.partition(" L")[2].split(",")[0].split(";")[0].split("-")[0]
    out = " ".join(pitboss("compare", *two)[1].split())
    assert "THE WORDS OF THE CLAUSES IN CHAPTER4/BIG-SIX" in out and f"Line {line} of chapter4." in out
    assert "IN MASSACHUSETTS-2020/BIG-SIX" in out and "of massachusetts-2020." in out
    pitboss("compare", *two, "--html", page)
    assert f"Line {line} of chapter4." in page.read_text() and "of massachusetts-2020." in page.read_text()
    assert set(json.loads(pitboss("compare", *two, "--json")[1])["words"]) == set(two)


def test_a_game_that_another_rulebook_has_within_an_entry_is_found_there(pitboss: Run) -> None:
    games = {pair.game: pair for pair in compare_rulebooks("chapter4", "california").games}
    assert games["texas-holdem"].stands_in == "chapter4/poker, variant texas holdem"
    assert games["mississippi-stud"].stands_in == "california/mississippi-stud-3-card-bonus"
    assert not games["zoobac"].stands_in
    _, out, _ = pitboss("compare", "massachusetts-2020", "chapter4")
    told = out[out.index("blackjack-switch") :].split()
    assert told[1:5] == ["yes", "in", "blackjack,", "variant"]


def test_two_rulebooks_are_compared_game_by_game(pitboss: Run) -> None:
    _, out, _ = pitboss("compare", "chapter4", "oneida-2003", "--json")
    rows = {row["game"]: row for row in json.loads(out)}
    assert rows["craps"]["differences"] > 10 and rows["keno"]["second"] is None
    _, out, _ = pitboss("compare", "chapter4", "oneida-2003")
    assert "keno" in out and "tells the differences of a game" in out


def test_a_comparison_tells_edges_and_writes_a_page(pitboss: Run, tmp_path: Path) -> None:
    _, out, _ = pitboss("compare", "chapter4/big-six", "massachusetts-2020/big-six", "--edges")
    assert "HOUSE EDGE BY THE DEFAULTS OF EACH" in out and "11.1111 %" in out
    page = tmp_path / "two.html"
    code, out, _ = pitboss("compare", "chapter4/big-six", "massachusetts-2020/big-six", "--html", page)
    assert code == 0 and "<h1>chapter4/big-six and massachusetts-2020/big-six</h1>" in page.read_text()
    assert "<h2>Terms: in other words" in page.read_text() and " differences. Alike: " in page.read_text()


def test_the_edges_of_a_bet_stand_side_by_side_whatever_each_rulebook_calls_it(pitboss: Run) -> None:
    _, out, _ = pitboss("compare", "chapter4/mini-baccarat", "massachusetts-2020/mini-baccarat", "--edges", "--json")
    edges = json.loads(out)["house_edges"]
    assert edges["Banker's Hand (Banker)"] == ["1.0579 %", "1.0579 %"]
    assert edges["Tie Bet (Tie)"] == ["14.3596 %", "14.3596 %"]
    _, out, _ = pitboss("compare", "chapter4/roulette", "oneida-2003/roulette", "--edges", "--json")
    edges = json.loads(out)["house_edges"]
    assert edges["3-Number (Row)"] == edges["3-Number (Triple)"] == ["5.2632 %", "5.2632 %"]
    assert all("–" not in pair for pair in edges.values())


def test_two_bets_that_happen_to_have_one_title_are_not_taken_for_one() -> None:
    both = {
        one: other for _, one, other in wagers_of_both(load("chapter4/blackjack"), load("massachusetts-2020/blackjack"))
    }
    assert both["main"] == "blackjack" and both["switch_main_1"] is None  # both have a "First Wager"


def test_two_rulebooks_are_compared_on_a_page_too(pitboss: Run, tmp_path: Path) -> None:
    page = tmp_path / "books.html"
    code, out, _ = pitboss("compare", "chapter4", "oneida-2003", "--html", page)
    assert code == 0 and "is in" in out
    assert "<h1>chapter4 and oneida-2003</h1>" in page.read_text()
    assert "<th scope='row'>keno</th><td>yes</td><td>–</td><td></td>" in page.read_text()
    code, _, err = pitboss("compare", "chapter4", "oneida-2003", "--edges")
    assert code == 2 and "--edges is for two entries" in err


def test_an_entry_is_not_compared_with_a_rulebook(pitboss: Run) -> None:
    code, _, err = pitboss("compare", "chapter4/craps", "oneida-2003")
    assert code == 2 and "name two entries" in err


def test_one_line_that_two_tables_call_differently_is_no_difference() -> None:
    found = compare_entries(load("chapter4/caribbean-stud"), load("oneida-2003/caribbean-stud"))
    assert not [each.name for each in found.differences if each.section == "pay tables" and ": pair" in each.name]


def test_games_that_are_not_alike_are_compared_with_a_remark(pitboss: Run, tmp_path: Path) -> None:
    _, out, _ = pitboss("compare", "chapter4/craps", "chapter4/roulette")
    remark = "Craps and Roulette are two different games: what has one name in both need not be the same thing."
    assert remark in " ".join(out.split()[:40])
    pitboss("compare", "chapter4/craps", "chapter4/roulette", "--html", tmp_path / "page.html")
    assert remark in (tmp_path / "page.html").read_text()
    assert not compare_entries(load(CRAPS[0]), load(CRAPS[1])).remark
    kin = compare_entries(load("chapter4/blackjack"), load("california/pure-21-5-blackjack")).remark
    assert "are two games of one family, blackjack: " in kin


def test_one_irregularity_in_other_words_is_told_once_and_shows_the_words() -> None:
    told = {name: (each.first.text, each.second.text) for name, each in in_other_words(*CRAPS[:2]).items()}
    assert told["the uppermost face is disputed, and the … decides it"] == ("boxman", "boxperson")
    assert told["the dice touch … other than the bank's"] == ("chips", "match play coupons, or chips")
    rules = [name for name, each in differences(*CRAPS[:2]).items() if each.section == "irregularities"]
    assert not [name for name in rules if "boxman" in name or "boxperson" in name]
    jams = in_other_words("oneida-2003/let-it-ride", "massachusetts-2020/let-it-ride")
    assert any(name.endswith("… jams, stops or fails to deal all cards") for name in jams), "of other names too"
    assert not any("ore bets" in name.lower() for name in jams), "capital letters are no other words"


def test_a_remedy_that_hangs_on_an_option_is_compared_with_it() -> None:
    told = differences(*CRAPS[:2])["a wager is under the minimum or over the maximum"].first.text
    assert "the wager is valid as placed (if out_of_limit_procedure = accept)" in told


def test_a_wager_of_several_parts_has_only_the_lines_of_its_parts() -> None:
    lines = [name for name in differences(*CRAPS[:2]) if name.startswith("High-Low: craps") or "High-Low: any" in name]
    assert lines == ["High-Low: craps 2", "High-Low: craps 12"]


def test_an_option_that_two_rulebooks_name_differently_and_use_alike_is_one() -> None:
    assert not {"Buy vig rate", "Buy commission"} & set(differences(*CRAPS[:2])), "both at most 5%, by default 5%"
    other = differences("chapter4/caribbean-stud", "oneida-2003/caribbean-stud")
    assert not {"Min wager", "Ante min"} & set(other)
    assert {"Use shuffler", "Second deck"} <= set(other), "used alike, and not the same"
