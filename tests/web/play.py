"""Opens the web pages in a real browser, and plays every ruleset to the end; see run.sh."""

import argparse
import concurrent.futures
import contextlib
import http.server
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import threading
import time

from browser import DESK, PHONE, browser, wait, wait_for
from player import Player
from playwright.sync_api import TimeoutError

WEB = pathlib.Path(__file__).resolve().parents[2] / "api/web"
OPENAPI = json.loads((WEB.parents[1] / "openapi/openapi.json").read_text(encoding="utf-8"))
RULESETS = OPENAPI["components"]["schemas"]["RulesetId"]["enum"]


def named(page, name):
    """Gives the account of a page a name, before its first game."""
    page.get_by_label("Your name").fill(name)


def invite(browser, ada, ben, ruleset, prepare=lambda page: None):
    """Ada creates a game and sends Ben the link. Both are on the page of the game then."""
    ada.goto(f"{browser.url}/play#/new/{ruleset}/invite")
    named(ada, "Ada")
    prepare(ada)
    ada.get_by_role("button", name="Begin").click()
    link = ada.locator(".copyable input").first
    link.wait_for()
    ben.goto(link.input_value())
    browser.check(ben, f"{ruleset}-join")
    named(ben, "Ben")
    ben.get_by_role("button", name="Play", exact=True).click()
    ben.locator(".editor").wait_for()


def salvo(page):
    """Chooses salvos, which end a game in fewer turns. `keyboard_alone` plays shot by shot."""
    page.get_by_text("Options", exact=True).click()
    page.locator("select[name=mode]").select_option("salvo")


def rounds(page):
    """Chooses a game of 8 rounds: with dice, sinking a fleet takes about 25."""
    page.get_by_text("Options", exact=True).click()
    page.locator("input[name=rounds]").fill("8")
    page.locator("input[name=rounds]").press("Tab")


def bank(page):
    """Chooses a clock with 240 hours for the whole game and 24 more after each turn, which the form suggests."""
    page.locator("select[name=days]").select_option("bank")
    page.locator("input[name=increment]").wait_for()


def play(players, cut=lambda turn: None):
    """Lets players move in turn, until the game is over. Returns the number of moves. `cut` gets this number before each
    move, and None while no page shows that it is its player's turn."""
    moves = 0

    def goes_on():
        if players[0].is_over() or any(player.is_my_turn() for player in players):
            return True
        cut(None)
        return False

    while True:
        wait_for(players[0].page, f"move {moves}", goes_on)
        if players[0].is_over():
            break
        for player in players:
            if player.is_my_turn():
                cut(moves)
                assert player.act(), f"{player.name} cannot move: {player.page.locator('section.table').inner_text()[:400]}"
                moves += 1
    for player in players:
        player.page.locator(".replay").wait_for()
    return moves


# Options that make a game shorter.
SHORTER = {"classic": salvo, "voices": rounds}


def whole_game(browser, ruleset):
    """Two people play a game, one on a phone and one at a desk. The phone is offline for a while, and is reloaded."""
    with browser.page(PHONE) as phone, browser.page(DESK) as desk:
        phone.expected.append("ERR_INTERNET_DISCONNECTED")
        invite(browser, desk, phone, ruleset, SHORTER.get(ruleset, lambda page: None))
        browser.check(desk, f"{ruleset}-placing-desk")
        browser.check(phone, f"{ruleset}-placing-phone")
        ada, ben = Player(desk, "Ada"), Player(phone, "Ben")
        desk.get_by_text("Your own seed").click()
        desk.get_by_label("Seed").fill("Ada's words")
        ada.place()
        ben.place()
        wait(phone, "document.querySelector('.status').textContent.match(/turn|to move/)")

        def cut(turn):
            if turn == 4:
                # The page sends a move again only when the phone is online, and the next move waits for that.
                wait(phone, "!document.querySelector('.sending')")
                phone.context.set_offline(True)
                phone.locator(".offline").wait_for()
                browser.picture(phone, f"{ruleset}-offline-phone")
            # If the other player has moved while the phone is offline, nobody's page shows a turn.
            if turn in (None, 5) and phone.locator(".offline").count() > 0:
                phone.context.set_offline(False)
                wait(phone, "!document.querySelector('.offline')")
            if turn == 8:
                phone.reload()
                phone.locator(".status").wait_for()
            if turn == 12:
                browser.check(desk, f"{ruleset}-playing-desk")
                browser.check(phone, f"{ruleset}-playing-phone")

        moves = play([ada, ben], cut)
        replay(browser, desk, f"{ruleset}-over-desk", seed=True)
        first_seen_after_the_end(desk)
        browser.check(phone, f"{ruleset}-over-phone")
        return moves


