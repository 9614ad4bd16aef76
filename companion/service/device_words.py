"""What devices, and notations, say in whole English sentences: listed so that translators find them (tested)."""

from __future__ import annotations

DEVICES: tuple[str, ...] = (
    # The sensor board.
    "Board {name} has answered; asking what lies on it.",
    "Board {name} is connected.",
    "No board has been looked for yet.",
    "No board that is wanted answers here.",
    "No board is found yet ({why}).",
    "The board is gone, and is looked for ({why}).",
    "no USB port is there that a board could be at",
    "Opening {port}.",
    "Something speaks on this line, but not as a sensor board does: is it the right port and speed?",
    "The board does not answer when it is asked what lies on it now: what is known may be out of date.",
    "The board has answered, but does not tell what lies on it; it is asked again.",
    "The board has fallen silent: what is known of it may be out of date.",
    "The board is not connected.",
    "The board seems to have started anew; asking who it is.",
    "The board tells what lies on it, but does not hear the companion: its lights may be wrong.",
    "The board {name} has answered, but board {wanted} is wanted.",
    (
        "The board {name} speaks version {version} of the protocol, and this companion version {own}:"
        " one of the two must be brought up to date."
    ),
    "The connection to the board is lost.",
    "The connection to the board is lost; it is looked for again.",
    "The line is open; waiting for the board to say who it is.",
    "The link to the board has stopped by a fault of its own; its log says more.",
    "The link to the board has stopped by a fault of its own; the log tells more.",
    "The link was ended.",
    "Where is White's point 1?",
    "Which checkers are White's?",
    "Whose are the checkers on the board's point {number}?",
    "at the board's point {number}",
    "those that the board calls {name}",
    "White's",
    "Black's",
    # The camera.
    "It is too dark for the camera.",
    "The Pi knows no camera {number}: is the ribbon cable in its place, and the camera detected?",
    "The Pi's camera delivers no more pictures ({why}).",
    "The Pi's camera does not start ({why}).",
    (
        "The Pi's camera needs the system's package python3-picamera2, and an environment that was made with"
        " --system-site-packages."
    ),
    "The Pi's camera {number} cannot be opened; another program may be using it ({why}).",
    "The camera at {name} answers with an error: {number} {why}.",
    "The camera at {name} does not answer: is it switched on, and in this network?",
    "The camera at {name} has ended the connection.",
    "The camera at {name} has stopped sending pictures.",
    "The camera delivers no more pictures.",
    "The camera failed in a way that was not foreseen; the log tells more.",
    "The camera has not delivered a picture for some seconds.",
    "The camera is being opened.",
    "The camera is covered.",
    "The camera is out of focus.",
    "The camera is running, but not calibrated: whose half a die lies in is not known.",
    "The camera is running.",
    "The camera is switched off.",
    "The camera was moved: it must be calibrated again.",
    "The camera {name} cannot be opened: is it plugged in, switched on, and not in use elsewhere?",
    "The camera {name} delivers no more pictures.",
    "The film is running.",
    "There are no more pictures.",
    # Any of them, and the journal.
    "The log tells more.",
    "What has happened must be written down before another match goes on.",
)
NOTATION: tuple[str, ...] = (
    "'{text}' can mean {plays}",
    "'{name}' in '{text}' is not a place: there are the points {points}, bar, reserve and off",
    "'{text}' is not a legal play of {dice} by {player}",
    "'{text}' is not a move: one is written like {example}",
    "'{text}' is not a move: a checker that is off goes nowhere",
    "'{text}' is not a move: no checker moves to its bar or into its reserve",
    "'{text}' is not a move: a hit is marked at the point where the checker lands",
    "'{text}': nothing is hit on {point}",
    "'{text}': {player} has too few checkers on {point}",
)
