"""Rolls of the dice along the arrows of an automaton.

Imports Numba: import this module only where it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.simulation.kernels import COIN_IN, ENDED, GOES_ON, LONGEST, RESULT, ROUNDS, below, end_of

# One word of chance makes five rolls of thirty-six.
FIVE_ROLLS = np.uint64(36**5)
_36 = np.uint64(36)
_COUNT = 1 << 40


@njit(cache=True, nogil=True)
def deal_rolls(
    classes: NDArray[np.uint16],
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    nexts: NDArray[np.int32],
    kinds: NDArray[np.uint16],
) -> None:
    """Follow the arrows: ``nexts`` leads from 36 * state + roll to 36 * next state, ``kinds`` names its class.

    ``memory`` keeps the state and the rolls left of the last word.
    """
    counter = stream[0]
    state = memory[0]
    left = memory[1] // _COUNT
    packed = np.uint64(memory[1] % _COUNT)
    at, size = 0, len(classes)
    while at < size:
        if left == 0:
            packed, counter = below(counter, FIVE_ROLLS)
            left = 5
        for _ in range(min(left, size - at)):
            rest = packed // _36
            here = state + np.int64(packed - rest * _36)
            packed = rest
            classes[at] = kinds[here]
            state = nexts[here]
            at += 1
            left -= 1
    stream[0] = counter
    memory[0] = state
    memory[1] = left * _COUNT + np.int64(packed)


@njit(cache=True, nogil=True)
def walk_rolls(
    most_rolls: int,
    stream: NDArray[np.uint64],
    memory: NDArray[np.int64],
    nexts: NDArray[np.int32],
    kinds: NDArray[np.uint16],
    nets: NDArray[np.int64],
    staked: NDArray[np.int64],
    most_rounds: int,
    floor: int,
    goal: int,
    now: NDArray[np.int64],
    sessions: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> bool:
    """Play sessions, each from the first state on; True once all are over. A run of losses is of rolls that decide."""
    counter = stream[0]
    state = memory[0]
    left = memory[1] // _COUNT
    packed = np.uint64(memory[1] % _COUNT)
    over = False
    net, rounds, coin_in, run, longest, session = now[0], now[1], now[2], now[3], now[4], now[5]
    for _ in range(most_rolls):
        if left == 0:
            packed, counter = below(counter, FIVE_ROLLS)
            left = 5
        rest = packed // _36
        here = state + np.int64(packed - rest * _36)
        packed = rest
        left -= 1
        kind = kinds[here]
        state = nexts[here]
        counts[kind] += 1
        rounds += 1
        if staked[kind]:
            gain = nets[kind]
            net += gain
            coin_in += staked[kind]
            run = run + 1 if gain < 0 else 0
            longest = max(longest, run)
        ended = end_of(net, rounds, floor, goal, most_rounds)
        if ended == GOES_ON:
            continue
        row = sessions[session]
        row[RESULT], row[ROUNDS], row[COIN_IN], row[LONGEST], row[ENDED] = net, rounds, coin_in, longest, ended
        net = rounds = coin_in = run = longest = 0
        state = 0
        session += 1
        if session == len(sessions):
            over = True
            break
    now[0], now[1], now[2], now[3], now[4], now[5] = net, rounds, coin_in, run, longest, session
    stream[0] = counter
    memory[0] = state
    memory[1] = left * _COUNT + np.int64(packed)
    return over
