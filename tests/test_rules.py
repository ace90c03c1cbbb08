"""Rules: presets, options by name, dicts, and everything that is refused."""

import ast
import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from positions import PRESETS
from rummy_fast import reference

ROOT = Path(__file__).parent.parent
OPTIONS = rf.Rules.options()

# The table of section 4 of the rule book, with the defaults of sections 1 to 3: what is declared in
# src/rules/declaration.rs is checked against it.
SCHMIDT: dict[str, Any] = {
    "colors": 4,
    "values": 13,
    "copies": 2,
    "jokers": 2,
    "shortest_meld": 3,
    "players": [2, 4],
    "hand_size": 14,
    "starter": "random",
    "opening_min": 30,
    "opening_table": "next_turn",
    "closing_hand": False,
    "locked_meld": "keep_three",
    "exchange_from": "anywhere",
    "freed_joker": "any_meld",
    "joker_penalty": 25,
    "turn_seconds": 120,
    "timeout": "keep_last_legal",
    "timeout_draw": 1,
    "stalemate": "differences",
    "match_winner": "total",
}
RUMMIKUB_ALL = {
    "colors": "krbo",
    "joker_penalty": 30,
    "turn_seconds": 60,
    "timeout": "undo",
    "timeout_draw": 3,
}
RUMMIKUB = {**RUMMIKUB_ALL, "locked_meld": "identity", "freed_joker": "new_meld"}
DIFFERENCES: dict[str, dict[str, Any]] = {
    "schmidt": {},
    "rummikub": {**RUMMIKUB, "match_winner": "rounds_then_total"},
    "rummikub_eu": {**RUMMIKUB_ALL, "locked_meld": "free"},
    "sabra": {
        **RUMMIKUB_ALL,
        "colors": 4,
        "turn_seconds": 120,
        "opening_table": "same_turn",
        "locked_meld": "frozen",
        "exchange_from": "hand",
    },
    "rummikub_xp": {
        **RUMMIKUB,
        "copies": 3,
        "jokers": 4,
        "players": [2, 6],
        "match_winner": "rounds",
    },
    "free_jokers": {"joker_penalty": 30, "turn_seconds": None, "locked_meld": "free"},
}
OTHER: dict[str, Any] = {
    "colors": 5,
    "values": 20,
    "copies": 3,
    "jokers": 8,
    "shortest_meld": 4,
    "players": [3, 5],
    "hand_size": 20,
    "starter": "winner",
    "opening_min": 0,
    "opening_table": "same_turn",
    "closing_hand": True,
    "locked_meld": "frozen",
    "exchange_from": "hand",
    "freed_joker": "new_meld",
    "joker_penalty": 0,
    "turn_seconds": None,
    "timeout": "undo",
    "timeout_draw": 0,
    "stalemate": "void",
    "match_winner": "rounds",
}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def test_every_option_and_preset_has_its_answer() -> None:
    assert list(SCHMIDT) == list(OTHER) == list(OPTIONS)
    assert list(DIFFERENCES) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    rules = getattr(rf.Rules, preset)()
    assert rules.to_dict() == SCHMIDT | DIFFERENCES[preset]
    assert rules == rf.Rules(preset) == rf.Rules.from_dict(preset)
    assert rules == rf.Rules.from_dict({"preset": preset}) == rf.Rules(preset.upper())
    assert repr(rules) == f"Rules('{preset}')"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_has_the_same_presets(preset: str) -> None:
    rules = reference.Rules.from_dict(preset)
    assert {name: plain(value) for name, value in rules.to_dict().items()} == (
        rf.Rules(preset).to_dict()
    )
    assert rules == reference.Rules.of(rf.Rules(preset))


def outside(schema: dict[str, Any]) -> list[Any]:
    """Values that an option must refuse."""
    if "enum" in schema:
        return ["", "other", None, 3]
    if schema["type"] == "boolean":
        return [0, 1, None, "true"]
    if schema["type"] == "array":
        return [[least, most] for least, most in zip(*[outside(schema["items"])] * 2, strict=True)]
    null = [] if "null" in schema["type"] else [None]
    return [schema["minimum"] - 1, schema["maximum"] + 1, 2.5, True, *null]


@pytest.mark.parametrize("option", OPTIONS)
def test_options_keep_their_schemas(option: str) -> None:
    schema = OPTIONS[option]
    assert schema["default"] == SCHMIDT[option] == dict(rf.Rules().to_dict())[option]
    assert schema["description"]
    assert set(schema["rules"]) <= set(range(1, 19))
    for value in outside(schema):
        with pytest.raises(rf.InvalidRulesError, match=option):
            rf.Rules(**{option: value})
        with pytest.raises(reference.InvalidRulesError, match=option):
            reference.Rules.from_dict({option: value})
    for value in schema.get("enum", []):
        assert getattr(rf.Rules(**{option: value}), option) == value
        assert getattr(reference.Rules.from_dict({option: value}), option) == value


