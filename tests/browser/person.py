"""A person at the table: plays by clicks, drags and typed text, and complains about anything the page complains about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, TimeoutError, expect

PATIENCE = 90_000
"""Milliseconds: more than the server gives a bot that hangs; a busy machine is no fault of the table."""
A_WHILE = 5_000
"""After so many milliseconds without any change a person presses once more."""


class Person:
    def __init__(
        self,
        page: Page,
        site: str,
        pictures: Path,
        seed: int = 7,
        touch: bool = False,
        speed: str = "instant",
        newcomer: bool = False,
    ) -> None:
        """`speed`: how fast this person lets the table show what happened. A newcomer wants to be told what is new."""
        page.add_init_script(
            "if (!localStorage.getItem('vanguard.settings'))"
            f" localStorage.setItem('vanguard.settings', JSON.stringify({{ speed: '{speed}', single: false, teach: {str(newcomer).lower()} }}))"
        )
        self.page = page
        self.site = site
        self.pictures = pictures
        self.chance = random.Random(seed)
        self.touch = touch
        self.complaints: list[str] = []
        self.ways: dict[str, int] = {}
        """How often each way of answering was used, to prove that all of them were."""
        self.last_way = ""
        page.set_default_timeout(PATIENCE)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error on the page: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text}")

    # -- going places -----------------------------------------------------------------------------------------------------

    def goes_to(self, path: str) -> None:
        self.page.goto(self.site + path)

    def starts_quickly(self, rulebook: str) -> None:
        """Two clicks: the page, the button."""
        self.goes_to("/")
        self.presses(self.page.locator(f"[data-quick={rulebook}]"))
        self.sees_the_table()

    def sets_up(self, rulebook: str, opponent: str, level: str = "random") -> None:
        self.goes_to("/")
        self.presses(self.page.locator(f"[data-setup={rulebook}]"))
        self.page.get_by_label(opponent).check()
        if opponent == "You against a bot":
            self.page.get_by_label("Level").select_option(level)
        self.presses(self.page.get_by_role("button", name="Start the game"))
        self.sees_the_table()

    def plays_on(self, record: str, step: int, upload: Path) -> None:
        """A record is opened and played on from a step, by two at this screen."""
        self.branches(self.opens(record, upload), step)

    def opens(self, record: str, upload: Path) -> str:
        """A record is opened; the game it is kept as."""
        upload.write_text(record, encoding="utf-8")
        self.goes_to("/")
        self.page.get_by_label("Open a record").set_input_files(upload)
        expect(self.page.locator(".count")).to_be_visible()
        return self.game

    def branches(self, game: str, step: int) -> None:
        """A game is played on from a step, by two at this screen."""
        self.goes_to(f"/g/{game}?step={step}")
        self.page.get_by_role("button", name="Play on from here").click()
        self.page.get_by_label("two at this screen").check()
        self.page.get_by_role("button", name=f"Start from step {step}").click()
        self.sees_the_table()
        self.waits_until_asked()

    def sees_the_table(self) -> None:
        """Until it lies where it will stay: a hand that is quicker than the page would miss what it wants."""
        self.prompt.wait_for()
        self.page.locator("svg.board[data-measured=yes]").wait_for()

    def takes_a_picture(self, name: str, whole: bool = False) -> None:
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.pictures / f"{name}.png", full_page=whole)

    def presses(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def presses_at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def screen_of(self, point: Sequence[float]) -> tuple[float, float]:
        """Where a point of the table is on the screen; the table counts upwards, the screen downwards."""
        x, y = self.page.evaluate(
            """([x, y]) => {
                const height = document.querySelector('rect.mat').height.baseVal.value
                const table = document.querySelector('[data-model]').parentNode.getScreenCTM()
                const point = new DOMPoint(x, height - y).matrixTransform(table)
                return [point.x, point.y]
            }""",
            list(point[:2]),
        )
        return x, y

    def presses_model(self, key: str) -> None:
        box = self.page.locator(f'[data-model="{key}"] .base').bounding_box()
        assert box is not None
        self.presses_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # -- the prompt -------------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def game(self) -> str:
        return self.page.url.split("/g/")[1].split("?")[0].split("#")[0]

    def asked(self) -> tuple[str, str]:
        """What kind of answer the prompt wants, and at which moment of the game."""
        kind, moment = self.prompt.evaluate("p => [p.dataset.kind, p.dataset.moment]")
        return kind, moment

    def asked_by(self) -> str:
        """The rule by which something is asked."""
        return str(self.prompt.locator("h2 .clause").get_attribute("data-clause"))

    def has_the_army_set_up(self) -> None:
        """One click; then the battle begins."""
        self.presses(self.page.locator("[data-set-up]"))
        self.page.wait_for_function(
            "() => !document.querySelector('[data-set-up]') && document.querySelector('.prompt')?.dataset.kind !== 'wait'"
        )

    def waits_until_asked(self) -> str:
        """Until this person has something to decide, or the game is over."""
        self.page.wait_for_function(
            "() => ['choose', 'place', 'split', 'veiled', 'over'].includes(document.querySelector('.prompt')?.dataset.kind)"
            " && document.querySelector('svg.board')?.dataset.measured === 'yes'"
        )
        return self.asked()[0]

    def _waits(self, moment: str, most: float) -> None:
        changed = "was => document.querySelector('.prompt')?.dataset.moment !== was"
        self.page.wait_for_function(changed, arg=moment, timeout=most)

    def waits_for_change(self, moment: str) -> None:
        try:
            self._waits(moment, PATIENCE)
        except TimeoutError as late:
            said = self.prompt.inner_text()
            raise AssertionError(
                f"nothing changed after an answer that was {self.last_way}; the prompt: {said}"
            ) from late

    def answers(self) -> None:
        """Answer whatever is asked, one way or another."""
        kind, moment = self.asked()
        if kind == "veiled":
            self.presses(self.page.get_by_role("button", name="show me"))
            return
        {"choose": self._chooses, "place": self._places, "split": self._splits}[kind]()
        self.waits_for_change(moment)

    def plays_to_the_end(self, most: int = 2500) -> None:
        for _ in range(most):
            if self.waits_until_asked() == "over":
                return
            self.answers()
        raise AssertionError(f"not over after {most} answers")

    def has_used_every_way(self) -> bool:
        by_hand = self.ways.keys() & {"dragged", "clicked", "tapped"}
        return bool(by_hand) and self.ways.keys() >= {"button", "typed", "table"}

    def plays(self, answers: int) -> None:
        for _ in range(answers):
            if self.waits_until_asked() == "over":
                return
            self.answers()

    def _used(self, way: str) -> None:
        self.last_way = way
        self.ways[way] = self.ways.get(way, 0) + 1

    def _chooses(self) -> None:
        keys: list[str] = self.page.locator("[data-option]").evaluate_all("all => all.map(one => one.dataset.option)")
        if self.chance.random() < 0.3 and self._chooses_on_the_table():
            return
        grave = self.page.locator("[data-option][data-grave]").evaluate_all("all => all.map(one => one.dataset.option)")
        if self.chance.random() < 0.15:
            self.types(self.chance.choice([key for key in keys if key not in grave] or keys))
            return
        wanted = self.page.locator(f'[data-option="{self.chance.choice(keys)}"]')
        moment = self.asked()[1]
        self.presses(wanted)
        self._insists(moment)
        self._used("button")
        self._presses_once_more(wanted, moment)

    def _presses_once_more(self, wanted: Locator, moment: str) -> None:
        """Where the first press was lost: two in quick succession are one for the page, so that nobody answers a question
        they have not read. A button that cannot be pressed is not pressed: the answer is on its way, or another question has come.
        """
        try:
            self._waits(moment, A_WHILE)
        except TimeoutError:
            if self.asked()[1] == moment and wanted.is_enabled():
                self.presses(wanted)

    def _chooses_on_the_table(self) -> bool:
        """Click a highlighted model; if that leaves one answer, click it again, else take one of what is left."""
        models = self.page.locator(".model.option .base")
        count = models.count()
        if count == 0:
            return False
        box = models.nth(self.chance.randrange(count)).bounding_box()
        assert box is not None
        moment = self.asked()[1]
        self.presses_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        armed = self.page.locator(".option.armed")
        if armed.count() and not self.touch and self.chance.random() < 0.5:
            self.page.keyboard.press("Enter")
        elif armed.count():
            self.presses(armed)
        else:
            self.presses(self.page.locator("[data-option]").first)
        self._insists(moment)
        self._used("table")
        return True

    def _insists(self, moment: str) -> None:
        """What gives something up for good is asked once more."""
        grave = self.page.locator(".option.armed[data-grave]")
        if grave.count() and self.asked()[1] == moment:
            self.presses(grave)

    def types(self, text: str) -> None:
        field = self.page.get_by_label("Type an answer")
        field.fill(text)
        field.press("Enter")
        self._used("typed")

    def _places(self) -> None:
        confirm = self.page.locator("[data-confirm]")
        by_hand = self.ways.keys() & {"clicked", "dragged", "tapped"}
        if not by_hand or self.chance.random() < 0.5:
            self._drags_or_clicks()
            if self._settles(confirm):
                self.presses(confirm)
                return
            clear = self.page.get_by_role("button", name="Clear")
            if clear.count():
                self.presses(clear)
        self.presses(self.page.get_by_role("button", name="Suggest"))
        expect(confirm).to_be_enabled()
        self.presses(confirm)
        self._used("suggested")

    def _drags_or_clicks(self) -> None:
        """Drag the mover somewhere near; something not yet on the table is clicked onto it."""
        board = self.page.locator("svg.board").bounding_box()
        assert board is not None
        mover = self.page.locator(".model.option").first
        box: Any = mover.bounding_box() if mover.count() else None
        if box is None:
            x = board["x"] + board["width"] * self.chance.uniform(0.25, 0.75)
            y = board["y"] + board["height"] * self.chance.uniform(0.1, 0.9)
            self.presses_at(x, y)
            self._used("clicked")
            return
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.touch:
            self.presses_at(x, y)
            self.presses_at(x + self.chance.uniform(-40, 40), y + self.chance.uniform(-40, 40))
            self._used("tapped")
            return
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + self.chance.uniform(-90, 90), y + self.chance.uniform(-90, 90), steps=3)
        self.page.mouse.up()
        self._used("dragged")

    def _settles(self, confirm: Locator) -> bool:
        """Wait for the server's word on the plan; true if it can be confirmed, false too if it went beside the table."""
        self.page.wait_for_function("() => document.querySelector('.place')?.dataset.plan !== 'asked'")
        return confirm.is_enabled()

    def _splits(self) -> None:
        """Add one here and one there; where the table says that this will not do, try again with less."""
        _, moment = self.asked()
        confirm = self.page.locator("[data-confirm]")
        more = self.page.get_by_role("button", name="One more for")
        for most in (3, 1, 1, 1, 0):
            self._sees_the_amounts_weighed()
            for _ in range(most if confirm.is_enabled() else 40):
                open_ones = more.evaluate_all("all => all.flatMap((one, i) => (one.disabled ? [] : [i]))")
                if not open_ones:
                    break
                self.presses(more.nth(self.chance.choice(open_ones)))
            self._sees_the_amounts_weighed()
            if confirm.is_enabled():
                self.presses(confirm)
                if self.page.locator("[data-doubt]").count():
                    self.presses(confirm)  # to buy nothing is asked once more
                self._used("split")
                self._presses_once_more(confirm, moment)
                return
            self._used("refused")
            expect(self.page.locator(".split .why")).to_be_visible()
            self.presses(self.page.get_by_role("button", name="Clear"))
        raise AssertionError(f"no split was legal; the prompt: {self.prompt.inner_text()} at {moment}")

    def _sees_the_amounts_weighed(self) -> None:
        """The server has said whether these amounts would do."""
        self.page.wait_for_function("() => document.querySelector('.split')?.dataset.weighed")
