"""The mathematics of no-bust blackjack: every deal of a tiny shoe by the table's own rules, and wagers on the side."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from conftest import Run
from house_fixtures import EVERYWHERE
from pitboss.equipment.cards import DECK, Card
from pitboss.games.blackjack.held import DOUBLE_WAGER, SPLIT_WAGER
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    added_has_action,
    bonus_names,
    case_of,
    dealer_draws,
    dealers_natural,
    moves,
    players_natural,
    total_of,
)
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Held
from pitboss.hands.blackjack import value
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.blackjack.machine import Machine
from pitboss.solve.blackjack.no_bust.machine import Against, Choices
from pitboss.solve.blackjack.no_bust.sides import drawn_to
from pitboss.solve.blackjack.no_bust.solver import best_mean
from pitboss.solve.blackjack.no_bust.table import CARDS, JOKER, RANKS, Table, share_of_suit
from pitboss.solve.blackjack.solver import BY_CHART
from pitboss.solve.blackjack.terms import Terms, full_shoe
from pitboss.solve.compare import compare
from pitboss.solve.prices import Prices

Options = dict[str, object]
Shoe = dict[int, int]
Deal = tuple[float, tuple[int, ...], tuple[int, ...]]


def table_of(game: str, options: Options | None = None) -> Table:
    setup = Setup.of(load(f"california/{game}"), options or {})
    return Table.of(setup, Prices(setup))


def tiny(game: str, shoe: Shoe, options: Options | None = None, splits: int = 1) -> Table:
    """A table with a few cards in its shoe, the ace being rank 0 and a joker rank 10."""
    table = table_of(game, options)
    few = tuple(shoe.get(rank, 0) for rank in range(RANKS))
    starts = tuple(start for start in table.starts if all(few[rank] >= start.count(rank) for rank in start))
    return replace(table, shoe=few, starts=starts, rules=replace(table.rules, splits=splits))


# -- Every deal by hand -----------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """One hand of a player's as it is finished: what is on it, and whether a split has added it."""

    held: Held
    added: bool


