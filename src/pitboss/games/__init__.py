"""The game scripts, found by the name an entry gives in its ``script`` key."""

from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from weakref import WeakValueDictionary

from pitboss.catalogue import part, scripts
from pitboss.engine.fit import must_fit
from pitboss.engine.script import Game
from pitboss.errors import RulebookError, suggest
from pitboss.rulebook.model import Entry
from pitboss.rulebook.shelves import shelves

GROUP = "pitboss.games"
"""The entry points by which an installed package brings scripts."""

_fitting: WeakValueDictionary[int, Entry] = WeakValueDictionary()
"""The entries that were found to fit their scripts, by identity: to compare two of them takes longer than to look."""


def game_of(entry: Entry) -> Game:
    """The script that plays an entry; refuses an entry that does not fit its script."""
    game = _script(entry.script)
    if game is None:
        known = scripts("games")
        raise RulebookError(f'{entry.name}: script: there is no "{entry.script}"; {suggest(entry.script, known)}')
    if _fitting.get(id(entry)) is not entry:
        must_fit(entry, game)
        _fitting[id(entry)] = entry
    return game


def _script(name: str) -> Game | None:
    """A script by its name: built in, of an installed package, or beside rulebooks of one's own."""
    built_in = part(name, "games")
    if built_in is not None:
        game: Game = built_in.GAME
        return game
    installed = _installed(name)
    if installed is not None:
        return installed
    for shelf in shelves()[1:]:
        file = shelf / "scripts" / f"{name}.py"
        if name.isidentifier() and file.is_file():
            return _from_file(file)
    return None


@cache
def _installed(name: str) -> Game | None:
    """A script that an installed package brings; to ask all packages takes longer than a round."""
    for point in entry_points(group=GROUP, name=name):
        game: Game = point.load()
        return game
    return None


@cache
def _from_file(file: Path) -> Game:
    """The ``GAME`` of a file of one's own; what is wrong with it is told in a sentence."""
    spec = spec_from_file_location(f"pitboss_scripts_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RulebookError(f"{file}: cannot be loaded: {type(error).__name__}: {error}") from error
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RulebookError(f"{file}: a script says GAME = Game(...)")
    return game
