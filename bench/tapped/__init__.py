"""Evenings by taps, measured: rules, server, many phones."""