def whole_game_alone(browser):
    """A game of solo, from the first page on."""
    with browser.page(PHONE) as page:
        page.goto(f"{browser.url}/play")
        page.get_by_role("link", name="Play", exact=True).click()
        page.locator(".editor").wait_for()
        browser.check(page, "solo-placing-phone")
        player = Player(page, "Ada")
        player.place()
        moves = play([player], lambda turn: browser.check(page, "solo-playing-phone") if turn in (0, 4) else None)
        replay(browser, page, "solo-over-phone")
        return moves


def replay(browser, page, name, seed=False):
    """Steps through a finished game, and checks that the server was honest."""
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="On", exact=True).click()
    wait(page, "document.querySelector('.replay label').textContent.includes('Step 1 ')")
    page.get_by_role("button", name="To the end").click()
    page.get_by_text("Proof of fair play").click()
    page.get_by_role("button", name="Check this game").click()
    page.locator(".checks").wait_for()
    bad = page.locator(".checks .bad").all_inner_texts()
    assert not bad, bad
    # The server's own checks, the commitments from before the end, and the seed, if the player sent one.
    shown = page.locator(".checks").inner_text()
    assert page.locator(".checks .good").count() == (9 if seed else 8), shown
    assert page.locator(".checks .open").count() == (0 if seed else 1), shown
    assert ("Your seed was used" in shown) == seed, shown
    browser.check(page, name)


def first_seen_after_the_end(page):
    """A browser that has not seen a game before its end does not claim to have compared the commitments."""
    page.evaluate("localStorage.removeItem('broadside:fairness')")
    page.reload()
    page.get_by_text("Proof of fair play").click()
    page.get_by_role("button", name="Check this game").click()
    page.locator(".checks").wait_for()
    assert page.locator(".checks .bad").count() == 0
    page.locator(".checks .open", has_text="did not see the commitments").wait_for()
    page.locator(".checks .open", has_text="sent no seed").wait_for()


def has_focus(page):
    """Waits until something of the page has the focus, so that the keyboard does not begin again at the top."""
    wait(page, "document.activeElement !== document.body")


def placed(page):
    """Places the pieces of a new game on a page. Returns its player."""
    page.locator(".editor").wait_for()
    player = Player(page, "Ada")
    player.place()
    return player


def against_the_computer(browser, ruleset):
    """A game against the computer begins with one press on the home page, and can be resigned."""
    with browser.page(DESK) as page:
        page.goto(browser.url)
        if ruleset == "classic":
            page.get_by_role("link", name="Begin a game").click()
        else:
            page.goto(f"{browser.url}/play#/quick/{ruleset}")
        player = placed(page)
        for _ in range(5):
            page.locator(".status.mine, .replay").first.wait_for()
            if player.is_over():
                return
            assert player.act()
            player.settle()
            has_focus(page)
        # The computer acts in its own turn, in which it may also agree to end the game.
        page.locator(".status.mine, .replay").first.wait_for()
        with contextlib.suppress(TimeoutError):
            page.get_by_role("button", name="Resign").click(timeout=5_000)
            page.get_by_role("button", name="Yes").click(timeout=5_000)
        page.locator(".replay").wait_for()


