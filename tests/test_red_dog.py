"""Red Dog at the table: raises of any amount, exposed and misdrawn cards, burn and shoe, and what a house may set."""

from typing import Any

import pytest

from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games.comparing.red_dog import main_wager
from pitboss.rulebook import Setup, load
from pitboss.rulebook.check import check_house
from test_play import Sitting

CHAPTER4, MASSACHUSETTS = BOTH = "chapter4/red-dog", "massachusetts-2020/red-dog"
WAGER = {CHAPTER4: "bet", MASSACHUSETTS: "original"}
SPREAD_FIRST = 4  # a seed whose first round has a spread


def record(name: str, cards: str, *actions: str, **more: Any) -> dict[str, Any]:
    """One round of ten dollars in seat 1."""
    rulebook, game = name.split("/")
    seats = more.pop("seats", {"1": {"wagers": {WAGER[name]: 10}, "actions": list(actions)}})
    return {"rulebook": rulebook, "game": game, "seats": seats, "community": cards, **more}


def one(name: str, cards: str, *actions: str, **more: Any) -> Round:
    return settle(record(name, cards, *actions, **more)).rounds[0][1]


def nets(played: Round, seat: int = 1) -> dict[str, int]:
    return {row.wager: row.net for row in played.settlements if row.seat == seat}


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def seated(name: str, seed: int, **options: Any) -> Table:
    return open_table(name, seed=seed, options=options)


def until_a_spread(table: Table) -> Round:
    """Deal until seat 1 may raise."""
    for _ in range(60):
        played = table.deal({1: {main_wager(table.setup): 10}})
        if not played.over:
            return played
    pytest.fail("no spread in sixty rounds")


# -- The raise --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_a_raise_may_be_any_amount_up_to_the_wager(name: str) -> None:
    for words, won in {"raise 0.01": 5, "raise 2.50": 1250, "raise 10": 5000, "raise": 5000, "raise $7": 3500}.items():
        assert nets(one(name, "5c 7h 6s", words)) == {WAGER[name]: 5000, "raise": won}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("raise 10.01", r"may raise at most \$10.00, and not \$10.01"),
        ("raise 0", "more than zero"),
        ("raise -5", "negative"),
        ("raise a lot", "not an amount of money"),
        ("raise 1.005", "fraction of a cent"),
        ("raise ", "not an amount of money"),
        ("no_raise 5", "legal: raise, no_raise"),
        ("double", "legal: raise, no_raise"),
    ],
)
def test_a_refused_raise_changes_nothing(words: str, fault: str) -> None:
    played = until_a_spread(seated(CHAPTER4, 3))
    before = list(played.events)
    with pytest.raises(PitbossError, match=fault):
        played.act(words)
    assert played.events == before
    assert played.actions == {}
    played.act("raise 4")
    assert played.over
    assert {bet.wager: bet.stake for bet in played.bets} == {"bet": 1000, "raise": 400}


def test_the_record_keeps_the_amount_of_a_raise() -> None:
    table = seated(CHAPTER4, 3)
    played = until_a_spread(table)
    played.act("raise 3.25")
    assert played.actions == {1: ["raise 3.25"]}
    again = settle(table.record().to_toml()).rounds[-1][1]
    assert again.events == played.events
    assert again.settlements == played.settlements


def test_the_posted_maximum_binds_the_bet_and_not_the_raise() -> None:
    seats = {"1": {"wagers": {"bet": 1000}, "actions": ["raise 1000"]}}
    assert nets(one(CHAPTER4, "2h Ac 9s", seats=seats)) == {"bet": 100_000, "raise": 100_000}
    with pytest.raises(PitbossError, match=r"over the maximum of \$1,000.00"):
        settle(record(CHAPTER4, "2h Ac 9s", seats={"1": {"wagers": {"bet": "1000.01"}, "actions": ["no_raise"]}}))
    low = {"1": {"wagers": {"bet": 25}, "actions": ["raise 1"]}}
    assert nets(one(CHAPTER4, "2h Ac 9s", seats=low, options={"min_wager": 25}))["raise"] == 100
    with pytest.raises(PitbossError, match=r"option max_wager: \$1,500.00 is more than"):
        Setup.of(load(CHAPTER4), {"max_wager": 1500})


