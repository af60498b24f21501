"""Every worked example of the specs is a record file that settles as the spec says, wager by wager."""

from pathlib import Path

import pytest

from conftest import EXAMPLES, Run, example_files
from pitboss import PitbossError, settle
from pitboss.engine.examples import differences
from pitboss.engine.reading import load_toml
from pitboss.rulebook import entry_names, load

# How many worked examples each spec has; files are named after them: 07-..., or 07a-..., 07b-... for its cases.
# Examples of our own stand beside them, named in words.
WORKED_EXAMPLES = {
    "california/21st-century-blackjack": 16,
    "california/21st-century-blackjack-5-1": 19,
    "california/big-o-high-low-split": 9,
    "california/blackjack-1-5-to-1": 17,
    "california/casino-war": 12,
    "california/face-up-pai-gow-poker": 19,
    "california/fortune-pai-gow-poker-1-0": 17,
    "california/mississippi-stud-3-card-bonus": 16,
    "california/crazy-4-poker": 8,
    "california/dragon-dai-bacc": 15,
    "california/pai-gow-poker": 16,
    "california/pai-gow-tiles": 20,
    "california/pure-21-5-blackjack": 16,
    "california/pure-21-5-blackjack-3-to-2": 14,
    "california/ruyi-baccarat": 15,
    "california/omaha": 9,
    "california/omaha-high-low-split": 10,
    "california/seven-card-stud": 8,
    "california/seven-card-stud-high-low-split": 9,
    "california/short-deck-holdem": 11,
    "california/texas-holdem": 11,
    "california/three-card-poker": 14,
    "california/three-card-poker-6-card-bonus": 16,
    "california/ultimate-texas-holdem": 14,
    "california/zoobac": 14,
    "chapter4/baccarat-chemin-de-fer": 18,
    "chapter4/big-six": 14,
    "chapter4/blackjack": 21,
    "chapter4/caribbean-stud": 17,
    "chapter4/casino-war": 13,
    "chapter4/keno": 12,
    "chapter4/craps": 22,
    "chapter4/let-it-ride": 19,
    "chapter4/mini-baccarat": 16,
    "chapter4/mississippi-stud": 19,
    "chapter4/pai-gow-poker": 21,
    "chapter4/poker": 23,
    "chapter4/red-dog": 14,
    "chapter4/roulette": 13,
    "chapter4/shuffle-machines": 8,
    "chapter4/three-card-poker": 15,
    "massachusetts-2014/caribbean-stud": 20,
    "massachusetts-2020/baccarat": 19,
    "massachusetts-2020/asia-poker": 20,
    "massachusetts-2020/baccarat-chemin-de-fer": 15,
    "massachusetts-2020/big-six": 10,
    "massachusetts-2020/boston-5-stud": 18,
    "massachusetts-2020/caribbean-stud": 26,
    "massachusetts-2020/blackjack": 37,
    "massachusetts-2020/blackjack-switch": 23,
    "massachusetts-2020/casino-war": 18,
    "massachusetts-2020/chase-the-flush": 18,
    "massachusetts-2020/colorado-holdem": 18,
    "massachusetts-2020/craps": 28,
    "massachusetts-2020/crazy-4-poker": 21,
    "massachusetts-2020/criss-cross-poker": 18,
    "massachusetts-2020/double-cross-poker": 19,
    "massachusetts-2020/double-down-stud": 18,
    "massachusetts-2020/double-attack-blackjack": 25,
    "massachusetts-2020/flop-poker": 16,
    "massachusetts-2020/fast-action-holdem": 18,
    "massachusetts-2020/four-card-poker": 20,
    "massachusetts-2020/free-bet-blackjack": 23,
    "massachusetts-2020/dj-wild-poker": 21,
    "massachusetts-2020/heads-up-holdem": 20,
    "massachusetts-2020/high-card-flush": 19,
    "massachusetts-2020/let-it-ride": 22,
    "massachusetts-2020/mississippi-stud": 20,
    "massachusetts-2020/midi-baccarat": 17,
    "massachusetts-2020/mini-baccarat": 18,
    "massachusetts-2020/pai-gow-tiles": 20,
    "massachusetts-2020/pai-gow-poker": 52,
    "massachusetts-2020/red-dog": 13,
    "massachusetts-2020/roulette": 16,
    "massachusetts-2020/sic-bo": 15,
    "massachusetts-2020/spanish-21": 27,
    "massachusetts-2020/supreme-pai-gow": 22,
    "massachusetts-2020/texas-holdem-bonus": 20,
    "massachusetts-2020/three-card-poker": 18,
    "massachusetts-2020/two-card-joker-poker": 19,
    "massachusetts-2020/ultimate-texas-holdem": 24,
    "massachusetts-2020/zappit-blackjack": 18,
    "massachusetts-2020/winners-pot-poker": 21,
    "oneida-2003/caribbean-stud": 18,
    "oneida-2003/craps": 21,
    "oneida-2003/let-it-ride": 18,
    "oneida-2003/pai-gow-poker": 24,
    "oneida-2003/roulette": 14,
    "oneida-2003/three-card-poker": 12,
}


