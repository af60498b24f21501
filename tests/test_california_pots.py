"""California's other pot games: what their worked examples do not show."""

import random
from typing import Any

import pytest

from pitboss import PitbossError, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games.pot.contest import contest_of
from pitboss.games.pot.forced import best_showing
from pitboss.games.pot.stakes import Stakes, buy_in
from pitboss.rulebook import Setup, load

GAMES = {
    "omaha": (36, 10),
    "omaha-high-low-split": (36, 10),
    "big-o-high-low-split": (42, 8),
    "seven-card-stud": (20, 8),
    "seven-card-stud-high-low-split": (20, 8),
    "short-deck-holdem": (40, 10),
}
STUD = ("seven-card-stud", "seven-card-stud-high-low-split")


def table(game: str, seed: int = 7, button: int | None = None, **options: Any) -> Table:
    made = open_table(f"california/{game}", options=options, seed=seed)
    if button is not None:
        made.carry = {"button": button}
    return made


def play(at: Table, players: int, *words: str, stack: Any = 1000) -> Round:
    """A round in which everybody does the first of these words that may be done."""
    seats = range(1, players + 1)
    played = at.deal({seat: {} for seat in seats}, stacks=dict.fromkeys(seats, stack))
    while played.asking:
        names = played.asking[0].names
        played.act(next(word for word in (*words, *names) if word in names))
    return played


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


@pytest.mark.parametrize(("game", "printed"), [(game, schedules) for game, (schedules, _) in GAMES.items()])
def test_every_printed_schedule_is_there(game: str, printed: int) -> None:
    fees = load(f"california/{game}").fees
    assert fees is not None and sorted(map(int, fees.schedules)) == list(range(1, printed + 1))
    assert all(bool(rule.pot) != bool(rule.half_hour) for rule in fees.schedules.values())


def test_there_are_197_printed_options_of_pot_games() -> None:
    sets = ["texas-holdem", "omaha", "seven-card-stud", "big-o-high-low-split", "short-deck-holdem"]
    assert sum(len(load(f"california/{game}").fees.schedules) for game in sets) == 197  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_no_cent_is_lost_whatever_is_decided(game: str) -> None:
    rng = random.Random(game)
    options = load(f"california/{game}").options["schedule_option"].allowed
    seen: set[str] = set()
    for option in rng.sample(options, 6):
        at = table(game, schedule_option=option)
        big = Stakes.of(at.setup).big or Stakes.of(at.setup).lower
        for _ in range(12):
            seats = range(1, rng.randint(2, GAMES[game][1]) + 1)
            stacks = {seat: f"{big * rng.randint(1, 30) / 100:.2f}" for seat in seats}
            played = at.deal({seat: {} for seat in seats}, stacks=stacks)
            while played.asking:
                ask = played.asking[0]
                word = ask.names[0] if rng.random() < 0.6 else ask.random_answer(rng)
                played.act(word)
                assert sum(played.ledger.values()) == 0
            assert played.ledger["pot"] == 0
            assert all(played.stacks[seat] + net >= 0 for seat, net in played.net.items())
            seen |= {row.reason.split(",")[0] for row in played.settlements}
            seen |= {"side pot" for text in told(played, "award") if text.startswith("side")}
    assert {"side pot", "lower hand", "fold", "last one left"} <= seen
    if "high-low" in game:
        assert {"high half", "low half"} <= seen


