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
TOLD_AFTER = 2.0
"""Seconds after which a line says what is done, where there is no terminal."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on the terminal, once the work has taken a moment; elsewhere one line says what is done."""
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
    if sys.stderr is None:
        yield lambda done: None
        return
    if not console.is_terminal:
        with _after(TOLD_AFTER, lambda: print(f"{what} …", file=console.file, flush=True)):
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
    try:
        with _after(SHOWN_AFTER, bar.start):
            yield lambda done: bar.update(task, completed=done)
    finally:
        bar.stop()


@contextmanager
def _after(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Do something while the work goes on, if it takes so long."""
    later = Timer(seconds, act)
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()
        later.join()