@pytest.mark.parametrize("cards", ["6h 7c", "8s 8d 9c", "8s 8d 8c"])
def test_nobody_is_asked_to_raise_on_consecutive_cards_or_a_pair(cards: str) -> None:
    with pytest.raises(PitbossError, match="not asked to"):
        settle(record(CHAPTER4, cards, "no_raise"))


def test_a_raise_that_better_odds_cannot_pay_to_the_cent_is_refused() -> None:
    house = {"pay_tables": {"PT-1": {"spread_1": "11 to 2"}}}
    assert nets(one(MASSACHUSETTS, "5h 7c 6d", "raise 2.50", **house)) == {"original": 5500, "raise": 1375}
    with pytest.raises(PitbossError, match=r"cannot be paid exactly; \$2.50 or \$2.52 can"):
        settle(record(MASSACHUSETTS, "5h 7c 6d", "raise 2.51", **house))


# -- Irregularities ---------------------------------------------------------------------------------------------------


def exposed(seats: dict[str, Any], cards: str = "3c 9h 5s", *calls: dict[str, Any]) -> Round:
    calls = calls or ({"id": "third_card_exposed", "card": "Kd", "at": "close_raises"},)
    rows = {seat: {"wagers": {"bet": 10}, "actions": actions} for seat, actions in seats.items()}
    return one(CHAPTER4, cards, seats=rows, irregularities=list(calls))


def test_who_declined_may_still_raise_after_an_exposed_third_card() -> None:
    played = exposed({"1": ["no_raise", "play_out", "raise 6"], "2": ["raise 10", "play_out"]})
    assert nets(played, 1) == {"bet": 1000, "raise": 600}
    assert nets(played, 2) == {"bet": 1000, "raise": 1000}


def test_when_everybody_voids_no_third_card_is_dealt() -> None:
    played = exposed({"1": ["raise 10", "void_round"], "2": ["no_raise", "void_round"]}, "3c 9h")
    assert {row.outcome for row in played.settlements} == {"void"}
    assert told(played, "announced") == ["spread 5"]
    assert played.net == {1: 0, 2: 0}
    assert all("L1425" in row.cite for row in played.settlements)


def test_the_exposed_card_is_not_the_third_card() -> None:
    played = exposed({"1": ["play_out", "raise 10"]}, "3c 9h Qs", {"id": "third_card_exposed", "card": "5d"})
    assert played.net == {1: -2000}
    assert [event.cards for event in played.events if event.kind == "discard"] == [("5d",)]
    with pytest.raises(PitbossError, match="5d is dealt 2 times"):
        exposed({"1": ["play_out", "raise 10"]}, "3c 9h 5d", {"id": "third_card_exposed", "card": "5d"})


def test_two_exposed_cards_ask_twice() -> None:
    calls = [{"id": "third_card_exposed", "card": card, "at": "close_raises"} for card in ("Kd", "4d")]
    played = exposed({"1": ["raise 10", "play_out", "void_round"]}, "3c 9h", *calls)
    assert played.net == {1: 0}


def test_an_unseen_card_drawn_in_error_is_discarded_unseen_under_chapter_4() -> None:
    table = seated(CHAPTER4, 5)
    left = len(table.shoe or ())
    played = table.deal({1: {"bet": 10}}, calls=[Call("card_drawn_in_error")])
    (discard,) = [event for event in played.events if event.kind == "discard"]
    assert discard.cards[0].known
    for viewer in (1, "table", "dealer"):
        assert not any(card.known for event in played.view(viewer) if event.kind == "discard" for card in event.cards)
    assert left - len(table.shoe or ()) == 2 + len(played.hands["community"])  # with the burned card


def test_an_unseen_card_drawn_in_error_is_the_next_card_in_massachusetts() -> None:
    with_error = seated(MASSACHUSETTS, 5).deal({1: {"original": 10}}, calls=[Call("card_drawn_in_error")])
    without = seated(MASSACHUSETTS, 5).deal({1: {"original": 10}})
    assert with_error.hands == without.hands


