"""Commands of pitboss in processes of their own, started without the two seconds that importing the service takes.

A nest, one for each process of the tests, has imported everything and forks whatever is started: the same command with
the same arguments, environment, folder and streams, a process like any other to whoever started it. Where a system
cannot do that, and in the tests of starting itself, the command is started from nothing.
"""

import atexit
import ctypes
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

COMMAND = (sys.executable, "-m", "pitboss.cli")
EDGES_OF, GAMES = "PITBOSS_TESTED_EDGES", "PITBOSS_TESTED_GAMES"
"""Entries, in the environment of a house: those whose edges it works out, and those that it opens to be tried out."""
_SET_CHILD_SUBREAPER = 36


class Started(subprocess.Popen[Any]):
    """A command that the nest forks; its parent is this process, so that all that holds of others holds of it."""

    def _execute_child(self, args: Sequence[str], executable: Any, *more: Any) -> None:
        _, _, _, folder, environment, _, _, _, taken, given, told, out, failed, err = more[:14]
        order = {
            "words": list(args),
            "folder": str(folder or Path.cwd()),
            "environment": dict(os.environ if environment is None else environment),
        }
        with Path(os.devnull).open("rb") as nothing:
            streams = [nothing.fileno() if taken == -1 else taken, 1 if out == -1 else out, 2 if err == -1 else err]
            nest = _nest()
            socket.send_fds(nest, [json.dumps(order).encode()], streams)
            self.pid = int(nest.recv(32))
        self._child_created = True
        for stream, ours in ((taken, given), (out, told), (err, failed)):
            if stream != -1 and ours != -1:
                os.close(stream)


def start(*words: str, **more: Any) -> "subprocess.Popen[Any]":
    """Start ``pitboss WORDS``; the rest is that of Popen."""
    if sys.platform != "linux":
        return subprocess.Popen([*COMMAND, *words], **more)
    return Started(words, **more)


def run(*words: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    """What ``pitboss WORDS`` ends with."""
    with start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more) as process:
        try:
            out, err = process.communicate(timeout=90)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@cache
def _nest() -> socket.socket:
    """The nest, by the socket that orders go to. Who is forked there twice is handed on to this process."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        process = subprocess.Popen([sys.executable, __file__, str(there.fileno())], pass_fds=[there.fileno()])
    atexit.register(process.wait)
    atexit.register(here.close)
    return here


def _be_a_nest(orders: socket.socket) -> None:
    import pitboss.api.app
    import pitboss.api.connections
    import pitboss.api.demo
    import pitboss.cli.app
    import pitboss.cli.serve
    import pitboss.house.audit.house_audit
    import pitboss.web.mount  # noqa: F401
    from pitboss.rulebook.loader import entries

    list(entries())  # read once for every house
    gc.collect()
    gc.freeze()
    while True:
        order, streams, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not order:
            return
        reads, writes = os.pipe()
        between = os.fork()
        if not between:
            os.close(reads)
            if child := os.fork():
                os.write(writes, str(child).encode())
                os._exit(0)
            os.close(writes)
            orders.close()
            _become(json.loads(order), streams)
        os.close(writes)
        os.waitpid(between, 0)  # the child has the tests as its parent from here
        orders.send(os.read(reads, 32))
        for descriptor in (reads, *streams):
            os.close(descriptor)


def _become(order: dict[str, Any], streams: Sequence[int]) -> NoReturn:
    """Run the command as the shell would have started it."""
    from pitboss.cli.app import main

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        if stream > 2:
            os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    _as_tests_need_it()
    sys.argv = ["pitboss", *order["words"]]
    sys.exit(main())


def _as_tests_need_it() -> None:
    """A house for trying out hurries nobody, works out no edges beside the pages, and has the tables that are wanted.

    A solver at work for every page that is looked at would take longer than all the pages, and a table that deals
    because a time is over would do so in the middle of what a busy machine is slow at.
    """
    from pitboss.api import demo
    from pitboss.house.live.pace import Pace
    from pitboss.web import table

    wanted = os.environ.get(EDGES_OF, "").split()
    games = os.environ.get(GAMES, "").split()
    all_edges, all_entries = table.edges, demo.entries

    async def edges(setup: Any) -> dict[str, str]:
        return await all_edges(setup) if setup.entry.name in wanted else {}

    table.edges = edges
    demo.PACE = Pace(auto_deal=True)
    if games:
        demo.entries = lambda rulebook: [entry for entry in all_entries(rulebook) if entry.name in games]


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of the tests is none of the program's
    _be_a_nest(socket.socket(fileno=int(sys.argv[1])))
