"""The live page: a robot, its joints, modes, motions and runs in a browser on this computer.

State and computations are in files that need no browser (`joints`, `posture`, `playing`, `curves`, `form`,
`job`, `strain`); widgets are in `page` and the panels, on viser (the extra `view`).
"""
