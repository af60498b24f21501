"""How rounds come out under a strategy: every result of hands that are not split, and the results of those that are.

Hands of a split are put together as if, once it is known how the player-dealer ended, one said nothing about the other.
So how split rounds divide among their results is a near thing, and so is the standard deviation; means are not from
here.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.blackjack.no_bust.machine import Against, Choices
from pitboss.solve.blackjack.no_bust.table import (
    ADDED,
    BINS,
    CLASSES,
    FIRST,
    JOKER,
    LOWEST_BIN,
    NATURAL,
    NATURAL_JOKER,
    OVER_BIN,
    SPECIAL,
    SPLIT_NATURAL,
    WHOLE,
)
from pitboss.solve.blackjack.outcomes import SPLIT_INTO, UNITS, Half, Row, all_of, given, together
from pitboss.solve.blackjack.splits import number_of_hands


@dataclass(frozen=True)
class Reach:
    """How often each hand is come to, and how hands come out: see the kernel."""

    reached: NDArray[np.float64]
    ended: NDArray[np.float64]
    overs: NDArray[np.float64]
    given_up: NDArray[np.float64]
    passed: NDArray[np.float64]


def reach(
    against: Against,
    choices: Choices,
    pair: int = -1,
    more: int = 0,
    *,
    pairs_again: bool = True,
    begin: tuple[int, ...] = (),
    stops: NDArray[np.bool_] | None = None,
) -> Reach:
    """All hands that are not split; with ``pair``, one of a pair that is, ``more`` cards of its rank elsewhere.

    Without ``pairs_again`` the second card of that hand is of another rank. ``begin`` are the cards it begins with,
    where that is not the first alone. From hands that ``stops`` nothing more is drawn.
    """
    from pitboss.solve.blackjack.no_bust.kernel import WITH_JOKER, reach_hands

    hands, held = against.hands, against.held(pair, more)
    found = Reach(
        np.zeros(len(hands.totals)),
        np.zeros((2, CLASSES, BINS)),
        np.zeros((2, 2, BINS)),
        np.zeros(BINS),
        np.zeros(len(hands.totals)),
    )
    if pair >= 0 and pairs_again:
        found.reached[hands.of(*(begin or (pair,)))] = 1.0
    elif pair >= 0:
        others = int(against.left.sum() - against.left[pair])
        for rank in range(JOKER):
            if rank != pair and against.left[rank] > 0:
                found.reached[hands.of(pair, rank)] = against.left[rank] / others
        alone = hands.of(pair)
        unseen = int(against.left.sum()) - held.others(more) - 1
        row = held.chances[more, held.rows[alone], WITH_JOKER : WITH_JOKER + BINS]
        found.ended[0, held.joined[alone]] += row * unseen / others
    else:
        for chance, one, two in against.played:
            split = one == two and choices.splits[one] and against.splittable(one)
            found.reached[hands.of(one, two)] = chance * (1 - against.alike(one) if split else 1.0)
    if stops is None:
        stops = np.zeros(len(hands.totals), dtype=np.bool_)
    come = (found.reached, found.ended, found.overs, found.given_up, found.passed)
    reach_hands(held, more, *choices.moves, stops, *come)
    return found


def passing(
    against: Against,
    choices: Choices,
    stops: NDArray[np.bool_],
    pair: int = -1,
    more: int = 0,
    begin: tuple[int, ...] = (),
) -> NDArray[np.float64]:
    """How often each hand is held at some time, hands that one card was doubled to included."""
    return reach(against, choices, pair, more, begin=begin, stops=stops).passed


def rows_of(against: Against, choices: Choices) -> list[Row]:
    """Every result against a start with its chance."""
    found: dict[tuple[str, float, float], float] = {}
    for name, chance, net, staked in (*_dealt_out(against), *_whole(against, choices), *_split(against, choices)):
        if chance > 0:
            key = (name, round(net, 9), staked)
            found[key] = found.get(key, 0.0) + chance * against.share
    return [(name, chance, net, staked) for (name, net, staked), chance in found.items()]


def _dealt_out(against: Against) -> Iterator[Row]:
    for chance, natural, chances, prices in against.dealt_out:
        won = "natural" if natural else "player higher"
        for likely, net in zip(chances.tolist(), prices.tolist(), strict=True):
            yield won if net > 0 else "tie" if net == 0 else "dealer higher", chance * likely, net, 1.0


def _whole(against: Against, choices: Choices) -> Iterator[Row]:
    come = reach(against, choices)
    for name, level, bin_, chance, net in _ends(against, come, WHOLE):
        unseen = bin_ in (NATURAL, NATURAL_JOKER) and against.table.looked(against.up)
        doubled = level and not unseen
        yield ("doubled: " if doubled else "") + name, chance, net, 2.0 if doubled else 1.0


def _ends(against: Against, come: Reach, kind: str) -> Iterator[tuple[str, int, int, float, float]]:
    """How hands come out, by level and the player-dealer's ending, with chance and result."""
    prices, over, surrendered = against.comes_to(kind)
    for bin_ in range(BINS):
        if come.given_up[bin_] > 0:
            name = "surrendered" if surrendered[bin_] > -1 else "dealer natural"
            yield name, 0, bin_, float(come.given_up[bin_]), float(surrendered[bin_])
        for level in (0, 1):
            for class_ in np.flatnonzero(come.ended[level, :, bin_]):
                net = float(prices[level, class_, bin_])
                yield _case(int(class_), bin_), level, bin_, float(come.ended[level, class_, bin_]), net
            how = 2 + SPECIAL.index(bin_) if bin_ in SPECIAL else 0
            yield _case(0, bin_), level, bin_, float(come.overs[level, 0, bin_]), float(over[level, how])
            yield "both over, saved", level, bin_, float(come.overs[level, 1, bin_]), float(over[level, 1])


