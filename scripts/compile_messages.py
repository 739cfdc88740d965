"""Compile the translations that changed, without the gettext tools."""

from __future__ import annotations

from pathlib import Path

import polib

for source in Path("locale").glob("*/LC_MESSAGES/*.po"):
    compiled = source.with_suffix(".mo")
    if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
        polib.pofile(str(source)).save_as_mofile(str(compiled))
