"""A demonstration at a real service, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import Config, changed
from companion.demo.demonstration import Demonstration
from companion.service import TableService, TableView
from tests.camera_time import camera_time
from tests.service.playing import until

Stage = tuple[TableService, Demonstration]


@contextmanager
def playing(folder: Path, kind: type[TableService] = TableService, **options: object) -> Iterator[Stage]:
    """A demonstration that hurries."""
    settings = {f"demo.{name}": value for name, value in options.items()}
    config = changed(Config(), {"folder": str(folder), "demo.on": True, "demo.pace": 20.0, **settings})
    service = kind(folder, demo=True)
    demo = Demonstration(service, config)
    with camera_time():
        service.start()
        demo.start()
        try:
            yield service, demo
        finally:
            service.stop()
            demo.close()


def plays(service: TableService, count: int) -> list[TableView]:
    """The views after so many plays that were seen from now on."""
    views: list[TableView] = []
    before = service.view().last
    while len(views) < count:
        view = until(service, lambda now, before=before: now.last not in {None, before})  # type: ignore[misc]  # bound in the loop
        before = view.last
        views.append(view)
    return views


def state(view: TableView, part: str) -> str:
    return next((one.state for one in view.devices if one.name == part), "")
