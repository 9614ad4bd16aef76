"""What the journal, the camera and the sensor board say in whole English sentences: listed for translators (tested)."""

from __future__ import annotations

ROOMS: tuple[str, ...] = (
    # The journal.
    "Several matches begin with {name}: give more of it, or the number.",
    "There is no match {name}: the journal has none yet.",
    "There is no match {name}: they go from {least} to {most}.",
    "This match is in the journal already: it is match {number}.",
    # Files of other programs.
    "The file has {size} bytes; more than {most} are not taken in. Is it the right one?",
    "The file is empty.",
    "There is no game in the file.",
    "The file describes a match that cannot be: {why}",
    "The record is damaged: {why}. Nothing was taken in.",
    "This is no .mat file: no line says how long the match is, like ' 7 point match'.",
    "There is no game in the file: no line says 'Game 1'.",
    "This is no SGF file: there is no '(' to begin a game.",
    "This is no record of a match that can be read. There are: {known}.",
    "The file holds games of several matches (other players or lengths). Split it and import each by itself.",
    "Other backgammon programs do not know {game}: export it as json or as text.",
    # The camera.
    "None of the printed markers is seen: do they lie on the board, flat and in good light?",
    "These markers are not seen: {names}. Are they flat, uncovered and in good light?",
    "Some markers lie at the wrong corners, or turned: compare with the drawing on the sheet.",
    # Recordings of the sensor board.
    "a recording begins with the line {line}",
    "line {number} of the recording makes no sense: {why}",
    # PINs.
    "A PIN is 4 to 12 digits.",
    "That PIN is too easy to guess.",
)
