"""What a wager takes and pays, in a few words."""

from collections.abc import Mapping
from itertools import groupby

from pitboss.money import money
from pitboss.rulebook.multiples import multiple_in_words
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import Result
from pitboss.sheets.paper import in_words

LONG = 14


def limits_of(offer: Offer, setup: Setup) -> str:
    if multiple := multiple_in_words(setup, offer.id):
        return multiple
    if offer.equals:
        times = sorted({times for allowed in offer.times.values() for times in allowed})
        if times:
            multiples = f"{times[0]} to {times[-1]}" if len(times) > 1 else str(times[0])
            return f"{multiples} × {in_words(offer.equals)}"
        return f"{'up to' if offer.or_less else '='} {in_words(offer.equals)}"
    if offer.amount_text:
        return offer.amount_text
    if offer.exactly is not None:
        return money(offer.exactly)
    if offer.one_of:
        return " or ".join(map(money, offer.one_of))
    if offer.min is not None and offer.max is not None:
        return f"{money(offer.min)} to {money(offer.max)}"
    if offer.max is not None:
        return f"up to {money(offer.max)}"
    return f"from {money(offer.min)}" if offer.min is not None else "any"


def pays_of(offer: Offer) -> str:
    """What a wager can pay: the odds of its cases, or the lines of its pay table."""
    if offer.into_pot:
        return "the pot"
    results = [result for result, _ in offer.rulings.values() if result.pays is not None]
    odds = list(dict.fromkeys(_odds(result) for result in results))
    table = offer.pays
    if table is not None and any(result.kind == "table" for result, _ in offer.rulings.values()):
        lines = {line: pay for line, pay in table.lines.items() if offer.line in (None, line)}
        if offer.spots:
            # A table shared with other wagers lists the spots of this one by its name: total_4, total_5, ...
            mine = f"{offer.id}_"
            lines = {f"{line[len(mine) :]}:": pay for line, pay in lines.items() if line.startswith(mine)} or lines
        if len(lines) > LONG or any(isinstance(pay, Mapping) for pay in lines.values()):
            odds.append(f"by the pay table {table.id}, see rules")
        elif len(lines) == 1:
            part = next((f" on {result.part}" for result, _ in offer.rulings.values() if result.part is not None), "")
            odds += [f"{pay}{part}" for pay in lines.values()]
        else:
            odds += _listed(lines)
    if table is not None and offer.parts:
        whole = sum(offer.parts.values())
        odds += [f"{in_words(line)} {table.lines[line]} on {share}/{whole}" for line, share in offer.parts.items()]
    return ", ".join(odds) or "pushes at best"


def _listed(lines: Mapping[str, object]) -> list[str]:
    """The lines of a pay table; numbered ones that pay the same are taken together.

    >>> _listed({"spread_3": "2 to 1", "spread_4": "1 to 1", "spread_5": "1 to 1", "any_pair": "1 to 1"})
    ['spread 3: 2 to 1', 'spread 4 to 5: 1 to 1', 'any pair 1 to 1']
    >>> _listed({"6": "7 to 6", "8": "7 to 6", "9": "7 to 5"})
    ['6 and 8: 7 to 6', '9: 7 to 5']
    """
    found = []
    for (stem, pay), group in groupby(lines.items(), key=lambda line: (line[0].rstrip("0123456789"), line[1])):
        names = [name for name, _ in group]
        numbers = [name.removeprefix(stem) for name in names]
        in_a_row = len(names) > 1 and int(numbers[-1]) - int(numbers[0]) == len(names) - 1
        others = f" to {numbers[-1]}" if in_a_row else "".join(f" and {number}" for number in numbers[1:])
        found.append(f"{in_words(names[0])}{others}{':' if names[0] != stem else ''} {pay}")
    return found


def _odds(result: Result) -> str:
    if result.kind == "multiplied":
        return str(result.pays).replace("1", "the multiplier", 1)
    return f"{result.pays}{' less commission' * result.less_commission}"