@pytest.mark.parametrize(
    ("game", "options", "players", "words", "fees"),
    [
        # The worked examples 8, 10 and 11 of the collection rates.
        ("texas-holdem", {"schedule_option": 2}, 6, ("check", "call"), [1, 2, 1]),
        ("texas-holdem", {"schedule_option": 2}, 6, ("fold",), [1]),
        ("seven-card-stud", {"schedule_option": 8}, 5, ("bring_in", "check", "call"), [1, 3, 1]),
        ("short-deck-holdem", {"schedule_option": 2}, 6, ("check", "call"), [1, 3, 1]),
        ("short-deck-holdem", {"schedule_option": 2, "schedule_option_5": 6}, 5, ("check", "call"), [1, 2, 1]),
    ],
)
def test_the_fees_of_a_hand_are_those_of_the_collection_rates(
    game: str, options: dict[str, int], players: int, words: tuple[str, ...], fees: list[int]
) -> None:
    played = play(table(game, **options), players, *words)
    assert [-(event.amount or 0) // 100 for event in played.events if event.kind == "fee"] == fees


@pytest.mark.parametrize(
    ("game", "option", "started", "mark", "seated", "each"),
    [
        # Examples 9, 12 and 14.
        ("texas-holdem", 20, "2:00", "2:30", 6, 1500),
        ("texas-holdem", 20, "2:10", "2:30", 6, None),
        ("big-o-high-low-split", 41, "8:00", "8:00", 7, 1500),
        ("big-o-high-low-split", 41, "8:00", "8:00", 4, 700),
        ("omaha", 13, "9:00", "9:30", 5, 600),
    ],
)
def test_the_fees_of_a_half_hour_are_those_of_the_collection_rates(
    game: str, option: int, started: str, mark: str, seated: int, each: int | None
) -> None:
    paid = table(game, schedule_option=option).collect(mark, list(range(1, seated + 1)), started)
    assert [fee.amount for fee in paid] == ([] if each is None else [each] * seated)


# -- schedules for a number of players --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "fees"), [(6, (3, 1)), (5, (2, 1)), (4, (2, 1)), (3, (1, 1)), (2, (1, 1))])
def test_the_schedule_of_the_players_dealt_in_is_in_force(players: int, fees: tuple[int, int]) -> None:
    at = table("short-deck-holdem", schedule_option=18, schedule_option_5=24, schedule_option_4=30)
    played = play(at, players, "check", "call")
    assert [-(event.amount or 0) // 100 for event in played.events if event.kind == "fee"] == [1, *fees]


def test_schedules_of_several_groups_are_not_posted_together() -> None:
    with pytest.raises(PitbossError, match="the schedules for fewer players are of that group too"):
        table("short-deck-holdem", schedule_option=18, schedule_option_5=5)
    with pytest.raises(PitbossError, match="is not one of 5, 6, 7, 8, 21"):
        table("short-deck-holdem", schedule_option=18, schedule_option_5=18)


def test_a_limit_is_set_within_the_figures_of_the_schedule() -> None:
    assert Stakes.of(table("big-o-high-low-split").setup).lower == 200
    stakes = Stakes.of(table("big-o-high-low-split", lower_limit="10.00").setup)
    assert (stakes.lower, stakes.upper, stakes.small, stakes.big) == (1000, 2000, 500, 1000)
    with pytest.raises(PitbossError, match=r"lower_limit: \$60.00 is not \$2.00 to \$50.00"):
        table("big-o-high-low-split", lower_limit="60.00")
    assert Stakes.of(table("big-o-high-low-split", schedule_option=39, lower_limit="60.00").setup).upper == 12_000


def test_a_table_is_no_limit_or_pot_limit_with_a_buy_in_as_the_house_says() -> None:
    setup = table("short-deck-holdem", schedule_option=2, big_bet="pot_limit", greatest_buy_in="1000.00").setup
    assert Stakes.of(setup).form == "pot_limit" and buy_in(setup) == (5_000, 100_000)
    assert Stakes.of(setup).big == 1000, "a hundredth of the greatest buy-in"


def test_a_small_blind_without_chips_for_the_fee_posts_the_blind_first() -> None:
    at = table("short-deck-holdem", button=2, lower_limit="4.00", upper_limit="8.00")
    played = at.deal({1: {}, 2: {}}, stacks={1: "2.50", 2: 100})
    assert [fee.amount for fee in played.fees] == [50] and played.bets[0].stake == 200


# -- by the half hour -------------------------------------------------------------------------------------------------


def test_short_deck_collects_in_advance_and_skips_the_first_mark_unless_the_house_says_otherwise() -> None:
    at = table("short-deck-holdem", schedule_option=33)
    assert at.collect("9:30", [1, 2, 3, 4, 5], "9:10") == []
    assert [fee.amount for fee in at.collect("10:00", [1, 2, 3, 4, 5])] == [1000] * 5
    at = table("short-deck-holdem", schedule_option=33, first_mark="collected")
    assert len(at.collect("9:30", [1, 2, 3, 4, 5], "9:10")) == 5


def test_big_o_collects_at_the_start_and_every_half_hour_from_it() -> None:
    at = table("big-o-high-low-split", schedule_option=41)
    assert [fee.amount for fee in at.collect("8:10", [1, 2, 3, 4, 5, 6, 7], "8:10")] == [1500] * 7
    assert [fee.amount for fee in at.collect("8:40", [1, 2, 3, 4])] == [700] * 4
    with pytest.raises(Refused, match="by half hours from the start, and not at 9:00"):
        at.collect("9:00", [1, 2])


# -- stud -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", STUD)
def test_when_the_deck_runs_out_a_card_is_everybodys(game: str) -> None:
    for players, community in ((8, 1), (7, 1), (6, 0)):
        played = play(table(game, seed=players), players, "bring_in", "check", "call")
        assert len(played.hands.get("community", [])) == community
        assert {len(played.hands[f"seat {seat}"]) for seat in range(1, players + 1)} == {7 - community}
        assert ("irregularity" in [event.kind for event in played.events]) is bool(community)


def test_the_card_for_all_is_one_that_was_left_or_burned_and_no_players() -> None:
    for seed in range(6):
        at = table("seven-card-stud", seed=seed)
        played = play(at, 8, "bring_in", "check", "call")
        held = [card for seat in range(1, 9) for card in played.hands[f"seat {seat}"]]
        assert played.hands["community"][0] not in held and len(set(held)) == 48
        again = settle(at.record().to_toml())
        assert again.rounds[0][1].events == played.events


def test_the_bring_in_may_be_a_full_bet_which_is_no_raise() -> None:
    played = table("seven-card-stud", seed=3).deal({seat: {} for seat in (1, 2, 3)})
    low = played.asking[0].seat
    assert [(action.name, action.cost) for action in played.asking[0].actions] == [("bring_in", 300), ("open", 600)]
    played.act("open")
    for to in (900, 1200, 1500):
        assert [action.cost for action in played.asking[0].actions if action.name == "raise"]
        played.act("raise")
        assert max(bet.stake for bet in played.bets) == to + 50
    assert played.asking[0].names == ("call", "fold") and low in played.seats


def test_of_three_figures_the_first_is_the_bring_in() -> None:
    stakes = Stakes.of(table("seven-card-stud", schedule_option=5).setup)
    assert (stakes.bring_in, stakes.lower, stakes.upper, stakes.full_opening, stakes.ante) == (300, 400, 700, 400, 100)


def test_who_has_no_chips_left_after_the_ante_is_passed_over_for_the_bring_in() -> None:
    record = {
        "rulebook": "california",
        "game": "seven-card-stud",
        "carry": {"button": 3},
        "seats": {
            "1": {"stack": "0.50", "cards": "Ah Ad 2c 9c 8d 7h 6s"},
            "2": {"stack": "50.00", "cards": "Kh Kd 3c 4c 5d Th Js", "actions": ["bring_in", *["check"] * 4]},
            "3": {"stack": "50.00", "cards": "Qh Qd 4d 9h 2d Td 7c", "actions": ["call", *["check"] * 4]},
        },
    }
    settled = settle(record)
    played = settled.rounds[0][1]
    assert told(played, "blind") == ["brings it in for $3.00"]
    assert told(played, "award") == ["pot: $0.00 to seat 1", "side pot 1: $3.50 to seat 2"], "fees come out of it first"


def test_nobody_sees_the_cards_that_lie_face_down() -> None:
    played = table("seven-card-stud", seed=9).deal({seat: {} for seat in (1, 2, 3)})
    seen = {card for event in played.view(2) for card in event.cards if card.known}
    assert seen == {*played.hands["seat 2"], played.hands["seat 1"][2], played.hands["seat 3"][2]} | {
        event.cards[0] for event in played.events if event.kind == "opening"
    }


def test_two_pairs_showing_act_before_one() -> None:
    played = table("seven-card-stud", seed=9).deal({seat: {} for seat in (1, 2, 3)})
    contest = contest_of(played)
    contest.up |= {1: list(cards("Kc 3s Ks 9d")), 2: list(cards("6s 6h Tc Ts")), 3: list(cards("Ac Kd Qd Jd"))}
    assert best_showing(contest) == 2
    assert best_showing(contest, lowest=True) == 3


def test_the_set_up_of_a_stud_table_says_what_the_rulebook_leaves_open() -> None:
    assert Stakes.of(Setup.of(load("california/seven-card-stud"), {"bring_in": "1.00"})).bring_in == 100
    with pytest.raises(PitbossError, match=r"\$0.50, the ante, cannot be paid in chips of \$1.00"):
        table("seven-card-stud", smallest_chip="1.00")


# -- Big O ------------------------------------------------------------------------------------------------------------


def test_a_shuffler_that_fails_changes_nothing_but_how_the_cards_are_shuffled() -> None:
    calls = [{"id": "shuffler_malfunction"}]
    record = {
        "rulebook": "california",
        "game": "big-o-high-low-split",
        "carry": {"button": 2},
        "irregularities": calls,
        "seats": {"1": {"actions": ["fold"]}, "2": {}},
    }
    settled = settle(record)
    assert settled.net == {1: -200, 2: 100}
    assert "the cards are shuffled by hand and cut" in told(settled.rounds[0][1], "remedy")
