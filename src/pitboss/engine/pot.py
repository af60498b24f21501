"""The pot: what players put in, divided into main and side pots, each shared among those who win it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Money, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def uncalled(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """Who put in more than anybody else, and by how much: nobody can win that of them.

    >>> uncalled({1: 400, 2: 1000, 3: 700}), uncalled({1: 400, 2: 400})
    ((2, 300), None)
    """
    if not put_in:
        return None
    first, *others = sorted(put_in.items(), key=lambda each: -each[1])
    over = first[1] - max((amount for _, amount in others), default=0)
    return (first[0], over) if over else None


def pots(put_in: Mapping[int, int], active: Collection[int], taken: int = 0) -> list[Pot]:
    """The main pot and the side pots, lowest first, among the seats that are still in.

    Each active seat takes part up to what it put in; what others put in lies in the same pots. Fees that were
    ``taken`` came out of the main pot as far as it goes, then out of the next.

    >>> pots({1: 500, 2: 2000, 3: 2000, 4: 300}, {1, 2, 3})
    [Pot(amount=1800, seats=(1, 2, 3)), Pot(amount=3000, seats=(2, 3))]
    >>> pots({1: 500, 2: 2000, 3: 2000}, {2, 3}, taken=400)
    [Pot(amount=4100, seats=(2, 3))]
    """
    found: list[Pot] = []
    below = 0
    levels = sorted({put_in[seat] for seat in active})
    for level in levels:
        top = max(put_in.values()) if level == levels[-1] else level
        amount = sum(min(each, top) - min(each, below) for each in put_in.values())
        fee = min(taken, amount)
        taken -= fee
        found.append(Pot(amount - fee, tuple(sorted(seat for seat in active if put_in[seat] >= level))))
        below = level
    return found


def shared(amount: int, winners: Sequence[int], chip: int, one_each: bool = False) -> dict[int, int]:
    """A pot in equal parts of whole chips; odd chips go to the first of the winners, or to each in turn.

    >>> shared(5600, (1, 2, 3), 100)
    {1: 2000, 2: 1800, 3: 1800}
    >>> shared(5600, (1, 2, 3), 100, one_each=True)
    {1: 1900, 2: 1900, 3: 1800}
    """
    each = amount // len(winners) // chip * chip
    shares = dict.fromkeys(winners, each)
    left = amount - each * len(winners)
    for winner in winners if one_each else ():
        shares[winner] += min(chip, left)
        left -= min(chip, left)
    shares[winners[0]] += left
    return shares
