"""Margins of closed loops: exact linearisation with all sampled parts, loops opened at signals, frequency responses."""
