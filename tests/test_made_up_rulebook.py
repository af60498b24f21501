"""An entry that differs only in figures needs a TOML file and no code; a faulty file is told with key and fault."""

from pathlib import Path

import pytest

from conftest import Run
from pitboss import PitbossError, load, open_table, settle
from pitboss.rulebook.loader import BUILT_IN, entries

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


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('straight_flush = "40 to 1"', 'flsh = "40 to 1"', 'no hand "flsh"; did you mean "flush"'),
        ("wagers.ante_bonus", "wagers.ante_bonuss", "wagers.ante_bonuss: the three_card_poker script never settles it"),
        (
            "[wagers.ante.cases]",
            '[wagers.ante.cases]\ntied = ["push", "x"]',
            'ante.cases: the script knows no case "tied"',
        ),
        ("[terms]", '[terms]\ndeals = { value = "rotation", cite = "x" }', 'terms: the script knows no term "deals"'),
        ('moments = ["deal", "decide"', 'moments = ["deals", "decide"', 'no moment "deals"; did you mean "deal"'),
    ],
)
def test_an_entry_that_its_script_does_not_know_is_refused_on_load(shelf: Path, old: str, new: str, fault: str) -> None:
    shelf.write_text(_riverboat((old, new)), encoding="utf-8")
    with pytest.raises(PitbossError, match=fault):
        open_table("riverboat/three-card-poker")


def test_one_faulty_file_of_ones_own_does_not_stop_the_rest(shelf: Path, pitboss: Run) -> None:
    shelf.write_text("[seats", encoding="utf-8")
    (shelf.parent / "other.toml").write_text(_riverboat(('game = "three-card-poker"', 'game = "other"')))
    code, out, err = pitboss("games")
    assert code == 0 and "riverboat/other" in out and "three-card-poker.toml" in err and "left out" in err
    assert {"riverboat/other", "chapter4/roulette"} <= {entry.name for entry in entries()} | {"riverboat/other"}


SCRIPT = '''
"""High Card: the higher of two cards wins."""

from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.round import Round
from pitboss.games.poker import kit


def play(t: Round) -> Script:
    yield from t.moment("deal")
    kit.deal_hands(t, 1)
    theirs = t.reveal(kit.DEALER, t.cite("reveal"))[0].rank
    for bet in t.bets:
        ours = t.reveal(t.hand(bet.seat), t.cite("reveal"))[0].rank
        t.settle(bet, kit.compare(ours, theirs))


GAME = Game(
    play=play,
    moments=("bets", "deal"),
    hands=(kit.DEALER,),
    terms="deal reveal",
    settles={"bet": Judged("player_higher dealer_higher tie")},
)
'''
ENTRY = """
rulebook = "riverboat"
game = "high-card"
title = "High Card"
family = "comparing"
script = "high_card"
summary = "The higher of two cards wins."
source = "The house's own rules"
[seats]
max = 6
cite = "1"
[bank]
kind = "house"
cite = "2"
[cards]
decks = 1
cite = "3"
[[equipment]]
text = "One deck of cards."
cite = "3"
[[round]]
text = "One card each, turned up; the higher one wins."
cite = "5"
[terms]
deal = { value = "rotation", cite = "4" }
reveal = { value = true, cite = "5" }
[wagers.bet]
title = "Bet"
text = "On the higher card."
cite = "6"
[wagers.bet.cases]
player_higher = ["win 1 to 1", "6"]
dealer_higher = ["lose", "6"]
tie = ["push", "6"]
"""
EXAMPLE = """
rulebook = "riverboat"
game = "high-card"
[seats.1]
wagers = { bet = 10 }
cards = "Kd"
[dealer]
cards = "7c"
[expect]
1 = { bet = 10 }
"""


def test_a_folder_of_ones_own_brings_a_script_and_its_examples_are_settled(tmp_path: Path, pitboss: Run) -> None:
    for name, text in {
        "riverboat/high-card.toml": ENTRY,
        "scripts/high_card.py": SCRIPT,
        "examples/01-king.toml": EXAMPLE,
        "examples/02-refused.toml": EXAMPLE.replace("bet = 10 }\ncards", "bet = 0 }\ncards")
        .replace("[expect]\n1 = { bet = 10 }", "")
        .replace("game =", "refused = 'more than zero'\ngame =", 1),
    }.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    code, out, _ = pitboss("test", str(tmp_path))
    assert code == 0 and "2 of 2 settle as they say." in out
    (tmp_path / "examples" / "03-wrong.toml").write_text(EXAMPLE.replace("1 = { bet = 10 }", "1 = { bet = 5 }"))
    code, out, _ = pitboss("test", str(tmp_path))
    assert code == 1 and "03-wrong.toml: seat 1, bet: 10.00, and not 5.00" in " ".join(out.split())
    assert pitboss("test", str(tmp_path / "riverboat"))[0] == 2
