"""Poker for a pot: the shares of hands, counted and drawn, and what the house takes of a table."""

import json
import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from conftest import Run
from house_fixtures import dear
from pitboss import PitbossError, open_table
from pitboss.equipment.cards import Card, cards, one_deck
from pitboss.games.pot.contest import contest_of
from pitboss.hands.evaluator import RANK_KEYS, card_number
from pitboss.hands.made import best_made
from pitboss.hands.short_deck import short_deck_hand
from pitboss.rulebook import Setup, load
from pitboss.solve.pot.equity import Equities, _tables, equities
from pitboss.solve.pot.house_take import Model, by_number_of_players, every_schedule


def setup(game: str, **options: object) -> Setup:
    return Setup.of(load(f"california/{game}"), options)


def found(game: str, hands: str, board: str = "", dead: str = "", most_deals: int | None = None) -> Equities:
    return equities(setup(game), hands, board, dead, most_deals)


# -- equity -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "wins", "losses", "ties"),
    [
        # GNU poker-eval's hcmp2, as printed at https://brainwagon.org/2005/04/09/texas-holdem-trivia
        ("AdAc KhKs", 1_388_072, 317_694, 6_538),
        ("AdAc Td9d", 1_338_249, 367_143, 6_912),
        ("AdAc QcJh", 1_450_987, 254_763, 6_554),
    ],
)
def test_the_boards_that_win_are_as_many_as_published(hands: str, wins: int, losses: int, ties: int) -> None:
    result = found("texas-holdem", hands)
    assert result.deals == 1_712_304 == wins + losses + ties and not result.sampled
    first, second = result.shares
    assert (first.wins * result.deals, second.wins * result.deals) == (wins, losses)
    assert first.parts * result.deals == ties and first.equity == (wins + Fraction(ties, 2)) / result.deals


def by_hand(game: str, hands: str, board: str, own: int) -> list[Fraction]:
    """The same by trying every deal in Python, with the hands that the table compares."""
    rules = setup(game)
    held, laid = (
        [cards(" ".join(word[at : at + 2] for at in range(0, len(word), 2))) for word in hands.split()],
        cards(board),
    )
    entry = rules.entry.cards
    assert entry is not None
    deck = [c for c in one_deck(ranks=str(entry.ranks)) if c not in {*laid, *(c for hand in held for c in hand)}]
    each, missing = own - len(held[0]), 5 - len(laid)
    total = dict.fromkeys(range(len(held)), Fraction(0))
    deals = 0
    ways = permutations(deck, each * len(held)) if each else combinations(deck, missing)
    for dealt in ways:
        mine = [(*hand, *dealt[at * each : (at + 1) * each]) for at, hand in enumerate(held)]
        for_all: tuple[Card, ...] = () if each else (*laid, *dealt)
        deals += 1
        for seat, share in _shares(rules, mine, for_all).items():
            total[seat] += share
    return [amount / deals for amount in total.values()]


def _shares(rules: Setup, mine: list[tuple[Card, ...]], board: tuple[Card, ...]) -> dict[int, Fraction]:
    won: dict[int, Fraction] = {}
    of_own = rules.term("hole_cards_played")
    high = {at: best_made(rules.term("best_hand"), hand, board, of_own) for at, hand in enumerate(mine)}
    low = {
        at: worth
        for at, hand in enumerate(mine)
        if rules.term("best_low") and (worth := best_made(rules.term("best_low"), hand, board, of_own)) is not None
    }
    for worths, part in ((high, Fraction(1, 2) if low else Fraction(1)), (low, Fraction(1, 2))):
        best = [at for at, worth in worths.items() if not any(other > worth for other in worths.values())]  # type: ignore[operator]
        for at in best:
            won[at] = won.get(at, Fraction(0)) + part / len(best)
    return won


@pytest.mark.parametrize(
    ("game", "hands", "board", "own"),
    [
        ("texas-holdem", "AhKh QsQd 7c7d", "Jh Th 2c 3d", 2),
        ("omaha", "AhKhQd2c 9s8s7d7c", "Jh Th 2d 8c", 4),
        ("omaha-high-low-split", "Ah2hKdQc 9s8s3d4c", "8h 7h 2d Kc", 4),
        ("big-o-high-low-split", "Ah2hKdQcJc 9s8s3d4c5d", "8h 7h 2d Kc", 5),
        ("short-deck-holdem", "AhKh QsQd", "Jh Th 9c", 2),
        ("short-deck-holdem", "As6d KdKs", "9s 8d 7c", 2),
    ],
)
def test_every_board_is_counted_as_the_table_compares_hands(game: str, hands: str, board: str, own: int) -> None:
    result = found(game, hands, board)
    assert [share.equity for share in result.shares] == by_hand(game, hands, board, own)
    assert sum(share.equity for share in result.shares) == 1


