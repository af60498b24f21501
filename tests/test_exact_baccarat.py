"""The mathematics of Baccarat, Midibaccarat and Minibaccarat: as published, and each figure by a second way.

Published: eight and six decks, M. Shackleford, wizardofodds.com/games/baccarat (also casinoexploit.com/baccarat.html);
the edges at 8 and 9 to 1, multiplayerbaccarat.com/odds.html, after E. O. Thorp; EZ Baccarat, wizardofodds.com/games/
ez-baccarat; the Dragon Bonus, wizardofodds.com/games/baccarat/side-bets.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pitboss import settle
from pitboss.games.baccarat.drawing import HANDS
from pitboss.games.baccarat.results import result_names
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze, house_money
from pitboss.solve.baccarat import (
    COUNTS,
    SEVEN,
    counts_of,
    must_hit_worth,
    round_counts,
    shoe_of,
    through_seven,
)
from pitboss.solve.model import WagerAnalysis
from pitboss.solve.prices import Prices

BACCARAT, MIDI, MINI = (f"massachusetts-2020/{game}" for game in ("baccarat", "midi-baccarat", "mini-baccarat"))
EIGHT = 4_998_398_275_503_360


def setup_of(name: str = BACCARAT, **options: Any) -> Setup:
    return Setup.of(load(name), options)


def percent(edge: Fraction) -> str:
    return f"{float(edge):.4%}"


def edges(name: str = BACCARAT, **options: Any) -> dict[str, str]:
    return {wager: percent(found.house_edge) for wager, found in analyze(setup_of(name, **options)).wagers.items()}


def combinations(found: WagerAnalysis) -> dict[str, int]:
    return {row.result: row.combinations for row in found.outcomes}


def royal(many: int, **options: Any) -> dict[str, Any]:
    chairs = {str(n): f"K{king} 9{nine}" for n, (king, nine) in enumerate(permutations("cdhs", 2), 1) if n <= many}
    return {"royal_9": True, "personal_king_nines": chairs} | options


# -- Player, Banker, Tie ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    ],
)
def test_combinations_are_as_published(decks: int, banker: int, player: int, tie: int) -> None:
    for name in (BACCARAT, MIDI, MINI):
        found = analyze(setup_of(name, decks=decks)).wagers["player"]
        assert combinations(found) == {"banker wins": banker, "player wins": player, "tie": tie}


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie", "tie_at_9"),
    [(6, "1.0558%", "1.2374%", "14.4382%", "4.9313%"), (8, "1.0579%", "1.2351%", "14.3596%", "4.8440%")],
)
def test_edges_are_as_published(decks: int, banker: str, player: str, tie: str, tie_at_9: str) -> None:
    for name in (BACCARAT, MIDI):
        assert edges(name, decks=decks) == {"banker": banker, "player": player, "tie": tie}
        assert edges(name, decks=decks, tie_odds="9 to 1")["tie"] == tie_at_9


def test_the_counts_of_a_shoe_lie_on_a_polynomial_in_the_number_of_decks() -> None:
    setup = setup_of()
    seven = [round_counts(setup, shoe_of(decks)) for decks in SEVEN]
    for decks in (8, 12, 27):
        assert (through_seven(decks, seven) == round_counts(setup, shoe_of(decks))).all()
    for decks in (28, 100, 1000):
        cards, counts = 52 * decks, counts_of(setup_of(MIDI, decks=decks))
        assert counts.sum() == int(np.prod([cards - gone for gone in range(6)], dtype=object))
        assert counts.min() >= 0


@pytest.mark.parametrize(("name", "decks"), [(BACCARAT, 6), (BACCARAT, 7), (MIDI, 8)])
def test_the_edges_are_those_of_every_four_cards_and_their_third_cards(name: str, decks: int) -> None:
    """The second way: by the ranks of the first four cards, and for each what may follow, in whole numbers."""
    setup = setup_of(name, decks=decks)
    price, found = Prices(setup), analyze(setup).wagers
    nets = {hand: house_money._nets(setup, price, hand) for hand in HANDS}
    known: dict[Any, dict[str, int]] = {}
    total = dict.fromkeys(HANDS, 0)
    for (values, _), ways in house_money.dealt(4 * decks).items():
        counts = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
        key = counts, tuple(sorted(values))
        if key not in known:
            left = [int(many) - values.count(each) for each, many in enumerate(shoe_of(decks))]
            known[key] = house_money._worth(setup, nets, counts, left)
        for hand in HANDS:
            total[hand] += ways * known[key][hand]
    cards = 52 * decks
    deals = int(np.prod([cards - gone for gone in range(6)], dtype=object))
    for hand in HANDS:
        assert found[hand].expectation == Fraction(total[hand], house_money.SCALE * deals)


# -- EZ Baccarat ------------------------------------------------------------------------------------------------------


def test_ez_baccarat_is_as_published() -> None:
    for name in (BACCARAT, MIDI):
        found = analyze(setup_of(name, designation="ez", decks=8)).wagers
        assert combinations(found["banker"])["dragon 7"] == 112_633_011_329_024
        assert combinations(found["dragon_7_insurance"])["dragon 7"] == 112_633_011_329_024
        assert combinations(found["panda_8_insurance"])["panda 8"] == 172_660_763_262_976
        returns = {wager: f"{float(found[wager].expectation):.6f}" for wager in found}
        assert returns["banker"] == "-0.010183"
        assert returns["dragon_7_insurance"] == "-0.076113"
        assert returns["panda_8_insurance"] == "-0.101876"
        assert all(wager.total == EIGHT for wager in found.values())


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_ez_banker_is_banker_without_vigorish_and_without_the_dragon(decks: int) -> None:
    """Its edge by the others': the wins that are not paid are those that Dragon 7 Insurance is paid for."""
    ez = analyze(setup_of(designation="ez", decks=decks)).wagers
    plain = analyze(setup_of(decks=decks)).wagers
    wins, dragons = plain["banker"].hit_frequency, ez["dragon_7_insurance"].hit_frequency
    assert ez["banker"].expectation == wins - dragons - plain["player"].hit_frequency
    assert plain["banker"].expectation == wins * Fraction(19, 20) - plain["player"].hit_frequency
    assert ez["dragon_7_insurance"].expectation == 41 * dragons - 1
    assert ez["panda_8_insurance"].expectation == 26 * ez["panda_8_insurance"].hit_frequency - 1


