"""The tab of modes: natural frequencies at the present configuration, and a mode to show.

Opening the tab starts the first mode. viser does not report opened tabs: a small script (`modes_opened.js`), which
browsers run when they show the tab, presses the button that starts a mode.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from armillary.analysis.frequencies import Frequencies
from armillary.scene.vibration import ModeMotion
from armillary.tables.html import render
from armillary.tables.parts import Text
from armillary.viewer.controls import HtmlText, clamped, post_on_input
from armillary.viewer.loop import UpdateLoop
from armillary.viewer.stage import RobotStage

STILL = "none"
START, STOP = "Vibrate", "Stop"
MOST = 30
"""Largest number of listed modes."""


def mode_name(modes: Frequencies, k: int) -> str:
    """Return the name of a mode in the list."""
    return f"{k + 1}: {modes.hz[k]:.4g} Hz"


class ModesPanel:
    """Frequencies and modes. `changed` is called for another mode, `recompute` when joints are held differently."""

    def __init__(self, gui: Any, loop: UpdateLoop, changed: Any, recompute: Any) -> None:
        self._gui, self._changed = gui, changed
        self.held = gui.add_dropdown("joints", ("locked", "free"), hint="How the joints are held while links vibrate.")
        self._mode = gui.add_dropdown("mode", (STILL,))
        self._amplitude = gui.add_slider("amplitude", 0.1, 3.0, 0.1, 1.0)
        self._pace = gui.add_slider("pace [1/s]", 0.1, 3.0, 0.1, 0.7, hint="Displayed cycles per second.")
        self._button = gui.add_button(START, hint="Start the chosen mode, or the first; stop it.")
        self._table = HtmlText(gui)
        self._opened = gui.add_html(opened())
        self._waiting = False
        self.stage: RobotStage | None = None
        self.frequencies: Frequencies | None = None
        post_on_input(loop, self.held, "held", recompute)
        post_on_input(loop, self._button, "mode", self.press)
        for handle in (self._mode, self._amplitude, self._pace):
            post_on_input(loop, handle, "mode", self._picked)

    def show(self, stage: RobotStage) -> None:
        """Start with another robot."""
        self.stage, self.frequencies = stage, None
        self.held.value = "locked" if stage.model.elastic else "free"
        self._mode.options = (STILL,)
        self._mode.value = STILL
        self._waiting = False
        self._table.show(Text("Computing frequencies …"))

    def tell(self, modes: Frequencies | None, fault: str) -> None:
        """Show frequencies, or the reason why there are none."""
        self.frequencies = modes
        names = () if modes is None else tuple(mode_name(modes, k) for k in range(min(len(modes), MOST)))
        picked = self._number()
        options = (STILL, *names)
        if self._mode.options != options:
            self._mode.options = options
            self._mode.value = options[picked] if 0 < picked < len(options) else STILL
        self._table.show(*([Text(fault)] if modes is None else modes.tables(MOST)))
        if self._waiting and names:
            self.press()

    def press(self) -> None:
        """Start the chosen mode, or the first; stop a mode that is shown."""
        shaking = self.stage is not None and self.stage.act == "shaking"
        names = self._mode.options[1:]
        self._waiting = not names and not shaking  # the first mode starts when frequencies are known
        if shaking or (names and self._mode.value == STILL):
            self._mode.value = STILL if shaking else names[0]
        self._picked()

    def follow(self) -> None:
        """Name the button by what it does."""
        self._button.label = STOP if self.stage is not None and self.stage.act == "shaking" else START

    def rest(self) -> None:
        """Show no mode."""
        self._mode.value, self._waiting = STILL, False

    def _number(self) -> int:
        """Return the number of the selected mode, from 1; 0 for none."""
        text = self._mode.value.partition(":")[0]
        return int(text) if text.isdigit() else 0

    def _picked(self) -> None:
        stage = self.stage
        k = self._number()
        if stage is None:
            return
        stage.amplitude, stage.pace = clamped(self._amplitude), clamped(self._pace)
        if k and self.frequencies is not None and k <= len(self.frequencies):
            shape = self.frequencies.shapes[:, k - 1]
            same = stage.act == "shaking" and stage.shaking is not None and (stage.shaking.shape == shape).all()
            phase = stage.phase
            stage.shake(ModeMotion(stage.scene, self.frequencies.q, shape))
            stage.phase = phase if same else 0.0
        elif stage.act == "shaking":
            stage.act = "standing"
        self._changed()


def opened() -> str:
    """Return an HTML element that runs the script when a browser shows the tab."""
    code = files("armillary.viewer").joinpath("modes_opened.js").read_text(encoding="utf-8")
    return render("armillary.viewer", "modes_opened.html", code=code)
