"""Baccarat-Chemin de Fer of Massachusetts: what its rulebook has otherwise than chapter 4, and whole shoes of both."""

import random
from collections import Counter
from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, open_table, settle
from pitboss.engine.round import Round

GAME = "massachusetts-2020/baccarat-chemin-de-fer"
BOTH = (GAME, "chapter4/baccarat-chemin-de-fer")


def hand(banker: str, *said: str, player: str = "2d 4c", carry: dict[str, Any] | None = None, **more: Any) -> Round:
    """A hand of $100 between seat 1, the Banker, and seat 2, who takes it all and says the rest."""
    rulebook, _, game = GAME.partition("/")
    head = {"rulebook": rulebook, "game": game, "options": more.pop("options", {}), "carry": carry or {"banker": 1}}
    seats = {"1": {"actions": ["stake 100"]}, "2": {"actions": ["banco", *said]}}
    return settle(head | {"seats": seats, "player": player, "banker": banker} | more).rounds[-1][1]


def called(id: str, card: str = "", **more: Any) -> dict[str, Any]:
    return {"irregularities": [{"id": id, **({"card": card} if card else {}), **more}]}


def texts(played: Round) -> list[str]:
    return [event.text for event in played.events]


def result(played: Round) -> str:
    return next(event.text for event in played.events if event.kind == "result")


# -- vigorish ---------------------------------------------------------------------------------------------------------


def test_half_a_cent_of_vigorish_is_a_cent() -> None:
    """Five percent of 30 cents is a cent and a half, four percent of that 1.2 cents."""
    assert hand("3s 4h", "stay").net == {1: 95_00, 2: -100_00}
    rulebook, _, game = GAME.partition("/")
    raw = {"rulebook": rulebook, "game": game, "carry": {"banker": 1}, "player": "2d 4c", "banker": "3s 4h"}
    raw["seats"] = {"1": {"actions": ["stake 0.30"]}, "2": {"actions": ["banco", "stay"]}}
    for rate, net in (("5%", 28), ("4%", 29)):
        assert settle(raw | {"options": {"vigorish_rate": rate}}).rounds[0][1].net[1] == net


def test_each_rate_is_rounded_to_its_own_multiple() -> None:
    for rate, rounding in (("5%", "20_cents"), ("4%", "25_cents")):
        with pytest.raises(PitbossError, match=f"vigorish of {'five' if rate == '5%' else 'four'} percent"):
            Setup.of(load(GAME), {"vigorish_rate": rate, "vigorish_rounding": rounding})
    with pytest.raises(PitbossError, match="vigorish_rate"):
        Setup.of(load(GAME), {"vigorish_rate": "3%"})


# -- the hands --------------------------------------------------------------------------------------------------------


def test_the_banker_is_never_free() -> None:
    played = hand("Kc 3d 2h", "card", player="2h 2s 9h")
    assert result(played) == "Player 3, Banker 5: the Banker's Hand wins", "3 against a 9 must draw"


@pytest.mark.parametrize(("count", "banker"), [(4, "Kc 4d 5s"), (5, "Kc 5d 4s")])
def test_the_literal_table_stays_on_four_and_five_when_the_player_stays(count: int, banker: str) -> None:
    assert result(hand(banker, "stay")) == "Player 6, Banker 9: the Banker's Hand wins"
    stays = hand(banker[:5], "stay", options={"banker_draw_on_stay": "table_3"})
    assert result(stays) == f"Player 6, Banker {count}: the Player's Hand wins"
    draws = hand("Kc 3d 5s", "stay", options={"banker_draw_on_stay": "table_3"})
    assert result(draws) == "Player 6, Banker 8: the Banker's Hand wins"


# -- the end of the shoe ----------------------------------------------------------------------------------------------


def test_after_the_cut_card_one_more_hand_is_played() -> None:
    first = hand("3s 4h", "stay", cut_card=3)
    assert first.carry["last_hand"] is True and "reshuffle" not in first.after
    last = hand("3s 4h", "stay", carry={"banker": 1, "last_hand": True})
    assert "reshuffle" in last.after and "last_hand" not in last.carry
    assert last.carry["banker"] == 1, "the Banker keeps the Bank over a reshuffle"