def annotation(schema: dict[str, Any]) -> str:
    """The type of an option's property."""
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    types = {
        "integer": "int",
        "boolean": "bool",
        "array": "tuple[int, int]",
        ("integer", "null"): "int | None",
        ("integer", "string"): "int | str",
    }
    kind = schema["type"]
    return types[tuple(kind) if isinstance(kind, list) else kind]


def test_the_stub_has_every_option_and_preset() -> None:
    stub = ast.parse((Path(rf.__file__).parent / "_core.pyi").read_text("utf-8"))
    rules = next(
        node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "Rules"
    )
    methods = {node.name: node for node in rules.body if isinstance(node, ast.FunctionDef)}
    properties = {
        name: ast.unparse(node.returns or node)
        for name, node in methods.items()
        if [ast.unparse(decorator) for decorator in node.decorator_list] == ["property"]
    }
    assert properties == {option: annotation(schema) for option, schema in OPTIONS.items()}
    for preset, text in rf.Rules.presets().items():
        assert ast.unparse(methods[preset].returns or rules) == "Rules"
        assert ast.get_docstring(methods[preset]) == f"{text}."
        assert inspect.getdoc(getattr(rf.Rules, preset)) == f"{text}."
    for option, schema in OPTIONS.items():
        text = inspect.getdoc(getattr(rf.Rules, option)) or ""
        assert text.startswith(schema["description"])
        assert ast.get_docstring(methods[option]) == text


@pytest.mark.source
def test_the_rule_book_names_every_option_with_its_rules() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    sections = dict(re.findall(r"^### Rule (\d+):(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    assert len(sections) == 18
    for option, schema in OPTIONS.items():
        named = [rule for rule in schema["rules"] if f"`{option}`" in sections[str(rule)]]
        assert named == schema["rules"], option


def test_options_are_attributes() -> None:
    rules = rf.Rules(**OTHER)
    for name, value in OTHER.items():
        assert plain(getattr(rules, name)) == value, name
    assert rules.players == (3, 5)
    assert list(rules.to_dict()) == list(OTHER)


@pytest.mark.parametrize("option", OTHER)
def test_each_option_tells_rules_apart(option: str) -> None:
    usual = rf.Rules()
    rules = usual.replace(**{option: OTHER[option]})
    assert rules != usual
    assert rf.Rules.from_dict(rules.to_dict()) == rules
    assert rf.Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert hash(rf.Rules.from_dict(rules.to_dict())) == hash(rules)
    assert rules.replace(**{option: SCHMIDT[option]}) == usual
    assert eval(repr(rules), vars(rf).copy()) == rules  # noqa: S307 - reprs paste back


def test_dict_with_preset() -> None:
    rules = rf.Rules.from_dict({"joker_penalty": 25, "preset": "free_jokers"})
    assert rules == rf.Rules.free_jokers().replace(joker_penalty=25)
    assert rf.Rules.from_dict({}) == rf.Rules.schmidt() == rf.Rules()


@pytest.mark.parametrize("players", [(3, 3), [3, 3], 3, "3", "3-3", " 3 - 3 "])
def test_players_in_any_form(players: Any) -> None:
    assert rf.Rules(players=players).players == (3, 3)


def test_every_function_takes_rules_in_any_form() -> None:
    position = ("r3 J r5", "r2 y5 b5")
    forms: list[Any] = ["free_jokers", {"preset": "free_jokers"}, rf.Rules.free_jokers()]
    for rules in forms:
        assert len(rf.solve(*position, rules=rules).tiles) == 3
        assert rf.check_turn(*position, "r2 r3 J | r5 y5 b5", rules=rules)
        assert rf.Meld("r5 r6 r7", rules) == rf.Meld("r5 r6 r7")
        assert rf.count_melds(rules) == 329


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shades": 4}, 'unknown option "shades"'),
        ({"preset": "schmidt", "joker": 1}, 'unknown option "joker"'),
        ({"preset": "chess"}, 'unknown preset "chess"'),
        ({"preset": 3}, "preset = 3"),
        ({"preset": None}, "preset = None"),
        ({3: 4}, "the name of an option must be text"),
        ({"colors": 1}, "colors = 1"),
        ({"colors": 9}, "colors = 9: must be a whole number from 2 to 8"),
        ({"colors": 300}, "colors = 300: must be a whole number from 2 to 8"),
        ({"colors": -1}, "colors = -1"),
        ({"colors": 10**30}, "colors = 1000"),
        ({"colors": 4.0}, "colors = 4.0"),
        ({"colors": float("nan")}, "colors = nan"),
        ({"colors": True}, "colors = True"),
        ({"colors": "4"}, "colors = '4'"),
        ({"colors": None}, "colors = None"),
        ({"colors": "krx"}, "colors = 'krx'"),
        ({"colors": "krk"}, "out of r y g b k o p w"),
        ({"colors": "k"}, "colors = 'k'"),
        ({"colors": ""}, "colors = ''"),
        ({"values": 1}, "values = 1"),
        ({"values": 27}, "values = 27: must be a whole number from 2 to 26"),
        ({"copies": 0}, "copies = 0"),
        ({"copies": 5}, "copies = 5: must be a whole number from 1 to 4"),
        ({"jokers": 9}, "jokers = 9: must be a whole number from 0 to 8"),
        ({"shortest_meld": 1}, "shortest_meld = 1"),
        ({"shortest_meld": 7}, "shortest_meld = 7: must be a whole number from 2 to 6"),
        ({"hand_size": 0}, "hand_size = 0"),
        ({"opening_min": 1001}, "opening_min = 1001"),
        ({"opening_min": -5}, "opening_min = -5"),
        ({"joker_penalty": 70000}, "joker_penalty = 70000"),
        ({"turn_seconds": 0}, "turn_seconds = 0"),
        ({"turn_seconds": 1.5}, "turn_seconds = 1.5"),
        ({"timeout_draw": 256}, "timeout_draw = 256: must be a whole number from 0 to 255"),
        ({"players": "many"}, "players = 'many'"),
        ({"players": "2-"}, "players = '2-'"),
        ({"players": (2, 3, 4)}, "players = (2, 3, 4)"),
        ({"players": (4, 2)}, "players = 4-2"),
        ({"players": 0}, "players = 0"),
        ({"players": True}, "players = True"),
        ({"players": None}, "players = None"),
        ({"players": (2, "4")}, "players = '4'"),
        ({"closing_hand": 1}, "closing_hand = 1: must be True or False"),
        ({"closing_hand": "no"}, "closing_hand = 'no'"),
        ({"locked_meld": "loose"}, 'locked_meld = "loose": must be one of frozen, keep_three'),
        ({"locked_meld": 3}, "locked_meld = 3: must be one of frozen, keep_three"),
        ({"starter": "dealer"}, "starter"),
        ({"opening_table": True}, "opening_table"),
        ({"exchange_from": ""}, "exchange_from"),
        ({"freed_joker": "old_meld"}, "freed_joker"),
        ({"timeout": None}, "timeout"),
        ({"stalemate": []}, "stalemate"),
        ({"match_winner": {}}, "match_winner"),
        ({"values": 2, "colors": 2}, "no meld is possible"),
        ({"shortest_meld": 5, "values": 4}, "no meld is possible"),
    ],
    ids=repr,
)
def test_refused(options: dict[Any, Any], message: str) -> None:
    with pytest.raises(rf.InvalidRulesError) as refused:
        rf.Rules.from_dict(options)
    assert message in str(refused.value)
    with pytest.raises(rf.InvalidRulesError):
        rf.solve("", "", rules=options)


