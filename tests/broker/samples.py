"""Messages as tables and halls send them."""

from companion.broker.live import Board, Call, Clock, Counts, Cube, Device, Match, Names, Piles, Said
from companion.broker.messages import Alive, Cursor, Events, Hall, Matches, Message, State
from companion.broker.topics import Topic

TABLE, SESSION, RECORD, OTHER = "ab" * 16, "01" * 16, "cd" * 16, "ef" * 16
WAITING = Said("to_throw", (("player", "white"), ("number", 3)), "White is to throw.", "{player} is to throw.")
MATCH = Match(
    uid="m-1",
    game="backgammon",
    names=Names("Ada", "Zoë"),
    length=Said("length_points", (("points", 7),), "To 7 points", "To {points} points"),
    score=Counts(1, 2),
    game_number=4,
    phase="to_throw",
    number=12,
    turn="white",
    cube=Cube(2, "black", 4),
    clock=Clock("bronstein", Counts(90_000, 120_000), 12_000, "white"),
    points=Counts(3, 0),
    board=Board((2, 0, -5, *(0,) * 21), Piles(1, 0), Piles(0, 3), Piles(0, 0)),
    dice=(6, 1),
)
CALL = Call("illegal", WAITING, 1_800_000_000_000, (3, 24))
ALIVE = Alive(TABLE, SESSION, "7", True, "http://10.0.0.7:8080/", "1.0", 1_800_000_000_000, 5)  # noqa: FBT003
STATE = State(TABLE, SESSION, 17, 1_800_000_000_000, WAITING, MATCH, (CALL,), (Device("board", "running"),))
MATCHES = Matches(TABLE, SESSION, (("m-1", 12), ("m-2", 1)), last=True)
EVENTS = Events(TABLE, SESSION, "m-1", 1_700_000_000_000, 0, ((5, '{"v":1}'), (6, '{"at":3}')), 9)
CURSOR = Cursor(RECORD, SESSION, "m-1", 9)
HALL = Hall(RECORD, SESSION, online=True, name="Main hall")
ALL: dict[Topic, Message] = {
    Topic("alive", TABLE): ALIVE,
    Topic("state", TABLE): STATE,
    Topic("matches", TABLE): MATCHES,
    Topic("events", TABLE): EVENTS,
    Topic("cursor", TABLE): CURSOR,
    Topic("hall", RECORD): HALL,
}
