"""The CMakeLists of a C export: a library, and a test that ctest runs."""

from __future__ import annotations

from armillary.exports.about import MARK

TEXT = """\
# {mark}.
cmake_minimum_required(VERSION 3.10...4.0)
project({name} C)

set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library({name} {name}.c)
target_include_directories({name} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})
if(UNIX)
  target_link_libraries({name} PUBLIC m)
endif()

include(CTest)
if(BUILD_TESTING)
  add_executable(test_{name} test_{name}.c)
  target_link_libraries(test_{name} PRIVATE {name})
  add_test(NAME {name} COMMAND test_{name})
endif()
"""


def cmake_lists(name: str) -> str:
    """Return the text of CMakeLists.txt."""
    return TEXT.format(mark=MARK, name=name)
