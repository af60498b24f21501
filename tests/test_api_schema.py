"""What the service says of itself: every answer typed, every request and answer with an example that is right."""

import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

import jsonschema_rs
import pytest
from typing_extensions import is_typeddict

import pitboss
from conftest import example_files
from pitboss.api.app import create_app
from pitboss.api.runner import Runner
from pitboss.api.schema import games, house, machines, parts, tables
from pitboss.api.schema.games import GameSummary, RuleSheet
from pitboss.api.schema.machines import RulingTold, SettledRecord
from pitboss.api.schema.parts import Event, RecordShown, Settlement
from pitboss.api.schema.tables import ActionShown, Asking, PicksShown, SeatShown
from pitboss.api.views import event_view
from pitboss.api.wire import encode
from pitboss.rulebook import Setup, entry_names, load
from pitboss.sheets.as_json import sheet_as_json, summary
from pitboss.sheets.choices import assume_required
from pitboss.sheets.ruling import ruling_of
from pitboss.sheets.settlement import settlement_as_json
from told import adapter, model_of, routes

FREE = {
    "options": "a house chooses what the entry has options for",
    "chosen": "and so what it chose",
    "default": "an option may have any kind of value",
    "value": "as its default",
    "strategy": "the best play of each game is told in its own terms",
    "carry": "what carries over is the game's",
    "pay_tables": "lines are called as the hands of the game",
    "when": "a condition names options",
    "also_at": "so does this one",
    "Term.value": "figures that a script works with",
    "By_Any_": "such a figure, by an option",
    "StepRecord": "hands and draws of a record have names of the game's own",
}
"""Where an answer may hold anything, and why."""


@pytest.fixture(scope="module")
def document() -> Iterator[dict[str, Any]]:
    runner = Runner("sqlite://")
    yield create_app(runner).openapi()
    runner.stop()


def test_every_answer_is_typed_and_none_is_any_object(document: dict[str, Any]) -> None:
    seen: set[str] = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status, told in operation["responses"].items():
                for kind, content in told.get("content", {}).items():
                    assert content.get("schema"), (method, path, status)
                    if int(status) >= 400:
                        assert kind == "application/problem+json"
                        assert content["schema"] == {"$ref": "#/components/schemas/ProblemTold"}
                    for loose in bare(content["schema"], document, path, seen):
                        assert any(name in loose for name in FREE), f"{method} {path}: {loose} may be anything"
    assert "HTTPValidationError" not in document["components"]["schemas"]


