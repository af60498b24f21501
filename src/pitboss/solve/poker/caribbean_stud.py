"""Caribbean Stud: every player hand against every dealer hand, each played or folded by what is worth more."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.caribbean_stud import (
    PAIR_OR_LESS,
    SIDES,
    SIZE,
    qualifies,
    showdown_case,
    staying_in,
)
from pitboss.games.poker.kit import ON_THE_DEALER, PLAYER_HIGHER, TENS_OR_BETTER
from pitboss.games.poker.sides import hand_names
from pitboss.hands.evaluator import CATEGORY_NAMES, categories, category_names, every_rank
from pitboss.hands.poker import HIGH_CARD, PAIR, PokerHand
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, tally
from pitboss.solve.poker.opponents import against_the_dealer, against_up_card, five_card_opponents, player_hands
from pitboss.solve.poker.showdown import FOLD, RESULTS, Showdown, Stakes, deals_where, stakes_of, stay_or_fold
from pitboss.solve.poker.sides import cover_all, on_cards
from pitboss.solve.prices import Decided, Decides, Prices

KINDS = [category_names(category) for category in range(len(CATEGORY_NAMES))]
CATEGORY_OF = {names: category for category, names in enumerate(KINDS)} | {(TENS_OR_BETTER, *KINDS[PAIR]): PAIR}
UP_CARDS = 52


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    ante, strategy = ante_analysis(setup, price, progress or (lambda done: None))
    wagers = {"ante": ante} | side_wagers(setup, price)
    return Analysis(setup, wagers, strategy)


def decides(setup: Setup) -> Decides[Showdown]:
    """What a hand and its result decide: the Ante, and the bet of twice it with which a player stays in."""
    bet = setup.offers[staying_in(setup)]
    times = bet.times["decide"][0]

    def decided(wager: str, found: Showdown) -> Iterator[Decided]:
        yield Decided("ante", found.result)
        if found.result != FOLD:
            category = CATEGORY_OF[found.hand]
            names = (*found.hand, PAIR_OR_LESS) if category <= PAIR else found.hand
            yield Decided(bet.id, showdown_case(bet, found.result, category), names, times)

    return decided


def stakes(price: Prices) -> Stakes:
    """By category of the player's hand and result, what the Ante and the bet net."""
    return stakes_of(price, KINDS, decides(price.setup))


def ante_analysis(setup: Setup, price: Prices, progress: Progress) -> tuple[WagerAnalysis, dict[str, Any]]:
    """The Ante and the bet together."""
    priced = stakes(price)
    if setup.term("up_card"):
        counts, played = _with_an_up_card(priced.whole, progress)
        strategy = _by_up_card(played)
    else:
        counts, stays = _decided(against_the_dealer(lowest_qualifying()), priced.whole)
        strategy = _by_rank(stays)
    rows = [(_label(found), count, net, staked, "") for found, count, net, staked in priced.rows(counts)]
    edges = {rule: priced.edge(deals) for rule, deals in by_rules(setup).items()}
    strategy["simple_rules"] = costs_of_rules(edges, priced.edge(counts))
    return WagerAnalysis(tally(rows), per="unit of the Ante"), strategy