@pytest.mark.parametrize("game", ["seven-card-stud", "seven-card-stud-high-low-split"])
def test_the_last_cards_of_stud_are_dealt_to_each(game: str) -> None:
    hands = "Ac2d3h4s9cKd QsQdJh9d9h2h"
    result = found(game, hands)
    assert result.deals == 40 * 39
    assert [share.equity for share in result.shares] == by_hand(game, hands, "", 7)


def test_what_is_too_much_to_count_is_drawn_with_a_standard_error() -> None:
    exact = found("texas-holdem", "AhKh QsQd", "Jh Th")
    drawn = found("texas-holdem", "AhKh QsQd", "Jh Th", most_deals=10_000)
    assert drawn.sampled and drawn.deals == 10_000 and not exact.sampled
    for one, other in zip(exact.shares, drawn.shares, strict=True):
        assert other.error is not None and abs(float(one.equity - other.equity)) < 4 * other.error
    stud = found("seven-card-stud", "AhAdKc KdKsQh", most_deals=20_000)
    assert stud.sampled and abs(float(stud.shares[0].equity) - 0.668) < 4 * (stud.shares[0].error or 0)


def test_dead_cards_are_not_dealt() -> None:
    assert found("texas-holdem", "AhKh QsQd", "Jh Th 2c 3d", dead="Qc Qh").deals == 42


