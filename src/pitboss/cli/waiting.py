"""What a person sees while a long computation runs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

SHOWN_AFTER = 0.4
"""Seconds that a computation takes before its progress is shown."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on the terminal, once the work has taken a moment; none where nobody watches."""
    console = Console(stderr=True)
    if sys.stderr is None or not console.is_terminal:
        yield lambda done: None
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task(what, total=1.0)
    later = Timer(SHOWN_AFTER, bar.start)
    later.daemon = True
    later.start()
    try:
        yield lambda done: bar.update(task, completed=done)
    finally:
        later.cancel()
        later.join()
        bar.stop()
