"""Pages of a real browser that record their errors, and a check of their accessibility."""

import contextlib
import pathlib
import shutil
import time
import urllib.parse

from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}


# Guard of every wait, in seconds. It is no promise of the service.
GUARD = 60


def wait_for(page, what, is_so):
    """Waits until a function returns true."""
    deadline = time.monotonic() + GUARD
    while not is_so():
        assert time.monotonic() < deadline, f"waited a minute for {what}: {page.locator('body').inner_text()[:600]}"
        page.wait_for_timeout(30)


def wait(page, expression):
    """Waits until an expression is true. The pages forbid the way in which Playwright does this."""
    wait_for(page, expression, lambda: page.evaluate(expression))


class Browser:
    """A browser. Each page has its own account, language and size, and complains about nothing."""

    def __init__(self, browser, url, pictures):
        self.browser = browser
        self.url = url
        self.pictures = pictures
        self.axe = (HERE / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    @contextlib.contextmanager
    def page(self, viewport=DESK, scheme="light", locale="en-US", script=None):
        context = self.browser.new_context(
            viewport=viewport, color_scheme=scheme, locale=locale, has_touch=viewport["width"] < 600
        )
        context.set_default_timeout(GUARD * 1000)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        complaints, hosts, page.asking = [], set(), set()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: hosts.add(urllib.parse.urlsplit(request.url).netloc))
        # Requests that are not answered yet. The answer to one for a stream does not end.
        page.on("request", lambda request: page.asking.add(request))
        page.on("requestfinished", lambda request: page.asking.discard(request))
        page.on("requestfailed", lambda request: page.asking.discard(request))
        is_stream = lambda answer: "event-stream" in answer.headers.get("content-type", "")
        page.on("response", lambda answer: page.asking.discard(answer.request) if is_stream(answer) else None)
        # Errors and hosts that a check expects.
        page.expected, page.hosts = [], set()
        try:
            yield page
            unexpected = [text for text in complaints if not any(part in text for part in page.expected)]
            assert not unexpected, unexpected
            assert hosts <= {urllib.parse.urlsplit(self.url).netloc, "", *page.hosts}, hosts
        finally:
            context.close()

    def picture(self, page, name):
        if self.pictures:
            page.screenshot(path=self.pictures / f"{name}.png", full_page=True)

    def check(self, page, name):
        """Takes a picture, and checks that the page fits its window and that axe-core finds nothing."""
        # A screen has its heading when its data has come.
        page.locator("h1").first.wait_for(state="attached")
        self.picture(page, name)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= page.viewport_size["width"], f"{name} is {wide} pixels wide"
        if not page.evaluate("'axe' in window"):
            page.evaluate(self.axe)
        violations = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)")
        found = [(each["id"], [node["html"][:150] for node in each["nodes"]][:3]) for each in violations]
        assert not found, f"{name}: {found}"


@contextlib.contextmanager
def browser(url, pictures):
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        )
        yield Browser(chromium, url, pictures)
        chromium.close()
