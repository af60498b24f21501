"""What hands are called: a short name, and longer ones with the cards beside it, for telling two hands apart."""

from collections.abc import Sequence


class Name(str):
    """A hand's name, and the same name with more and more of the cards that decide next.

    >>> Name("pair of sevens", "pair of sevens, queen kicker").at_length
    ('pair of sevens', 'pair of sevens, queen kicker')
    """

    __slots__ = ("at_length",)
    at_length: tuple[str, ...]

    def __new__(cls, short: str, *longer: str) -> "Name":
        self = super().__new__(cls, short)
        self.at_length = (short, *longer)
        return self


def told_apart(ours: str, theirs: str) -> tuple[str, str]:
    """Two names with as many of the cards beside them as it takes to tell them apart; of equal hands, with all.

    >>> told_apart(Name("ace high", "ace-king high", "ace-king-nine high"), Name("ace high", "ace-queen high"))
    ('ace-king high', 'ace-queen high')
    >>> told_apart("blackjack", Name("20"))
    ('blackjack', '20')
    """
    one, other = _at_length(ours), _at_length(theirs)
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            return mine, yours
    return one[-1], other[-1]


def kicked(name: str, kickers: Sequence[str]) -> Name:
    """A name with its kickers, one after the other.

    >>> kicked("pair of tens", ["ace", "nine"]).at_length
    ('pair of tens', 'pair of tens, ace kicker', 'pair of tens, ace-nine kickers')
    """
    told = ("-".join(kickers[:size]) for size in range(1, len(kickers) + 1))
    return Name(name, *(f"{name}, {words} kicker{'s' * ('-' in words)}" for words in told))


def high(before: str, ranks: Sequence[str]) -> Name:
    """A name by the highest card, and the next ones.

    >>> high("flush, ", ["king", "nine"]).at_length
    ('flush, king high', 'flush, king-nine high')
    """
    return Name(*(f"{before}{'-'.join(ranks[:size])} high" for size in range(1, len(ranks) + 1)))


def _at_length(name: str) -> tuple[str, ...]:
    return name.at_length if isinstance(name, Name) else (name,)
