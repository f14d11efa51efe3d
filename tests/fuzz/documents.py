"""Documents of every kind that a reader takes, right before they are mutated, and what is done with the result."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import armillary as arm
from armillary.description import library
from armillary.selection.weights import load_weights

from .mutate import broken, mutated

DATA = Path(__file__).parents[1] / "data"
LIBRARY = Path(library.__file__).parent

BEAM = """
name = "bent"
gravity = [0, 0, -9.81]
[[link]]
name = "beam"
flexible = { length = "1 m", modulus = "70 GPa", density = "2700 kg/m^3", section = { circle = "20 mm" }, modes = 1 }
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "beam"
axis = [0, 1, 0]
viscous = "0.1 N m s/rad"
[[payload]]
name = "load"
link = "beam"
mass = "500 g"
com = [1, 0, 0]
[[motor]]
joint = "j"
link = "base"
ratio = 50
rotor_inertia = "2 g cm^2"
[[visual]]
link = "beam"
file = "beam.stl"
"""
MODAL = """
name = "plate"
[[link]]
name = "plate"
modal = { file = "modal.csv", stiffness = [[100.0]], axis = [1, 0, 0] }
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "plate"
axis = [0, 1, 0]
"""
NODES = (
    "name,x,y,z,mass,Ixx,Iyy,Izz,tx1,ty1,tz1\nroot,0,0,0,0.1,0.01,0.01,0.01,0,0,0\ntip,1,0,0,0.2,0.01,0.01,0.01,0,0,1\n"
)
SCENARIOS = (
    """
robot = "khatib-rr"
duration = "500 ms"
solver = "rk4"
record = 0.01
q0 = { joint1 = "20 deg" }
qd0 = [0.1, 0.2]
reference = { type = "fifth_order", end = ["90 deg", 0], duration = "1.5 s" }
controller = { type = "computed_torque", kp = 400, kd = [40, 40] }
output = { file = "run.nc", plot = "run.png", what = ["joints"], frames = ["tip"] }
[plant]
masses = 1.1
friction = 0.9
motors = "none"
[[plant.payload]]
name = "load"
link = "link2"
mass = "1 kg"
[[disturbance]]
frame = "tip"
force = [0, "5 N", 0]
start = 0.1
end = "200 ms"
frequency = "3 Hz"
""",
    """
robot = "khatib-rp"
duration = 1
period = "10 ms"
q0 = [0.1, 0.5]
motors = "reflected"
friction = false
limits = true
noise = { std = 1e-4, seed = 3 }
solver = { type = "dop853", rtol = 1e-8, atol = 1e-8 }
[reference]
type = "line"
start = [0.5, 0, 0]
end = [0.6, 0.1, 0]
duration = 0.5
[controller]
type = "operational_space"
frame = "tip"
task = "xy"
kp = 100
kd = 20
[[change]]
time = 0.5
masses = { link2 = 2 }
""",
)
MOTIONS = (
    """
name = "lift"
payload = "1.5 kg"
frame = "tip"
duration = "2 s"
step = "4 ms"
q0 = [0, "90 deg"]
[reference]
type = "line"
start = [0.5, 0, 0.3]
displacement = [0, "20 cm", 0]
duration = "2 s"
""",
    'reference = { type = "fifth_order", start = [0, 0], end = [1, "30 deg"], duration = 1 }\npayload = 2\n',
)
CATALOGUE = """
[[motor]]
name = "M1"
maker = "maker"
mass = "400 g"
rotor_inertia = "100 g cm^2"
continuous_torque = "200 mN m"
peak_torque = "1 N m"
maximum_speed = "6000 rpm"
length = "80 mm"
diameter = "40 mm"
[[gear]]
name = "G10"
ratio = 10
efficiency = "90 %"
mass = "0.5 kg"
inertia = "20 g cm^2"
maximum_torque = "20 N m"
motors = ["M1"]
[[screw]]
name = "S5"
lead = "5 mm"
efficiency = 0.8
mass = "1 kg"
inertia = "0.1 kg cm^2"
maximum_force = "3 kN"
"""
ROWS = """# a comment
kind,name,mass [kg],rotor_inertia [kg m^2],continuous_torque,peak_torque,maximum_speed,ratio,efficiency,inertia,\
maximum_torque
motor,M1,0.4,1e-5,0.2 N m,1 N m,6000 rpm,,,,
gear,G10,0.5,,,,,10,90 %,20 g cm^2,20 N m
"""
WEIGHTS = ("operations = 1\nworkspace.volume = 2\n[effort]\npeak_torque = 0.5\n", '"times.inverse_dynamics" = 1.5\n')


@dataclass(frozen=True)
class Kind:
    """A kind of document: the suffix of its file, right texts, its reader, and files that lie beside it."""

    suffix: str
    texts: tuple[str, ...]
    read: Callable[[Path], Any]
    beside: tuple[tuple[str, str], ...] = ()


@cache
def kinds() -> dict[str, Kind]:
    """Return the kinds of text documents by name."""
    robots = tuple((LIBRARY / f"{name}.toml").read_text("utf-8") for name in ("khatib-rp", "planar-3r", "flexrob"))
    urdf = tuple((DATA / name).read_text("utf-8") for name in ("bent_arm.urdf", "branching.urdf"))
    return {
        "robot": Kind(".toml", (*robots, BEAM), _robot),
        "modal robot": Kind(".toml", (MODAL,), _robot, (("modal.csv", NODES),)),
        "modal data": Kind(".csv", (NODES,), _modal, (("robot.toml", MODAL.replace("modal.csv", "case.csv")),)),
        "urdf": Kind(".urdf", urdf, _robot),
        "mjcf": Kind(".xml", ((DATA / "mixed_joints_part.xml").read_text("utf-8"),), _robot),
        "scenario": Kind(".toml", SCENARIOS, arm.load_scenario),
        "motion": Kind(".toml", MOTIONS, arm.load_motion),
        "catalogue": Kind(".toml", (CATALOGUE,), arm.load_catalogue),
        "catalogue rows": Kind(".csv", (ROWS,), arm.load_catalogue),
        "weights": Kind(".toml", WEIGHTS, load_weights),
    }


@cache
def result() -> bytes:
    """Return the bytes of a small result file."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.nc")
        arm.simulate(arm.library.get("khatib-rr"), 0.05, record=0.01).save(path)
        return path.read_bytes()


def document_case(rng: random.Random, folder: Path) -> tuple[str, Callable[[], Any]]:
    """Return a description of a case and the call that reads a mutated document."""
    chosen = rng.choices(("result", *kinds()), (2, 4, 1, 1, 2, 0.3, 4, 1, 2, 1, 1))[0]
    if chosen == "result":
        path = folder / "case.nc"
        path.write_bytes(broken(rng, result()))
        return "result", lambda: arm.Trajectory.load(path)
    kind = kinds()[chosen]
    for name, text in kind.beside:
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / f"case{kind.suffix}"
    text = mutated(rng, rng.choice(kind.texts), kind.texts)
    data = text.encode("utf-8", "surrogatepass")
    path.write_bytes(broken(rng, data) if rng.random() < 0.1 else data)
    return chosen, lambda: kind.read(path)


def _robot(path: Path) -> Any:
    """Read a robot; one that is right can be written, modelled and shown."""
    robot = arm.load(path)
    arm.to_toml(robot)
    model = arm.model(robot)
    return repr(robot), repr(model), model.nv


def _modal(path: Path) -> Any:
    return _robot(path.with_name("robot.toml"))
