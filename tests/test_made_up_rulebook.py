"""An entry that differs only in figures needs a TOML file and no code; a faulty file is told with key and fault."""

from pathlib import Path

import pytest

from pitboss import PitbossError, load, open_table, settle
from pitboss.rulebook.loader import BUILT_IN

CHAPTER4 = BUILT_IN / "chapter4" / "three-card-poker.toml"
RECORD = """
rulebook = "riverboat"
game = "three-card-poker"
[seats.1]
wagers = { ante = 10, pair_plus = 5 }
cards = "9c 8d 7h"
actions = ["play"]
[dealer]
cards = "Ks 6d 2c"
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "riverboat").mkdir()
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    return tmp_path / "riverboat" / "three-card-poker.toml"


def _riverboat(*changes: tuple[str, str]) -> str:
    text = CHAPTER4.read_text(encoding="utf-8").replace('rulebook = "chapter4"', 'rulebook = "riverboat"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_new_rulebook_needs_no_code(shelf: Path) -> None:
    shelf.write_text(
        _riverboat(
            ('straight = "6 to 1"', 'straight = "7 to 1"'),
            ('straight = "1 to 1"', 'straight = "3 to 2"'),
            ('dealer_qualifies = { value = "Q"', 'dealer_qualifies = { value = "A"'),
            ('push = ["push", "§13(C)(10) L1486"]', 'push = ["win 1 to 1", "§13(C)(10) L1486"]'),
        ),
        encoding="utf-8",
    )
    assert load("riverboat/three-card-poker").rulebook == "riverboat"
    settled = settle(RECORD)
    rows = {row.wager: row.net for row in settled.rounds[0][1].settlements}
    assert rows == {"ante": 1000, "play": 1000, "ante_bonus": 1500, "pair_plus": 3500}
    played = open_table("riverboat/three-card-poker", seed=1).deal({1: {"pair_plus": 5}})
    assert played.over


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('pay_table = "PT-2"', 'pay_table = "PT-9"', r'wagers.pair_plus.pay_table: there is no pay table "PT-9"'),
        ("[options.min_wager]", "[options.min_wager]\nfoo = 1", "options.min_wager.foo: Extra inputs"),
        ('straight_flush = "40 to 1"', 'straight_flush = "40 or 1"', "pay_tables.PT-2.lines"),
        ('fold = ["lose",', 'fold = ["looses",', r'wagers.ante.cases.fold: "looses" is not a result'),
        ('remedy = ["new_cards"]', 'remedy = ["new_card"]', 'cards_worn.remedy: there is no remedy "new_card"'),
        ('default = "push"', 'default = "pull"', "options.play_on_win.default"),
        ('"{ante_max}"', '"{ante_maximum}"', 'there is no option "ante_maximum"; did you mean "ante_max"'),
        ('script = "three_card_poker"', "script = 3", "script"),
        ('cite = "§13(D)(4) L1512"', 'cite = ""', "irregularities.cards_worn.cite"),
        ("[seats]", "[seats", "is not TOML"),
        ('push = ["push", "§13(C)(10) L1488"]', 'pull = ["push", "x"]', "nothing is said for play_on_win"),
    ],
)
def test_a_faulty_entry_names_file_key_and_fault(shelf: Path, old: str, new: str, fault: str) -> None:
    shelf.write_text(_riverboat((old, new)), encoding="utf-8")
    with pytest.raises(PitbossError, match=fault) as caught:
        load("riverboat/three-card-poker")
    assert "three-card-poker.toml" in caught.value.sentence


def test_an_entry_without_a_term_its_script_needs_is_refused(shelf: Path) -> None:
    shelf.write_text(_riverboat(("dealer_qualifies = ", "dealer_plays = ")), encoding="utf-8")
    with pytest.raises(PitbossError, match="terms.dealer_qualifies: the three_card_poker script needs it"):
        open_table("riverboat/three-card-poker")
