"""What goes wrong at a blackjack table, and what chapter 4 then orders."""

import random
from contextlib import suppress

import pytest

from blackjack_table import ENTRY, NO_PEEK, SWITCH, dealt_to, nets, one, record, seated, told
from house_play import open_house, play
from pitboss import Call, PitbossError, settle
from pitboss.errors import Refused
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House

EXPOSED = "exposed_card_drawn_in_error"


def exposed(card: str, **more: str | int) -> dict[str, list[dict[str, str | int]]]:
    return {"irregularities": [{"id": EXPOSED, "card": card, **more}]}


def test_a_card_found_face_up_is_not_used() -> None:
    played = one("Tc 6d 5h", "Th 9s", "hit", irregularities=[{"id": "face_up_card", "card": "2c", "at": "play"}])
    assert nets(played) == {"main": 10}
    assert [event.cards for event in played.events if event.kind == "discard"] == [("2c",)]


def test_a_card_drawn_unseen_is_the_next_one() -> None:
    played = one("Tc 6d 5h", "Th 9s", "hit", irregularities=[{"id": "card_drawn_in_error", "at": "play"}])
    assert nets(played) == {"main": 10}


def test_a_player_who_accepts_the_exposed_card_goes_on_with_it() -> None:
    assert nets(one("Tc 3d 4h", "Th 9s", "accept", "hit", "stand", **exposed("2c"))) == {"main": 0}
    assert nets(one("Tc 6d", "Th 9s", "accept", **exposed("5c"))) == {"main": 10}
    over = one("Tc 6d", "Th 9s", "accept", **exposed("9c"))
    assert nets(over) == {"main": -10}
    with pytest.raises(PitbossError, match='cannot "double" now, because .*; legal: stand, hit'):
        settle(record("Tc 3d", "Th 9s", "accept", "double", **exposed("2c")))


def test_a_player_who_refuses_gets_no_more_cards_and_may_still_surrender() -> None:
    with pytest.raises(PitbossError, match='not asked to "hit"'):
        settle(record("Tc 6d 5h", "Th 9s", "refuse", "hit", **exposed("2c")))
    surrender = {"options": {"surrender_allowed": True}}
    assert nets(one("Tc 6d", "Th 9s", "refuse", "surrender", **surrender, **exposed("2c"))) == {"main": -5}


def test_whoever_refuses_on_a_split_hand_gets_no_card_on_the_other_either() -> None:
    played = one(["8c 4h", "8d"], "Th 9s", "split", "refuse", **exposed("2c", at="play", after=1))
    assert nets(played) == {"main": -10, "split 2": -10}
    assert [len(played.hands[hand]) for hand in played.hands_of(1)] == [2, 1]


def test_the_dealers_next_card_is_the_one_that_was_refused() -> None:
    played = one("Tc 6d", "Th 2s 5h", "refuse", **exposed("2c"))
    assert played.hands["dealer"] == ["Th", "2s", "2c", "5h"]
    late = one("Tc 7d", "Th 4s 8h", "stand", **exposed("2c", at="dealer"))
    assert late.hands["dealer"] == ["Th", "4s", "2c", "8h"]


def test_nobody_is_offered_the_card_whose_turn_it_is_not() -> None:
    played = seated(3).deal({1: {"main": 10}, 2: {"main": 10}})
    assert played.asking[0].seat == 1
    played.act("stand")
    played.call(Call(EXPOSED))
    assert (played.asking[0].seat, played.asking[0].names) == (2, ("accept", "refuse"))


def test_the_dealers_missed_card_comes_after_the_players() -> None:
    played = one("Tc 7d", "Th 8s", "stand", irregularities=["dealer_missed_card"])
    assert dealt_to(played) == ["seat 1", "seat 1", "dealer", "dealer"]
    assert nets(played) == {"main": -10}


def test_a_second_card_that_was_missed_comes_after_everybody_elses() -> None:
    table = seated(5)
    played = table.deal({1: {"main": 10}, 2: {"main": 10}}, calls=[Call("one_card_dealt", seat=1)])
    assert dealt_to(played)[:6] == ["seat 1", "seat 2", "dealer", "seat 2", "seat 1", "dealer"]


def test_a_hand_without_cards_is_dead_and_the_others_play() -> None:
    played = seated(5).deal({1: {"main": 10}, 2: {"main": 10}}, calls=[Call("no_card_dealt", seat=1)])
    assert set(dealt_to(played)) == {"seat 2", "dealer"}
    while played.asking:
        played.act("stand")
    assert [row.outcome for row in played.settlements if row.seat == 1] == ["void"]
    alone = seated(5).deal({1: {"main": 10}}, calls=[Call("no_card_dealt", seat=1)])
    assert alone.over and alone.net == {1: 0}


def test_in_switch_both_hands_of_a_dead_seat_go_back() -> None:
    wagers = {"switch_main_1": 10, "switch_main_2": 10}
    played = seated(5, **SWITCH).deal({1: wagers, 2: wagers}, calls=[Call("no_card_dealt", seat=1)])
    while played.asking:
        played.act("keep" if "keep" in played.asking[0].names else "stand")
    assert [row.outcome for row in played.settlements if row.seat == 1] == ["void", "void"]