@pytest.mark.parametrize("name", BOTH)
def test_every_face_up_card_is_discarded_and_play_goes_on(name: str) -> None:
    calls = [{"id": "face_up_card", "card": card, "at": "third_card"} for card in ("5d", "6d", "7d")]
    assert nets(one(name, "4c 9h 8s", "no_raise", irregularities=calls)) == {WAGER[name]: 1000}


@pytest.mark.parametrize("name", BOTH)
def test_a_card_turned_after_consecutive_cards_changes_nothing(name: str) -> None:
    played = one(name, "6h 7c", irregularities=[{"id": "card_after_tie", "card": "7d"}])
    assert [row.outcome for row in played.settlements] == ["void"]
    assert [event.cards for event in played.events if event.kind == "discard"] == [("7d",)]
    with pytest.raises(PitbossError, match="card_after_tie: its moment never came"):
        settle(record(name, "8s 8d 9c", irregularities=[{"id": "card_after_tie", "card": "7d"}]))


def test_a_wager_that_is_touched_stands() -> None:
    played = one(CHAPTER4, "4c 7h 5d", "raise", irregularities=[{"id": "wager_touched", "seat": 1}])
    assert nets(played) == {"bet": 4000, "raise": 4000}
    assert told(played, "remedy") == ["it is not allowed and changes nothing"]


@pytest.mark.parametrize("name", BOTH)
def test_when_the_cards_run_out_the_discards_are_shuffled_and_the_round_is_finished(name: str) -> None:
    table = seated(name, 11, decks=1)
    played = table.deal({1: {WAGER[name]: 10}}, calls=[Call("face_up_card")] * 60)
    while played.asking:
        played.act("raise")
    assert [call.id for call in played.calls].count("not_enough_cards") == 1
    assert {row.outcome for row in played.settlements} <= {"win", "lose", "void"}
    assert len(set(played.hands["community"])) == len(played.hands["community"])
    assert table.shuffles == 1
    again = settle(table.record().to_toml()).rounds[0][1]
    assert again.settlements == played.settlements
    assert again.events == played.events


def test_running_out_can_be_called_in_a_record() -> None:
    table = {"irregularities": ["not_enough_cards"], "options": {"decks": 1}}
    played = one(MASSACHUSETTS, "4c 7h 5d", "raise", **table)
    assert nets(played) == {"original": 4000, "raise": 4000}
    assert any("Reading 7" in event.cite for event in played.events)


# -- Shoe, cut and burn -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_the_first_card_of_a_fresh_shoe_is_burned_unseen(name: str) -> None:
    table = seated(name, 1)
    first = table.deal({1: {WAGER[name]: 10}})
    while first.asking:
        first.act("no_raise")
    assert len(first.hands["burn"]) == 1
    assert [card.known for event in first.view(1) if event.hand == "burn" for card in event.cards] == [False]
    assert "burn" not in table.deal({1: {WAGER[name]: 10}}).hands


def test_a_forgotten_burn_is_not_made_up_for() -> None:
    table = seated(MASSACHUSETTS, 1)
    played = table.deal({1: {"original": 10}}, calls=[Call("burn_forgotten")])
    assert "burn" not in played.hands
    assert told(played, "remedy") == ["the round is completed and settled as usual"]


def test_each_new_dealer_burns_a_card_in_massachusetts_only() -> None:
    carry = {"new_dealer": True}
    assert one(MASSACHUSETTS, "6h 7c", carry=carry).hands["burn"] == ["??"]
    assert one(MASSACHUSETTS, "6h 7c", carry=carry, burn="9d").hands["burn"] == ["9d"]
    assert "burn" not in one(MASSACHUSETTS, "6h 7c", carry=carry, options={"shuffle_method": "continuous"}).hands
    assert "burn" not in one(CHAPTER4, "6h 7c", carry=carry).hands
    assert settle(record(MASSACHUSETTS, "6h 7c", carry=carry)).table.carry == {}


