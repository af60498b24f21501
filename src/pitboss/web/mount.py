"""The pages put on the service: who may see which, and signing in."""

import asyncio
from collections.abc import Callable
from html import escape
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Annotated, Literal
from urllib.parse import quote

import nicegui
from fastapi import FastAPI, Form, Request
from fastapi import Path as PathNumber
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from nicegui import Client, ui
from starlette.background import BackgroundTask

from pitboss.api.demo import BANKER, DEMO
from pitboss.api.presence import Presence
from pitboss.api.queries import deal_to_check, hand_of, hands_of
from pitboss.api.runner import Runner
from pitboss.api.views import Viewer
from pitboss.errors import PitbossError, Refused
from pitboss.house.people import Person
from pitboss.house.storage.store import Store
from pitboss.web.audit import MOST_SECONDS, AuditPage
from pitboss.web.background import aside
from pitboss.web.dealer import DealerPage
from pitboss.web.desk import Desk
from pitboss.web.floor import FloorPage
from pitboss.web.limits import PageLimits
from pitboss.web.lobby import LobbyPage
from pitboss.web.not_found import Nowhere, notice
from pitboss.web.parts import MARK, STATIC, capital
from pitboss.web.ruling import MAY_READ, ruling_of_round, ruling_page
from pitboss.web.sign_in import sign_in, sign_out
from pitboss.web.table import TablePage

ASSETS = "/pages"
HEAD = f'<link rel="stylesheet" href="{ASSETS}/pitboss.css">'
IN_ORDER = f'<script src="{ASSETS}/in_order.js"></script>'
LONGEST_AWAY = 30.0
"""Seconds for which the page of somebody whose line broke, or whose machine was busy, waits to go on as it was."""
LONGEST_BUILD = 60.0
"""Seconds that a page may take to be made."""
MOST_HANDS = 200
"""Hands of poker in a file that a player takes home."""
FOR_OTHERS = "Rulings are for the floor and auditors, who see every card of a round. Ask the floor about yours."
START = {"player": "/lobby", "dealer": "/lobby", "floor": "/floor", "auditor": "/audit", "system": "/lobby"}


def add_pages(app: FastAPI, runner: Runner, demo: bool = False) -> Desk:
    """Put the pages on a service; in a house for trying out, its people may be picked without a token.

    A process has one set of pages: NiceGUI keeps them for the whole of it.
    """
    desk = Desk(app.state.service, {id: who for id, who in DEMO.items() if id != BANKER} if demo else {})
    nicegui.app.add_static_files(ASSETS, str(STATIC))
    presence: Presence = app.state.service.presence
    _door(app, desk, presence)
    _exports(app, desk)
    _rulings(app, desk)
    _rooms(desk, presence)
    app.router.routes.append(Nowhere(app, HEAD))
    favicon = MARK.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    ui.run_with(
        app,
        title="pitboss",
        favicon=favicon,
        tailwind=False,
        show_welcome_message=False,
        language="en-US",
        reconnect_timeout=LONGEST_AWAY,
    )
    nicegui.app.config.socket_io_js_transports = ["websocket"]
    app.add_middleware(PageLimits, desk=desk, service=app.state.service)
    nicegui.app.on_shutdown(desk.close)
    return desk


# -- signing in -------------------------------------------------------------------------------------------------------


def _door(app: FastAPI, desk: Desk, presence: Presence) -> None:
    @app.get("/sign-in", include_in_schema=False)
    async def door(next: str = "") -> Response:
        return HTMLResponse(_sign_in_page(desk, _inside(next)))

    @app.post("/sign-in", include_in_schema=False)
    async def enter(request: Request, token: str = Form(""), person: str = Form(""), next: str = Form("")) -> Response:
        found = await (desk.demo_person(person) if person else desk.person_of(token.strip()))
        if found is None:
            # Guessing tokens is as slow here as it is for the rest of the service.
            if (service := getattr(request.app.state, "service", None)) is not None:
                service.strangers.must_have_left(request.client.host if request.client is not None else "")
            said = "Nobody here has that token." if token.strip() else "A token is needed to sign in."
            return HTMLResponse(_sign_in_page(desk, _inside(next), said), status_code=401)
        response = RedirectResponse(_inside(next) or START[found.role], status_code=303)
        sign_in(response, found, desk.cookie_key, secure=request.url.scheme == "https")
        return response

    @app.post("/sign-out", include_in_schema=False)
    async def leave(request: Request) -> Response:
        if (person := await desk.visitor(request)) is not None:
            await desk.sign_out(person)
            presence.look()
        response = RedirectResponse("/sign-in", status_code=303)
        sign_out(response)
        return response

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> Response:
        person = await desk.visitor(request)
        return RedirectResponse("/sign-in" if person is None else START[person.role], status_code=303)


