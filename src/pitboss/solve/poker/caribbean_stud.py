"""Caribbean Stud: every player hand against every dealer hand, each played or folded by what is worth more."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker import kit
from pitboss.games.poker.caribbean_stud import ON_OWN_CARDS, ON_THE_DEALER, PAIR_OR_LESS, SIZE, qualifies, staying_in
from pitboss.hands.evaluator import categories, every_rank
from pitboss.hands.poker import HIGH_CARD, PAIR, PokerHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, decimal, tally
from pitboss.solve.poker.opponents import CASES, against_the_dealer, against_up_card, player_hands
from pitboss.solve.poker.own_cards import cover_all, hands_by_name, on_five_cards
from pitboss.solve.prices import Prices
from pitboss.solve.three_card import category_names

CATEGORIES = 10
FOLD = len(CASES)
UP_CARDS = 52


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    ante, strategy = ante_analysis(setup, price, progress or (lambda done: None))
    wagers = {"ante": ante} | side_wagers(setup, price)
    return Analysis(setup, wagers, strategy)


def ante_analysis(setup: Setup, price: Prices, progress: Progress) -> tuple[WagerAnalysis, dict[str, Any]]:
    """Ante and Double Bet together."""
    nets = nets_of(price)
    scaled = whole(nets)
    if setup.term("up_card"):
        found, played = _with_an_up_card(scaled, progress)
        strategy = _by_up_card(played)
    else:
        found, stays = _decided(against_the_dealer(lowest_qualifying()), scaled)
        strategy = _by_rank(stays)
    rows = []
    for category, counts in enumerate(found):
        for case, count in enumerate(counts):
            staked = Fraction(1) if case == FOLD else Fraction(3)
            rows.append((_label(category, case), int(count), nets[category][case], staked, ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante"), strategy


def side_wagers(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """A hand worth one of them is never folded, so nothing but five cards decides: the player's, or the dealer's."""
    hands = hands_by_name(kit.names_with_tens)
    on_one_hand = [wager for wager in (*ON_OWN_CARDS, ON_THE_DEALER) if wager in setup.offers]
    found = {wager: on_five_cards(price, wager, hands) for wager in on_one_hand}
    if "cover_all" in setup.offers:
        found |= cover_all(setup, price, own=SIZE, common=0, others=1, names_of=lambda hand: hand.names)
    return found


def lowest_qualifying() -> int:
    """The rank of the lowest hand with which the dealer's counts."""
    return next(rank for rank, hand in enumerate(every_rank()) if qualifies(hand))


def nets_of(price: Prices) -> list[list[Fraction]]:
    """By category of the player's hand and case, what Ante and the bet of twice it net per unit; last, a fold."""
    bet = staying_in(price.setup)
    cases = price.setup.offers[bet].rulings
    found = []
    for category in range(CATEGORIES):
        names = (*category_names(category), *((PAIR_OR_LESS,) if category <= PAIR else ()))
        row = []
        for case in CASES:
            without_pair = case == "player_higher" and category == HIGH_CARD and "high_card_wins" in cases
            double = price(bet, "high_card_wins" if without_pair else case, names)
            row.append(price("ante", case).net + 2 * double.net)
        found.append([*row, price("ante", "fold").net])
    return found


def whole(nets: list[list[Fraction]]) -> NDArray[np.int64]:
    """The same as whole numbers in one unit."""
    scale = lcm(*(net.denominator for row in nets for net in row))
    return np.array([[int(net * scale) for net in row] for row in nets], dtype=np.int64)


def _decided(counts: NDArray[np.int32], nets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """By category and case, how many deals there are when each hand does what is worth more; and which hands stay."""
    players = player_hands()
    category = categories()[players.ranks]
    every = counts.sum(axis=1, dtype=np.int64)
    worth = (counts * nets[category, :FOLD]).sum(axis=1)
    stays = worth > every * nets[category, FOLD]
    found = np.zeros((CATEGORIES, FOLD + 1), dtype=np.int64)
    for case in range(FOLD):
        np.add.at(found[:, case], category, np.where(stays, counts[:, case] * players.weights, 0))
    np.add.at(found[:, FOLD], category, np.where(stays, 0, every * players.weights))
    return found, stays


def _with_an_up_card(nets: NDArray[np.int64], progress: Progress) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same over every card that the dealer may show; and by its rank and the hand's, deals played and in all."""
    players, lowest = player_hands(), lowest_qualifying()
    different = len(every_rank())

    def work(ups: Any) -> tuple[NDArray[np.int64], ...]:
        found = np.zeros((CATEGORIES, FOLD + 1), dtype=np.int64)
        played = np.zeros((len(RANKS), different, 2), dtype=np.int64)
        for up in ups:
            counts = against_up_card(lowest, up)
            decided, stays = _decided(counts, nets)
            found += decided
            possible = counts.any(axis=1)
            np.add.at(played[up // 4, :, 0], players.ranks, np.where(stays & possible, players.weights, 0))
            np.add.at(played[up // 4, :, 1], players.ranks, np.where(possible, players.weights, 0))
        return found, played

    def compute() -> dict[str, NDArray[Any]]:
        return dict(zip(("found", "played"), in_threads(work, UP_CARDS, progress), strict=True))

    stored = kept("five-against-up-card", ("v1", lowest, nets.tolist()), compute)
    return stored["found"], stored["played"]


def _label(category: int, case: int) -> str:
    if case == FOLD:
        return "fold"
    text = CASES[case].replace("_", " ")
    return f"{text}, {category_names(category)[0].replace('_', ' ')}" if CASES[case] == "player_higher" else text


# -- What a player is told ---------------------------------------------------------------------------------------------


def _by_rank(stays: NDArray[np.bool_]) -> dict[str, Any]:
    """The strategy where nothing of the dealer's is seen: it goes by the rank of the hand."""
    players = player_hands()
    played = np.zeros(len(every_rank()), dtype=np.int64)
    dealt = np.zeros(len(every_rank()), dtype=np.int64)
    np.add.at(played, players.ranks, np.where(stays, players.weights, 0))
    np.add.at(dealt, players.ranks, players.weights)
    return _in_words(played, dealt)


def _by_up_card(played: NDArray[np.int64]) -> dict[str, Any]:
    """The strategy against each card that the dealer may show, the highest first."""
    together = _in_words(played[:, :, 0].sum(axis=0), played[:, :, 1].sum(axis=0))
    chart = {RANK_WORDS[RANKS[rank]]: _in_words(*played[rank].T)["rule"] for rank in reversed(range(len(RANKS)))}
    return together | {"by_up_card": chart}


def _in_words(played: NDArray[np.int64], dealt: NDArray[np.int64]) -> dict[str, Any]:
    """A strategy in words, from how many hands of each rank are played and dealt."""
    order = every_rank()
    share = decimal(Fraction(int(played.sum()), int(dealt.sum())))
    some_folded = np.flatnonzero(played < dealt)
    if not len(some_folded):
        return {"rule": "play every hand", "played": share}
    lowest, always = int(np.flatnonzero(played)[0]), int(some_folded[-1]) + 1
    rule = f"play {_hand_words(order[always])} or better"
    if lowest < always:
        between = "between them it depends on the other cards"
        return {"rule": f"{rule}, fold less than {_hand_words(order[lowest])}; {between}", "played": share}
    return {"rule": f"{rule}, fold the rest", "played": share}


def _hand_words(hand: PokerHand) -> str:
    ranks = "-".join(RANKS[rank - 2] for rank in hand.ranks)
    return ranks if hand.category == HIGH_CARD else f"{hand.names[0].replace('_', ' ')} {ranks}"
