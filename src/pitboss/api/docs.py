"""The page of the API, which needs no network: Swagger UI from an installed package, over the service's own OpenAPI."""

import asyncio
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from pitboss.api.auth import TheService
from pitboss.api.problems import not_found
from pitboss.api.routes import routes
from pitboss.api.service import Service
from pitboss.api.wire import encode

router = routes(include_in_schema=False)
FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
A_DAY = {"cache-control": "public, max-age=86400"}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API · pitboss</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="docs/swagger-ui.css"></head><body>
<div id="api"></div><script src="docs/swagger-ui-bundle.js"></script>
<script>
SwaggerUIBundle({
  url: "openapi.json", dom_id: "#api", validatorUrl: null, deepLinking: true, docExpansion: "list",
  defaultModelsExpandDepth: 0, tryItOutEnabled: true, presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout", syntaxHighlight: false,
});
</script></body></html>"""


@router.get("/openapi.json")
async def openapi(service: TheService, request: Request) -> Response:
    """What the service says of itself."""
    _may_look(service, request)
    app = request.app
    if not hasattr(app.state, "openapi"):
        # It takes a while to be written, once: nobody else waits for that.
        app.state.openapi = asyncio.ensure_future(service.reader.aside(lambda: encode(app.openapi())))
    return Response(await asyncio.shield(app.state.openapi), media_type="application/json")


@router.get("/docs")
async def docs(service: TheService, request: Request) -> Response:
    """The page."""
    _may_look(service, request)
    return HTMLResponse(PAGE)


@router.get("/docs/{file}")
async def file_of_docs(service: TheService, request: Request, file: str) -> Response:
    """What the page is made of."""
    _may_look(service, request)
    found = _folder() / file if file in FILES else None
    if found is None or not found.is_file():
        raise not_found("there is nothing of that name")
    return FileResponse(found, media_type=FILES[file], headers=A_DAY)


def _may_look(service: Service, request: Request) -> None:
    """Anybody may look, as often as at a page."""
    service.pages.must_have_left(request.client.host if request.client is not None else "")


@cache
def _folder() -> Path:
    """Where the files of Swagger UI are; nothing of the package that brings them is run."""
    found = find_spec("fastapi_offline")
    places = found.submodule_search_locations if found is not None else None
    return Path(places[0]) / "static" if places else Path("/nowhere")
