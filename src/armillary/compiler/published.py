"""Operation counts from papers, for comparison.

Counts of [Bhangale2004] are for the generalised inertia matrix (GIM, here mass_matrix) and the matrix of
convective inertia (MCI, here coriolis_matrix), Tables 1 and 2 and eq. (15); M stands for multiplications
and divisions, A for additions and subtractions. The paper states neither geometry nor convention in full, and
its tables could not be reproduced; they are shown only. For the mass matrix of a chain of n revolute joints it
gives (1) and quotes (2):
    (11 n² + 34 n − 18) M, (7 n² + 37 n − 18) A   [Bhangale2004, eq. 16a]                           (1)
    (12 n² + 56 n − 27) M, (7 n² + 67 n − 53) A   [WalkerOrin1982]                                  (2)
Its eq. (16b) for the MCI has half-integer additions and contradicts its own Table 2; it is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.description import library
from armillary.description.robot import Robot
from armillary.multibody import as_model


@dataclass(frozen=True)
class Published:
    """Multiplications and divisions, additions and subtractions, and their source."""

    mul: int
    add: int
    source: str

    def __str__(self) -> str:
        return f"{self.mul}M {self.add}A"


TABLES: dict[tuple[str, str], Published] = {
    ("planar-3r", "mass_matrix"): Published(59, 38, "Bhangale2004, eq. (15)"),
    ("planar-3r", "coriolis_matrix"): Published(106, 77, "Bhangale2004, eq. (15)"),
    ("planar-rrp", "mass_matrix"): Published(46, 29, "Bhangale2004, Table 1"),
    ("planar-rrp", "coriolis_matrix"): Published(76, 42, "Bhangale2004, Table 1"),
    ("planar-rpr", "mass_matrix"): Published(34, 22, "Bhangale2004, Table 1"),
    ("planar-rpr", "coriolis_matrix"): Published(88, 39, "Bhangale2004, Table 1"),
    ("planar-prr", "mass_matrix"): Published(42, 27, "Bhangale2004, Table 1"),
    ("planar-prr", "coriolis_matrix"): Published(53, 29, "Bhangale2004, Table 1"),
    ("stanford", "mass_matrix"): Published(170, 154, "Bhangale2004, Table 2"),
    ("stanford", "coriolis_matrix"): Published(522, 352, "Bhangale2004, Table 2"),
    ("rpr-orthogonal", "mass_matrix"): Published(153, 148, "Bhangale2004, Table 2"),
    ("rpr-orthogonal", "coriolis_matrix"): Published(556, 415, "Bhangale2004, Table 2"),
    ("rtx", "mass_matrix"): Published(142, 138, "Bhangale2004, Table 2"),
    ("rtx", "coriolis_matrix"): Published(389, 317, "Bhangale2004, Table 2"),
}
"""Robot of the library and quantity → published counts."""


def published(robot: Robot, quantity: str) -> tuple[Published, ...]:
    """Return the published counts for a quantity of a robot of the library, or of a chain of revolute joints."""
    counts = TABLES.get((robot.name, quantity))
    if counts is not None and robot == library.get(robot.name):
        return (counts,)
    if any(joint.type not in ("revolute", "fixed") for joint in robot.joints) or any(link.beam for link in robot.links):
        return ()
    parents = [joint.parent for joint in as_model(robot).joints]
    n = len(parents)
    if quantity != "mass_matrix" or parents != list(range(-1, n - 1)):
        return ()
    return (
        Published(11 * n**2 + 34 * n - 18, 7 * n**2 + 37 * n - 18, "Bhangale2004, eq. (16a)"),  # (1)
        Published(12 * n**2 + 56 * n - 27, 7 * n**2 + 67 * n - 53, "WalkerOrin1982"),  # (2)
    )
