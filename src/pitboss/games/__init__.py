"""The game scripts, found by the name an entry gives in its ``script`` key."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from pitboss.engine.fit import must_fit
from pitboss.engine.script import Game
from pitboss.errors import RulebookError, suggest
from pitboss.rulebook.loader import shelves
from pitboss.rulebook.model import Entry

GROUP = "pitboss.games"
"""The entry points by which an installed package brings scripts."""
SCRIPTS = {
    "craps": "pitboss.games.dice.craps",
    "casino_war": "pitboss.games.comparing.casino_war",
    "red_dog": "pitboss.games.comparing.red_dog",
    "big_six": "pitboss.games.wheels.big_six",
    "sic_bo": "pitboss.games.dice.sic_bo",
    "three_card_poker": "pitboss.games.poker.three_card_poker",
    "caribbean_stud": "pitboss.games.poker.caribbean_stud",
    "mississippi_stud": "pitboss.games.poker.mississippi_stud",
    "pai_gow_poker": "pitboss.games.pai_gow.pai_gow_poker",
    "pai_gow_tiles": "pitboss.games.pai_gow.pai_gow_tiles",
    "roulette": "pitboss.games.wheels.roulette",
    "baccarat": "pitboss.games.baccarat.mini_baccarat",
    "blackjack": "pitboss.games.blackjack.blackjack",
    "chemin_de_fer": "pitboss.games.baccarat.chemin_de_fer",
    "ultimate_texas_holdem": "pitboss.games.poker.ultimate_texas_holdem",
    "texas_holdem": "pitboss.games.pot.texas_holdem",
    "keno_progressive": "pitboss.games.keno.progressive",
    "shuffle_machine": "pitboss.games.procedures.shuffle_machine",
}


def game_of(entry: Entry) -> Game:
    """The script that plays an entry; refuses an entry that does not fit its script."""
    game = _script(entry.script)
    if game is None:
        raise RulebookError(f'{entry.name}: script: there is no "{entry.script}"; {suggest(entry.script, SCRIPTS)}')
    must_fit(entry, game)
    return game


def _script(name: str) -> Game | None:
    """A script by its name: built in, of an installed package, or beside rulebooks of one's own."""
    if name in SCRIPTS:
        game: Game = import_module(SCRIPTS[name]).GAME
        return game
    for point in entry_points(group=GROUP, name=name):
        found: Game = point.load()
        return found
    for shelf in shelves()[1:]:
        file = shelf / "scripts" / f"{name}.py"
        if name.isidentifier() and file.is_file():
            return _from_file(file)
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
