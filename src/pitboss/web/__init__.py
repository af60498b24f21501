"""The pages: a lobby, tables to play at, and what dealers, the floor and auditors need. They work without a network."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.web.mount import add_pages as add_pages

__all__ = ["add_pages"]


def __getattr__(name: str) -> Any:
    """Import on first use: what is worked out aside needs no pages."""
    if name == "add_pages":
        from pitboss.web.mount import add_pages

        return add_pages
    raise AttributeError(f"module 'pitboss.web' has no attribute {name!r}")
