"""The camera: whether it is there, gives pictures by which one can read, and still hangs as it was calibrated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import OFF, Camera
from companion.datafolder import CAMERAS
from companion.service.device_words import DEVICES
from companion.service.doctor.access import may_use, mend_access
from companion.service.doctor.values import Case, Device, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.sentence_patterns import sentences
from companion.service.upkeep.finding import cameras
from companion.service.view import Message

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.pictures import Picture

PART = "camera"
GROUP = "video"
SMALLEST_EDGE = 12.0
"""In points of the picture; smaller dice are often not seen."""
DARK = "It is too dark for the camera."
MOVED = "The camera was moved: it must be calibrated again."
UNCALIBRATED = "The camera is running, but not calibrated: whose half a die lies in is not known."
UNUSABLE = "The camera is running, but its calibration cannot be used: it must be calibrated again. {why}"
MENDS = {
    DARK: "light",
    MOVED: "calibrate",
    UNCALIBRATED: "calibrate",
    UNUSABLE: "calibrate",
    "The camera is covered.": "light",
    "The camera is out of focus.": "focus",
    "There is no camera and no file '{name}'.": "choose",
    "The service may not use the camera {name} before it is started anew: sudo systemctl restart companion.": "restart",
    "The camera {name} cannot be opened: is it plugged in, switched on, and not in use elsewhere?": "find_user",
    "The Pi's camera {number} cannot be opened; another program may be using it ({why}).": "find_user",
    "The Pi knows no camera {number}: is the ribbon cable in its place, and the camera detected?": "plug_camera",
    "The camera {name} delivers no more pictures.": "plug_camera",
    "The camera delivers no more pictures.": "plug_camera",
    "The camera has not delivered a picture for some seconds.": "plug_camera",
    "The Pi's camera delivers no more pictures ({why}).": "plug_camera",
    "The Pi's camera does not start ({why}).": "plug_camera",
    "The file {path} is no video that can be read.": "choose",
    "There are no pictures in {path}.": "choose",
    "The name {path} is not in UTF-8: give the file another name.": "choose",
    "The camera at {name} does not answer: is it switched on, and in this network?": "address",
    "The camera at {name} has ended the connection.": "address",
    "The camera at {name} has stopped sending pictures.": "address",
    "The camera at {name} answers with an error: {number} {why}.": "address",
    (
        "The Pi's camera needs the system's package python3-picamera2, and an environment that was made with"
        " --system-site-packages."
    ): "install_pi_camera",
    "The camera was calibrated at {wide}x{high}; pictures of {width}x{height} have another shape.": "calibrate",
    "The file {path} is not JSON.": "calibrate",
    "In the file {path}: {why}": "calibrate",
    "The file {path} cannot be read: {told}.": "calibrate",
}
"""How to mend what cameras say."""


def look_at_camera(case: Case) -> Iterator[Finding]:
    """Look at the camera."""
    source = case.config.camera.source
    if source == OFF:
        yield unused(PART, "not_used")
        return
    if case.devices is not None:
        yield _of_service(case.devices.get(PART), source)
    else:
        closed = list(_closed(source))
        yield from closed or _seen(case)
    yield from _small_dice(case)


def _of_service(device: Device | None, source: str) -> Finding:
    if device is None:
        return unused(PART, "not_used")
    if device.state == "running" and _template(device.sentence) not in {UNCALIBRATED, UNUSABLE}:
        return well(PART, "said", message=device.sentence)
    closed = [] if device.state == "running" else list(_closed(source))
    return closed[0] if closed else said(device.sentence, source)


def said(sentence: str, source: str) -> Finding:
    """Return what a camera says that cannot be used, with what to do."""
    for text in (sentence, sentence.partition(". ")[2], sentence.partition(". ")[0] + "."):
        template = _template(text)
        if template in MENDS:
            return ill(PART, told("said", message=sentence), _mend(MENDS[template], source))
    return ill(PART, told("said", message=sentence), told("look_at_log"))


def _template(text: str) -> str:
    return sentences(DEVICES).find(text, narrow=False)[0]


def _mend(code: str, source: str) -> Message:
    from vision.sources import shown  # noqa: PLC0415 - loaded only where there is a camera

    if code == "calibrate":
        return told(code, source=shown(source))
    if code == "find_user" and "://" not in source:
        return told(code, path=str(device_of(source) or "/dev/video*"))
    if code == "find_user":
        return told("address")
    return _choose() if code == "choose" else told(code)


def _choose() -> Message:
    found = ", ".join(one.name for one in cameras())
    return told("choose_camera", found=found) if found else told("plug_camera")


def device_of(source: str) -> Path | None:
    """Return the file of a USB camera."""
    if source.isdecimal():
        return Path(f"/dev/video{source}")
    return Path(source) if source.startswith("/dev/") else None


def _closed(source: str) -> Iterator[Finding]:
    """Return that a camera at USB is not there, or may not be used."""
    path = device_of(source)
    if path is not None and not path.exists():
        yield ill(PART, told("camera_missing", path=str(path)), _choose())
    elif path is not None and not may_use(path):
        yield ill(PART, told("camera_denied", path=str(path)), mend_access(path, GROUP))


def _seen(case: Case) -> Iterator[Finding]:
    """Take a picture, and look at it."""
    from vision.calibration import CalibrationError  # noqa: PLC0415 - as above
    from vision.sources import SourceError  # noqa: PLC0415 - as above

    source = case.config.camera.source
    try:
        picture = _picture(case.config.camera)
        yield from _judged(picture, source, _calibration(case))
    except (SourceError, CalibrationError) as error:
        yield said(str(error), source)


def _picture(camera: Camera) -> Picture:
    from vision.sources import SourceError, Wishes, picture_of  # noqa: PLC0415 - as above

    picture = picture_of(camera.source, Wishes(camera.pixels))
    if picture is None:
        msg = "The camera delivers no more pictures."
        raise SourceError(msg)
    return picture


def _calibration(case: Case) -> Calibration | None:
    from vision.calibration import file_for, load  # noqa: PLC0415 - as above
    from vision.sources import shown  # noqa: PLC0415 - as above

    file = file_for(case.config.data / CAMERAS, shown(case.config.camera.source))
    return load(file) if file.exists() else None


def _judged(picture: Picture, source: str, calibration: Calibration | None) -> Iterator[Finding]:
    from vision.eyesight import GLOOM  # noqa: PLC0415 - as above
    from vision.mounting import Mounting, compare, reference_in  # noqa: PLC0415 - as above
    from vision.pictures import grey, size_of  # noqa: PLC0415 - as above

    wide, high = size_of(picture)
    if float(grey(picture).mean()) < GLOOM:
        yield said(DARK, source)
    elif calibration is None:
        yield ill(PART, told("camera_uncalibrated"), _mend("calibrate", source))
    else:
        reference = reference_in(calibration.scaled_to((wide, high)))
        mounting = compare(reference, picture).mounting if reference is not None else Mounting.UNSURE
        code = "camera_sees" if mounting is Mounting.SAME else "camera_unsure"
        size = {"wide": wide, "high": high} if code == "camera_sees" else {}
        yield said(MOVED, source) if mounting is Mounting.MOVED else well(PART, code, **size)


def _small_dice(case: Case) -> Iterator[Finding]:
    """Tell if dice are smaller in the picture than they can be read dependably."""
    from vision.calibration import CalibrationError  # noqa: PLC0415 - as above

    # A calibration that cannot be read is told where the camera is.
    with suppress(CalibrationError):
        calibration = _calibration(case)
        edge = calibration.die_px if calibration is not None else None
        if edge is not None and edge < SMALLEST_EDGE:
            yield ill(PART, told("dice_small", edge=round(edge)), told("larger_picture"))
