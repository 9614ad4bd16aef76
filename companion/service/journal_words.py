"""What the journal says in whole English sentences: listed so that translators find them (tested)."""

from __future__ import annotations

from companion.journal.trouble import SENTENCES

JOURNAL: tuple[str, ...] = (
    *SENTENCES.values(),
    "Since {time}, 1 event is kept in memory only: do not switch off before it is mended.",
    "Since {time}, {count} events are kept in memory only: do not switch off before it is mended.",
    "There is no journal to write to. See to it that the companion can write to its data folder.",
    "Several matches begin with {name}: give more of it, or the number.",
    "There is no match {name}: the journal has none yet.",
    "There is no match {name}: they go from {least} to {most}.",
    "There is no match {name}; the nearest is {number} ({uid}).",
    "There is no match {name}; the newest is {number} ({uid}).",
    "This match is in the journal already: it is match {number}.",
    "A match cannot be called {name}: 1 to 64 letters without accents, digits, - and _ are allowed.",
    "This cannot have happened, and was not written down: {why}.",
    "A picture cannot be of the kind {kind}: an ending such as jpg or png is wanted.",
    "There is no event {number} that a picture could belong to: they count from 1.",
    "In match {match}, event {number} cannot be read: {why}. It may be from a newer companion: update this one.",
    "In match {match}, what was agreed on cannot be read: {why}. It may be from a newer companion: update this one.",
    "What the journal has of match {number} is damaged. Set the journal aside to save what can be read.",
    (
        "The journal is damaged: event {number} of {count} of match {match} is not as it was written."
        " Set the journal aside to save the rest."
    ),
    (
        "The journal is damaged: what was agreed on of match {match} is not as it was written."
        " Set the journal aside to save the rest."
    ),
    (
        "The journal {path} could not be brought up to date ({told}); it is as it was, and {copy} is a copy of it."
        " Go on with the companion that wrote it, and report this."
    ),
)
