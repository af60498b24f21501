"""Blackjack by chapter 4: what the worked examples of the spec do not show."""

import pytest

from blackjack_table import ENTRY, NO_PEEK, SWITCH, dealt_to, nets, one, record, seated, told
from pitboss import PitbossError, settle
from pitboss.games import game_of
from pitboss.rulebook import Setup, examine, load
from pitboss.simulation.plan import most_at_risk

# -- Insurance and the hole card --------------------------------------------------------------------------------------


def test_insurance_is_offered_against_an_ace_and_against_nothing_else() -> None:
    with pytest.raises(PitbossError, match='cannot "insure" now'):
        settle(record("9c 9d", "Th 7s", "insure"))
    assert nets(one("9c 9d", "Ah 7s", "insure", "stand")) == {"insurance": -5, "main": 0}


def test_insurance_is_made_in_chips() -> None:
    fives = {"options": {"chip_unit": 5}, "wagers": {"main": 25}}
    assert nets(one("9c 9d", "Ah Qs", "insure 15", **fives)) == {"insurance": 30, "main": -25}
    assert nets(one("9c 9d", "Ah Qs", "insure 5", **fives)) == {"insurance": 10, "main": -25}
    with pytest.raises(PitbossError, match=r"at most \$15"):
        settle(record("9c 9d", "Ah Qs", "insure 20", **fives))
    with pytest.raises(PitbossError, match=r"to insure goes by whole chips of \$5.00, so for \$10.00 or \$15.00"):
        settle(record("9c 9d", "Ah Qs", "insure 12", **fives))


def test_insurance_is_collected_before_the_dealer_draws() -> None:
    played = one("9c 9d", "Ah 3s 2c 2d", "insure", "stand")
    kinds = [(event.kind, event.hand or event.text.partition(" ")[0]) for event in played.events]
    assert kinds.index(("reveal", "dealer")) < kinds.index(("settle", "insurance")) < len(kinds) - 3
    assert kinds[kinds.index(("settle", "insurance")) + 1 :] == [("deal", "dealer")] * 2 + [("settle", "main")]


def test_a_blackjack_found_early_leaves_nobody_anything_to_decide() -> None:
    played = one("9c 9d", "Th As")
    assert told(played, "peek") == ["the hole card is looked at: a blackjack"]
    assert nets(played) == {"main": -10}


def test_the_dealer_never_looks_under_a_low_card_or_where_the_house_does_not() -> None:
    assert told(one("9c 9d", "9h As", "stand"), "peek") == []
    assert told(one("9c 9d", "Th 8s", "stand", options=NO_PEEK), "peek") == []
    assert told(one("9c 9d", "Th 8s", "stand"), "peek") == ["the hole card is looked at: no blackjack"]


def test_an_early_blackjack_ends_the_round_before_any_switch() -> None:
    assert nets(one(["Ac 5d", "8c Kd"], "Th As", options=SWITCH)) == {"switch_main_1": -10, "switch_main_2 2": -10}


def test_in_switch_each_hand_is_insured_by_itself_before_the_switch() -> None:
    played = one(["9c 9d", "8c Kd"], "Ah Qs", "insure 5", "insure 3", options=SWITCH)
    assert nets(played) == {"insurance": 10, "insurance 2": 6, "switch_main_1": -10, "switch_main_2 2": -10}


def test_the_hole_card_is_in_nobodys_view_until_it_is_turned_up() -> None:
    played = seated(1, peek=True).deal({1: {"main": 10}})
    for viewer in (1, "table", "dealer"):
        hole = [event for event in played.view(viewer) if event.kind == "deal" and event.hand == "dealer"][1]
        assert not hole.cards[0].known


# -- Drawing, doubling, splitting, surrendering -----------------------------------------------------------------------


def test_nobody_draws_to_21_unless_the_house_reads_it_so() -> None:
    with pytest.raises(PitbossError, match='not asked to "hit"'):
        settle(record("Ac Kd", "Th 7s", "hit"))
    literal = {"options": {"draw_on_21": True}}
    assert nets(one("Ac Kd", "Th 7s", "stand", **literal)) == {"main": 15}
    assert nets(one("Ac Kd 5h", "Th 7s", "hit", "stand", **literal)) == {"main": -10}
    with pytest.raises(PitbossError, match="legal: stand, hit \\["):
        settle(record("Ac Kd", "Th 7s", "surrender", options={"draw_on_21": True, "surrender_allowed": True}))


