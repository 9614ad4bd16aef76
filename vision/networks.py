"""Opens the small networks, in whichever way the OpenCV at hand runs them fastest."""

from pathlib import Path

import cv2


def network(path: Path) -> cv2.dnn.Net:
    """Return the network of a file: OpenCV 5's older engine runs ours in half the time of its newer one."""
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine)
