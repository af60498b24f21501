"""A rulebook of its own for a test, made from an entry of Chapter 4."""

from pathlib import Path

import pytest

from pitboss.rulebook.loader import BUILT_IN


def riverboat(shelf: Path, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str]) -> None:
    """Put ``riverboat/three-card-poker`` on a shelf, with some of the text changed."""
    text = (BUILT_IN / "chapter4" / "three-card-poker.toml").read_text(encoding="utf-8")
    for old, new in (('rulebook = "chapter4"', 'rulebook = "riverboat"'), *changes):
        assert old in text
        text = text.replace(old, new)
    (shelf / "riverboat").mkdir()
    (shelf / "riverboat" / "three-card-poker.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(shelf))
