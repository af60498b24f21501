"""Baccarat that a player banks: ZooBac, RUYI Baccarat and Dragon Dai Bacc of California's card rooms."""

import re
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import BankSeat, PitbossError, Setup, load, open_table, settle
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.fees import bank_fee
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.games import game_of
from pitboss.games.baccarat.results import Finished, Score, animals, case_of
from pitboss.hands.baccarat import value
from pitboss.rulebook.setup import examine
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.baccarat import by_counts, round_counts
from pitboss.solve.prices import Prices

ZOOBAC, RUYI, DRAGON = GAMES = "california/zoobac", "california/ruyi-baccarat", "california/dragon-dai-bacc"


def settled(game: str, player: str, banker: str, seats: dict[int, dict[str, Any]], wager: Any, **more: Any) -> Round:
    rulebook, name = game.split("/")
    raw = {
        "rulebook": rulebook,
        "game": name,
        "seats": {str(seat): row if "wagers" in row else {"wagers": row} for seat, row in seats.items()},
        "player": {"cards": player},
        "banker": {"cards": banker},
        "bank": {"seat": more.pop("bank", 8), "wager": wager},
    }
    return settle(raw | more).rounds[0][1]


def rows(played: Round) -> list[tuple[int, str]]:
    return [(row.seat, row.wager) for row in played.settlements]


# -- The order of settlement ------------------------------------------------------------------------------------------

BOTH = {"player_line": 10, "banker_line": 10, "tie": 10}


def test_settlement_goes_type_by_type_clockwise_from_the_left_of_the_player_dealer() -> None:
    seats: dict[int, dict[str, Any]] = dict.fromkeys((1, 2, 5, 7), BOTH)
    seats[9] = {"wagers": BOTH, "says": ["behind 5"]}
    played = settled(ZOOBAC, "Kh 9s", "4h 2s", seats, 10_000, bank=4)
    order = (5, 9, 7, 1, 2)
    assert rows(played) == [(seat, wager) for wager in BOTH for seat in order]


def test_dragon_dai_bacc_goes_counterclockwise_from_the_right_of_the_player_dealer() -> None:
    seats: dict[int, dict[str, Any]] = dict.fromkeys((1, 2, 5, 7), BOTH)
    seats[9] = {"wagers": BOTH, "says": ["behind 2"]}
    played = settled(DRAGON, "Kh 9s", "4h 2s", seats, 10_000, bank=4)
    assert rows(played) == [(seat, wager) for wager in BOTH for seat in (2, 9, 1, 7, 5)]


def test_ruyi_settles_jade_8_before_gold_7() -> None:
    wagers = {"banker_line": 10, "gold7": 10, "jade8": 10}
    played = settled(RUYI, "6h Ks", "2h 3s 2c", {1: wagers}, 10_000)
    assert [wager for _, wager in rows(played)] == ["banker_line", "jade8", "gold7"]


def test_collections_refill_the_wager_where_the_house_counts_the_net() -> None:
    """A loss of 100 comes in before 160 are paid: 100 of the wager and 60 of what was collected."""
    seats = {1: {"player_line": 100}, 2: {"banker_line": 160}}
    action = settled(ZOOBAC, "6h Ks", "2h 3s 3c", seats, 100)
    net = settled(ZOOBAC, "6h Ks", "2h 3s 3c", seats, 100, options={"coverage_method": "net"})
    assert [row.net for row in action.settlements] == [-100_00, 0]
    assert [row.net for row in net.settlements] == [-100_00, 160_00] and net.net[8] == -60_00


@settings(max_examples=30)
@given(
    wager=st.integers(1, 400),
    stakes=st.lists(st.tuples(st.sampled_from(sorted(BOTH)), st.integers(1, 200)), min_size=1, max_size=7),
    method=st.sampled_from(["action", "net"]),
)
def test_the_player_dealer_never_wins_or_loses_more_than_the_wager(
    wager: int, stakes: list[tuple[str, int]], method: str
) -> None:
    seats = {seat: {name: stake} for seat, (name, stake) in enumerate(stakes, 1)}
    played = settled(DRAGON, "Ah 4s 3c", "Kh 4s 4c", seats, wager, options={"coverage_method": method})
    assert abs(played.net[8]) <= 100 * wager and sum(played.net.values()) == 0


