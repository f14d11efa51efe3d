"""Uses of robots, one file for each group; importing the package registers them in this order."""

from matrix.uses import analysis, exports, files, frameworks, pictures, quantities, simulation, studies

MODULES = (quantities, files, simulation, analysis, pictures, exports, frameworks, studies)