@pytest.mark.parametrize("file", example_files(), ids=lambda file: str(file.relative_to(EXAMPLES)))
def test_worked_example_settles(file: Path) -> None:
    raw = load_toml(file.read_text(encoding="utf-8"))
    name, folder = f"{raw['rulebook']}/{raw['game']}", f"{file.parent.parent.name}/{file.parent.name}"
    assert name == folder or folder in load(name).uses, "an example is of its folder's entry, or of one that uses it"
    if "refused" in raw:
        with pytest.raises(PitbossError, match=raw["refused"]):
            settle(raw)
        return
    assert not differences(settle(raw))


@pytest.mark.parametrize("name", entry_names())
def test_every_worked_example_of_the_spec_has_a_file(name: str) -> None:
    if name not in WORKED_EXAMPLES:
        pytest.fail(f"{name} is not in WORKED_EXAMPLES")
    numbers = {int(file.name[:2]) for file in (EXAMPLES / name).glob("[0-9]*.toml")}
    assert numbers == set(range(1, WORKED_EXAMPLES[name] + 1))


SPIN = 'rulebook = "chapter4"\ngame = "roulette"\nspin = "7"\nseats.1.wagers = { red = 5 }\n'
MISTYPED = {
    "expect = 5": "expect is given by seat",
    "expect = {}": "the example expects nothing",
    "expect.1 = {}": "expect.1: the example expects nothing of it",
    "expect.1 = 5": "expect.1 is given by wager",
    'expect.1.red = "x"': "seat 1, red: 'x' is not an amount of money",
    "expect.1.red = [1]": "seat 1, red: a list is not an amount",
    "expect.1.red = 1979-05-27": "seat 1, red: 1979-05-27 is not an amount",
    "expect.1.red = nan": "seat 1, red: NaN is not an amount",
    "expect.1.red = inf": "seat 1, red: Infinity is not an amount",
    "expect.1.red = 5.001": "seat 1, red: 5.001 ",
    "expect.1.red = { net = true }": "seat 1, red: true is not an amount",
    'expect.1.net = "NaN"': "seat 1: 'NaN' is not an amount",
    "expect.events = 5": "expect.events is a list of words",
    "expect.events = [5]": "expect.events is a list of words",
    "expect.fees = 5": "expect.fees is given by seat",
    "expect.meters = [5]": "expect.meters is given by meter",
    "expect.carry = 5": "expect.carry is given by name",
    'refused = ""': "refused is a part of the sentence",
    "refused = 5": "refused is a part of the sentence",
    'refused = "("\nspin_again = 1': 'refused: "(" is no pattern of words',
    "steps = 5\nexpect.1.red = 5": "the record has steps",
}


@pytest.mark.parametrize("line", MISTYPED)
def test_a_mistyped_expectation_is_told_in_a_sentence_and_not_taken_for_one_that_holds(
    pitboss: Run, tmp_path: Path, line: str
) -> None:
    (tmp_path / "one.toml").write_text(SPIN + line)
    code, out, _ = pitboss("test", str(tmp_path))
    said = " ".join(out.split())
    assert code == 1 and f"one.toml: {MISTYPED[line]}" in said and "0 of 1 settle" in said
