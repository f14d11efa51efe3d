"""Bodies in a robot file: mass, centre of mass and inertia, given by numbers or by a shape."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field, ValidationInfo, field_validator, model_validator

from armillary.description import robot as described
from armillary.description.robot import NO_INERTIA, ORIGIN, Matrix, Vector
from armillary.description.toml.tables import Angles, Moments, PartTable, Placed, built, spells
from armillary.files.fields import (
    Extent,
    Length,
    Mass,
    excludes,
    listed,
    problem,
    quantity,
)
from armillary.spatial import inertia as tensor
from armillary.spatial.rotation import from_rpy
from armillary.spatial.scalar import Floats


class Shape(Placed):
    """A solid of even density [kg/m³] or known mass [kg] whose centre and axes are placed on the link."""

    density: Annotated[float, quantity("density", above=0)] | None = None
    mass: Annotated[Mass | None, excludes("density")] = None

    def gives_mass(self) -> bool:
        """Return whether the shape alone determines the mass."""
        return self.mass is not None or self.density is not None


class Box(Shape):
    """A box with edges `size` [m]."""

    kind: Literal["box"]
    size: Annotated[tuple[Extent, Extent, Extent], listed(3, "[0.1, 0.1, '5 cm']")]

    def volume(self) -> float:
        """Return the volume [m³]."""
        return math.prod(self.size)

    def moments(self, mass: float) -> Floats:
        """Return the central inertia tensor [kg·m²] in the shape's own axes."""
        return tensor.box(mass, self.size)


class Cylinder(Shape):
    """A cylinder along z, or a tube with radius `inner` [m]."""

    kind: Literal["cylinder"]
    radius: Extent
    length: Extent
    inner: Length = 0.0

    @field_validator("inner")
    @classmethod
    def _inside(cls, value: float, info: ValidationInfo) -> float:
        if not 0 <= value < info.data.get("radius", math.inf):
            raise problem(f"{value:g} m", "zero or more, and less than radius")
        return value

    def volume(self) -> float:
        """Return the volume [m³]."""
        return math.pi * (self.radius * self.radius - self.inner * self.inner) * self.length

    def moments(self, mass: float) -> Floats:
        """Return the central inertia tensor [kg·m²] in the shape's own axes."""
        return tensor.cylinder(mass, self.radius, self.length, self.inner)


class Sphere(Shape):
    """A ball."""

    kind: Literal["sphere"]
    radius: Extent

    def volume(self) -> float:
        """Return the volume [m³]."""
        return 4 / 3 * math.pi * (self.radius * self.radius * self.radius)  # infinite where a power would raise

    def moments(self, mass: float) -> Floats:
        """Return the central inertia tensor [kg·m²] in the shape's own axes."""
        return tensor.sphere(mass, self.radius)


class Body(PartTable):
    """Mass, centre of mass and inertia by a shape, and an inertia by its principal moments."""

    optional = ("mass",)

    shape: Annotated[Box | Cylinder | Sphere, Field(discriminator="kind")] | None = None
    principal: Annotated[Moments | None, excludes("shape")] = None
    principal_rpy: Angles | None = None

    @field_validator("mass", check_fields=False)
    @classmethod
    def _has_mass(cls, value: float | None, info: ValidationInfo) -> float | None:
        shape = info.data.get("shape")
        if value is None and "shape" in info.data and (shape is None or not shape.gives_mass()):
            where = f"of {info.data['name']!r} " if "name" in info.data else ""
            hint = "mass = 0 if it really has none" if shape is None else "or give the shape a density"
            raise problem(f"the mass {where}is missing", "mass = … in kg", hint)
        if value is not None and shape is not None and shape.gives_mass():
            raise problem("given together with the shape's own", "either mass here or density or mass in shape")
        return value

    @field_validator("com", "inertia", check_fields=False)
    @classmethod
    def _given_once(cls, value: Any, info: ValidationInfo) -> Any:
        for other in ("shape", "principal") if info.field_name == "inertia" else ("shape",):
            if info.data.get(other) is not None:
                raise problem(f"given together with {other}", f"either {info.field_name} or {other}")
        return value

    @field_validator("principal_rpy")
    @classmethod
    def _turns_something(cls, value: Any, info: ValidationInfo) -> Any:
        if value is not None and "principal" in info.data and info.data["principal"] is None:
            raise problem("there are no principal moments to turn", "principal = [ , , ] too")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part: mass, centre of mass and inertia from the fields that give them."""
        own = super().values()
        if self.shape is not None:
            mass, com, inertia = self._of_shape(self.shape, own.get("mass"))
            return own | {"mass": mass, "com": com, "inertia": inertia}
        if self.principal is not None:
            own["inertia"] = _turned(np.diag(self.principal), from_rpy(*(self.principal_rpy or ORIGIN)))
        return own

    def _of_shape(self, shape: Box | Cylinder | Sphere, mass: float | None) -> tuple[float, Vector, Matrix]:
        given = (mass, shape.mass, (shape.density or 0.0) * shape.volume())
        mass, placement = next(each for each in given if each is not None), shape.placement()
        if not math.isfinite(mass):  # the checks of the robot report it once, without an infinite inertia
            return mass, placement.xyz, NO_INERTIA
        with np.errstate(over="ignore"):
            return mass, placement.xyz, _turned(shape.moments(mass), placement.rotation)


spells(described.Payload)(Body)


@spells(described.Link)
class LinkBody(Body):
    """A rigid body, or a beam or modal data with an optional rigid hub at the root."""

    @model_validator(mode="before")
    @classmethod
    def _hub(cls, data: Any) -> Any:
        """Give a flexible link without a hub the mass 0."""
        if isinstance(data, dict) and data.keys() & {"beam", "modal"} and not data.keys() & {"mass", "shape"}:
            return {**data, "mass": 0.0}
        return data

    @field_validator("modal", check_fields=False)
    @classmethod
    def _one_of_both(cls, value: Any, info: ValidationInfo) -> Any:
        if info.data.get("beam") is not None:
            raise problem("given together with beam", "either modal or beam")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the link."""
        fields = dict(self)
        return super().values() | {"beam": built(fields["beam"] or fields["modal"])}


def _turned(moments: Floats, R: ArrayLike) -> Matrix:
    with np.errstate(over="ignore", invalid="ignore"):  # the checks of the robot find infinite numbers
        turned = np.asarray(tensor.rotate(moments, R), dtype=float)
    return described.matrix(turned / 2 + turned.T / 2)
