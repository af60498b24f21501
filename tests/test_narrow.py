"""A narrow terminal: whatever a command prints on a wide one is there, word by word."""

import pytest

from conftest import EXAMPLES, Run

WIDE, NARROW = "100", ("40", "54", "62")
COMMANDS = {
    "a settlement": ["settle", EXAMPLES / "chapter4/three-card-poker/01-dealer-does-not-play.toml"],
    "a ruling": ["settle", EXAMPLES / "chapter4/three-card-poker/01-dealer-does-not-play.toml", "--explain"],
    "wagers": ["rules", "chapter4/three-card-poker", "--section", "wagers"],
    "a rule sheet": ["rules", "massachusetts-2020/baccarat"],
    "a rule sheet with fees": ["rules", "california/three-card-poker"],
    "the keys of a record": ["rules", "chapter4/craps", "--record"],
    "two entries": ["compare", "chapter4/roulette", "massachusetts-2020/roulette"],
    "two rulebooks": ["compare", "chapter4", "oneida-2003"],
    "mathematics": ["analyze", "chapter4/roulette"],
    "games": ["games", "--rulebook", "chapter4"],
}


@pytest.mark.parametrize("what", COMMANDS)
def test_nothing_is_lost_on_a_narrow_terminal(what: str, pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", WIDE)
    _, wide, _ = pitboss(*COMMANDS[what])
    lines = [line for line in wide.splitlines() if not line.startswith("Solved in ")]  # another run takes other seconds
    words = {word for line in lines for word in line.split() if word.strip("─")}
    for width in NARROW:
        monkeypatch.setenv("COLUMNS", width)
        code, out, _ = pitboss(*COMMANDS[what])
        told = "".join(out.split())
        assert code == 0 and sorted(word for word in words if word not in told) == [], width
        assert max(map(len, out.splitlines())) <= int(width)
