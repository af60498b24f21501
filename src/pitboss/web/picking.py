"""Pieces that are set into groups: tapped, dragged onto the tray of a group, or picked by keys."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from pitboss.games.reading import FOUL
from pitboss.web import cards
from pitboss.web.parts import Live, capital, markup, tag, words

DRAG = """(event) => {
  const piece = event.target.closest('.piece'), from = [event.clientX, event.clientY]
  const under = (at) => document.elementsFromPoint(at.clientX, at.clientY).map((each) => each.closest('.tray'))
  const move = (at) => {
    const by = [at.clientX - from[0], at.clientY - from[1]]
    if (!piece.dataset.moved && Math.hypot(...by) < 8) return
    piece.dataset.moved = 'yes'
    piece.style.translate = `${by[0]}px ${by[1]}px`
  }
  const end = (at) => {
    piece.removeEventListener('pointermove', move)
    piece.style.translate = ''
    const tray = at.type === 'pointerup' && piece.dataset.moved && under(at).find(Boolean)
    if (tray) emit(tray.dataset.group)
  }
  delete piece.dataset.moved
  piece.setPointerCapture(event.pointerId)
  piece.addEventListener('pointermove', move)
  piece.addEventListener('pointerup', end, {once: true})
  piece.addEventListener('pointercancel', end, {once: true})
}"""
"""Moves a piece with the finger or the pointer, and sends the group on whose tray it is let go."""
TAP = "(event) => { if (!event.detail || !event.target.closest('.piece').dataset.moved) emit(); }"
"""Sends a tap or a key; the click at the end of a drag is neither."""
Read = Callable[[str, Mapping[str, Sequence[str]]], str]
"""Tells what a hand comes to when its pieces are set into groups."""


class Picking:
    """The pieces of one answer, drawn where it is made.

    Those that are tapped fill the groups one after the other; the last group has the rest. Where there is no room left,
    a piece takes the place of the one that was put there first.
    """

    def __init__(self, action: Mapping[str, Any], shown: str, read: Read) -> None:
        self._name, self._picks, self._read = action["action"], action["picks"], read
        groups = self._picks["groups"]
        *filled, self._rest = groups if len(groups) > 1 else (*groups, "")
        self._groups: dict[str, Sequence[int]] = {group: groups[group] for group in filled}
        self._picked: dict[int, str] = {}
        words(f"{shown}: {_what_to_tap(self._groups, alone=not self._rest)}", "p", "soft")
        self._trays: dict[str, Live] = {}
        if self._rest:
            with tag("div", "trays", aria_hidden="true"):
                self._trays = {group: Live("div", "tray", data_group=group) for group in (*filled, self._rest)}
        with tag("div", "pieces"):
            self._buttons = [self._button(at, piece) for at, piece in enumerate(self._picks["pieces"])]
        self._comes_to = Live("p", "comes-to small", role="status")
        self._tell()

    @property
    def answer(self) -> str:
        """What is picked, as an answer."""
        return " ".join((self._name, *(f"{group}={' '.join(self._pieces(group))}" for group in self._groups)))

    def _button(self, at: int, piece: str) -> ui.html:
        made = markup(cards.card(piece), "button", "button piece", type="button")
        made.on("click", partial(self._tap, at), js_handler=TAP)
        if self._rest:
            made.on("pointerdown", partial(self._drop, at), js_handler=DRAG)
        return made

    def _tap(self, at: int) -> None:
        """Put a piece into the first group that has room for it, or take it back."""
        if at in self._picked:
            self._put(at, self._rest)
        else:
            held = list(self._picked.values())
            room = (group for group, (_, most) in self._groups.items() if held.count(group) < most)
            self._put(at, next(room, [*self._groups][-1]))

    def _drop(self, at: int, event: GenericEventArguments) -> None:
        """Put a piece into the group on whose tray it was let go."""
        group = str(event.args)
        if group in self._trays and self._picked.get(at, self._rest) != group:
            self._put(at, group)

    def _put(self, at: int, group: str) -> None:
        self._picked.pop(at, None)
        if group in self._groups:
            there = [other for other, held in self._picked.items() if held == group]
            if len(there) == self._groups[group][1]:
                self._picked.pop(there[0])
            self._picked[at] = group
        self._tell()

    def _tell(self) -> None:
        """Show what lies where and, as soon as enough is picked, what the hand comes to, before it is laid down."""
        for at, made in enumerate(self._buttons):
            group = self._picked.get(at, "")
            said = f"{cards.spoken(self._picks['pieces'][at])}{f', {group}' if group and len(self._groups) > 1 else ''}"
            told = {"aria-pressed": "true" if group else "false", "aria-label": said}
            if len(self._groups) > 1:
                told["data-group"] = group.replace("_", " ")
            if any(made.props.get(name) != value for name, value in told.items()):
                made.props.update(told)
                made.update()
        parts = {group: self._pieces(group) for group in (*self._groups, *filter(None, [self._rest]))}
        for group, tray in self._trays.items():
            most = f" {len(parts[group])} of {self._groups[group][1]}" if group in self._groups else ""
            title = escape(capital(group.replace("_", " ")))
            tray.show(f"<b>{title}</b><span class='soft small'>{most}</span>{cards.hand(parts[group])}")
        enough = all(least <= len(parts[group]) for group, (least, _) in self._groups.items())
        comes_to = escape(self._read(self._picks["hand"], parts)) if enough else ""
        self._comes_to.show(comes_to.replace(FOUL, f'<b class="lost">{FOUL}</b>'))

    def _pieces(self, group: str) -> list[str]:
        """The pieces of a group, in the order of the hand."""
        return [piece for at, piece in enumerate(self._picks["pieces"]) if self._picked.get(at, self._rest) == group]


def _what_to_tap(groups: Mapping[str, Sequence[int]], alone: bool) -> str:
    """How many pieces go where: ``tap 1 for the low, then 2 for the medium``."""
    told = []
    for group, (least, most) in groups.items():
        takes = str(least) if least == most else f"{least} to {most}"
        told.append(takes if alone else f"{takes} for the {group.replace('_', ' ')}")
    return f"tap {', then '.join(told)}{'' if alone else ', or drag them there'}"
