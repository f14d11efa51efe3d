"""Helpers of the panels: callbacks of widgets, texts that change often, messages at fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armillary.tables.html import render
from armillary.tables.parts import Part
from armillary.viewer.loop import Task, UpdateLoop


def post_on_input(loop: UpdateLoop, handle: Any, name: str, task: Task) -> None:
    """Post a task to the loop whenever a user changes an input or clicks a button, and not when the page does.

    Tasks read the value of the input when they run.
    """

    async def callback(event: Any) -> None:
        if event.client_id is not None:  # None: the page itself has set the value
            loop.post(name, task)

    register: Callable[[Any], Any] = handle.on_click if hasattr(handle, "on_click") else handle.on_update
    register(callback)


def clamped(slider: Any) -> float:
    """Return the value of a slider within its range: users can type any number beside it."""
    return float(min(max(slider.value, slider.min), slider.max))


class HtmlText:
    """Parts that change often, as HTML: browsers need longer than a frame for Markdown."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", order=order)
        self.html = ""

    def show(self, *parts: Part) -> None:
        """Show parts, if they have changed."""
        content = render("armillary.viewer", "panel.html", body=parts, fault="") if parts else ""
        if content != self.html:
            self.html = self._handle.content = content


class FieldMessage:
    """A message under a field; hidden while it is empty."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", visible=False, order=order)

    def show(self, text: str) -> None:
        """Show a message; an empty one hides the field."""
        self._handle.content = render("armillary.viewer", "panel.html", body=(), fault=text) if text else ""
        self._handle.visible = bool(text)
