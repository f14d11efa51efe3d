"""Charts of a result over time, on viser's uPlot, with one time for all.

uPlot keeps the pointers of its charts together by itself (a common sync key). What viser's widget cannot do, telling
the server of a click and drawing a line at the time that is shown, a small script on the page does (`time_cursor.js`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from armillary.tables.html import render
from armillary.viewer.curves import KINDS, USUAL, Curves
from armillary.viewer.extra import viser

HEIGHT = 190


def script(start: float, end: float) -> str:
    """Return an element that brings the script onto the page, and says from when to when charts go."""
    code = files("armillary.viewer").joinpath("time_cursor.js").read_text(encoding="utf-8")
    return render("armillary.viewer", "time_cursor.html", start=repr(start), end=repr(end), code=code)


class PlotsPanel:
    """The charts of a result."""

    def __init__(self, gui: Any, container: Any) -> None:
        self._gui, self._container = gui, container
        self._charts: list[Any] = []
        self._script: Any = None

    def show(self, charts: list[Curves], start: float, end: float) -> None:
        """Draw charts, in the place of those before; all go from `start` to `end` [s]."""
        for chart in self._charts:
            chart.remove()
        with self._container:
            self._charts = [self._chart(each, start, end) for each in charts]
            if self._script is None:
                self._script = self._gui.add_html(script(start, end), order=1000)
            else:
                self._script.content = script(start, end)

    def _chart(self, shown: Curves, start: float, end: float) -> Any:
        uplot = viser().uplot
        series = [uplot.Series(label="t [s]")]
        for style in shown.styles:
            series.append(
                uplot.Series(label=style.name, stroke=style.colour, width=style.width, points={"show": False})
                | ({"dash": list(style.dash)} if style.dash else {})
            )
        return self._gui.add_uplot(
            (shown.chart.t, *(line.values for line in shown.chart.lines)),
            tuple(series),
            title=f"{shown.chart.title}: {shown.chart.label}",
            scales={"x": uplot.Scale(time=False, auto=False, range=(start, end)), "y": uplot.Scale(auto=True)},
            axes=(uplot.Axis(size=28), uplot.Axis(size=58)),
            cursor=uplot.Cursor(sync={"key": "armillary"}),
            legend=uplot.Legend(show=True, live=False),
            height=HEIGHT,
        )


class ChartChoice:
    """Which charts are drawn."""

    def __init__(self, gui: Any) -> None:
        with gui.add_folder("Charts", expand_by_default=False):
            self.boxes = {kind: gui.add_checkbox(kind.replace("_", " "), kind in USUAL) for kind in KINDS}

    @property
    def chosen(self) -> tuple[str, ...]:
        """The kinds that are to be drawn."""
        return tuple(kind for kind, box in self.boxes.items() if box.value)