class ByHand:
    """A round as the table plays it: the second card is dealt before anybody acts, and hands one after the other.

    With ``bonus``, how likely the first hand is called so, whatever its suits, in the place of what is won.
    """

    def __init__(self, table: Table, bonus: str = "") -> None:
        self.table, self.rules, self.bonus = table, table.rules, bonus

    def mean(self, plays: dict[tuple[int, ...], Choices], against: dict[tuple[int, ...], Against]) -> float:
        total = 0.0
        for chance, (one, two, up, hole), left in self._deals(4):
            cards = (CARDS[up], CARDS[hole])
            start = tuple(sorted((up, hole))) if len(self.table.starts[0]) == 2 else (up,)
            held = Held((CARDS[one], CARDS[two]))
            natural = bool(dealers_natural(self.rules, cards)) and self.table.looked(self.table.starts.index(start))
            if not self.bonus and players_natural(self.rules, held) and against[start].takes_even_money():
                total += chance * self.table.price(self.table.original, "even_money")
            elif natural:
                total += chance * self.settle([Played(held, False)], cards)
            else:
                total += chance * self.play([held], [], left, cards, plays[start], against[start])
        return total

    def _deals(self, many: int) -> Iterator[Deal]:
        def go(dealt: tuple[int, ...], left: tuple[int, ...], chance: float) -> Iterator[Deal]:
            if len(dealt) == many:
                yield chance, dealt, left
                return
            for rank, part, rest in draws(left):
                yield from go((*dealt, rank), rest, chance * part)

        yield from go((), self.table.shoe, 1.0)

    def play(
        self,
        waiting: list[Held],
        done: list[Played],
        left: tuple[int, ...],
        dealer: tuple[Card, ...],
        choices: Choices,
        against: Against,
    ) -> float:
        if not waiting:
            return self.dealers(done, left, dealer)
        held, *rest = waiting
        splits = len(waiting) + len(done) - 1
        held = replace(held, splits=splits)
        if len(held.cards) == 1:
            return sum(
                part
                * self.play(
                    [replace(held, cards=(*held.cards, CARDS[rank])), *rest], done, after, dealer, choices, against
                )
                for rank, part, after in draws(left)
            )
        open_ = moves(self.rules, held) if self.table.draws_against(against.up) else ()
        move = self.chosen(held, open_, choices, against)
        finished = [*done, Played(held, bool(done))]
        if move == STAND:
            return self.play(rest, finished, left, dealer, choices, against)
        if move == SURRENDER:
            given_up = [*done, Played(replace(held, surrendered=True), bool(done))]
            return self.play(rest, given_up, left, dealer, choices, against)
        if move == SPLIT:
            halves = [Held((card,), split=True) for card in held.cards]
            return self.play([*halves, *rest], done, left, dealer, choices, against)
        worth = 0.0
        for rank, part, after in draws(left):
            drawn = replace(held, cards=(*held.cards, CARDS[rank]), doubled=move == DOUBLE)
            over = move == DOUBLE or total_of(self.rules, drawn.cards).over
            if over:
                worth += part * self.play(rest, [*done, Played(drawn, bool(done))], after, dealer, choices, against)
            else:
                worth += part * self.play([drawn, *rest], done, after, dealer, choices, against)
        return worth

    def chosen(self, held: Held, open_: tuple[str, ...], choices: Choices, against: Against) -> str:
        ranks = [RANK[card] for card in held.cards]
        if JOKER in ranks or not open_:
            return STAND
        if SPLIT in open_ and choices.splits[ranks[0]]:
            return SPLIT
        hand = against.hands.of(*ranks)
        if SURRENDER in open_ and choices.surrenders[hand]:
            return SURRENDER
        if DOUBLE in open_ and choices.doubles[hand]:
            return DOUBLE
        return HIT if HIT in open_ and (choices.hits[hand] or STAND not in open_) else STAND

    def dealers(self, done: list[Played], left: tuple[int, ...], dealer: tuple[Card, ...]) -> float:
        if self.bonus or not dealer_draws(self.rules, dealer):
            return self.settle(done, dealer)
        return sum(part * self.dealers(done, after, (*dealer, CARDS[rank])) for rank, part, after in draws(left))

    def settle(self, done: list[Played], dealer: tuple[Card, ...]) -> float:
        if self.bonus:
            first = done[0].held
            return float(bonus_names(self.rules, first.cards, first.split)[0].endswith(self.bonus))
        return sum(self.result(each, dealer) for each in done)

    def result(self, played: Played, dealer: tuple[Card, ...]) -> float:
        suited = self.rules.saved.dealer_suited
        if not suited:
            return self.paid(played, case_of(self.rules, played.held, dealer), dealer)
        # Suits are left to chance: the case with and without them.
        with_suits = replace(self.rules, saved=replace(self.rules.saved, dealer_suited=False))
        saved, lost = (
            case_of(with_suits, played.held, dealer),
            case_of(self.rules, played.held, (*dealer[:-1], OTHER[dealer[-1]])),
        )
        if saved == lost:
            return self.paid(played, saved, dealer)
        counts = [sum(RANK[card] == rank for card in dealer) for rank in range(JOKER)]
        share = share_of_suit(counts, self.table.decks)
        return share * self.paid(played, saved, dealer) + (1 - share) * self.paid(played, lost, dealer)

    def paid(self, played: Played, case: str, dealer: tuple[Card, ...]) -> float:
        price, action = self.table.price, added_has_action(self.rules, dealer) or case == "surrendered"
        own = price(SPLIT_WAGER if played.added else self.table.original, case) if action or not played.added else 0.0
        return own + (price(DOUBLE_WAGER, case) if played.held.doubled and action else 0.0)


RANK = {card: rank for rank, card in enumerate(CARDS)}
OTHER = {card: Card(f"{card[0]}s") for card in CARDS[:JOKER]}


def draws(left: tuple[int, ...]) -> Iterator[tuple[int, float, tuple[int, ...]]]:
    unseen = sum(left)
    assert unseen, "the tiny shoe must not run out"
    for rank, many in enumerate(left):
        if many:
            yield rank, many / unseen, (*left[:rank], many - 1, *left[rank + 1 :])


LOSE = {"other_21_vs_banker_21": "lose", "split_ace_draw": "one_card", "natural_on_split_pays_1_5": False}
TINY = [
    ("pure-21-5-blackjack", {0: 2, 5: 3, 7: 2, 9: 5}, {}),
    ("pure-21-5-blackjack-3-to-2", {0: 2, 3: 1, 7: 5, 9: 3}, {}),
    ("blackjack-1-5-to-1", {0: 2, 5: 3, 8: 2, 9: 3, 10: 2}, {}),
    ("blackjack-1-5-to-1", {0: 2, 5: 3, 9: 4, 10: 2}, LOSE),
    ("21st-century-blackjack", {0: 2, 5: 3, 7: 2, 9: 3, 10: 2}, {}),
    ("21st-century-blackjack", {0: 2, 5: 3, 7: 2, 9: 3, 10: 1}, {"second_card": "face_up", "non_natural_22": "over"}),
    ("21st-century-blackjack", {0: 2, 5: 3, 8: 2, 9: 3, 10: 1}, {"natural_set": "jokers_and_aces"}),
    ("21st-century-blackjack-5-1", {0: 2, 4: 2, 6: 3, 9: 4}, {}),
    ("21st-century-blackjack-5-1", {0: 2, 5: 3, 7: 3, 9: 3}, {"non_natural_22": "over"}),
]
FULL = pytest.mark.skipif(not os.environ.get("PITBOSS_FULL"), reason="takes long; PITBOSS_FULL=1 runs it")


