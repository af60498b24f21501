"""Every permitted choice side by side: which options change a wager's mathematics, and to what house edge."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.games.amounts_to_set import AMOUNTS_TO_SET
from pitboss.money import For, To
from pitboss.rulebook.model import Option
from pitboss.rulebook.options import key_of, normal, normal_bound, shown
from pitboss.rulebook.resolve import OFF
from pitboss.rulebook.setup import Setup
from pitboss.solve import analyze
from pitboss.solve.figures import about, exact_words, favours_player, joined, percent, title_of
from pitboss.solve.model import Progress, WagerAnalysis, decimal

Wagers = Mapping[str, WagerAnalysis]


@dataclass(frozen=True)
class Choice:
    """One value of one option, and the wagers whose mathematics the option changes, as this value makes them.

    ``why`` says why wagers are not offered, where the value itself does not. ``given`` are other options that had to
    be chosen for it: to put the wager on offer, or to make the value legal. ``needs`` names data of the house that it
    cannot be used without; ``refused`` is why the rulebook does not allow it, or why it is not solved yet.
    """

    option: str
    value: Any
    cite: str
    in_force: bool
    wagers: Wagers = field(default_factory=dict)
    not_offered: tuple[str, ...] = ()
    why: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    refused: str = ""

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "option": self.option,
            "value": _as_chosen({self.option: self.value})[self.option],
            "in_force": self.in_force,
            "cite": self.cite,
            "wagers": {
                name: {"house_edge": decimal(wager.house_edge), "exact": wager.exact}
                | ({"standard_error": wager.standard_error} if wager.estimated else {})
                for name, wager in self.wagers.items()
            },
        }
        for name in ("not_offered", "needs"):
            if found := getattr(self, name):
                row[name] = list(found)
        if told := {name: self.why[name] for name in self.not_offered if name in self.why}:
            row["why_not_offered"] = told
        if self.given:
            row["with"] = dict(self.given)
        if self.refused:
            row["refused"] = self.refused
        return row


def compare(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    *,
    wagers: Collection[str] | None = None,
    cluster: str | None = None,
) -> tuple[Choice, ...]:
    """Compare what every option that matters can be, all other options as the set-up has them.

    ``wagers`` and ``cluster`` save time, as they do for ``analyze``.
    """
    bench = _Bench(setup, meters or {}, wagers, cluster)
    bench.analysis(setup, _part(progress, 0, 0.3))
    plans = list(_plans(bench))
    choices: list[Choice] = []
    steps, done = sum(len(plan.values) for plan in plans), 0
    for plan in plans:
        tried = []
        for value in plan.values:
            tried.append(_tried(bench, plan, value, _part(progress, 0.3 + 0.7 * done / steps, 0.7 / steps)))
            done += 1
        choices += _affected(tried)
    return tuple(choices)


def permitted(name: str, option: Option, chosen: Any) -> list[Any]:
    """The values of an option worth comparing, in normal form.

    Choices and flags all; odds and percentages at their bounds, at the default, and as chosen. Odds that may be better
    than their floor without end are also shown one step above it, numbers without end up to seven above it.
    """
    match option.type:
        case "flag":
            values: list[Any] = [False, True]
        case "choice":
            values = list(option.allowed)
        case "odds" | "percent" | "integer":
            bounds = [normal_bound(option, bound) for bound in (option.at_least, option.at_most) if bound is not None]
            if not bounds:
                return []
            default = [] if option.default is None else [normal(name, option, option.default)]
            values = bounds + default + ([] if chosen is None else [chosen])
            if isinstance(bounds[0], To | For) and option.at_most is None:
                values.append(replace(bounds[0], wins=bounds[0].wins // bounds[0].per + 1, per=1))
            if option.type == "integer" and option.at_least is not None and option.at_most is None:
                step = int(option.multiple_of or 1)
                values += range(bounds[0], bounds[0] + 8 * step, step)
            values = sorted(values, key=lambda value: value.wins / value.per if isinstance(value, To | For) else value)
        case _:  # amounts and data are the house's own; there is no list of them
            return []
    return list(dict.fromkeys(values))


def why_not_offered(variant: Setup, name: str, option: str) -> str:
    """Why a wager is not on offer, with the clause; nothing where the value of the option that is tried says it.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("massachusetts-2020/high-card-flush"), {"straight_flush_bonus": "G"})
    >>> why_not_offered(setup, "straight_flush_bonus", "straight_flush_bonus").partition(" [")[0]
    'the licensee sets the amounts of this table; until it has, the wager is not taken'
    """
    rule = variant.entry.wagers[name]
    if rule.option == option and variant.options.get(option) in OFF:
        return ""
    try:
        pays = variant.offer(name).pays
    except Refused as refused:
        return f"{refused.sentence.partition(': ')[2]} [{refused.cite}]" if ": " in refused.sentence else ""
    return f"{AMOUNTS_TO_SET} [{pays.cite}]" if pays is not None and not pays.lines else ""


# -- Which options matter ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """An option to compare, and what else must be chosen for it to matter."""

    option: str
    values: list[Any]
    given: Mapping[str, Any]


class _Bench:
    """Analyses of variants of one set-up, each worked out once."""

    def __init__(
        self, setup: Setup, meters: Mapping[str, int], wanted: Collection[str] | None, cluster: str | None
    ) -> None:
        self.setup = setup
        self.meters = meters
        self.wanted = wanted
        self.cluster = cluster
        self._known: list[_Known] = []

    def variant(self, changes: Mapping[str, Any]) -> Setup | None:
        """The set-up with some options changed, or None where the rulebook refuses it."""
        try:
            return self._changed(changes)
        except Refused:
            return None

    def refusal(self, changes: Mapping[str, Any]) -> str:
        try:
            self._changed(changes)
        except Refused as refused:
            return str(refused)
        return ""

    def _changed(self, changes: Mapping[str, Any]) -> Setup:
        setup = Setup.of(self.setup.entry, dict(self.setup.chosen) | _as_chosen(changes), self.setup.changed_tables)
        game_of(setup.entry).must_take(setup)
        return setup

    def analysis(self, setup: Setup, progress: Progress | None = None) -> "_Known":
        figures = _figures_of(setup)
        for known in self._known:
            if known.figures == figures and all(setup.options.get(name) == value for name, value in known.read.items()):
                return known
        watched = _Watched(setup.options)
        held = {name: amount for name, amount in self.meters.items() if name in setup.meters}
        wagers: Wagers = {}
        if self.wanted is None or any(name in setup.offers for name in self.wanted):
            watching = replace(setup, options=watched, worked_out={})
            wagers = analyze(watching, held, progress, wagers=self.wanted, cluster=self.cluster, edges_only=True).wagers
        known = _Known(figures, {name: setup.options.get(name) for name in watched.read}, wagers)
        self._known.append(known)
        return known


@dataclass(frozen=True)
class _Known:
    """An analysis, and all it depends on: what the set-up gave the solver, and the options that it looked at itself."""

    figures: tuple[Any, ...]
    read: Mapping[str, Any]
    wagers: Wagers


class _Watched(dict[str, Any]):
    """Options that remember which of them were looked at."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__(options)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


