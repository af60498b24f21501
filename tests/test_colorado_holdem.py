"""Colorado Hold 'Em at the table: what the worked examples do not show."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.equipment.cards import cards
from pitboss.games.poker.colorado_holdem import instant_names
from pitboss.rulebook import Setup, load

NAME = "massachusetts-2020/colorado-holdem"
PERMISSIBLE = {"version": "permissible_bet"}
JUNK, PAIRED, SUITED = "9c 5d 2s", "Kc Kd 4s", "9h 8h 7h"


def round_of(seats: dict[int, tuple[str, list[str]]], board: str = "Qh 7c 3d", **more: Any) -> Round:
    given = {
        str(seat): {"wagers": {"ante": 10, "bonus": 1}, "cards": held, "actions": actions}
        for seat, (held, actions) in seats.items()
    }
    record = {"rulebook": "massachusetts-2020", "game": "colorado-holdem", "seats": given, **more}
    [(_, played)] = settle({**record, "community": {"cards": board}}).rounds
    return played


def test_a_player_plays_or_folds_where_the_bet_is_required_and_may_bet_where_it_is_not() -> None:
    played = open_table(NAME, seed=1).deal({1: {"ante": 10}})
    assert [(action.name, action.cost) for action in played.asking[0].actions] == [("play", 1000), ("fold", 0)]
    played = open_table(NAME, PERMISSIBLE, seed=1).deal({1: {"ante": 10}})
    asked = [(action.name, action.cost) for action in played.asking[0].actions]
    assert asked == [("play_with_bet", 1000), ("play_without_bet", 0)]
    played.act("play_without_bet")
    assert played.asking[0].names == ("discard",)


def test_only_three_cards_that_are_an_instant_winner_can_be_declared() -> None:
    def declared(held: str, **options: Any) -> bool:
        return bool(instant_names(Setup.of(load(NAME), options), cards(held)))

    assert declared("9h 8h 7h") and declared("6c 6d 6s") and declared("Ah Kh Qh")
    assert not declared("Qh Jh 9h") and not declared("9h 8h 7c") and not declared("Ah 2h Kh")
    assert not declared("Ah 2h 3h") and declared("Ah 2h 3h", ace_low_three_card=True)
    with pytest.raises(PitbossError, match="declare_instant_winner"):
        round_of({1: ("Kh Jh 9h", ["declare_instant_winner"])})


def test_an_instant_winner_is_paid_and_gone_before_the_board_is_seen() -> None:
    played = round_of({1: (SUITED, ["declare_instant_winner"]), 2: (PAIRED, ["play", "discard 4s"])})
    kinds = [(event.kind, event.hand or event.seat) for event in played.events if event.kind in ("reveal", "settle")]
    assert kinds == [
        ("reveal", "seat 1"),
        ("settle", 1),
        ("settle", 1),
        ("reveal", "community"),
        ("reveal", "seat 2"),
        *[("settle", 2)] * 3,
    ]
    assert played.net == {1: 5500, 2: 2000} and "seat 1" in played.racked


def test_the_discard_is_the_players_own_to_know_and_the_two_kept_cards_are_turned_up() -> None:
    played = round_of({1: (PAIRED, ["play", "discard 4s"]), 2: (JUNK, ["fold"])})
    seen = hands_seen(played.view(2))
    assert seen[played.hand(1).part("discard")] == ["??"] and seen[played.hand(1)] == ["Kc", "Kd"]
    assert hands_seen(played.view(1))[played.hand(1).part("discard")] == ["4s"]
    assert hands_seen(played.view(1))[played.hand(2)] == ["??"] * 3, "a folded hand is not shown"


def test_who_does_not_answer_folds_or_plays_without_a_bet_and_keeps_the_better_cards() -> None:
    played = open_table(NAME, seed=2).deal({1: {"ante": 10}})
    assert played.asking[0].default_answer == "fold"
    played = open_table(NAME, PERMISSIBLE, seed=2).deal({1: {"ante": 10}})
    assert played.asking[0].default_answer == "play_without_bet"
    played.act("play_without_bet")
    kept = played.hands[played.hand(1)]
    assert played.asking[0].default_answer == f"discard {min(kept, key=lambda card: card.rank)}"


def test_hands_are_settled_from_the_dealers_right_and_folds_at_once() -> None:
    seats = {1: (PAIRED, ["play", "discard 4s"]), 3: (JUNK, ["fold"]), 5: ("Ac Jd 2h", ["play", "discard 2h"])}
    played = round_of(seats)
    assert [row.seat for row in played.settlements] == [3, 3, 5, 5, 5, 1, 1, 1]


def test_a_wrong_declaration_loses_the_ante_and_the_bonus_goes_back() -> None:
    call = {"id": "erroneous_declaration", "seat": 2, "after": 2, "at": "decide"}
    played = round_of({1: (PAIRED, ["play", "discard 4s"]), 2: (JUNK, [])}, irregularities=[call])
    assert played.net == {1: 2000, 2: -1000}
    assert [(row.wager, row.outcome) for row in played.settlements if row.seat == 2] == [
        ("ante", "lose"),
        ("bonus", "void"),
    ]
    live = open_table(NAME, seed=4).deal({1: {"ante": 10, "bonus": 1}})
    live.act("play")
    live.call(Call("erroneous_declaration", seat=1))
    assert live.asking and not live.settlements, "whoever has decided to play declares nothing any more"
    right = round_of({1: (SUITED, ["declare_instant_winner"])}, irregularities=[{"id": call["id"], "seat": 1}])
    assert right.net == {1: 5500}, "the three cards do qualify"


def test_the_limit_is_for_ante_and_bet_together_and_no_less_than_fifty_thousand() -> None:
    with pytest.raises(PitbossError, match="50,000"):
        Setup.of(load(NAME), {"max_payout_per_hand": "49,999.00"})
    more = {"options": {"max_payout_per_hand": "60,000.00"}}
    record = {"rulebook": "massachusetts-2020", "game": "colorado-holdem", **more}
    seat = {"wagers": {"ante": 100}, "cards": "As Ks 4d", "actions": ["play", "discard 4d"]}
    [(_, played)] = settle({**record, "seats": {"1": seat}, "community": {"cards": "Qs Js Ts"}}).rounds
    assert [row.net for row in played.settlements] == [30_000_00, 30_000_00]


def test_two_positions_lie_side_by_side_where_the_house_allows_them() -> None:
    table = open_table(NAME, {"two_positions_per_player": True}, seed=5)
    with pytest.raises(PitbossError, match="side by side|next to each other|adjacent"):
        table.deal({1: {"ante": 10}, 3: {"ante": 10}}, players={1: "Ann", 3: "Ann"})
    assert table.deal({1: {"ante": 10}, 2: {"ante": 10}}, players={1: "Ann", 2: "Ann"}).asking


def test_the_bonus_is_one_dollar_and_needs_an_ante() -> None:
    table = open_table(NAME, seed=6)
    with pytest.raises(PitbossError, match="1.00"):
        table.deal({1: {"ante": 10, "bonus": 5}})
    with pytest.raises(PitbossError):
        table.deal({1: {"bonus": 1}})
    with pytest.raises(PitbossError, match="not offered"):
        open_table(NAME, {"bonus_offered": False}, seed=6).deal({1: {"ante": 10, "bonus": 1}})
