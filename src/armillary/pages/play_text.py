"""A scenario as a file without its start, to which a page adds the state that it has reached."""

from __future__ import annotations

from armillary.files.toml_values import toml_value
from armillary.simulation.scenario import Scenario
from armillary.simulation.scenario_file.read import entered, kept

LEFT_OUT = ("q0", "qd0", "start", "output")


def scenario_text(scenario: Scenario) -> str:
    """Return the fields of a scenario file but those of the start; a comment for a scenario from Python."""
    if not scenario.text:
        return "# Robot and controller came from Python: add robot, duration, controller and reference.\n"
    text, settings = kept(scenario.text)
    fields = {key: value for key, value in entered(text, settings=settings).data.items() if key not in LEFT_OUT}
    if scenario.plant is None:
        fields["motors"] = scenario.plant_model.motors  # a ghost has others than the file
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())
