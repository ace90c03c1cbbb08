"""Solve: positions put together by tapping or typing, answered, animated, shared and translated."""

import re

import pytest
from browsers import Open, serious
from playwright.sync_api import Locator, Page, expect

LANGUAGES = {
    "en": ("Best play", "has a gap: no tile for"),
    "de": ("Bester Zug", "Lücke"),
    "fr": ("Meilleur tour", "trou"),
    "it": ("Turno migliore", "buco"),
    "es": ("Mejor turno", "hueco"),
}
GIVEN = "#solve?table=g2+g3+g4+g5&hand=g6+y2+b2"


def headline(page: Page) -> Locator:
    return page.locator("#answer .headline")


def melds(page: Page, board: str) -> list[str]:
    """The melds as they are drawn, in a stable order."""
    shown = page.locator(f"{board} .meld").evaluate_all("all => all.map(one => one.dataset.meld)")
    return sorted(shown)


def tap(page: Page, tile: str, times: int = 1) -> None:
    """Tap a tile of the tray, choosing its color first where only one is shown."""
    tab = page.locator(f'[data-focus="tab {tile[0]}"]')
    if tab.is_visible():
        tab.click()
    for _ in range(times):
        page.locator(f'[data-focus="tray {tile}"]').click()


@pytest.mark.parametrize("profile", ["desktop", "phone"])
def test_solve_by_tapping(open_page: Open, profile: str) -> None:
    page = open_page(profile=profile)
    expect(headline(page)).to_have_text("Play 3 tiles · 29 points")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#answer")).to_contain_text("The hand is empty")
    for tile in ("g6", "y2", "b2"):
        tap(page, tile)
    expect(page.locator("#answer")).to_contain_text("Nothing to play")
    page.locator('[data-focus="new"]').click()
    for tile in ("g5", "g3", "g4", "g2"):
        tap(page, tile)
    expect(headline(page)).to_have_text("Play 3 tiles · 10 points")
    expect(page.locator("#answer")).to_contain_text("Proven")
    assert melds(page, ".turn-player .felt") == ["g3 g4 g5 g6", "y2 g2 b2"]
    # A tile of the chosen meld, and one of the hand, are taken back.
    page.locator('[data-focus="meld 0 0"]').click()
    expect(headline(page)).to_have_text("Play 1 tile · 6 points")
    page.locator('[data-focus="hand 1"]').click()
    expect(page.locator('input[type="text"]')).to_have_value("y2 b2")


def test_a_tile_is_there_as_often_as_in_the_deck(open_page: Open) -> None:
    page = open_page("#solve?table=&hand=r6")
    tap(page, "r6")
    expect(page.locator('[data-focus="tray r6"]')).to_be_disabled()
    expect(page.get_by_role("button", name="red 6: 0 copies left")).to_be_disabled()


def test_faults_are_named_while_typing(open_page: Open) -> None:
    page = open_page(GIVEN)
    expect(headline(page)).to_be_visible()
    table = page.locator("textarea")
    table.fill("g2 g3 g5 | r1 r2 r3 | r4 y4 | q1 r2 r3")
    faults = page.locator("#answer .faults li")
    expect(faults).to_have_count(3)
    expect(faults.nth(0)).to_have_text('meld 1: "g2 g3 g5" has a gap: no tile for g4 (rule 5)')
    expect(faults.nth(1)).to_contain_text("has 2 tiles: a meld has at least 3")
    expect(faults.nth(2)).to_contain_text("unknown color 'q'")
    marked = page.locator(".felt .meld").evaluate_all(
        "all => all.map(one => one.hasAttribute('data-faulty'))"
    )
    assert marked == [True, False, True, True]
    expect(headline(page)).to_have_count(0)
    table.fill("g2-5")
    expect(headline(page)).to_have_text("Play 3 tiles · 10 points")


def test_a_link_shares_the_position(open_page: Open) -> None:
    page = open_page(GIVEN)
    page.locator(".options select").first.select_option("sabra")
    page.get_by_label("Goal").select_option("points")
    page.get_by_label("The player has opened").uncheck()
    tap(page, "b3")
    expect(page.locator("#answer")).to_contain_text("No opening of 30 points")
    address = page.url.partition("#")[2]
    assert address == (
        "solve?table=g2+g3+g4+g5&hand=y2+g6+b2+b3&rules=sabra&opened=no&objective=points"
    )
    other = open_page(f"#{address}", profile="phone")
    expect(other.locator("#answer")).to_contain_text("No opening of 30 points")
    expect(other.get_by_label("Goal")).to_have_value("points")
    assert melds(other, ".felt") == ["g2 g3 g4 g5"]
    other.reload()
    expect(other.locator('input[type="text"]')).to_have_value("y2 g6 b2 b3")