def _figures_of(setup: Setup) -> tuple[Any, ...]:
    """What a set-up gives a solver to work with, apart from the options themselves."""
    offers = {
        name: (offer.pays, offer.line, offer.exactly, offer.unit, offer.times, offer.rulings)
        for name, offer in setup.offers.items()
    }
    commission = setup.commission and (setup.commission.rate, setup.commission.rounding)
    return offers, dict(setup.meters), dict(setup.terms), commission, setup.seats


def _plans(bench: _Bench) -> Iterator[_Plan]:
    """Every option that matters at this table or, where a wager is not on offer, once it is."""
    contexts: list[Mapping[str, Any]] = [{}, *_offering(bench.setup, bench.wanted)]
    for name, option in bench.setup.entry.options.items():
        values = permitted(name, option, bench.setup.options.get(name))
        if len(values) < 2:
            continue
        # Values compare best where all of them are legal as things stand; only then where some need another option.
        for given in sorted(contexts, key=lambda given: not _all_legal(bench, name, values, given)):
            if name not in given and _matters(bench, name, values, given):
                yield _Plan(name, values, given)
                break


def _all_legal(bench: _Bench, name: str, values: Iterable[Any], given: Mapping[str, Any]) -> bool:
    return all(
        _lacking(bench.setup, name, value) or bench.variant({**given, name: value}) is not None for value in values
    )


