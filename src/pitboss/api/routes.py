"""The routes of the service, which are the same for every house.

What the answers of a route look like takes longer to find out than a house to open. So each part makes its routes
once, whole, when it is imported, and a service takes them as they are.
"""

from typing import Any

from fastapi import APIRouter

API = "/api"


def routes(path: str = "", **more: Any) -> APIRouter:
    """Routes under a path of the API; a typed client calls each by the name of its function."""
    return APIRouter(prefix=API + path, generate_unique_id_function=lambda route: route.name, **more)
