"""Controllers and filters: a controller is a value such as `PD(kp=100, kd=20)`; its `law(model)` computes efforts."""

from armillary.simulation.controllers.cascade import Cascade
from armillary.simulation.controllers.computed_torque import ComputedTorque, InverseDynamics
from armillary.simulation.controllers.elastic_feed_forward import ElasticFeedForward
from armillary.simulation.controllers.filters import FILTERS, Biquad, LeadLag, LowPass, Notch
from armillary.simulation.controllers.friction_compensation import FrictionCompensation
from armillary.simulation.controllers.function import Discrete, FunctionController, Sampled, wrap
from armillary.simulation.controllers.law import Law, NotTraceableError
from armillary.simulation.controllers.learned import Learned
from armillary.simulation.controllers.objectives import (
    OBJECTIVES,
    ConditionNumber,
    GravityTorque,
    JointLimits,
    Manipulability,
    Posture,
)
from armillary.simulation.controllers.observed import Observed
from armillary.simulation.controllers.observers.disturbance_observer import DisturbanceObserver
from armillary.simulation.controllers.observers.kalman import Kalman
from armillary.simulation.controllers.observers.momentum_observer import MomentumObserver
from armillary.simulation.controllers.open_loop import OpenLoop
from armillary.simulation.controllers.operational_space import OperationalSpace
from armillary.simulation.controllers.pd import PD, PDGravity
from armillary.simulation.controllers.pid import PID
from armillary.simulation.controllers.scheduled import GainTable, Scheduled
from armillary.simulation.controllers.series import Series
from armillary.simulation.controllers.state_feedback import StateFeedback
from armillary.simulation.controllers.sum import Sum

CONTROLLERS: dict[str, type] = {
    "open_loop": OpenLoop,
    "pd": PD,
    "pd_gravity": PDGravity,
    "pid": PID,
    "computed_torque": ComputedTorque,
    "inverse_dynamics": InverseDynamics,
    "operational_space": OperationalSpace,
    "state_feedback": StateFeedback,
    "elastic_feed_forward": ElasticFeedForward,
    "friction_compensation": FrictionCompensation,
    "learned": Learned,
    "cascade": Cascade,
    "series": Series,
    "sum": Sum,
    "scheduled": Scheduled,
    "observed": Observed,
    "kalman": Kalman,
    "momentum_observer": MomentumObserver,
    "disturbance_observer": DisturbanceObserver,
}
"""Controllers by name; `references.parameters` lists the parameters of each."""

__all__ = [
    "CONTROLLERS", "FILTERS", "OBJECTIVES", "PD", "PID", "Biquad", "Cascade", "ComputedTorque", "ConditionNumber",
    "Discrete", "DisturbanceObserver", "ElasticFeedForward", "FrictionCompensation", "FunctionController", "GainTable",
    "GravityTorque", "InverseDynamics", "JointLimits", "Kalman", "Law", "LeadLag", "Learned", "LowPass",
    "Manipulability", "MomentumObserver", "NotTraceableError", "Notch", "Observed", "OpenLoop", "OperationalSpace",
    "PDGravity", "Posture", "Sampled", "Scheduled", "Series", "StateFeedback", "Sum", "wrap",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
