"""The Raspberry Pi's own camera, by picamera2: that comes with the system, and is there only on a Pi."""

from __future__ import annotations

import importlib
from typing import Any

from vision.sources import Shot, SourceError, Wishes

MISSING = (
    "The Pi's camera needs the system's package python3-picamera2,"
    " and an environment that was made with --system-site-packages."
)
BLUE_GREEN_RED = "RGB888"
"""The name of the format is the order in a word, which in memory is the other way round."""


class PiCamera:
    """A camera at the Pi's ribbon cable."""

    live = True

    def __init__(self, number: int, wishes: Wishes) -> None:
        self._clock = wishes.clock
        try:
            # Typed as anything: the package is not there where the types are checked.
            library: Any = importlib.import_module("picamera2")
        except ImportError:
            raise SourceError(MISSING) from None
        if number >= len(library.Picamera2.global_camera_info()):
            msg = f"The Pi knows no camera {number}: is the ribbon cable in its place, and the camera detected?"
            raise SourceError(msg)
        try:
            self._camera: Any = library.Picamera2(number)
        except RuntimeError as error:
            msg = f"The Pi's camera {number} cannot be opened; another program may be using it ({error})."
            raise SourceError(msg) from None
        self._start(wishes)

    def read(self) -> Shot:
        """Wait for the next picture."""
        try:
            picture = self._camera.capture_array("main")
        except RuntimeError as error:
            msg = f"The Pi's camera delivers no more pictures ({error})."
            raise SourceError(msg) from None
        return Shot(picture, self._clock())

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.stop()
        self._camera.close()

    def _start(self, wishes: Wishes) -> None:
        controls = {"FrameRate": wishes.fps} if wishes.fps else {}
        settings = self._camera.create_video_configuration(
            main={"size": wishes.size, "format": BLUE_GREEN_RED}, controls=controls
        )
        try:
            self._camera.configure(settings)
            self._camera.start()
        except RuntimeError as error:
            self._camera.close()
            msg = f"The Pi's camera does not start ({error})."
            raise SourceError(msg) from None
