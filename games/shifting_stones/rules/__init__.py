"""Shifting Stones, 1-5 seats."""
