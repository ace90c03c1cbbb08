"""Play and Watch: a whole round, refused turns, undo, reload, a room, a record, accessibility."""

import re
from pathlib import Path

import pytest
import rummy_fast as rf
from browsers import PROFILES, Open, serious
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect
from served import Server

DATA = Path(__file__).parents[1] / "data"
TURN = ".game .bar .primary:enabled"
"""The button that ends a turn of one's own."""


def begin(page: Page, *, clock: bool = False) -> None:
    """Start a round against the easiest bot."""
    page.locator("input[name=clock]").set_checked(clock)
    button(page, "Start").click()
    page.wait_for_selector(f"{TURN}, .game .scores")


def end_turn(page: Page) -> None:
    """End a turn, and wait until the next one begins or the round is over."""
    turn = page.locator(".game").get_attribute("data-turn")
    page.locator(TURN).click()
    page.wait_for_selector(f'.game:not([data-turn="{turn}"]), .game .scores, .refusal')
    assert page.locator(".refusal").count() == 0
    page.wait_for_selector(f"{TURN}, .game .scores")


def button(page: Page, name: str) -> Locator:
    """A button of the page."""
    return page.get_by_role("button", name=name, exact=True)


def tiles(where: Locator) -> list[str]:
    """The tiles of a part of the page."""
    return [str(tile.get_attribute("data-tile")) for tile in where.locator(".tile").all()]


def melds(page: Page) -> list[list[str]]:
    """The heaps on the table."""
    return [tiles(heap) for heap in page.locator(".game .table .heap").all()]


def tap(page: Page, tile: str) -> None:
    """Tap a tile of the hand that is not selected yet."""
    page.locator(f'.game .hand .tile[data-tile="{tile}"]:not(.selected)').first.tap()


