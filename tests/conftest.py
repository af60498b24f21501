"""Shared by the tests: where the worked examples are, and a count of them at the end of a run."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent / "examples"


def example_files() -> list[Path]:
    return sorted(EXAMPLES.rglob("*.toml"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ran = [
        report
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call" and "test_worked_example_settles" in report.nodeid
    ]
    if ran:
        passed = sum(report.outcome == "passed" for report in ran)
        terminalreporter.write_line(f"worked examples of the specs: {passed} of {len(ran)} settle as stated")
