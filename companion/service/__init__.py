"""The service: one table alive, its devices, its journal; what is to be shown of it as finished values."""

from typing import TYPE_CHECKING

from companion.rules.notation import write_throw
from companion.service.plays import Tap
from companion.service.ports import Asked, Condition, MakePort, Noticed, Port, PortError, Report, Tell
from companion.service.view import (
    Action,
    Answer,
    BoardView,
    Both,
    ClockView,
    CubeView,
    DeviceView,
    DieView,
    Differing,
    DisputeView,
    GameInfo,
    HintedCube,
    HintedPlay,
    HintsView,
    LastPlay,
    LogLine,
    Message,
    OpenMatch,
    OptionInfo,
    Place,
    TableView,
    Who,
)
from companion.service.words import TEMPLATES

if TYPE_CHECKING:
    from companion.service.service import Clocks, TableService

__all__ = [
    "TEMPLATES",
    "Action",
    "Answer",
    "Asked",
    "BoardView",
    "Both",
    "ClockView",
    "Clocks",
    "Condition",
    "CubeView",
    "DeviceView",
    "DieView",
    "Differing",
    "DisputeView",
    "GameInfo",
    "HintedCube",
    "HintedPlay",
    "HintsView",
    "LastPlay",
    "LogLine",
    "MakePort",
    "Message",
    "Noticed",
    "OpenMatch",
    "OptionInfo",
    "Place",
    "Port",
    "PortError",
    "Report",
    "TableService",
    "TableView",
    "Tap",
    "Tell",
    "Who",
    "write_throw",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load the table itself only where one is wanted: whoever speaks of it takes its words from here."""
        if name in {"Clocks", "TableService"}:
            from companion.service import service  # noqa: PLC0415 - as above

            return getattr(service, name)
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
