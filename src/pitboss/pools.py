"""Processes that work for this one, and import nothing of the program that started it."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import process, spawn
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from typing import Any


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


def may_have_workers() -> bool:
    """Whether this process may start others; one of a ``multiprocessing.Pool`` may not."""
    return not process.current_process().daemon


_starting = threading.Lock()


@contextmanager
def _main_left_out() -> Iterator[None]:
    """Start workers without the caller's script, which Python would run again in each of them.

    All that we call is in modules of ours. Processes that other threads start meanwhile are started as always.
    """
    with _starting:
        before, here = spawn.get_preparation_data, threading.get_ident()

        def prepared(name: str) -> dict[str, Any]:
            data = before(name)
            if threading.get_ident() == here:
                data.pop("init_main_from_name", None)
                data.pop("init_main_from_path", None)
            return data

        spawn.get_preparation_data = prepared
        try:
            yield
        finally:
            spawn.get_preparation_data = before


class _WithoutMain(process.BaseProcess):
    def start(self) -> None:
        with _main_left_out():
            super().start()


class _Spawned(_WithoutMain, SpawnProcess):
    pass


class _Spawning(SpawnContext):
    Process = _Spawned


if sys.platform != "win32":
    from multiprocessing.context import ForkServerContext, ForkServerProcess

    class _Served(_WithoutMain, ForkServerProcess):
        pass

    class _Serving(ForkServerContext):
        Process = _Served


def spawning() -> BaseContext:
    """Starts each process anew."""
    return _Spawning()


def serving(preload: str) -> BaseContext:
    """Starts processes that have imported a module already, and were not forked from this one: a progress bar's thread
    must not be copied amid its work."""
    if sys.platform == "win32":
        return _Spawning()
    context = _Serving()
    context.set_forkserver_preload([preload])
    return context
