"""The tab of the robot: its choice, its motors, and display options."""

from __future__ import annotations

from typing import Any

from armillary.analysis.robot_tables import facts
from armillary.multibody.build import MOTORS
from armillary.tables.parts import Facts, Text
from armillary.viewer.controls import HtmlText, post_on_input
from armillary.viewer.loop import UpdateLoop
from armillary.viewer.robot_view import MARKS
from armillary.viewer.stage import RobotStage

ELLIPSOID = "manipulability"


class RobotPanel:
    """Choice and display of the robot. `picked` is called for another robot, `changed` for other options."""

    def __init__(self, gui: Any, loop: UpdateLoop, names: tuple[str, ...], picked: Any, changed: Any) -> None:
        self._gui = gui
        self.robot = gui.add_dropdown("robot", names)
        self.motors = gui.add_dropdown(
            "motors", MOTORS, hint="How motors count: with rotor and stator, as inertia at the joint, or not at all."
        )
        self._facts = HtmlText(gui)
        with gui.add_folder("Show"):
            self.marks = {what: gui.add_checkbox(what, False) for what in (*MARKS, ELLIPSOID)}
            self.fine = gui.add_checkbox("fine lighting", False, hint="With shadows; slow without a graphics card.")
        with gui.add_folder("Flexible links") as self._flexible:
            self.strain = gui.add_checkbox("colours of strain", True)
            self.magnification = gui.add_slider("magnify ×", 1, 200, 1, 1, hint="Factor on the bending of links.")
            self._scale = gui.add_markdown("")
        for handle in (self.robot, self.motors):
            post_on_input(loop, handle, "robot", picked)
        for handle in (*self.marks.values(), self.fine, self.strain, self.magnification):
            post_on_input(loop, handle, "look", changed)

    def show(self, stage: RobotStage) -> None:
        """Show the facts of another robot."""
        self._facts.show(Text(stage.name, "heading"), Facts(facts(stage.model)))
        self._flexible.visible = bool(stage.model.elastic)

    def tell_strain(self, limit: float, of_mode: bool) -> None:
        """Show the meaning of the colours."""
        size = "the greatest of this mode" if of_mode else f"{limit:.2e}"
        text = f"Blue is compression, red is tension; full colour is a strain of {size}." if limit > 0 else "No strain."
        if self._scale.content != text:
            self._scale.content = text