def test_a_double_is_at_most_the_wager_and_more_than_nothing() -> None:
    with pytest.raises(PitbossError, match=r"at most \$10.00, and not \$11.00"):
        settle(record("6c 5d 9h", "Th 9s", "double 11"))
    with pytest.raises(PitbossError, match="more than zero"):
        settle(record("6c 5d 9h", "Th 9s", "double 0"))


def test_a_doubled_hand_over_21_is_lost_whole_and_a_later_blackjack_returns_nothing() -> None:
    played = one("6c 9d Kh", "Th As", "double", options=NO_PEEK)
    assert nets(played) == {"main": -10, "double_down": -10}


def test_doubling_and_surrender_are_the_houses_to_offer() -> None:
    for move, options in (("double", {"double_allowed": False}), ("surrender", {})):
        with pytest.raises(
            PitbossError, match=f'cannot "{move}" now, because nobody .* at this table; legal: stand, hit'
        ):
            settle(record("9c 6d", "Th 7s", move, options=options))


def test_a_king_and_a_ten_may_be_split() -> None:
    assert nets(one(["Kc 9d", "Td 5h Jh"], "Th 8s", "split", "stand", "hit")) == {"split 2": -10, "main": 10}


def test_the_first_split_hand_is_finished_before_the_second_gets_a_card() -> None:
    played = one(["8c 3h 4c Ts", "8d Ts"], "Th 8s", "split", "hit", "hit", "stand")
    assert dealt_to(played)[4:] == ["seat 1", "seat 1", "seat 1", "seat 1 hand 2"]
    resplit = one(["8c Th", "8d Ts", "8h Tc"], "Th 8s", "split", "split", "stand", "stand", "stand")
    assert dealt_to(resplit)[4:] == ["seat 1", "seat 1", "seat 1 hand 3", "seat 1 hand 2"]


def test_split_aces_get_one_card_each_and_are_split_again_only_where_the_house_reads_it_so() -> None:
    assert nets(one(["Ac Ah", "Ad 9h"], "Th 8s", "split")) == {"main": -10, "split 2": 10}
    again = {"options": {"resplit_aces": True}}
    played = one(["Ac 9c", "Ad 9h", "Ah 9d"], "Th 8s", "split", "split", **again)
    assert nets(played) == {"main": 10, "split 2": 10, "split 3": 10}
    with pytest.raises(PitbossError, match="legal: stand, split \\["):
        settle(record(["Ac Ah", "Ad 9h"], "Th 8s", "split", "hit", **again))


def test_everything_on_split_and_doubled_hands_goes_back_against_an_unseen_blackjack() -> None:
    hands, actions = ["8c 3h Kd", "8d Ts"], ("split", "double", "stand")
    assert set(nets(one(hands, "Th As", *actions, options=NO_PEEK)).values()) == {0}
    lost = {"options": {**NO_PEEK, "split_vs_dealer_bj": "lose_original"}}
    assert nets(one(hands, "Th As", *actions, **lost)) == {"main": -10, "double_down": 0, "split 2": 0}


def test_split_hands_in_switch_are_counted_for_each_hand_that_was_dealt() -> None:
    hands = ["8c Th", "9c Td", "8d Tc", "9d Ts"]
    played = one(hands, "Th 7s", "keep", "split", "stand", "stand", "split", "stand", "stand", options=SWITCH)
    assert nets(played) == {"switch_main_1": 10, "switch_main_2 2": 10, "split 3": 10, "split 4": 10}


# -- The dealer -------------------------------------------------------------------------------------------------------


def test_the_dealer_does_not_draw_where_that_changes_nothing() -> None:
    surrender = {"options": {"surrender_allowed": True}}
    assert len(one("Tc 6d 9h", "9h 3s", "hit").hands["dealer"]) == 2
    assert len(one("Tc 6d", "9h 3s", "surrender", **surrender).hands["dealer"]) == 2
    assert len(one("Ac Kd", "9h 3s").hands["dealer"]) == 2