def test_a_cut_card_in_an_annulled_hand_is_not_forgotten() -> None:
    annulled = hand("3s 4h", cut_card=2, **called("wrong_order"))
    assert annulled.void and annulled.carry == {"banker": 1, "last_hand": True}
    last = hand("3s 4h", carry={"banker": 1, "last_hand": True}, **called("wrong_order"))
    assert last.void and "reshuffle" in last.after


def test_a_last_hand_that_nobody_covers_is_still_to_come() -> None:
    rulebook, _, game = GAME.partition("/")
    raw = {"rulebook": rulebook, "game": game, "carry": {"banker": 1, "last_hand": True}}
    raw["seats"] = {"1": {"actions": ["stake 100"]}, "2": {"actions": ["no_banco", "no_wager"]}}
    assert settle(raw).rounds[0][1].carry == {"banker": 1, "last_hand": True}


# -- irregularities ---------------------------------------------------------------------------------------------------


def test_a_banker_with_too_many_cards_stands_at_nothing() -> None:
    played = hand("4c 4d", "stay", **called("banker_took_too_many", "Ks"))
    assert result(played) == "Player 6, Banker 0: the Player's Hand wins"
    drawn = hand("4c 4d", "card", player="2h 2s Kh", **called("banker_took_too_many", "Ks"))
    assert result(drawn) == "Player 4, Banker 0: the Player's Hand wins"


@pytest.mark.parametrize("id", ["card_after_stay", "card_after_stay_called_card"])
def test_a_card_after_stay_is_the_bankers_if_the_banker_must_draw(id: str) -> None:
    assert result(hand("Kc 5d", "stay", **called(id, "2c"))) == "Player 6, Banker 7: the Banker's Hand wins"


@pytest.mark.parametrize("id", ["card_after_stay", "card_after_stay_called_card", "extra_card_disclosed"])
def test_a_disclosed_card_that_neither_hand_can_use_goes_as_the_house_selected(id: str) -> None:
    more = called(id, "3c", at="third_card")
    burned = hand("Kc 7d", "stay", discard="9h 8h 7h", **more)
    assert [str(card) for card in burned.hands["discard"]] == ["9h", "8h", "7h"]
    unseen = hand("Kc 7d", "stay", discard="9h", options={"disclosed_error_card": "burn_with_one_more"}, **more)
    assert [event.seen_by for event in unseen.events if event.hand == "discard"] == [()]
    options = {"disclosed_error_card": "simulated_round"}
    simulated = hand("Kc 7d", "stay", phantom="4h 2h Kh 9c", options=options, **more)
    assert "simulated round: no wagers are taken" in texts(simulated)
    assert "Player 4, Banker 4; the cards go to the discard rack" in texts(simulated)
    for played in (burned, unseen, simulated):
        assert result(played) == "Player 6, Banker 7: the Banker's Hand wins"


def test_in_a_simulated_round_the_player_draws_on_five() -> None:
    options = {"disclosed_error_card": "simulated_round"}
    more = called("extra_card_disclosed", "3c", at="settle")
    played = hand("Kc 7d", "stay", phantom="Kh 2h 7c 4s", options=options, **more)
    assert "Player 9, Banker 7; the cards go to the discard rack" in texts(played)


@pytest.mark.parametrize("more", [1, 10])
def test_with_a_disclosed_ten_go_one_or_ten_more(more: int) -> None:
    options = {"burned_with_a_ten": more}
    for ten in ("Tc", "Kc"):
        played = hand("Kc 7d", "stay", options=options, **called("extra_card_disclosed", ten))
        assert len(played.hands["discard"]) == more