# -- The draw ---------------------------------------------------------------------------------------------------------


def test_dragon_dai_bacc_is_dealt_face_down_and_turned_up_the_player_first() -> None:
    played = open_table(DRAGON, seed=3).deal({1: {"tie": 10}}, bank=BankSeat(8, 1000))
    events = played.events
    assert [event.seen_by for event in events if event.kind == "deal"][:4] == [()] * 4
    assert [event.hand for event in events if event.kind == "reveal"] == ["player", "banker"]
    zoo = open_table(ZOOBAC, seed=3).deal({1: {"tie": 10}}, bank=BankSeat(8, 1000))
    assert all(event.seen_by is None for event in zoo.events) and not [e for e in zoo.events if e.kind == "reveal"]


def test_hands_without_naturals_draw_against_eight_and_nine() -> None:
    """The Banker's nine stands, and a Player's five draws against it; where a natural ends the hand it does not."""
    assert settled(RUYI, "2h 3s 4c", "9h Ks", {1: {"tie": 10}}, 1000).net[1] == 80_00
    natural = {"naturals_end_hand": True}
    assert settled(RUYI, "2h 3s", "9h Ks", {1: {"tie": 10}}, 1000, options=natural).net[1] == -10_00
    with pytest.raises(PitbossError, match="for player the record gives 1 card more than the rules deal"):
        settled(RUYI, "2h 3s 4c", "9h Ks", {1: {"tie": 10}}, 1000, options=natural)


def test_the_dealer_calls_the_hands_by_their_names() -> None:
    def called(game: str, player: str, banker: str) -> str:
        events = settled(game, player, banker, {1: {"tie": 10}}, 100).events
        return next(event.text for event in events if event.kind == "result")

    assert called(ZOOBAC, "2h 3s 2c", "Ah 3s 4c") == "Player 7, Banker 8: the Banker's Hand wins, Rabbit, Tiger"
    assert called(RUYI, "6h Ks", "2h 3s 2c") == "Player 6, Banker 7: the Banker's Hand wins, Gold 7"
    assert called(DRAGON, "3h 4s", "2h 5s") == "Player 7, Banker 7: Tie"