def _matters(bench: _Bench, name: str, values: Iterable[Any], given: Mapping[str, Any]) -> bool:
    """True when two values differ in what they give the solver, everything else being equal."""
    base = bench.variant(given)
    if base is None:
        return False
    try:
        read = bench.analysis(base).read
    except Refused:  # not solved yet: as good as not on the table
        return False
    if name in read or any(_lacking(bench.setup, name, value) for value in values):
        return True
    found: list[tuple[Mapping[str, Any], tuple[Any, ...]]] = []
    for value in values:
        beside = _made_legal(bench, name, value, given)
        if beside is not None:
            variant = bench.variant({**given, **beside, name: value})
            assert variant is not None
            found.append((beside, _figures_of(variant)))
    return any(one[0] == two[0] and one[1] != two[1] for one in found for two in found)


def _offering(setup: Setup, wanted: Collection[str] | None) -> Iterator[dict[str, Any]]:
    """For each wager that is not on offer, and is asked for, the choice that puts it on the table."""
    seen: list[dict[str, Any]] = []
    for name, wager in setup.entry.wagers.items():
        if wanted is not None and name not in wanted:
            continue
        changes: dict[str, Any] = {
            option: wanted[0] if isinstance(wanted, list) else wanted for option, wanted in wager.when.items()
        }
        if wager.option is not None and setup.options.get(wager.option) in OFF:
            values = permitted(wager.option, setup.entry.options[wager.option], None)
            changes |= dict([(wager.option, value) for value in values if value not in OFF][:1])
        if name not in setup.offers and changes and changes not in seen:
            seen.append(changes)
            yield changes


# -- Trying a value ---------------------------------------------------------------------------------------------------


def _tried(bench: _Bench, plan: _Plan, value: Any, progress: Progress | None) -> Choice:
    setup = bench.setup
    option = setup.entry.options[plan.option]
    choice = Choice(plan.option, value, option.cite, setup.options.get(plan.option) == value, given=plan.given)
    if needs := _lacking(setup, plan.option, value):
        return replace(choice, needs=needs)
    beside = _made_legal(bench, plan.option, value, plan.given)
    if beside is None:
        return replace(choice, refused=bench.refusal({**plan.given, plan.option: value}))
    given = {**plan.given, **beside}
    variant = bench.variant({**given, plan.option: value})
    assert variant is not None
    try:
        wagers = bench.analysis(variant, progress).wagers
    except Refused as not_solved:
        return replace(choice, refused=not_solved.sentence)
    off = [name for name in setup.entry.wagers if name not in wagers]
    why = {name: told for name in off if (told := why_not_offered(variant, name, plan.option))}
    return replace(choice, given=given, wagers=wagers, why=why)


def _lacking(setup: Setup, name: str, value: Any) -> tuple[str, ...]:
    """The house's own data that this value cannot do without and that nobody gave."""
    if value in OFF:
        return ()
    return tuple(
        other
        for other, option in setup.entry.options.items()
        if name in option.required_by and setup.options.get(other) is None
    )


