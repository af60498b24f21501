"""The question that a player is asked: each answer a button with its cost, and a key."""

import functools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import escape
from typing import Any

from nicegui import ui

from pitboss.games.blackjack.turns import SWITCH
from pitboss.web import cards
from pitboss.web.desk import new_key
from pitboss.web.parts import GO_KEY, Handler, amount, button, capital, control, markup, tag, words
from pitboss.web.picking import Picking, Read

UNCOVER = """setTimeout(() => {
  const own = document.querySelector('.stage.own'), card = document.querySelector('.decide')
  if (!own || !card || !own.children.length) return
  const over = own.getBoundingClientRect().bottom - card.getBoundingClientRect().top
  if (over > 0 && matchMedia('(max-width: 1080px)').matches) window.scrollBy(0, over + 6)
}, 80)"""
"""Where the question lies across the page, one's own cards are moved up from under it."""
NAMED = """(event) => {
  const whole = event.target.closest('.sizing'), field = whole.querySelector('input.plain')
  const to = event.target.closest('[data-to]')
  field.value = to ? to.dataset.to : Number(event.target.value).toFixed(2)
  field.dispatchEvent(new Event('input', {bubbles: true}))
}"""
"""Puts the amount of a button or of the slider into the field beside it, as if it were typed."""
TYPED = """(event) => {
  const slider = event.target.closest('.sizing').querySelector('input[type=range]')
  const typed = event.target.value.replace(/[$,]/g, '')
  if (slider && slider !== event.target && typed) slider.value = typed
}"""
"""Moves the slider to what the field holds."""
Answer = Callable[[str, str], Awaitable[None]]
"""Hears an answer, and the key under which it counts once."""


