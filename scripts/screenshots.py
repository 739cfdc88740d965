"""Make the pictures in docs/pictures anew: a fresh site with its demo games, and a browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path("docs/pictures")
PASSWORD = "tiles-by-post"
SIZES = {"laptop": (1280, 800), "phone": (360, 740)}
CELL = """([x, y]) => {
  const board = document.getElementById("board"), box = board.viewBox.baseVal;
  const rect = board.getBoundingClientRect();
  return [rect.left + ((x + 0.5 - box.x) / box.width) * rect.width,
          rect.top + ((y + 0.5 - box.y) / box.height) * rect.height];
}"""


@contextmanager
def running_site() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = os.environ | {"VAR_DIR": f"{folder}/var", "PORT": str(port), "DEBUG": "1"}
        log = Path(folder, "log")
        command = [sys.executable, "manage.py", "play"]
        site = subprocess.Popen(command, env=environment, stdout=log.open("wb"))
        while b"Ctrl-C" not in log.read_bytes():
            assert site.poll() is None
            time.sleep(0.2)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            site.send_signal(signal.SIGINT)
            site.wait(30)


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/")
    page.goto("/")


def lay_something(page: Page) -> None:
    """Begin a turn, so that the picture shows a draft, its points and where more could go."""
    hints = json.loads(page.locator("#turn").get_attribute("data-hints") or "{}")
    for tile, cells in hints.items():
        page.locator(f'.hand-tile[data-tile="{tile}"]:not(.is-used)').first.click()
        page.mouse.click(*page.evaluate(CELL, cells[0]))
        page.wait_for_timeout(500)
        if page.locator("#play-button").is_enabled():
            break
        page.keyboard.press("Backspace")
        page.wait_for_timeout(500)
    left = json.loads(page.locator("#turn").get_attribute("data-hints") or "{}")
    for tile in left:
        page.locator(f'.hand-tile[data-tile="{tile}"]:not(.is-used)').first.click()
        break
    page.mouse.move(0, 0)


def begun(page: Page, name: str) -> list[str]:
    """The games of this name in which somebody has points, as they are on the home page."""
    cards = page.locator(f".game-card:not(:has(.card-scores b:text-is('0'))):has-text('{name}') a")
    return [card.get_attribute("href") or "" for card in cards.all()]


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    base_url=site,
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                )
                page = context.new_page()
                end = f"{size}-{scheme}"
                page.goto("/")
                shoot(page, f"front-{end}")
                page.goto("/rules/qwirkle/?turn=11")
                shoot(page, f"rules-{end}")
                log_in(page, "ada")
                shoot(page, f"home-{end}")
                games = {name: begun(page, name) for name in ("Qwirkle", "Shifting Stones")}
                page.goto(games["Qwirkle"][0])
                lay_something(page)
                shoot(page, f"game-{end}")
                page.goto(games["Qwirkle"][-1])
                shoot(page, f"result-{end}")
                page.goto(games["Shifting Stones"][0])
                shoot(page, f"stones-{end}")
                page.goto("/lobby/")
                shoot(page, f"lobby-{end}")
                context.clear_cookies()
                log_in(page, "admin")
                page.goto("/admin/")
                shoot(page, f"desk-{end}")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
