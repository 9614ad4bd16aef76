"""The service: one table alive, its devices, its journal; what is to be shown of it as finished values."""

from companion.service.plays import Tap
from companion.service.ports import Asked, Condition, MakePort, Noticed, Port, PortError, Report, Tell
from companion.service.service import Clocks, TableService
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
    LastPlay,
    LogLine,
    Message,
    OptionInfo,
    Place,
    TableView,
    Who,
)
from companion.service.words import TEMPLATES

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
    "LastPlay",
    "LogLine",
    "MakePort",
    "Message",
    "Noticed",
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
]