def test_an_unseen_extra_card_opens_the_next_hand_unless_the_cut_card_has_shown() -> None:
    assert hand("3s 4h", "stay", **called("extra_card_undisclosed", "2d")).carry["first_cards"] == ["2d"]
    after = hand("3s 4h", "stay", cut_card=3, **called("extra_card_undisclosed", "2d"))
    assert "first_cards" not in after.carry and after.carry["last_hand"]
    last = {"banker": 1, "last_hand": True}
    assert "first_cards" not in hand("3s 4h", "stay", carry=last, **called("extra_card_undisclosed", "2d")).carry


def test_a_card_face_up_makes_the_last_hand_of_a_shoe_void() -> None:
    played = hand("3s 4h", carry={"banker": 1, "last_hand": True}, **called("card_face_up_in_shoe", "6d"))
    assert played.void and set(played.net.values()) == {0} and "reshuffle" in played.after
    ace = hand("3s 4h", "stay", discard="9h", **called("card_face_up_in_shoe", "Ad"))
    assert not ace.void and [str(card) for card in ace.hands["discard"]] == ["9h"]


def test_a_card_the_banker_drew_after_card_goes_to_the_dominant_player() -> None:
    played = hand("Kc 3d", "card", player="2h 2s", **called("banker_drew_after_card", "8c"))
    assert result(played) == "Player 2, Banker 3: the Banker's Hand wins"


def test_a_hand_without_enough_cards_is_void() -> None:
    played = hand("3s 4h", **called("not_enough_cards"))
    assert played.void and played.carry == {"banker": 1} and "reshuffle" in played.after


@pytest.mark.parametrize(("choice", "after"), [("left", "banker"), ("transferred", "offered")])
def test_an_annulled_hand_leaves_the_bank_or_moves_it_on(choice: str, after: str) -> None:
    played = hand("3s 4h", options={"bank_after_annulled_hand": choice}, **called("wrong_order"))
    assert played.void and after in played.carry


def test_a_banker_may_be_ordered_to_pass() -> None:
    played = hand("3s 4h", "stay", **called("banker_ordered_to_pass", at="settle"))
    assert played.carry["offered"] == "must"


def test_a_cut_may_be_made_again_and_no_wager_changes_after_no_more_bets() -> None:
    assert "the cards are cut again" in texts(hand("3s 4h", "stay", **called("improper_cut")))
    assert hand("3s 4h", "stay", **called("wager_after_no_more_bets", at="deal")).net == {1: 95_00, 2: -100_00}


# -- whole shoes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOTH)
def test_whole_shoes_are_played_at_random_while_the_bank_goes_round(game: str) -> None:
    """Four players until three shoes are dealt: the Bank is kept, passed, lost and bid for, and no chip is lost."""
    rng = random.Random(17)
    table = open_table(game, {"table_min": "5", "table_max": "5000"}, seed=17)
    said: Counter[str] = Counter()
    told: Counter[str] = Counter()
    bankers, shoes = Counter[int](), 0
    for _ in range(2_000):
        played = table.deal({seat: {} for seat in (1, 3, 4, 8)})
        while played.asking:
            ask = rng.choice(played.asking)
            answer = _answer(rng, ask)
            said[answer.partition(" ")[0]] += 1
            played.act(answer, ask.seat)
        told.update(event.kind for event in played.events)
        assert sum(played.ledger.values()) == 0 and sum(played.net.values()) <= 0
        bankers[table.carry.get("banker", 0)] += 1
        shoes += "reshuffle" in played.after
        if shoes == 3:
            break
    assert shoes == 3 and set(bankers) == {0, 1, 3, 4, 8}
    kinds = "bid no_bid stake pass accept refuse banco no_banco suivi cover no_wager card stay"
    assert not set(kinds.split()) - set(said), "every decision came"
    assert told["last hand"] == (3 if game == GAME else 0)
    again = settle(table.record().to_toml())
    assert again.rounds[-1][1].events == played.events


def _answer(rng: random.Random, ask: Any) -> str:
    """A random answer, but a Banker mostly goes on and a Bank is mostly accepted, so that a shoe is dealt soon."""
    kept = [name for name in ("stake", "accept", "bid", "suivi") if name in ask.names]
    if kept and rng.random() < 0.8:
        return str(kept[0])
    answer: str = ask.random_answer(rng)
    return answer
