"""The interface of all evaluators: one method per quantity, for one state, shape (n,), or a batch, (N, n)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, get_args

from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import word
from armillary.files.keywords import Helpful
from armillary.files.words import among, shortened
from armillary.formulations.arguments import Directions, Loads, Names, Out, Outs, Parameters
from armillary.formulations.formulation import ALL_FORMULATIONS, FORMULATIONS
from armillary.formulations.registry import QUANTITIES, find_quantity
from armillary.kinematics.jacobian import Orientation, Reference
from armillary.kinematics.task import Task
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates
from armillary.spatial.scalar import Floats


class Dynamics(Helpful, ABC):
    """The quantities of one robot. Every method takes one state, shape (n,), or a batch, (N, n).

    With `out` a method writes its result into that array and returns it. `parameters` are values of the model's free
    parameters: a mapping from names to numbers or arrays (N,), where missing names keep the robot's values, or an
    array (k,) or (N, k) in the order of `model.free`. Default: the robot's values. Kinematics do not depend on them.
    """

    def __init__(self, model: Model, formulation: str = "auto") -> None:
        if not among(formulation, ("auto", *FORMULATIONS)):
            raise ArgumentError("formulation", shortened(formulation), f"auto or one of {', '.join(FORMULATIONS)}")
        if formulation != "auto":
            FORMULATIONS[formulation].check(model)
        self.model = model
        self._asked = formulation

    @property
    def _arguments(self) -> tuple[Any, ...]:
        """The arguments of the constructor, by which quantities are copied and compared."""
        return self.model, self._asked

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by the arguments of the constructor, without machine code: that is loaded from the cache, or made."""
        return type(self), self._arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    @property
    def formulations(self) -> dict[str, str]:
        """The formulation of each quantity."""
        available = QUANTITIES
        if self._approximate:
            available = {name: entry for name, entry in QUANTITIES.items() if self._asked in entry.formulations}
        return {name: self.formulation_of(name) for name in available}

    @property
    def _approximate(self) -> bool:
        return self._asked != "auto" and FORMULATIONS[self._asked].approximate

    def formulation_of(self, quantity: str) -> str:
        """Return the formulation that gives a quantity: the requested one, if it has the quantity."""
        formulations = find_quantity(quantity).formulations
        if self._asked in formulations:
            return self._asked
        if not any(ALL_FORMULATIONS[name].beside_approximate for name in formulations):
            self._refuse_exact(quantity)
        return self._default(quantity)

    def _refuse_exact(self, quantity: str) -> None:
        """Raise an `ArgumentError` if the requested formulation is approximate and lacks the quantity."""
        if self._approximate:
            names = [name for name, entry in QUANTITIES.items() if self._asked in entry.formulations]
            problem = f"{quantity!r}, which {self._asked!r} does not have"
            raise ArgumentError("quantity", problem, f"one of {', '.join(names)}")

    def _default(self, quantity: str) -> str:
        """Return the formulation of a quantity where the user requested none."""
        return next(iter(QUANTITIES[quantity].exact(self.model)))

    @abstractmethod
    def _evaluate(
        self, quantity: str, *state: Coordinates, out: Out, parameters: Parameters = None, **options: Any
    ) -> Floats:
        """Return a quantity at one state or at each of a batch."""

    @abstractmethod
    def _differentiate(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        """Return the derivatives of a quantity by each of `wrt`, at one state or at each of a batch."""

    @abstractmethod
    def _pull_back(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        """Return the cotangents of `wrt` from a state and the cotangent of a quantity, the last of `state`."""

    @abstractmethod
    def _push_forward(
        self, quantity: str, *state: Coordinates, directions: Directions, out: Out, parameters: Parameters
    ) -> Floats:
        """Return the derivative of a quantity along directions of its arguments."""

    def inverse_dynamics(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, *,
        out: Out = None, wrenches: Loads = None, parameters: Parameters = None,
    ) -> Floats:  # fmt: skip
        """Return the joint efforts τ [N·m or N] that cause a motion.

        `wrenches` maps the name of a frame to the moment [N·m] and force [N] that act on the robot at its origin,
        world axes, shape (6,) or (N, 6).
        """
        return self._evaluate("inverse_dynamics", q, qd, qdd, out=out, wrenches=wrenches, parameters=parameters)

    def forward_dynamics(
        self, q: Coordinates, qd: Coordinates, tau: Coordinates, *,
        out: Out = None, wrenches: Loads = None, parameters: Parameters = None,
    ) -> Floats:  # fmt: skip
        """Return the accelerations q̈ that joint efforts τ and `wrenches`, as in `inverse_dynamics`, cause."""
        return self._evaluate("forward_dynamics", q, qd, tau, out=out, wrenches=wrenches, parameters=parameters)

    def inverse_dynamics_derivatives(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, *,
        out: Outs = None, wrt: Names = None, parameters: Parameters = None,
    ) -> tuple[Floats, ...]:  # fmt: skip
        """Return (∂τ/∂q, ∂τ/∂q̇), shapes (nv, nv); ∂τ/∂q̈ is the mass matrix.

        Column j of ∂/∂q is the derivative along velocity direction j, also for spherical joints. Friction's jump at
        rest is left out. `wrt` names other derivatives, in the order of the result: "q", "qd", and "parameters" for
        ∂τ/∂π by the free parameters π, shape (nv, k).
        """
        self._refuse_exact("inverse_dynamics_derivatives")
        return self._differentiate("inverse_dynamics", q, qd, qdd, wrt=wrt, out=out, parameters=parameters)

    def forward_dynamics_derivatives(
        self, q: Coordinates, qd: Coordinates, tau: Coordinates, *,
        out: Outs = None, wrt: Names = None, parameters: Parameters = None,
    ) -> tuple[Floats, ...]:  # fmt: skip
        """Return (∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ), shapes (nv, nv), columns and `wrt` as in `inverse_dynamics_derivatives`."""
        self._refuse_exact("forward_dynamics_derivatives")
        return self._differentiate("forward_dynamics", q, qd, tau, wrt=wrt, out=out, parameters=parameters)

    def inverse_dynamics_vjp(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, tau_bar: ArrayLike, *,
        out: Outs = None, wrt: Names = None, parameters: Parameters = None,
    ) -> tuple[Floats, ...]:  # fmt: skip
        """Return the gradients of τ̄ · τ by q, q̇ and q̈, shapes (nv,): products of τ̄ with the derivatives of τ.

        The gradient by q has an entry for each velocity direction, as `inverse_dynamics_derivatives` has columns.
        `wrt` names other gradients, in the order of the result: "q", "qd", "qdd", and "parameters" for that by the
        free parameters, shape (k,).
        """
        self._refuse_exact("inverse_dynamics_vjp")
        return self._pull_back("inverse_dynamics", q, qd, qdd, tau_bar, wrt=wrt, out=out, parameters=parameters)

    def forward_dynamics_vjp(
        self, q: Coordinates, qd: Coordinates, tau: Coordinates, qdd_bar: ArrayLike, *,
        out: Outs = None, wrt: Names = None, parameters: Parameters = None,
    ) -> tuple[Floats, ...]:  # fmt: skip
        """Return the gradients of q̈̄ · q̈ by q, q̇ and τ, shapes (nv,), with `wrt` as in `inverse_dynamics_vjp`."""
        self._refuse_exact("forward_dynamics_vjp")
        return self._pull_back("forward_dynamics", q, qd, tau, qdd_bar, wrt=wrt, out=out, parameters=parameters)

    def inverse_dynamics_jvp(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, directions: Directions, *,
        out: Out = None, parameters: Parameters = None,
    ) -> Floats:  # fmt: skip
        """Return the derivative of τ along directions (dq, dq̇, dq̈) of its arguments, shape (nv,).

        Each direction has nv entries, that of q along the velocity directions; None stands for zero. A fourth, of k
        entries, is a direction of the free parameters.
        """
        self._refuse_exact("inverse_dynamics_jvp")
        return self._push_forward("inverse_dynamics", q, qd, qdd, directions=directions, out=out, parameters=parameters)

    def forward_dynamics_jvp(
        self, q: Coordinates, qd: Coordinates, tau: Coordinates, directions: Directions, *,
        out: Out = None, parameters: Parameters = None,
    ) -> Floats:  # fmt: skip
        """Return the derivative of q̈ along directions (dq, dq̇, dτ), shape (nv,), as in `inverse_dynamics_jvp`."""
        self._refuse_exact("forward_dynamics_jvp")
        return self._push_forward("forward_dynamics", q, qd, tau, directions=directions, out=out, parameters=parameters)

    def mass_matrix(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return M(q), shape (nv, nv)."""
        return self._evaluate("mass_matrix", q, out=out, parameters=parameters)

    def coriolis_matrix(
        self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew."""
        return self._evaluate("coriolis_matrix", q, qd, out=out, parameters=parameters)

    def bias(self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return C q̇ + g + friction + elastic efforts [N·m or N]."""
        return self._evaluate("bias", q, qd, out=out, parameters=parameters)

    def gravity(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return the efforts that hold the robot at rest against gravity alone [N·m or N]."""
        return self._evaluate("gravity", q, out=out, parameters=parameters)

    def elastic(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return the efforts K (q − q₀) that keep springs and flexible links bent, shape (nv,) [N·m or N]."""
        return self._evaluate("elastic", q, out=out, parameters=parameters)

    def momentum(self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return p = M q̇ [kg·m²/s or kg·m/s]."""
        return self._evaluate("momentum", q, qd, out=out, parameters=parameters)

    def motor_efforts(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return the efforts of the motors at the joints that cause a motion through gears with losses [N·m or N].

        They are what a run calls `tau`. Inverse dynamics has ideal gears. At rest both agree: any effort between those
        of slow motions ahead and back holds a joint.
        """
        return self._evaluate("motor_efforts", q, qd, qdd, out=out, parameters=parameters)

    def base_wrench(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return the moment [N·m] about the base's origin and the force [N] that hold the robot, world axes, (6,)."""
        return self._evaluate("base_wrench", q, qd, qdd, out=out, parameters=parameters)

    def centre_of_mass(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return the centre of mass of all that moves in the world, shape (3,) [m]; an `ArgumentError` without mass."""
        return self._evaluate("centre_of_mass", q, out=out, parameters=parameters)

    def spatial_momentum(
        self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return the momentum of the whole robot: angular about its centre of mass, linear, world axes, shape (6,)."""
        return self._evaluate("spatial_momentum", q, qd, out=out, parameters=parameters)

    def centroidal_momentum_matrix(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return A(q), shape (6, nv), with the spatial momentum A q̇."""
        return self._evaluate("centroidal_momentum_matrix", q, out=out, parameters=parameters)

    def generalized_jacobian(
        self, q: Coordinates, frame: str = "tip", *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return the Jacobian of a frame at zero momentum, without the coordinates of floating joints on the base."""
        return self._evaluate("generalized_jacobian", q, out=out, frame=frame, parameters=parameters)

    def kinetic_gradient(
        self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return ∂T/∂q at constant q̇, shape (nv,) [N·m or N]."""
        return self._evaluate("kinetic_gradient", q, qd, out=out, parameters=parameters)

    def kinetic_energy(
        self, q: Coordinates, qd: Coordinates, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return T [J]."""
        return self._evaluate("kinetic_energy", q, qd, out=out, parameters=parameters)

    def potential_energy(self, q: Coordinates, *, out: Out = None, parameters: Parameters = None) -> Floats:
        """Return V [J] of gravity, springs and bent links; zero at the world's origin with nothing bent."""
        return self._evaluate("potential_energy", q, out=out, parameters=parameters)

    def pose(self, q: Coordinates, frame: str = "tip", *, out: Out = None) -> Floats:
        """Return the pose of a frame in the world, shape (4, 4)."""
        return self._evaluate("pose", q, out=out, frame=frame)

    def link_positions(self, q: Coordinates, *, out: Out = None) -> Floats:
        """Return the origins of all moving bodies, nodes of flexible links too, in the world, shape (bodies, 3) [m]."""
        return self._evaluate("link_positions", q, out=out)

    def jacobian(
        self,
        q: Coordinates,
        frame: str = "tip",
        *,
        reference: Reference = "world",
        orientation: Orientation = "rpy",
        out: Out = None,
    ) -> Floats:
        """Return the Jacobian of a frame, shape (6, nv), rows (angular, linear).

        `reference` is "world" (default: the geometric Jacobian, world axes), "body" (in the axes of the frame), "space"
        (the twist about the origin of the world), or "analytic": rates of an `orientation`, "rpy" (default), "zyz" or
        "quaternion" (w, x, y, z, four rows), above the velocity of the origin in world axes.
        """
        options: dict[str, str] = {}
        if word("reference", reference, get_args(Reference)) != "world":
            options["reference"] = reference
        if word("orientation", orientation, get_args(Orientation)) != "rpy":
            if reference != "analytic":
                raise ArgumentError("orientation", f"given with reference={reference!r}", "reference='analytic'")
            options["orientation"] = orientation
        return self._evaluate("jacobian", q, out=out, frame=frame, **options)

    def jacobian_dot(self, q: Coordinates, qd: Coordinates, *, frame: str = "tip", out: Out = None) -> Floats:
        """Return the time derivative of the Jacobian, shape (6, nv)."""
        return self._evaluate("jacobian_dot", q, qd, out=out, frame=frame)

    def frame_acceleration(
        self, q: Coordinates, qd: Coordinates, qdd: Coordinates, *, frame: str = "tip", out: Out = None
    ) -> Floats:
        """Return the (angular, linear) acceleration of a frame in world axes, shape (6,)."""
        return self._evaluate("frame_acceleration", q, qd, qdd, out=out, frame=frame)

    def manipulability(
        self, q: Coordinates, frame: str = "tip", *, task: Task = "position", elastic: bool = False, out: Out = None
    ) -> Floats:
        """Return w = √det(J Jᵀ) of the task; J of the joints, with `elastic` also of the elastic coordinates."""
        return self._evaluate("manipulability", q, out=out, frame=frame, task=task, elastic=elastic)

    def manipulability_gradient(
        self, q: Coordinates, frame: str = "tip", *, task: Task = "position", elastic: bool = False, out: Out = None
    ) -> Floats:
        """Return ∂w/∂q, shape (nv,)."""
        return self._evaluate("manipulability_gradient", q, out=out, frame=frame, task=task, elastic=elastic)

    def condition_number(
        self, q: Coordinates, frame: str = "tip", *, task: Task = "position", elastic: bool = False, out: Out = None
    ) -> Floats:
        """Return κ = cond(J) of the task, the ratio of its extreme singular values; ∞ at a singularity.

        J has the columns of the joints, with `elastic` also those of the elastic coordinates.
        """
        return self._evaluate("condition_number", q, out=out, frame=frame, task=task, elastic=elastic)

    def condition_number_gradient(
        self, q: Coordinates, frame: str = "tip", *, task: Task = "position", elastic: bool = False, out: Out = None
    ) -> Floats:
        """Return ∂κ/∂q, shape (nv,)."""
        return self._evaluate("condition_number_gradient", q, out=out, frame=frame, task=task, elastic=elastic)

    def gravity_norm(
        self, q: Coordinates, W: ArrayLike | None = None, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return p = gᵀ W g of the gravity efforts; default W: the identity."""
        return self._evaluate("gravity_norm", q, out=out, W=W, parameters=parameters)

    def gravity_norm_gradient(
        self, q: Coordinates, W: ArrayLike | None = None, *, out: Out = None, parameters: Parameters = None
    ) -> Floats:
        """Return ∂p/∂q, shape (nv,)."""
        return self._evaluate("gravity_norm_gradient", q, out=out, W=W, parameters=parameters)
