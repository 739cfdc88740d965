"""Qwirkle, 2-8 seats."""
