"""What an open page may send is judged by the reader that will read it."""

import pytest

pytest.importorskip("nicegui")

from nicegui import json

from pitboss.web.limits import page_named

UNREADABLE = (r'"\ud800"', "NaN", "Infinity", "1e999", "9" * 400, "[" * 2000 + "]" * 2000)


@pytest.mark.parametrize("value", UNREADABLE, ids=lambda value: value[:10])
def test_what_the_pages_cannot_read_does_not_reach_them(value: str) -> None:
    with pytest.raises(ValueError):
        json.loads(value)
    assert page_named(f'42["ack",{{"client_id":"a","next_message_id":1,"more":{value}}}]') is None
    assert page_named(f"40{{{value}}}") is None
    event = {"client_id": "a", "id": 1, "listener_id": "b", "args": [value]}
    assert page_named("42" + json.dumps(["event", event])) is None


def test_what_a_page_says_is_heard() -> None:
    event = {"client_id": "a", "id": 1, "listener_id": "b", "args": ["null", '"ké"', "[1.5]"]}
    assert page_named("42" + json.dumps(["event", event])) is not None
