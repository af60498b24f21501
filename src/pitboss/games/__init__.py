"""The game scripts, found by the name an entry gives in its ``script`` key."""

from importlib import import_module

from pitboss.engine.fit import must_fit
from pitboss.engine.script import Game
from pitboss.errors import RulebookError, suggest
from pitboss.rulebook.model import Entry

SCRIPTS = {
    "craps": "pitboss.games.dice.craps",
    "casino_war": "pitboss.games.comparing.casino_war",
    "red_dog": "pitboss.games.comparing.red_dog",
    "big_six": "pitboss.games.wheels.big_six",
    "sic_bo": "pitboss.games.dice.sic_bo",
    "three_card_poker": "pitboss.games.poker.three_card_poker",
    "caribbean_stud": "pitboss.games.poker.caribbean_stud",
    "mississippi_stud": "pitboss.games.poker.mississippi_stud",
    "roulette": "pitboss.games.wheels.roulette",
    "baccarat": "pitboss.games.baccarat.mini_baccarat",
    "ultimate_texas_holdem": "pitboss.games.poker.ultimate_texas_holdem",
    "keno_progressive": "pitboss.games.keno.progressive",
    "shuffle_machine": "pitboss.games.procedures.shuffle_machine",
}


def game_of(entry: Entry) -> Game:
    """The script that plays an entry; refuses an entry that does not fit its script."""
    if entry.script not in SCRIPTS:
        raise RulebookError(f'{entry.name}: script: there is no "{entry.script}"; {suggest(entry.script, SCRIPTS)}')
    game: Game = import_module(SCRIPTS[entry.script]).GAME
    must_fit(entry, game)
    return game
