"""The panel of results: the result that is played, a second one as its ghost, the time, and charts.

uPlot synchronises the pointers of its charts (a common sync key). viser's widget reports no clicks and marks no
time: a small script on the page (`time_cursor.js`) sends clicks to the server and draws a line at the displayed time.
"""

from __future__ import annotations

import math
import time
from importlib.resources import files
from typing import Any

from armillary.results.trajectory import Trajectory
from armillary.tables.html import render
from armillary.tables.parts import Text
from armillary.viewer.controls import HtmlText, post_on_input
from armillary.viewer.curves import KINDS, USUAL, Difference, StyledChart, curves, difference
from armillary.viewer.loop import UpdateLoop
from armillary.viewer.playing import SPEEDS
from armillary.viewer.server import viser
from armillary.viewer.stage import RobotStage

NONE = "none"
HANDS_OFF = 0.4
"""Time after a user moved the time slider in which the page does not move it [s]."""
HEIGHT = 190
"""Height of a chart [px]."""


class Playback:
    """Results and playback controls. `picked` is called when another result or ghost is chosen."""

    def __init__(self, gui: Any, loop: UpdateLoop, picked: Any, changed: Any) -> None:
        self._gui, self._loop, self._changed = gui, loop, changed
        self.results: dict[str, Trajectory] = {}
        self.stage: RobotStage | None = None
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
            # One slider for all results: browsers report errors for updates of a removed slider.
            self._time = gui.add_slider("time [s]", 0.0, 1.0, 1e-3, 0.0, visible=False, order=6)
            self._difference = HtmlText(gui, order=7)
            self._remarks = HtmlText(gui, order=7.5)
            self._folder = gui.add_folder(None, order=9)
            with gui.add_folder(None, order=8), gui.add_folder("Charts", expand_by_default=False):
                self._boxes = {kind: gui.add_checkbox(kind.replace("_", " "), kind in USUAL) for kind in KINDS}
        self._charts: list[Any] = []
        self._script: Any = None
        post_on_input(loop, self.result, "result", picked)
        post_on_input(loop, self.ghost, "result", picked)
        post_on_input(loop, self._play, "play", self._played)
        post_on_input(loop, self._time, "time", self._sought)
        post_on_input(loop, self._speed, "speed", self._set_speed)
        post_on_input(loop, self._repeat, "speed", self._set_speed)
        for box in self._boxes.values():
            post_on_input(loop, box, "charts", self.draw)

    def add(self, name: str, motion: Trajectory) -> str:
        """Add a result, and return its unique name."""
        unique = name
        k = 2
        while unique in self.results or unique == NONE:
            unique = f"{name} ({k})"
            k += 1
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

    def show(self, stage: RobotStage | None) -> None:
        """Show the controls of the motion on the stage, or none."""
        self.stage = stage
        self._time.visible = stage is not None
        self._play.disabled = stage is None
        lines = stage.player.remarks() if stage is not None and stage.player is not None else []
        self._remarks.show(*(Text(line) for line in lines))
        if stage is None:
            self._play.label = "Play"
            self._difference.show()
            self._show_charts([], 0.0, 0.0)
            return
        clock = stage.clock
        self._time.min = clock.start
        self._time.max = max(clock.end, clock.start + 10 * clock.step)
        self._time.step = clock.step
        self._time.precision = max(0, round(-math.log10(clock.step)))
        self._time.value = clock.time
        self._set_speed()
        self.draw()

    def draw(self) -> None:
        """Draw the chosen charts."""
        first, second = self.chosen
        self.between = difference(first, second) if first is not None and second is not None else None
        if first is not None and self.stage is not None:
            chosen = tuple(kind for kind, box in self._boxes.items() if box.value)
            self._show_charts(curves(first, chosen, second), self.stage.clock.start, self.stage.clock.end)

    def follow(self) -> None:
        """Update the controls to the displayed time."""
        if self.stage is None:
            return
        clock = self.stage.clock
        self._play.label = "Pause" if clock.playing and self.stage.act == "playing" else "Play"
        if time.monotonic() - self._moved > HANDS_OFF:
            self._time.value = round(clock.time / clock.step) * clock.step
        self._difference.show(*([Text(self.between.at(clock.time))] if self.between is not None else []))

    def _played(self) -> None:
        """Play, or pause."""
        if self.stage is not None:
            clock = self.stage.clock
            on = not (clock.playing and self.stage.act == "playing")
            self.stage.act = "playing"
            if on:
                clock.play()
            else:
                clock.playing = False
            self._changed()

    def _set_speed(self) -> None:
        if self.stage is not None:
            self.stage.clock.speed, self.stage.clock.repeat = SPEEDS[self._speed.value], bool(self._repeat.value)

    def _sought(self) -> None:
        if self.stage is not None:
            self._moved = time.monotonic()
            self.stage.act = "playing"
            self.stage.clock.seek(float(self._time.value))
            self._changed()

    def _show_charts(self, charts: list[StyledChart], start: float, end: float) -> None:
        """Draw charts instead of the present ones, with a time axis from `start` to `end` [s]."""
        for chart in self._charts:
            chart.remove()
        with self._folder:
            self._charts = [self._chart(chart, start, end) for chart in charts]
            if self._script is None:
                self._script = self._gui.add_html("", order=1000)
            self._script.content = script(start, end)

    def _chart(self, shown: StyledChart, start: float, end: float) -> Any:
        uplot = viser().uplot
        series = [uplot.Series(label="t [s]")]
        for style in shown.styles:
            series.append(
                uplot.Series(label=style.name, stroke=style.colour, width=style.width, points={"show": False})
                | ({"dash": list(style.dash)} if style.dash else {})
            )
        y = uplot.Scale(auto=True, distr=3) if shown.chart.logarithmic else uplot.Scale(auto=True)
        return self._gui.add_uplot(
            (shown.chart.t, *(line.values for line in shown.chart.lines)),
            tuple(series),
            title=f"{shown.chart.title}: {shown.chart.label}",
            scales={"x": uplot.Scale(time=False, auto=False, range=(start, end)), "y": y},
            axes=(uplot.Axis(size=28), uplot.Axis(size=58)),
            cursor=uplot.Cursor(sync={"key": "armillary"}),
            legend=uplot.Legend(show=True, live=False),
            height=HEIGHT,
        )


def script(start: float, end: float) -> str:
    """Return an HTML element that runs the script and holds the time range of the charts [s]."""
    code = files("armillary.viewer").joinpath("time_cursor.js").read_text(encoding="utf-8")
    return render("armillary.viewer", "time_cursor.html", start=repr(start), end=repr(end), code=code)
