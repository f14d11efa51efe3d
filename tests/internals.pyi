"""The internals that tests use, each named here alone: moving or merging files changes lines of this file only.

Whatever is public, tests use as `arm.…`. A name that several files define has the part it comes from before it.
"""

from armillary.analysis import bench, consequences, installation, others, scenario_tables, state_space
from armillary.analysis.bench import KNOWN, one_call, ours
from armillary.analysis.bench import USUAL as BENCH_USUAL
from armillary.analysis.bench import bench as analysis_bench
from armillary.analysis.campbell import _followed
from armillary.analysis.design import sampled
from armillary.analysis.frequencies import linear_system
from armillary.analysis.installation import Finding, Requirement
from armillary.analysis.margins.lifted import common_period, instants
from armillary.analysis.others import MUJOCO, OTHERS, PINOCCHIO, PinocchioRobot, UnusableError
from armillary.analysis.robot_tables import summary
from armillary.analysis.robot_tables import tables_of as robot_tables_of
from armillary.analysis.rounded import snap_hints
from armillary.analysis.timing import Contender, batch_loop, measure, multiplications, multiply_loop, state_loop
from armillary.cli import main, options
from armillary.cli import names as cli_names
from armillary.cli import progress as cli_progress
from armillary.cli.commands.cost import USUAL as CLI_COST_USUAL
from armillary.cli.commands.reproduce import load_paper
from armillary.cli.commands.robots import first_sentence
from armillary.cli.commands.show import subject_of
from armillary.cli.group import COMMANDS, FORMER, module_of
from armillary.cli.group import GROUPS as COMMAND_GROUPS
from armillary.cli.group import main as group_main
from armillary.cli.names import FORMULATIONS as CLI_FORMULATIONS
from armillary.cli.options import is_scenario
from armillary.cli.outputs import write_files
from armillary.cli.screen import EquationsScreen, Screen
from armillary.compiler import c as emit_c
from armillary.compiler import (
    cache,
    quantities,
    simplified,
)
from armillary.compiler import (
    choose as compiler_choose,
)
from armillary.compiler import (
    compiled as compiler_compiled,
)
from armillary.compiler import (
    cost as compiler_cost,
)
from armillary.compiler import (
    derivatives as compiler_derivatives,
)
from armillary.compiler import python as emit_python
from armillary.compiler.c import HELPERS, CFunction, literal
from armillary.compiler.cache import load_or_build
from armillary.compiler.calls import fastcall, object_places
from armillary.compiler.choose import choose, depth, least
from armillary.compiler.choose import planar as choose_planar
from armillary.compiler.cost import count
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.dynamics_products import trace_product
from armillary.compiler.indices import INDICES
from armillary.compiler.kernel import Kernel, column_stride, object_code, signature
from armillary.compiler.kernel import build as kernel_build
from armillary.compiler.llvm import assemble, plan, sincos, target
from armillary.compiler.llvm.assemble import environment, load_object, to_object
from armillary.compiler.llvm.body import MANY
from armillary.compiler.llvm.emit import emit as emit_llvm
from armillary.compiler.llvm.large_angles import BITS
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import DOUBLE, SINGLE, Scalar
from armillary.compiler.names import (
    HIDING,
    LONGEST,
    TAKEN,
    identifier,
    is_hiding,
    short,
    stem,
    unique,
)
from armillary.compiler.names import (
    plain as names_plain,
)
from armillary.compiler.passes import PASSES, optimise, race
from armillary.compiler.passes.dissolve import dissolve, is_settled, to_web
from armillary.compiler.passes.nary import ONE, OutOfRangeError
from armillary.compiler.passes.write import to_program, work, work_of_web
from armillary.compiler.products import jvp, vjp
from armillary.compiler.program import (
    Kind,
    Port,
    Program,
    inputs_of,
    record,
)
from armillary.compiler.program import (
    evaluate as evaluate_program,
)
from armillary.compiler.program import (
    references as program_references,
)
from armillary.compiler.ptx import compiled, driver, module, transfer
from armillary.compiler.ptx.dlpack import DeviceArray
from armillary.compiler.ptx.driver import FAULTS, call, device
from armillary.compiler.ptx.emit import emit as emit_ptx
from armillary.compiler.ptx.module import load as load_ptx
from armillary.compiler.ptx.target import gpu
from armillary.compiler.ptx.target import to_ptx as ptx_assembled
from armillary.compiler.published import TABLES, published
from armillary.compiler.simplified import build_simplified
from armillary.compiler.threads import thread_count, together
from armillary.compiler.trace import trace, trace_together, views
from armillary.compiler.wasm.emit import compile_module as wasm_compiled
from armillary.compiler.wasm.emit import to_object as wasm_assembled
from armillary.compiler.wasm.module import Reader, link, whole
from armillary.description import beam
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
from armillary.description.couplings import after_leaders, composed, derivative, followed, joint_limits, order, value_at
from armillary.description.dh import DHRow
from armillary.description.friction import Friction
from armillary.description.gear import Gear
from armillary.description.joint_types import FORMS, JOINT_TYPES, Form
from armillary.description.load import ROBOT_FILE, XML_FILE, load
from armillary.description.mesh_paths import find_mesh
from armillary.description.mjcf.reader import parse_mjcf, read_mjcf
from armillary.description.mjcf.writer import to_mjcf
from armillary.description.numbers import place_of
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
from armillary.description.subtree import subtree
from armillary.description.tables import mount_node, tables_of
from armillary.description.toml.reader import parse_toml, read_toml
from armillary.description.toml.schema import RobotFile
from armillary.description.toml.writer import to_toml
from armillary.description.urdf.notes import idle, massless
from armillary.description.urdf.reader import _root, parse_urdf, read_urdf
from armillary.description.urdf.writer import to_urdf
from armillary.description.validate.names import HINTED
from armillary.description.xml_tree import DEPTH, parse_xml
from armillary.errors import printable
from armillary.executors import dask
from armillary.executors.dask import Dask
from armillary.executors.executor import Answer, Executor
from armillary.executors.object_code import Depot
from armillary.executors.processes import Processes
from armillary.executors.resumed import Resumed
from armillary.executors.serial import Serial
from armillary.exports.c.sources import c_files
from armillary.exports.casadi import casadi_functions, casadi_source
from armillary.exports.export import KINDS as EXPORT_KINDS
from armillary.exports.fmu import build
from armillary.exports.fmu.block import Labels
from armillary.exports.fmu.build import BuildError, has_zig, known_platforms, system_compiler, universal
from armillary.exports.fmu.description import Header, description, exponents, unit_text
from armillary.exports.fmu.fmu import contents, export_fmu
from armillary.exports.fmu.functions import Functions
from armillary.exports.fmu.loop import loop_block, plant_block
from armillary.exports.fmu.sources import compiled_files
from armillary.exports.fmu.variables import VariableTable as FmuTable
from armillary.exports.programs import EXPORTED, ExportedFunction, entries
from armillary.exports.programs import USUAL as PROGRAMS_USUAL
from armillary.exports.python_module import python_source
from armillary.exports.wasm import loop
from armillary.exports.wasm.loop import loop_module
from armillary.exports.wasm.pace import METHODS as PACE_METHODS
from armillary.expr.differentiate import forward, reverse
from armillary.expr.differentiate import jacobian as expression_jacobian
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.linear import LinearCombination, constants, tidied
from armillary.expr.ops import UNARY, Op, Ref
from armillary.expr.pointwise import atan2, less, maximum, minimum
from armillary.expr.substitute import substitute
from armillary.figures import picture
from armillary.figures.animate import _Film, animate
from armillary.figures.bode import HERTZ, grid_of
from armillary.figures.draw import MOST_POINTS, plot, save_plot
from armillary.figures.ellipsoids import outlines
from armillary.figures.motors import RPM, peak_outline, plot_motors, winding_outline
from armillary.figures.pareto import plot_pareto
from armillary.figures.picture import surfaces
from armillary.figures.selection import WHAT as SELECTION_WHAT
from armillary.figures.selection import plot_selection
from armillary.figures.skeleton import SAMPLES, StickFigure, bent_lines, plane_of
from armillary.figures.sweeps import WHAT as SWEEPS_WHAT
from armillary.figures.sweeps import all_usual, plot_sweep
from armillary.figures.sweeps.fronts import front_of
from armillary.figures.turning import MOST_LINES as TURNING_MOST_LINES
from armillary.figures.turning import playing
from armillary.files import atomic
from armillary.files.atomic import alone, check_place, write_content, write_whole
from armillary.files.document import MOST_PROBLEMS
from armillary.files.folders import locked, write_folder
from armillary.files.kinds import COMPLETE, KEYS, READERS
from armillary.files.lines import field_name, field_path, key_lines, line_of
from armillary.files.quantity import Declared, Quantity, declared, inner_range
from armillary.files.recent import Recent
from armillary.files.units import BASE_UNITS, DIMENSIONS, parse_quantity
from armillary.files.words import shortened
from armillary.formulations import (
    articulated_body,
    christoffel,
    composite_body,
    coriolis,
    denoc,
    energy,
    gravity_norm,
    kinetic_gradient,
    lagrange,
    momentum,
    newton_euler,
    passive,
    registry,
)
from armillary.formulations.chains import (
    celentano_flexible,
    celentano_planar,
    celentano_spatial,
    planar_momentum,
    planar_nr,
    spherical_chain,
    spherical_momentum,
)
from armillary.formulations.chains.planar_chain import PlanarChain
from armillary.formulations.chains.spherical_chain import SphericalChain
from armillary.formulations.composite_body import mass_matrix as composite_body_mass_matrix
from armillary.formulations.derivatives import inverse
from armillary.formulations.derivatives.inverse import inverse_dynamics_derivatives
from armillary.formulations.energy import STEP, kinetic_energy, potential_energy
from armillary.formulations.equilibrium import displacement
from armillary.formulations.evaluate import complex_steps
from armillary.formulations.formulation import ALL_FORMULATIONS
from armillary.formulations.gravity_norm import (
    gravity_jacobian,
    gravity_norm_gradient,
    gravity_torques,
)
from armillary.formulations.gravity_norm import (
    gravity_norm as formulations_gravity_norm,
)
from armillary.formulations.kinetic_gradient import SLIDE, EnergyFromInertia, model_degrees, model_gradient
from armillary.formulations.ldl import factor_ldl, solve_ldl
from armillary.formulations.momentum import kinetic_gradient as momentum_kinetic_gradient
from armillary.formulations.newton_euler import Wrenches, bias, gravity, inverse_dynamics, mass_matrix
from armillary.formulations.passive import elastic, elastic_energy, friction
from armillary.formulations.passive import passive as passive_efforts
from armillary.formulations.registry import DERIVATIVES, FORMULATIONS, PRODUCTS, QUANTITIES
from armillary.formulations.remember import remembering
from armillary.frameworks.batched import BatchedQuantity
from armillary.gym.robots import DeviceRobots, HostRobots
from armillary.jax import handler
from armillary.jax.operators import _handlers
from armillary.kinematics import jacobian as kinematics_jacobian
from armillary.kinematics import planar_nr as kinematics_planar_nr
from armillary.kinematics import poses
from armillary.kinematics.indices import (
    condition_number,
    condition_number_gradient,
    manipulability,
    manipulability_gradient,
)
from armillary.kinematics.jacobian import (
    derivatives,
    frame_acceleration,
    frame_velocity,
    jacobian,
    jacobian_derivatives,
    jacobian_dot,
    point_jacobian,
    world_twists,
)
from armillary.kinematics.planar_nr import kinmodel
from armillary.kinematics.poses import body_poses, frame_pose, link_positions, pose
from armillary.kinematics.redundancy import maximise_in_null_space, resolve_velocity
from armillary.kinematics.task import TASKS, singular_values, task_jacobian, task_rank
from armillary.motion.closed_form import closed_form
from armillary.motion.damped_least_squares import Solver as DampedLeastSquares
from armillary.motion.damped_least_squares import turns
from armillary.motion.efforts import efforts, efforts_per_mass, integral
from armillary.motion.elastic_response import with_elastic_response
from armillary.motion.file import parse_motion
from armillary.motion.first_scenario import first_scenario
from armillary.motion.path_following import Follower
from armillary.motion.ranges import Ranges
from armillary.motion.task import HALF, Motion, standard_motion
from armillary.multibody import BASE
from armillary.multibody import build as multibody_build
from armillary.multibody.body import BodyState, Rotor
from armillary.multibody.build import as_model
from armillary.multibody.carried_loads import CarriedLoad
from armillary.multibody.configuration import configuration, rates
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
from armillary.multibody.drives import actuated, transmitted, unwound, unwound_rates
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import modal_mass
from armillary.multibody.flexible.modal import ModalState
from armillary.multibody.flexible.modal_data import modal_field
from armillary.multibody.flexible.sublinks import expand
from armillary.multibody.flexible.thickness import frequency_warnings, thickness_notes
from armillary.multibody.frames.parallel_groups import GroupedBody, group_parallel
from armillary.multibody.frames.reframe import FAR, align, reframe
from armillary.multibody.frames.regroup import absorb, regroup
from armillary.multibody.home import INSIDE, home, start_words
from armillary.multibody.joints.coupled import Coupled
from armillary.multibody.joints.cylindrical import Cylindrical
from armillary.multibody.joints.floating import Floating
from armillary.multibody.joints.kinds import JointKind, Prismatic, Revolute, Spherical
from armillary.multibody.joints.node import Node
from armillary.multibody.joints.planar import Planar, plane_axes
from armillary.multibody.joints.screw import Screw
from armillary.multibody.joints.universal import Universal
from armillary.multibody.motors import GearLoss
from armillary.multibody.parameters import known_parameters
from armillary.multibody.random_states import random_configuration, random_state, random_states
from armillary.multibody.shapes import FAMILIES, attachment, bar_shapes, bending_shapes, cantilever, tip_mass
from armillary.multibody.shapes.loaded import BeamLoad
from armillary.multibody.shapes.quadrature import Running, enough_points, gauss
from armillary.multibody.shapes.varying import HELD, Pieces, carried
from armillary.multibody.validity import STEEP, bending, node_shapes
from armillary.pages import motion_data
from armillary.pages.equations_page import equations_html
from armillary.pages.mathml import MathPrinter
from armillary.pages.page import asset
from armillary.pages.page import page as html_page
from armillary.pages.play import begin_of, play_html, scenario_of, scenario_text
from armillary.pages.report import html
from armillary.pages.robot_data import Meshes
from armillary.pages.robot_data import robot_data as page_robot_data
from armillary.pages.run_tables import _joined
from armillary.pages.sweep_page import write_sweep_page
from armillary.reproduce import (
    PAPERS,
    celentano,
    celentano_motion,
    counts,
    flexrob,
    flexrob_motion,
    nr,
    nr_motion,
)
from armillary.reproduce import (
    celentano_flexible as reproduce_celentano_flexible,
)
from armillary.reproduce import (
    denoc as reproduce_denoc,
)
from armillary.reproduce import forms as trace_forms
from armillary.reproduce.flexrob_motion import approximate
from armillary.reproduce.published import PublishedNumber
from armillary.results import response
from armillary.results.charts import MOST_LINES, WHAT, charts
from armillary.results.columns import ENERGIES, MOTION, variable_names
from armillary.results.columns import columns as results_columns
from armillary.results.metrics import FIGURES
from armillary.results.positions import with_positions
from armillary.results.response import from_path, rise_time, rms
from armillary.scene.beam_surface import RINGS, ROUND
from armillary.scene.formats import pictures, source
from armillary.scene.mesh import Mesh, box, cone, join, revolve, sphere
from armillary.scene.mesh_files import MOST_COLOURS, read_mesh, split_by_colour, visual_meshes
from armillary.scene.rails import rails
from armillary.scene.scene import Scene
from armillary.scene.spline import spline_weights
from armillary.scene.vibration import ModeMotion
from armillary.scene.weld import _places, cluster, limit_vertices, simplify, weld
from armillary.selection import select as selection_select
from armillary.selection.architectures.architectures import MEETINGS, SLIDES, enumerate_arrangements
from armillary.selection.architectures.arrangement import Architecture, JointAndLink, relations
from armillary.selection.architectures.dimensions import robot_of
from armillary.selection.architectures.equivalence import motion_key, normal_form
from armillary.selection.architectures.pareto import doubtful, fronts
from armillary.selection.architectures.search import comparable, usual_objectives
from armillary.selection.candidate import Candidate, greatest
from armillary.selection.measures import (
    GROUPS,
    base_parameters,
    flexible,
    inertia,
    times,
)
from armillary.selection.measures import (
    operations as measures_operations,
)
from armillary.selection.measures.base_parameters import (
    PARAMETERS,
    _rank,
    base_rank,
    measures,
    regressor,
)
from armillary.selection.measures.base_parameters import (
    parameters as count_base_parameters,
)
from armillary.selection.measures.dexterity import (
    MIXED,
    NEAR,
)
from armillary.selection.measures.dexterity import (
    measures as dexterity_measures,
)
from armillary.selection.measures.dexterity import (
    singular_values as dexterity_singular_values,
)
from armillary.selection.measures.effort import measures as effort_measures
from armillary.selection.measures.flexible import LOAD
from armillary.selection.measures.flexible import measures as flexible_measures
from armillary.selection.measures.operations import (
    QUANTITIES as OPERATIONS_QUANTITIES,
)
from armillary.selection.measures.operations import (
    elements,
)
from armillary.selection.measures.operations import (
    measures as operations_measures,
)
from armillary.selection.measures.payload import measures as payload_measures
from armillary.selection.measures.payload import payloads
from armillary.selection.measures.times import Time
from armillary.selection.measures.workspace import SampledWorkspace as WorkspaceMeasure
from armillary.selection.measures.workspace import measures as workspace_measures
from armillary.selection.motors import attempts, choice, search
from armillary.selection.motors.catalogue import GearType, MotorType
from armillary.selection.motors.catalogue_file import SHIPPED, CatalogueFile, parse_catalogue
from armillary.selection.motors.choice import OBJECTIVES as CHOICE_OBJECTIVES
from armillary.selection.motors.drive import GearMotor, GearMotors, drives_of
from armillary.selection.motors.duty import Tried
from armillary.selection.motors.load import loads_of
from armillary.selection.motors.mounts import (
    MotorMount,
    bare,
    default_mount,
    drivable,
    existing_mounts,
    mounts_of,
    with_drives,
    without_drives,
)
from armillary.selection.result import score_candidates
from armillary.selection.score import WORST, Score, ScorePart, Scores, parts, score, why_not
from armillary.selection.select import MEASURES, dimension
from armillary.selection.table import tables_of as selection_tables_of
from armillary.selection.weights import USUAL, check_weights, load_weights, parse_weights, weights_for
from armillary.simulation import checks, run
from armillary.simulation.capabilities import FEATURES
from armillary.simulation.capabilities import USES as CAPABILITIES
from armillary.simulation.controllers import CONTROLLERS, FILTERS, OBJECTIVES
from armillary.simulation.controllers.captured import keeps_values
from armillary.simulation.controllers.cascade import Cascade
from armillary.simulation.controllers.computed_torque import ComputedTorque, InverseDynamics
from armillary.simulation.controllers.elastic_feed_forward import ElasticFeedForward
from armillary.simulation.controllers.filters.biquad import Biquad
from armillary.simulation.controllers.filters.lead_lag import LeadLag
from armillary.simulation.controllers.filters.low_pass import LowPass
from armillary.simulation.controllers.filters.notch import Notch
from armillary.simulation.controllers.friction_compensation import FrictionCompensation
from armillary.simulation.controllers.function import Discrete, FunctionController, Sampled, wrap
from armillary.simulation.controllers.law import Law, NotTraceableError, Specification
from armillary.simulation.controllers.learned import Learned, fit_cosines
from armillary.simulation.controllers.objectives import (
    ConditionNumber,
    GravityTorque,
    JointLimits,
    Manipulability,
    Posture,
)
from armillary.simulation.controllers.observed import Observed
from armillary.simulation.controllers.observers.disturbance_observer import DisturbanceObserver
from armillary.simulation.controllers.observers.momentum_observer import MomentumObserver
from armillary.simulation.controllers.open_loop import OpenLoop
from armillary.simulation.controllers.operational_space import OperationalSpace
from armillary.simulation.controllers.pd import PD, PDGravity
from armillary.simulation.controllers.pid import PID
from armillary.simulation.controllers.scheduled import GainTable, Scheduled
from armillary.simulation.controllers.series import Series
from armillary.simulation.controllers.sum import Sum
from armillary.simulation.controllers.task_space import GeneralisedInverse, determinant
from armillary.simulation.drives.dry_friction import CREEP
from armillary.simulation.drives.gear_losses import solve_mesh
from armillary.simulation.drives.stops import joint_stops
from armillary.simulation.gpu import threads as gpu_threads
from armillary.simulation.loop import prepare
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.equations import _motion_text as motion_text
from armillary.simulation.loop.linear import linear
from armillary.simulation.loop.prepare import loop_of, with_free_parameters
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.loop.state import quaternions
from armillary.simulation.loop.varied import motions
from armillary.simulation.noise import box_muller, c_text, normal_pair, philox, row_text
from armillary.simulation.noise import key as noise_key
from armillary.simulation.noise import row as noise_row
from armillary.simulation.noise import streams as noise_streams
from armillary.simulation.numbers import start_of
from armillary.simulation.parameters import Format, parameters
from armillary.simulation.parameters import _check as check_of_field
from armillary.simulation.recorded_pushes import HEAD, parse_pushes
from armillary.simulation.references import REFERENCES, TASK_REFERENCES, anchor
from armillary.simulation.references.path import Circle, Line
from armillary.simulation.references.point_to_point import (
    Constant,
    FifthOrder,
    SeventhOrder,
    StepAcceleration,
    Trapezoid,
)
from armillary.simulation.references.shaped import Shaped
from armillary.simulation.references.shapers import EI, ZV, ZVD
from armillary.simulation.references.sinusoid import Chirp, Sinusoid
from armillary.simulation.references.spline import Spline
from armillary.simulation.references.time_law import PathProgress, StepAccelerationLaw, TrapezoidLaw
from armillary.simulation.scenario import Output
from armillary.simulation.scenario_file.read import load_scenario, parse_scenario
from armillary.simulation.scenario_file.schema import (
    Change as ChangeTable,
)
from armillary.simulation.scenario_file.schema import (
    Chart as ChartTable,
)
from armillary.simulation.scenario_file.schema import (
    Disturbance,
    Plant,
    ScenarioFile,
)
from armillary.simulation.scenario_file.schema import (
    Output as OutputTable,
)
from armillary.simulation.schedule import SHORTEST, Clock, schedule
from armillary.simulation.sensors import SENSORS
from armillary.simulation.signals import DesiredMotion, Free, HoldPosition, Signal, TaskMotion, advanced
from armillary.simulation.solvers import METHODS, SOLVERS
from armillary.simulation.solvers.auto import Auto, eigenvalues
from armillary.simulation.solvers.base import Solver
from armillary.simulation.solvers.rosenbrock import LU
from armillary.simulation.starting import settled
from armillary.simulation.walk import lanes
from armillary.simulation.walk import walk as native_walk
from armillary.simulation.walk.arguments import DONE as NATIVE_DONE
from armillary.simulation.walk.arguments import NOT_CONVERGED, NOT_FINITE, TOO_MANY, TOO_SMALL
from armillary.simulation.walk.balance import stride
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.solver_loop import Form as LoopForm
from armillary.simulation.walk.values import Vector
from armillary.simulation.walk.walk import Report, Walk
from armillary.spatial.inertia import fault, rotate, second_moments, shift_from_com, shift_to_com
from armillary.spatial.rotation import (
    about_axis,
    cross,
    from_quaternion,
    from_rpy,
    quaternion_exp,
    to_quaternion,
    to_rpy,
)
from armillary.spatial.scalar import cos, sin, sqrt, times_vector
from armillary.spatial.transform import spatial_inertia
from armillary.spatial.turn import constant_turn, turn_about
from armillary.studies import compute as studies_compute
from armillary.studies import device as studies_device
from armillary.studies import sweep as studies_sweep
from armillary.studies.axes import KINDS
from armillary.studies.axes.given import as_axis
from armillary.studies.compute import compute, groups
from armillary.studies.fingerprint import fingerprint
from armillary.studies.layout import DONE, FAILED, NOT_RUN, ChunkResults, GridChunk, RunGrid, Variable
from armillary.studies.outputs.collect import outputs_of
from armillary.studies.outputs.static import Frequencies as StaticFrequencies
from armillary.studies.progress import Meter, Progress, Worker
from armillary.studies.quantities import output, sensitivities
from armillary.studies.sampling import SCRAMBLE, SamplingKind, run_seed
from armillary.studies.sampling import CubeSampling as StudySampling
from armillary.studies.sensitivity import sobol_indices
from armillary.studies.store import growth
from armillary.studies.store.merge import merge
from armillary.studies.store.store import Store
from armillary.studies.study_file import StudyFile, parse_study
from armillary.studies.sweep import ChunkWork, chunks_left
from armillary.studies.tables import notable, outputs_table, ranked, some_runs
from armillary.studies.tables import summary as tables_summary
from armillary.studies.variation import applied, variation
from armillary.studies.variation import check as variation_check
from armillary.symbolic.algebra.polynomial import Poly, Ring, terms_of, total
from armillary.symbolic.algebra.tree import (
    Power,
    Product,
    Symbol,
    TreeNumber,
    Trig,
    leaves,
    operations,
)
from armillary.symbolic.algebra.tree import (
    evaluate as evaluate_tree,
)
from armillary.symbolic.derive import Derivation
from armillary.symbolic.explain.explain import LONG, _Explainer
from armillary.symbolic.explain.steps import DerivationSteps
from armillary.symbolic.model.parameters import slot_of
from armillary.symbolic.printers import markdown, sympy_form
from armillary.symbolic.printers.latex import ROOM, escaped
from armillary.symbolic.printers.latex_printer import LatexPrinter, size
from armillary.symbolic.printers.lines import break_formula, break_words, cells
from armillary.symbolic.printers.markdown import markdown_page
from armillary.symbolic.printers.page import ScreenLimit, page
from armillary.symbolic.printers.sympy_form import SympyForm
from armillary.symbolic.printers.text import DOT, DOTS
from armillary.symbolic.quantities import QUANTITIES as SYMBOLIC_QUANTITIES
from armillary.symbolic.quantities import EquationQuantity
from armillary.tables.chart import Chart, extreme_rows
from armillary.tables.chart import Line as ChartLine
from armillary.tables.html import html as tables_html
from armillary.tables.html import macro
from armillary.tables.json import plain as json_plain
from armillary.tables.json import script_json, to_json
from armillary.tables.numbers import number, with_error
from armillary.tables.parts import Bar, Best, Facts, Folded, Jump, Legend, Listing, Notes, Text
from armillary.tables.parts import Section as PartsSection
from armillary.tables.svg import COLOURS, drawing, ticks
from armillary.tables.table import Column, Table, columns
from armillary.tables.text import lay_out, plain, text
from armillary.tables.text import shortened as text_shortened
from armillary.viewer import joints
from armillary.viewer.curves import BUCKETS, curves, difference
from armillary.viewer.curves import USUAL as CURVES_USUAL
from armillary.viewer.ellipsoids import inertia_ellipsoid, velocity_ellipsoid
from armillary.viewer.form import CHOICES, NONE, RunForm, fields, proposals, read_value
from armillary.viewer.job import RunProcess
from armillary.viewer.loop import Background, UpdateLoop
from armillary.viewer.page import Page
from armillary.viewer.panels.joint_panel import CHOOSE
from armillary.viewer.playing import PlaybackClock, Player
from armillary.viewer.posture import posture
from armillary.viewer.posture import tables_of as posture_tables
from armillary.viewer.server import Guard, free_port, redirecting_file, viser
from armillary.viewer.stage import RobotStage, Vibration
from armillary.viewer.strain import FACES, LEVELS, LIFT, MIDDLE, bands, colour, greatest_strain, levels
from armillary.viewer.subject import Robots, Subject
