"""The tab of joints: their sliders, and the posture of the robot."""

from __future__ import annotations

from typing import Any

from armillary.multibody.configuration import configuration
from armillary.multibody.home import home
from armillary.spatial.scalar import Floats
from armillary.viewer.controls import HtmlText, clamped, post_on_input
from armillary.viewer.joints import from_sliders, slider_values
from armillary.viewer.loop import UpdateLoop
from armillary.viewer.posture import PostureReadout, tables_of
from armillary.viewer.stage import RobotStage

CHOOSE = "choose …"
"""Entry of the list of named configurations before one is chosen."""


class JointPanel:
    """Sliders and posture of the robot. `moved` is called when a slider has moved."""

    def __init__(self, gui: Any, loop: UpdateLoop, moved: Any) -> None:
        self._gui, self._loop, self._moved = gui, loop, moved
        self._readout = HtmlText(gui, order=2)
        self._folder: Any = None
        self._sliders: list[Any] = []

    def show(self, stage: RobotStage) -> None:
        """Replace the sliders by the sliders of another robot."""
        if self._folder is not None:
            self._folder.remove()
        self._folder = self._gui.add_folder("Joints", order=1)
        values = slider_values(stage.model, stage.q)
        with self._folder:
            self._sliders = [
                self._gui.add_slider(
                    slider.label,
                    slider.lower,
                    slider.upper,
                    slider.step,
                    min(max(value, slider.lower), slider.upper),
                    marks=tuple((end, f"{end:.4g}") for end in (slider.lower, slider.upper)),
                )
                for slider, value in zip(stage.sliders, values, strict=True)
            ]
            back = self._gui.add_button("Back to the start")
            names = tuple(slider.name for slider in stage.model.robot.configurations)
            named = self._gui.add_dropdown("Configuration", (CHOOSE, *names)) if names else None
        for slider in self._sliders:
            post_on_input(self._loop, slider, "joints", lambda: self._slid(stage))
        post_on_input(self._loop, back, "home", lambda: self._go(stage, home(stage.model).q))
        if named is not None:
            post_on_input(self._loop, named, "named", lambda: self._named(stage, str(named.value)))

    def follow(self, stage: RobotStage) -> None:
        """Move the sliders to the displayed configuration."""
        for slider, value in zip(self._sliders, slider_values(stage.model, stage.shown), strict=True):
            slider.value = min(max(value, slider.min), slider.max)

    def tell(self, readout: PostureReadout) -> None:
        """Show a posture."""
        self._readout.show(*tables_of(readout))

    def _slid(self, stage: RobotStage) -> None:
        stage.stand(from_sliders(stage.model, [clamped(slider) for slider in self._sliders]))
        self._moved()

    def _named(self, stage: RobotStage, name: str) -> None:
        if name != CHOOSE:
            self._go(stage, configuration(stage.model, name))

    def _go(self, stage: RobotStage, q: Floats) -> None:
        stage.stand(q)
        for slider, value in zip(self._sliders, slider_values(stage.model, q), strict=True):
            slider.value = min(max(value, slider.min), slider.max)
        self._moved()