def test_a_continuous_shuffler_burns_and_cuts_nothing() -> None:
    table = seated(MASSACHUSETTS, 1, shuffle_method="continuous", decks=1)
    for _ in range(60):
        played = table.deal({1: {"original": 10}})
        while played.asking:
            played.act("no_raise")
        assert "burn" not in played.hands
        assert table.shoe is not None
        assert len(table.shoe) == 52
    assert "burn_forgotten" not in table.setup.irregularities


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_cards_are_reshuffled_once_a_quarter_is_left(decks: int) -> None:
    table = seated(CHAPTER4, 2, decks=decks)
    dealt = 0
    for _ in range(30 * decks):
        played = table.deal({1: {"bet": 10}})
        while played.asking:
            played.act("no_raise")
        dealt += sum(map(len, played.hands.values()))
        if table.shuffles:
            break
    quarter = 13 * decks
    assert 52 * decks - quarter < dealt <= 52 * decks - quarter + 3
    assert told(played, "reshuffle") == ["the cut card is out: the cards are reshuffled"]


def test_a_house_that_shuffles_after_any_round_does_so_after_every_one() -> None:
    table = seated(MASSACHUSETTS, 2, shuffle_after_any_round=True)
    for shuffles in (1, 2, 3):
        played = table.deal({1: {"original": 10}})
        while played.asking:
            played.act("no_raise")
        assert table.shuffles == shuffles


def test_two_batches_leave_the_decks_in_play_as_they_are() -> None:
    entry = load(MASSACHUSETTS)
    for decks in (1, 5, 6):
        by_hand, by_device = (
            Setup.of(entry, {"decks": decks, "shuffle_method": way}) for way in ("manual", "automated")
        )
        assert (by_hand.decks, by_hand.batches) == (decks, 1)
        assert (by_device.decks, by_device.batches) == (decks, 2)
    with pytest.raises(PitbossError, match="decks: 0 is less than the 1"):
        Setup.of(entry, {"decks": 0})
    with pytest.raises(PitbossError, match="more than a table here is dealt from"):
        open_table(CHAPTER4, options={"decks": 10_000})


def test_with_several_decks_the_same_card_comes_again() -> None:
    assert nets(one(CHAPTER4, "8s 8s 8s", options={"decks": 3})) == {"bet": 11_000}
    with pytest.raises(PitbossError, match="8s is dealt 3 times"):
        settle(record(CHAPTER4, "8s 8s 8s", options={"decks": 2}))


# -- What a house may set ---------------------------------------------------------------------------------------------


def _two_areas(name: str) -> dict[str, Any]:
    wagers = {WAGER[name]: 10}
    return {
        "1": {"player": "Ann", "wagers": wagers, "actions": ["raise 10"]},
        "2": {"player": "Bob", "wagers": wagers, "actions": ["no_raise"]},
        "5": {"player": "Ann", "wagers": {WAGER[name]: 5}, "actions": ["raise 5"]},
    }


def test_a_player_has_one_betting_area_unless_the_house_permits_more() -> None:
    for name in BOTH:
        with pytest.raises(PitbossError, match="Ann holds 2 positions; the table allows 1"):
            settle(record(name, "4c 7h 5d", seats=_two_areas(name)))
    two = {"options": {"betting_areas_per_player": 2}, "seats": _two_areas(MASSACHUSETTS)}
    assert one(MASSACHUSETTS, "4c 7h 5d", **two).net == {1: 8000, 2: 4000, 5: 4000}


def test_each_raise_is_at_most_the_wager_of_its_own_area() -> None:
    seats = _two_areas(MASSACHUSETTS)
    seats["5"]["actions"] = ["raise 10"]
    with pytest.raises(PitbossError, match=r"seat 5 may raise at most \$5.00"):
        settle(record(MASSACHUSETTS, "4c 7h 5d", seats=seats, options={"betting_areas_per_player": 2}))


def test_massachusetts_may_pay_more_on_any_spread_and_chapter_4_may_not() -> None:
    better = {"PT-1": {"spread_7": "2 to 1"}}
    assert nets(one(MASSACHUSETTS, "2h Tc 9s", "raise", pay_tables=better)) == {"original": 2000, "raise": 2000}
    assert nets(one(MASSACHUSETTS, "2h Jc 9s", "raise", pay_tables=better)) == {"original": 1000, "raise": 1000}
    for line, odds in {"spread_4": "1 to 2", "spread_2": "4 for 1"}.items():
        with pytest.raises(PitbossError, match="pays no less than"):
            Setup.of(load(MASSACHUSETTS), None, {"PT-1": {line: odds}})
    with pytest.raises(PitbossError, match='it has no line "three_of_a_kind"'):
        Setup.of(load(MASSACHUSETTS), None, {"PT-1": {"three_of_a_kind": "12 to 1"}})
    with pytest.raises(PitbossError, match="spread_1 pays 5 to 1 and not 6 to 1"):
        Setup.of(load(CHAPTER4), None, {"PT-1": {"spread_1": "6 to 1"}})


