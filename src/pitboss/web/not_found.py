"""What nobody has: a path or a method that is neither the service's nor a page's."""

from html import escape

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from nicegui import core
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from pitboss.api.problems import Problem, not_found, response_of

MAY_BE_DONE = "pitboss.methods"
"""What a path is good for, found when it was looked up and told when it is answered."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class Nowhere(BaseRoute):
    """Comes after every route of the service and before the pages, and takes what neither has.

    Left to themselves the pages would answer all of it, a wrong method of the API included, each time with a page that
    is kept for a while and a line in the log.
    """

    def __init__(self, app: FastAPI, head: str) -> None:
        self._before = list(app.routes)
        self._head = head

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        methods = self._methods(scope)
        if not methods and _has_page(scope):
            return Match.NONE, {}
        return Match.FULL, {"endpoint": self.handle, MAY_BE_DONE: methods}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if methods := scope[MAY_BE_DONE]:
            sentence = f"{scope['method']} is not done here, only {' and '.join(methods)}"
            found = response_of(Problem(405, sentence, Allow=", ".join(methods)))
        elif scope["path"] == "/api" or scope["path"].startswith("/api/"):
            found = response_of(not_found("there is nothing of that name"))
        else:
            said = f"Nothing is called {scope['path'][:100]}."
            found = HTMLResponse(notice(self._head, "There is no such page", said), status_code=404)
        await found(scope, receive, send)

    def _methods(self, scope: Scope) -> list[str]:
        """What may be done with a path of the service."""
        partly = [route for route in self._before if route.matches(scope)[0] is Match.PARTIAL]
        return [
            method
            for method in METHODS
            if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in partly)
        ]


def notice(head: str, title: str, said: str) -> str:
    """A page that says why there is nothing to see."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · pitboss</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head><body>'
        f'<main class="door"><div class="card"><h1>{escape(title)}</h1>'
        f'<p class="soft">{escape(said)}</p><a class="button main" href="/">Go home</a>'
        "</div></main></body></html>"
    )


def _has_page(scope: Scope) -> bool:
    return any(route.matches(scope)[0] is not Match.NONE for route in core.app.routes)
