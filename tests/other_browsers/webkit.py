"""WebKit, as on every iPhone and in Safari: Debian's MiniBrowser on a screen of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next(
    (str(path) for path in sorted(Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser"))), None
)
MISSING = (
    ""
    if DRIVER and SCREEN and BROWSER
    else "no WebKit: apt-get install webkit2gtk-driver xvfb, or scripts/browser.sh as root"
)
# The browser's own buttons, so small that the window can be as narrow as a phone.
SMALL_BUTTONS = """
headerbar, headerbar *, toolbar, toolbar *, entry, entry *, button, button * {
  min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px;
  -gtk-icon-transform: scale(.01);
}
"""


@contextmanager
def screen() -> Iterator[str]:
    """An X server on the first display that is free; it says itself which one that is."""
    told, tell = os.pipe()
    command = [SCREEN or "", "-displayfd", str(tell), "-screen", "0", "1400x1000x24"]
    with subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL) as server:
        os.close(tell)
        try:
            with os.fdopen(told) as answer:
                number = answer.readline().strip()
                assert number, "Xvfb did not start"
                yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def webkit(folder: Path) -> Iterator[WebDriver]:
    for version in ("gtk-3.0", "gtk-4.0"):
        style = folder / version / "gtk.css"
        style.parent.mkdir()
        style.write_text(SMALL_BUTTONS)
    options = WebKitGTKOptions()
    options.binary_location = BROWSER or ""
    options.add_argument("--automation")
    with screen() as display:
        environment = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            # Drawn by the processor: a machine for tests has no graphics card.
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            **dict.fromkeys(("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(folder)),
        }
        service = Service(DRIVER, log_output=str(folder / "log"), env=environment)
        service.start()
        try:
            address = ClientConfig(remote_server_addr=service.service_url, timeout=200)
            driver = Remote(RemoteConnection(client_config=address), options=options)
            yield driver
            driver.quit()
        finally:
            service.stop()
