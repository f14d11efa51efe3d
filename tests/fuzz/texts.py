"""Documents that are right, before they are mutated: every kind that a reader takes."""

BEAM = """
name = "bent"
gravity = [0, 0, -9.81]
[[link]]
name = "beam"
mass = "100 g"
[link.beam]
length = "1 m"
E = "70 GPa"
G = "27 GPa"
density = "2700 kg/m^3"
section = { shape = "circle", diameter = "20 mm" }
nodes = [{ name = "mid", at = "50 cm" }]
modes = { bending_y = 1, torsion = 1, damping = "1 %" }
[[link]]
name = "fore"
[link.beam]
length = 0.35
E = 71e9
density = 2710
stations = [
  { at = 0, section = { shape = "tube", outer = "16 mm", inner = "12 mm" } },
  { at = 0.35, section = { shape = "tube", outer = "8 mm", inner = "6 mm" } },
]
sublinks = { count = 2, bending_y = true, damping = 0.01 }
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "beam"
axis = [0, 1, 0]
friction = { viscous = "0.1 N m s/rad", coulomb = 0.2 }
spring = { stiffness = 3, rest = "5 deg" }
limits = { lower = "-90 deg", upper = 1.5, velocity = 2, effort = 30 }
[[joint]]
name = "k"
type = "revolute"
parent = "beam"
child = "fore"
axis = [0, 1, 0]
[[payload]]
name = "load"
link = "beam"
node = "mid"
mass = "500 g"
com = [1, 0, 0]
[[motor]]
name = "m"
joint = "j"
carrier = "base"
ratio = 50
rotor_inertia = "2 g cm^2"
[[visual]]
link = "beam"
shape = "mesh"
file = "beam.stl"
"""
MODAL = """
name = "plate"
[[link]]
name = "plate"
modal = { file = "modal.csv", frequencies = ["12 Hz"], damping = "1 %" }
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "plate"
axis = [0, 1, 0]
"""
NODES = (
    "name,x,y,z,mass,Ixx,Iyy,Izz,tx1,ty1,tz1,rx1,ry1,rz1\n"
    "middle,0.5,0,0,0.1,0.01,0.01,0.01,0,0,0.3,0,-0.5,0\ntip,1,0,0,0.2,0.01,0.01,0.01,0,0,1,0,-1.5,0\n"
)
MODAL_FILE = """
frequencies = ["12.5 Hz", 79]
damping = [0.01, 0.02]
modal_masses = [0.03, 0.02]
stiffening = true
[[nodes]]
name = "tip"
position = [0.3, 0, 0]
mass = "20 g"
inertia = { xx = 1e-5, yy = 2e-5, zz = 2e-5 }
translation = [[0, 1, 0], [0, 0.5, 1]]
rotation = [[0, 0, 4.6], [0, -15.9, 0]]
"""
SDF = """<sdf version="1.9"><model name="part" placement_frame="f">
  <pose>0 0 0.5 0 0 0</pose>
  <link name="a"><inertial><pose>0 0 0.1 0 0 0</pose><mass>0.9</mass>
    <inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.004</izz></inertia></inertial>
    <visual name="v"><geometry><box><size>0.1 0.1 0.2</size></box></geometry></visual></link>
  <link name="b"><pose relative_to="a" degrees="true">0.3 0 0 0 10 0</pose><gravity>false</gravity></link>
  <model name="hand"><pose relative_to="b">0.1 0 0 0 0 0</pose><link name="palm"/></model>
  <frame name="f" attached_to="a"><pose>0 0 0 0 0 0.1</pose></frame>
  <joint name="swing" type="revolute"><parent>world</parent><child>a</child>
    <axis><xyz expressed_in="f">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
  <joint name="slide" type="prismatic"><parent>f</parent><child>b</child>
    <pose relative_to="__model__">0 0 1 0 0 0</pose>
    <axis><mimic joint="swing"><multiplier>0.1</multiplier></mimic></axis></joint>
  <joint name="wrist" type="universal"><parent>b</parent><child>hand::palm</child>
    <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz><dynamics><damping>0.1</damping></dynamics></axis2></joint>
</model></sdf>"""

MJCF = """<mujoco model="part">
  <compiler angle="degree"/>
  <default><joint damping="0.1"/></default>
  <worldbody>
    <body name="a" pos="0 0 0.5">
      <joint name="swing" type="hinge" axis="0 1 0" range="-90 90"/>
      <inertial pos="0 0 0.1" mass="0.9" diaginertia="0.01 0.01 0.004"/>
      <body name="b" pos="0.3 0 0" euler="0 10 0">
        <joint name="slide" type="slide" axis="1 0 0"/>
        <geom type="capsule" size="0.02 0.1" mass="0.4"/>
        <site name="tip" pos="0.1 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
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
limits = "stop"
seed = 3
sensor = [{ type = "encoder", joints = "joint1", resolution = "0.01 deg", noise = 1e-4 }, { type = "differences" }]
solver = { type = "dop853", rtol = 1e-8, atol = 1e-8 }
[reference]
type = "line"
start = [0.5, 0, 0]
end = [0.6, 0.1, 0]
duration = 0.5
[controller]
type = "operational_space"
frame = "tip"
task = [3, 4]
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
PUSHES = """t [s],link,force x [N],force y [N],force z [N],point x [m],point y [m],point z [m],joint1 [N·m],joint2 [N·m]
0.08,joint2,1.5,0,-0.2,0,0,0,,
0.09,,,,,,,,3.0,0
0.2,joint2,0,0,0,0,0,0,,
0.25,,,,,,,,0,0
"""
WEIGHTS = ("operations = 1\nworkspace.volume = 2\n[effort]\npeak_torque = 0.5\n", '"times.inverse_dynamics" = 1.5\n')
STUDIES = (
    """
scenario = "slew.toml"
samples = 8
sampling = "sobol"
seed = 5
outputs = ["settling_time", { type = "frequencies", count = 1, name = "lowest" }]
chunk = [1, 1, 8]
[axes]
payload.mass = { type = "uniform", low = "0 kg", high = "500 g" }
"q0[0]" = { from = 0, to = "10 deg", count = 3 }
period = ["10 ms", "20 ms"]
[signals]
tau = "10 ms"
""",
    """
samples = 4
outputs = ["workspace.reach", { type = "measure", key = "workspace.volume", samples = 50 }]
[scenario]
robot = "khatib-rr"
duration = 0.1
[axes]
"link1.mass, link2.mass" = [[10, 8], ["12 kg", 7]]
gravity.z = { type = "normal", mean = -9.81, sd = 0.01, low = -10 }
motors = { type = "choice", values = ["full", "reflected"], weights = [1, 2] }
""",
)
