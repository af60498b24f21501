"""HTML by function calls: whatever is not made by ``el`` is text, and is escaped."""

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape

VOID = ("meta", "wbr")


class Markup(str):
    """Text that is HTML already."""


Attribute = str | int | float | None


def el(name: str, *children: str | Iterable[str], **attributes: Attribute) -> Markup:
    """An element. Children are text or elements; an attribute that is None is left out.

    >>> el("p", "2 < 3 & ", el("b", "so on"), class_="note", aria_label="x")
    '<p class="note" aria-label="x">2 &lt; 3 &amp; <b>so on</b></p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: str | Iterable[str]) -> Markup:
    """Elements and text one after another."""
    parts: list[str] = []
    for child in children:
        if isinstance(child, Markup):
            parts.append(child)
        elif isinstance(child, str):
            parts.append(escape(child, quote=False))
        else:
            parts.append(join(*child))
    return Markup("".join(parts))


def table(
    caption: str | Markup,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Sequence[int] = (),
    foot: Sequence[str] | None = None,
    class_: str | None = None,
) -> Markup:
    """A table with a caption, in a frame that scrolls sideways where the window is narrow.

    The first cell of a row names it; columns in ``right`` hold figures.
    """

    def cells(row: Sequence[str], heading: bool = False) -> Iterable[Markup]:
        for number, cell in enumerate(row):
            kind = "num" if number in right else None
            if heading:
                yield el("th", cell, scope="col", class_=kind)
            elif number == 0:
                yield el("th", cell, scope="row", class_=kind)
            else:
                yield el("td", cell, class_=kind)

    parts = [el("caption", el("span", caption)), el("thead", el("tr", cells(heads, heading=True)))]
    parts.append(el("tbody", [el("tr", cells(row)) for row in rows]))
    if foot is not None:
        parts.append(el("tfoot", el("tr", cells(foot))))
    whole = el("table", parts, class_=class_)
    return el("div", whole, class_="scroll", role="region", tabindex=0, aria_label=plain(caption))


def breakable(name: str) -> Markup:
    """A name that may be broken after each of its words: ``house_money``."""
    words = name.split("_")
    return join([join(f"{word}_", el("wbr")) for word in words[:-1]], words[-1])


def plain(text: str) -> str:
    """The text of an element without its marks."""
    return unescape(re.sub(r"<[^>]*>", "", text)).strip() if isinstance(text, Markup) else text


def _number(value: str | int | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
