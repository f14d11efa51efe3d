"""Motor selection: catalogues, loads of a motion, and the choice of drives."""

from armillary.selection.motors.catalogue import Catalogue, GearType, MotorType, load_catalogue
from armillary.selection.motors.choice import choose_motors
from armillary.selection.motors.drive import Drive
from armillary.selection.motors.duty import Duty
from armillary.selection.motors.output import MotorChoice
from armillary.selection.motors.seats import Seat, existing_seats

__all__ = [
    "Catalogue",
    "Drive",
    "Duty",
    "GearType",
    "MotorChoice",
    "MotorType",
    "Seat",
    "choose_motors",
    "existing_seats",
    "load_catalogue",
]
