"""Bots against bots, to measure how strong they are: `manage.py arena`."""