def test_the_round_is_finished_with_the_discards_when_the_cards_run_out() -> None:
    """Hands that went over are in the discard rack, and come back with the others."""
    came_back = 0
    for seed in range(30):
        table = seated(seed, variant="single_deck")
        rng = random.Random(seed)
        for _ in range(3):
            played = table.deal({seat: {"main": 10} for seat in range(1, 8)})
            while played.asking:
                names = played.asking[0].names
                played.act("hit" if "hit" in names and rng.random() < 0.9 else names[0])
            if any(call.id == "not_enough_cards" for call in played.calls):
                dealt = [card for hand, cards in played.hands.items() if hand != "burn" for card in cards]
                came_back += len(dealt) > len(set(dealt))
                assert table.shuffles
        again = settle(table.record().to_toml())
        assert [each.events for _, each in again.rounds][-1] == played.events
    assert came_back


def test_a_round_for_which_all_cards_do_not_suffice_is_void() -> None:
    wagers = {"switch_main_1": 10, "switch_main_2": 10}
    for seed in range(60):
        table = seated(seed, variant="switch", decks=1, draw_on_21=True)
        played = table.deal(dict.fromkeys(range(1, 8), wagers))
        while played.asking:
            ask = played.asking[0]
            total = sum(min(card.rank, 10) if card.rank < 14 else 1 for card in played.hands[ask.hand or "seat 1"])
            wanted = "split" if "split" in ask.names else "hit" if "hit" in ask.names and total < 12 else ask.names[0]
            played.act(wanted)
        if played.void:
            break
    assert played.void and set(played.net.values()) == {0}
    assert "every card is on the table" in told(played, "remedy")[-1]
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events


def test_the_round_in_which_the_cutting_card_shows_is_finished() -> None:
    played = one("Tc 7d", "Th 8s", "stand", cut_card=3)
    assert told(played, "reshuffle") == ["the cut card is out: the cards are reshuffled"]
    called = one("Tc 7d", "Th 8s", "stand", irregularities=["cutting_card_reached"])
    assert nets(called) == nets(played) == {"main": -10}
    assert "reshuffle" in called.after


def test_touching_cards_or_wagers_and_miscounting_change_nothing() -> None:
    calls = ["cards_or_wagers_touched", {"id": "player_miscounts", "seat": 1}]
    assert nets(one("Tc 7d", "Th 7s", "stand", irregularities=calls)) == {"main": 0}


def test_a_wager_over_the_maximum_counts_up_to_it_where_the_house_has_it_so() -> None:
    call = [{"id": "wager_outside_limits", "seat": 1, "wager": "main"}]
    options = {"table_max": 50, "out_of_limit_procedure": "return_excess"}
    played = one("Tc 9d", "Th 7s", "stand", options=options, wagers={"main": 80}, irregularities=call)
    assert nets(played) == {"main": 50}
    with pytest.raises(PitbossError, match=r"over the maximum of \$50.00"):
        settle(record("Tc 9d", "Th 7s", "stand", options={"table_max": 50}, wagers={"main": 80}))


def test_a_shuffle_machine_that_fails_voids_the_hand_where_one_is_used() -> None:
    with pytest.raises(PitbossError, match="no irregularity"):
        settle(record("Tc 9d", "Th 7s", irregularities=["shuffle_machine_malfunction"]))
    played = one(
        "Tc 9d", "Th 7s", options={**NO_PEEK, "use_shuffler": True}, irregularities=["shuffle_machine_malfunction"]
    )
    assert played.void


def test_a_deal_that_ran_out_of_cards_is_checked_like_any_other(sqlite_url: str) -> None:
    ran_out: list[int] = []

    def look(house: House) -> House:
        played = house.table("1").round
        if played is not None and any(call.id == "not_enough_cards" for call in played.calls):
            ran_out.append(house.table("1").seeds.deals)
        return house

    house = open_house(sqlite_url, ENTRY, options={"variant": "switch", "decks": 1})
    rng = random.Random(5)
    while not ran_out or house.table("1").seeds.deals == ran_out[0]:
        house = play(house, "1", 1, rng, call_rate=0, now_and_then=look)
    handed = []
    for number in range(1, house.table("1").rounds + 1):
        with suppress(Refused):  # the last deal may go on
            handed.append(deal_bundle(house.store, "1", number))
    house.close()
    assert any("ran_out" in str(bundle) for bundle in handed)
    assert [check_deal(bundle).findings for bundle in handed] == [[]] * len(handed)


def test_a_hand_that_an_exposed_card_took_over_21_is_lost_before_anything_else_strikes() -> None:
    for seed in range(200):
        table = seated(seed)
        played = table.deal({1: {"main": 10}, 2: {"main": 10}})
        if not played.asking or played.asking[0].seat != 1 or "insure" in played.asking[0].names:
            continue
        played.call(Call(EXPOSED))
        played.act("accept")
        if any(row.seat == 1 for row in played.settlements) and played.asking:
            break
    played.call(Call("cards_or_wagers_touched"))
    while played.asking:
        played.act("stand")
    kinds = [event.kind for event in played.events]
    assert kinds.index("settle") < len(kinds) - kinds[::-1].index("irregularity") - 1
    assert settle(table.record().to_toml()).rounds[0][1].events == played.events