class Decisions:
    """A card with the answers to the question that is asked, and nothing when none is."""

    def __init__(self, answer: Answer, read: Read) -> None:
        self._answer, self._read = answer, read
        self._asked: Any = None
        self.key = ""
        self._keys: dict[str, str] = {}
        self._amounts: dict[str, str] = {}
        self._answers: dict[str, Callable[[], str]] = {}
        self._card = tag("section", "card decide", aria_label="Your decision")
        self._card.set_visibility(False)

    def show(
        self,
        asking: Mapping[str, Any] | None,
        lying: str = "",
        which: str = "",
        viewed: Sequence[str] = (),
        exchanged: Sequence[str] = (),
    ) -> None:
        """Ask, or stop asking; ``lying`` tells what the seat has wagered, ``which`` of its hands is meant.

        The same question is not put twice. ``viewed`` are cards that the seat may look at before it turns them up,
        ``exchanged`` those that a switch would exchange.
        """
        now = None if asking is None else (asking["seat"], asking["decision"], str(asking["actions"]))
        if now == self._asked:
            return
        self._asked, self.key = now, new_key()
        self._card.clear()
        self._card.set_visibility(asking is not None)
        self._card.props["data-decision"] = "" if asking is None else str(asking["decision"])
        self._keys, self._amounts, self._answers = {}, {}, {}
        if asking is None:
            return
        with self._card:
            words(f"Your decision at seat {asking['seat']}{which}", "h2")
            words(lying, "p", "soft small lying")
            if viewed:
                markup(cards.squeezed(viewed), "div", "squeeze", role="group", aria_label="Your cards to squeeze")
                words("Drag a card upwards to look under it.", "p", "soft small")
            with tag("div", "actions"):
                for action in asking["actions"]:
                    self._offer(action)
            if exchanged:
                self._exchange(exchanged)
            markup(f'<span class="cite">[{escape(asking["cite"])}]</span>', "p")
        ui.run_javascript(UNCOVER)

    def shortcut(self, key: str) -> str | None:
        """The answer that a key gives."""
        action = self._keys.get(key)
        return None if action is None else self._with_amount(action)

    def _offer(self, action: Mapping[str, Any]) -> None:
        name = action["action"]
        # A figure tells bet 1x from bet 2x; a letter of the name anything else.
        marks = (*filter(str.isdecimal, name), *name, *"123456789")
        key = next((mark for mark in marks if mark.isalnum() and mark not in {*self._keys, GO_KEY}), "")
        if key:
            self._keys[key] = name
        shown = escape(name.replace("_", " ").capitalize())
        text = f'<br><span class="cost small">{escape(action["text"])}</span>' if action["text"] else ""
        if "step" in action:
            self._with_field(action, shown, key)
            return
        if "picks" in action:
            self._picking(action, shown, key)
            return
        cost = f'<span class="cost">{amount(action["cost"])}</span>' if action["cost"] != "0.00" else ""
        self._button(
            f"<span>{shown} {cost}{text}</span>", key, lambda: self._answer(name, self.key), "main" if cost else ""
        )

    @staticmethod
    def _button(label: str, key: str, on_click: Handler, kind: str) -> None:
        mark = f"<kbd aria-hidden=true>{escape(key.upper())}</kbd>" if key else ""
        made = button(f"{label}{mark}", on_click, kind)
        if key:
            made.props["aria-keyshortcuts"] = key

    def _with_field(self, action: Mapping[str, Any], shown: str, key: str) -> None:
        """An answer with an amount that the player names."""
        name = action["action"]
        self._amounts[name] = action["cost"]
        most = f" to {amount(action['most'])}" if action["most"] else " or more"
        bounds = f"{amount(action['least'])}{most}"
        words(capital(f"{action['text']}: {bounds}") if action["text"] else bounds, "p", "soft small")
        label = f"Amount to {name.replace('_', ' ')}, {bounds}"
        keep = functools.partial(self._amounts.__setitem__, name)
        with tag("div", "sizing"):
            if action["most"] and action["most"] != action["least"]:
                ends = {"min": action["least"], "max": action["most"], "step": by_sliding(action)}
                slider = tag("input", type="range", aria_label=f"{label}, by sliding", **ends)
                slider.props["^value"] = action["cost"]
                slider.on("input", js_handler=NAMED)
            if action.get("sizes"):
                with tag("div", "row sizes"):
                    for size, to in action["sizes"].items():
                        told = escape(size.replace("_", " ").capitalize())
                        made = markup(f"{told} {amount(to)}", "button", "button small", type="button", data_to=to)
                        made.on("click", js_handler=NAMED)
            with tag("div", "row"):
                typed = control(label, keep, value=action["cost"], inputmode="decimal", size="8")
                typed.on("input", js_handler=TYPED)
                self._button(
                    f"<span>{shown}</span>", key, lambda: self._answer(self._with_amount(name), self.key), "main"
                )

    def _picking(self, action: Mapping[str, Any], shown: str, key: str) -> None:
        """An answer with pieces, and where the house has a way to set them, that one."""
        name, usual = action["action"], action["picks"]["usual"]
        picking = Picking(action, shown, self._read)
        self._answers[name] = lambda: picking.answer
        with tag("div", "actions"):
            self._button(f"<span>{shown}</span>", key, lambda: self._answer(picking.answer, self.key), "main")
            if usual is not None:
                usual = f"{name} {usual}"
                key = next(mark for mark in "hw123456789" if mark not in self._keys)
                self._keys[key], self._answers[usual] = usual, lambda: usual
                self._button("<span>House way</span>", key, lambda: self._answer(usual, self.key), "")

    def _exchange(self, exchanged: Sequence[str]) -> None:
        """The same as the button: the cards themselves, and whoever has tapped all of them has switched."""
        tapped: set[int] = set()
        words("Or tap both cards that change places:", "p", "soft small")

        async def tap(at: int) -> None:
            tapped.symmetric_difference_update({at})
            made[at].props["aria-pressed"] = "true" if at in tapped else "false"
            made[at].update()
            if len(tapped) == len(exchanged):
                await self._answer(SWITCH, self.key)

        with tag("div", "pieces"):
            made = [button(cards.card(name), functools.partial(tap, at), "piece") for at, name in enumerate(exchanged)]
        for each, name in zip(made, exchanged, strict=True):
            each.props["aria-pressed"] = "false"
            each.props["aria-label"] = cards.spoken(name)

    def _with_amount(self, name: str) -> str:
        if name in self._answers:
            return self._answers[name]()
        return f"{name} {self._amounts[name].strip().lstrip('$')}" if name in self._amounts else name


def by_sliding(action: Mapping[str, Any]) -> str:
    """By how much a slider moves an amount: whole dollars where it goes from one to another; cents can be typed.

    >>> by_sliding({"least": "10.00", "most": "30.00", "step": "0.01"})
    '1.00'
    >>> by_sliding({"least": "2.50", "most": "7.50", "step": "0.50"})
    '0.50'
    """
    whole = all(str(action[end]).endswith(".00") for end in ("least", "most"))
    return "1.00" if whole and float(action["step"]) < 1 else str(action["step"])
