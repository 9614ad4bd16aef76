"""Messages: read as they were sent; whatever else arrives is refused with a reason, and never with another error."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.broker.live import Call, Names, Said
from companion.broker.messages import (
    MOST_BYTES,
    MOST_LINES,
    MOST_MATCHES,
    MessageError,
    State,
    decode,
    encode,
    received,
)
from companion.broker.topics import Topic, Topics
from tests.broker.samples import ALIVE, ALL, CURSOR, EVENTS, MATCH, MATCHES, OTHER, SESSION, STATE, TABLE, WAITING

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def changed(payload: bytes, **fields: object) -> bytes:
    return json.dumps({**json.loads(payload), **fields}).encode()


def refusal(topic: Topic, payload: bytes) -> str:
    with pytest.raises(MessageError) as caught:
        decode(topic, payload)
    return str(caught.value)


@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.kind)
def test_it_is_read_as_it_was_sent(topic: Topic) -> None:
    assert decode(topic, encode(ALL[topic])) == ALL[topic]


@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.kind)
def test_what_is_not_known_is_passed_over(topic: Topic) -> None:
    assert decode(topic, changed(encode(ALL[topic]), later={"more": [1]})) == ALL[topic]


@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.kind)
def test_every_field_has_its_type(topic: Topic) -> None:
    payload = encode(ALL[topic])
    for name, value in json.loads(payload).items():
        wrongs: list[object] = [[[]], {"x": 1}, 1.5, not isinstance(value, bool) or "true"]
        for wrong in wrongs:
            assert refusal(topic, changed(payload, **{name: wrong}))


@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.kind)
def test_nothing_that_is_needed_may_be_missing(topic: Topic) -> None:
    data = json.loads(encode(ALL[topic]))
    optional = {"calls", "devices"}
    for name in data.keys() - optional:
        assert refusal(topic, json.dumps({key: value for key, value in data.items() if key != name}).encode())


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"null",
        b"[]",
        b"7",
        b'{"v":1',
        b"\xff",
        b'{"v":NaN}',
        b'{"v":1,"x":Infinity}',
        b"[" * 100_000,
        b'{"v":' + b"9" * 5000 + b"}",
        b" " * (MOST_BYTES + 1),
        b'{"v":true}',
        b'{"v":2}',
    ],
)
@pytest.mark.parametrize("topic", ALL, ids=lambda topic: topic.kind)
def test_nonsense_is_refused(topic: Topic, payload: bytes) -> None:
    assert refusal(topic, payload)


@given(st.sampled_from(list(ALL)), JSON, st.sampled_from(["v", "table", "match", "calls", "lines", "matches", "have"]))
def test_hostile_values_are_read_or_refused(topic: Topic, value: Any, name: str) -> None:
    payload = changed(encode(ALL[topic]), **{name: value})
    try:
        message = decode(topic, payload)
    except MessageError:
        return
    assert decode(topic, encode(message)) == message


@given(st.sampled_from(list(ALL)), st.binary(max_size=300))
def test_hostile_bytes_are_read_or_refused(topic: Topic, payload: bytes) -> None:
    with pytest.raises(MessageError):
        decode(topic, payload)


@pytest.mark.parametrize("topic", [one for one in ALL if one.kind != "cursor"], ids=lambda topic: topic.kind)
def test_nobody_speaks_for_another(topic: Topic) -> None:
    assert "somebody else" in refusal(Topic(topic.kind, OTHER), encode(ALL[topic]))


def test_a_foreign_topic_is_refused() -> None:
    with pytest.raises(MessageError, match="for this topic"):
        received(Topics(), f"companion/table/{TABLE}/nonsense", encode(ALIVE))
    assert received(Topics(), f"companion/table/{TABLE}/alive", encode(ALIVE)) == (Topic("alive", TABLE), ALIVE)


@pytest.mark.parametrize(
    "panel", ["javascript:alert(1)", "http://a b/", "http://", "ftp://a/", "http://a/\n", "x", "http://" + "a" * 300]
)
def test_a_panel_s_address_is_one_of_the_web(panel: str) -> None:
    assert "panel" in refusal(Topic("alive", TABLE), changed(encode(ALIVE), panel=panel))


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "a" * 201])
def test_a_text_that_cannot_be_kept_is_refused(text: str) -> None:
    assert "name" in refusal(Topic("alive", TABLE), changed(encode(ALIVE), name=text))


def test_a_text_that_cannot_be_sent_is_made_to_fit() -> None:
    names = Names("a\x00b\ud800", "x" * 300)
    state = replace(STATE, match=replace(MATCH, names=names))
    read = decode(Topic("state", TABLE), encode(state))
    assert isinstance(read, State)
    assert read.match is not None
    assert read.match.names == Names("a\ufffdb\ufffd", "x" * 200)


def test_parameters_that_cannot_be_sent_are_made_to_fit() -> None:
    call = Call("question", Said("asks", (("who", "\udfff" + "y" * 3000),)), 1)
    read = decode(Topic("state", TABLE), encode(replace(STATE, calls=(call,))))
    assert isinstance(read, State)
    assert read.calls[0].text.params == (("who", "\ufffd" + "y" * 1999),)


def test_there_are_limits_to_how_many() -> None:
    too_many = replace(EVENTS, lines=EVENTS.lines[:1] * (MOST_LINES + 1), count=1000)
    assert "lines" in refusal(Topic("events", TABLE), encode(too_many))
    assert "lines" in refusal(Topic("events", TABLE), encode(replace(EVENTS, lines=())))
    matches = replace(MATCHES, matches=(("m", 1),) * (MOST_MATCHES + 1))
    assert "matches" in refusal(Topic("matches", TABLE), encode(matches))


def test_there_are_not_more_lines_than_are_counted() -> None:
    assert "more lines" in refusal(Topic("events", TABLE), encode(replace(EVENTS, count=1)))


@pytest.mark.parametrize("body", ["{", "", '{"a":"\n"}', '{"a":"é"}'])
def test_a_line_is_plain_text(body: str) -> None:
    assert "lines[0][1]" in refusal(Topic("events", TABLE), encode(replace(EVENTS, lines=((5, body),))))


@pytest.mark.parametrize("uid", ["", "-a", "a/b", "../x", "a" * 65, "a\n"])
def test_a_match_is_called_as_the_journal_calls_it(uid: str) -> None:
    assert "match" in refusal(Topic("cursor", TABLE), changed(encode(CURSOR), match=uid))


@pytest.mark.parametrize("session", [SESSION[1:], SESSION + "0", "g" * 32, SESSION + "\n"])
def test_a_session_is_an_id(session: str) -> None:
    assert "session" in refusal(Topic("cursor", TABLE), changed(encode(CURSOR), session=session))


def test_what_is_too_large_is_not_sent() -> None:
    line = (5, '{"a":"' + "x" * MOST_BYTES + '"}')
    with pytest.raises(MessageError, match="bytes"):
        encode(replace(EVENTS, lines=(line,)))


def test_a_wrong_value_is_named_with_its_place() -> None:
    data = json.loads(encode(STATE))
    data["calls"][0]["points"] = [3, 25]
    assert refusal(Topic("state", TABLE), json.dumps(data).encode()).startswith("calls[0].points[1]: ")
    assert WAITING.code == data["waiting"]["code"]
