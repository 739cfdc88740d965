"""A table as the picture that other sites show beside a link: as wide as they like it."""

from __future__ import annotations

import resvg_py

# Twice as wide as high, about; wide enough for a large preview, small enough to be drawn at once.
WIDTH, HEIGHT, EDGE = 800, 420, 16
GROUND = "#e7e3d8"


def framed_png(svg: str) -> bytes:
    """A drawing that has its own `viewBox`, in the middle of the picture."""
    place = f'x="{EDGE}" y="{EDGE}" width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}"'
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
        f"{svg.replace('<svg ', f'<svg {place} ', 1)}</svg>"
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=whole, width=WIDTH))