@pytest.mark.parametrize("rules", [3, True, 2.5, b"schmidt", ["schmidt"], object()], ids=repr)
def test_wrong_type(rules: Any) -> None:
    with pytest.raises(TypeError, match="argument 'rules': expected"):
        rf.solve("", "", rules=rules)
    with pytest.raises(TypeError, match="argument 'options': expected"):
        rf.Rules.from_dict(rules)


def test_smallest_and_largest_decks() -> None:
    smallest = rf.Rules(colors=2, values=2, copies=1, jokers=0, shortest_meld=2)
    assert rf.count_melds(smallest) == 4
    assert [str(tile) for tile in rf.solve("", "r1 r2", rules=smallest).tiles] == ["r1", "r2"]
    largest = rf.Rules("free_jokers", colors=8, values=26, copies=4, jokers=8, shortest_meld=6)
    hand = "w21-26 J J J J J J J J"
    assert len(rf.solve("", hand, rules=largest).tiles) == 14


@pytest.mark.parametrize(
    ("jokers", "longest_run", "melds"),
    [(0, None, 329), (0, 5, 185), (1, 5, 494), (2, 5, 494), (3, None, 0)],
)
def test_count_melds(jokers: int, longest_run: int | None, melds: int) -> None:
    assert rf.count_melds(jokers=jokers, longest_run=longest_run) == melds


def typed_dict(name: str) -> dict[str, str]:
    """The fields of a class of the stub, with their types as written."""
    source = (Path(rf.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
    found = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    fields = [field for field in found[0].body if isinstance(field, ast.AnnAssign)]
    return {ast.unparse(field.target): ast.unparse(field.annotation) for field in fields}


def test_the_types_of_dicts_are_those_of_the_options() -> None:
    options = rf.Rules.options()
    assert list(typed_dict("RuleOptions")) == list(typed_dict("RuleValues")) == list(options)
    assert typed_dict("RuleDict") == {"preset": "str"}
    for name, kind in typed_dict("RuleValues").items():
        for preset in rf.Rules.presets():
            value: object = dict(rf.Rules(preset).to_dict())[name]
            match value:
                case bool():
                    assert kind == "bool"
                case int() | str() if name == "colors":
                    assert kind == "int | str"
                case int() | None:
                    assert kind == ("int | None" if name == "turn_seconds" else "int")
                case str():
                    choices = ", ".join(map(repr, options[name]["enum"]))
                    assert kind == f"Literal[{choices}]"
                case _:
                    assert isinstance(value, list)
                    assert kind == "list[int]"
