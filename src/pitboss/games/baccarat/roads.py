"""The roads of a shoe: how players write down what each hand came to, as pure functions of the results.

The bead plate has every hand, the big road a column for each run of one side. The three derived roads say of each
entry of the big road whether it goes on as the columns before it did (red) or not (blue): big eye boy looks one column
back, the small road two, cockroach pig three.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitboss.games.baccarat.drawing import BANKER, PLAYER
from pitboss.games.baccarat.results import Finished

ROWS = 6
TIE, RED, BLUE = "tie", "red", "blue"
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
"""How many columns back a derived road looks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of a road: its column and row from the left and the top, what it says, the hand it is for.

    ``ties`` are those that came after it, before the next entry; the first one has those before it as well.
    """

    column: int
    row: int
    says: str
    hand: int
    ties: int = 0


def winner(found: Finished) -> str:
    """Which side a hand went to.

    >>> from pitboss.games.baccarat.results import Score
    >>> winner(Finished(Score(7), Score(6))), winner(Finished(Score(6), Score(6)))
    ('player', 'tie')
    """
    player, banker = found
    return TIE if player.points == banker.points else PLAYER if player.points > banker.points else BANKER


def bead_plate(results: Sequence[str]) -> list[Mark]:
    """Every hand, ties too, down the columns one after the other.

    >>> [(mark.column, mark.row) for mark in bead_plate(["banker"] * 7)][-2:]
    [(0, 5), (1, 0)]
    """
    return [Mark(hand // ROWS, hand % ROWS, said, hand) for hand, said in enumerate(results)]


def big_road(results: Sequence[str]) -> list[Mark]:
    """A column for each run of one side; ties are noted on the entry before them.

    >>> big_road(["banker", "tie", "banker", "player"])[0].ties
    1
    """
    return laid(runs(results))


def derived_road(results: Sequence[str], back: int) -> list[Mark]:
    """Red where an entry of the big road goes on as the column so far back did, blue where it does not.

    >>> [mark.says for mark in derived_road(["banker", "banker", "player", "player"], BIG_EYE_BOY)]
    ['red']
    """
    columns = runs(results)
    long = [len(column) for column in columns]
    found: list[list[Mark]] = []
    for number, column in enumerate(columns):
        for row, entry in enumerate(column):
            if number - back - (row == 0) < 0:
                continue
            alike = long[number - 1] == long[number - 1 - back] if row == 0 else long[number - back] != row
            _go_on(found, Mark(0, 0, RED if alike else BLUE, entry.hand))
    return laid(found)


def runs(results: Sequence[str]) -> list[list[Mark]]:
    """The runs of one side, as long as they are; where they lie is not said yet."""
    columns: list[list[Mark]] = []
    before = 0
    for hand, said in enumerate(results):
        if said != TIE:
            _go_on(columns, Mark(0, 0, said, hand, before))
            before = 0
        elif columns:
            columns[-1][-1] = replace(columns[-1][-1], ties=columns[-1][-1].ties + 1)
        else:
            before += 1
    return columns


def laid(columns: Sequence[Sequence[Mark]], rows: int = ROWS) -> list[Mark]:
    """Runs where they lie: each down its column; at the bottom, or where another run lies, it turns to the right."""
    taken: set[tuple[int, int]] = set()
    found: list[Mark] = []
    start = 0
    for run in columns:
        while (start, 0) in taken:
            start += 1
        column, row, turned = start, 0, False
        for at, mark in enumerate(run):
            if at:
                turned = turned or row + 1 == rows or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
            taken.add((column, row))
            found.append(replace(mark, column=column, row=row))
        start += 1
    return found


def _go_on(columns: list[list[Mark]], mark: Mark) -> None:
    """An entry goes below the last one if it says the same, and opens a column otherwise."""
    if columns and columns[-1][-1].says == mark.says:
        columns[-1].append(mark)
    else:
        columns.append([mark])