# A stand-in for the voices of a browser, since headless Chromium has none. It remembers what was said.
VOICES = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { Object.assign(this, {text, rate: 1, pitch: 1, volume: 1}); } };
const voice = {lang: "en-GB", name: "stand-in", localService: true};
Object.defineProperty(window, "speechSynthesis", {value: {
    getVoices: () => [voice], cancel() {}, addEventListener() {}, removeEventListener() {},
    speak(part) { said.push(part.text); setTimeout(() => part.onend?.({}), 5); },
}});
"""


def performance(browser):
    """A score is performed by key, by tap and by itself, and spoken. Its player directs it after the end."""
    with browser.page(DESK, script=VOICES) as page:
        page.goto(f"{browser.url}/play#/quick/voices")
        player = placed(page)
        for _ in range(8):
            page.locator(".status.mine, .replay").first.wait_for()
            if not player.is_over():
                assert player.act()
            player.settle()
        # Nothing happens while it is the player's turn.
        page.locator(".status.mine, .replay").first.wait_for()
        page.get_by_role("button", name="Speak").click()
        wait(page, "said.length > 0")
        if not player.is_over():
            page.get_by_role("button", name="Resign").click()
            page.get_by_role("button", name="Yes").click()
        page.locator(".replay").wait_for()
        page.get_by_text("Your part of this shot").click()
        direction = page.locator("section.table form", has_text="Direction for your").first
        direction.locator("input").fill("very softly")
        browser.check(page, "voices-direct-desk")
        direction.get_by_role("button", name="Save").click()
        player.settle()
        page.get_by_role("link", name="Perform the score").click()
        page.locator(".stand").wait_for()
        page.keyboard.press("End")
        page.get_by_text("very softly").first.wait_for()
        browser.check(page, "score-desk")
        page.keyboard.press("Home")
        place = lambda: page.locator(".place").inner_text()
        first = place()
        page.keyboard.press("ArrowRight")
        second = place()
        assert first != second, first
        page.keyboard.press("Home")
        assert place() == first
        box = page.locator(".stand").bounding_box()
        page.mouse.click(box["x"] + box["width"] - 20, box["y"] + 20)
        assert place() == second
        page.get_by_role("button", name="Play", exact=True).click()
        wait(page, f"document.querySelector('.place').textContent !== {second!r}")
        page.keyboard.press("p")
        page.get_by_text("Tempo, size, speech").click()
        page.evaluate("said.length = 0")
        page.get_by_label("Speak the phones").check()
        page.keyboard.press("Home")
        page.locator(".stand").focus()
        page.keyboard.press("ArrowRight")
        wait(page, "said.length > 0")
    with browser.page(PHONE, "dark") as page:
        # Without voices, the page says so.
        page.goto(f"{browser.url}/play#/quick/voices")
        player = placed(page)
        page.locator(".status.mine").wait_for()
        assert player.act()
        page.get_by_text("Your browser has no English voice").wait_for()
        player.settle()
        page.locator(".status.mine, .replay").first.wait_for()
        if not player.is_over():
            page.get_by_role("button", name="Resign").click()
            page.get_by_role("button", name="Yes").click()
        page.locator(".replay").wait_for()
        page.get_by_role("link", name="Perform the score").click()
        page.locator(".stand").wait_for()
        browser.check(page, "score-phone-dark")


def keyboard_alone(browser):
    """Plays a whole game with the keyboard: every control is reached with Tab, and used with Enter and the arrows."""
    with browser.page(DESK) as page:
        page.goto(browser.url)

        def reach(name, limit=120, key="Tab"):
            """Moves the focus to a control with this name."""
            for _ in range(limit):
                page.keyboard.press(key)
                text = page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
                if re.search(name, text or ""):
                    return
            raise AssertionError(f"Tab does not reach {name}")

        reach("Begin a game")
        page.keyboard.press("Enter")
        page.locator(".editor").wait_for()
        page.locator("body").press("Home")
        reach("^A1: ")
        # The first ship by hand: placed, turned, removed and placed again.
        for key in ("ArrowDown", "ArrowRight", "Enter", "r", "Delete", "Enter"):
            page.keyboard.press(key)
        assert page.locator("td.ship").count() == 5
        reach("^Random$")
        page.keyboard.press("Enter")
        reach("Done: send")
        page.keyboard.press("Enter")
        wait(page, "!document.querySelector('.editor')")
        on_map = "document.activeElement.closest('table:has(td.enabled)') !== null"
        row, column = 0, 0
        for shot in range(100):
            page.locator(".status.mine, .replay").first.wait_for()
            if page.locator(".replay").count():
                break
            # After the first shot the focus stays on the map.
            for _ in range(20 if shot == 0 else 0):
                if page.evaluate(on_map):
                    break
                page.keyboard.press("Tab")
            assert page.evaluate(on_map), page.evaluate("document.activeElement.outerHTML")[:200]
            target = f"{chr(65 + column)}{row + 1}"
            page.keyboard.press("PageUp")
            page.keyboard.press("Home")
            for _ in range(row):
                page.keyboard.press("ArrowDown")
            for _ in range(column):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.locator("td.selected").wait_for()
            if shot == 0:
                reach("^Clear$", key="Shift+Tab")
                page.keyboard.press("Enter")
                wait(page, on_map)
                page.keyboard.press("Enter")
                page.locator("td.selected").wait_for()
            reach(f"^Fire: {target}$", key="Shift+Tab")
            page.keyboard.press("Enter")
            wait(page, f"!document.querySelector('table:has(td.enabled) td.enabled[data-cell={target}]')")
            has_focus(page)
            column += 1
            if column == 10:
                row, column = row + 1, 0
        page.locator(".replay").wait_for()


def pieces_are_dragged(browser):
    """A ship is dragged from the list onto the map, and on the map, with a mouse and with a finger."""
    ships = "[...document.querySelectorAll('td.ship')].map(cell => cell.dataset.cell).join(' ')"

    def middle(locator):
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def check(page, drag):
        page.goto(f"{browser.url}/play#/quick/classic")
        page.locator(".editor").wait_for()
        square = lambda name: page.locator(f"td[data-cell={name}]")
        square("A10").scroll_into_view_if_needed()
        piece = page.locator(".piece").first
        piece.scroll_into_view_if_needed()
        drag(page, middle(piece), middle(square("C8")))
        wait(page, f"{ships} === 'C8 D8 E8 F8 G8'")
        # The ship lies as it was held: one to the right of where it was, then two further down.
        drag(page, middle(square("E8")), middle(square("F8")))
        wait(page, f"{ships} === 'D8 E8 F8 G8 H8'")
        drag(page, middle(square("H8")), middle(square("H10")))
        wait(page, f"{ships} === 'D10 E10 F10 G10 H10'")

    def mouse(page, start, end):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=5)
        page.mouse.up()

    def finger(page, start, end):
        session = page.context.new_cdp_session(page)
        touch = lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        touch("touchStart", start)
        touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        touch("touchMove", end)
        touch("touchEnd")

    with browser.page(DESK) as page:
        check(page, mouse)
    with browser.page(PHONE) as page:
        check(page, finger)


def people_talk(browser):
    """Messages, notes, a draw, a rematch, another device, and another language."""
    with browser.page(DESK) as desk, browser.page(PHONE, "dark") as phone:
        phone.expected += ["412", "ERR_INTERNET_DISCONNECTED"]
        desk.expected.append("ERR_INTERNET_DISCONNECTED")
        invite(browser, desk, phone, "classic", bank)
        for page in (desk, phone):
            assert page.locator(".players .clock", has_text=re.compile("^(10 days|9 days 23 hours) left$")).count() == 2, page.locator(".players").inner_text()
        desk.get_by_label("Message", exact=True).fill("Good luck! <b>&amp;")
        desk.get_by_role("button", name="Send", exact=True).click()
        phone.locator(".talk li", has_text="Good luck! <b>&amp;").wait_for()
        wait(desk, "document.querySelector('input[name=text]').value === ''")
        phone.get_by_text("Your notes").click()
        phone.get_by_label("Only you can read them.").fill("corner first")
        phone.get_by_role("button", name="Save").click()
        phone.get_by_text("Saved.").wait_for()
        # Without a connection, nothing says that it was done.
        phone.context.set_offline(True)
        phone.get_by_label("Only you can read them.").fill("corner first!")
        assert phone.get_by_text("Saved.").count() == 0
        phone.get_by_role("button", name="Save").click()
        phone.locator(".problem", has_text="cannot be reached").wait_for()
        assert phone.get_by_text("Saved.").count() == 0
        phone.context.set_offline(False)
        phone.get_by_role("button", name="Save").click()
        phone.get_by_text("Saved.").wait_for()
        assert phone.locator(".problem").count() == 0
        phone.reload()
        phone.get_by_text("Your notes").click()
        wait(phone, "document.querySelector('textarea')?.value === 'corner first!'")
        for page in (desk, phone):
            Player(page, "x").place()
        phone.get_by_role("button", name="Offer a draw").click()
        phone.get_by_role("button", name="Yes").click()
        desk.get_by_text("Ben offers a draw.").wait_for()
        browser.check(desk, "draw-offered-desk")
        desk.get_by_role("button", name="Accept the draw").click()
        desk.get_by_role("button", name="Yes").click()
        phone.get_by_text("A draw: agreed").first.wait_for()
        browser.check(phone, "talk-phone-dark")
        desk.get_by_role("button", name="Rematch").click()
        wait(desk, "!document.querySelector('.replay')")
        phone.get_by_role("button", name="Go to the rematch").click()
        wait(phone, "!document.querySelector('.replay')")
        # Another device, in Italian.
        desk.goto(f"{browser.url}/play#/account")
        browser.check(desk, "account-desk")
        desk.context.set_offline(True)
        desk.get_by_role("button", name="Make a link").click()
        desk.locator(".problem", has_text="cannot be reached").wait_for()
        desk.context.set_offline(False)
        desk.get_by_role("button", name="Make a link").click()
        link = desk.locator(".copyable input").input_value()
        with browser.page(PHONE, locale="it-IT") as other:
            other.goto(link)
            other.get_by_role("heading", name="Il tuo profilo").wait_for()
            assert "brs_" not in other.url, other.url
            browser.check(other, "device-phone-it")
            other.get_by_role("button", name="Usa il profilo qui").click()
            other.get_by_role("heading", name="Partite di Ada").wait_for()
            browser.check(other, "lobby-phone-it")
            # What the server refuses has a sentence in the language of the page.
            other.expected += ["404", "ProblemError"]
            other.goto(f"{browser.url}/play#/games/00000000-0000-7000-8000-000000000000")
            other.get_by_text("Questo non esiste").wait_for()
            assert other.locator("[role=alert] [lang=en]").count() == 1
            browser.check(other, "error-phone-it")
            other.goto(browser.url)
            other.get_by_role("heading", name="Battaglie navali, una mossa al giorno").wait_for()
            browser.check(other, "home-phone-it")


VACATION = """async () => {
  const key = Object.keys(localStorage).find((key) => key.startsWith("broadside:account:"));
  const { token } = JSON.parse(localStorage.getItem(key));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ ends_at: new Date(Date.now() + 3 * 86_400_000).toISOString() });
  const answer = await fetch("/v1/players/me/vacations", { method: "POST", headers, body });
  if (!answer.ok) throw Error(await answer.text());
}"""


def clocks_and_announcements(browser):
    """A vacation, a deadline that passes while a page is open, and the sentences for screen readers."""
    with browser.page(DESK) as desk, browser.page(PHONE) as phone:
        invite(browser, desk, phone, "classic")
        for page in (desk, phone):
            Player(page, "x").place()
        desk.get_by_label("Message", exact=True).fill("Are you there?")
        desk.get_by_role("button", name="Send", exact=True).click()
        phone.locator("#announcer p", has_text="Ada: Are you there?").wait_for(state="attached")
        # The other page reads out what the log of a move says.
        is_mine = "document.querySelector('.status.mine') !== null"
        wait_for(desk, "a turn", lambda: desk.evaluate(is_mine) or phone.evaluate(is_mine))
        mover, other = (desk, phone) if desk.evaluate(is_mine) else (phone, desk)
        assert Player(mover, "x").act()
        name = "Ada" if mover is desk else "Ben"
        other.locator("#announcer p", has_text=f"{name} →").last.wait_for(state="attached")
        # A vacation of Ada shows on the page of Ben.
        assert phone.locator(".players", has_text="away until").count() == 0
        desk.evaluate(VACATION)
        phone.reload()
        phone.locator(".players", has_text="away until").wait_for()
        browser.check(phone, "vacation-phone")
        # When a time has run out, the page asks what has happened. Here only its own clock says so.
        desk.clock.install()
        desk.reload()
        desk.locator(".players .clock").first.wait_for()
        game = desk.url.rsplit("/", 1)[1]
        with desk.expect_request(lambda request: request.url.endswith(f"/v1/games/{game}")):
            desk.clock.fast_forward(40 * 86_400_000)


def sheets(browser):
    """Every sheet has a picture, and its page shows what is printed."""
    with browser.page(DESK) as page:
        page.goto(f"{browser.url}/sheets")
        page.locator(".gallery a").first.wait_for()
        links = page.locator(".gallery a").evaluate_all("links => links.map(link => link.href)")
        assert len(links) == 20, links
        browser.check(page, "sheets-desk")
        for link in links:
            page.goto(link)
            page.locator(".preview img").wait_for()
            wait(page, "document.querySelector('.preview img').naturalWidth > 100")
            pdf = page.get_by_role("link", name="Download PDF").get_attribute("href")
            answer = page.request.get(browser.url + pdf)
            assert answer.ok and answer.body().startswith(b"%PDF"), link
        page.goto(f"{browser.url}/sheets#voices-pack?battle=3&tactical=7")
        page.locator(".preview span", has_text="Page 1 of 5").wait_for()
        page.get_by_role("button", name="Next page").click()
        page.locator(".preview span", has_text="Page 2 of 5").wait_for()
        page.locator("select[name=paper]").select_option("a5")
        wait(page, "location.hash.includes('paper=a5')")
        browser.check(page, "sheet-desk")
        # The printed pages are pictures of all pages, at the size of the paper.
        page.evaluate("window.print = () => { window.printed = document.querySelectorAll('#printed img').length; }")
        wait(page, "!document.querySelector('.sheet button.primary').disabled")
        page.get_by_role("button", name="Print", exact=True).click()
        wait(page, "window.printed > 0")
        # Two pages lie side by side, on paper that is turned.
        page.goto(f"{browser.url}/sheets#classic?n_up=2")
        wait(page, "document.querySelector('.preview img')?.naturalWidth > document.querySelector('.preview img')?.naturalHeight")
        page.evaluate("window.printed = 0")
        page.get_by_role("button", name="Print", exact=True).click()
        wait(page, "window.printed > 0")
        printed = page.pdf(prefer_css_page_size=True)
        sizes = {tuple(round(float(side) / 72 * 25.4) for side in box.split()[2:]) for box in re.findall(r"/MediaBox \[([\d. ]+)\]", printed.decode("latin-1"))}
        assert sizes == {(297, 210)}, sizes
        drawn = page.evaluate("[document.querySelector('#printed img').naturalWidth, document.querySelector('#printed img').naturalHeight]")
        assert drawn[0] / drawn[1] > 1.4, drawn
        # What cannot be printed is refused in words.
        page.expected.append("422")
        page.locator("select[name=look]").select_option("large_print")
        page.locator("select[name=paper]").select_option("a6")
        page.locator(".problem").wait_for()
    with browser.page(PHONE, "dark", "it-IT") as page:
        page.goto(f"{browser.url}/sheets#solo?order=arms,suns,moons,crowns")
        page.locator(".preview img").wait_for()
        browser.check(page, "sheet-phone-dark-it")


def pages_at_every_size(browser):
    """The pages without a game, from a small phone to a large screen, in both schemes and languages."""
    small, wide, huge = {"width": 320, "height": 640}, DESK, {"width": 3840, "height": 2160}
    for size, scheme, locale in (
        (small, "light", "it-IT"),
        (small, "dark", "en-US"),
        (wide, "light", "en-US"),
        (wide, "dark", "it-IT"),
        (huge, "light", "en-US"),
    ):
        with browser.page(size, scheme, locale) as page:
            for path in ("", "play", "play#/new/voices", "play#/account", "play#/device/x", "nothing"):
                page.expected.append("404")
                page.goto(f"{browser.url}/{path}")
                page.locator("h1").wait_for()
                wait_for(page, "the answers", lambda: not page.asking)
                name = re.sub(r"\W+", "-", path) or "home"
                browser.check(page, f"{name}-{size['width']}-{scheme}-{locale[:2]}")


def without_account(browser):
    """A page that needs an account says so, and goes on as a guest."""
    with browser.page(PHONE) as page:
        page.expected += ["401", "404", "ProblemError"]
        page.goto(f"{browser.url}/play#/games/00000000-0000-7000-8000-000000000000")
        page.get_by_role("heading", name="This page needs an account").wait_for()
        browser.check(page, "no-account-phone")
        page.get_by_role("button", name="Go on as a guest").click()
        page.get_by_role("heading", name="This did not work").wait_for()
        browser.check(page, "error-phone")


def many_games(browser):
    """All finished games can be reached, and not only those of the first page."""
    with browser.page(PHONE) as page:
        page.goto(f"{browser.url}/play#/quick/solo")
        page.locator(".editor").wait_for()
        token = page.evaluate("JSON.parse(localStorage.getItem('broadside:account:')).token")

        def ask(method, path, body=None):
            answer = page.request.fetch(f"{browser.url}/v1/games{path}", method=method, headers={"authorization": f"Bearer {token}"}, data=body)
            assert answer.ok, answer.text()
            return answer.json()

        for _ in range(52):
            game = ask("POST", "", {"ruleset": "solo", "opponents": []})["id"]
            ask("PUT", f"/{game}/seats/me/placement", {"random": True})
            action = {"type": "predict", "suit": "suns"}
            while action:
                ask("POST", f"/{game}/actions", {"ruleset": "solo", "actions": [action]})
                types = [each["type"] for each in ask("GET", f"/{game}/legal")["actions"]]
                action = next(({"type": each} for each in ("run_out", "volley") if each in types), None)
        page.goto(f"{browser.url}/play")
        page.get_by_role("button", name="More finished games").click()
        wait(page, "document.querySelectorAll('section:last-of-type .games > li').length === 52")
        assert page.get_by_role("button", name="More finished games").count() == 0
        browser.check(page, "lobby-many-phone")


def hosted_elsewhere(browser):
    """The folder works on another web server, after the address of the service is written into its pages."""
    here = browser.url
    mark = b'name="broadside-server" content=""'

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

        def __init__(self, *arguments):
            super().__init__(*arguments, directory=WEB)

        def do_GET(self):
            if not self.path.startswith("/play.html"):
                return super().do_GET()
            page = (WEB / "play.html").read_bytes()
            assert mark in page
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.replace(mark, mark[:-1] + here.encode() + b'"'))

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser.page(DESK) as page:
        page.hosts.add(f"127.0.0.1:{server.server_port}")
        page.goto(f"http://127.0.0.1:{server.server_port}/play.html#/quick/classic")
        player = placed(page)
        while page.locator(".log li", has_text="You →").count() < 2:
            page.locator(".status.mine").wait_for()
            assert player.act()
            player.settle()
    server.shutdown()


def the_server_restarts(browser):
    """A server is killed while a move is on its way. It starts again, and the move is carried out once."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:{folder}/broadside.db"

        def start(listen):
            process = subprocess.Popen(
                [os.environ["BROADSIDE"], "serve", "--listen", listen, "--database", database, "--limits", "none", "--log", "error"],
                stdout=subprocess.PIPE, text=True,
            )
            return process, process.stdout.readline().split()[-1]

        # An address of its own: other tests do not get its port while the server is away.
        server, url = start("127.0.0.2:0")
        browser.url = url
        with browser.page(DESK) as page:
            page.expected.append("ERR_")
            page.goto(f"{url}/play#/quick/classic")
            page.locator(".editor").wait_for()
            player = Player(page, "Ada")
            player.place()
            page.locator(".status.mine").wait_for()
            page.locator("td.enabled").first.click()
            server.kill()
            server.wait()
            page.get_by_role("button", name="Fire:").click()
            page.locator(".sending").wait_for()
            browser.picture(page, "restart-desk")
            # The page is closed. When it is opened again, it sends what the browser has kept.
            game = page.url
            page.goto("about:blank")
            server, _ = start(url.removeprefix("http://"))
            page.goto(game)
            page.locator(".log li", has_text="You →").wait_for()
            wait(page, "!document.querySelector('.sending')")
            page.locator(".status.mine").wait_for()
            shots = page.locator(".log li", has_text="You →").count()
            assert shots == 1, shots
            # A page that stays open sends its move when there is a server again.
            page.locator("td.enabled").first.click()
            server.kill()
            server.wait()
            page.get_by_role("button", name="Fire:").click()
            page.locator(".sending").wait_for()
            server, _ = start(url.removeprefix("http://"))
            wait(page, "!document.querySelector('.sending')")
            page.locator(".status.mine").wait_for()
            shots = page.locator(".log li", has_text="You →").count()
            assert shots == 2, shots
            wait(page, "!document.querySelector('.offline')")
            # The page goes on with the messages after the server is restored from a backup.
            say = lambda text: (page.get_by_label("Message", exact=True).fill(text), page.get_by_role("button", name="Send", exact=True).click())
            say("before")
            page.locator(".talk li", has_text="before").wait_for()
            server.kill()
            server.wait()
            with contextlib.closing(sqlite3.connect(f"{folder}/broadside.db")) as old, contextlib.closing(sqlite3.connect(f"{folder}/copy.db")) as copy:
                old.backup(copy)
            subprocess.run([os.environ["BROADSIDE"], "restore", f"{folder}/copy.db", "--database", database], check=True, stdout=subprocess.DEVNULL)
            # The page knows the new timeline when it has read the messages again.
            with page.expect_response(lambda answer: "/messages" in answer.url and answer.ok):
                server, _ = start(url.removeprefix("http://"))
            wait(page, "!document.querySelector('.offline')")
            say("after")
            page.locator(".talk li", has_text="after").wait_for()
            assert page.locator(".talk li", has_text="before").count() == 1
            assert page.locator("#trouble .problem").count() == 0
        server.kill()


