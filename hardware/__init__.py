"""Cameras behind one protocol, and the simulated table, which is one of them."""
