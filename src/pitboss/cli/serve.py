"""``pitboss serve``: a house with its tables, over HTTP, WebSocket and pages."""

import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.sheets.paper import Paper

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Server

    from pitboss.api.limits import Limits
    from pitboss.api.request_check import Names
    from pitboss.api.runner import Runner
    from pitboss.api.unavailable import NotYet
    from pitboss.house.checkpoints import Kept


PARTS = ("cryptography", "fastapi", "nicegui", "orjson", "sqlalchemy", "uvicorn")


def serve(
    host: str,
    port: int,
    database: str | None,
    demo: bool | None,
    rate: float,
    pages: bool,
    new_tokens: Sequence[str] = (),
    tables: str = "*",
    address: str = "",
    secret: Path | None = None,
    settings: Mapping[str, bool] | None = None,
    checkpoints: str = "",
    checkpoints_every: tuple[int, float] = (500, 60.0),
    proxies: Sequence[str] = (),
    connections: int = 500,
    new: bool = False,
    names: Sequence[str] = (),
    open_demo: bool = False,
) -> None:
    """Run a house until somebody stops it; what was begun is finished first."""
    _outlive_hang_ups()
    _must_have_parts()
    import uvicorn

    from pitboss.api.connections import ServerConfig
    from pitboss.api.demo import set_up, tokens_for
    from pitboss.api.limits import Limits
    from pitboss.api.runner import Runner
    from pitboss.api.unavailable import NotYet
    from pitboss.house.sharing import Claim, Share
    from pitboss.house.startup import must_be_servable
    from pitboss.logs import log_discreetly

    share = Share.of(tables)
    database = database or os.environ.get("PITBOSS_DATABASE")
    if demo and not share.whole:
        raise PitbossError("a house for trying out is served by one process: --demo and --tables do not go together")
    demo = database is None and share.whole if demo is None else demo
    answers_to = _names(host, demo, names, open_demo)
    log_discreetly()
    paper = Paper()
    for proxy in proxies:
        _must_be_address(proxy)
    listening = _listen(host, port)
    here = f"http://{host if ':' not in host else f'[{host}]'}:{listening.getsockname()[1]}"
    with _until_stopped() as stop, NotYet(listening) as not_yet:
        url, tokens = database or _embedded(), _tokens_file(database)
        stop.if_asked()
        must_be_servable(url, True if new else None if demo or database is None else False)
        with Claim(url, share, address or here) as claim, ExitStack() as closing:
            runner = Runner(url, share, secret, settings, _kept(url, secret, checkpoints, checkpoints_every))
            closing.callback(runner.stop)
            closing.callback(_hear_no_signals)
            stop.if_asked()
            told = runner.now(None, lambda house, batch: set_up(house, demo))
            told |= runner.now(None, lambda house, batch: tokens_for(house, batch, new_tokens))
            _say(lambda: _keep_tokens(paper, tokens, told))
            stop.if_asked()
            limits = Limits(rate=rate, burst=max(1, round(2 * rate)), connections=connections)
            app = build(runner, limits, demo, pages, answers_to)
            config = ServerConfig(app, limits, proxies, timeout_graceful_shutdown=5, log_config=None)
            number = runner.now(None, lambda house, batch: len(house.tables))
            ready = f"{number} tables are open at {here}, the API at {here}/api. Ctrl-C closes the house."
            _settle_down()
            server = uvicorn.Server(config)
            claim.when_lost(lambda: setattr(server, "should_exit", True))
            stop.if_asked()
            _run(server, listening, not_yet, lambda: _say(lambda: paper.line(ready)), stop)
        if claim.lost:
            raise PitbossError(f"this process has stopped: its claim on tables {share} is lost, {claim.lost}")
    _say(lambda: paper.line("The house is closed; everything that was begun is written."))


def _kept(url: str, secret: Path | None, named: str, every: tuple[int, float]) -> "Kept | None":
    """Where the house's checkpoints are kept; nowhere for a house that is only in memory."""
    from pitboss.house.checkpoint_posting import is_url, place_of
    from pitboss.house.checkpoints import Every, Kept, checkpoint_file

    sent_to = named if is_url(named) else ""
    if sent_to:
        place_of(sent_to)
    elif named and not Path(named).parent.is_dir():
        raise PitbossError(f"checkpoints cannot be written to {named}: there is no such folder")
    file = Path(named) if named and not sent_to else checkpoint_file(url, secret)
    return None if file is None else Kept(file, sent_to, Every(*every))


def _names(host: str, demo: bool, names: Sequence[str], open_demo: bool) -> "Names | None":
    """The names that a house answers to. One for trying out, where nobody needs a token, is this machine's alone."""
    from pitboss.api.request_check import Names, is_this_machine

    if demo and not open_demo and not is_this_machine(host):
        raise PitbossError(
            f"a house for trying out lets anybody in without a token, and {host} can be reached from elsewhere: "
            "--no-demo asks for tokens, --open-demo serves it all the same"
        )
    own = frozenset(name.strip().strip("[]").lower() for name in names)
    return Names(own | {host}, any_address=open_demo) if demo or names else None