def same_by_hand(table: Table) -> None:
    """The best play of a machine, followed card by card through the table's own moves and settlement."""
    against = {start: Against(table, up) for up, start in enumerate(table.starts)}
    plays = {start: each.best() for start, each in against.items()}
    found = sum(each.share * each.follow(plays[start]) for start, each in against.items())
    assert found == pytest.approx(ByHand(table).mean(plays, against), abs=1e-11)


@pytest.mark.parametrize(("game", "shoe", "options"), TINY if EVERYWHERE else TINY[::3])
def test_every_deal_of_a_tiny_shoe_comes_to_the_same_by_hand(game: str, shoe: Shoe, options: Options) -> None:
    same_by_hand(tiny(game, shoe, options))


@FULL
@pytest.mark.parametrize(
    ("game", "shoe", "options"),
    [
        ("pure-21-5-blackjack", {0: 2, 5: 4, 7: 3, 9: 7}, {}),
        ("blackjack-1-5-to-1", {0: 2, 5: 3, 8: 3, 9: 6, 10: 1}, {}),
        ("21st-century-blackjack", {5: 4, 7: 4, 9: 6, 10: 1}, {}),
    ],
)
def test_so_does_a_larger_one_where_pairs_are_split_again(game: str, shoe: Shoe, options: Options) -> None:
    same_by_hand(tiny(game, shoe, options, splits=2))


def test_nobody_draws_where_a_natural_lies_open_and_nothing_can_be_won() -> None:
    table = table_of("21st-century-blackjack", {"second_card": "face_up"})
    against = Against(table, table.starts.index((0, JOKER)))
    best, dealt = against.best(), against.hands.sizes >= 2
    assert not best.hits[dealt].any() and not best.doubles[dealt].any()


def test_what_is_like_ordinary_blackjack_comes_to_the_same_as_that() -> None:
    """Pure 21.5 at 3 to 2 without its eights: six decks, soft 17 hit, surrender, split to four hands."""
    table = table_of("pure-21-5-blackjack-3-to-2")
    table = replace(table, rules=replace(table.rules, saved=replace(table.rules.saved, dealer_ranks=(1, 1, 1))))
    ordinary = Terms(full_shoe(6), hits_soft=(17,), surrender=True)
    assert best_mean(table) == pytest.approx(Machine(ordinary).best()[1], abs=1e-12)


@pytest.mark.parametrize(("elsewhere", "dealer"), [("69T", "6TT"), ("T6", "66T"), ("T", "TTT")])
def test_cards_that_lie_elsewhere_say_nothing_about_suits_to_who_looks_at_ranks(elsewhere: str, dealer: str) -> None:
    """Every way to draw these ranks out of a deck, in which all that count ten are one rank."""
    deck = [card for card in DECK if card.rank in (6, 9) or value(card) == 10]
    ranks = ["T" if value(card) == 10 else card[0] for card in deck]
    found: Counter[bool] = Counter()
    for ways in _ways(tuple(ranks), elsewhere + dealer):
        found[len({deck[at].suit for at in ways[len(elsewhere) :]}) == 1] += 1
    counts = [0, 0, 0, 0, 0, dealer.count("6"), 0, 0, dealer.count("9"), dealer.count("T")]
    assert found[True] / found.total() == pytest.approx(share_of_suit(counts, 1), abs=1e-12)


