"""Exact figures of every wager against play: rounds through the game script stay within four standard errors."""

import random
from math import sqrt
from typing import Any

import pytest

from house_fixtures import of_these
from pitboss import BankSeat
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze

KING_NINES = {str(n): f"K{k} 9{m}" for n, (k, m) in enumerate(("cd", "ch", "cs", "dc", "dh", "ds"), 1)}
NAMES = ("black", "blue", "gold", "red", "purple", "green")
COLORS = {color: list(range(6 * n + 1, 6 * n + 7)) for n, color in enumerate(NAMES)}
ROUNDS = 3_000

SET_UPS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "six card bonus, progressive and link": (
        "massachusetts-2020/three-card-poker",
        {"six_card_bonus": "TCP-6B3", "progressive": "table_1", "multi_game_link": "PTMGL04"},
        {"ante": 10, "pair_plus": 10, "six_card_bonus": 10, "progressive": 1, "multi_game_link": 1},
    ),
    "cover all for one player": (
        "massachusetts-2020/three-card-poker",
        {"cover_all": True},
        {"ante": 10, "cover_all": 10},
    ),
    "EZ baccarat with everything": (
        "massachusetts-2020/mini-baccarat",
        {
            "decks": 8,
            "designation": "ez",
            "dragon_bonus": "B",
            "house_money": True,
            "royal_9": True,
            "personal_king_nines": KING_NINES,
        },
        {
            "player": 10,
            "banker": 10,
            "tie": 10,
            "dragon_bonus_player": 10,
            "dragon_bonus_banker": 10,
            "dragon_7_insurance": 10,
            "panda_8_insurance": 10,
            "house_money": 10,
            "royal_9_progressive": 5,
        },
    ),
    "baccarat, six decks": (
        "massachusetts-2020/mini-baccarat",
        {"decks": 6},
        {"player": 100, "banker": 100, "tie": 100},
    ),
    "Back-to-Back": (
        "chapter4/roulette",
        {"back_to_back_offered": True},
        {"red": 10, "five_number": 10, "split 8-11": 10, "back_to_back 7": 1},
    ),
    "B2B and color wagers": (
        "massachusetts-2020/roulette",
        {
            "b2b": True,
            "b2b_multipliers": {"20": 3, "40": 1},
            "eight_numbers_color": True,
            "six_numbers_color": True,
            "color_sections": COLORS,
            "five_adjacent": True,
            "seven_numbers": True,
            "zero_rule": "lose_half",
        },
        {
            "b2b": 10,
            "eight_numbers_color black": 10,
            "six_numbers_color blue": 10,
            "five_adjacent 17": 10,
            "seven_numbers": 10,
            "odd": 10,
        },
    ),
    "trips and link": (
        "massachusetts-2020/ultimate-texas-holdem",
        {"trips_table": "B", "multi_game_link": "PTMGL04"},
        {"ante": 10, "blind": 10, "trips": 10, "multi_game_link": 1},
    ),
    "trips plus and pocket bonus": (
        "massachusetts-2020/heads-up-holdem",
        {"trips_plus_table": "D", "pocket_bonus_table": "C"},
        {"ante": 10, "odds": 10, "trips_plus": 10, "pocket_bonus": 10},
    ),
    "player-banked trips": ("california/ultimate-texas-holdem", {}, {"ante": 10, "blind": 10, "trips": 10}),
}
DECIDED = {
    "ante",
    "blind",
    "odds",
    "play",
    "raise",
}  # depend on what the player does; checked elsewhere with the best decisions


@pytest.mark.parametrize("case", of_these(SET_UPS, *[*SET_UPS][::2]))
def test_play_agrees_with_the_exact_figure(case: str) -> None:
    name, options, wagers = SET_UPS[case]
    entry = load(name)
    setup = Setup.of(entry, options)
    rng = random.Random(case)
    table = Table(setup, game_of(entry), seed=case, carry={"prior": "7"} if "roulette" in name else None)
    bank = BankSeat.of_cents(setup.seats, 10**9, offer_declined=True) if entry.bank.kind == "player_dealer" else None
    won: dict[str, list[float]] = {}
    meters = dict(table.meters.exact)
    for _ in range(ROUNDS):
        table.meters = type(table.meters)(setup.meters, meters)
        played = table.deal({1: wagers}, bank=bank)
        while played.asking:
            # Nothing but the ante depends on staying in; a folded hand would lose its side wagers in some games.
            stay = [action for action in played.asking[0].names if action in ("play", "take", "play_4x", "play_3x")]
            played.act(stay[0] if stay else rng.choice(played.asking[0].names))
        for row in played.settlements:
            if row.staked:
                won.setdefault(row.wager, []).append(row.net / row.staked)
        table.forget()
    found = analyze(setup)
    checked = 0
    for wager, results in won.items():
        exact = found.wagers.get(wager) or found.wagers.get(f"{wager}, 1 player")
        if wager in DECIDED:
            continue
        assert exact is not None, f"{wager} has no exact figure"
        error = sqrt(float(exact.variance) / len(results))
        assert abs(sum(results) / len(results) - float(exact.expectation)) < 4 * error, wager
        checked += 1
    assert checked