def build(runner: "Runner", limits: "Limits", demo: bool, pages: bool, names: "Names | None" = None) -> "FastAPI":
    """The service, with its pages where they are wanted."""
    from pitboss.api.app import create_app
    from pitboss.api.demo import BANKER

    app = create_app(runner, limits, names)
    app.state.service.stand_ins = frozenset({BANKER}) if demo else frozenset()
    if pages:
        from pitboss.web import add_pages

        add_pages(app, runner, demo=demo)
    return app


def _outlive_hang_ups() -> None:
    """A client that hangs up before it has read is no reason to end, as a closed output is for commands that print."""
    if hasattr(signal, "SIGPIPE") and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


class _Stop:
    """Whether somebody asked this process to stop while it was starting.

    The signal is only noted, and heeded between two steps: an exception in the middle of an import or a compilation
    may be lost there, or end the process. A second signal ends it at once.
    """

    def __init__(self) -> None:
        self.asked = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def if_asked(self) -> None:
        if self.asked:
            raise KeyboardInterrupt


@contextmanager
def _until_stopped() -> Iterator[_Stop]:
    """SIGTERM ends the house as Ctrl-C does; what goes wrong with its database ends it with a sentence."""
    from sqlalchemy.exc import SQLAlchemyError

    from pitboss.house.error_text import plainly

    ours = threading.current_thread() is threading.main_thread()
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)} if ours else {}
    stop = _Stop()
    for each in before:
        signal.signal(each, stop.hear)
    try:
        yield stop
    except KeyboardInterrupt:
        pass
    except SQLAlchemyError as error:
        raise PitbossError(f"the house cannot be served: {plainly(error)}") from error
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _hear_no_signals() -> None:
    """Whoever asks again while the house is closing gets what they asked for first: everything is written."""
    if threading.current_thread() is threading.main_thread():
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)


def _say(say: Callable[[], None]) -> None:
    """Say something, even if whoever read what this process says has gone: the house goes on without them."""
    try:
        say()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _settle_down() -> None:
    """What is loaded by now stays: looking through it for garbage again and again would hold every table up.

    What some hundred tables do at once, and what waits to be written meanwhile, is no reason to look either.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _run(server: "Server", listening: socket.socket, not_yet: "NotYet", ready: Callable[[], None], stop: _Stop) -> None:
    """Run the server, and say when it answers instead of those who said that it does not yet."""
    startup = server.startup

    async def and_say_so(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        if server.started:
            not_yet.stop()
            ready()
            server.should_exit = server.should_exit or stop.asked  # asked before the server heard signals itself

    server.startup = and_say_so  # type: ignore[method-assign]
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _must_have_parts() -> None:
    from importlib.util import find_spec

    missing = [name for name in PARTS if find_spec(name) is None]
    if missing:
        raise PitbossError(f"serving needs {', '.join(missing)}: pip install 'pitboss[serve]', or make serve")


def _must_be_address(proxy: str) -> None:
    """A proxy is known by its address, or by the network that it is in."""
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise PitbossError(f'"{proxy[:60]}" is no address: --proxy is like 10.0.0.7 or 10.0.0.0/24') from None


def _listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything is opened, so that a port in use is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, TypeError, UnicodeError) as error:  # the last two for names that no host can have
        why = error.strerror if isinstance(error, OSError) and error.strerror else "that is no address of this machine"
        raise PitbossError(f"{host}:{port} cannot be listened at: {why}") from error
    listening.listen(1024)
    return listening


def _embedded() -> str:
    from pitboss.house.storage.database import data_folder, default_url

    data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    return default_url()


def _tokens_file(database: str | None) -> Path | None:
    """Tokens of an embedded house are kept beside it; for any other they are told once."""
    from pitboss.house.storage.database import data_folder

    return data_folder() / "tokens.txt" if database is None else None


def _keep_tokens(paper: Paper, file: Path | None, told: Mapping[str, tuple[str, str]]) -> None:
    """Tell the tokens of the people who were just added, and keep them where only the owner can read."""
    if not told:
        return
    paper.line("These tokens are new and told once:")
    paper.table(("Person", "Role", "Token"), [(id, role, token) for id, (role, token) in told.items()], indent=2)
    if file is not None:
        lines = [f"{id} {role} {token}\n" for id, (role, token) in told.items()]
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        file.chmod(0o600)
        with os.fdopen(handle, "w") as text:
            text.writelines(lines)
        paper.line(f"They are kept in {file}, which only you can read.")
    paper.line()