def test_steps_are_shown_one_by_one(open_page: Open) -> None:
    page = open_page("#solve?table=r3+J+r5/r4+y4+g4+b4&hand=y9+b9+r12")
    steps = page.locator(".turn-steps button")
    expect(steps).to_have_count(2)
    end = melds(page, ".turn-player .felt")
    assert end == ["r3 r4 r5", "y4 g4 b4", "y9 b9 J"]
    assert page.locator('.turn-player [data-mark="played"]').count() == 2
    assert page.locator('.turn-player [data-mark="freed"]').count() == 1
    assert page.locator('.turn-player [data-mark="moved"]').count() == 1
    where = page.locator(".where")
    page.get_by_role("button", name="Before the turn").click()
    expect(where).to_have_text("Before the turn")
    assert melds(page, ".turn-player .felt") == ["r3 J r5", "r4 y4 g4 b4"]
    assert page.locator(".turn-player .rack .tile").count() == 3
    page.get_by_role("button", name="Step forward").click()
    expect(where).to_have_text("Step 1 of 2")
    assert melds(page, ".turn-player .felt") == ["r3 r4 r5", "y4 g4 b4"]
    assert page.locator('.turn-player .rack [data-mark="freed"]').count() == 1
    steps.nth(1).click()
    expect(where).to_have_text("Step 2 of 2")
    page.get_by_role("button", name="Step back").click()
    expect(where).to_have_text("Step 1 of 2")
    page.get_by_role("button", name="Before the turn").click()
    page.get_by_role("button", name="Play all steps").click()
    expect(where).to_have_text("Step 2 of 2")
    assert melds(page, ".turn-player .felt") == end


def test_alternatives_are_shown(open_page: Open) -> None:
    page = open_page(GIVEN)
    plays = page.locator(".plays button")
    expect(plays.first).to_contain_text("3 tiles · 10 points")
    assert plays.count() > 2
    expect(plays.first).to_have_attribute("aria-pressed", "true")
    other = page.get_by_role("button", name=re.compile("1 tile · 6 points"))
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".turn-steps button")).to_have_count(1)
    assert melds(page, ".turn-player .felt") == ["g2 g3 g4 g5 g6"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(open_page: Open, language: str) -> None:
    page = open_page("#solve?table=g2+g3+g5&hand=r1", locale=f"{language}-CH")
    title, fault = LANGUAGES[language]
    expect(page.locator("#answer h2")).to_have_text(title)
    expect(page.locator("#answer .faults")).to_contain_text(fault)
    assert page.locator("html").get_attribute("lang") == language


def test_the_language_can_be_chosen_and_is_kept(open_page: Open) -> None:
    page = open_page(GIVEN)
    page.locator("#language").select_option("fr")
    expect(headline(page)).to_contain_text("Poser 3 cartes")
    expect(page.locator(".turn-steps")).to_contain_text("Ajouter")
    page.reload()
    expect(headline(page)).to_contain_text("Poser 3 cartes")


def test_dark_colors_can_be_chosen_and_are_kept(open_page: Open) -> None:
    page = open_page(GIVEN)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    button = page.get_by_role("button", name="Dark colors")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    expect(headline(page)).to_be_visible()
    assert page.evaluate(ground) == dark


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page("#solve?table=&hand=r1+r2")
    expect(page.locator("#answer")).to_contain_text("Nothing to play")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.locator('[data-focus="tray r3"]').focus()
    page.keyboard.press("Enter")
    expect(headline(page)).to_contain_text("Play 3 tiles")
    # What was redrawn keeps the focus.
    expect(page.locator('[data-focus="tray r3"]')).to_be_focused()


@pytest.mark.parametrize("profile", ["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(open_page: Open, profile: str, scheme: str) -> None:
    page = open_page(GIVEN, profile=profile, color_scheme=scheme, bypass_csp=True)
    expect(page.locator(".plays button").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    assert not serious(page)
    page.locator("textarea").fill("g2 g3 g5")
    expect(page.locator("#answer .faults")).to_be_visible()
    assert not serious(page)


def test_the_widest_position_fits_a_phone(open_page: Open) -> None:
    run = "r1-13/J b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 J/g1-13"
    hand = " ".join(f"y{number}" for number in range(1, 14))
    address = f"#solve?table={run}&hand={hand}".replace(" ", "+")
    page = open_page(address, profile="phone", locale="de-DE")
    expect(page.locator(".turn-player")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_policy_holds(open_page: Open) -> None:
    page = open_page(GIVEN, watched=False)
    expect(headline(page)).to_be_visible()
    refused = page.evaluate(
        "fetch('https://example.org/').then(() => 'sent', (error) => error.message)"
    )
    assert refused != "sent"
    # What the tests evaluate is exempt from the policy, but not the scripts it adds to the page.
    ran = page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = 1";
            document.head.append(script);
            return window.ran ?? "refused";
        }"""
    )
    assert ran == "refused"
