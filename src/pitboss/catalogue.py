"""The catalogue: one line for each game, saying where its script is and which rooms know more of it.

Nothing is imported from here before it is asked for, so a list of games costs no game.
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Parts:
    """The modules of a game by their rooms; without one, the room has nothing of the game's own.

    ``games`` has its ``GAME``, ``solve`` its ``solve``, ``layouts`` its ``draw``; ``simulate`` has a ``dealing`` where
    a kernel deals the game, ``STRATEGIES`` and a ``policy`` where there are strategies of its own.
    """

    games: str
    solve: str = ""
    simulate: str = ""
    layouts: str = ""


Room = Literal["games", "solve", "simulate", "layouts"]


CATALOGUE = {
    "baccarat": Parts("baccarat.mini_baccarat", solve="baccarat", simulate="baccarat", layouts="baccarat"),
    "big_six": Parts("wheels.big_six", solve="big_six", simulate="big_six", layouts="big_six"),
    "blackjack": Parts("blackjack.blackjack", solve="blackjack.solver", simulate="blackjack"),
    "caribbean_stud": Parts("poker.caribbean_stud", solve="poker.caribbean_stud", simulate="caribbean_stud"),
    "casino_war": Parts("comparing.casino_war", solve="casino_war", simulate="casino_war"),
    "chemin_de_fer": Parts("baccarat.chemin_de_fer"),
    "craps": Parts("dice.craps", solve="craps", simulate="craps", layouts="craps"),
    "keno_progressive": Parts("keno.progressive"),
    "let_it_ride": Parts("poker.let_it_ride", solve="poker.let_it_ride", simulate="let_it_ride"),
    "mississippi_stud": Parts("poker.mississippi_stud", solve="poker.mississippi_stud", simulate="mississippi_stud"),
    "pai_gow_poker": Parts("pai_gow.pai_gow_poker"),
    "pai_gow_tiles": Parts("pai_gow.pai_gow_tiles"),
    "red_dog": Parts("comparing.red_dog", solve="red_dog", simulate="red_dog"),
    "roulette": Parts("wheels.roulette", solve="roulette", simulate="roulette", layouts="roulette"),
    "shuffle_machine": Parts("procedures.shuffle_machine"),
    "sic_bo": Parts("dice.sic_bo", solve="sic_bo", simulate="sic_bo", layouts="sic_bo"),
    "texas_holdem": Parts("pot.texas_holdem"),
    "three_card_poker": Parts("poker.three_card_poker", solve="poker.three_card_poker", simulate="three_card"),
    "ultimate_texas_holdem": Parts("poker.ultimate_texas_holdem", solve="holdem", simulate="holdem"),
}
"""By the name that an entry gives in its ``script`` key."""


def scripts(room: Room) -> list[str]:
    """The games that a room has a module of, in the order of their names."""
    return sorted(script for script, parts in CATALOGUE.items() if getattr(parts, room))


def part(script: str, room: Room) -> ModuleType | None:
    """A game's module in a room, where it has one.

    >>> part("sic_bo", "games").GAME.draws
    ('dice',)
    >>> part("texas_holdem", "layouts")
    """
    name = getattr(CATALOGUE.get(script), room, "")
    return import_module(f"pitboss.{room}.{name}") if name else None