def _inside(path: str) -> str:
    """Where somebody wanted to go, if it is on this site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else ""


def _sign_in_page(desk: Desk, next: str, said: str = "") -> str:
    hidden = f'<input type="hidden" name="next" value="{escape(next)}">'
    people = "".join(
        f'<form method="post" action="/sign-in">{hidden}<input type="hidden" name="person" value="{escape(id)}">'
        f'<button class="button" type="submit">{escape(name)} <span class="soft">{escape(role)}</span></button></form>'
        for id, (name, role) in desk.demo.items()
        if desk.runner.person(id) is not None
    )
    demo = (
        '<section class="stack" aria-label="Try it out"><h2>Try it out</h2>'
        '<p class="soft small">This house was started for trying out: pick who you want to be.</p>'
        f'<div class="people">{people}</div></section>'
        if people
        else ""
    )
    trouble = f'<p class="trouble" role="alert">{escape(said)}</p>' if said else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in · pitboss</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{HEAD}</head><body>'
        f'<main class="door"><div class="card"><div class="brand">{MARK}pitboss</div>'
        f'<h1>Sign in</h1>{demo}<form method="post" action="/sign-in">{hidden}'
        '<label class="field"><span>Your token</span>'
        '<input type="password" name="token" autocomplete="current-password" spellcheck="false"></label>'
        f'{trouble}<button class="button main" type="submit">Sign in with a token</button></form>'
        "</div></main></body></html>"
    )


# -- files to take away -----------------------------------------------------------------------------------------------


def _exports(app: FastAPI, desk: Desk) -> None:
    @app.get("/audit/export/{what}.{kind}", include_in_schema=False)
    async def export(
        request: Request, what: Literal["rounds", "ledger"], kind: Literal["csv", "parquet"], table: str = ""
    ) -> Response:
        person = await desk.visitor(request)
        if person is None or person.role not in ("auditor", "floor"):
            return RedirectResponse("/sign-in?next=/audit", status_code=303)
        folder = Path(mkdtemp(prefix="pitboss-"))
        file = folder / f"{what}.{kind}"
        wanted = {"url": desk.runner.url, "what": what, "file": str(file), "table": table}
        done = await aside("export", wanted, MOST_SECONDS)
        if "error" in done:
            rmtree(folder, ignore_errors=True)
            return PlainTextResponse(str(done["error"]), status_code=409)
        return FileResponse(file, filename=file.name, background=BackgroundTask(rmtree, folder, ignore_errors=True))

    @app.get("/table/{table}/rounds/{number}/deal.json", include_in_schema=False)
    async def deal(request: Request, table: str, number: Annotated[int, PathNumber(ge=1, le=2**53)]) -> Response:
        """A round to be checked with ``pitboss verify-deal``, once its seed is revealed."""
        if (person := await desk.visitor(request)) is None:
            return RedirectResponse(f"/sign-in?next=/table/{quote(table)}", status_code=303)
        try:
            found = await desk.read(person, lambda store: deal_to_check(store, table, number, Viewer.of(person)))
        except PitbossError as error:
            return PlainTextResponse(f"{capital(error.sentence)}.", status_code=409)
        name = f"table-{quote(table, safe='')}-round-{number}.json"
        return JSONResponse(found, headers={"content-disposition": f'attachment; filename="{name}"'})

    @app.get("/table/{table}/rounds/{number}/hand.phh", include_in_schema=False)
    async def hand(request: Request, table: str, number: Annotated[int, PathNumber(ge=1, le=2**53)]) -> Response:
        """A hand of poker for a pot as the visitor saw it."""
        name = f"table-{quote(table, safe='')}-round-{number}.phh"
        return await history(request, table, name, lambda store, who: hand_of(store, table, number, who))

    @app.get("/table/{table}/hands.phhs", include_in_schema=False)
    async def hands(request: Request, table: str) -> Response:
        """The last hands that the visitor was dealt in."""
        name = f"table-{quote(table, safe='')}.phhs"
        return await history(request, table, name, lambda store, who: hands_of(store, table, who, None, MOST_HANDS))

    async def history(request: Request, table: str, name: str, look: Callable[[Store, Viewer], str | None]) -> Response:
        if (person := await desk.visitor(request)) is None:
            return RedirectResponse(f"/sign-in?next=/table/{quote(table)}", status_code=303)
        try:
            found = await desk.read(person, lambda store: look(store, Viewer.of(person)))
        except PitbossError as error:
            return PlainTextResponse(f"{capital(error.sentence)}.", status_code=409)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(found or "", media_type="application/toml", headers=headers)


def _rulings(app: FastAPI, desk: Desk) -> None:
    @app.get("/table/{table}/rounds/{number}/ruling", include_in_schema=False)
    async def ruling(request: Request, table: str, number: Annotated[int, PathNumber(ge=1, le=2**53)]) -> Response:
        """The ruling of a round that is over, for those who mind the house."""
        if (person := await desk.visitor(request)) is None:
            return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", status_code=303)
        if person.role not in MAY_READ:
            return HTMLResponse(notice(HEAD, "Not for you to see", FOR_OTHERS), status_code=403)
        try:
            found = await desk.read(person, lambda store: ruling_of_round(store, table, number))
        except PitbossError as error:
            return PlainTextResponse(f"{capital(error.sentence)}.", status_code=409)
        if found is None:
            return PlainTextResponse(f"Table {table} has no round {number} that is over.", status_code=404)
        return HTMLResponse(ruling_page(found, desk.names_of(found.people), HEAD))


# -- the pages --------------------------------------------------------------------------------------------------------


def _rooms(desk: Desk, presence: Presence) -> None:
    async def visitor(request: Request, *roles: str) -> Person | Response:
        """Who comes in, or where they are sent instead."""
        person = await desk.visitor(request)
        if person is None:
            return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", status_code=303)
        if roles and person.role not in roles:
            return RedirectResponse(START[person.role], status_code=303)
        ui.add_head_html(HEAD + IN_ORDER)
        client = ui.context.client
        client.on_delete(presence.opened(person, lambda: _close(client)))
        client.on_delete(desk.made_for(person, client.id))
        return person

    @ui.page("/lobby", response_timeout=LONGEST_BUILD)
    async def lobby(request: Request) -> Response | None:
        person = await visitor(request)
        if isinstance(person, Response):
            return person
        await LobbyPage(desk, person).build()
        return None

    @ui.page("/table/{table}", response_timeout=LONGEST_BUILD)
    async def table(request: Request, table: str) -> Response | None:
        person = await visitor(request)
        if isinstance(person, Response):
            return person
        try:
            look = await desk.table(person, table)
        except Refused:
            return RedirectResponse("/lobby", status_code=303)
        await TablePage(desk, person, table, look).build()
        return None

    @ui.page("/table/{table}/dealer", response_timeout=LONGEST_BUILD)
    async def dealer(request: Request, table: str) -> Response | None:
        person = await visitor(request, "dealer", "floor")
        if isinstance(person, Response):
            return person
        try:
            look = await desk.table(person, table)
        except Refused:
            return RedirectResponse("/lobby", status_code=303)
        await DealerPage(desk, person, table, look).build()
        return None

    @ui.page("/floor", response_timeout=LONGEST_BUILD)
    async def floor(request: Request) -> Response | None:
        person = await visitor(request, "floor")
        if isinstance(person, Response):
            return person
        await FloorPage(desk, person).build()
        return None

    @ui.page("/audit", response_timeout=LONGEST_BUILD)
    async def audit(request: Request) -> Response | None:
        person = await visitor(request, "auditor", "floor")
        if isinstance(person, Response):
            return person
        await AuditPage(desk, person).build()
        return None


def _close(client: Client) -> None:
    """Send a page to the door, and forget what was on it; whoever goes on with it by hand finds nothing there."""
    with client:
        ui.navigate.to("/sign-in")

    def forget() -> None:
        if client.id in Client.instances and client.has_socket_connection:  # one that went is forgotten anyway
            client.delete()

    asyncio.get_running_loop().call_later(1, forget)
