"""Small things that panels have in common: hearing what a browser does, and messages at fields."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

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
    """A text that changes often. HTML is shown at once; Markdown costs a browser more time than a frame has."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", order=order)
        self.text = ""

    def show(self, text: str) -> None:
        """Show a text, as HTML, if it is another one."""
        if text != self.text:
            self.text = text
            self._handle.content = f'<div style="padding:0.2em 0.9em 0.6em 0.9em;font-size:0.875em">{text}</div>'


def fault_html(text: str) -> str:
    """Return a message to stand under the field that it is about."""
    style = "color:#c92a2a;font-size:0.8em;line-height:1.3;padding:0 0.9em 0.5em 0.9em;overflow-wrap:anywhere"
    return f'<div class="armillary-fault" role="alert" style="{style}">{html.escape(text)}</div>' if text else ""


class Fault:
    """A message under a field; hidden while there is none."""

    def __init__(self, gui: Any, order: float | None = None) -> None:
        self._handle = gui.add_html("", visible=False, order=order)

    def show(self, text: str) -> None:
        """Show a message, or none."""
        self._handle.content = fault_html(text)
        self._handle.visible = bool(text)
