"""Kernels of the simulator: chance, the deal of each game, and the count of what came out.

Chance is a counter: number n of a stream is a fixed scrambling (SplitMix64) of n, so a chunk of rounds is a stretch of
the counter that no other chunk touches, and needs nothing from the chunk before it. A word of 64 bits is used for one
whole deal; numbers below n are taken from it by multiplication, and the few words that would favour a number, or that
deal a card twice, are thrown away whole: what is left is exactly uniform.

Every deal writes the *class* of a round, a small number that says all that the wagers on the table can depend on, and
leaves its counter in ``stream``.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)
THREE = np.uint64(3)

HANDS = 22_100
_HANDS = np.uint64(HANDS)
_HANDS_FAVOURED = np.uint64(2**32 % HANDS)
RESULTS = 5
FOLD = 4
CATEGORIES = 10
_BLOCK = 1 << 13

RESULT, ROUNDS, COIN_IN, LONGEST, ENDED = range(5)
"""The columns of a session: its result in cents, rounds, coin-in, longest losing run, and how it ended."""
TIME_UP, RUINED, ON_TARGET, GOES_ON = range(4)
_NET, _ROUNDS, _COIN_IN, _RUN, _LONGEST, _SESSION = range(6)


@njit(cache=True, nogil=True)
def word(counter: np.uint64) -> np.uint64:
    """The 64 bits of chance that belong to a counter."""
    mixed = counter * _STEP
    mixed = (mixed ^ (mixed >> _30)) * _FIRST
    mixed = (mixed ^ (mixed >> _27)) * _SECOND
    return mixed ^ (mixed >> _31)


@njit(cache=True, nogil=True)
def take(bits: np.uint64, n: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A number below n out of 32 bits of chance, and the bits that are left for the next one.

    After k numbers the deal is uniform if words whose bits left are less than 2**32 % n**k are thrown away.
    """
    product = bits * n
    return product >> HALF, product & LOW


# -- Deals -----------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def deal_three_card(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    masks: NDArray[np.uint64],
    places: NDArray[np.int16],
    names: NDArray[np.uint8],
    plays: NDArray[np.bool_],
    held: NDArray[np.int8] | None,
    lowest_qualifying: int,
    six: bool,
    keys: NDArray[np.int64],
    rows: NDArray[np.int32],
    ranks: NDArray[np.int16],
    flushes: NDArray[np.int16],
    category: NDArray[np.int8],
) -> None:
    """Two of the 22,100 hands that share no card: ``class = (player's name * 5 + result) * 10 + six-card category``.

    The results are those of the solver, and a fold. A mask has a bit per card, thirteen to a suit; ``held`` are the
    cards of each hand where the player sees one of the dealer's, and ``plays`` has a row for each that it may be then.
    Elsewhere it is None, and the kernel is compiled without the draw of that card.
    """
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            one = (drawn >> HALF) * _HANDS
            two = (drawn & LOW) * _HANDS
            player, dealer = one >> HALF, two >> HALF
            if (one & LOW) < _HANDS_FAVOURED or (two & LOW) < _HANDS_FAVOURED:
                continue
            if masks[player] & masks[dealer] == 0:
                break
        ours, theirs = places[player], places[dealer]
        result = (1 + (theirs >= ours) + (theirs > ours)) * (theirs >= lowest_qualifying)
        up = 0
        if held is not None:
            while True:
                counter += ONE
                drawn = (word(counter) >> HALF) * THREE
                if (drawn & LOW) >= ONE:  # 2**32 leaves one over when it is divided by three
                    break
            up = held[dealer, drawn >> HALF]
        found = names[player] * RESULTS + (result if plays[up, player] else FOLD)
        best = 0
        if six:
            cards = np.int64(masks[player] | masks[dealer])
            rank = max(
                max(flushes[cards & 8191], flushes[cards >> 13 & 8191]),
                max(flushes[cards >> 26 & 8191], flushes[cards >> 39]),
            )
            if rank < 0:
                key = keys[player] + keys[dealer]
                rank = ranks[(key & 511) + rows[key >> 9]]
            best = category[rank]
        classes[at] = found * CATEGORIES + best
    stream[0] = counter


