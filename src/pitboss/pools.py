"""Processes that work for this one."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def outliving_workers() -> Iterator[None]:
    """A pipe to a worker that was sent home breaks, and must not end this process as a closed output would.

    After an error that stays so: what is left of a pool still writes to its pipes until the very end.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPIPE"):
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGPIPE, before or signal.SIG_DFL)
