"""What the shell completes besides commands and their options: entries, rulebooks, and what an entry calls things."""

from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook.model import Entry


def entries(incomplete: str) -> list[str]:
    from pitboss.rulebook.shelves import entry_names

    return [name for name in entry_names() if name.startswith(incomplete)]


def rulebooks(incomplete: str) -> list[str]:
    return list(dict.fromkeys(name.split("/")[0] for name in entries(incomplete)))


def entries_and_rulebooks(incomplete: str) -> list[str]:
    return [*rulebooks(incomplete), *entries(incomplete)] if "/" not in incomplete else entries(incomplete)


def families(incomplete: str) -> list[str]:
    from pitboss.rulebook.shelves import headings

    return sorted({entry.family for entry in headings() if entry.family.startswith(incomplete)})


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    entry = _entry(ctx)
    return [f"{name}=" for name in (entry.options if entry else ()) if name.startswith(incomplete)]


def wagers(ctx: typer.Context, incomplete: str) -> list[str]:
    entry = _entry(ctx)
    return [name for name in (entry.wagers if entry else ()) if name.startswith(incomplete)]


def _entry(ctx: typer.Context) -> "Entry | None":
    """The entry that was typed before; one that is not there completes nothing."""
    from pitboss.rulebook.loader import load

    typed = ctx.params.get("entry") or next(iter(ctx.args), "")  # left over while an option wants its value
    with suppress(PitbossError):
        return load(typed)
    return None