@njit(cache=True, nogil=True)
def deal_baccarat(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    cards: np.uint64,
    favoured: np.uint64,
    values: NDArray[np.uint8],
    ranks: NDArray[np.uint8],
    outcomes: NDArray[np.uint16],
) -> None:
    """Six different cards off a fresh shoe, used or not: ``class = outcome + 400 * pairs in the first two cards``.

    ``outcomes[player's sum, banker's sum, fifth card, sixth card]`` holds the drawing rules, so nothing is asked here.
    """
    counter = stream[0]
    for at in range(len(classes)):
        while True:
            counter += ONE
            drawn = word(counter)
            a, bits = take(drawn >> HALF, cards)
            b, bits = take(bits, cards)
            c, bits = take(bits, cards)
            d, more = take(drawn & LOW, cards)
            e, more = take(more, cards)
            f, more = take(more, cards)
            if bits < favoured or more < favoured:
                continue
            first = a != b and a != c and a != d and a != e and a != f
            second = b != c and b != d and b != e and b != f
            if first and second and c != d and c != e and c != f and d != e and d != f and e != f:
                break
        outcome = outcomes[values[a] + values[c], values[b] + values[d], values[e], values[f]]
        pairs = np.int64(ranks[a] == ranks[c]) + np.int64(ranks[b] == ranks[d])
        classes[at] = outcome + 400 * pairs
    stream[0] = counter


@njit(cache=True, nogil=True)
def below(counter: np.uint64, n: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A number below n and the counter after it."""
    favoured = (LOW + ONE) % n
    while True:
        counter += ONE
        product = (word(counter) >> HALF) * n
        if (product & LOW) >= favoured:
            return product >> HALF, counter


@njit(cache=True, nogil=True)
def deal_roulette(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    pockets: np.uint64,
    picked: int,
    rungs: int,
    weights: NDArray[np.int64],
) -> None:
    """Spins: ``class = (pocket * (multipliers + 1) + multiplier of a repeated number, or 0) * rungs + rung``.

    ``picked`` is the pocket of a Back-to-Back wager, -1 without one; below zero, ``rungs`` says that the ladder begins
    anew after its top. ``weights`` are those of the multipliers of a number that repeats, none without that wager.
    ``memory`` keeps the spin before, plus one, and the wins in a row.
    """
    counter = stream[0]
    steps = abs(rungs)
    total = np.uint64(weights.sum())
    if memory[0] == 0 and len(weights):
        # A wager on a repeated number is not taken before a spin has been seen.
        seen, counter = below(counter, pockets)
        memory[0] = np.int64(seen) + 1
    for at in range(len(classes)):
        landed, counter = below(counter, pockets)
        pocket = np.int64(landed)
        repeated = 0
        if len(weights) and pocket + 1 == memory[0]:
            drawn, counter = below(counter, total)
            mark = np.int64(drawn)
            while mark >= weights[repeated]:
                mark -= weights[repeated]
                repeated += 1
            repeated += 1
        rung = 0
        if pocket == picked:
            rung = min(memory[1], steps - 1)
            memory[1] = 0 if rungs < 0 and rung == steps - 1 else memory[1] + 1
        else:
            memory[1] = 0
        memory[0] = pocket + 1
        classes[at] = (pocket * (len(weights) + 1) + repeated) * steps + rung
    stream[0] = counter


# -- What came out ---------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def tally(classes: NDArray[np.uint16], counts: NDArray[np.int64]) -> None:
    """Count the classes."""
    for found in classes:
        counts[found] += 1


@njit(cache=True, nogil=True)
def end_of(net: int, rounds: int, floor: int, goal: int, most_rounds: int) -> int:
    """How a session ends that stands like this: below ``floor``, at ``goal`` or above, after its rounds, or not yet."""
    if net >= goal:
        return ON_TARGET
    if net < floor:
        return RUINED
    return TIME_UP if rounds == most_rounds else GOES_ON


@njit(cache=True, nogil=True)
def walk(
    classes: NDArray[np.uint16],
    nets: NDArray[np.int64],
    staked: NDArray[np.int64],
    most_rounds: int,
    floor: int,
    goal: int,
    now: NDArray[np.int64],
    sessions: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> bool:
    """Play sessions with these rounds; True once all of them are over.

    A session ends below ``floor``, at ``goal`` or above, or after its rounds. ``now`` is where the current one stands.
    """
    for found in classes:
        counts[found] += 1
        now[_NET] += nets[found]
        now[_ROUNDS] += 1
        now[_COIN_IN] += staked[found]
        now[_RUN] = now[_RUN] + 1 if nets[found] < 0 else 0
        now[_LONGEST] = max(now[_LONGEST], now[_RUN])
        ended = end_of(now[_NET], now[_ROUNDS], floor, goal, most_rounds)
        if ended == GOES_ON:
            continue
        row = sessions[now[_SESSION]]
        row[RESULT], row[ROUNDS], row[COIN_IN], row[LONGEST] = now[_NET], now[_ROUNDS], now[_COIN_IN], now[_LONGEST]
        row[ENDED] = ended
        now[:_SESSION] = 0
        now[_SESSION] += 1
        if now[_SESSION] == len(sessions):
            return True
    return False
