"""The part of the rule sheet about money: pay tables, meters, commission, rounding, collection fees."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rich.text import Text

from pitboss.rulebook.model import (
    Band,
    ByPlayers,
    Entry,
    Fees,
    Limits,
    Meter,
    Option,
    PayTable,
    Players,
    RoundingRule,
    Schedule,
)
from pitboss.rulebook.options import key_of
from pitboss.sheets.paper import CITE, IN_FORCE, MANY_COLUMNS, Paper, cited, in_words
from pitboss.sheets.wording import (
    WITHOUT_HANDS,
    amount_words,
    either,
    in_brackets,
    percent_words,
    variants,
    when_words,
    yes_or_no,
)

CHANGE = {
    "fixed": "The house may not change it.",
    "at_least": "The house may pay more, never less.",
    "notice": "The house may change it after notice.",
}


def show_pay_tables(paper: Paper, entry: Entry) -> None:
    if entry.pay_tables:
        paper.heading("Pay tables")
    for name, table in entry.pay_tables.items():
        paper.subheading(Text.assemble((f"{name}: {table.title}", "bold"), (f" [{table.cite}]", CITE)))
        heads, rows = _pay_lines(table)
        if entry.family in WITHOUT_HANDS and heads[0] == "Hand":
            heads[0] = "Line"
        paper.table(heads, rows, indent=4, whole=range(1, len(heads)) if len(heads) > MANY_COLUMNS else ())
        if table.envy_cite:
            paper.clause("Envy is paid for what other players hold.", table.envy_cite, indent=4)
        paper.clause(either(table.change, CHANGE.__getitem__), table.change_cite, indent=4)
        if table.to_only:
            paper.clause(stated_with(table), table.to_only, indent=4)
        if table.uniform:
            paper.clause("A changed table is paid at every table of the house alike.", table.uniform, indent=4)
        if table.notice:
            paper.clause(f"Notice: {table.notice}", indent=4, style="yellow")
        if table.note:
            paper.clause(f"Note: {table.note}", indent=4)


def stated_with(stated: Option | PayTable) -> str:
    """With which words its odds are stated."""
    words = '"to" or "win"' if stated.or_win else '"to"'
    return f'Its odds are stated with {words}, never with "for".'


def _pay_lines(table: PayTable) -> tuple[list[str], list[list[str]]]:
    """A table's heads and rows: one column of pays, or several, and envy where it is paid."""
    columns = list(dict.fromkeys(column for pay in table.lines.values() if isinstance(pay, dict) for column in pay))
    if columns:
        return _pay_columns(table, columns)
    envy = bool(table.envy)
    rows = [
        [in_words(hand), str(table.lines.get(hand, "")), *([amount_words(table.envy.get(hand, ""))] if envy else [])]
        for hand in dict.fromkeys([*table.lines, *table.envy])
    ]
    from_ = f", wagers from {amount_words(table.envy_from)}" if table.envy_from else ""
    return ["Hand", "Pays", *([f"Envy{from_}"] if envy else [])], rows


def _pay_columns(table: PayTable, columns: list[str]) -> tuple[list[str], list[list[str]]]:
    """Pays that differ by column; many columns of few hands read better as rows."""
    pays = {
        hand: [pay if isinstance(pay, str) else pay.get(column, "") for column in columns]
        for hand, pay in table.lines.items()
    }
    if len(columns) <= max(len(pays), 4):
        return ["Hand", *map(in_words, columns)], [[in_words(hand), *cells] for hand, cells in pays.items()]
    rows = [[in_words(column), *(cells[at] for cells in pays.values())] for at, column in enumerate(columns)]
    return ["", *map(in_words, pays)], rows


def show_payout_limits(paper: Paper, entry: Entry) -> None:
    if entry.payout_limits:
        paper.heading("Payout limits")
    for limit in entry.payout_limits:
        cut = ", ".join(entry.wagers[wager].title for wager in limit.wagers)
        how = f"Cut evenly: {cut}." if limit.evenly else f"Cut in this order: {cut}."
        paper.bullet("•", cited(f"{limit.text} {how}", limit.cite))


def show_meters(paper: Paper, entry: Entry) -> None:
    if entry.meters:
        paper.heading("Progressive meters")
    for name, meter in entry.meters.items():
        paper.bullet("•", cited(f"{meter.title} ({name}): {_meter(entry, meter)}", meter.cite))


def _meter(entry: Entry, meter: Meter) -> str:
    parts = [
        f"fed by {' and '.join(entry.wagers[name].title for name in (meter.wager, *meter.also_fed_by))}",
        f"seed {either(meter.seed, amount_words)}"
        + (f" per dollar of {meter.seed_per_dollar_of}" if meter.seed_per_dollar_of else ""),
        *([f"begins again with the {entry.meters[meter.refilled_from].title}"] if meter.refilled_from else []),
        f"contribution {either(meter.contribution, percent_words)}",
    ]
    if meter.must_hit is not None:
        parts.append(f"won before it reaches {either(meter.must_hit.max, amount_words)}")
    if meter.when:
        parts.append(f"with {when_words(meter.when)}")
    return "; ".join(parts) + (f". {meter.note}" if meter.note else ".")


def show_commission(paper: Paper, entry: Entry) -> None:
    """Commission and rounding."""
    if entry.commission is None and not entry.rounding:
        return
    paper.heading("Commission and rounding")
    if (rule := entry.commission) is not None:
        later = f" ({rule.collected_cite})" if rule.collected_cite else ""
        text = f"Commission: {either(rule.rate, percent_words)} of what the wager wins; collected later: "
        paper.bullet("•", cited(f"{text}{either(rule.deferred, yes_or_no)}{later}.", rule.cite))
    for name, rounding in entry.rounding.items():
        for condition, part, _ in variants(rounding):
            paper.bullet(
                "•", cited(f"{in_words(name).capitalize()}{in_brackets(condition)}: {_rounded(part)}.", part.cite)
            )