def _made_legal(bench: _Bench, name: str, value: Any, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What else must be chosen otherwise to make a value legal: nothing, or one option that the rulebook ties to it."""
    if bench.variant({**given, name: value}) is not None:
        return {}
    rules = [rule for rule in bench.setup.entry.exclusions if name in {*rule.when, *rule.options}]
    for tied in dict.fromkeys(tied for rule in rules for tied in [*rule.when, *rule.options] if tied != name):
        for other in permitted(tied, bench.setup.entry.options[tied], None):
            if bench.variant({**given, name: value, tied: other}) is not None:
                return {tied: other}
    return None


def _affected(tried: list[Choice]) -> list[Choice]:
    """Keep of each choice the wagers that the option changes; nothing when it changes none and needs nothing."""
    usable = [choice for choice in tried if not choice.needs and not choice.refused]
    names = dict.fromkeys(name for choice in usable for name in choice.wagers)
    changed = [
        name for name in names if any(choice.wagers.get(name) != usable[0].wagers.get(name) for choice in usable)
    ]
    if not changed and not any(choice.needs for choice in tried):
        return []
    return [
        choice
        if choice.needs or choice.refused
        else replace(
            choice,
            wagers={name: choice.wagers[name] for name in changed if name in choice.wagers},
            not_offered=tuple(name for name in changed if name not in choice.wagers),
        )
        for choice in tried
    ]


def _as_chosen(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Normal values as a house would write them."""
    return {
        name: value if isinstance(value, bool | int) else _percentage(value) if _is_share(value) else str(value)
        for name, value in changes.items()
    }


def _is_share(value: Any) -> bool:
    return not isinstance(value, str | To | For)


def _percentage(share: Fraction) -> str:
    return decimal(share * 100).rstrip("0").rstrip(".")


def _part(progress: Progress | None, done: float, share: float) -> Callable[[float], None] | None:
    """Progress of one of several computations, told as progress of the whole."""
    if progress is None:
        return None
    progress(done)
    return lambda part: progress(done + share * part)


# -- For people -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A value of an option and the house edge it gives, in words."""

    value: str
    edge: str
    remark: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Wagers that an option treats alike, and a line for each of its values."""

    option: str
    cite: str
    wagers: str
    lines: tuple[Line, ...]


def compared(setup: Setup, choices: Iterable[Choice]) -> list[Compared]:
    """The choices as a reader wants them: by option, then by wagers with the same edges, then by value."""
    found = []
    by_option: dict[str, list[Choice]] = {}
    for choice in choices:
        by_option.setdefault(choice.option, []).append(choice)
    for option, tried in by_option.items():
        for names in _groups(tried) or [[]]:
            titles = [title_of(setup, name) for name in names] or [
                wager.title for wager in setup.entry.wagers.values() if wager.option == option
            ]
            lines = tuple(_line(setup, choice, names) for choice in tried)
            found.append(Compared(option, tried[0].cite, joined(titles) if titles else "", lines))
    return found


def _groups(tried: list[Choice]) -> list[list[str]]:
    """The wagers an option changes, gathered by the edges that its values give them."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for name in dict.fromkeys(name for choice in tried for name in [*choice.wagers, *choice.not_offered]):
        edges = tuple(choice.wagers[name].house_edge if name in choice.wagers else None for choice in tried)
        found.setdefault(edges, []).append(name)
    return list(found.values())


def _line(setup: Setup, choice: Choice, names: list[str]) -> Line:
    wager = choice.wagers.get(names[0]) if names else None
    remarks = [f"needs {', '.join(choice.needs)}"] if choice.needs else [choice.refused] if choice.refused else []
    if wager is None and not remarks:
        why = choice.why.get(names[0], "") if names else ""
        remarks = [f"not offered{why and ': '}{why}"]
    if wager is not None and choice.given:
        remarks.append("with " + ", ".join(f"{name} = {key_of(value)}" for name, value in choice.given.items()))
    if wager is not None and wager.estimated:
        remarks.append(f"an {exact_words(wager)}")
    if wager is not None and favours_player(wager):
        remarks.append("pays back more than is staked")
    value = shown(setup.entry.options[choice.option], choice.value)
    return Line(
        value, about(wager, percent(wager.house_edge)) if wager is not None else "", "; ".join(remarks), choice.in_force
    )
