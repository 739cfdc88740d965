#!/usr/bin/env python
"""Django's command line. With no SECRET_KEY in the environment, this is a developer's machine."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")
    if not os.environ.get("SECRET_KEY"):
        os.environ.setdefault("DEBUG", "1")
    execute_from_command_line(sys.argv)