def test_whole_shoes_are_dealt_and_reshuffled_and_every_bonus_bet_wins_sometime() -> None:
    won: Counter[str] = Counter()
    shuffles = 0
    for game in GAMES:
        table = open_table(game, seed=11)
        wagers = dict.fromkeys(table.setup.offers, 10)
        for number in range(240):
            played = table.deal({1: wagers}, bank=BankSeat(7 + number // 2 % 2, 100_000))
            won.update(f"{game} {row.wager}" for row in played.settlements if row.outcome == "win")
            shuffles += any(event.kind == "reshuffle" for event in played.events)
    assert shuffles >= 8
    assert {name for game in GAMES for name in (f"{game} {wager}" for wager in load(game).wagers)} - set(won) <= {
        f"{ZOOBAC} monkey",
        f"{DRAGON} kill",
    }


# -- Wagers -----------------------------------------------------------------------------------------------------------


def test_a_bonus_bet_of_ruyi_needs_a_line_wager_of_the_same_bettor() -> None:
    for wager in ("gold7", "jade8"):
        with pytest.raises(PitbossError, match="beside a wager on the Player or the Banker line"):
            settled(RUYI, "6h Ks", "2h 3s 2c", {1: {wager: 10}, 2: {"player_line": 10}}, 1000)
        behind = {"wagers": {wager: 10}, "says": ["behind 2"]}
        with pytest.raises(PitbossError, match="beside a wager on the Player or the Banker line"):
            settled(RUYI, "6h Ks", "2h 3s 2c", {2: {"player_line": 10}, 9: behind}, 1000)


def test_nobody_bets_behind_where_the_house_has_none() -> None:
    seats: dict[int, dict[str, Any]] = {1: {"tie": 10}, 9: {"wagers": {"tie": 10}, "says": ["behind 1"]}}
    with pytest.raises(PitbossError, match="nobody bets behind another player"):
        settled(ZOOBAC, "6h Ks", "2h 3s 2c", seats, 1000, options={"backline": False})


def test_posted_limits_of_a_space_lie_within_the_schedules() -> None:
    options = {"schedule_option": 1, "tie_min": 10, "tie_max": 50}
    with pytest.raises(PitbossError, match=r"Tie: \$51.00 is over the maximum of \$50.00"):
        settled(ZOOBAC, "6h Ks", "2h 3s 2c", {1: {"tie": 51}}, 1000, options=options)
    with pytest.raises(PitbossError, match=r"Rabbit: \$9.00 is under the minimum of \$10.00"):
        settled(ZOOBAC, "6h Ks", "2h 3s 2c", {1: {"rabbit": 9}}, 1000, options=options)
    with pytest.raises(PitbossError, match=r"tie_min: \$5.00 is outside the schedule's table limit"):
        Setup.of(load(ZOOBAC), options | {"tie_min": 5})


SCORES = st.builds(Score, st.integers(0, 9), st.integers(2, 3))


@given(SCORES, SCORES, st.booleans())
def test_zoo_wins_exactly_when_an_animal_does(player: Score, banker: Score, must_win: bool) -> None:
    setup = Setup.of(load(ZOOBAC), {"rabbit_tiger_must_win": must_win})
    found = Finished(player, banker)
    single = {case_of(setup, animal, found)[0] for animal in ("rabbit", "tiger", "monkey")}
    case, names = case_of(setup, "zoo", found)
    assert {name for name in single if not name.startswith("no_")} == set(names)
    assert (case == "animal") == bool(names) == (not all(name.startswith("no_") for name in single))
    if must_win and animals(setup, found) == ("rabbit",):
        assert player.points > banker.points


# -- Fees -------------------------------------------------------------------------------------------------------------

# The schedules of Dragon Dai Bacc as the source prints them: least wager, then the top of each band and its fee.
PRINTED = """
1 10 50:1 300:2 500:3 +7 | 2 10 100:1 300:2 500:3 +7 | 3 10 100:1 300:2 1000:5 +10 | 4 10 100:2 300:3 1000:6 +10
5 10 300:2 500:4 1000:7 +11 | 6 25 100:1 300:2 1000:6 +12 | 7 25 100:1 300:2 1100:7 +15 | 8 25 300:2 700:4 3000:10 +20
9 25 100:1 300:2 700:4 1000:8 +12 | 10 25 100:1 300:2 500:3 1100:7 +15 | 11 25 300:2 700:4 1000:8 3000:12 +20
12 25 300:2 800:6 1500:10 3000:12 +30 | 13 25 300:2 700:5 1000:8 3000:15 +25 | 14 50 200:2 600:5 1500:10 3000:25 +40
15 50 200:2 600:5 2000:12 3500:30 +50 | 16 50 300:2 1000:7 2000:15 4000:25 +50 | 17 50 300:1 1000:5 2000:15 5000:25 +50
18 50 500:2 1000:7 2000:15 5000:25 +50 | 20 100 799:1 3999:20 5999:40 8999:60 +75
21 100 500:3 2000:15 6000:30 10000:70 +100 | 22 100 1000:5 3000:12 10000:25 15000:75 +125
23 100 1000:3 5000:15 10000:50 15000:100 +150 | 24 300 1200:3 4000:12 6000:40 10000:60 +80
25 300 1000:5 2000:15 6000:30 10000:70 +100 | 26 300 1000:5 3000:15 6000:40 12000:80 +125
27 300 1200:3 4000:15 8000:25 20000:50 +80 | 28 300 1000:3 4000:15 8000:30 20000:50 +100
29 300 1000:5 2000:25 8000:50 20000:90 +150 | 30 500 1200:3 4000:12 6000:40 10000:60 +80
31 500 1500:5 2500:15 5000:25 15000:45 +65 | 32 500 1500:7 3500:20 7000:50 15000:90 +150
33 500 5000:7 10000:30 15000:75 20000:100 +150 | 34 500 10000:7 20000:50 30000:100 40000:150 +200
35 1000 10000:10 15000:50 20000:100 30000:150 +200 | 36 1000 10000:10 15000:100 20000:150 30000:200 +300
37 1000 10000:10 20000:50 30000:100 40000:150 +200
"""


def test_the_schedules_of_dragon_dai_bacc_are_as_printed() -> None:
    fees = load(DRAGON).fees
    assert fees is not None
    found = [line.split() for line in re.split(r"[|\n]", PRINTED) if line.strip()]
    assert {number for number, *_ in found} | {"19"} == set(fees.schedules)
    for number, least, *bands in found:
        schedule = fees.schedules[number]
        assert (schedule.table.min, schedule.table.max, schedule.player) == (least, None, "0")
        assert schedule.promotional_chip == ("1" if int(number) <= 8 else "0")
        tops = [band.partition(":") for band in bands[:-1]]
        above = int(tops[-1][0]) + 1
        for top, fee in [*((int(top), int(fee)) for top, _, fee in tops), (above, int(bands[-1]))]:
            assert bank_fee(schedule.bank, 100 * top) == 100 * fee, (number, top)


@pytest.mark.parametrize(
    ("game", "options", "wagers", "fee"),
    [
        (
            ZOOBAC,
            {"schedule_option": 1},
            {"player_line": 100, "banker_line": 120, "tie": 10, "rabbit": 20, "zoo": 50},
            2,
        ),
        (
            ZOOBAC,
            {"schedule_option": 1},
            {"player_line": 100, "banker_line": 120, "tie": 10, "rabbit": 20, "zoo": 51},
            3,
        ),
        (ZOOBAC, {"schedule_option": 7}, {"player_line": 1100}, 10),
        (DRAGON, {"schedule_option": 7}, {"player_line": 1100}, 7),
        (RUYI, {"schedule_option": 22, "lost_fee": 5}, {"player_line": 400, "gold7": 100}, 5),
        (ZOOBAC, {"schedule_option": 14, "lost_fee": 5}, {"player_line": 60}, 2),
        (DRAGON, {"schedule_option": 19, "lost_fee": "7.50"}, {"player_line": 301}, Fraction(15, 2)),
    ],
)
def test_the_player_dealer_pays_by_the_total_table_action(
    game: str, options: dict[str, Any], wagers: dict[str, int], fee: int | Fraction
) -> None:
    played = settled(game, "Kh 9s", "4h 2s", {1: wagers}, 100_000, options=options)
    assert {row.seat: row.amount for row in played.fees} == {8: 100 * fee}


def test_a_promotional_chip_costs_a_dollar_under_the_first_options() -> None:
    seats = {1: {"wagers": {"tie": 25}, "says": ["promotional_chips 3"]}}
    fees = {
        row.seat: row.amount
        for row in settled(ZOOBAC, "Kh 9s", "4h 2s", seats, 99, options={"schedule_option": 1}).fees
    }
    assert fees == {1: 3_00, 8: 1_00}
    assert [row.seat for row in settled(ZOOBAC, "Kh 9s", "4h 2s", seats, 99, options={"schedule_option": 9}).fees] == [
        8
    ]


@pytest.mark.parametrize(("game", "option"), [(ZOOBAC, 14), (ZOOBAC, 22), (RUYI, 14), (DRAGON, 19)])
def test_a_schedule_with_a_lost_fee_needs_the_house_to_set_it(game: str, option: int) -> None:
    _, findings = examine(load(game), {"schedule_option": option})
    [refused] = [finding for finding in findings if finding.level == "refused"]
    assert (
        refused.where == "option lost_fee" and "cannot be used without it" in refused.text and "Fees A1" in refused.cite
    )
    assert Setup.of(load(game), {"schedule_option": option, "lost_fee": 5}).schedule is not None


# -- The mathematics --------------------------------------------------------------------------------------------------

NATURAL = {"naturals_end_hand": True}


@pytest.mark.parametrize(
    ("game", "options", "edges"),
    [
        # EZ Baccarat, Dragon 7 and Panda 8 under other names: wizardofodds.com/games/ez-baccarat/ (eight decks).
        (DRAGON, {}, "player_line 1.2351 banker_line 1.0183 tie 14.3596 tiger7 7.6113 ox8 10.1876"),
        (RUYI, NATURAL, "player_line 1.2351 banker_line -1.2351 tie 14.3596 gold7 7.6113 jade8 10.1876"),
    ],
)
def test_edges_are_as_published(game: str, options: dict[str, Any], edges: str) -> None:
    found = analyze(Setup.of(load(game), options)).wagers
    words = edges.split()
    for wager, edge in zip(words[::2], words[1::2], strict=True):
        assert f"{float(100 * found[wager].house_edge):.4f}" == edge, wager


def test_eight_decks_have_the_published_numbers_of_deals() -> None:
    """Banker, Player and Tie of the usual game: wizardofodds.com/games/baccarat/basics/."""
    found = analyze(Setup.of(load(RUYI), NATURAL)).wagers["player_line"].outcomes
    assert {row.result: row.combinations for row in found} == {
        "banker wins": 2_292_252_566_437_888,
        "player wins": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


@pytest.mark.parametrize("decks", [3, 8])
def test_without_naturals_a_line_has_exactly_the_edge_that_it_has_with_them(decks: int) -> None:
    """Against 8 or 9 either hand draws on the same counts, 0 to 5: those deals are alike for both, and cancel out."""
    with_them = analyze(Setup.of(load(RUYI), NATURAL | {"decks": decks})).wagers
    without = analyze(Setup.of(load(RUYI), {"decks": decks})).wagers
    assert (
        without["player_line"].house_edge == with_them["player_line"].house_edge == -without["banker_line"].house_edge
    )
    assert without["tie"].house_edge < with_them["tie"].house_edge


class InOrder(WrittenDraws):
    """Deals the cards of a list one after another, whatever hand they go to."""

    def __init__(self, order: tuple[str, ...]) -> None:
        super().__init__({})
        self.order = iter(order)

    def card(self, hand: str) -> Card:
        return Card(next(self.order))


@pytest.mark.parametrize(
    ("game", "options"), [(ZOOBAC, {}), (ZOOBAC, NATURAL | {"rabbit_tiger_must_win": True}), (DRAGON, {})]
)
def test_script_and_solver_agree_on_every_order_of_a_small_shoe(game: str, options: dict[str, Any]) -> None:
    """Six cards in every order, through the table; those that are dealt come first, so each deal counts once."""
    setup = Setup.of(load(game), options)
    cards = ["Kc", "2h", "3d", "5s", "8d", "9h"]
    shoe = np.zeros(10, dtype=np.int64)
    for card in cards:
        shoe[value(Card(card))] += 1
    counts = round_counts(setup, shoe)
    won = dict.fromkeys(setup.offers, 0)
    orders = list(permutations(cards))
    for order in orders:
        table = Table(setup, game_of(setup.entry), seed=0)
        played = table.deal({1: dict.fromkeys(won, 1)}, bank=BankSeat(8, 1000), draws=InOrder(order))
        for row in played.settlements:
            won[row.wager] += row.net
    for wager, total in won.items():
        exact = by_counts(setup, Prices(setup), wager, counts)
        assert exact.total == len(orders)
        assert exact.expectation == Fraction(total, 100 * len(orders)), wager


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_deals_within_four_standard_errors_of_exact(game: str) -> None:
    exact = analyze(Setup.of(load(game))).wagers
    plan = plan_of(game, {"schedule_option": 1}, rounds=2_000_000, seed=5, wagers=dict.fromkeys(exact, 10))
    found = simulate(plan, "kernel", workers=1)
    for wager, figures in found.wagers.items():
        assert figures.standard_error is not None
        assert abs(figures.house_edge - exact[wager].house_edge) < 4 * figures.standard_error, wager


@pytest.mark.parametrize("decks", range(3, 9))
def test_every_number_of_decks_is_counted_whole(decks: int) -> None:
    """Deals add up to every order of six cards."""
    cards = 52 * decks
    for game in (RUYI, DRAGON):
        for figures in analyze(Setup.of(load(game), {"decks": decks})).wagers.values():
            assert figures.total == cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
