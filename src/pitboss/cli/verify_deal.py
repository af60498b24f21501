"""``pitboss verify-deal``: a deal checked against what was told before it."""

import json
from typing import TYPE_CHECKING

from pitboss.cli.settle import text_of
from pitboss.errors import RecordError
from pitboss.sheets.paper import Paper, pretty_cards, print_json

if TYPE_CHECKING:
    from pitboss.house.fairness.deal_check import DealCheck


def print_deal_check(file: str, noted: str | None, as_json: bool) -> bool:
    """Check a deal and print what came of it; True when it was fair."""
    from pitboss.house.fairness.deal_check import check_deal

    try:
        bundle = json.loads(text_of(file))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{'standard input' if file == '-' else file} is not JSON") from error
    check = check_deal(bundle, noted)
    if as_json:
        print_json(check.as_json())
    else:
        _show_deal(Paper(), check)
    return check.fair


def _show_deal(paper: Paper, check: "DealCheck") -> None:
    paper.title(f"Round {check.round} of table {check.table}", check.entry)
    paper.line(f"Commitment {check.commitment}", indent=2)
    if check.committed_at:
        paper.line(f"told at {check.committed_at}, before wagers were made", "dim", indent=2)
    if check.practice:
        paper.line("A round for practice: anything could be called at this table.", "bold yellow", indent=2)
    for person, word in sorted(check.words.items()):
        paper.line(f'{person} added the word "{word}"', indent=2)
    for number, dealt in check.rounds:
        paper.subheading(f"Round {number}, as the seed deals it")
        paper.named([(name, pretty_cards(values)) for name, values in dealt.items()], indent=4)
    if check.calls:
        paper.subheading("Called, and able to touch cards or wagers")
    for number, said in check.calls:
        card = f" ({said['card']})" if "card" in said else ""
        signed = f"{said['by'] or 'nobody'}, {said['confirmed_by'] or 'nobody'} confirming"
        note = f': "{said["note"]}"' if said["note"] else ""
        paper.bullet("•", f"round {number}: {said['irregularity']}{card} by {signed}{note}")
    paper.line()
    for finding in check.findings:
        paper.bullet("✗", finding)
    if check.fair:
        paper.line("The seed is the one that was committed to, and it deals these cards.", "bold green", indent=2)
    else:
        paper.line("This deal is not what was committed to.", "bold red", indent=2)
