"""Bodies in a robot file: mass, centre of mass and inertia, given by numbers or by a shape."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import AfterValidator, Discriminator, Field, Tag, ValidationInfo, field_validator

from armillary.description import robot as described
from armillary.description.robot import NO_INERTIA, ORIGIN, Matrix, Vector
from armillary.description.toml.placed import Angles, Moments, PartTable, Placed, Position
from armillary.files.fields import (
    Extent,
    Length,
    Mass,
    Moment,
    Name,
    excludes,
    listed,
    positive,
    problem,
    quantity,
    typed,
)
from armillary.spatial import inertia as tensor
from armillary.spatial.rotation import from_rpy
from armillary.spatial.scalar import Floats


class InertiaTable(PartTable):
    """An inertia tensor by its entries [kg·m²]; products that are left out are zero."""

    xx: Moment
    yy: Moment
    zz: Moment
    xy: Moment = 0.0
    xz: Moment = 0.0
    yz: Moment = 0.0

    def build(self) -> Matrix:
        """Return the tensor as a matrix."""
        return (self.xx, self.xy, self.xz), (self.xy, self.yy, self.yz), (self.xz, self.yz, self.zz)


InertiaRows = Annotated[tuple[Moments, Moments, Moments], listed(3, "[[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]")]
Inertia = Annotated[
    Annotated[InertiaTable, Tag("table")] | Annotated[InertiaRows, Tag("rows")],
    Discriminator(lambda value: "rows" if isinstance(value, list) else "table"),
    typed((dict, list), "a table such as { xx = 0.1, yy = 0.1, zz = 0.1 } or three rows"),
]


class Shape(Placed):
    """A solid of even density [kg/m³] or known mass [kg] whose centre and axes are placed on the link."""

    density: Annotated[float, quantity("density"), AfterValidator(positive)] | None = None
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
    """Fields of links and payloads: mass, centre of mass, inertia."""

    name: Name
    # Declared before `mass`, which is required only if no shape determines it.
    shape: Annotated[Box | Cylinder | Sphere, Field(discriminator="kind")] | None = None
    mass: Mass | None = Field(default=None, validate_default=True)
    com: Annotated[Position | None, excludes("shape")] = None
    inertia: Annotated[Inertia | None, excludes("shape")] = None
    principal: Annotated[Moments | None, excludes("shape", "inertia")] = None
    principal_rpy: Angles | None = None

    @field_validator("mass")
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

    @field_validator("principal_rpy")
    @classmethod
    def _turns_something(cls, value: Any, info: ValidationInfo) -> Any:
        if value is not None and "principal" in info.data and info.data["principal"] is None:
            raise problem("there are no principal moments to turn", "principal = [ , , ] too")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part: mass, centre of mass and inertia from the fields that give them."""
        own = super().values()
        mass, com, inertia = self.mass, self.com or ORIGIN, own["inertia"] or NO_INERTIA
        if self.shape is not None:
            mass, com, inertia = self._of_shape(self.shape)
        elif self.principal is not None:
            inertia = _turned(np.diag(self.principal), from_rpy(*(self.principal_rpy or ORIGIN)))
        return own | {"mass": mass or 0.0, "com": com, "inertia": inertia}

    def _of_shape(self, shape: Box | Cylinder | Sphere) -> tuple[float, Vector, Matrix]:
        given = (self.mass, shape.mass, (shape.density or 0.0) * shape.volume())
        mass, placement = next(each for each in given if each is not None), shape.placement()
        if not math.isfinite(mass):  # the checks of the robot report it once, without an infinite inertia
            return mass, placement.xyz, NO_INERTIA
        with np.errstate(over="ignore"):
            return mass, placement.xyz, _turned(shape.moments(mass), placement.rotation)


def _turned(moments: Floats, R: ArrayLike) -> Matrix:
    with np.errstate(over="ignore", invalid="ignore"):  # the checks of the robot find infinite numbers
        turned = np.asarray(tensor.rotate(moments, R), dtype=float)
    return described.matrix(turned / 2 + turned.T / 2)
