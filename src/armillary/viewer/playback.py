"""The panel of results: which one is played, a second one as its ghost, the time, and charts."""

from __future__ import annotations

import math
import time
from typing import Any

from armillary.results.trajectory import Trajectory
from armillary.tables.parts import Text
from armillary.viewer.controls import Told, heard
from armillary.viewer.curves import curves
from armillary.viewer.difference import Difference, difference
from armillary.viewer.loop import Loop
from armillary.viewer.panels.plots_panel import ChartChoice, PlotsPanel
from armillary.viewer.playing import SPEEDS
from armillary.viewer.stage import Stage

NONE = "none"
HANDS_OFF = 0.4
"""Seconds for which the page leaves the time slider alone after somebody has moved it."""


class Playback:
    """Results, and the controls of the one that is played. `picked` is called for another result or ghost."""

    def __init__(self, gui: Any, loop: Loop, picked: Any, changed: Any) -> None:
        self._gui, self._loop, self._changed = gui, loop, changed
        self.results: dict[str, Trajectory] = {}
        self.stage: Stage | None = None
        self.between: Difference | None = None
        self._moved = 0.0
        self._panel = gui.add_panel(visible=False)
        self._panel.dock_left()
        self._panel.set_width(430)
        self._tab = self._panel.add_tab("Result")
        with self._tab:
            self.result = gui.add_dropdown("result", (NONE,), order=1)
            self.ghost = gui.add_dropdown(
                "ghost", (NONE,), order=2, hint="A second result, shown pale beside the first."
            )
            self._play = gui.add_button("Play", order=3)
            self._speed = gui.add_dropdown("speed", tuple(SPEEDS), initial_value="×1", order=4)
            self._repeat = gui.add_checkbox("repeat", True, order=5)
            # One slider for all results: browsers complain of news of a slider that is gone.
            self._time = gui.add_slider("time [s]", 0.0, 1.0, 1e-3, 0.0, visible=False, order=6)
            self._told = Told(gui, order=7)
            self._remarks = Told(gui, order=7.5)
            self._folder = gui.add_folder(None, order=9)
            with gui.add_folder(None, order=8):
                self._choice = ChartChoice(gui)
        self._plots = PlotsPanel(gui, self._folder)
        heard(loop, self.result, "result", picked)
        heard(loop, self.ghost, "result", picked)
        heard(loop, self._play, "play", self._played)
        heard(loop, self._time, "time", self._sought)
        heard(loop, self._speed, "speed", self._set_speed)
        heard(loop, self._repeat, "speed", self._set_speed)
        for box in self._choice.boxes.values():
            heard(loop, box, "charts", self.draw)

    def add(self, name: str, motion: Trajectory) -> str:
        """Keep a result, and return the name that it gets."""
        unique, k = name, 2
        while unique in self.results or unique == NONE:
            unique, k = f"{name} ({k})", k + 1
        self.results[unique] = motion
        for handle in (self.result, self.ghost):
            value = handle.value
            handle.options = (NONE, *self.results)
            handle.value = value
        self._panel.visible = True
        return unique

    @property
    def chosen(self) -> tuple[Trajectory | None, Trajectory | None]:
        """The result and its ghost."""
        first, second = self.results.get(self.result.value), self.results.get(self.ghost.value)
        return first, second if first is not None and second is not first else None

    def show(self, stage: Stage | None) -> None:
        """Show the controls of a motion that is played, or none."""
        self.stage = stage
        self._time.visible = stage is not None
        self._play.disabled = stage is None
        lines = stage.player.remarks() if stage is not None and stage.player is not None else []
        self._remarks.show(*(Text(line) for line in lines))
        if stage is None:
            self._play.label = "Play"
            self._told.show()
            self._plots.show([], 0.0, 0.0)
            return
        clock = stage.clock
        self._time.min, self._time.max = clock.start, max(clock.end, clock.start + 10 * clock.step)
        self._time.step, self._time.precision = clock.step, max(0, round(-math.log10(clock.step)))
        self._time.value = clock.time
        self._set_speed()
        self.draw()

    def draw(self) -> None:
        """Draw the charts that are chosen."""
        first, second = self.chosen
        self.between = difference(first, second) if first is not None and second is not None else None
        if first is not None and self.stage is not None:
            clock = self.stage.clock
            self._plots.show(curves(first, self._choice.chosen, second), clock.start, clock.end)

    def follow(self) -> None:
        """Bring the controls to the time that is shown."""
        if self.stage is None:
            return
        clock = self.stage.clock
        self._play.label = "Pause" if clock.playing and self.stage.act == "playing" else "Play"
        if time.monotonic() - self._moved > HANDS_OFF:
            self._time.value = round(clock.time / clock.step) * clock.step
        self._told.show(*([Text(self.between.at(clock.time))] if self.between is not None else []))

    def play(self, on: bool = True) -> None:
        """Play, or pause."""
        if self.stage is not None:
            self.stage.act = "playing"
            if on:
                self.stage.clock.play()
            else:
                self.stage.clock.pause()
            self._changed()

    def _played(self) -> None:
        if self.stage is not None:
            self.play(not (self.stage.clock.playing and self.stage.act == "playing"))

    def _set_speed(self) -> None:
        if self.stage is not None:
            self.stage.clock.speed, self.stage.clock.repeat = SPEEDS[self._speed.value], bool(self._repeat.value)

    def _sought(self) -> None:
        if self.stage is not None:
            self._moved = time.monotonic()
            self.stage.act = "playing"
            self.stage.clock.seek(float(self._time.value))
            self._changed()
