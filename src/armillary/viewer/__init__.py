"""The live page: a robot, its joints, modes, motions and runs in a browser on this computer.

What the page knows and does is in files that need no browser (`joints`, `posture`, `shaking`, `playing`, `difference`,
`form`, `job`, `strain`); what it looks like is in `page` and the panels, on viser (the extra `view`).
"""