@pytest.mark.parametrize(
    ("game", "hands", "board", "sentence"),
    [
        ("texas-holdem", "AhKh", "", "name two hands or more"),
        ("texas-holdem", "AhKh QsQdJc", "", "each with as many cards"),
        ("texas-holdem", "AhKhQh QsQdJc", "", "a hand has 2 cards here, and not 3"),
        ("texas-holdem", "AhKh AhQd", "", "Ah is named 2 times"),
        ("texas-holdem", "AhKh 1hQd", "", 'hand: "1h" is not a card'),
        ("texas-holdem", "AhKh QsQd", "2c 3c 4c 5c 6c 7c", "there are 5 cards for all here, and not 6"),
        ("short-deck-holdem", "AhKh QsQd", "2c", "2c is not among the cards in play"),
    ],
)
def test_hands_that_make_no_sense_are_refused(game: str, hands: str, board: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        found(game, hands, board)


def test_the_tables_of_the_short_deck_rank_as_its_hands_do() -> None:
    rng, deck = random.Random(4), one_deck(ranks="6789TJQKA")
    tables = _tables("short_deck", 7)

    def place(hand: list[Card]) -> int:
        masks = [sum(1 << (card.rank - 2) for card in hand if card.suit == suit) for suit in "cdhs"]
        if (flush := max(tables.flushes[mask] for mask in masks)) >= 0:
            return int(flush)
        key = sum(RANK_KEYS[card_number(card) // 4] for card in hand)
        return int(tables.ranks[(key & 511) + tables.rows[key >> 9]])

    for _ in range(150):
        one, other = rng.sample(deck, 7), rng.sample(deck, 7)
        ours, theirs = short_deck_hand(one), short_deck_hand(other)
        assert (place(one) > place(other)) == (ours > theirs) and (place(one) == place(other)) == (ours == theirs)


# -- what the house takes ---------------------------------------------------------------------------------------------


@dear
def test_the_model_counts_as_its_players_play_at_a_table() -> None:
    """Hands at a table whose players enter and stay by chance, against the fees that the model expects."""
    model, rng = Model(), random.Random(6)
    for game, options, players in (
        ("texas-holdem", {"schedule_option": 5}, 5),
        ("seven-card-stud", {"schedule_option": 9}, 4),
        ("short-deck-holdem", {"schedule_option": 18, "lower_limit": "10.00"}, 6),
    ):
        expected = by_number_of_players(setup(game, **options), model)[players - 2]
        table = open_table(f"california/{game}", options=options, seed=8)
        taken = []
        for _ in range(300):
            played = table.deal({seat: {} for seat in range(1, players + 1)})
            while played.asking:
                ask = played.asking[0]
                chance = {"deal": model.enters, "flop": model.stays, "fourth": model.stays}.get(played.now, 1)
                keeps = rng.random() < chance
                play = next(name for name in ask.names if name in ("bring_in", "check", "call"))
                played.act(play if keeps or "fold" not in ask.names else "fold")
            taken.append(played.ledger["box"])
            table.forget()
        mean = Fraction(sum(taken), len(taken))
        spread = (sum((each - float(mean)) ** 2 for each in taken) / len(taken)) ** 0.5
        assert abs(float(mean - expected.per_hand)) < 4 * spread / len(taken) ** 0.5, game


def test_fees_by_the_half_hour_are_what_the_players_pay() -> None:
    takes = by_number_of_players(setup("texas-holdem", schedule_option=16), Model())
    assert [(each.players, each.per_hour) for each in takes][3:5] == [(5, 6_000), (6, 14_400)]
    assert takes[4].per_hand == takes[4].per_hour / takes[4].hands


def test_every_schedule_is_told_for_the_players_that_it_is_for() -> None:
    rows = every_schedule(setup("short-deck-holdem"), Model())
    assert len(rows) == 40
    assert [[each.players for each in rows[at].takes] for at in (1, 5, 12)] == [[6, 7, 8, 9, 10], [5], [2, 3]]
    assert len(every_schedule(setup("texas-holdem"), Model())) == 59


def test_a_hand_that_nobody_enters_pays_the_first_fee_alone() -> None:
    nobody = Model(enters=Fraction(0))
    assert by_number_of_players(setup("texas-holdem"), nobody)[0].per_hand == 100
    everybody = Model(enters=Fraction(1), stays=Fraction(1))
    assert by_number_of_players(setup("texas-holdem"), everybody)[7].per_hand == 600


# -- the command ------------------------------------------------------------------------------------------------------


def test_analyze_tells_the_fees_and_the_model(pitboss: Run) -> None:
    code, out, _ = pitboss("analyze", "california/omaha", "-o", "schedule_option=4", "--hands-per-hour", "30")
    assert code == 0 and "SCHEDULE 4, LIMIT $4.00-8.00" in out and "30 hands an hour" in " ".join(out.split())
    told = json.loads(pitboss("analyze", "california/omaha", "--json")[1])
    assert len(told["schedules"]) == 36 and told["house_take"][0]["fees"]["dealt"] == "1.00"
    assert "FOR 6 PLAYERS" in pitboss("analyze", "california/omaha", "--players", "6")[1]


def test_analyze_tells_equities(pitboss: Run) -> None:
    hands = ("--equity", "AhKh QsQd", "--board", "Jh Th 2c")
    assert "37/66" in pitboss("analyze", "california/texas-holdem", *hands)[1]
    told = json.loads(pitboss("analyze", "california/texas-holdem", *hands, "--json")[1])["equity"]
    assert told["deals"] == 990 and told["hands"][0]["exact"] == "37/66"
    assert "is not played for a pot" in pitboss("analyze", "chapter4/red-dog", *hands)[2]
    assert "go with hands" in pitboss("analyze", "california/omaha", "--board", "Jh")[2]
    assert "is not a number of players; it is 2 to 10" in pitboss("analyze", "california/omaha", "--players", "11")[2]


def test_a_contest_is_there_for_whoever_looks() -> None:
    played = open_table("california/omaha", seed=2).deal({1: {}, 2: {}})
    assert contest_of(played).active == contest_of(played).order


def test_hands_of_chapter_4_are_worth_what_they_are_in_california() -> None:
    poker, holdem = load("chapter4/poker"), Setup.of(load("california/texas-holdem"))
    for options, other, hands, board in (
        ({}, holdem, "AhKh QsQd", "Jh Th 2c"),
        ({"variant": "omaha"}, Setup.of(load("california/omaha")), "AhKhQdJd QsQcTs9s", "2c 3c 4d"),
    ):
        ours, theirs = equities(Setup.of(poker, options), hands, board), equities(other, hands, board)
        assert [share.equity for share in ours.shares] == [share.equity for share in theirs.shares]
    stud = Setup.of(poker, {"variant": "five_card_stud"})
    assert not equities(stud, "AhKhQdJd 9s9c2s3s").sampled
    for variant in ("badugi", "five_card_high_draw", "crazy_pineapple", "seven_card_low_stud"):
        with pytest.raises(PitbossError, match="equities are"):
            equities(Setup.of(poker, {"variant": variant}), "AhKh QsQd")


def test_a_rake_per_hand_is_that_of_the_blinds_and_their_calls(pitboss: Run) -> None:
    """Of two players with $1 and $2 one small blind in four calls; a tenth of $3 or $4 is $0.25 in quarters."""
    told = json.loads(pitboss("analyze", "chapter4/poker", "-o", "smallest_chip=0.25", "--json")[1])
    two, ten = told["house_take"][0], told["house_take"][-1]
    assert (two["players"], two["per_hand_exact"]) == (2, "1/4") and ten["players"] == 10
    fine = json.loads(pitboss("analyze", "chapter4/poker", "-o", "big_blind=20", "-o", "small_blind=10", "--json")[1])
    assert fine["house_take"][0]["per_hand_exact"] == "13/4", "3/4 of $3 and 1/4 of $4"
    assert "Per hour" in pitboss("analyze", "chapter4/poker")[1]
