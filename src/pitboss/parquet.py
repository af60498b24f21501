"""Parquet, where the package that writes it is installed."""

from importlib import import_module
from typing import Any

from pitboss.errors import PitbossError


def pyarrow() -> tuple[Any, Any]:
    """The modules ``pyarrow`` and ``pyarrow.parquet``."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise PitbossError(
            "Parquet needs the package pyarrow, which is not installed; pip install 'pitboss[data]' brings it"
        ) from error
