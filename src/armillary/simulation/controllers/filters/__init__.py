"""Filters that act on each channel separately; `arm.controllers.Series` puts them behind a controller."""

from armillary.simulation.controllers.filters.biquad import Biquad
from armillary.simulation.controllers.filters.lead_lag import LeadLag
from armillary.simulation.controllers.filters.low_pass import LowPass
from armillary.simulation.controllers.filters.notch import Notch

FILTERS: dict[str, type] = {"low_pass": LowPass, "lead_lag": LeadLag, "notch": Notch, "biquad": Biquad}
"""Filters by name; `references.parameters` lists the parameters of each."""

__all__ = ["FILTERS", "Biquad", "LeadLag", "LowPass", "Notch"]