def _rounded(rule: RoundingRule) -> str:
    way = "to the nearest" if rule.mode == "nearest" else f"{rule.mode} to"
    only = f", for {' and '.join(map(in_words, rule.wagers))} only" if rule.wagers else ""
    return f"rounded {way} {amount_words(rule.unit)}{only}"


BASE_WAGER = "base_wager"
"""What a player's fee is per where the rules of play are not printed, and the wagers have no names."""


def show_fees(paper: Paper, entry: Entry, chosen: Mapping[str, Any]) -> None:
    fees = entry.fees
    if fees is None:
        return
    paper.heading("Collection fees")
    if any(rule.pot or rule.half_hour for rule in fees.schedules.values()):
        _show_pot_fees(paper, fees, key_of(chosen.get(fees.option)))
        return
    text = f"Chosen with the option {fees.option}. The player's fee is per {in_words(fees.per or BASE_WAGER)}; "
    text += f"the total action counts {', '.join(map(in_words, fees.action or (f'{BASE_WAGER}s',)))}."
    paper.clause(text, fees.cite)
    if fees.free_collection:
        paper.clause("A wager that paid a fee and had no action pays none the next time.", fees.free_collection)
    if fees.stand:
        paper.clause("What was taken for a round that is void counts for the next one.", fees.stand)
    chips = any(rule.promotional_chip != "0" for rule in fees.schedules.values())
    rows: list[tuple[str | Text, ...]] = [
        (
            name + (IN_FORCE if key_of(chosen.get(fees.option)) == name else ""),
            _limits(rule.table),
            _limits(rule.bonus),
            amount_words(rule.player),
            *([amount_words(rule.promotional_chip)] if chips else []),
            _bank_fee(rule),
            Text(rule.cite, CITE),
        )
        for name, rule in fees.schedules.items()
    ]
    heads = ("Schedule", "Table", "Bonus", "Player", *(["Promo chip"] if chips else []), "Player-dealer", "Clause")
    paper.table(heads, rows)


def _show_pot_fees(paper: Paper, fees: Fees, chosen: str) -> None:
    """Fees from the pot, by the point of the round, or from each player by the half hour."""
    chosen_with = f"the option {fees.option}"
    if fees.fewer:
        chosen_with += f", for fewer players with {', '.join(fees.fewer)}"
    text = f"Chosen with {chosen_with}; a fee by the number of players is given for so many or fewer."
    paper.clause(text, fees.cite)
    rules = fees.schedules.values()
    points = list(dict.fromkeys(point for rule in rules for point in rule.pot))
    told: dict[str, Callable[[Schedule], str]] = {
        "Betting": lambda rule: "no limit, pot limit" if rule.betting == "big_bet" else in_words(rule.betting or ""),
        "Limit or buy-in": _stakes,
        "Ante": lambda rule: amount_words(rule.ante) if rule.ante != "0" else "",
        "Bring in": lambda rule: amount_words(rule.bring_in) if rule.bring_in else "",
        "Players": lambda rule: _players(rule.players),
        "small blind": lambda rule: amount_words(rule.small_blind) if rule.small_blind != "0" else "",
        **{in_words(point): partial(_at_point, point) for point in points},
        "Half hour": lambda rule: _by_players(rule.half_hour),
    }
    told = {head: tell for head, tell in told.items() if any(map(tell, rules)) or head in map(in_words, points)}
    rows: list[tuple[str | Text, ...]] = [
        (
            name + (IN_FORCE if chosen == name else ""),
            *(tell(rule) for tell in told.values()),
            Text(rule.cite, CITE),
        )
        for name, rule in fees.schedules.items()
    ]
    paper.table(("No.", *told, "Clause"), rows)


def _at_point(point: str, rule: Schedule) -> str:
    return _by_players(rule.pot.get(point, ""))


def _stakes(rule: Schedule) -> str:
    """A limit or a buy-in, or between which a house sets it."""
    lowest, highest = (rule.buy_in, rule.buy_in_up_to) if rule.buy_in is not None else (rule.table, rule.table_up_to)
    return _limits(lowest) if highest is None else f"{_limits(lowest)}, up to {_limits(highest)}"


def _players(players: Players | None) -> str:
    if players is None:
        return ""
    if players.max is None:
        return f"{players.min} or more"
    if not players.min:
        return f"{players.max} or fewer"
    return str(players.max) if players.min == players.max else f"{players.min} to {players.max}"


def _by_players(fee: str | list[ByPlayers]) -> str:
    if isinstance(fee, str):
        return amount_words(fee)
    return ", ".join(f"{amount_words(part.fee)}{f' ({part.up_to})' if part.up_to else ''}" for part in fee)


def _limits(limits: Limits | None) -> str:
    if limits is None or limits.min is None:
        return f"up to {amount_words(limits.max)}" if limits is not None and limits.max else ""
    return (
        (
            amount_words(limits.min)
            if limits.min == limits.max
            else f"{amount_words(limits.min)} to {amount_words(limits.max)}"
        )
        if limits.max
        else f"from {amount_words(limits.min)}"
    )


def _bank_fee(rule: Schedule) -> str:
    if isinstance(rule.bank, str):
        return amount_words(rule.bank)
    return "; ".join(_band(band) for band in rule.bank)


def _band(band: Band) -> str:
    return f"{amount_words(band.fee)} {f'up to {amount_words(band.up_to)}' if band.up_to else 'above'}"
