"""Xacro files, robots of other packages and meshes of ROS packages."""

import sys

import pytest

import armillary as arm
from armillary.description.mesh_paths import find_mesh

XACRO = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="length" default="1"/>
  <xacro:property name="length" value="$(arg length)"/>
  <xacro:macro name="rod" params="name mass">
    <link name="${name}"><inertial><origin xyz="${length / 2} 0 0"/><mass value="${mass}"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="${mass * length**2 / 12}" iyz="0" izz="${mass * length**2 / 12}"/>
    </inertial></link>
  </xacro:macro>
  <link name="base"/>
  <xacro:rod name="rod" mass="${2 * 3}"/>
  <joint name="pivot" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(XACRO)
    return path


class TestXacro:
    def test_macros_and_arguments(self, file):
        pytest.importorskip("xacrodoc")
        robot = arm.load(file, trusted=True)
        assert (robot.link("rod").mass, robot.link("rod").com) == (6.0, (0.5, 0.0, 0.0))
        longer = arm.load(file, xacro_args={"length": "2"}, trusted=True)
        assert longer.link("rod").com == (1.0, 0.0, 0.0)
        assert longer.link("rod").inertia[1][1] == 2.0

    @pytest.mark.parametrize("options", [{}, {"xacro_args": {"length": "2"}}, {"trusted": False}])
    def test_a_file_that_is_not_trusted_is_not_expanded(self, file, options, monkeypatch):
        monkeypatch.setitem(sys.modules, "xacrodoc", None)  # not even imported
        with pytest.raises(arm.ArgumentError, match=r"^trusted: not given for a xacro file"):
            arm.load(file, **options)

    def test_xacro_runs_code(self, file, tmp_path):
        """The reason for `trusted`: an expression reaches every class, which the docs say."""
        pytest.importorskip("xacrodoc")
        file.write_text(XACRO.replace("${2 * 3}", "${(lambda: len(().__class__.__base__.__subclasses__()))()}"))
        assert arm.load(file, trusted=True).link("rod").mass > 100

    def test_without_the_package(self, file, monkeypatch):
        monkeypatch.setitem(sys.modules, "xacrodoc", None)
        with pytest.raises(arm.MissingExtraError, match=r"armillary\[xacro\]"):
            arm.load(file, trusted=True)

    def test_a_fault_is_reported(self, file):
        pytest.importorskip("xacrodoc")
        file.write_text(XACRO.replace("${2 * 3}", "${1 / 0}"))
        with pytest.raises(arm.DescriptionError, match="xacro cannot expand it"):
            arm.load(file, trusted=True)

    @pytest.mark.parametrize("options", [{"trusted": True}, {"xacro_args": {"a": "b"}}])
    def test_options_of_xacro_for_other_files(self, options):
        with pytest.raises(arm.ArgumentError, match=r"except for a \.xacro file"):
            arm.load("arm.urdf", **options)


class TestRobotDescriptions:
    @pytest.fixture
    def package(self, tmp_path, monkeypatch):
        """A package of the same form, with one description and one that fails."""
        folder = tmp_path / "robot_descriptions"
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "ur5_description.py").write_text(f"URDF_PATH = {str(tmp_path / 'ur5.urdf')!r}\n")
        (folder / "lost_description.py").write_text("raise OSError('no network')\n")
        (tmp_path / "ur5.urdf").write_text(
            '<robot name="ur5"><link name="a"/><link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" '
            'izz="1"/></inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
            "</robot>"
        )
        for name in [name for name in sys.modules if name.split(".")[0] == "robot_descriptions"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.syspath_prepend(tmp_path)
        yield
        for name in [name for name in sys.modules if name.split(".")[0] == "robot_descriptions"]:
            monkeypatch.delitem(sys.modules, name)

    def test_by_name(self, package):
        assert arm.load("robot_descriptions:ur5_description").name == "ur5"

    @pytest.mark.parametrize(
        ("name", "said"),
        [("no_description", "a description of the package"), ("lost_description", "no network"), ("os.path", "NAME_")],
    )
    def test_faults(self, package, name, said):
        with pytest.raises(arm.ArgumentError, match=said):
            arm.load(f"robot_descriptions:{name}")

    def test_without_the_package(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "robot_descriptions", None)
        with pytest.raises(arm.MissingExtraError, match=r"armillary\[descriptions\]"):
            arm.load("robot_descriptions:ur5_description")


class TestMeshesOfPackages:
    @pytest.mark.parametrize("variable", ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "CMAKE_PREFIX_PATH"])
    def test_by_environment(self, variable, tmp_path, monkeypatch):
        share = tmp_path / "install" / ("" if variable == "ROS_PACKAGE_PATH" else "share")
        mesh = share / "some_robot" / "meshes" / "a.stl"
        mesh.parent.mkdir(parents=True)
        mesh.touch()
        (tmp_path / "elsewhere").mkdir()
        assert find_mesh("package://some_robot/meshes/a.stl", tmp_path / "elsewhere") is None
        monkeypatch.setenv(variable, f"/nowhere:{tmp_path / 'install'}")
        assert find_mesh("package://some_robot/meshes/a.stl", tmp_path / "elsewhere") == mesh

    def test_a_package_itself_on_the_path(self, tmp_path, monkeypatch):
        mesh = tmp_path / "src" / "some_robot" / "a.stl"
        mesh.parent.mkdir(parents=True)
        mesh.touch()
        monkeypatch.setenv("ROS_PACKAGE_PATH", str(mesh.parent))
        assert find_mesh("package://some_robot/a.stl", tmp_path) == mesh

    def test_through_symbolic_links(self, tmp_path):
        mesh = tmp_path / "real" / "some_robot" / "meshes" / "a.stl"
        mesh.parent.mkdir(parents=True)
        mesh.touch()
        (mesh.parents[1] / "urdf").mkdir()
        link = tmp_path / "links"
        link.symlink_to(mesh.parents[1] / "urdf")
        assert find_mesh("package://some_robot/meshes/a.stl", link).samefile(mesh)
        assert find_mesh("../meshes/a.stl", link).samefile(mesh)