def bare(schema: Any, document: dict[str, Any], where: str, seen: set[str]) -> Iterator[str]:
    """The places of a schema that may hold anything."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield from bare(document["components"]["schemas"][name], document, name, seen)
        return
    if not {"type", "anyOf", "oneOf", "allOf", "const", "enum"} & set(schema):
        yield where
    if schema.get("type") == "object" and "properties" not in schema and not schema.get("additionalProperties"):
        yield where
    for name, part in schema.get("properties", {}).items():
        yield from bare(part, document, f"{where}.{name}", seen)
    rest = schema.get("additionalProperties")
    if rest is True:
        yield where
    for part in (*([rest] if isinstance(rest, dict) else []), *([schema["items"]] if "items" in schema else [])):
        yield from bare(part, document, where, seen)
    for choices in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(choices, ()):
            yield from bare(part, document, where, seen)


def test_hands_questions_settlements_and_events_say_what_they_hold() -> None:
    shown = {model: adapter(model).json_schema() for model in (Event, Settlement, Asking, ActionShown, SeatShown)}
    assert shown[Event]["properties"]["cards"]["items"]["type"] == "string"
    assert {"net", "staked", "cite", "outcome"} <= set(shown[Settlement]["required"])
    assert shown[Settlement]["properties"]["outcome"]["enum"] == ["win", "lose", "push", "void", "stays"]
    assert shown[Asking]["properties"]["actions"]["items"] == {"$ref": "#/$defs/ActionShown"}
    assert "picks" in shown[ActionShown]["properties"] and adapter(PicksShown).json_schema()["required"]


def test_every_request_has_an_example_that_is_taken() -> None:
    bodies = [route.body_field.field_info.annotation for route in routes() if route.body_field is not None]
    assert len(bodies) > 25
    for body in bodies:
        adapter(body).validate_python(adapter(body).json_schema()["example"])


def test_every_answer_has_an_example_and_every_example_is_such_an_answer(document: dict[str, Any]) -> None:
    shown = {
        model: told["example"]
        for room in (games, house, machines, parts, tables)
        for model in vars(room).values()
        if is_typeddict(model)
        and model.__module__ == room.__name__
        and "example" in (told := adapter(model).json_schema())
    }
    assert len(shown) > 30
    for model, example in shown.items():
        adapter(model).validate_python(example)
    for route in routes():
        model = model_of(route)
        one = get_args(model)[0] if get_args(model) else model
        assert one in shown or "example" in adapter(one).json_schema(), route.path
    adapter(RuleSheet).validate_python(RuleSheet.model_json_schema()["example"])


def test_every_example_of_the_document_is_valid_by_its_own_schema(document: dict[str, Any]) -> None:
    written = json.loads(encode(document))
    known = jsonschema_rs.Registry([("urn:openapi", written)])
    shown = list(examples_of(written, "urn:openapi#"))
    assert len(shown) > 150
    for where, example in shown:
        schema = jsonschema_rs.Draft202012Validator({"$ref": where}, registry=known)
        assert not list(map(str, schema.iter_errors(example))), where


def examples_of(part: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Where each schema of a document is that has an example, and the example."""
    if isinstance(part, list):
        for at, each in enumerate(part):
            yield from examples_of(each, f"{where}/{at}")
    if not isinstance(part, dict):
        return
    names = where.endswith("/properties")  # of a property that is called so
    for key, each in part.items():
        if key in ("example", "examples") and not names:
            schema = f"{where}/schema" if "schema" in part else where
            yield from ((schema, example) for example in ([each] if key == "example" else each))
        elif key != "default" or names:
            yield from examples_of(each, f"{where}/{quote(key.replace('~', '~0').replace('/', '~1'))}")


@pytest.mark.parametrize("name", entry_names())
def test_the_rule_sheet_of_every_entry_is_what_openapi_says(name: str) -> None:
    entry = load(name)
    options, assumed = assume_required(entry, {})
    sheet = json.loads(json.dumps(sheet_as_json(entry, Setup.of(entry, options), assumed), default=str))
    adapter(RuleSheet).validate_python(sheet)
    adapter(GameSummary).validate_python(json.loads(json.dumps(summary(entry), default=str)))


EVERY = 1 if os.environ.get("PITBOSS_ROUNDS") else 12


@pytest.mark.parametrize("file", example_files()[::EVERY], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_an_example_comes_to_is_what_openapi_says(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if "refused" not in tomllib.loads(text):
        settled = pitboss.settle(text)
        for model, made in ((SettledRecord, settlement_as_json(settled)), (RulingTold, ruling_of(settled).as_json())):
            adapter(model).validate_json(json.dumps(made, default=str), strict=True)


def test_an_event_with_a_value_is_shown_as_any_other() -> None:
    played = pitboss.open_table("chapter4/craps", seed=1).deal({1: {"pass_line": 10}})
    assert any(isinstance(event.value, dict) for event in played.events)
    for event in played.events:
        adapter(Event).validate_python(event_view(event))


def test_a_record_as_a_round_is_told_is_a_record() -> None:
    table = pitboss.open_table("chapter4/blackjack", seed=3)
    played = table.deal({1: {"main": 10}, 2: {"main": 12.5}})
    while played.asking:
        played.act(played.asking[0].names[0], played.asking[0].seat)
    adapter(RecordShown).validate_python(json.loads(json.dumps(table.record().as_raw())))
