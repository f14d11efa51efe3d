"""The reasons for which a use of a kind of robot is refused, or works in part: footnotes of docs/combinations.md.

A refusal whose message has none of these reasons is a fault: mend the use, or give the reason a note.
"""

from __future__ import annotations

from matrix.cells import Reason

REASONS: tuple[Reason, ...] = (
    Reason(
        r"expected rigid links in (URDF|MJCF)",
        "URDF and MJCF have rigid links. Save the robot as .toml.",
    ),
    Reason(
        r"expected (URDF|MJCF) joints",
        "The format has no such joint. Save the robot as .toml.",
    ),
    Reason(
        r"coupled by polynomials",
        "URDF has linear couplings alone: joints that follow a polynomial are written as independent joints.",
    ),
    Reason(
        r"springs of joints|gravity compensation",
        "URDF has neither springs of joints nor gravity compensation: they are left out. MJCF has both.",
    ),
    Reason(
        r"properties of the coordinates of a joint",
        "URDF has no limits, friction and springs of single coordinates of a planar joint: they are left out.",
    ),
    Reason(
        r"largest speeds are left out(?!.*end stops)",
        "MJCF has no limits of speed: they are left out.",
    ),
    Reason(
        r"elastic gears|losses of gears|Stribeck and bristle|(windings|end stops) are left out",
        "URDF and MJCF have rigid gears without losses, and viscous and Coulomb friction: elastic gears are written as "
        "rigid ones, a differential as a motor at each joint, and losses, backlash, other friction, windings and end "
        "stops are left out.",
    ),
    Reason(
        r"robot without windings|motors without windings",
        "No motor has a winding, which commands of current or voltage and curves of torque over speed need.",
    ),
    Reason(
        r"stick by events|which has events|a plant with events|a rigid stop at",
        "Dry friction that sticks, losses and backlash of gears, and rigid end stops have events. Gradients, "
        "environments and GPUs need motions without events; FMUs do not support jumps of velocities. Give friction "
        "and lossy gears a `smooth_velocity`, remove backlash, give stops a stiffness, or use "
        "`plant=arm.model(robot, friction=False)`.",
    ),
    Reason(
        r"rigid links for a controller in task space",
        "Operational-space control is for rigid links: give the controller a model with rigid links, and the flexible "
        "robot as `plant`.",
    ),
    Reason(
        r"no beams with modes",
        "It compares numbers of modes, and the robot has no beam with assumed modes.",
    ),
    Reason(
        r"joints without quaternions",
        "Symbolic equations have no quaternions: use a series of revolute (and prismatic) joints instead.",
    ),
    Reason(
        r"for equations in letters",
        "Symbolic equations support only beams that bend in one plane.",
    ),
    Reason(
        r"friction without smooth_velocity",
        "Symbolic equations support friction that jumps at rest, not its smooth variant: use "
        "`arm.model(robot, friction=False)`.",
    ),
    Reason(
        r"which slides; expected lower and upper",
        "A floating base has no limits within which a workspace could be sampled.",
    ),
    Reason(
        r"no screw for the prismatic joint",
        "The catalogue of the package has no screws for prismatic joints: give a catalogue with `[[screw]]` rows.",
    ),
    Reason(
        r"which has spherical or floating joints",
        "The choice of motors needs a motion of joints with one coordinate, or of a frame: give a line or a circle.",
    ),
)