# -- The Dragon Bonus -------------------------------------------------------------------------------------------------

BY_9_TO_4 = {
    "player": (18_409_431_764_992, 34_097_645_543_424, 89_590_261_473_280),
    "banker": (15_390_342_909_952, 28_305_092_784_128, 79_517_099_278_336),
}
BY_6_TO_4 = {
    "player": (141_238_897_317_888, 166_169_165_987_840, 186_780_352_174_080),
    "banker": (119_200_072_366_080, 157_275_882_332_160, 201_147_167_287_296),
}
NATURAL, NATURAL_TIE = 812_685_054_124_032, 89_325_908_267_520
ODDS = {"A": (30, 10, 6, 4, 2, 1), "B": (20, 8, 7, 4, 3, 1), "C": (30, 10, 4, 4, 2, 2)}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("table", ODDS)
def test_dragon_bonus_is_as_published(hand: str, table: str) -> None:
    found = analyze(setup_of(dragon_bonus=table, decks=8)).wagers[f"dragon_bonus_{hand}"]
    rows = combinations(found)
    wins = (*BY_9_TO_4[hand], *BY_6_TO_4[hand])
    assert tuple(rows[f"win by {margin}"] for margin in range(9, 3, -1)) == wins
    assert (rows["natural winner"], rows["natural tie"]) == (NATURAL, NATURAL_TIE)
    lost = EIGHT - sum(wins) - NATURAL - NATURAL_TIE
    paid = sum(many * odds for many, odds in zip(wins, ODDS[table], strict=True)) + NATURAL
    assert found.expectation == Fraction(paid - lost, EIGHT)
    if table == "A":
        assert f"{float(found.expectation):.6f}" == {"player": "-0.026517", "banker": "-0.093731"}[hand]


