"""Seats that are asked at the same time, and what is called before all have answered; a deal that is taken back."""

from pitboss import Call, Setup, load
from pitboss.engine.events import OWNER
from pitboss.engine.picture import hands_seen
from pitboss.engine.questions import Action
from pitboss.engine.replay import settle
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script
from pitboss.engine.table import Table

CITE = "§1"
WAGERS = {seat: {"ante": 10} for seat in (1, 2, 3)}
MISDEAL = "wrong_number_of_cards_player"


def _play(t: Round) -> Script:
    for seat in t.live:
        t.deal(t.hand(seat), CITE, seen_by=OWNER)
    yield from t.moment("decide")
    answers = yield from t.ask_all({seat: [Action("stay"), Action("go")] for seat in t.live}, CITE)
    again = [seat for seat, answer in answers.items() if answer == "go"]
    if again:
        t.gather("dealt again", CITE)
        for seat in t.live:
            t.deal(t.hand(seat), CITE, seen_by=OWNER)
        yield from t.ask_all({seat: [Action("stay"), Action("go")] for seat in again}, CITE)
    for bet in t.bets:
        if not bet.outcome:
            t.settle(bet, "fold")


GAME = Game(play=_play, moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"), hands=("dealer",))


def _table() -> Table:
    return Table(Setup.of(load("chapter4/three-card-poker")), GAME, seed=7)


def _replays(table: Table, played: Round) -> None:
    again = settle(table.record(), table.setup, GAME).rounds[0][1]
    assert again.events == played.events
    assert again.actions == played.actions


def test_a_hand_that_is_void_before_all_have_answered_replays() -> None:
    for voided, answer_first in ((1, 3), (3, 3), (2, 1)):
        table = _table()
        played = table.deal(WAGERS)
        played.act("stay", answer_first)
        played.call(Call(MISDEAL, seat=voided))
        for ask in played.asking:
            played.act("stay", ask.seat)
        assert played.over and voided not in played.actions
        _replays(table, played)


def test_an_answer_is_no_decision_before_all_have_answered() -> None:
    table = _table()
    played = table.deal(WAGERS)
    played.act("stay", 2)
    assert played.actions == {}
    played.act("stay", 3)
    played.act("stay", 1)
    assert played.actions == {1: ["stay"], 2: ["stay"], 3: ["stay"]}


def test_a_deal_that_is_taken_back_is_gone_from_the_table_and_replays() -> None:
    table = _table()
    played = table.deal(WAGERS)
    for seat in (1, 2, 3):
        played.act("go", seat)
    lying = hands_seen(played.events)
    assert all(len(cards) == 1 for cards in lying.values())
    assert lying == {hand: list(cards) for hand, cards in played.hands.items()}
    for seat in (3, 1, 2):
        played.act("stay", seat)
    assert [len(cards) for cards in played.draws.taken.values()] == [2, 2, 2]
    _replays(table, played)
