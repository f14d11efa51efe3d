"""The XML reader of URDF, SDF and MJCF: all that expat and tinyxml2 take, and faults with line and column.

tinyxml2 is the parser of urdfdom, libsdformat and MuJoCo; here MuJoCo stands for it.
"""

import random
from xml.parsers import expat

import mujoco
import pytest

import armillary as arm
from internals import DEPTH, parse_sdf, parse_urdf, parse_xml

BODY = '<worldbody><body name="bob"><joint name="pivot"/><geom size="1"/></body></worldbody>'


def document(inside="", head="", tail="", model="model"):
    return f'{head}<mujoco model="{model}">{inside}{BODY}</mujoco>{tail}'


TAKEN = {
    "two hyphens in a comment": document("<!-- a -- b --->"),
    "three hyphens": document("<!--- a --->"),
    "markup in a comment": document("<!-- <a b=c> & -->"),
    "a control character in a comment": document("<!-- \x01 -->"),
    "blanks before the declaration": document(head='\n  <?xml version="1.0"?>'),
    "an unknown encoding": document(head='<?xml version="1.0" encoding="x-foo"?>'),
    "an odd declaration": document(head='<?xml version="2.0" foo?>'),
    "two declarations": document(head='<?xml version="1.0"?><?xml version="1.0"?>'),
    "a byte order mark": document(head="\ufeff"),
    "text before the root": document(head="robot "),
    "a second root": document(tail="<other/>"),
    "a document type": document(head="<!DOCTYPE mujoco>"),
    "a document type elsewhere": document(head='<!DOCTYPE mujoco SYSTEM "a.dtd">'),
    "an unknown declaration": document("<!foo bar>"),
    "a plain &": document(model="a & b &foo; &; &#xZZ; &AMP;"),
    "a plain <": document(model="a < b > c"),
    "a plain & in a text": document("a & b ]]> c"),
    "CDATA": document("<![CDATA[<a & b>]]>"),
    "references": document(model="&lt;&gt;&amp;&quot;&apos;&#65;&#x42;"),
    "no space between attributes": document('<option timestep="0.1"gravity="0 0 1"/>'),
    "single quotes": document("<option timestep='0.1' gravity = '0 0 1' />"),
    "a blank before a name": document().replace("<body", "< body").replace("</body>", "< /body >"),
    "attributes of an end": document().replace("</body>", '</body name="bob">'),
    "letters of other scripts": document(model="Roboter für é 机器人"),
    "ends of lines": document("\r\n", model="a").replace("><", ">\r<"),
}


@pytest.mark.parametrize("name", TAKEN)
def test_what_mujoco_takes_is_read_as_it_reads_it(name):
    model = mujoco.MjModel.from_xml_string(TAKEN[name])
    root = parse_xml(TAKEN[name])
    assert root.tag == "mujoco"
    assert root.attributes["model"] == bytes(model.names).split(b"\0", 1)[0].decode()
    assert [element.tag for element in root.first("worldbody").walk()] == ["worldbody", "body", "joint", "geom"]
    assert root.first("worldbody").first("body").attributes["name"] == "bob"


