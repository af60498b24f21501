"""Pieces that every page is made of: elements by their HTML names, the frame, dialogs, messages."""

from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from nicegui import ui
from nicegui.element import Element

from pitboss.house.people import Person

STATIC = Path(__file__).parent / "static"
MARK = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#c9362f"/>'
    '<circle cx="12" cy="12" r="11" fill="none" stroke="#fff" stroke-width="3.4" stroke-dasharray="4.6 4.04"/>'
    '<circle cx="12" cy="12" r="6.8" fill="#fff"/><path d="M12 7l3.6 5-3.6 5-3.6-5z" fill="#c9362f"/></svg>'
)
PLACES = (
    ("Lobby", "/lobby", ("player", "dealer", "floor", "auditor", "system")),
    ("Floor", "/floor", ("floor",)),
    ("Audit", "/audit", ("auditor", "floor")),
)
"""Where one can go, and who."""
VALUE = "(event) => emit(event.target.value)"
"""Sends what a field holds."""
NO_WORDS = """(event) => {
  const typed = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  if (/[^0-9.,$\\s]/.test(typed)) event.preventDefault()
}"""
"""Keeps what is no part of an amount out of a field, typed or pasted."""
ANY_CLICK = "() => emit()"
FIRST_CLICK = "(event) => { if (event.detail < 2) emit(); }"
"""Sends a click, but not the second one of a double click."""
NO_SECOND_CLICK = "(event) => { if (event.detail > 1) event.stopPropagation(); }"
"""Lets no second click of a double click through."""
GO_KEY = "d"
"""Deals, spins or rolls, and so answers no question: pressed twice it decides nothing."""
Handler = Callable[..., Any]
Shape = TypeVar("Shape", bound=Element)


def tag(html_name: str, /, classes: str = "", **attributes: str) -> Element:
    """An element by its HTML name, to be filled with ``with``."""
    return _dressed(ui.element(html_name), classes, attributes)


def words(text: str, name: str = "p", classes: str = "", **attributes: str) -> ui.html:
    """An element with text that is shown as it is."""
    return markup(escape(text), name, classes, **attributes)


def markup(html: str, name: str = "div", classes: str = "", **attributes: str) -> ui.html:
    """An element whose inside is HTML that was made here, with everything from outside escaped."""
    return _dressed(ui.html(html, sanitize=False, tag=name), classes, attributes)


def button(label: str, on_click: Handler, classes: str = "", **attributes: str) -> ui.html:
    """A button; the label may hold HTML made here. One that opens a dialog opens it once for a double click."""
    made = markup(label, "button", f"button {classes}".strip(), type="button", **attributes)
    made.on("click", on_click, js_handler=FIRST_CLICK if "aria_haspopup" in attributes else ANY_CLICK)
    return made


def tell(element: Element, name: str, value: str) -> None:
    """An attribute that says something, told again where it changed."""
    if element.props.get(name) != value:
        element.props[name] = value
        element.update()


def able(made: Element, can: bool) -> None:
    """Show whether a button can do something now; it keeps its place and the focus."""
    tell(made, "aria-disabled", "false" if can else "true")


def field(label: str, told: Callable[[str], Any], html_name: str = "input", **attributes: str) -> Element:
    """A field with its label; ``told`` hears what is typed into it. Returns the whole."""
    with tag("label", "field") as whole:
        words(label, "span", aria_hidden="true")
        control(label, told, html_name, **attributes)
    return whole


def control(
    label: str, told: Callable[[str], Any], html_name: str = "input", value: str = "", **attributes: str
) -> Element:
    """Something to type into, without a label that is seen; ``value`` is what it holds at first."""
    made = tag(html_name, "plain", aria_label=label, **attributes)
    if value:
        # As an attribute: a property would be put back in place of what is being typed whenever the page changes.
        made.props["^value"] = value
    made.on("input", lambda event: told(str(event.args)), js_handler=VALUE)
    if attributes.get("inputmode") == "decimal":
        made.on("beforeinput", js_handler=NO_WORDS)
    return made


def choice(label: str, told: Callable[[str], Any], choices: Mapping[str, str]) -> Element:
    """A list to choose from, by what each choice is called; the first is chosen. Returns the whole."""
    with tag("label", "field") as whole:
        words(label, "span", aria_hidden="true")
        with tag("select", "plain", aria_label=label) as made:
            for value, title in choices.items():
                words(title, "option", value=value)
        made.on("change", lambda event: told(str(event.args)), js_handler=VALUE)
    return whole


