"""Winner's Pot Poker: what the worked examples do not show, and what it is worth."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from house_fixtures import dear
from pitboss import Call, PitbossError, open_table, settle
from pitboss.cli.app import app
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.games.poker.winners_pot_poker import examine, shares, stands
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.compare import Choice, _line
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.winners_pot_kernel import Rules, play
from pitboss.solve.poker.winners_pot_poker import (
    MOST_SEATS,
    Nets,
    Played,
    ante_analysis,
    best_play,
    order_of_cards,
    sets_in_order,
)
from pitboss.solve.report import _key_figures

NAME = "massachusetts-2020/winners-pot-poker"
STAY, FOLD, FOLD_ON_FOUR = ["bet", "double"], ["fold"], ["bet", "fold"]


def round_of(seats: dict[int, tuple[dict[str, int], str, list[str]]], dealer: str = "", **more: Any) -> Round:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "winners-pot-poker",
        "options": {"commission_fixed": "3.00"},
        "seats": {str(seat): {"wagers": w, "cards": c, "actions": a} for seat, (w, c, a) in seats.items()},
        **({"dealer": {"cards": dealer}} if dealer else {}),
        **more,
    }
    [(_, played)] = settle(record).rounds
    return played


def test_all_players_ante_the_same() -> None:
    table = open_table(NAME, {"commission_fixed": 3}, seed=1)
    with pytest.raises(PitbossError, match="all players ante the same"):
        table.deal({1: {"ante": 5}, 2: {"ante": 10}})
    fixed = open_table(NAME, {"commission_fixed": 3, "ante_amount": 5}, seed=1)
    with pytest.raises(PitbossError, match="exactly"):
        fixed.deal({1: {"ante": 10}})


def test_a_house_that_has_not_fixed_its_commission_is_told_so() -> None:
    [finding] = examine(Setup.of(load(NAME)))
    assert finding.level == "notice" and "the percentage alone is taken" in finding.text
    assert not examine(Setup.of(load(NAME), {"commission_fixed": 3}))


def test_the_pot_is_empty_in_the_end_and_the_house_has_what_players_lost() -> None:
    played = round_of(
        {
            1: ({"ante": 5}, "Jc 7d 2s", FOLD),
            2: ({"ante": 5}, "As Td 6h 4c", FOLD_ON_FOUR),
            3: ({"ante": 5}, "Kh Kd 8s 5c 2d", STAY),
        },
        "Qs Qc 9d 7h 3c",
    )
    assert played.ledger["pot"] == 0
    assert played.ledger["house"] == -1200 == -sum(played.net.values())


def test_nobody_sees_the_dealers_down_cards_before_the_end() -> None:
    played = open_table(NAME, {"commission_fixed": 3}, seed=4).deal({1: {"ante": 5}, 2: {"ante": 5}})
    while played.asking:
        for viewer in (1, 2, "dealer", "table"):
            seen = hands_seen(played.view(viewer))["dealer"]  # type: ignore[index]
            assert [str(card) for card in seen[:2]] == ["??", "??"] and str(seen[2]) != "??"
        assert "??" in str(hands_seen(played.view(1))[played.hand(2)][:2])
        played.act(played.asking[0].names[0])
    assert "??" not in str(hands_seen(played.view(1))["dealer"])  # type: ignore[index]


def test_everybody_is_told_what_the_pot_holds_and_where_the_button_is() -> None:
    t = open_table(NAME, {"commission_fixed": 3}, seed=4).deal({1: {"ante": 10}, 2: {"ante": 10}})
    assert stands(t) == ["Pot $60.00, $40.00 of it from the house"]
    t.act("bet")
    assert stands(t)[0] == "Pot $70.00, $40.00 of it from the house"
    t.act("fold")
    assert stands(t)[0] == "Pot $60.00, $40.00 of it from the house", "the Ante of one who folds goes to the house"
    t.act("fold")
    assert t.over and stands(t) == []
    assert "the button is at the dealer" in [event.text for event in t.events]


def test_a_hand_with_a_card_turned_up_gets_its_third_face_down() -> None:
    table = open_table(NAME, {"commission_fixed": 3}, seed=5)
    played = table.deal({1: {"ante": 5}, 2: {"ante": 5}}, calls=[Call("down_card_turned_up_player", seat=2)])
    seen = [str(card) for card in hands_seen(played.view(1))[played.hand(2)]]
    assert seen[0] != "??" and seen[1:] == ["??", "??"]


def test_a_dead_hand_of_the_dealers_takes_its_stake_out_of_the_pot() -> None:
    seats = {1: ({"ante": 5}, "Kh Kd 8s 5c 2d", STAY), 2: ({"ante": 5}, "Js Jc 9d 7h 3c", STAY)}
    played = round_of(seats, "Ac Ad", irregularities=[{"id": "both_cards_turned_up_dealer"}])
    assert played.net == {1: 1700, 2: -2000} and played.ledger["house"] == 300


def test_a_void_hand_leaves_the_pot_to_the_others() -> None:
    seats = {1: ({"ante": 5}, "Kh Kd 8s 5c 2d", STAY), 2: ({"ante": 5, "jacks_plus": 5}, "Ac Ad 9d", ["bet"])}
    calls = [{"id": "wrong_number_of_cards_player", "seat": 2, "at": "fourth"}]
    played = round_of(seats, "Js Jc 9c 7h 3c", irregularities=calls)
    assert played.net == {1: 1700, 2: 0}


def test_the_button_goes_round_those_who_are_there() -> None:
    table = open_table(NAME, {"commission_fixed": 3}, seed=6)
    seen = []
    for seats in ([1, 3], [1, 3], [3], [1, 3], [1, 2, 3]):
        played = table.deal({seat: {"ante": 5} for seat in seats})
        while played.asking:
            played.act("fold")
        seen.append(table.carry["button"])
    assert seen == [0, 1, 3, 0, 1]


# -- What it is worth --------------------------------------------------------------------------------------------------


def test_among_players_who_never_fold_the_commission_is_all_that_the_house_gains() -> None:
    """All hands win alike, so the house has its own stake back on average, and the commission besides."""
    setup = Setup.of(load(NAME), {"commission_rate": 10})
    each, commission = shares(setup, 12_000, 2, 2)
    assert (each, commission) == (5400, 1200)
    table = open_table(NAME, {"commission_rate": 10, "ante_amount": 5}, seed=8)
    house = commission_taken = rounds = 0
    for _ in range(300):
        played = table.deal({1: {"ante": 5}, 2: {"ante": 5}})
        while played.asking:
            played.act(played.asking[0].names[0])
        taken = sum(-event.amount for event in played.events if event.kind == "commission")
        house, commission_taken, rounds = house + played.ledger["house"], commission_taken + taken, rounds + 1
        table.forget()
    # The house's own stake of $20 comes back thrice as a third of the time: its deviation is about $28 a round.
    assert abs(house - commission_taken) < 4 * 2_829 * rounds**0.5
    assert Fraction(commission_taken, rounds) <= 600


SETUP = Setup.of(load(NAME))
NETS = Nets.of(SETUP)


def dealt(three: int, four: int, rounds: int = 100_000) -> Played:
    """Rounds by rules with which everybody from these places on stays in, whatever the dealer shows."""
    lowest = Rules(np.full((MOST_SEATS, 2, 13), three), np.full((MOST_SEATS, 13, 13), four))
    deals = play(MOST_SEATS, rounds, 7, order_of_cards(), ranking(5), NETS.hundredths, lowest)  # type: ignore[call-arg]
    return Played(*lowest, *deals)  # type: ignore[misc]


@dear
def test_who_never_folds_pays_the_commission_and_who_always_does_an_ante() -> None:
    """Alone against the house a pot of eight antes is won every other time, less a tenth: four tenths of an ante."""
    always = ante_analysis(NETS, dealt(0, 0), 1)
    assert abs(float(always.house_edge) - 0.4) < 4 * float(always.standard_error or 0)
    assert ante_analysis(NETS, dealt(10_000, 0, 1_000), 9).house_edge == 1


def test_every_seat_of_a_round_is_counted_and_what_they_come_to_together_is_the_houses() -> None:
    """By sight all players are alike: nine of them lose on average what the house gains, and its results spread less
    than nine times those of one."""
    played = dealt(0, 0, 20_000)
    by_sight = ante_analysis(NETS, played, 9, 1)
    assert by_sight.total == 9 * 20_000 and by_sight.sampled == 20_000
    assert by_sight.edge_variance is not None and by_sight.edge_variance < by_sight.variance / 20_000 / 9


def test_the_best_rules_are_better_than_to_play_as_the_others_do() -> None:
    strategy = analyze(SETUP, wagers=["ante"]).strategy
    assert strategy is not None
    costs = [(Fraction(row["costs"]), Fraction(row["standard_error"])) for row in strategy["simple_rules"].values()]
    assert len(costs) == SETUP.seats and all(cost > 20 * error for cost, error in costs)
    assert [round(float(cost), 2) for cost, _ in costs[:3]] == [0.01, 0.09, 0.16]


def test_an_estimate_is_marked_in_text_and_on_the_par_sheet_and_has_its_error_in_json() -> None:
    shown = CliRunner().invoke(app, ["analyze", NAME, "--wager", "ante"]).output
    assert "≈ 19.8474 %" in shown and "Ante, 1 player: estimate, ± 0.0838 %" in shown
    wager = analyze(SETUP, wagers=["ante"]).wagers["ante, 1 player"]
    sheet = str(_key_figures(wager))
    assert sheet.count("≈") == 6 and "± 0.0838 % standard error" in sheet
    told = wager.as_json()
    assert told["exact"] is None and told["standard_error"].startswith("0.00083") and told["sampled_rounds"]
    choice = Choice("commission_rate", 10, "§9(h)", True, {"ante, 1 player": wager})
    assert _line(SETUP, choice, ["ante, 1 player"]).remark == "an estimate, ± 0.0838 %"
    assert choice.as_json()["wagers"]["ante, 1 player"]["standard_error"] == told["standard_error"]


def test_four_cards_stay_in_by_sight_as_their_pairs_and_ranks_compare() -> None:
    order = order_of_cards()
    places = {tuple(held): place for place, held in enumerate(sets_in_order(4))}
    king, ten, nine, two = 11, 8, 7, 0
    assert places[(two, two, nine, ten)] >= order.sight_of_four[king, ten] > places[(two, nine, nine + 1, king - 1)]
    assert order.sight_of_four[two, two] == places[(0, 0, 1, 2)]


def test_the_script_plays_as_the_sample_says() -> None:
    """Two players who stay by what the dealer shows, at a table, against the sample."""
    exact = ante_analysis(NETS, best_play(NETS, lambda done: None), 2, 1)
    table = open_table(NAME, {"ante_amount": 5}, seed=9)
    won = rounds = 0
    for _ in range(400):
        played = table.deal({1: {"ante": 5}, 2: {"ante": 5}})
        while played.asking:
            ask = played.asking[0]
            ours, theirs = (_seen(played, ask.seat), _seen(played, 0))
            played.act(ask.names[0] if ours >= theirs else "fold")
        won, rounds = won + played.net[1], rounds + 1
        table.forget()
    error = float(exact.variance) ** 0.5 / rounds**0.5
    assert abs(won / 500 / rounds - float(exact.expectation)) < 4 * error


def _seen(played: Round, position: int) -> list[tuple[int, int]]:
    """Cards by how often their rank is held, then by rank: all of a player's, and what the dealer shows."""
    cards = played.hands["dealer"][2:] if not position else played.hands[played.hand(position)]
    ranks = [card.rank for card in cards]
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
