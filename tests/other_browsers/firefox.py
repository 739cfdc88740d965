"""Firefox, driven by its own protocol: Debian has the browser, but not the driver for selenium."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import FirefoxOptions, Remote
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver

BROWSER = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
MISSING = (
    "" if BROWSER else "no Firefox: apt-get install firefox-esr, or scripts/browser.sh as root"
)
PREFERENCES = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.enabled": False,
}
# What selenium calls a thing, and what Firefox does.
NAMES = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.REFRESH: "WebDriver:Refresh",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.ADD_COOKIE: "WebDriver:AddCookie",
    Command.DELETE_ALL_COOKIES: "WebDriver:DeleteAllCookies",
    Command.SET_WINDOW_RECT: "WebDriver:SetWindowRect",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "WebDriver:GetElementText",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    Command.ELEMENT_SCREENSHOT: "WebDriver:TakeScreenshot",
}


class Marionette(RemoteConnection):
    """Selenium's commands over the socket that Firefox listens on: length, colon, JSON."""

    def __init__(self, port: int) -> None:
        super().__init__(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=200)
        self.stream = self.socket.makefile("rb")
        self.count = 0
        self._hear()

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        params = {key: value for key, value in params.items() if key != "sessionId"}
        if command == Command.NEW_SESSION:
            params = params["capabilities"]["alwaysMatch"]
        elif command == Command.QUIT:
            params = {"flags": ["eForceQuit"]}
        elif "creenshot" in command:
            params["full"] = False
        text = json.dumps([0, self.count, NAMES[command], params]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self._hear()
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        if isinstance(value, dict) and set(value) == {"value"}:
            value = value["value"]
        return {"status": 0, "value": value}

    def _hear(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.stream.read(int(length)))

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


@contextmanager
def firefox(folder: Path) -> Iterator[WebDriver]:
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [BROWSER or "", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log) as browser,
    ):
        try:
            port = folder / "MarionetteActivePort"
            while not (port.exists() and port.read_text()):
                assert browser.poll() is None, (folder / "log").read_text()
                time.sleep(0.05)
            driver = Remote(command_executor=Marionette(int(port.read_text())), options=plain())
            yield driver
            driver.quit()
        finally:
            browser.terminate()


def plain() -> FirefoxOptions:
    """The defaults of selenium's options are meant for its own driver."""
    options = FirefoxOptions()
    options.profile = None
    return options
