"""Whatever a record says carried over: the round is settled, or one sentence says what is wrong with it."""

from typing import Any

import pytest

from conftest import EXAMPLES
from pitboss import PitbossError, settle
from pitboss.engine.reading import load_toml
from pitboss.errors import RecordError
from pitboss.games import game_of
from pitboss.rulebook import entry_names, load

ODD: list[Any] = [True, -1, 99, 1.5, "", "x", "3", [], [1], ["x"], [None], {}, {"1": 1}, {"1": "x"}, {"1": []}]


@pytest.mark.parametrize(
    "name", [name for name in entry_names() if game_of(load(name)).carries and load(name).script != "craps"]
)
def test_what_carried_over_is_settled_or_refused_in_a_sentence(name: str) -> None:
    files = sorted((EXAMPLES / name).glob("*.toml"))
    carrying = [file for file in files if "carry" in file.read_text()]
    for file in {files[0], *carrying[:1], *carrying[-1:]}:
        raw = {key: value for key, value in load_toml(file.read_text(), file).items() if key != "expect"}
        for key in game_of(load(name)).carries:
            for odd in ODD:
                try:
                    settle(raw | {"carry": raw.get("carry", {}) | {key: odd}})
                except PitbossError as error:
                    assert "\n" not in str(error)


@pytest.mark.parametrize("button", ["x", -1, 7, [1]])
def test_a_button_that_lies_nowhere_is_refused(button: Any) -> None:
    file = EXAMPLES / "massachusetts-2020/asia-poker/01-win.toml"
    raw = load_toml(file.read_text(), file)
    options = {**raw.get("options", {}), "start_method": "button"}
    with pytest.raises(RecordError, match="carry.button: .* is not a seat"):
        settle(raw | {"options": options, "carry": {"button": button}})


def test_an_option_that_a_program_gives_as_nothing_is_as_the_entry_has_it() -> None:
    file = EXAMPLES / "massachusetts-2020/pai-gow-poker/01-win.toml"
    raw = load_toml(file.read_text(), file)
    with pytest.raises(PitbossError, match="the machine that deals three cards"):
        settle(raw | {"options": {"dealing_device": None, "three_card_bonus": True}})