def side_wagers(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """A hand worth one of them is never folded, so nothing but five cards decides: the player's, or the dealer's."""
    found = {wager: on_cards(price, wager, side) for wager, side in SIDES.items() if wager in setup.offers}
    if ON_THE_DEALER in found:
        alone = "by the only player who makes it: what the hand wins of the meter is divided among all who do"
        found[ON_THE_DEALER] = replace(found[ON_THE_DEALER], note=f"{found[ON_THE_DEALER].note}; {alone}")
    if "cover_all" in setup.offers:
        found |= cover_all(setup, price, own=SIZE, common=0, others=1, names_of=hand_names)
    return found


def lowest_qualifying() -> int:
    """The rank of the lowest hand with which the dealer's counts."""
    return next(rank for rank, hand in enumerate(every_rank()) if qualifies(hand))


def _decided(counts: NDArray[np.int32], nets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    players = player_hands()
    return stay_or_fold(counts, players.weights, categories()[players.ranks], nets)


def best_choices(setup: Setup, price: Prices) -> tuple[NDArray[np.int64], NDArray[np.uint8], str]:
    """The best play for a kernel: hands folded and played by rank, whether each kind of hand is played, and the rule.

    Both are by the card that is up as well, in the first by its rank.
    """
    players, lowest, nets = player_hands(), lowest_qualifying(), stakes(price).whole
    if not setup.term("up_card"):
        _, stays = _decided(against_the_dealer(lowest), nets)
        played = _by_rank_of_hand(stays, np.ones_like(stays))[None]
        return _folded_and_played(played), stays[:, None].astype(np.uint8), _by_rank(stays)["rule"]

    def compute() -> dict[str, NDArray[Any]]:
        return {"stays": np.packbits(in_threads(partial(_by_every_up_card, nets), UP_CARDS, lambda done: None)[2])}

    stored = kept("five-against-up-card-choices", ("v1", lowest, nets.tolist()), compute)
    plays = np.unpackbits(stored["stays"])[: len(players.hands) * UP_CARDS].reshape(-1, UP_CARDS)
    _, played = _with_an_up_card(nets, lambda done: None)
    return _folded_and_played(played), plays, _by_up_card(played)["rule"]


def _folded_and_played(played: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([played[:, :, 1] - played[:, :, 0], played[:, :, 0]], axis=2)


def _with_an_up_card(nets: NDArray[np.int64], progress: Progress) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Results over every card that the dealer may show; and by its rank and the hand's, deals played and in all."""

    def compute() -> dict[str, NDArray[Any]]:
        found, played, _ = in_threads(partial(_by_every_up_card, nets), UP_CARDS, progress)
        return {"found": found, "played": played}

    stored = kept("five-against-up-card", ("v1", lowest_qualifying(), nets.tolist()), compute)
    return stored["found"], stored["played"]


def _by_every_up_card(nets: NDArray[np.int64], ups: Iterable[int]) -> tuple[NDArray[Any], ...]:
    """For these cards that the dealer may show: results, deals played and in all, and which hands are played."""
    players, lowest = player_hands(), lowest_qualifying()
    found = np.zeros(nets.shape, dtype=np.int64)
    played = np.zeros((len(RANKS), len(every_rank()), 2), dtype=np.int64)
    plays = np.zeros((len(players.hands), UP_CARDS), dtype=np.uint8)
    for up in ups:
        counts = against_up_card(lowest, up)
        decided, stays = _decided(counts, nets)
        found += decided
        possible = counts.sum(axis=1) > 0
        played[up // 4] += _by_rank_of_hand(stays, possible)
        plays[:, up] = stays & possible
    return found, played, plays


def _by_rank_of_hand(stays: NDArray[np.bool_], possible: NDArray[np.bool_]) -> NDArray[np.int64]:
    """By the rank of the hand, how many are played and how many there are."""
    players = player_hands()
    found = np.zeros((len(every_rank()), 2), dtype=np.int64)
    np.add.at(found[:, 0], players.ranks, np.where(stays & possible, players.weights, 0))
    np.add.at(found[:, 1], players.ranks, np.where(possible, players.weights, 0))
    return found


def _label(found: Showdown) -> str:
    text = found.result.replace("_", " ")
    return f"{text}, {found.hand[0].replace('_', ' ')}" if found.result == PLAYER_HIGHER else text


# -- Rules that are easier to keep -------------------------------------------------------------------------------------


BY_RANK = {
    "play A-K-J-8-3 or better, fold the rest": PokerHand(HIGH_CARD, (14, 13, 11, 8, 3)),
    "play any pair or better, fold the rest": PokerHand(PAIR, ()),
    "play A-K or better, fold the rest": PokerHand(HIGH_CARD, (14, 13)),
    "play every hand": PokerHand(HIGH_CARD, ()),
}
"""The lowest hand that is played."""


def _three_rules_of_thumb(own: NDArray[np.int8], up: int) -> NDArray[np.bool_]:
    queen, jack = (_holds(own, RANKS.index(rank)) for rank in "QJ")
    if up >= RANKS.index("K"):
        return queen | jack
    fourth_highest = own[:, 1]
    return _holds(own, up) | (queen & (up < fourth_highest))


def _holds(own: NDArray[np.int8], rank: int) -> NDArray[np.bool_]:
    held: NDArray[np.bool_] = (own == rank).any(axis=1)
    return held


BY_UP_CARD: dict[str, Callable[[NDArray[np.int8], int], NDArray[np.bool_]]] = {
    "play any pair or better, and A-K against a king or ace with a queen or jack, against a lower card if you hold one "
    "like it, or with a queen if it is lower than your fourth highest card": _three_rules_of_thumb,
    "play any pair or better, and A-K if you hold a card like the dealer's": _holds,
}
"""Which hands with ace and king are played, by their ranks, which rise, and that of the card that is up."""


def by_rules(setup: Setup) -> dict[str, NDArray[np.int64]]:
    """All deals by category and result where a rule is kept; with a card up, each of the dealer's five in its turn."""
    players, counts = player_hands(), against_the_dealer(lowest_qualifying())
    kinds, each = categories()[players.ranks], SIZE if setup.term("up_card") else 1

    def played(stays: NDArray[np.bool_], hands: NDArray[np.bool_]) -> NDArray[np.int64]:
        return each * deals_where(stays[hands], counts[hands], players.weights[hands], kinds[hands], len(KINDS))

    every = np.ones(len(kinds), dtype=np.bool_)
    found = {rule: played(players.ranks >= lowest_from(hand), every) for rule, hand in BY_RANK.items()}
    if setup.term("up_card"):
        decided = ~_with_ace_and_king()
        others = played(kinds >= PAIR, decided)
        for rule, with_ace_and_king in zip(BY_UP_CARD, _ace_king_against_up_card(), strict=True):
            found[rule] = others.copy()
            found[rule][HIGH_CARD] += with_ace_and_king
    return found


def lowest_from(hand: PokerHand) -> int:
    """The rank of the lowest hand that is as good as this one."""
    return next(rank for rank, each in enumerate(every_rank()) if each >= hand)


def _with_ace_and_king() -> NDArray[np.bool_]:
    players = player_hands()
    return (players.ranks >= lowest_qualifying()) & (players.ranks < lowest_from(PokerHand(PAIR, ())))


def _ace_king_against_up_card() -> NDArray[np.int64]:
    """For each rule that looks at the card that is up, the results of all hands with ace and king and no pair."""

    def compute() -> dict[str, NDArray[Any]]:
        players, some = player_hands(), _with_ace_and_king()
        hands, ranks, weights = players.hands[some], players.ranks[some], players.weights[some]
        found = np.zeros((len(BY_UP_CARD), len(RESULTS)), dtype=np.int64)
        alike = np.zeros(len(hands), dtype=np.int64)
        for up in range(UP_CARDS):
            counts = five_card_opponents().against(hands, ranks, lowest_qualifying(), up)
            for row, plays in enumerate(BY_UP_CARD.values()):
                found[row] += deals_where(plays(hands >> 2, up >> 2), counts, weights, alike, 1)[0]
        return {"found": found}

    return kept("ace-king-against-up-card", ("v1", lowest_qualifying()), compute)["found"]


# -- What a player is told ---------------------------------------------------------------------------------------------


def _by_rank(stays: NDArray[np.bool_]) -> dict[str, Any]:
    """The strategy where nothing of the dealer's is seen: it goes by the rank of the hand."""
    return _in_words(*_by_rank_of_hand(stays, np.ones_like(stays)).T)


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
