"""Opens all pages for people in a real browser; see run.sh."""

import argparse
import contextlib
import email
import email.policy
import email.utils
import http.server
import json
import pathlib
import re
import shutil
import threading
import time
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENAPI = json.loads((ROOT / "openapi/openapi.json").read_text(encoding="utf-8"))
# Rulesets with automatic mail. In a game for one, mail only answers mail.
RULESETS = [ruleset for ruleset in OPENAPI["components"]["schemas"]["RulesetId"]["enum"] if ruleset != "solo"]
# The secret that run.sh gives the server.
SECRET = "what-the-operator-knows"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}


def ask(url, method, path, token=None, body=None):
    """Sends a request; returns the JSON answer."""
    request = urllib.request.Request(url + path, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.loads(answer.read() or "null")


def wait_for(what):
    """Waits until a function returns something, and returns that."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if found := what():
            return found
        time.sleep(0.03)
    raise AssertionError("waited a minute")


def player(url, name):
    return ask(url, "POST", "/v1/players", body={"name": name})["token"]


def game_of(url, ruleset, ada, ben):
    """Creates a game without placements, in which Ada moves first if the ruleset has that option; returns its id."""
    options = {"first": "creator"} if ruleset == "classic" else {}
    game = ask(url, "POST", "/v1/games", ada, {"ruleset": ruleset, "options": options})["id"]
    ask(url, "POST", f"/v1/games/{game}/seats", ben, {})
    return game


def place(url, game, *tokens):
    for token in tokens:
        ask(url, "PUT", f"/v1/games/{game}/seats/me/placement", token, {"random": True})


class Mails:
    """The folder of outgoing mail."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def all(self):
        """Returns all mails in the order in which they were written: names are ids, which begin with the time. They may
        be delivered in another order."""
        files = sorted(self.folder.glob("*.eml"))
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    def about(self, *words):
        """Returns the newest mail whose text contains all of these words."""
        found = [mail for mail in self.all() if all(word in text_of(mail, "plain") for word in words)]
        return found[-1] if found else None


def text_of(mail, kind):
    return mail.get_body((kind,)).get_content()


def answer(url, mails, to, lines):
    """Answers a mail with these lines; returns the reply to that."""
    letter = email.message.EmailMessage()
    letter["From"], letter["To"] = to["To"], to["Reply-To"]
    letter["Subject"], letter["Message-ID"] = f"Re: {to['Subject']}", email.utils.make_msgid(domain="example.org")
    letter["In-Reply-To"] = to["Message-ID"]
    letter.set_content("\n".join(lines) + "\n")
    request = urllib.request.Request(f"{url}/v1/mail/inbound", letter.as_bytes(), method="POST")
    request.add_header("Content-Type", "message/rfc822")
    request.add_header("Authorization", f"Bearer {SECRET}")
    urllib.request.urlopen(request).close()
    return wait_for(lambda: next((mail for mail in mails.all() if mail["In-Reply-To"] == letter["Message-ID"]), None))


@contextlib.contextmanager
def site(pages):
    """Serves pages from another origin; returns its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            page = pages.get(self.path)
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((page or "").encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


class Browser:
    """Pages that record their errors, and the hosts that they connect to."""

    def __init__(self, browser, pictures):
        self.browser = browser
        self.pictures = pictures

    @contextlib.contextmanager
    def page(self, viewport=DESK, scheme="light", locale="en-US"):
        context = self.browser.new_context(viewport=viewport, color_scheme=scheme, locale=locale)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.complaints, page.hosts = [], set()
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: page.hosts.add(urllib.parse.urlsplit(request.url).netloc))
        yield page
        context.close()

    def picture(self, page, name):
        if self.pictures:
            page.screenshot(path=self.pictures / f"{name}.png", full_page=True)


FRONTEND = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><base href="%s/"><script>
let token;
const heard = [];
async function ask(method, path, who, body, headers = {}) {
  const answer = await fetch(path, {method, cache: "no-store",
    headers: {"Content-Type": "application/json", Authorization: `Bearer ${who}`, ...headers},
    body: body && JSON.stringify(body)});
  const text = await answer.text();
  return {status: answer.status, tag: answer.headers.get("ETag"), limit: answer.headers.get("RateLimit-Policy"),
    body: text ? JSON.parse(text) : null};
}
%s
</script>"""


def a_frontend_of_another_origin_plays(url, browser):
    """Checks the lines of docs/frontends.md: requests and answers work from another origin, and events arrive."""
    snippet = re.search(r"```js\n(async function listen.*?)```", (ROOT / "docs/frontends.md").read_text(), re.S)[1]
    ada, ben = player(url, "Ada"), player(url, "Ben")
    game = game_of(url, "classic", ada, ben)
    place(url, game, ada, ben)
    with site({"/": FRONTEND % (url, snippet)}) as origin, browser.page() as page:
        page.goto(origin)
        page.evaluate("who => { token = who; }", ada)
        page.evaluate("path => listen(path, (kind, said) => heard.push([kind, said]))", f"/v1/games/{game}/events")
        page.wait_for_function("heard.some(([kind]) => kind == 'snapshot')")
        seen = page.evaluate("([path, who]) => ask('GET', path, who)", [f"/v1/games/{game}", ada])
        assert seen["status"] == 200 and seen["tag"], seen
        same = page.evaluate(
            "([path, who, tag]) => ask('GET', path, who, undefined, {'If-None-Match': tag})",
            [f"/v1/games/{game}", ada, seen["tag"]],
        )
        assert same["status"] == 304, same
        fire = {"ruleset": "classic", "actions": [{"type": "fire", "cells": ["A1"]}]}
        act = "([path, who, body, headers]) => ask('POST', path, who, body, headers)"
        path = f"/v1/games/{game}/actions"
        first = page.evaluate(act, [path, ada, fire, {"If-Match": seen["tag"], "Idempotency-Key": "a shot"}])
        assert first["status"] == 200, first
        again = page.evaluate(act, [path, ada, fire, {"If-Match": seen["tag"], "Idempotency-Key": "a shot"}])
        assert again["body"] == first["body"], again
        stale = page.evaluate(act, [path, ben, fire, {"If-Match": seen["tag"]}])
        assert stale["status"] == 412 and stale["body"]["detail"], stale
        ask(url, "POST", path, ben, fire)
        page.wait_for_function("heard.filter(([kind, said]) => kind == 'step' && said.events.some(event => event.type == 'fired')).length == 2")
        hosts = {urllib.parse.urlsplit(there).netloc for there in (url, origin)}
        assert page.hosts == hosts, page.hosts
        # The browser logs answers with an error status, which is not an error of the page.
        assert all("412" in said for said in page.complaints), page.complaints


# Maximum distance to scroll to the end of an operation with many forms.
FAR = 4500


def operation(method, path):
    """Returns the fragment of the address of an operation in the reference."""
    return f"{method}-{path.replace('{', '-').replace('}', '-')}"


def the_reference_works_offline(url, browser):
    """Checks that every operation is in the menu and opens alone, and that all files come from the server."""
    document = ask(url, "GET", "/openapi.json")
    methods = {"get", "put", "post", "patch", "delete"}
    operations = sum(len(path.keys() & methods) for path in document["paths"].values())
    act = document["paths"]["/v1/games/{id}/actions"]["post"]
    begins = " ".join(act["description"].split())[:50]
    home = {urllib.parse.urlsplit(url).netloc}
    for scheme in ("light", "dark"):
        with browser.page(DESK, scheme) as page:
            page.goto(f"{url}/docs/")
            assert page.title() == "Broadside API reference"
            page.locator(".nav-bar-path").first.wait_for()
            assert page.locator(".nav-bar-path").count() == operations
            tags = page.locator(".nav-bar-tag").all_inner_texts()
            assert [tag.strip().lower() for tag in tags] == [tag["name"] for tag in document["tags"]], tags
            browser.picture(page, f"reference-{scheme}")
            page.locator(f"[id='link-{operation('post', '/v1/games/{id}/actions')}']").click()
            page.get_by_text(begins).wait_for()
            seen = page.get_by_text(begins).bounding_box()
            assert seen["y"] + seen["height"] < DESK["height"], seen
            page.locator("api-request .table-title, api-request schema-table").first.wait_for()
            end = page.evaluate("document.querySelector('rapi-doc').shadowRoot.querySelector('main').scrollHeight")
            assert end < FAR, f"one scrolls {end} pixels to the end"
            browser.picture(page, f"reference-act-{scheme}")
            # Typing filters the menu, and a chosen operation can be tried.
            page.locator("#nav-bar-search").press_sequentially("/v1/rulesets")
            shown = "document.querySelector('rapi-doc').shadowRoot.querySelectorAll('.nav-bar-path').length"
            page.wait_for_function(f"{shown} < 8")
            page.locator(f"[id='link-{operation('get', '/v1/rulesets')}']").click()
            page.get_by_role("button", name="Try").click()
            page.get_by_text("Response Status: OK:200").wait_for()
            browser.picture(page, f"reference-tried-{scheme}")
            # Going back shows the previous operation, and an address opens its operation.
            page.go_back()
            page.get_by_text(begins).wait_for()
            assert page.hosts == home and not page.complaints, (page.hosts, page.complaints)
    for scheme in ("light", "dark"):
        with browser.page(PHONE, scheme) as page:
            page.goto(f"{url}/docs/#{operation('post', '/v1/games/{id}/actions')}")
            page.get_by_text(begins).wait_for()
            fits(page)
            browser.picture(page, f"reference-phone-{scheme}")
            page.get_by_role("button", name="Menu").click()
            page.locator("#nav-bar-search").press_sequentially("legal")
            browser.picture(page, f"reference-menu-{scheme}")
            page.locator(f"[id='link-{operation('get', '/v1/games/{id}/legal')}']").click()
            page.get_by_role("button", name="Try").scroll_into_view_if_needed()
            edge = page.get_by_role("button", name="Try").bounding_box()
            assert edge["x"] + edge["width"] <= PHONE["width"], edge
            assert page.hosts == home and not page.complaints, (page.hosts, page.complaints)


def the_guides_fit_a_phone(url, browser):
    """Checks that the guides and rules load only their stylesheet, and fit a phone."""
    for viewport, size in ((PHONE, "phone"), (DESK, "desk")):
        for scheme in ("light", "dark"):
            with browser.page(viewport, scheme) as page:
                page.goto(f"{url}/docs/guides/")
                links = page.locator("dt a").evaluate_all("links => links.map(link => link.href)")
                assert len(links) == 11 + 5, links
                browser.picture(page, f"guides-{size}-{scheme}")
                for link in links:
                    page.goto(link)
                    fits(page)
                    # The others look like these two, and some are very long.
                    if (name := link.rsplit("/", 1)[1]) in ("tokens", "satellite"):
                        browser.picture(page, f"{name}-{size}-{scheme}")
                assert page.hosts <= {urllib.parse.urlsplit(url).netloc, ""}, page.hosts
                assert not page.complaints, page.complaints


# Draws pictures at the size of the first one. Returns the mean difference of each of the others from it, from 0 to 255.
COMPARE = """async addresses => {
    const pixels = [];
    let width, height;
    for (const address of addresses) {
        const blob = await (await fetch(address)).blob();
        const picture = new Image();
        picture.src = URL.createObjectURL(blob);
        await picture.decode();
        width ??= picture.naturalWidth;
        height ??= picture.naturalHeight;
        const canvas = new OffscreenCanvas(width, height).getContext('2d');
        canvas.drawImage(picture, 0, 0, width, height);
        pixels.push(canvas.getImageData(0, 0, width, height).data);
    }
    const [first, ...others] = pixels;
    return others.map(other => first.reduce((sum, value, n) => sum + Math.abs(value - other[n]), 0) / (width * height * 3));
}"""

# Returns the widest difference of a text from the width that it should have, in points, with the embedded font and
# without it.
WIDTHS = """async svg => {
    document.body.innerHTML = svg;
    const widest = () => {
        const differences = [...document.querySelectorAll('text[textLength]')].map(text => {
            const wanted = Number(text.getAttribute('textLength'));
            const free = text.cloneNode(true);
            free.removeAttribute('textLength');
            text.parentNode.append(free);
            const found = free.getComputedTextLength();
            free.remove();
            return Math.abs(found - wanted);
        });
        return Math.max(...differences);
    };
    await document.fonts.ready;
    const embedded = widest();
    document.querySelector('style').remove();
    return [embedded, widest()];
}"""


def pictures_of_sheets_agree(url, browser):
    """The browser draws the SVG of a page like its PNG, in the embedded font, and a person can select the text."""
    with browser.page(DESK) as page:
        page.set_content("<body></body>")
        for sheet in ["voices-pack.{}?battle=3&tactical=7&page=1", "voices-pack.{}?battle=3&tactical=7&page=3", "d10.{}?"]:
            paths = [url + "/v1/sheets/" + sheet.format(form) for form in ("png", "svg")]
            # An embedded font may be ready only after the first time.
            wait_for(lambda: max(page.evaluate(COMPARE, paths)) < 6)
            svg = urllib.request.urlopen(paths[1]).read().decode()
            embedded, other = page.evaluate(WIDTHS, svg)
            assert embedded < 0.1 < other, (sheet, embedded, other)
            browser.picture(page, sheet.split(".")[0])
        assert page.get_by_role("img").get_attribute("aria-label") == "Two ten-sided dice"


def mailbox(url, browser, mails, token, language):
    """Adds an address and confirms it on the page behind the link, where only the button has an effect."""
    address = f"ada.{language}@example.org"
    ask(url, "PUT", "/v1/players/me/mailbox", token, {"address": address, "language": language})
    asked = lambda: next((mail for mail in mails.all() if mail["To"].addresses[0].addr_spec == address), None)
    link = re.search(r"http\S+/mail/confirm\S+", text_of(wait_for(asked), "plain"))[0]
    with browser.page(PHONE) as page:
        page.goto(link)
        fits(page)
        browser.picture(page, f"confirm-{language}")
        assert ask(url, "GET", "/v1/players/me/mailbox", token)["address"] is None, "to look at a page does nothing"
        page.get_by_role("button").click()
        page.wait_for_function("!document.querySelector('button')")
        browser.picture(page, f"confirmed-{language}")
        assert ask(url, "GET", "/v1/players/me/mailbox", token)["address"] == address
        assert page.evaluate("document.documentElement.lang") == language
        assert not page.complaints, page.complaints


# Elements with content that is wider than their box, and can only be seen by scrolling.
CUT = "[...document.querySelectorAll('pre')].filter(map => map.scrollWidth > map.clientWidth).map(map => map.textContent)"


def fits(page):
    """Checks that nothing exceeds the window, except elements that scroll on their own."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"], f"{page.url}: {wide}"


def mails_fit_a_phone(url, browser, mails, language):
    """Checks mails of every ruleset in light and dark mode, and then the link to unsubscribe."""
    ada, ben = player(url, "Ada"), player(url, "Ben")
    mailbox(url, browser, mails, ada, language)
    letters = {}
    for ruleset in RULESETS:
        game = game_of(url, ruleset, ada, ben)
        letters[f"placing-{ruleset}"] = wait_for(lambda: mails.about(game))
        place(url, game, ada, ben)
        # If Ben begins, she gets a mail after he has sent a message.
        ask(url, "POST", f"/v1/games/{game}/messages", ben, {"text": "Good luck!\nMay the better fleet win."})
        letters[f"playing-{ruleset}"] = wait_for(lambda: mails.about(game, "Good luck!"))
    alone = answer(url, mails, letters["placing-classic"], ["NEW SOLO"])
    letters["placing-solo"] = alone
    letters["playing-solo"] = answer(url, mails, alone, ["PLACE RANDOM", "PREDICT SUNS", "VOLLEY"])
    letters["over-solo"] = answer(url, mails, letters["playing-solo"], ["RUN OUT"])
    letters["help"] = answer(url, mails, alone, ["HELP VOICES"])
    letters["status"] = answer(url, mails, letters["help"], ["STATUS"])
    for what, mail in letters.items():
        long = [line for line in text_of(mail, "plain").splitlines() if len(line) > 72 and not line.startswith("http")]
        assert not long, long
        for scheme in ("light", "dark"):
            with browser.page(PHONE, scheme) as page:
                page.set_content(text_of(mail, "html"))
                fits(page)
                cut = page.evaluate(CUT)
                assert not cut, (what, cut)
                browser.picture(page, f"{what}-{language}-{scheme}")
                assert not page.complaints and page.hosts <= {""}, (page.complaints, page.hosts)
    link = re.search(r"<(http[^>]+)>", alone["List-Unsubscribe"])[1]
    with browser.page(PHONE) as page:
        page.goto(link)
        fits(page)
        browser.picture(page, f"unsubscribe-{language}")
        assert ask(url, "GET", "/v1/players/me/mailbox", ada)["cadence"] == "each", "to look at a page does nothing"
        page.get_by_role("button").click()
        page.wait_for_function("!document.querySelector('button')")
        browser.picture(page, f"unsubscribed-{language}")
        assert ask(url, "GET", "/v1/players/me/mailbox", ada)["cadence"] == "off"
        assert not page.complaints, page.complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="the server")
    parser.add_argument("mail", help="the folder of its outgoing mail")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for screenshots")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    mails = Mails(arguments.mail)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        )
        browser = Browser(chromium, arguments.pictures)
        checks = [
            (a_frontend_of_another_origin_plays, ()),
            (the_reference_works_offline, ()),
            (the_guides_fit_a_phone, ()),
            (pictures_of_sheets_agree, ()),
            (mails_fit_a_phone, (mails, "en")),
            (mails_fit_a_phone, (mails, "it")),
            (mails_fit_a_phone, (mails, "de")),
        ]
        for check, more in checks:
            check(arguments.url, browser, *more)
            print("ok", check.__name__.replace("_", " "), *(more[1:]))
        chromium.close()


if __name__ == "__main__":
    main()
