"""The page of a chart in a real browser: open, click, read, switch, use the keyboard, print.

Skipped where there is no Chromium; with BJCALC_REQUIRE_BROWSER=1 its absence fails.
"""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from bjcalc.charts import Sheet, make_sheet
from bjcalc.charts.page import to_html
from bjcalc.engine import Action
from bjcalc.gamefile import load_game
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.shoe import VALUES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

if not (CHROMIUM and DRIVER):
    if os.environ.get("BJCALC_REQUIRE_BROWSER", "") not in ("", "0"):
        raise RuntimeError("BJCALC_REQUIRE_BROWSER is set, but chromium or chromedriver is missing")
    pytest.skip("no chromium with chromedriver on this machine", allow_module_level=True)


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return make_sheet(load_game("borgata-blackjack-pro"))


@pytest.fixture(scope="module")
def pages(sheet: Sheet, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    by_rank = make_sheet(load_game("borgata-blackjack-pro", set=("split.pairs=rank",)))
    found = {}
    for name, one in (("value pairs", sheet), ("rank pairs", by_rank)):
        page = folder / f"{name}.html"
        page.write_text(to_html(one), encoding="utf-8")
        found[name] = page.as_uri()
    return found


@pytest.fixture(scope="module")
def browser(
    pages: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[webdriver.Chrome]:
    folder = tmp_path_factory.mktemp("browser")
    options = Options()
    options.binary_location = CHROMIUM or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1400,1100",
        f"--user-data-dir={folder / 'profile'}",
        "--host-resolver-rules=MAP * ~NOTFOUND",  # offline: nothing can be loaded
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        driver.get(pages["value pairs"])
        yield driver
    finally:
        driver.quit()


def button(browser: webdriver.Chrome, cell: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, f'button[data-cell="{cell}"]')


def details(browser: webdriver.Chrome) -> str:
    return str(browser.find_element(By.ID, "details").text)


def test_a_cell_opens_to_the_exact_value_of_every_action(
    browser: webdriver.Chrome, sheet: Sheet, tmp_path: Path
) -> None:
    cell = button(browser, "hard 16|T")
    assert cell.text == "Rs"
    assert cell.get_attribute("aria-label") == "hard 16 against a ten: surrender, else stand"
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true"
    known = next(one for one in sheet.cells if one.row.name == "hard 16" and one.up == 9)
    for action in (Action.STAND, Action.HIT, Action.DOUBLE):
        value = known.actions[action]
        assert value is not None
        shown = browser.find_element(By.CSS_SELECTOR, f'[data-action="{action}"]')
        assert shown.text == exact_text(value)
    text = details(browser)
    assert "With Rh in this cell the whole game would lose" in text
    worst = known.exceptions[0]
    assert f"{worst.cards} " in text
    picture = tmp_path / "page.png"
    assert browser.save_screenshot(str(picture))
    assert picture.stat().st_size > 20_000


def test_it_shows_values_and_costs_in_the_cells(browser: webdriver.Chrome, sheet: Sheet) -> None:
    known = next(one for one in sheet.cells if one.row.name == "hard 16" and one.up == 9)
    assert known.mistake is not None
    wanted = {
        "ev": decimal_text(known.ev, 2).replace("0.", "."),
        "mistake": decimal_text(known.mistake, 3).replace("0.", "."),
        "actions": "Rs",
    }
    heard = {"ev": decimal_text(known.ev, 4), "mistake": decimal_text(known.mistake, 4)}
    for view, text in wanted.items():
        browser.find_element(By.CSS_SELECTOR, f'input[value="{view}"]').click()
        shown = button(browser, "hard 16|T")
        assert shown.text == text
        label = shown.get_attribute("aria-label") or ""
        assert label.endswith("else stand" if view == "actions" else f"else stand, {heard[view]}")


def test_a_cost_below_0_is_marked_and_explained(browser: webdriver.Chrome, sheet: Sheet) -> None:
    gains = [one for one in sheet.cells if one.mistake is not None and one.mistake < 0]
    assert gains
    browser.find_element(By.CSS_SELECTOR, 'input[value="mistake"]').click()
    marked = [
        one.get_attribute("data-cell")
        for one in browser.find_elements(By.CSS_SELECTOR, "table.chart button")
        if one.text == "<0"
    ]
    assert marked == [f"{one.row.name}|{VALUES[one.up]}" for one in gains]
    assert "<0" in browser.find_element(By.ID, "view-words").text
    button(browser, str(marked[0])).click()
    mistake = gains[0].mistake
    assert mistake is not None
    assert f"would gain such a hand {decimal_text(-mistake)} initial bets" in details(browser)
    assert gains[0].row.name == "soft 12"
    assert "only as a pair" in details(browser)
    browser.find_element(By.CSS_SELECTOR, 'input[value="actions"]').click()


_OVERFLOWING = """
return Array.from(document.querySelectorAll(
  "table.chart td button, table.chart th[scope=row]"
)).filter(function (box) {
  const range = document.createRange();
  range.selectNodeContents(box);
  const text = range.getBoundingClientRect();
  const room = box.getBoundingClientRect();
  return text.left < room.left + 1 || text.right > room.right - 1
    || text.top < room.top || text.bottom > room.bottom;
}).map(function (box) { return box.textContent + " in " + (box.dataset.cell || "a head"); });
"""


@pytest.mark.parametrize("width", [1100, 1300, 1400])
def test_no_text_leaves_its_cell(
    browser: webdriver.Chrome, pages: dict[str, str], width: int
) -> None:
    browser.set_window_size(width, 1100)
    browser.get(pages["rank pairs"])
    try:
        assert any(
            head.text.split() == ["T,T", "mixed"]
            for head in browser.find_elements(By.CSS_SELECTOR, "table.chart th[scope=row]")
        )
        for view in ("actions", "ev", "mistake"):
            browser.find_element(By.CSS_SELECTOR, f'input[value="{view}"]').click()
            opened = button(browser, "hard 16|T")
            before = opened.rect
            opened.click()
            assert opened.rect == before
            assert browser.execute_script(_OVERFLOWING) == []
    finally:
        browser.set_window_size(1400, 1100)
        browser.get(pages["value pairs"])


def test_the_keyboard_moves_opens_and_closes(browser: webdriver.Chrome) -> None:
    start = button(browser, "hard 16|9")
    start.click()
    start.send_keys(Keys.ARROW_RIGHT)
    focused = browser.switch_to.active_element
    assert focused.get_attribute("data-cell") == "hard 16|T"
    focused.send_keys(Keys.ARROW_UP)
    focused = browser.switch_to.active_element
    assert focused.get_attribute("data-cell") == "hard 15|T"
    focused.send_keys(Keys.ENTER)
    assert "hard 15 against a ten: surrender, else hit" in details(browser)
    focused.send_keys(Keys.ESCAPE)
    assert "Choose a cell" in details(browser)


def test_light_and_dark(browser: webdriver.Chrome) -> None:
    colours = set()
    for _ in range(2):
        body = browser.find_element(By.TAG_NAME, "body")
        colours.add(body.value_of_css_property("background-color"))
        browser.find_element(By.ID, "theme").click()
    assert len(colours) == 2


def test_it_is_a_real_table_with_heads_and_prints_on_one_page(browser: webdriver.Chrome) -> None:
    assert len(browser.find_elements(By.CSS_SELECTOR, "table.chart tbody th[scope=row]")) == 36
    assert len(browser.find_elements(By.CSS_SELECTOR, "table.chart thead th[scope=col]")) == 33
    assert len(browser.find_elements(By.CSS_SELECTOR, "table.chart button")) == 360
    browser.execute_script("document.querySelector('.picture details').open = true")
    options = {"preferCSSPageSize": True, "printBackground": True}
    result = browser.execute_cdp_cmd("Page.printToPDF", options)
    document = pypdfium2.PdfDocument(base64.b64decode(result["data"]))
    try:
        assert len(document) == 1
        assert "Borgata Blackjack Pro" in document[0].get_textpage().get_text_range()
    finally:
        document.close()


def test_nothing_went_wrong_on_the_page(browser: webdriver.Chrome) -> None:
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
