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

    ``games`` has its ``GAME``, ``solve`` its ``solve``, ``layouts`` its ``draw``; ``simulation`` has a ``dealing``
    where a kernel deals the game, ``STRATEGIES`` and a ``policy`` where there are strategies of its own.
    """

    games: str
    solve: str = ""
    simulation: str = ""
    layouts: str = ""


Room = Literal["games", "solve", "simulation", "layouts"]


CATALOGUE = {
    "asia_poker": Parts("pai_gow.asia_poker", solve="pai_gow.asia_poker", simulation="asia_poker"),
    "baccarat": Parts("baccarat.house_banked", solve="baccarat", simulation="baccarat", layouts="baccarat"),
    "banked_baccarat": Parts("baccarat.player_banked", solve="baccarat", simulation="baccarat", layouts="baccarat"),
    "banked_pai_gow_poker": Parts("pai_gow.banked_pai_gow_poker", solve="pai_gow.poker", simulation="pai_gow_poker"),
    "big_six": Parts("wheels.big_six", solve="big_six", simulation="big_six", layouts="big_six"),
    "blackjack": Parts("blackjack.blackjack", solve="blackjack.solver", simulation="blackjack"),
    "blackjack_switch": Parts("blackjack.switch", solve="blackjack.solver", simulation="blackjack"),
    "bonus_pai_gow_poker": Parts("pai_gow.bonus_pai_gow_poker", solve="pai_gow.poker", simulation="pai_gow_poker"),
    "boston_5_stud": Parts("poker.boston_5_stud", solve="poker.boston_5_stud", simulation="boston_5_stud"),
    "caribbean_stud": Parts("poker.caribbean_stud", solve="poker.caribbean_stud", simulation="caribbean_stud"),
    "casino_war": Parts("comparing.casino_war", solve="casino_war", simulation="casino_war"),
    "chase_the_flush": Parts("poker.chase_the_flush", solve="poker.chase_the_flush", simulation="chase_the_flush"),
    "chemin_de_fer": Parts("baccarat.chemin_de_fer", solve="chemin_de_fer", simulation="chemin_de_fer"),
    "collection_fees": Parts("procedures.collection_fees"),
    "colorado_holdem": Parts("poker.colorado_holdem", solve="poker.colorado_holdem", simulation="colorado_holdem"),
    "craps": Parts("dice.craps", solve="craps", simulation="craps", layouts="craps"),
    "crazy_4_poker": Parts("poker.crazy_4_poker", solve="poker.crazy_4_poker", simulation="crazy_4_poker"),
    "criss_cross_poker": Parts(
        "poker.criss_cross_poker", solve="poker.criss_cross_poker", simulation="criss_cross_poker"
    ),
    "double_cross_poker": Parts(
        "poker.double_cross_poker", solve="poker.double_cross_poker", simulation="double_cross_poker"
    ),
    "double_down_stud": Parts("poker.double_down_stud", solve="poker.double_down_stud", simulation="double_down_stud"),
    "fast_action_holdem": Parts(
        "poker.fast_action_holdem", solve="poker.fast_action_holdem", simulation="fast_action_holdem"
    ),
    "flop_poker": Parts("poker.flop_poker", solve="poker.flop_poker", simulation="flop_poker"),
    "four_card_poker": Parts("poker.four_card_poker", solve="poker.four_card_poker", simulation="four_card_poker"),
    "free_bet_blackjack": Parts("blackjack.free_bet", solve="blackjack.solver", simulation="blackjack"),
    "double_attack": Parts("blackjack.double_attack", solve="blackjack.solver", simulation="blackjack"),
    "dj_wild_poker": Parts("poker.dj_wild_poker", solve="poker.dj_wild_poker", simulation="dj_wild_poker"),
    "heads_up_holdem": Parts("poker.heads_up_holdem", solve="holdem", simulation="holdem"),
    "high_card_flush": Parts("poker.high_card_flush", solve="poker.high_card_flush", simulation="high_card_flush"),
    "keno_progressive": Parts("keno.progressive"),
    "let_it_ride": Parts("poker.let_it_ride", solve="poker.let_it_ride", simulation="let_it_ride"),
    "mississippi_stud": Parts("poker.mississippi_stud", solve="poker.mississippi_stud", simulation="mississippi_stud"),
    "no_bust_blackjack": Parts(
        "blackjack.no_bust.no_bust_blackjack", solve="blackjack.no_bust.solver", simulation="no_bust_blackjack"
    ),
    "pai_gow": Parts("pai_gow.pai_gow", solve="pai_gow.tiles"),
    "pai_gow_poker": Parts("pai_gow.pai_gow_poker", solve="pai_gow.poker", simulation="pai_gow_poker"),
    "pai_gow_tiles": Parts("pai_gow.pai_gow_tiles", solve="pai_gow.tiles"),
    "poker": Parts("pot.poker"),
    "red_dog": Parts("comparing.red_dog", solve="red_dog", simulation="red_dog"),
    "roulette": Parts("wheels.roulette", solve="roulette", simulation="roulette", layouts="roulette"),
    "shuffle_machine": Parts("procedures.shuffle_machine"),
    "sic_bo": Parts("dice.sic_bo", solve="sic_bo", simulation="sic_bo", layouts="sic_bo"),
    "spanish_21": Parts("blackjack.spanish_21", solve="blackjack.solver", simulation="blackjack"),
    "board_poker": Parts("pot.board_poker"),
    "stud_poker": Parts("pot.stud_poker"),
    "supreme_pai_gow": Parts("pai_gow.supreme_pai_gow", solve="pai_gow.supreme"),
    "texas_holdem_bonus": Parts("poker.texas_holdem_bonus", solve="holdem_bonus", simulation="holdem_bonus"),
    "three_card_poker": Parts("poker.three_card_poker", solve="poker.three_card_poker", simulation="three_card"),
    "two_card_joker_poker": Parts(
        "poker.two_card_joker_poker", solve="poker.two_card_joker_poker", simulation="two_card_joker_poker"
    ),
    "ultimate_texas_holdem": Parts("poker.ultimate_texas_holdem", solve="holdem", simulation="holdem"),
    "zappit_blackjack": Parts("blackjack.zappit", solve="blackjack.solver", simulation="blackjack"),
    "winners_pot_poker": Parts(
        "poker.winners_pot_poker", solve="poker.winners_pot_poker", simulation="winners_pot_poker"
    ),
}
"""By the name that an entry gives in its ``script`` key."""


def scripts(room: Room) -> list[str]:
    """The games that a room has a module of, in the order of their names."""
    return sorted(script for script, parts in CATALOGUE.items() if getattr(parts, room))


def part(script: str, room: Room) -> ModuleType | None:
    """A game's module in a room, where it has one.

    >>> part("sic_bo", "games").GAME.draws
    ('dice',)
    >>> part("board_poker", "layouts")
    """
    name = getattr(CATALOGUE.get(script), room, "")
    return import_module(f"pitboss.{room}.{name}") if name else None