def test_dragon_bonus_by_the_number_of_decks_as_published() -> None:
    for decks, player, banker in ((6, "2.67%", "9.39%"), (8, "2.65%", "9.37%")):
        found = analyze(setup_of(MIDI, dragon_bonus="A", decks=decks)).wagers
        printed = [f"{float(found[f'dragon_bonus_{hand}'].house_edge):.2%}" for hand in HANDS]
        assert printed == [player, banker]


# -- House Money ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_house_money_by_the_pairs_of_a_rank(decks: int) -> None:
    each, cards = 4 * decks, 52 * decks
    twice = 13 * 12 * (each * (each - 1)) ** 2 + 13 * each * (each - 1) * (each - 2) * (each - 3)
    one = Fraction(each - 1, cards - 1)  # the trade's Player Pair: 7.4699% with eight decks
    both = Fraction(twice, cards * (cards - 1) * (cards - 2) * (cards - 3))
    found = analyze(setup_of(MIDI, house_money=True, decks=decks)).wagers["house_money"]
    assert found.expectation == 15 * both + 3 * 2 * (one - both) - (1 - 2 * one + both)
    if decks == 8:
        assert percent(one) == "7.4699%" and f"{float(1 - 12 * one):.2%}" == "10.36%"


def test_the_payout_of_house_money_is_added_to_the_hand_that_is_ahead() -> None:
    analysis = analyze(setup_of(house_money=True))
    found = {way: percent(edge) for way, edge in analysis.wagers["house_money"].quotes.items()}
    assert found == {
        "payout taken": "35.7764%",
        "added to Player": "23.9721%",
        "added to Banker": "24.3626%",
        "added, with both": "12.5583%",
    }
    assert analysis.strategy is not None
    assert "also with 4 against 4; add the payout to Banker when that hand is ahead" in analysis.strategy["rule"]


def test_half_of_a_payout_that_may_be_added_is_worth_half_as_much() -> None:
    whole = analyze(setup_of(house_money=True)).wagers["house_money"].quotes
    half = analyze(setup_of(house_money=True, house_money_parlay_share="50")).wagers["house_money"].quotes
    for way, edge in whole.items():
        assert half[way] == (edge + whole["payout taken"]) / 2


def test_what_a_start_is_worth_is_what_the_table_pays_on_every_third_card() -> None:
    """A pair of twos against a five and a nine, 4 against 4: every two more cards through the script."""
    setup = setup_of(house_money=True, decks=6)
    left = [96, 24, 22, 24, 24, 23, 24, 24, 24, 23]
    nets = {hand: house_money._nets(setup, Prices(setup), hand) for hand in HANDS}
    worth = house_money._worth(setup, nets, (4, 4), left)
    faces = "KA23456789"
    total = dict.fromkeys(HANDS, 0)
    for third, many in enumerate(left):
        for fourth, others in enumerate(left):
            ways = many * (others - (third == fourth))
            draws = result_of(setup, third)
            hands = {"player": f"2c 2d {faces[third]}h", "banker": "5c 9d" + (f" {faces[fourth]}s" if draws else "")}
            seats = {"1": {"wagers": dict.fromkeys(HANDS, 100)}}
            played = settle({"rulebook": "massachusetts-2020", "game": "baccarat", "seats": seats, **hands})
            for row in played.rounds[0][1].settlements:
                total[row.wager] += ways * row.net
    assert worth == total


def result_of(setup: Setup, third: int) -> bool:
    return bool(setup.term("banker_draws")[4][1 + third] == "D")


# -- Royal 9 ----------------------------------------------------------------------------------------------------------


