"""What is told of files that are handed in: the readers' English sentences, known so that they can be translated."""

from __future__ import annotations

from companion.service import TEMPLATES
from companion.service.speech import Speech
from web.language import gettext


def _(text: str) -> str:
    """Mark a sentence for translators; it is translated where it is told."""
    return text


SENTENCES = (
    # Where something stands.
    _("Game {game}, move {move}: {why}"),
    _("Game {game}: {why}"),
    _("Before that:"),
    # Against the rules.
    _("White throws {dice} and plays {play}."),
    _("Black throws {dice} and plays {play}."),
    _("White throws {dice}: {why}"),
    _("Black throws {dice}: {why}"),
    _("White cannot play {dice} as {play}: {why}. The file cannot be followed from there on."),
    _("Black cannot play {dice} as {play}: {why}. The file cannot be followed from there on."),
    _("In the file White wins {points}, but by the rules {won}."),
    _("In the file Black wins {points}, but by the rules {won}."),
    _("The game is over, but it goes on in the file."),
    _("The match is over, but it goes on in the file."),
    _("No cube is turned so often."),
    _("Is this a record of a game?"),
    _("Equal dice let nobody begin."),
    # Worth telling.
    _("The position is set by the file."),
    _("The cube is set by the file."),
    _("White has lost on time; that is taken in as a resignation."),
    _("Black has lost on time; that is taken in as a resignation."),
    _("The file does not say that the double was taken, but the game goes on."),
    _("The game has no result in the file: it counts as called off."),
    _("The game ends before its first throw."),
    _("The score is {told} in the file; by the games before it is {known}."),
    _("In the file this is the Crawford game."),
    _("In the file this is not the Crawford game."),
    # Files that cannot be read.
    _("The file has {size} bytes; more than {most} are not taken in. Is it the right one?"),
    _("The file is empty."),
    _("There is no game in the file."),
    _("There is no game in the file: no line says 'Game 1'."),
    _("This is no record of a match that can be read. There are: {known}."),
    _("This is no .mat file: no line says how long the match is, like ' 7 point match'."),
    _("Line {line}: this is no text (it has the byte {byte}). Is it the right file?"),
    _("Line {line}: {words} is no line of moves."),
    _("Line {line}: {words} is no move: one is written like 24/18, bar/20*, 6/off or 8/5(2)."),
    _("Line {line}: {words} should be the two names with their scores, like ' Ada : 0      Ben : 2'."),
    _("Line {line}: the line is too long for a .mat file."),
    _("Line {line}: the file breaks off in the middle of a game: it is not whole."),
    _("Line {line}: {words} is no move: one is written like 31hefe, double, take or drop."),
    _("Line {line}: this is an SGF file of another game ({kind}), not of backgammon."),
    _("The file holds games of several matches (other players or lengths). Split it and import each by itself."),
    _("The record is damaged: {why}. Nothing was taken in."),
    _("The record has version {version}, this companion reads version {known}: update the companion."),
    # Forms that cannot hold a match.
    _("Other backgammon programs do not know {game}: export it as json or as text."),
    _("The pictures of this match are too much for one page. Take it without them."),
)

SPEECH = Speech(gettext, (*SENTENCES, *TEMPLATES))


def in_words(text: str) -> str:
    """Return a sentence of a reader in the language of the device, as far as it is known."""
    return SPEECH.sentence(text)