def test_single_deck_stands_on_hard_17_and_soft_18() -> None:
    single = {"options": {"variant": "single_deck"}}
    assert nets(one("Tc 9d", "Th 7s", "stand", **single)) == {"main": 10}
    assert nets(one("Tc 9d", "Ah 7s", "no_insurance", "stand", **single)) == {"main": 10}


# -- Blackjack Switch -------------------------------------------------------------------------------------------------


def test_as_printed_a_dealt_blackjack_and_a_21_of_three_cards_push() -> None:
    printed = {"options": {**SWITCH, "switch_c_dealer_total": 23}}
    played = one(["Ac Qd", "9c 9d"], "4h 7s Kd", "keep", "stand", **printed)
    assert nets(played) == {"switch_main_1": 0, "switch_main_2 2": -10}


def test_a_house_may_take_a_switched_21_for_a_blackjack() -> None:
    hands = ["Ac 5d", "8c Kd"]
    counts = {"options": {**SWITCH, "switched_21_is_blackjack": True}}
    assert nets(one(hands, "Th 9s", "switch", "stand", **counts)) == {"switch_main_1": 15, "switch_main_2 2": -10}


def test_both_wagers_are_made_and_are_equal_where_the_house_says_so() -> None:
    hands, dealer = ["Tc 9d", "9c 9d"], "Th 7s"
    with pytest.raises(PitbossError, match="Second Wager as well"):
        settle(record(hands, dealer, options=SWITCH, wagers={"switch_main_1": 10}))
    unequal = {"switch_main_1": 10, "switch_main_2": 5}
    assert nets(one(hands, dealer, "keep", "stand", "stand", options=SWITCH, wagers=unequal)) == {
        "switch_main_1": 10,
        "switch_main_2 2": 5,
    }
    with pytest.raises(PitbossError, match="equal at this table"):
        settle(record(hands, dealer, options={**SWITCH, "switch_equal_wagers": True}, wagers=unequal))
    with pytest.raises(PitbossError, match="Wager is not offered at this table"):
        settle(record(hands, dealer, options=SWITCH, wagers={"main": 10}))


def test_a_pair_that_a_switch_made_is_split_and_replayed() -> None:
    for seed in range(300):
        table = seated(seed, variant="switch", burn_first_card=False)
        played = table.deal({1: {"switch_main_1": 10, "switch_main_2": 10}})
        if not played.asking or "switch" not in played.asking[0].names:
            continue
        played.act("switch")
        if played.asking and "split" in played.asking[0].names:
            break
    played.act("split")
    while played.asking:
        played.act("stand")
    again = settle(table.record().to_toml()).rounds[0][1]
    assert again.events == played.events
    assert again.settlements == played.settlements


def test_in_switch_a_split_and_a_double_are_won_and_lost_by_the_rule_of_switch() -> None:
    """The base game would pay them against a dealer's 22."""
    hands = ["8c Th", "6h Ks", "8d 3h 9c"]
    for dealer, outcome in (("6s 7s Td", "win"), ("Tc 5s 6d", "lose"), ("Tc 7d", "win")):
        played = one(hands, dealer, "keep", "split", "stand", "double", "stand", options=SWITCH)
        rows = {row.wager: row for row in played.settlements}
        assert [rows[name].outcome for name in ("split", "double_down")] == [outcome, outcome]
        assert all("§3.N.1" in row.cite and "§3.B.2" not in row.cite for row in played.settlements)


# -- The house's set-up -----------------------------------------------------------------------------------------------


def test_single_deck_is_one_deck_whatever_else_is_chosen() -> None:
    entry = load(ENTRY)
    assert Setup.of(entry, {"variant": "single_deck"}).decks == 1
    assert Setup.of(entry, {"variant": "switch", "decks": 8}).decks == 8
    setup, findings = examine(entry, {"variant": "single_deck", "decks": 6})
    assert setup is not None and not findings
    judge = game_of(entry).examine
    assert judge is not None
    assert [finding.text for finding in judge(setup)] == ["this game is played with 1 deck, and not with 6"]


