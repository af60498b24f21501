"""Names that a package gives out and does not import before somebody asks, so that ``pitboss --help`` stays quick."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def from_homes(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose names are defined in other modules.

    >>> from_homes("cards", {"sqrt": "math"})("sqrt")(9)
    3.0
    """

    def home_of(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return home_of
