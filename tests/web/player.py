"""A player who knows nothing of the rules, and uses only what a page shows: squares, buttons and lists."""

import contextlib
import random

from browser import wait, wait_for
from playwright.sync_api import TimeoutError

# What a player can do now: squares that can be marked, and buttons of moves.
CELLS = "section.table td.enabled:not(.selected)"
MARKED = "section.table td.selected"
PRIMARY = "section.table button.primary:enabled"
OTHERS = "section.table .move button:enabled:not(.primary):not([data-undo])"
LISTS = "section.table .move select"


class Player:
    """A player on a page with a game."""

    def __init__(self, page, name, seed=1):
        self.page = page
        self.name = name
        self.random = random.Random(f"{name}{seed}")

    def is_over(self):
        return self.page.locator(".replay").count() > 0

    def is_my_turn(self):
        return self.page.locator(".status.mine").count() > 0

    def settle(self):
        """Waits until no move is on its way."""
        wait(self.page, "!document.querySelector('.sending')")

    def place(self):
        """Places all pieces at random, and sends them. In `advanced`, weapons come after ships."""
        page = self.page
        for _ in range(2):
            page.locator(".editor").get_by_role("button", name="Random").click()
            page.locator(PRIMARY).click()
            wait(page, "!document.querySelector('.editor') || document.querySelector('.editor .shop')")
            if page.locator(".editor").count() == 0:
                return
        wait(page, "!document.querySelector('.editor')")

    def act(self):
        """Does one thing: marks squares and sends, or presses a button. Returns false if nothing can be done."""
        self.settle()
        for _ in range(40):
            if self.is_over() or not self.is_my_turn():
                return True
            choices = self.page.evaluate(
                """([primary, cells, others, lists, chances]) => {
                    const chance = () => chances.pop() ?? 0.5;
                    for (const list of document.querySelectorAll(lists)) {
                        const free = [...list.options].filter(option => !option.disabled);
                        if (chance() < 0.3 && free.length > 1) {
                            list.value = free[Math.floor(chance() * free.length)].value;
                            list.dispatchEvent(new Event("change", {bubbles: true}));
                        }
                    }
                    const count = selector => document.querySelectorAll(selector).length;
                    return [count(primary), count(cells), count(others)];
                }""",
                [PRIMARY, CELLS, OTHERS, LISTS, [self.random.random() for _ in range(40)]],
            )
            primary, cells, others = choices
            # Mostly finish what has been begun, so that games come to an end.
            if primary and (not cells or self.random.random() < 0.8):
                self.press(PRIMARY, primary)
                return True
            if cells and (not others or self.random.random() < 0.8):
                self.press(CELLS, cells)
            elif others:
                self.press(OTHERS, others)
            else:
                wait_for(self.page, "a choice", self.has_choice)
        return False

    def has_choice(self):
        if self.is_over() or not self.is_my_turn():
            return True
        return any(self.page.locator(selector).count() for selector in (PRIMARY, CELLS, OTHERS))

    def press(self, selector, count):
        """Presses one of some elements, unless the page has changed in the meantime."""
        with contextlib.suppress(TimeoutError):
            self.page.locator(selector).nth(self.random.randrange(count)).click(timeout=2_000)