def _ways(ranks: tuple[str, ...], wanted: str, drawn: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if not wanted:
        yield drawn
        return
    for at, rank in enumerate(ranks):
        if rank == wanted[0] and at not in drawn:
            yield from _ways(ranks, wanted[1:], (*drawn, at))


def test_what_each_rule_is_worth_is_told_of_a_player_banked_game_too() -> None:
    setup = Setup.of(load("california/pure-21-5-blackjack-3-to-2"))
    found = {
        (choice.option, choice.value): choice.wagers["base"].house_edge for choice in compare(setup, wagers=["base"])
    }
    assert [f"{100 * float(found['decks', decks]):.2f}" for decks in (1, 6)] == ["-0.03", "0.52"]


# -- Wagers on the side -----------------------------------------------------------------------------------------------


def test_perfect_pairs_have_their_published_edge() -> None:
    """Wizard of Odds, Perfect Pairs, pay table A in eight decks: 0.040964."""
    setup = Setup.of(load("california/21st-century-blackjack-5-1"), {"decks": 8})
    found = analyze(setup, wagers=["perfect_pairs"]).wagers["perfect_pairs"]
    assert [outcome.combinations for outcome in found.outcomes] == [1456, 1664, 3328, 79872]
    assert round(float(found.house_edge), 6) == 0.040964


def test_the_player_dealer_goes_over_as_often_as_published() -> None:
    """Stephen How, Buster Blackjack (discountgambling.net, 2009): six decks, soft 17 hit, by the number of cards."""
    setup = Setup.of(load("california/21st-century-blackjack-5-1"), {"non_natural_22": "over"})
    found = analyze(setup, wagers=["buster"]).wagers["buster"]
    *chances, _ = [outcome.combinations / found.total for outcome in found.outcomes]
    published = ["2.14444e-04", "2.63760e-03", "2.04726e-02", "8.93918e-02", "1.73032e-01"]
    assert [f"{chance:.5e}" for chance in chances[1:]] == published


@pytest.mark.parametrize(
    "shoe", [{1: 2, 5: 2, 6: 4, 7: 3}, pytest.param({0: 2, 1: 3, 2: 3, 3: 2, 9: 3}, marks=FULL, id="larger")]
)
def test_the_hands_of_the_bonus_bet_are_drawn_to_as_often_by_hand(shoe: Shoe) -> None:
    """Aces to fours, sixes to eights, sevens and six cards, out of a tiny shoe, a split's first hand included."""
    table = tiny("pure-21-5-blackjack", shoe)
    against = {start: Against(table, up) for up, start in enumerate(table.starts)}
    plays = {start: each.best() for start, each in against.items()}
    drawn = {start: drawn_to(each, plays[start]) for start, each in against.items()}
    for name in drawn[table.starts[0]]:
        found = sum(each.share * drawn[start][name] for start, each in against.items())
        assert found == pytest.approx(ByHand(table, name).mean(plays, against), abs=1e-12), name


def test_the_bonus_bet_has_all_its_lines_and_goes_by_the_table_in_force() -> None:
    """Of a blackjack a quarter is of one suit; options 1 and 3 differ by two lines alone."""
    found = {}
    for number in (1, 3):
        setup = Setup.of(load("california/pure-21-5-blackjack"), {"bonus_table": number})
        found[number] = analyze(setup, wagers=["bonus"]).wagers["bonus"]
    chances = {outcome.result: outcome.combinations / found[1].total for outcome in found[1].outcomes}
    assert len(chances) == 14
    assert chances["suited blackjack"] == pytest.approx(2 * 24 * 24 / (312 * 311), abs=1e-12)
    worth = chances["unsuited blackjack"] - 15 * chances["unsuited six seven eight"]
    assert float(found[1].house_edge - found[3].house_edge) == pytest.approx(worth, abs=1e-12)


@FULL
@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("pure-21-5-blackjack", {"base": 10, "bonus": 5}),
        ("pure-21-5-blackjack-3-to-2", {"base": 10}),
        ("blackjack-1-5-to-1", {"base": 10}),
        ("21st-century-blackjack", {"base": 10}),
        ("21st-century-blackjack-5-1", {"game": 10, "buster": 5, "perfect_pairs": 5}),
    ],
)
def test_the_script_comes_within_four_standard_errors(game: str, wagers: dict[str, int], pitboss: Run) -> None:
    """Played by the chart out of shoes with a cut card."""
    told = [f"--wager={name}={amount}" for name, amount in wagers.items()]
    more = ["--option=schedule_option=own_1"] if "bonus" in wagers else []
    asked = ["--rounds=40000", "--seed=7", "--json", "--engine=script", *told, *more]
    code, out, err = pitboss("simulate", f"california/{game}", *asked)
    assert code == 0, err
    simulated = json.loads(out)["wagers"]
    exact = analyze(Setup.of(load(f"california/{game}"))).wagers
    for name in wagers:
        edge = exact[name].quotes.get(BY_CHART, exact[name].house_edge)
        assert abs(float(simulated[name]["house_edge"]) - float(edge)) < 4 * float(simulated[name]["standard_error"])
