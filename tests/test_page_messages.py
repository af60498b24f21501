"""What an open page may send is judged by the reader that will read it."""

import pytest

pytest.importorskip("nicegui")

from nicegui import json

from pitboss.web.limits import is_of_a_page

UNREADABLE = (r'"\ud800"', "NaN", "Infinity", "1e999", "9" * 400, "[" * 2000 + "]" * 2000)


@pytest.mark.parametrize("value", UNREADABLE, ids=lambda value: value[:10])
def test_what_the_pages_cannot_read_does_not_reach_them(value: str) -> None:
    with pytest.raises(ValueError):
        json.loads(value)
    assert not is_of_a_page(f'42["ack",{{"client_id":"a","next_message_id":1,"more":{value}}}]')
    assert not is_of_a_page(f"40{{{value}}}")
    event = {"client_id": "a", "id": 1, "listener_id": "b", "args": [value]}
    assert not is_of_a_page("42" + json.dumps(["event", event]))


def test_what_a_page_says_is_heard() -> None:
    event = {"client_id": "a", "id": 1, "listener_id": "b", "args": ["null", '"ké"', "[1.5]"]}
    assert is_of_a_page("42" + json.dumps(["event", event]))
