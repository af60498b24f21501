"""The procedures of a table, such as opening it, worked through and ticked off step by step."""

from typing import TYPE_CHECKING

from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable
    from pitboss.house.storage.batch import Batch


def begin(live: "LiveTable", batch: "Batch", procedure: str, by: str) -> None:
    """Work through a procedure from its first step on."""
    if procedure not in live.setup.entry.procedures:
        raise Refused(f'there is no procedure "{procedure}" at this table')
    live.done = [mark for mark in live.done if mark.rpartition(" ")[0] != procedure]
    live.enter(batch, "procedure", {"procedure": procedure, "step": 0, "by": by})


def step_done(live: "LiveTable", batch: "Batch", procedure: str, step: int, by: str) -> None:
    """Tick off a step of one of the table's procedures."""
    rule = live.setup.entry.procedures.get(procedure)
    if rule is None or not 1 <= step <= len(rule.steps):
        raise Refused(f"{procedure} has no step {step} at this table")
    mark = f"{procedure} {step}"
    if mark not in live.done:
        live.done.append(mark)
    live.enter(batch, "procedure", {"procedure": procedure, "step": step, "by": by})
