"""Parts of a rulebook that several of its games print."""

from pathlib import Path

import pytest

from pitboss.errors import RulebookError
from pitboss.rulebook import load

PART = """
[pay_tables.PT-9]
title = "Shared"
[pay_tables.PT-9.lines]
pair = "1 to 1"
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook of one's own with a copy of a game and one part."""
    book = tmp_path / "mine"
    (book / "parts").mkdir(parents=True)
    (book / "parts" / "shared.toml").write_text(PART)
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    return book


def write(book: Path, name: str, more: str) -> None:
    text = Path("src/pitboss/rulebooks/chapter4/three-card-poker.toml").read_text()
    text = text.replace('rulebook = "chapter4"', 'rulebook = "mine"').replace("three-card-poker", name)
    text = text.replace('uses = ["chapter4/shuffle-machines"]\n', "")
    text = text.replace(
        "[options.use_shuffler]\ndefault = false\n", "[options.use_shuffler]\ntype = 'flag'\ndefault = false\n"
    )
    text = text.replace('note = "This game\'s own section names no machine; none is assumed."', 'cite = "§1"')
    (book / f"{name}.toml").write_text(text + more)


def test_a_game_takes_a_part_over_under_its_own_clause(shelf: Path) -> None:
    write(shelf, "one", '\n[[parts]]\nfrom = "shared"\ncite = "§9 L1"\n')
    assert load("mine/one").pay_tables["PT-9"].cite == "§9 L1"


def test_what_a_game_says_itself_is_laid_over_the_part(shelf: Path) -> None:
    write(shelf, "two", '\n[[parts]]\nfrom = "shared"\ncite = "§9 L1"\n\n[pay_tables.PT-9]\ntitle = "Own"\n')
    table = load("mine/two").pay_tables["PT-9"]
    assert (table.title, table.lines) == ("Own", {"pair": "1 to 1"})


def test_a_part_that_is_not_there_is_named_with_the_nearest(shelf: Path) -> None:
    write(shelf, "three", '\n[[parts]]\nfrom = "sharde"\ncite = "§9 L1"\n')
    with pytest.raises(RulebookError, match='mine has no part "sharde"; did you mean "shared"'):
        load("mine/three")


def test_a_part_is_no_entry(shelf: Path) -> None:
    from pitboss.rulebook import entry_names

    assert not [name for name in entry_names() if "parts" in name or "shared" in name]


FEES = """
[fees]
option = "schedule"
[fees.schedules.1]
player = "1"
bank = "2"
[fees.schedules.2]
player = "1"
bank = "3"

[[readings]]
id = "A1"
text = "Shared."
[[readings]]
id = "A2"
text = "Shared too."
"""


def test_of_what_there_is_one_of_each_key_is_taken_over_and_of_a_list_what_has_the_same_id(shelf: Path) -> None:
    (shelf / "parts" / "fees.toml").write_text(FEES)
    own = """
[[parts]]
from = "fees"
cite = "§9 L1"
[options.schedule]
allowed = [1, 2]
default = 1
cite = "§9"
[fees]
per = "ante"
[fees.schedules.2]
bank = "4"
[[readings]]
id = "A2"
cite = "§9 L7"
"""
    write(shelf, "six", own)
    entry = load("mine/six")
    fees = entry.fees
    assert fees is not None and (fees.per, fees.option, fees.cite) == ("ante", "schedule", "§9 L1")
    assert {name: (each.player, each.bank) for name, each in fees.schedules.items()} == {
        "1": ("1", "2"),
        "2": ("1", "4"),
    }
    told = {reading.id: (reading.text, reading.cite) for reading in entry.readings}
    assert (told["A1"], told["A2"]) == (("Shared.", "§9 L1"), ("Shared too.", "§9 L7"))


@pytest.mark.parametrize("part", ['title = "x"', "options = [1]", "[options]\ntable_min = 5"])
def test_a_part_that_lends_nothing_that_can_be_lent_is_told_with_its_file(shelf: Path, part: str) -> None:
    (shelf / "parts" / "odd.toml").write_text(part)
    write(shelf, "seven", '\n[[parts]]\nfrom = "odd"\ncite = "§9 L1"\n')
    with pytest.raises(RulebookError, match=r"odd\.toml: \w+: a part lends what has names"):
        load("mine/seven")