def _case(class_: int, bin_: int) -> str:
    if bin_ in (NATURAL, NATURAL_JOKER):
        return "dealer natural"
    if not class_:
        return "over"
    if bin_ == OVER_BIN:
        return "dealer over"
    dealer = LOWEST_BIN + bin_ if bin_ < OVER_BIN else 21
    total = 21 if class_ == SPLIT_NATURAL else class_
    return "tie" if total == dealer else "player higher" if total > dealer else "dealer higher"


def _split(against: Against, choices: Choices) -> Iterator[Row]:
    """Pairs that are split, by the number of hands they become and what these come to together."""
    table = against.table
    for chance, one, two in against.deals():
        if one != two or one == JOKER or not choices.splits[one] or not against.splittable(one):
            continue
        most, left, unseen = table.most_hands(one), int(against.left[one]) - 2, int(against.left.sum()) - 2
        for hands, share in number_of_hands(most, left, unseen).items():
            if share <= 0:
                continue
            come = reach(against, choices, one, hands - 2, pairs_again=hands == most)
            first = _half(against, come, FIRST)
            added = _half(against, come, ADDED) if against.adds_otherwise else first
            likely = all_of(first)
            sums = together(given(first), given(added), hands)
            parts = np.array(list(sums.values())) @ (likely / likely.sum())
            rounds = against.alike(one) * chance * share
            for (net, staked), part in zip(sums, parts.tolist(), strict=True):
                yield f"{SPLIT_INTO}{hands}", rounds * part, net / UNITS, staked


def _half(against: Against, come: Reach, kind: str) -> Half:
    """What one hand of a split comes to and what was staked on it, with the chances for each ending."""
    prices, over, surrendered = against.comes_to(kind)
    against_over = np.stack([over[:, [0]].repeat(BINS, axis=1), over[:, [1]].repeat(BINS, axis=1)], axis=1)
    against_over[:, 0, SPECIAL] = over[:, 2:]
    chances, nets, levels, bins = [], [], [], []
    for came_to, comes_to in (
        (come.ended, prices),
        (come.overs, against_over),
        (come.given_up[None], surrendered[None]),
    ):
        at = np.nonzero(came_to > 0)
        chances.append(came_to[at])
        nets.append(comes_to[at])
        levels.append(at[0])
        bins.append(at[-1])
    ended, staked = np.concatenate(bins), np.concatenate(levels) + 1
    if against.table.looked(against.up):
        staked[np.isin(ended, (NATURAL, NATURAL_JOKER))] = 0 if kind == ADDED else 1
    # One number for what is won and what was staked, which is none, one or two.
    keys, places = np.unique(np.rint(np.concatenate(nets) * UNITS).astype(np.int64) * 4 + staked, return_inverse=True)
    found = np.zeros((len(keys), BINS))
    np.add.at(found, (places, ended), np.concatenate(chances))
    return {(key // 4, float(key % 4)): row for key, row in zip(keys.tolist(), found, strict=True)}
