"""What a person sees while a long computation runs."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

SHOWN_AFTER = 0.4
"""Seconds that a computation takes before its progress is shown."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on the terminal, once the work has taken a moment; none where nobody watches."""
    with _heeded() as check, _shown(what) as show:

        def told(done: float) -> None:
            check()
            show(done)

        yield told


@contextmanager
def _heeded() -> Iterator[Callable[[], None]]:
    """Ctrl-C ends the work when it next tells its progress, or at its end; a second one ends it at once.

    An exception raised in the middle of a compilation would be dropped, or leave half-compiled code behind.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is not signal.default_int_handler:
        yield lambda: None
        return
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        signal.signal(signal.SIGINT, before)

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    try:
        yield check
        check()
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _shown(what: str) -> Iterator[Callable[[float], None]]:
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
