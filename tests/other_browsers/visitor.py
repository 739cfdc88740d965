"""What a person does in a browser, by selenium. Every wait is for something, and long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.hands import POINT

PATIENCE = 100  # seconds; only what fails takes so long
FRAME = 300  # what a window has around its page takes less


class Visitor:
    def __init__(self, driver: WebDriver, site: str) -> None:
        self.driver, self.site = driver, site

    def until(self, true: Callable[[], Any]) -> Any:
        waiting = WebDriverWait(
            self.driver, PATIENCE, 0.1, ignored_exceptions=[StaleElementReferenceException]
        )
        return waiting.until(lambda _: true())

    def go(self, address: str) -> None:
        self.driver.get(self.site + address)
        self.until_loaded()

    def until_loaded(self) -> None:
        """WebKit's driver is back as soon as a page can be read, before its scripts have run."""
        self.until(lambda: self.run("return document.readyState") == "complete")

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def become_a_phone(self) -> None:
        """As narrow as the browser's window can be made: Firefox's is wider than a phone."""
        self.resize(500 if "firefox" in self.driver.name.lower() else 360, 740)

    def resize(self, width: int, height: int) -> None:
        """The page, not the window around it: asked for until it is so, as the browser says
        that its window has another size before the page in it has."""
        asked = [width, height]

        def fits() -> bool:
            seen = self.run("return [innerWidth, innerHeight]")
            if seen == [width, height]:
                return True
            for side, wanted in enumerate((width, height)):
                larger = asked[side] + wanted - seen[side]
                asked[side] = min(max(larger, wanted), wanted + FRAME)
            self.driver.set_window_size(*asked)
            return False

        self.until(fits)

    def find(self, selector: str) -> WebElement:
        found = self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector))
        return found[0]

    def count(self, selector: str) -> int:
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def press(self, selector: str) -> None:
        self.find(f"{selector}:not(:disabled)").click()

    def key(self, key: str) -> None:
        ActionChains(self.driver).send_keys(key).perform()

    def tap_square(self, x: int, y: int) -> None:
        point = self.run(f"return ({POINT})(arguments[0])", [x, y])
        action = ActionBuilder(self.driver)
        action.pointer_action.move_to_location(round(point["x"]), round(point["y"]))
        action.pointer_action.click()
        action.perform()

    def until_count(self, selector: str, count: int) -> None:
        self.until(lambda: self.count(selector) == count)

    def until_still(self) -> None:
        """Nothing is on its way, and the board lies where it will stay."""
        before: list[Any] = []

        def is_still() -> bool:
            now = self.run(
                "const kinds = '.htmx-request, .htmx-swapping, .htmx-settling';"
                "const busy = document.querySelector(kinds);"
                "const board = document.getElementById('board');"
                "const box = board?.getBoundingClientRect();"
                "return busy ? null : [box?.x, box?.y, box?.width, board?.getAttribute('viewBox')];"
            )
            before.append(now)
            return now is not None and before[-3:] == [now] * 3

        self.until(is_still)

    def until_text(self, selector: str, text: str) -> None:
        self.until(lambda: text in self.find(selector).text)

    def until_ply(self, ply: int) -> None:
        self.find(f'#game[data-ply="{ply}"]')

    def fits(self) -> bool:
        """Nothing sticks out sideways."""
        return bool(self.run("return document.documentElement.scrollWidth <= innerWidth"))