def test_a_house_that_pays_more_is_told_of_the_notice_before_the_odds_go_down() -> None:
    for lines, told in (({"spread_1": "6 to 1"}, ["pay table PT-1"]), ({"spread_1": "5 to 1"}, [])):
        setup = Setup.of(load(MASSACHUSETTS), None, {"PT-1": lines})
        assert [notice.where for notice in setup.notices] == told
        assert all("205 CMR 147.03" in notice.text and "L25206" in notice.cite for notice in setup.notices)


def test_a_house_posts_limits_for_the_bet_and_none_for_the_raise() -> None:
    limits = {"bet": {"min": 5, "max": 2000}, "raise": {"max": 50}}
    house = {"tables": [{"name": "RD-1", "rulebook": "chapter4", "game": "red-dog", "limits": limits}]}
    (report,) = check_house(house)
    found = {finding.where: finding.text for finding in report.findings if finding.level == "refused"}
    assert found["limits.raise"] == "has no limits of its own: it is at most Bet"
    assert "more than the $1,000.00" in found["limits.bet.max"]


# -- In the terminal --------------------------------------------------------------------------------------------------


def test_a_player_types_how_much_to_raise() -> None:
    sitting = Sitting(CHAPTER4, "bet 10", "raise 11", "r 4.50", options={"decks": 6}, seed=SPREAD_FIRST)
    assert "You may raise (up to $10.00, all of it unless named); no_raise" in sitting.screen
    assert "may raise at most $10.00, and not $11.00" in sitting.screen
    assert {row.wager: row.staked for row in sitting.table.round.settlements} == {"bet": 1000, "raise": 450}  # type: ignore[union-attr]
    assert sitting.net == settle(sitting.table.record().to_toml()).net[1]


def test_a_call_whose_moment_does_not_come_is_told() -> None:
    """The first round of this seed is a pair, which draws its third card at once."""
    told = "third_card_exposed was called, and its moment did not come in this round."
    assert told in Sitting(CHAPTER4, "call third_card_exposed", "bet 10", seed=SPREAD_FIRST).screen
    assert told not in Sitting(CHAPTER4, "call face_up_card", "bet 10", seed=SPREAD_FIRST).screen


def test_a_raise_beyond_the_players_chips_is_refused() -> None:
    sitting = Sitting(CHAPTER4, "bet 10", "raise", "raise 2", options={"decks": 6}, seed=SPREAD_FIRST, bankroll=1500)
    assert "to raise takes $10.00, and you have $5.00 left" in sitting.screen
    assert sitting.table.round is not None
    assert sitting.table.round.actions == {1: ["raise 2.00"]}


# -- Records ----------------------------------------------------------------------------------------------------------


def test_a_record_without_its_cards_says_so() -> None:
    with pytest.raises(PitbossError, match="the result depends on the community cards"):
        settle({"rulebook": "chapter4", "game": "red-dog", "seats": {"1": {"wagers": {"bet": 10}}}})
    with pytest.raises(PitbossError, match="for community the record gives 2 cards, and the rules deal one more"):
        settle(record(CHAPTER4, "4c 7h", "raise"))
    with pytest.raises(PitbossError, match="1 card more than the rules deal"):
        settle(record(CHAPTER4, "6h 7c 9d"))


def test_the_sentence_that_decides_is_the_one_that_is_cited() -> None:
    """Between or not is (9)(a), on line 1409; the odds are (9)(b), from line 1410 on."""
    won = one(CHAPTER4, "4c 7h 5d", "raise")
    assert {row.cite for row in won.settlements} == {"§12(C)(9)(a)-(b) L1409-1416"}
    lost = one(CHAPTER4, "4c 7h 9d", "raise")
    assert {row.cite for row in lost.settlements} == {"§12(C)(9)(a) L1408-1409"}
