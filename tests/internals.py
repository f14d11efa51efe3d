"""The internals that tests may use by name, each imported here alone: moving one changes one line of the tests.

Everything else a test needs is public (`arm.…`), or the algorithm that it proves something about.
"""

from armillary.analysis.coordinates import configuration, random_configuration, random_state, random_states
from armillary.description.beam import (
    SECTION_SIZES,
    SHAPE_FAMILIES,
    Beam,
    BeamNode,
    ModalData,
    ModalNode,
    Modes,
    Section,
    Station,
    Sublinks,
    points_needed,
)
from armillary.description.friction import Friction
from armillary.description.gear import Gear
from armillary.description.joint_types import FORMS, JOINT_TYPES, Form
from armillary.description.load import ROBOT_FILE, XML_FILE, load
from armillary.description.mjcf.reader import parse_mjcf, read_mjcf
from armillary.description.mjcf.writer import to_mjcf
from armillary.description.planar import planar
from armillary.description.reading import Reading
from armillary.description.robot import (
    IDENTITY,
    Coordinate,
    Coupling,
    Frame,
    Joint,
    Limits,
    Link,
    Motor,
    Payload,
    Placement,
    Robot,
    Visual,
    matrix,
    vector,
)
from armillary.description.save import save
from armillary.description.sdf.reader import parse_sdf, read_sdf
from armillary.description.tables import seat_node, tables_of
from armillary.description.toml.reader import parse_toml, read_toml
from armillary.description.toml.writer import to_toml
from armillary.description.urdf.reader import parse_urdf, read_urdf
from armillary.description.urdf.writer import to_urdf
from armillary.multibody.coordinates import (
    BENT,
    coordinate_names,
    coordinate_units,
    elastic_places,
    elastic_rates,
    elastic_units,
    joint_coordinates,
    joint_count,
    joint_places,
    joint_size,
    spans,
    velocity_names,
)
from armillary.simulation.closed_loop.prepare import freed, setup_of
from armillary.simulation.scenario_file.read import load_scenario, parse_scenario
from armillary.studies.study_file import FIELDS, NAMES, parse_study
