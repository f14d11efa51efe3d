"""Closed forms and recursions for particular chains: planar arms, chains of spherical joints."""
