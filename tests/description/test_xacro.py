"""Xacro files, robots of other packages and meshes of ROS packages."""

import os
import re
import sys

import pytest

import armillary as arm
from internals import find_mesh

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
        pytest.importorskip("xacro")
        robot = arm.load(file, trusted=True)
        assert (robot.link("rod").mass, robot.link("rod").com) == (6.0, (0.5, 0.0, 0.0))
        longer = arm.load(file, xacro_args={"length": "2"}, trusted=True)
        assert longer.link("rod").com == (1.0, 0.0, 0.0)
        assert longer.link("rod").inertia[1][1] == 2.0

    @pytest.mark.parametrize("options", [{}, {"xacro_args": {"length": "2"}}, {"trusted": False}])
    def test_a_file_that_is_not_trusted_is_not_expanded(self, file, options, monkeypatch):
        monkeypatch.setitem(sys.modules, "xacro", None)  # not even imported
        with pytest.raises(arm.ArgumentError, match=r"^trusted: not given for a xacro file"):
            arm.load(file, **options)

    def test_xacro_runs_code(self, file, tmp_path):
        """The reason for `trusted`: an expression reaches every class, which the docs say."""
        pytest.importorskip("xacro")
        file.write_text(XACRO.replace("${2 * 3}", "${(lambda: len(().__class__.__base__.__subclasses__()))()}"))
        assert arm.load(file, trusted=True).link("rod").mass > 100

    def test_without_the_package(self, file, monkeypatch):
        monkeypatch.setitem(sys.modules, "xacro", None)
        with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[xacro\]"):
            arm.load(file, trusted=True)

    def test_a_fault_is_reported(self, file):
        pytest.importorskip("xacro")
        file.write_text(XACRO.replace("${2 * 3}", "${1 / 0}"))
        with pytest.raises(arm.DescriptionError, match="xacro cannot expand it"):
            arm.load(file, trusted=True)

    @pytest.mark.parametrize("options", [{"trusted": True}, {"xacro_args": {"a": "b"}}])
    def test_options_of_xacro_for_other_files(self, options):
        with pytest.raises(arm.ArgumentError, match=r"except for a \.xacro file"):
            arm.load("arm.urdf", **options)


def included(name, inside=""):
    """A xacro file that includes another, or has something itself."""
    include = f'<xacro:include filename="{name}"/>' if name else ""
    return f'<robot name="parts" xmlns:xacro="http://www.ros.org/wiki/xacro">{include}{inside}</robot>'