# The longest first.
CHECKS = [
    *((whole_game, (ruleset,)) for ruleset in RULESETS if ruleset != "solo"),
    (keyboard_alone, ()),
    (pages_at_every_size, ()),
    (performance, ()),
    (sheets, ()),
    (people_talk, ()),
    (pieces_are_dragged, ()),
    (clocks_and_announcements, ()),
    *((against_the_computer, (ruleset,)) for ruleset in RULESETS if ruleset != "solo"),
    (whole_game_alone, ()),
    (without_account, ()),
    (many_games, ()),
    (hosted_elsewhere, ()),
    (the_server_restarts, ()),
]


def name_of(number):
    check, more = CHECKS[number]
    return " ".join([check.__name__.replace("_", " "), *more])


def run(number, url, pictures):
    """Runs a check in a browser of its own. Returns what it did, and the seconds that it took."""
    check, more = CHECKS[number]
    begun = time.monotonic()
    with browser(url, pictures) as opened:
        moves = check(opened, *more)
    return "" if moves is None else f"({moves} moves) ", time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="the server")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for pictures of every screen")
    parser.add_argument("--only", help="a part of the name of the checks to run")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    chosen = [number for number in range(len(CHECKS)) if not arguments.only or arguments.only in name_of(number)]
    assert chosen, f"no check is called {arguments.only}"
    # The checks wait for servers and bots most of the time.
    with concurrent.futures.ProcessPoolExecutor(max_workers=3) as pool:
        running = {pool.submit(run, number, arguments.url, arguments.pictures): number for number in chosen}
        for done in concurrent.futures.as_completed(running):
            name = name_of(running[done])
            if done.exception():
                print("FAILED", name, flush=True)
                pool.shutdown(cancel_futures=True)
                raise done.exception()
            said, seconds = done.result()
            print(f"ok {name} {said}{seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
