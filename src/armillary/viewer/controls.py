"""Small things that panels have in common: hearing what a browser does, and messages at fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armillary.tables.html import render
from armillary.tables.parts import Part
from armillary.viewer.loop import Loop, Task


def heard(loop: Loop, handle: Any, name: str, task: Task) -> None:
    """Let a task be done whenever somebody changes an input or clicks a button; what the page does itself is no news.

    Tasks read the value when they are done, so that the latest counts.
    """

    async def callback(event: Any) -> None:
        if event.client_id is not None:
            loop.post(name, task)

    register: Callable[[Any], Any] = handle.on_click if hasattr(handle, "on_click") else handle.on_update
    register(callback)


def within(slider: Any) -> float:
    """Return the value of a slider, or the nearest one in its range: more than that can be typed beside it."""
    return float(min(max(slider.value, slider.min), slider.max))


class Told:
    """Parts that change often. HTML is shown at once; Markdown costs a browser more time than a frame has."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", order=order)
        self.html = ""

    def show(self, *parts: Part) -> None:
        """Show parts, if they are others than before."""
        made = render("armillary.viewer", "panel.html", body=parts, fault="") if parts else ""
        if made != self.html:
            self.html = self._handle.content = made


class Fault:
    """A message under a field; hidden while it is empty."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", visible=False, order=order)

    def show(self, text: str) -> None:
        """Show a message, or none."""
        self._handle.content = render("armillary.viewer", "panel.html", body=(), fault=text) if text else ""
        self._handle.visible = bool(text)
