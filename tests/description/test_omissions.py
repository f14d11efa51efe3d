"""Parts of a file that change the motion and that the robot lacks: said at `load`, kept, and repeated by its users."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import parse_mjcf, parse_sdf, parse_toml, parse_urdf, play_html

APART = "the loops are open, and their ends move apart"


def four_bar(more=""):
    """Two cranks on the world and a coupler between them; `more` may close the loop."""
    rod = '<geom type="capsule" size="0.02" fromto="0 0 0 {} 0 {}" contype="0" conaffinity="0"/>'
    return f"""<mujoco model="four-bar"><compiler autolimits="true"/><worldbody>
<body name="crank"><joint name="a" axis="0 1 0"/>{rod.format(0, 0.3)}
<body name="coupler" pos="0 0 0.3"><joint name="b" axis="0 1 0"/>{rod.format(0.4, 0)}<site name="end" pos="0.4 0 0"/>
</body></body>
<body name="rocker" pos="0.4 0 0"><joint name="c" axis="0 1 0"/>{rod.format(0, 0.3)}<site name="top" pos="0 0 0.3"/>
</body></worldbody>
{more}</mujoco>"""


WIRE = '<tendon><spatial name="wire" {}><site site="end"/><site site="top"/></spatial></tendon>'
SUM = '<tendon><fixed name="sum" {}><joint joint="a" coef="1"/><joint joint="c" coef="1"/></fixed></tendon>'
CLOSED = '<equality><connect body1="coupler" body2="rocker" anchor="0.4 0 0"/></equality>'


class TestMjcf:
    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (CLOSED, "connect of 'coupler' and 'rocker' (line 7)"),
            ('<equality><connect name="x" site1="end" site2="top"/></equality>', "connect of 'end' and 'top' (line 7)"),
            ('<equality><weld body1="coupler"/></equality>', "weld of 'coupler' and 'world' (line 7)"),
            ('<equality>\n<weld name="w" body1="coupler" body2="rocker"/></equality>', "(line 8)"),
            (
                '<equality><joint joint1="a" joint2="b"/><joint joint1="b" joint2="c"/><joint joint1="c" joint2="a"/>'
                "</equality>",
                "joint of 'c' and 'a' (line 7)",
            ),
            (WIRE.format("") + '<equality><tendon tendon1="wire"/></equality>', "tendon of 'wire' (line 7)"),
        ],
    )
    def test_loops_that_stay_open(self, more, said):
        (omission,) = parse_mjcf(four_bar(more)).omissions
        assert omission.startswith("constraints that close loops (1): ")
        assert said in omission
        assert omission.endswith(APART)

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (WIRE.format('stiffness="3"'), "'wire' (spring, line 7)"),
            (WIRE.format('damping="1" armature="0.1"'), "'wire' (damping, armature, line 7)"),
            (SUM.format('frictionloss="1"'), "'sum' (friction, line 7)"),
            (SUM.format('range="0 1"'), "'sum' (range, line 7)"),
            (SUM.format("") + '<actuator><motor name="pull" tendon="sum"/></actuator>', "'pull' (tendon)"),
            ('<actuator><general name="jet" site="end"/></actuator>', "'jet' (site)"),
            ('<actuator><adhesion name="glue" body="rocker" ctrlrange="0 1"/></actuator>', "'glue' (body)"),
            ('<actuator><muscle name="m" joint="a" lengthrange="0 1"/></actuator>', "muscles (1): 'm'"),
            ('<option density="1.2"/>', "density 1.2 kg/m³, viscosity 0 Pa·s"),
            ('<option viscosity="0.1"/>', "fluid"),
            ('<default><joint stiffness="3 1"/></default>', "nonlinear terms of springs at 'a', 'b', 'c'"),
            ('<default><joint damping="3 1"/></default>', "nonlinear terms of damping at 'a', 'b', 'c'"),
        ],
    )
    def test_forces_that_are_missing(self, more, said):
        (omission,) = parse_mjcf(four_bar(more)).omissions
        assert said in omission, omission

    def test_flexible_objects(self):
        grid = '<flexcomp name="cloth" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" dim="2" mass="1" radius="0.01">'
        more = f"<worldbody>{grid}<elasticity young='1e4'/></flexcomp></worldbody>"
        (omission,) = parse_mjcf(four_bar(more)).omissions
        assert "elasticity of flexible objects (1): 'cloth'" in omission

    @pytest.mark.parametrize(
        "more",
        [
            "",
            WIRE.format(""),  # it only measures a length
            '<equality><connect body1="coupler" body2="rocker" anchor="0.4 0 0" active="false"/></equality>',
            CLOSED + '<option><flag equality="disable"/></option>',
            SUM.format('stiffness="3"') + '<option><flag spring="disable"/></option>',
            '<equality><joint joint1="a" joint2="c"/></equality>',  # a coupling
            '<actuator><position joint="a" kp="3"/></actuator>',  # a scenario chooses the control law
        ],
    )
    def test_parts_that_do_not_act_are_no_omissions(self, more):
        assert parse_mjcf(four_bar(more)).omissions == ()

    def test_only_of_the_trees_that_are_read(self, tmp_path):
        (tmp_path / "a.xml").write_text(four_bar('<equality><weld body1="rocker"/></equality>'))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert arm.load(tmp_path / "a.xml", root="crank").omissions == ()
        with pytest.warns(arm.errors.OmissionWarning, match="weld of 'rocker'"):
            arm.load(tmp_path / "a.xml", root="rocker")


class TestUrdfAndSdf:
    LINK = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'

    def urdf(self, more):
        return parse_urdf(f"""<robot name="r"><link name="base"/><link name="a">{self.LINK}</link>