def _dressed(element: Shape, classes: str, attributes: Mapping[str, str]) -> Shape:
    if classes:
        element.classes(classes)
    if attributes:
        element.props.update({key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()})
    return element


class Live(ui.html):
    """A piece of the page that is told again when it changes, and only then."""

    def __init__(self, name: str = "div", classes: str = "", **attributes: str) -> None:
        super().__init__("", sanitize=False, tag=name)
        _dressed(self, classes, attributes)

    def show(self, html: str) -> None:
        if html != self.content:
            self.set_content(html)

    def tell(self, name: str, value: str) -> None:
        """An attribute that says something about the page, as ``data-entry`` says up to where it shows the table."""
        tell(self, name, value)


class Rows:
    """Parts of a page that come and go, each by a key that tells all it says.

    One that stays is left alone, so that a click on it counts whatever comes and goes around it meanwhile.
    """

    def __init__(self, whole: Element) -> None:
        self._whole = whole
        self._made: dict[Hashable, Element] = {}

    def show(self, rows: Mapping[Hashable, Callable[[], Element]]) -> None:
        """Show these, in this order; each is made by what its key stands for, unless it is there already."""
        for key in [key for key in self._made if key not in rows]:
            self._made.pop(key).delete()
        with self._whole:
            for index, (key, make) in enumerate(rows.items()):
                made = self._made.get(key)
                if made is None:
                    made = self._made[key] = make()
                if self._whole.default_slot.children[index] is not made:
                    made.move(target_index=index)


def frame(person: Person, here: str, title: str) -> Element:
    """The head of a page with where one can go; returns its main part."""
    ui.page_title(f"{title} · pitboss")
    markup('<a class="skip" href="#main">Skip to the page</a>')
    with tag("header", "top", role="banner"):
        markup(f"{MARK}pitboss", "a", "brand", href="/lobby")
        links = [
            f'<a href="{path}"{" aria-current=page" if name == here else ""}>{name}</a>'
            for name, path, roles in PLACES
            if person.role in roles
        ]
        markup("".join(links), "nav", aria_label="Pages")
        markup(
            f'<span>{escape(person.name)}</span><span class="role">{escape(person.role)}</span>'
            '<form method="post" action="/sign-out"><button class="button" type="submit">Sign out</button></form>',
            classes="who",
        )
    return tag("div", "page", id="main")


def dialog(title: str, way_out: str = "Close") -> tuple[ui.dialog, Element]:
    """A dialog with a title and a way out; returns it and the part to fill.

    The second click of a double click on what opened it may come when it is there already: it neither closes the dialog
    from beside it nor presses what is under the pointer now.
    """
    whole = ui.dialog().props(f'no-backdrop-dismiss aria-label="{escape(title)}"')
    with whole, tag("div", "sheet", role="document") as sheet:
        sheet.on("click.capture", js_handler=NO_SECOND_CLICK)
        with tag("div", "bar"):
            words(title, "h2")
            button(way_out, whole.close, "quiet", autofocus="")
        body = tag("div", "body")
    return whole, body


def pill(text: str, kind: str = "") -> str:
    return f'<span class="pill {kind}">{escape(text)}</span>'


def capital(text: str) -> str:
    """A sentence with its first letter large.

    >>> capital("a recut is required")
    'A recut is required'
    """
    return text[:1].upper() + text[1:]


def cited(text: str, cite: str) -> str:
    """A text with its clause behind it."""
    return f'{escape(text)} <span class="cite">[{escape(cite)}]</span>' if cite else escape(text)


def amount(text: str) -> str:
    """Money as a person reads it, from how it is told.

    >>> amount("1250.00"), amount("-5.00")
    ('$1,250.00', '-$5.00')
    """
    value = Decimal(text)
    return f"{'-' if value < 0 else ''}${abs(value):,.2f}"


def net(text: str) -> str:
    """What was won or lost, with its sign and colour."""
    value = Decimal(text)
    kind = "won" if value > 0 else "lost" if value < 0 else ""
    return f'<span class="{kind}">{"+" if value > 0 else ""}{amount(text)}</span>'


def practice_badge(view: Mapping[str, Any]) -> None:
    """Say that a table is for practice, where anything may be called."""
    if view["practice"]:
        markup(pill("practice", "practice"), "span")
