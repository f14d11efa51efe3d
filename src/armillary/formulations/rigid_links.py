"""What formulations for rigid links say to a robot that has others: they would leave modes out without a word."""

from __future__ import annotations

from armillary.errors import ArgumentError
from armillary.multibody import Model


def refuse_modes(model: Model, formulation: str, known: str = "newton_euler, composite_body, momentum, …") -> None:
    """Raise an `ArgumentError` if a robot has links with modes; `known` names formulations for these."""
    if model.flexible:
        raise ArgumentError(
            "formulation",
            f"{formulation!r} for {model.robot.name!r}, which has links with modes",
            f"one that knows flexible links: {known}",
            "with sublinks instead of modes all formulations know them",
        )