class TestFoldersAndPackages:
    """An expansion starts from the file, whatever was expanded before and wherever the process is."""

    JOINT = '<joint name="pivot" type="continuous"><parent link="base"/><child link="rod"/></joint>'

    @pytest.fixture(autouse=True)
    def elsewhere(self, tmp_path, monkeypatch):
        pytest.importorskip("xacro")
        for variable in ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "CMAKE_PREFIX_PATH"):
            monkeypatch.delenv(variable, raising=False)
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")

    def tree(self, folder, top="robot.xacro"):
        """A robot in folders: robot.xacro → parts/all.xacro → parts/links/links.xacro, sizes.yaml beside the last."""
        links = folder / "parts" / "links"
        links.mkdir(parents=True, exist_ok=True)
        (folder / top).write_text(included("parts/all.xacro", self.JOINT))
        (folder / "parts" / "all.xacro").write_text(included("links/links.xacro"))
        (links / "sizes.yaml").write_text("mass: 3.5\n")
        mass = "${xacro.load_yaml('sizes.yaml')['mass']}"
        inertial = f'<inertial><mass value="{mass}"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
        (links / "links.xacro").write_text(included("", f'<link name="base"/><link name="rod">{inertial}</link>'))
        return folder / top

    @pytest.mark.parametrize("relative", [False, True])
    def test_relative_names_start_from_the_file_that_has_them(self, tmp_path, relative):
        path = self.tree(tmp_path / "robot")
        robot = arm.load(os.path.relpath(path) if relative else path, trusted=True)
        assert robot.link("rod").mass == 3.5

    def test_a_failure_leaves_nothing_behind(self, tmp_path):
        import xacro
        from xacro import substitution_args

        def state():
            names = ("filestack", "macrostack", "all_includes", "root_dir", "verbosity", "substitution_args_context")
            return [repr(getattr(xacro, name)) for name in names] + [substitution_args._eval_find]

        good, before = self.tree(tmp_path / "good"), state()
        (tmp_path / "bad").mkdir()
        for inside in ("${1 / 0}", "$(arg size)", "$(find nothing)", "${xacro.fatal('no')}"):
            bad = self.tree(tmp_path / "bad")
            (tmp_path / "bad" / "parts" / "all.xacro").write_text(included("links/links.xacro", f'<a b="{inside}"/>'))
            with pytest.raises(arm.DescriptionError, match=re.escape(str(bad))):
                arm.load(bad, trusted=True, xacro_args={"other": "1"})
            assert state() == before
            assert arm.load(good, trusted=True).link("rod").mass == 3.5

    def test_an_undefined_argument_names_the_option(self, tmp_path):
        (tmp_path / "a.xacro").write_text(XACRO.replace('<xacro:arg name="length" default="1"/>', ""))
        with pytest.raises(
            arm.DescriptionError, match=r"--xacro-arg length=VALUE, or xacro_args=\{'length': 'VALUE'\}"
        ):
            arm.load(tmp_path / "a.xacro", trusted=True)

    def test_another_failure_lists_the_arguments_of_the_file(self, tmp_path):
        (tmp_path / "a.xacro").write_text(XACRO.replace("${2 * 3}", "${nothing}"))
        with pytest.raises(
            arm.DescriptionError, match=r"'nothing' is not defined.* --xacro-arg NAME=VALUE sets length"
        ):
            arm.load(tmp_path / "a.xacro", trusted=True)

    @pytest.mark.parametrize(
        ("inside", "hint"),
        [
            ('<xacro:macro name="rod" params="a"><link name="${a}"/></xacro:macro>', r"includes it\)"),
            ('<include filename="b.xacro"/>', "write <xacro:include>"),
        ],
    )
    def test_a_file_of_macros_alone_is_no_robot(self, tmp_path, inside, hint):
        (tmp_path / "a.xacro").write_text(included("", inside))
        with pytest.raises(arm.DescriptionError, match=f"expands to no links.*{hint}"):
            arm.load(tmp_path / "a.xacro", trusted=True)

    def test_an_unknown_package_names_the_variable(self, tmp_path):
        (tmp_path / "a.xacro").write_text(included("$(find some_robot)/b.xacro"))
        with pytest.raises(arm.DescriptionError, match=r"no package 'some_robot'.*ROS_PACKAGE_PATH=/path/to/src"):
            arm.load(tmp_path / "a.xacro", trusted=True)

    @pytest.mark.parametrize("where", ["above", "beside", "declared", "path", "nested", "share"])
    def test_packages(self, tmp_path, monkeypatch, where):
        """The file is in a package or beside it; the folder of the package has another name; the environment has it."""
        folders = {"above": "some_robot", "declared": "checkout", "nested": "src/group/repository", "share": "i/share"}
        package = tmp_path / "ws" / folders.get(where, "some_robot")
        if where == "share":
            package = package / "some_robot"
        self.tree(package / "urdf", "b.xacro")
        (package / "package.xml").write_text("<package><name>some_robot</name></package>")
        file = package / "urdf" / "a.xacro"
        if where in ("beside", "path", "nested", "share"):
            file = tmp_path / ("ws" if where == "beside" else "other") / "robots" / "a.xacro"
            file.parent.mkdir(parents=True)
        variables = {"path": "ROS_PACKAGE_PATH", "nested": "ROS_PACKAGE_PATH", "share": "AMENT_PREFIX_PATH"}
        if where in variables:
            monkeypatch.setenv(variables[where], str(tmp_path / "ws" / ("i" if where == "share" else "")))
        file.write_text(included("$(find some_robot)/urdf/b.xacro"))
        assert arm.load(file, trusted=True).link("rod").mass == 3.5
        (package / "c.stl").touch()
        assert find_mesh("package://some_robot/c.stl", file.parent).samefile(package / "c.stl")

    def test_escaped_macros_are_text_and_warnings_are_notes(self, file, capfd):
        file.write_text(XACRO.replace('name="pivot"', 'name="$${pivot}"').replace("${2 * 3}", "${sorted([6])[0]}"))
        robot = arm.load(file, trusted=True)
        assert robot.joints[0].name == "${pivot}"
        assert any(note.startswith("xacro: Using sorted() directly is deprecated") for note in robot.notes)
        assert capfd.readouterr().err == ""


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
        with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[descriptions\]"):
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
