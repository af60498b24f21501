"""HEAD, which load balancers and ``curl -I`` ask with: answered as GET is, and the server leaves the body out."""

from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.api.routes import API


class HeadAsGet:
    """Have an app answer HEAD under the API's path as if GET had been asked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD" and scope["path"].startswith(API):
            scope = {**scope, "method": "GET"}  # the server goes by its own scope, and sends no body
        await self.app(scope, receive, send)