<joint name="j" type="continuous"><parent link="base"/><child link="a"/></joint>
{more}</robot>""")

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ('<loop_joint name="loop"/>', "constraints that close loops (1): <loop_joint> 'loop' (line 3)"),
            ("<drake:linear_bushing_rpy/>", "<drake:linear_bushing_rpy> (line 3)"),
            ("<gazebo><joint name='k'><parent>a</parent><child>base</child></joint></gazebo>", "'k' in <gazebo>"),
            ("<gazebo reference='j'><springStiffness>3</springStiffness></gazebo>", "springs and dampers (1)"),
            ("<gazebo><plugin filename='libLiftDragPlugin.so' name='wing'/></gazebo>", "<plugin> 'wing'"),
            (
                '<transmission name="d"><joint name="j"/><joint name="k"/><actuator name="m"/></transmission>',
                "differentials (1): 'd' (line 3): their joints move independently",
            ),
        ],
    )
    def test_elements_of_other_programs(self, more, said):
        (omission,) = self.urdf(more).omissions
        assert said in omission

    def test_plugins_and_contacts_that_leave_the_motion_alone(self):
        assert self.urdf("<gazebo><plugin filename='libcamera.so' name='c'/></gazebo>").omissions == ()

    @pytest.mark.parametrize("zero", ["0", "0.0", " -.0 "])
    def test_springs_without_stiffness(self, zero):
        assert self.urdf(f"<gazebo><springStiffness>{zero}</springStiffness></gazebo>").omissions == ()

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ('<joint name="k" type="fixed"><parent>world</parent><child>b</child></joint>', f"'k' (line 5): {APART}"),
            (
                '<joint name="g" type="gearbox"><parent>a</parent><child>b</child></joint>',
                "gearboxes (1): 'g' (line 5)",
            ),
            ('<joint name="r" type="rope"><parent>a</parent><child>b</child></joint>', "'r' (rope, line 5)"),
            ('<plugin name="water" filename="gz-sim-hydrodynamics-system"/>', "fluid (1): <plugin> 'water' (line 5)"),
            ('<drake:ball_constraint name="d"/>', "<drake:ball_constraint> 'd' (line 5)"),
            (
                '<link name="c"><velocity_decay><angular>0.1</angular></velocity_decay></link>',
                "velocity decay of links (1): 'c' (line 5)",
            ),
            (
                '<link name="c"><inertial><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial></link>',
                "added mass of a fluid at links (1): 'c' (line 5)",
            ),
        ],
    )
    def test_sdf(self, more, said):
        axis = "<axis><xyz>0 1 0</xyz></axis>"
        (omission,) = parse_sdf(f"""<sdf version="1.9"><model name="m">
<link name="a"/><link name="b"/>
<joint name="i" type="revolute"><parent>world</parent><child>a</child>{axis}</joint>
<joint name="j" type="revolute"><parent>a</parent><child>b</child>{axis}</joint>
{more}</model></sdf>""").omissions
        assert said in omission


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    file = tmp_path_factory.mktemp("robot") / "four-bar.xml"
    file.write_text(four_bar(CLOSED))
    with pytest.warns(arm.errors.OmissionWarning, match="the robot will not move as described") as caught:
        robot = arm.load(file)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert robot.omissions[0] in str(caught[0].message)
    return robot


class TestUsers:
    def test_a_run_of_an_open_loop_says_so(self, opened, tmp_path):
        run = arm.simulate(opened, duration=0.1)
        assert "left out:" in run.summary()
        assert APART in run.summary()
        run.save(tmp_path / "run.nc")
        assert APART in arm.Trajectory.load(tmp_path / "run.nc").summary()
        run.report(tmp_path / "run.html")
        assert APART in (tmp_path / "run.html").read_text("utf-8").partition("<main")[0]

    def test_pages_say_it_above_the_picture(self, opened):
        html = play_html(arm.Scenario(opened)).partition("<main")
        assert APART in html[0]
        assert APART in html[2].partition('id="data"')[0]  # among the facts of the robot

    def test_files_keep_it(self, opened, tmp_path):
        assert parse_toml(arm.to_toml(opened)).omissions == opened.omissions
        with pytest.warns(arm.ArmillaryWarning, match="left out when the robot was read: constraints"):
            arm.save(opened, tmp_path / "a.urdf")

    def test_derived_robots_keep_it(self, opened):
        assert arm.model(opened).robot.omissions == opened.omissions
        assert replace(opened, name="x").omissions == opened.omissions
        assert opened == replace(opened, omissions=())  # robots compare by what they are

    def test_names_that_files_cannot_hold(self, opened):
        with pytest.raises(arm.DescriptionError, match="surrogate"):
            replace(opened, omissions=("\ud800",))
        with pytest.raises(arm.DescriptionError, match="sequence of texts"):
            replace(opened, omissions="text")

    def test_the_loop_is_open_indeed(self, opened):
        """The ends of the loop, together at the start, move apart: what the omission says."""
        run = arm.simulate(opened, duration=0.5)
        gap = np.linalg.norm(run.position("end") - run.position("top"), axis=-1)
        assert gap[0] == pytest.approx(0.0, abs=1e-12)
        assert gap[-1] > 0.01