def in_closed_form(decks: int, chairs: int) -> Mapping[str, int]:
    """Orders of four cards by the rows of the pay table; nines, faces and the chair's own two cards taken away."""
    cards = 52 * decks
    rest = (cards - 2) * (cards - 3)
    another = 2 * (4 * decks - 1) * (12 * decks - 1)  # a Royal 9 once a nine and a face are gone
    own, royals, suited = 2 * decks**2, 2 * 4 * decks * 12 * decks, 2 * 4 * decks * 3 * decks
    star = own * 2 * (decks - 1) ** 2
    two_suited = 4 * 6 * decks**2 * (2 * (decks - 1) * (3 * decks - 1) + 3 * 6 * decks**2)
    other = (chairs - 1) * star
    return {
        "personal king 9 vs personal king 9": star,
        "banker personal king 9": own * rest - star,
        "player personal king 9": own * rest - star,
        "other personal king 9 vs identical king 9": other,
        "suited royal 9 vs suited royal 9": two_suited,
        "royal 9 vs royal 9": royals * another - (2 * own * another - star) - other - two_suited,
        "any suited royal 9": 2 * suited * (rest - another),
        "any royal 9": 2 * (royals - suited - own) * (rest - another),
    }


@pytest.mark.parametrize(
    ("name", "decks", "chairs"), [(BACCARAT, 8, 12), (BACCARAT, 6, 10), (MIDI, 8, 7), (MIDI, 6, 6)]
)
def test_royal_9_in_closed_form(name: str, decks: int, chairs: int) -> None:
    setup = setup_of(name, **royal(chairs, seats=chairs, decks=decks))
    found = combinations(analyze(setup).wagers["royal_9_progressive"])
    lost = found.pop("all other hands")
    cards = 52 * decks
    assert found == in_closed_form(decks, chairs)
    assert lost + sum(found.values()) == cards * (cards - 1) * (cards - 2) * (cards - 3)


def test_royal_9_is_worth_more_as_its_meters_rise() -> None:
    """Linear in each meter, by the chance of its row; at the figure that the note gives the house has no edge."""
    setup = setup_of(**royal(12))
    base = analyze(setup).wagers["royal_9_progressive"]
    rows = combinations(base)
    for meter, row in (("star", "personal king 9 vs personal king 9"), ("heart", "player personal king 9")):
        seed = setup.meters[meter].seed
        risen = analyze(setup, {meter: seed + 100_000}).wagers["royal_9_progressive"]
        assert base.house_edge - risen.house_edge == Fraction(rows[row] * 200, base.total)
    even = base.note.rpartition("$")[2].replace(",", "")
    assert "breaks even when Star shows" in base.note
    cents = int(even.replace(".", ""))
    at, below = (analyze(setup, {"star": held}).wagers["royal_9_progressive"].house_edge for held in (cents, cents - 1))
    assert at <= 0 < below


def test_a_must_hit_meter_is_worth_its_chance_to_be_won() -> None:
    """Over every cent that the trigger may be: $5 puts a quarter into a meter between $250 and $1,000."""
    setup = setup_of(**royal(12, must_hit="1"))
    for held in (25_000, 25_025, 60_000, 99_990):
        triggers = range(held + (held > 25_000), 100_001)
        won = sum(held + 25 for trigger in triggers if held + 25 >= trigger)
        assert must_hit_worth(setup, held) == Fraction(won, len(triggers) * 500)


# -- Kernel -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [(BACCARAT, {"decks": 7, "designation": "ez"}), (MIDI, {"decks": 10})])
def test_the_kernel_deals_what_is_counted(name: str, options: dict[str, Any]) -> None:
    wagers = {"banker": 100, "player": 100, "tie": 100}
    exact = analyze(setup_of(name, **options)).wagers
    found = simulate(plan_of(name, options, rounds=400_000, seed=7, wagers=wagers))
    assert found.engine == "kernel"
    for wager in wagers:
        dealt = found.wagers[wager]
        assert dealt.standard_error is not None
        assert abs(dealt.house_edge - exact[wager].house_edge) < 4 * dealt.standard_error


def test_every_result_has_a_name() -> None:
    setup = setup_of(designation="ez")
    assert {result_names(setup, end)[-1] for end in COUNTS} == {"banker_wins", "player_wins", "tie"}
