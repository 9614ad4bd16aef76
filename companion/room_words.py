"""What commands alone say in whole English sentences of other rooms: listed for translators (tested)."""

from __future__ import annotations

ROOMS: tuple[str, ...] = (
    # What only commands say of the camera.
    "None of the printed markers is seen: do they lie on the board, flat and in good light?",
    "These markers are not seen: {names}. Are they flat, uncovered and in good light?",
    "These markers lie at the wrong corners, or turned: {names}. Compare with the drawing on the sheet.",
    "Some markers lie at the wrong corners, or turned: compare with the drawing on the sheet.",
    # Recordings of the sensor board.
    "A recording begins with the line {line}.",
    "Line {number} of the recording makes no sense: {why}.",
    "there is no sign {sign}",
    "'{text}' does not tell how a board stands",
    # The virtual board.
    "The link {path} cannot be made: {told}.",
    "The port {number} cannot be used: {told}.",
    # PINs.
    "A PIN is 4 to 12 digits.",
    "That PIN is too easy to guess.",
)
