"""Topics: written and read, and nothing else is taken for one."""

import pytest

from companion.broker.topics import TABLE_KINDS, Topic, Topics
from tests.broker.samples import RECORD, TABLE

TOPICS = Topics("club/spring")
FOREIGN = [
    "",
    "club/spring",
    "club/spring/",
    "club/spring/table",
    "club/other/table/" + TABLE + "/alive",
    "club/springs/table/" + TABLE + "/alive",
    "club/spring/table/" + TABLE,
    "club/spring/table/" + TABLE + "/nonsense",
    "club/spring/table/" + TABLE + "/alive/more",
    "club/spring/table/" + TABLE.upper() + "/alive",
    "club/spring/table/" + TABLE[1:] + "/alive",
    "club/spring/table/" + TABLE + "\n/alive",
    "club/spring/hall/7",
    "club/spring/hall/" + RECORD + "/more",
]


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_a_table_s_topic_is_read_as_it_was_written(kind: str) -> None:
    assert TOPICS.read(TOPICS.of_table(kind, TABLE)) == Topic(kind, TABLE)


def test_a_hall_s_topic_is_read_as_it_was_written() -> None:
    assert TOPICS.of_hall(RECORD) == f"club/spring/hall/{RECORD}"
    assert TOPICS.read(TOPICS.of_hall(RECORD)) == Topic("hall", RECORD)


@pytest.mark.parametrize("topic", FOREIGN)
def test_no_other_topic_is_taken_for_one(topic: str) -> None:
    assert TOPICS.read(topic) is None


def test_what_each_listens_to() -> None:
    assert TOPICS.for_hall == tuple(f"club/spring/table/+/{kind}" for kind in ("alive", "state", "matches", "events"))
    assert TOPICS.for_table(TABLE) == ("club/spring/hall/+", f"club/spring/table/{TABLE}/cursor")


@pytest.mark.parametrize("prefix", ["", "/", "a/", "/a", "a//b", "a b", "a/+", "#", "$SYS", "é", "a" * 65])
def test_a_prefix_that_is_no_name_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="cannot begin"):
        Topics(prefix)
