"""The rules in force on a PAR sheet, each with its clause, and the table of every permitted choice."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.money import dollars
from pitboss.rulebook.offers import Offer, Pays
from pitboss.rulebook.options import described
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import Result
from pitboss.solve.compare import Choice, Compared, compared
from pitboss.solve.figures import joined, option_words, percent
from pitboss.solve.report_html import Markup, breakable, el, join, table


def rules_in_force(setup: Setup, meters: Mapping[str, int]) -> Markup:
    """Options, wagers, pay tables and meters as this set-up has them."""
    return join(
        el("h3", "House options"),
        _options(setup),
        el("h3", "What each case does to each wager"),
        _rulings(setup),
        _pay_tables(setup),
        _meters(setup, meters) if setup.meters else "",
    )


def _options(setup: Setup) -> Markup:
    """What the house chose comes first and stands out; the rest is by default."""
    entry = setup.entry
    names = sorted(entry.options, key=lambda name: name not in setup.chosen)
    rows = [
        [
            el("span", breakable(name), class_="chosen" if name in setup.chosen else None),
            join(
                el("span", option_words(setup, name), class_="chosen" if name in setup.chosen else None),
                ""
                if name in setup.chosen or setup.options.get(name) is None
                else el("span", " by default", class_="soft"),
            ),
            described(entry.options[name]),
            entry.options[name].text,
            el("span", entry.options[name].cite, class_="cite"),
        ]
        for name in names
    ]
    if not rows:
        return el("p", "The entry leaves the house no options.")
    caption = "Every option of the entry; those the house chose are in bold and come first"
    return table(caption, ["Option", "In force", "Allowed", "What it is", "Clause"], rows, class_="options")


def _rulings(setup: Setup) -> Markup:
    rows = [
        [
            offer.title if first else el("span", offer.title, class_="soft"),
            case.replace("_", " "),
            _result(result, offer) + (", and is left up" if result.left_up else ""),
            _cite(cite),
        ]
        for offer in setup.offers.values()
        for first, (case, (result, cite)) in _with_first(offer.rulings)
    ]
    return table("Wagers on offer", ["Wager", "Case", "The wager", "Clause"], rows)


def _with_first(rulings: Mapping[str, tuple[Result, str]]) -> Iterator[tuple[bool, tuple[str, tuple[Result, str]]]]:
    for number, item in enumerate(rulings.items()):
        yield number == 0, item


def _result(result: Result, offer: Offer) -> str:
    part = f" on {result.part} of the wager" if result.part is not None else ""
    less = ", less commission" if result.less_commission else ""
    match result.kind:
        case "win":
            return f"wins {result.pays}{part}{less}"
        case "multiplied":
            return f"wins the multiplier {str(result.pays).partition(' ')[2]}"
        case "table":
            name = f"pay table {offer.pays.id}" if offer.pays is not None else "the pay table"
            line = f", line {offer.line.replace('_', ' ')}" if offer.line is not None else ""
            return f"is paid by {name}{line}{part}{less}; not listed: {result.otherwise}"
        case "pot":
            return "gets what the pot pays it"
        case "parts":
            name = f"pay table {offer.pays.id}" if offer.pays is not None else "the pay table"
            return f"each part is paid by its line of {name}, or lost"
        case "lose":
            return "loses"
        case "lose_half":
            return "loses half"
        case "lose_nothing":
            return "is taken, at no cost"
        case "push":
            return "is returned"
        case "void":
            return "is void and returned"
        case "stays":
            return "stays on the layout"


def _pay_tables(setup: Setup) -> Markup:
    tables: dict[str, tuple[Pays, list[str]]] = {}
    for offer in setup.offers.values():
        if offer.pays is not None:
            tables.setdefault(offer.pays.id, (offer.pays, []))[1].append(offer.title)
    drawn = [_pay_table(setup, pays, titles) for pays, titles in tables.values()]
    return join(el("h3", "Pay tables"), el("div", drawn, class_="plots")) if drawn else Markup("")


def _pay_table(setup: Setup, pays: Pays, titles: Sequence[str]) -> Markup:
    columns = list(dict.fromkeys(column for pay in pays.lines.values() if isinstance(pay, Mapping) for column in pay))
    changed = setup.changed_tables.get(pays.id, {})
    heads = ["Hand", *(columns or ["Pays"]), *(["Envy"] if pays.envy else [])]
    rows = []
    for hand, pay in pays.lines.items():
        name = hand.replace("_", " ") + (" (changed by the house)" if hand in changed else "")
        cells = [str(pay.get(column, "")) for column in columns] if isinstance(pay, Mapping) else [str(pay)]
        envy = [f"${dollars(pays.envy[hand])}" if hand in pays.envy else ""] if pays.envy else []
        rows.append([name, *cells, *envy])
    caption = join(f"{pays.id}: {pays.title}. Used by {joined(titles)}. ", _cite(pays.cite))
    return table(caption, heads, rows, right=tuple(range(1, len(heads))))


def _meters(setup: Setup, meters: Mapping[str, int]) -> Markup:
    rows = [
        [
            f"{rule.title} ({name})",
            f"${dollars(meters.get(name, rule.seed))}",
            f"${dollars(rule.seed)}",
            f"${dollars(rule.step)} a wager" if rule.step else percent(rule.contribution, 2),
            _cite(rule.cite),
        ]
        for name, rule in setup.meters.items()
    ]
    heads = ["Meter", "Priced at", "Seed", "Contribution", "Clause"]
    return join(el("h3", "Progressive meters"), table("Meters in force", heads, rows, right=(1, 2, 3)))


def _cite(text: str) -> Markup:
    return el("span", text, class_="cite")


# -- Every permitted choice -------------------------------------------------------------------------------------------


def choices_table(setup: Setup, choices: Sequence[Choice]) -> Markup:
    """A row per choice and group of wagers that it treats alike."""
    groups = compared(setup, choices)
    if not groups:
        return el("p", "No option of this entry with listed values changes the mathematics of a wager.")
    caption = "Each option that changes a wager's mathematics, all others as they are in force"
    heads = [
        el("th", "Value", scope="col"),
        el("th", "House edge", scope="col", class_="num"),
        el("th", "Remark", scope="col"),
    ]
    head = el("thead", el("tr", heads))
    drawn = el("table", el("caption", el("span", caption)), head, map(_compared, groups), class_="choices")
    return el("div", drawn, class_="scroll", role="region", tabindex=0, aria_label=caption)


def _compared(group: Compared) -> Markup:
    """The option and its wagers in a row of their own, then a row for each value."""
    whose = join(el("strong", group.option), f": {group.wagers} " if group.wagers else " ", _cite(group.cite))
    rows = [el("tr", el("th", whose, colspan=3, scope="rowgroup"), class_="group")]
    for line in group.lines:
        kind = "chosen" if line.in_force else None
        value = join(line.value, el("span", " in force", class_="soft") if line.in_force else "")
        edge = el("td", line.edge.replace("-", "−"), class_=f"num {kind or ''}".strip())
        rows.append(el("tr", el("th", value, scope="row", class_=kind), edge, el("td", line.remark)))
    return el("tbody", rows)