def fits(page: Page) -> None:
    """Nothing is wider than the page."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("innerWidth")


@pytest.mark.timeout(300)  # about 40 turns
def test_a_whole_round_on_a_phone(open_page: Open) -> None:
    page = open_page("#play?seed=3", profile="phone")
    begin(page)
    tapped = shown = 0
    while page.locator(".game .scores").count() == 0:
        fits(page)
        hand = tiles(page.locator(".game .hand"))
        players = page.locator(".player").first.inner_text()
        play = rf.solve("", " ".join(hand), opened=False)
        if "not opened" in players and play:
            # The opening, tile by tile.
            for meld in play.table:
                for tile in meld.tiles:
                    tap(page, str(tile))
                page.locator(".slot").tap()
            played = [tile for heap in melds(page) for tile in heap]
            assert sorted(played) == sorted(str(tile) for meld in play.table for tile in meld.tiles)
            expect(page.locator(".status")).to_contain_text(
                f"worth {sum(meld.value for meld in play.table)} points"
            )
            tapped += 1
        elif "not opened" not in players:
            button(page, "Hint").tap()
            page.wait_for_selector(".game .panel:not([hidden])")
            if button(page, "Show it on the table").count():
                button(page, "Show it on the table").tap()
                shown += 1
        end_turn(page)
    assert (tapped, shown > 2) == (1, True)
    scores = [
        text.replace("\u2212", "-") for text in page.locator(".scores .score").all_inner_texts()
    ]
    assert sum(map(int, scores)) == 0
    assert any(int(score) > 0 for score in scores)
    fits(page)
    button(page, "Watch it again").tap()
    button(page, "To the end").tap()
    expect(page.locator(".watching .said")).to_contain_text("The match goes to")
    expect(page.locator(".watching .scores .score")).to_have_text(
        [*page.locator(".scores .score").all_inner_texts()]
    )
    fits(page)


def test_a_refused_turn_has_all_its_reasons(open_page: Open) -> None:
    page = open_page("#play?seed=1")
    begin(page)
    hand = tiles(page.locator(".game .hand"))
    # Two heaps that are no melds: nothing is said of them before the turn ends.
    for _ in range(2):
        page.locator(".game .hand .tile").first.click()
        page.locator(".slot").click()
    assert len(melds(page)) == 2
    assert page.locator(".refusal").count() == page.locator(".heap.wrong").count() == 0
    button(page, "End turn").click()
    reasons = page.locator(".refusal .reasons li")
    expect(reasons).to_have_count(2)
    wanted = rf.check_turn("", " ".join(hand), [f"{tile}" for tile in hand[:2]], opened=False)
    assert reasons.all_inner_texts() == [str(reason) for reason in wanted.reasons]
    expect(page.locator(".heap.wrong")).to_have_count(2)
    # In another language it is the same turn.
    page.get_by_label("Language").select_option("de")
    button(page, "Zug beenden").click()
    expect(page.locator(".refusal .reasons li").first).to_contain_text("Regeln 4 und 5")
    button(page, "Zurück").click()
    assert len(melds(page)) == 0
    assert sorted(tiles(page.locator(".game .hand"))) == sorted(hand)


def test_tiles_are_dragged_and_moves_undone(open_page: Open) -> None:
    page = open_page("#play?seed=1")
    begin(page)
    hand = tiles(page.locator(".game .hand"))
    page.locator(".game .hand .tile").nth(0).drag_to(page.locator(".slot"))
    assert melds(page) == [[hand[0]]]
    page.locator(".game .hand .tile").nth(0).drag_to(page.locator(".heap").first)
    assert sorted(melds(page)[0]) == sorted(hand[:2])
    page.locator(".heap .tile").first.drag_to(page.locator(".game .hand"))
    assert [len(heap) for heap in melds(page)] == [1]
    for left in (2, 1, 0):
        button(page, "Undo").click()
        assert sum(map(len, melds(page))) == left
    assert tiles(page.locator(".game .hand")) == hand
    expect(button(page, "Undo")).to_be_disabled()


def test_the_game_is_played_with_the_keyboard(open_page: Open) -> None:
    page = open_page("#play?seed=1")
    begin(page)
    hand = tiles(page.locator(".game .hand"))
    page.locator(".game .hand .tile").first.focus()
    for key in ("Enter", "ArrowRight", "Space", "n"):
        page.keyboard.press(key)
    assert sorted(melds(page)[0]) == sorted(hand[:2])
    page.keyboard.press("x")
    assert melds(page) == []
    page.keyboard.press("d")
    page.wait_for_selector(f'.game:not([data-turn="1"]) {TURN.removeprefix(".game ")}')
    assert len(tiles(page.locator(".game .hand"))) == len(hand) + 1


def test_a_reload_in_mid_turn_loses_nothing(open_page: Open) -> None:
    page = open_page("#play?seed=1")
    begin(page, clock=True)
    end_turn(page)
    page.locator(".game .hand .tile").nth(3).click()
    page.locator(".slot").click()
    page.locator(".game .hand .tile").nth(5).click()
    page.locator(".slot").click()
    before = (
        melds(page),
        sorted(tiles(page.locator(".game .hand"))),
        page.locator(".player").all_inner_texts(),
    )
    page.reload()
    page.wait_for_selector(TURN)
    after = (
        melds(page),
        sorted(tiles(page.locator(".game .hand"))),
        page.locator(".player").all_inner_texts(),
    )
    assert after == before
    expect(page.locator(".clock")).to_have_text(re.compile(r"[12]:\d\d"))
    # The match goes on.
    button(page, "Undo").click()
    assert all(len(heap) >= 3 for heap in melds(page))
    end_turn(page)


def test_a_record_is_watched_step_by_step(open_page: Open) -> None:
    page = open_page("#watch", profile="phone")
    text = (DATA / "matches" / "eventful.record").read_text("utf-8")
    page.get_by_label("Or paste a record").fill(text.replace("draws y2", "draws y3", 1))
    button(page, "Watch it").click()
    expect(page.get_by_role("alert")).to_contain_text("line")
    page.get_by_label("Or paste a record").fill(text)
    button(page, "Watch it").click()
    record = rf.Record.parse(text)
    dealt = [line.split()[2:] for line in text.splitlines() if line.startswith("deal ")][:3]
    page.wait_for_selector(".watching")
    hands = page.locator(".hands .rack")
    assert [sorted(tiles(hand)) for hand in hands.all()] == [sorted(hand) for hand in dealt]
    assert page.locator(".hands strong").all_inner_texts() == list(record.names)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert len(tiles(hands.nth(0))) == len(dealt[0]) + 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert sorted(tiles(hands.nth(0))) == sorted(dealt[0])
    fits(page)
    page.keyboard.press("End")
    expect(page.locator(".watching .said")).to_contain_text("match")
    fits(page)


def test_two_people_and_a_bot_in_a_room(browser: Browser) -> None:
    with Server() as server:
        host, guest = (
            browser.new_context(
                **PROFILES[name], locale="en-US", reduced_motion="reduce"
            ).new_page()
            for name in ("desktop", "phone")
        )
        host.goto(f"{server.url}/#play")
        host.locator("input[name=clock]").uncheck()
        host.get_by_label("Your name").fill("Anna")
        host.get_by_label("Player 2", exact=True).select_option("person")
        host.get_by_label("The name of player 2").fill("Ben")
        button(host, "Add a player").click()
        button(host, "Open a room").click()
        host.wait_for_selector(".game")
        link = host.get_by_label("The link of this room").input_value()
        # The guest's connection can be cut.
        lines: list[WebSocketRoute] = []

        def route(line: WebSocketRoute) -> None:
            lines.append(line)
            line.connect_to_server()

        guest.route_web_socket(re.compile("/ws$"), route)
        guest.goto(link)
        guest.wait_for_selector(".game")
        expect(guest.locator(".player .name")).to_have_text(["Anna", "Ben (you)", "Ada"])
        people = [host, guest]
        for number in range(6):
            page = _to_move(people)
            turn = page.locator(".game").get_attribute("data-turn")
            if number == 2:
                lines[-1].close()
            button(page, "Draw").click()
            for one in people:
                one.wait_for_selector(f'.game:not([data-turn="{turn}"])')
        assert len(lines) == 2, "the guest has connected again"
        # A reload takes the same seat.
        hand = sorted(tiles(guest.locator(".game .hand")))
        guest.reload()
        guest.wait_for_selector(".game .hand .tile")
        assert sorted(tiles(guest.locator(".game .hand"))) == hand
        for page in people:
            page.context.close()


def _to_move(people: list[Page]) -> Page:
    """Wait until one of the people is to move."""
    for _ in range(600):
        for page in people:
            if page.locator(TURN).count():
                return page
        people[0].wait_for_timeout(100)
    raise AssertionError


@pytest.mark.parametrize(("profile", "scheme"), [("phone", "dark"), ("desktop", "light")])
def test_accessibility_of_the_game(open_page: Open, profile: str, scheme: str) -> None:
    page = open_page("#play?seed=3", profile=profile, color_scheme=scheme, bypass_csp=True)
    page.wait_for_selector(".start-form")
    assert not serious(page)
    begin(page)
    end_turn(page)
    # Something is selected, something is wrong, and something is said of it.
    page.locator(".game .hand .tile").nth(2).click()
    page.locator(".slot").click()
    page.locator(".game .hand .tile").nth(4).click()
    button(page, "End turn").click()
    page.wait_for_selector(".refusal")
    assert not serious(page)
    page.goto(page.url.partition("#")[0] + "#watch")
    page.get_by_label("Or paste a record").fill(
        (DATA / "matches" / "schmidt.record").read_text("utf-8")
    )
    button(page, "Watch it").click()
    page.get_by_role("slider").fill("9")
    assert not serious(page)
