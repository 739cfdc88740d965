"""Make the pictures in docs/pictures from a site that runs here (`PORT=… make play`)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

SITE = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
PICTURES = Path("docs/pictures")
PAGES = {"front": "/", "rules": "/rules/qwirkle/?turn=11"}
SIZES = {"laptop": (1280, 800), "phone": (360, 740)}


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                )
                page = context.new_page()
                for name, address in PAGES.items():
                    page.goto(SITE + address)
                    page.screenshot(path=PICTURES / f"{name}-{size}-{scheme}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