def test_one_player_holds_as_many_boxes_as_the_house_lets() -> None:
    wagers = {1: {"main": 10}, 3: {"main": 10}}
    players = {1: "Ann", 3: "Ann"}
    assert seated().refusal(wagers, players=players) is None
    assert "the table allows 1" in str(seated(multi_box="not_allowed").refusal(wagers, players=players))
    assert seated(multi_box="limited", multi_box_limit=2).refusal(wagers, players=players) is None
    assert seated(multi_box="not_allowed").refusal(wagers) is None


def test_six_boxes_seat_six() -> None:
    assert "there is no seat 7" in str(seated(boxes=6).refusal({7: {"main": 10}}))


def test_amounts_are_those_that_are_paid_to_the_cent() -> None:
    assert "cannot be paid exactly" in str(seated().refusal({1: {"main": "10.01"}}))
    assert nets(one("Ac Kd", "Th 7s", wagers={"main": 7}, options={"variant": "single_deck"})) == {"main": 8.4}


def test_cards_that_are_dealt_face_down_are_seen_by_their_owner_until_they_are_shown() -> None:
    played = seated(4, player_cards_face="first_up").deal({1: {"main": 10}, 2: {"main": 10}})
    first, second = ([e for e in played.view(2) if e.kind == "deal" and e.hand == "seat 1"])[:2]
    assert first.cards[0].known and not second.cards[0].known
    assert [e for e in played.view(1) if e.kind == "deal" and e.hand == "seat 1"][1].cards[0].known
    while played.asking:
        played.act("stand")
    shown = [event for event in played.view("table") if event.kind == "reveal" and event.hand == "seat 1"]
    assert [event.at for event in shown] == [(2,)] and shown[0].cards[0].known


def test_a_hand_over_21_is_shown_when_it_goes_over() -> None:
    played = one("Tc 6d 9h", "9h 8s", "hit", options={"player_cards_face": "both_down"})
    kinds = [event.kind for event in played.events if event.seat == 1 or event.hand == "seat 1"]
    assert kinds[-2:] == ["reveal", "settle"]


def test_a_card_is_burned_where_the_house_burns_one() -> None:
    def burned(carry: dict[str, bool], **options: bool) -> int:
        table = seated(1, **options)
        table.carry = dict(carry)
        return len(table.deal({1: {"main": 10}}).hands.get("burn", ()))

    assert burned({}) == 1
    assert burned({}, burn_first_card=False) == 0
    assert burned({"new_dealer": True}, burn_first_card=False) == 0
    assert burned({"new_dealer": True}, burn_first_card=False, burn_on_new_dealer=True) == 1


def test_a_burned_card_is_shown_to_whoever_asks_where_the_house_shows_it() -> None:
    asks = {1: ["show_burn_card"]}
    open_table = seated(disclose_burn_on_request=True)
    played = open_table.deal({1: {"main": 10}}, says=asks)
    assert [event.hand for event in played.view("table") if event.kind == "reveal"][:1] == ["burn"]
    with pytest.raises(PitbossError, match="burned cards are not shown at this table"):
        seated().deal({1: {"main": 10}}, says=asks)


def test_a_player_of_a_session_has_money_for_every_split_double_and_insurance() -> None:
    setup = Setup.of(load(ENTRY))
    assert most_at_risk(setup, {"main": 1000}, "random") == 8500
    assert most_at_risk(setup, {"main": 1000}, "first") == 1000
    both = {"switch_main_1": 1000, "switch_main_2": 500}
    assert most_at_risk(Setup.of(load(ENTRY), SWITCH), both, "random") == 12_800


def test_a_bust_before_a_dealers_blackjack_is_lost_besides_or_counts_as_the_original_wager() -> None:
    """The second of two split hands goes over; then the dealer turns out to have a blackjack."""
    cards, actions = ["8c Th", "8d 6h Kd"], ("split", "stand", "hit")
    both = NO_PEEK | {"split_vs_dealer_bj": "lose_original"}
    assert nets(one(cards, "Th As", *actions, options=both)) == {"split 2": -10, "main": -10}
    counted = both | {"bust_then_dealer_blackjack": "counts_as_original"}
    assert nets(one(cards, "Th As", *actions, options=counted)) == {"split 2": -10, "main": 0}
