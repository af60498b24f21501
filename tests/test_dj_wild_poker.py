"""DJ Wild Poker: hands with wild cards, what the worked examples do not show, and its mathematics by other ways."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import PitbossError, open_table, settle
from pitboss.equipment.cards import DECK, JOKERS, Card, cards
from pitboss.games.poker.dj_wild_poker import is_wild, names_on_the_table, rules_of
from pitboss.hands.evaluator import card_number
from pitboss.hands.poker import best_of_ranks, straight_in
from pitboss.hands.wild import FIVE_OF_A_KIND, FIVE_WILDS, ROYAL_FLUSH, WildRules, wild_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.dj_wild_poker import KINDS, _cover_all, counted, decides, every_worth
from pitboss.solve.poker.opponents import CASES
from pitboss.solve.poker.showdown import stakes_of, stay_or_fold
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/dj-wild-poker"
SETUP = Setup.of(load(NAME))
WILD = partial(is_wild, SETUP)
ANY_CARD = [(rank, suit) for rank in range(2, 15) for suit in "cdhs"]


def by_trying(hand: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """The best hand that any cards in place of the wild ones make."""
    natural = [(card.rank, card.suit) for card in hand if not WILD(card)]
    if not natural:
        return FIVE_WILDS, ()
    best: tuple[int, tuple[int, ...]] = (0, ())
    for others in combinations_with_replacement(ANY_CARD, 5 - len(natural)):
        ranks = sorted((rank for rank, _ in (*natural, *others)), reverse=True)
        suited = len({suit for _, suit in (*natural, *others)}) == 1
        if len(set(ranks)) == 1:
            found: tuple[int, tuple[int, ...]] = (FIVE_OF_A_KIND, (ranks[0],))
        elif suited and len(set(ranks)) < 5:
            continue  # no flush has a card twice
        elif suited:
            top = straight_in(ranks)
            found = (ROYAL_FLUSH, ()) if top == 14 else (8, (top,)) if top else (5, tuple(ranks))
        else:
            found = tuple(best_of_ranks(ranks))  # type: ignore[assignment]
        best = max(best, found)
    return best


def test_wild_cards_stand_for_whatever_makes_the_best_hand() -> None:
    rng = Random(7)
    wild, natural = ([card for card in (*DECK, JOKERS[0]) if WILD(card) == which] for which in (True, False))
    for number in range(120):
        suit = rng.choice("cdhs")
        among = natural if number % 3 else [card for card in natural if card.suit == suit]
        few = number % 40 == 0
        hand = (*rng.sample(wild, 3 if few else number % 3), *rng.sample(among, 2 if few else 5 - number % 3))
        assert tuple(wild_hand(hand, WILD)) == by_trying(hand), hand


def test_what_the_rulebook_leaves_open_is_an_option() -> None:
    wheel, flush = cards("Ah 3c 4d 5s 2h"), cards("Ah Qh 9h 4h 2c")
    assert wild_hand(wheel, WILD).in_words == "straight, five high"
    assert wild_hand(wheel, WILD, WildRules(ace_low=False)).name == "pair"
    assert wild_hand(flush, WILD).ranks == (14, 13, 12, 9, 4)
    assert wild_hand(flush, WILD, WildRules(always_ace=True)).ranks == (14, 14, 12, 9, 4)
    assert rules_of(Setup.of(load(NAME), {"ace_low_straight": False, "wild_in_flush": "always_ace"})) == (False, True)


def test_the_blind_equals_the_ante_unless_the_house_lets_it_differ() -> None:
    with pytest.raises(PitbossError, match="must equal Ante"):
        open_table(NAME, seed=1).deal({1: {"ante": 10, "blind": 5}})
    open_table(NAME, {"blind_amount_rule": "within_limits"}, seed=1).deal({1: {"ante": 10, "blind": 5}})
    with pytest.raises(PitbossError):
        open_table(NAME, seed=1).deal({1: {"ante": 10}})


def test_a_replacement_that_is_wild_is_replaced_again() -> None:
    wagers = {"ante": 10, "blind": 10, "multi_game_link": 1}
    record = {
        "rulebook": "massachusetts-2020",
        "game": "dj-wild-poker",
        "options": {"multi_game_link": "PTMGL01"},
        "seats": {
            "1": {"wagers": wagers, "cards": "Kh Qh Jh 2c Xr", "actions": ["fold"]},
            "2": {"wagers": wagers, "cards": "8s 7d 5h 4c 3s", "actions": ["fold"]},
        },
        "dealer": {"cards": "9d 9c 6s 4h 3d"},
        "replacements": {"cards": "2d Ah Th"},
        "meters": {"link": "12000.00"},
    }
    [(_, played)] = settle(record).rounds
    rows = {(row.seat, row.wager): row.net for row in played.settlements}
    assert rows[1, "multi_game_link"] == 1_200_000 - 100
    assert rows[2, "multi_game_link_envy"] == 100_000


def test_a_table_with_cover_all_has_six_seats() -> None:
    assert open_table(NAME, seed=1).setup.seats == 9
    assert open_table(NAME, {"cover_all": "shifted"}, seed=1).setup.seats == 6
    assert open_table(NAME, {"multi_game_link": "PTMGL01"}, seed=1).setup.seats == 6


# -- Mathematics -------------------------------------------------------------------------------------------------------


def test_counts_are_those_of_dealing_every_hand_of_a_small_deck() -> None:
    """Queens, kings and aces, four deuces and the joker: every player's hand against every dealer's."""
    natural = [card for card in DECK if card.rank >= 12]
    found = counted(SETUP, [card_number(card) for card in natural])
    deck = [*natural, *(card for card in (*DECK, JOKERS[0]) if WILD(card))]
    place = {worth: rank for rank, worth in enumerate(every_worth(SETUP))}
    hands = list(combinations(range(len(deck)), 5))
    ranks = np.array([place[wild_hand([deck[card] for card in hand], WILD)] for hand in hands])
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    totals = {rank: np.zeros(3, dtype=np.int64) for rank in set(ranks.tolist())}
    for rank, mask in zip(ranks.tolist(), masks.tolist(), strict=True):
        theirs = ranks[masks & mask == 0]
        totals[rank] += [(theirs < rank).sum(), (theirs == rank).sum(), (theirs > rank).sum()]
    for rank, total in totals.items():
        of_rank = found.ranks == rank
        assert (found.counts[of_rank, 1:] * found.weights[of_rank, None]).sum(axis=0).tolist() == total.tolist()


def test_the_game_is_solved_exactly() -> None:
    analysis = analyze(Setup.of(load(NAME), {"two_way_bad_beat": True}))
    assert analysis.wagers["ante"].house_edge == Fraction(1419824771, 40948109202)
    assert analysis.wagers["ante"].total == 2_869_685 * 1_712_304
    assert analysis.wagers["trips"].total == 2_869_685
    assert analysis.wagers["trips"].house_edge == Fraction(4848, 2869685)
    assert analysis.wagers["two_way_bad_beat"].house_edge == Fraction(2318795113, 18612776910)


def test_the_published_figures_come_out() -> None:
    """By the same Blind table, 1,000-50-10-9-4-3-2-1: an edge of about 3.5% of an Ante and a Blind that pays about 6%
    of all hands (discountgambling.net/2015/06, S. How), and about 38% of the Blind itself (ggbnews.com, "Protecting the
    Alternative Games: DJ Wild Poker", B. Zender). Nobody prints more digits that we know of."""
    price, hands = Prices(SETUP), counted(SETUP)
    kinds = np.array([worth.category for worth in every_worth(SETUP)])[hands.ranks]
    stakes = stakes_of(price, KINDS, decides(SETUP))
    dealt = [row for row in stakes.rows(stay_or_fold(hands.counts, hands.weights, kinds, stakes.whole)[0]) if row[1]]
    every = sum(count for _, count, _, _ in dealt)
    blind = [(count, price("blind", found.result, found.hand).net) for found, count, _, _ in dealt]
    paid = sum(count for count, net in blind if net > 0)
    figures = [-sum(count * net for _, count, net, _ in dealt), paid, -sum(count * net for count, net in blind)]
    assert [f"{float(figure / every):.4%}" for figure in figures] == ["3.4674%", "5.9818%", "38.1974%"]


@dear
def test_dealt_by_the_script_the_figures_come_out() -> None:
    wagers = {"ante": 5, "blind": 5, "trips": 5}
    found = simulate(plan_of(NAME, rounds=800, seed=11, wagers=wagers), engine="script", workers=1).wagers
    for wager, exact in (("ante", 1419824771 / 40948109202), ("trips", 4848 / 2869685)):
        assert abs(float(found[wager].house_edge) - exact) < 4 * float(found[wager].standard_error or 0)


def test_the_highest_hand_at_the_table_is_dealt_as_often_as_two_hands_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deal serves every number of players; of a player's and the dealer's all are counted exactly."""
    rounds, hands = 48_000, counted(SETUP)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr("pitboss.solve.poker.dj_wild_poker.COVER_ALL_ROUNDS", rounds)
    setup = Setup.of(load(NAME), {"cover_all": "shifted"})
    found = _cover_all(setup, Prices(setup))
    assert [wager.total for wager in found.values()] == [rounds] * 6
    higher, tied = (hands.counts[:, CASES.index(case)] * hands.weights for case in ("player_higher", "tie"))
    often: Counter[tuple[str, ...]] = Counter()
    for rank, many in enumerate(np.bincount(hands.ranks, 2 * higher + tied)):
        often[names_on_the_table(every_worth(SETUP)[rank])] += int(many)
    price, every = Prices(setup), often.total()
    nets = {names: price("cover_all", "shown", names, column="1").net for names in often}
    exact = sum(Fraction(many, every) * nets[names] for names, many in often.items())
    one = found["cover_all, 1 player"]
    assert abs(float(one.expectation - exact)) < 4 * float(one.standard_error or 0)
