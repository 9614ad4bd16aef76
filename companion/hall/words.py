"""What the hall says: its messages, each with its English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.language import mark
from companion.service.view import Message, Param

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # How the hall itself is.
        "broker_off": mark("No broker is configured: nothing is heard of any table."),
        "broker_connecting": mark("The broker has not answered yet."),
        "broker_connected": mark("The broker is connected."),
        "broker_away": mark("The broker {address} cannot be reached: {why}. It is tried again and again."),
        "broker_lost": mark("The connection to the broker {address} was lost. It is tried again and again."),
        "broker_unknown_host": mark(
            "There is no machine of the broker's name: {address}. It is tried again and again."
        ),
        "broker_silent": mark("Something takes connections at {address}, but does not answer as a broker does."),
        "broker_denied": mark("The broker {address} does not let the hall in: the user or the password is wrong."),
        "broker_certificate": mark("The broker {address} does not prove that it is the right one: {why}."),
        "broker_tls": mark("There is no private line (TLS) to the broker {address}: {why}."),
        "broker_protocol": mark("The broker {address} does not speak MQTT 5."),
        "broker_taken_over": mark("Another hall of this name has taken the line to the broker {address}."),
        "broker_password_file": mark("The file with the password of the broker cannot be read: {why}."),
        "broker_ca_file": mark("The file with the certificates for the broker cannot be used: {why}."),
        "broker_client_cert": mark("The hall's own certificate for the broker cannot be used: {why}."),
        "broker_topic": mark(
            "The broker {address} does not let the hall read or write {topic}: see its list of rights."
        ),
        "record_fine": mark("All that the tables tell is written down."),
        "stopped": mark("The hall is being switched off."),
        "busy": mark("The record does not answer in time: try it again."),
        # What is wrong with the record.
        "bad_url": mark("{address} is no address of a database."),
        "bad_kind": mark("{kind} is no database that the hall can use: it is to be sqlite or postgresql."),
        "url_password": mark(
            "The password does not belong into the address of the database: name a file that holds it as"
            " record.password_file."
        ),
        "no_file": mark("An address of SQLite names a file: sqlite:///folder/hall.sqlite"),
        "no_folder": mark("The folder of the record {address} cannot be made: {why}."),
        "full": mark("The disk with the record {address} is full: nothing is written down until there is room on it."),
        "read_only": mark("The record {address} can only be read: let the hall's user write to it."),
        "not_let_in": mark("The database {address} does not let the hall in: {why}"),
        "no_database": mark("There is no such database: {address}. {why}"),
        "unreachable": mark("The database {address} cannot be reached: {why}"),
        "damaged": mark("The record {address} is damaged: {why}"),
        "locked": mark("Another program holds the record {address}."),
        "failing": mark("The database {address} cannot do what it is asked to: {why}"),
        "foreign": mark("The database {address} holds something else, and was left as it is: choose an empty one."),
        "newer": mark("The record {address} is from a newer companion, and was left as it is. Update this one."),
        # What the hall calls for.
        "conflict": mark("This table tells another story of match {match} from line {seq} on; nothing of it is taken."),
        "same_name": mark("{count} tables are called {name}: give each its own name. Their ids end with {tails}."),
        "same_id": mark("Two tables speak under one id, which is that of a copied card: {panels}."),
        "moved": mark("Match {match}, begun at the table that ends with {before}, goes on at this one."),
        "claimed": mark(
            "This table goes on with match {match}, which is being played at the one that ends with {other}."
        ),
        "name_taken": mark("Another table is called {name} too."),
        "unreadable": mark("Match {match} cannot be read from line {seq} on: {why}. It is kept; update the companion."),
        "clock_off": mark("This table's own clock is {minutes} minutes off."),
        "names_differ": mark("The list has {white} and {black} here."),
        # What is wrong with a list.
        "list_empty": mark("The list is empty."),
        "list_large": mark("The list is larger than {most} kB. Is it the right file?"),
        "list_not_text": mark("This is no text in UTF-8: save the list as CSV in UTF-8."),
        "list_quotes": mark("Quotation marks are not closed, or stand in the middle: {why}."),
        "list_columns": mark("The columns {names} are missing: the first line names round, table, white, black."),
        "list_column": mark("There is no column {name}: there are round, table, white, black, game, length."),
        "list_column_twice": mark("The column {name} is there twice."),
        "list_cells": mark("There are {count} cells, but {wanted} columns."),
        "list_missing": mark("Nothing stands here, but there has to be something."),
        "list_round": mark("{value} is no round: it is a whole number from 1 to {most}."),
        "list_long": mark("This has more than {most} letters."),
        "list_signs": mark("There are signs here that nobody can see."),
        "list_game": mark("There is no game {value}."),
        "list_length": mark("{value} is no length: it is a number of points, or money."),
        "list_table_twice": mark("Table {table} is taken in round {round} already, in line {line}."),
        "list_player_twice": mark("{player} plays in round {round} already, in line {line}."),
        "list_oneself": mark("{player} cannot play against themselves."),
        "list_rows": mark("There are more than {most} lines."),
        # What is worth a look in results.
        "colours_exchanged": mark("The colours are exchanged at the table."),
        "other_names": mark("At the table they are called {white} and {black}."),
        "several_matches": mark("{count} matches fit; the last one counts."),
    }
)
TEMPLATES: tuple[str, ...] = tuple(SENTENCES.values())
"""Every sentence that may be a message's template."""


def message(code: str, /, **params: Param) -> Message:
    """Return a message of the hall."""
    template = SENTENCES[code]
    return Message(code, tuple(params.items()), template.format(**params), template)
