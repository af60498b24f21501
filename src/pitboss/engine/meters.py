"""Progressive meters: what they hold, what feeds them, what they pay, and where they start again."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import RecordError
from pitboss.money import DOWN_TO_THE_CENT, Rounding
from pitboss.rulebook.setup import MeterRule


class Reseed(NamedTuple):
    """What a meter that was paid out begins with again: the house puts it in, or it comes off another meter."""

    amount: int
    meter: str = ""


NOTHING = Reseed(0)


class Meters:
    """The meters of a table.

    A contribution can be a fraction of a cent: the fraction is kept apart, in ``parts``, until it makes a whole cent,
    so that the money on a meter is always whole cents and none is lost. ``unknown`` are meters of which a record does
    not say what they held: nothing can be paid from them.
    """

    def __init__(
        self,
        rules: Mapping[str, MeterRule],
        exact: Mapping[str, int | Fraction] | None = None,
        unknown: Iterable[str] = (),
    ) -> None:
        self.rules = rules
        self.unknown = frozenset(unknown)
        self.held = {name: rule.seed for name, rule in rules.items()}
        self.parts: dict[str, Fraction] = {}
        for name, amount in (exact or {}).items():
            self.set(name, amount)

    def set(self, name: str, amount: int | Fraction) -> None:
        """Have a meter stand at so many cents."""
        self.held[name] = int(amount)
        self.parts[name] = Fraction(amount - int(amount))

    def copy(self) -> "Meters":
        """Meters that stand where these do; a table without any has nothing to copy."""
        if not self.held:
            return self
        other = Meters.__new__(Meters)
        other.rules, other.unknown = self.rules, self.unknown
        other.held, other.parts = dict(self.held), dict(self.parts)
        return other

    @property
    def exact(self) -> dict[str, Fraction]:
        """What each meter stands at in cents, fractions included."""
        return {name: held + self.parts.get(name, Fraction(0)) for name, held in self.held.items()}

    def feed(self, wager: str, stake: int, times: int = 1) -> dict[str, int]:
        """Add a wager's contributions; returns the whole cents each meter grew by. Minus once takes them off again."""
        grown: dict[str, int] = {}
        for name, rule in self.rules.items():
            if wager not in rule.fed_by or not (rule.contribution or rule.step):
                continue
            amount = self.parts.get(name, Fraction(0)) + times * (stake * rule.contribution + rule.step)
            whole = amount.numerator // amount.denominator
            self.parts[name] = amount - whole
            self.held[name] += whole
            grown[name] = whole
        return grown

    def take(self, name: str, amount: int) -> int:
        """Take a fixed sum off a meter, which may leave it below its seed; returns what it held of it."""
        self._must_be_known(name)
        taken = min(amount, self.held[name])
        self.held[name] -= taken
        return taken

    def pay(self, name: str, share: Fraction, rounding: Rounding = DOWN_TO_THE_CENT) -> tuple[int, Reseed]:
        """Take a share off a meter: what is paid, and with what a meter that is paid out begins again.

        A meter that must hit pays no more than its maximum; what several wagers of one round put on top stays on it.
        """
        self._must_be_known(name)
        amount = rounding(self.held[name] * share)
        most = self.rules[name].must_hit_max
        if most is not None:
            amount = min(amount, most)
        self.held[name] -= amount
        return amount, self._begin_again(name) if share == 1 else NOTHING

    def pay_equally(
        self, name: str, share: Fraction, winners: int, rounding: Rounding = DOWN_TO_THE_CENT
    ) -> tuple[int, Reseed]:
        """Take a share off a meter that so many divide: what each is paid, all alike, and with what it begins again.

        What does not divide stays on the meter.
        """
        self._must_be_known(name)
        each = rounding(self.held[name] * share / winners)
        self.held[name] -= each * winners
        return each, self._begin_again(name) if share == 1 else NOTHING

    def _begin_again(self, name: str) -> Reseed:
        """Bring a meter to its seed, or to what the meter holds that is kept for it, which is then empty."""
        source = self.rules[name].refilled_from
        if source:
            self._must_be_known(source)
            self.held[source], amount = 0, self.held[source]
        else:
            amount = self.rules[name].seed
        self.held[name] += amount
        return Reseed(amount, source)

    def _must_be_known(self, name: str) -> None:
        if name in self.unknown:
            raise RecordError(f'the record does not say what the meter "{name}" held, and it is won')