REFUSED = {
    "<mujoco>\n<a b=c/></mujoco>": (2, 4, "'b' in <a> has no quotes"),
    "<mujoco>\n <a b/></mujoco>": (2, 5, "the attribute 'b' of <a> without a value"),
    '<mujoco>\n<a b="c>\n</mujoco>': (2, 4, "its quotes are not closed"),
    '<mujoco>\n<a b="c"\nd="" b="e"/></mujoco>': (3, 6, "the attribute 'b' of <a> again"),
    "<mujoco>\n<a></b></mujoco>": (2, 4, "</b> inside <a> of line 2"),
    "<mujoco>\n<a>": (2, 4, "the file ends inside <a> of line 2"),
    "</a>": (1, 1, "</a> closes no element"),
    "<mujoco>\n1 < 2</mujoco>": (2, 3, "'<' without the name of an element"),
    "<mujoco>\n\n  <!-- a </mujoco>": (3, 3, "a comment that is never closed"),
    "<mujoco><![CDATA[ a</mujoco>": (1, 9, "a CDATA section that is never closed"),
    '<?xml version="1.0"\n<mujoco/>': (1, 1, "a declaration that is never closed"),
    "<mujoco><a / ></mujoco>": (1, 12, "'/' in <a>"),
    "<mujoco><a": (1, 11, "the end of the file in <a>"),
    "<mujoco/>\n more": (2, 2, "text after the last element"),
    "no markup": (1, 10, "no element"),
    "<!-- only this -->": (1, 19, "no element"),
    "<mujoco model='a\x01'/>": (1, 14, "the character '\\x01'"),
    "<mujoco model='&#0;'/>": (1, 14, "the reference &#0;"),
    "<mujoco>\n<!-- \0 --></mujoco>": (2, 6, "the character '\\x00'"),
    "<mujoco><!-- \ud800 --></mujoco>": (1, 14, "surrogate"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_faults_have_line_column_and_what_is_wrong(text):
    line, column, said = REFUSED[text]
    with pytest.raises(arm.DescriptionError) as caught:
        parse_xml(text, "a.urdf")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (line, column)
    assert problem.found.startswith("malformed XML: ")
    assert said in problem.found or said == "surrogate"
    assert str(problem).startswith(f"a.urdf:{line}:{column}: ")


def test_entities_are_never_declared():
    with pytest.raises(arm.DescriptionError, match="DOCTYPE"):
        parse_xml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    assert parse_xml('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>&b;</a>').text == "&b;"
    with pytest.raises(arm.DescriptionError, match=f"nested more than {DEPTH} deep"):
        parse_xml("<a>" * 1000 + "</a>" * 1000)


def random_document(rng):
    """Return a well-formed document with comments, CDATA, references, declarations and blanks."""

    def blank():
        return rng.choice(["", " ", "\n", "\t\r\n "])

    def text(quote):
        letters = "".join(rng.choices("ab .-é机&;\"'", k=rng.randrange(6)))
        return letters.replace("&", "&amp;").replace(quote, "")

    def element(depth):
        tag = rng.choice(["a", "b:c", "_d", "e-f.g", "é"])
        given = {rng.choice(["x", "y:z", "w1"]): rng.choice("\"'") for _ in range(rng.randrange(4))}
        pairs = "".join(f" {blank()}{key}{blank()}={blank()}{q}{text(q)}{blank()}{q}" for key, q in given.items())
        if rng.random() < 0.3:
            return f"<{tag}{pairs}{blank()}/>"
        inside = "".join(part(depth + 1) for _ in range(rng.randrange(5 - depth)))
        return f"<{tag}{pairs}{blank()}>{inside}</{tag}{blank()}>"

    def part(depth):
        kinds = [text("<"), blank(), "<!-- <a> & -->", "<![CDATA[<&]]>", "<?pi here?>", "&#x41;&quot;"]
        return element(depth) if rng.random() < 0.5 else rng.choice(kinds)

    return f'<?xml version="1.0"?>{blank()}<!-- c -->{element(0)}{blank()}'


def test_well_formed_documents_are_read_as_expat_reads_them():
    rng = random.Random(1)
    for _ in range(400):
        text = random_document(rng)
        found, path = [], []
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def start(tag, attributes, parser=parser, found=found, path=path):
            path.append([tag, attributes, parser.CurrentLineNumber, ""])
            found.append(path[-1])

        def characters(more, path=path):
            path[-1][3] += more

        parser.StartElementHandler, parser.CharacterDataHandler = start, characters
        parser.EndElementHandler = lambda _, path=path: path.pop()
        parser.Parse(text, True)
        assert [[each.tag, each.attributes, each.line, each.text] for each in parse_xml(text).walk()] == found, text


PENDULUM = """<robot name="r"><link name="é"/><!-- {} -- -->
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="é"/><child link="b"/></joint></robot>"""


@pytest.mark.parametrize("declared", ["", "latin-1", "ISO-8859-1", "windows-1252", "x-foo", "rot13", "utf-8"])
def test_bytes_that_are_not_utf_8(tmp_path, declared):
    head = f'<?xml version="1.0" encoding="{declared}"?>\n' if declared else ""
    for form in ("latin-1", "utf-8"):
        (tmp_path / "a.urdf").write_bytes((head + PENDULUM.format("ü")).encode(form))
        assert arm.load(tmp_path / "a.urdf").base == "é"
    (tmp_path / "a.xml").write_bytes((head.strip() + document(model="é").replace("bob", "bé")).encode("latin-1"))
    robot = arm.load(tmp_path / "a.xml")
    assert (robot.name, robot.links[0].name) == ("é", "bé")


def test_other_encodings(tmp_path):
    head = '<?xml version="1.0" encoding="GBK"?>\n'
    (tmp_path / "a.urdf").write_bytes((head + PENDULUM.replace("é", "机")).encode("gbk"))
    assert arm.load(tmp_path / "a.urdf").base == "机"
    (tmp_path / "a.urdf").write_bytes((PENDULUM.replace("é", "a").format("机器人")).encode("gbk"))
    assert arm.load(tmp_path / "a.urdf").base == "a"
    (tmp_path / "a.urdf").write_bytes(b"\x81\x8d" + PENDULUM.encode("latin-1"))  # not in Windows-1252
    assert arm.load(tmp_path / "a.urdf").base == "é"
    for text in (PENDULUM.encode("utf-16"), b"\xff\0" + PENDULUM.encode()):
        (tmp_path / "a.urdf").write_bytes(text)
        with pytest.raises(arm.DescriptionError, match="is not UTF-8"):
            arm.load(tmp_path / "a.urdf")


def test_zeros_at_the_end_are_padding(tmp_path):
    (tmp_path / "a.urdf").write_bytes(PENDULUM.encode() + b"\n\0\0")
    assert arm.load(tmp_path / "a.urdf").base == "é"


def test_all_formats_have_this_reader(tmp_path):
    stray = "text <!-- a -- b -->"
    assert parse_urdf(stray + PENDULUM).base == "é"
    axis = "<axis><xyz>0 1 0</xyz></axis>"
    joint = f'<joint name="j" type="revolute"><parent>world</parent><child>a</child>{axis}</joint>'
    assert (
        parse_sdf(f'{stray}<sdf version="1.9"><model name="a & b"><link name="a"/>{joint}</model></sdf>').name
        == "a & b"
    )
    (tmp_path / "part.xml").write_text(f"<mujocoinclude>{BODY}<!-- -- --></mujocoinclude>")
    (tmp_path / "a.xml").write_text(f'{stray}<mujoco><include file="part.xml"/></mujoco>')
    assert arm.load(tmp_path / "a.xml").joints[0].name == "pivot"
