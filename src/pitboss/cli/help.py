"""How a command shows its options: a flag by its name alone, whichever Typer is installed.

Typer wrote ``<bool>`` behind every flag from 0.28 on, as though it took a value; an empty metavar is kept by all.
"""

from typing import Any

from typer.core import TyperCommand, TyperGroup


class Command(TyperCommand):
    def get_params(self, ctx: Any) -> Any:
        return _plain_flags(super().get_params(ctx))


class Group(TyperGroup):
    def get_params(self, ctx: Any) -> Any:
        return _plain_flags(super().get_params(ctx))


def _plain_flags(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params
