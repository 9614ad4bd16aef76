"""What is shown of each table: its card, with what the list says of it and what the director should look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.hall.floor.entry import Entry
from companion.hall.rounds.names import are_same, key, pairing_for, sort_key
from companion.hall.view import Pairing, TableCard
from companion.hall.words import message
from companion.service.view import Message


class Cards:
    """Gives the same card as long as nothing has changed."""

    def __init__(self) -> None:
        self._known: dict[str, TableCard] = {}

    def of(self, entries: Iterable[Entry], pairings: Sequence[Pairing]) -> tuple[TableCard, ...]:
        """Return the cards of all tables, in the order in which they are shown."""
        shown = list(entries)
        ids = Counter(entry.table for entry in shown)
        names = Counter(key(entry.name) for entry in shown if entry.heard == "online")
        made = [_card(entry, pairings, names, is_double=ids[entry.table] > 1) for entry in shown]
        before = self._known
        self._known = {card.id: before[card.id] if before.get(card.id) == card else card for card in made}
        return tuple(sorted(self._known.values(), key=lambda card: (sort_key(card.name), card.tail, card.id)))


def _card(entry: Entry, pairings: Sequence[Pairing], names: Counter[str], *, is_double: bool) -> TableCard:
    pairing = pairing_for(entry.name, pairings)
    alive = entry.alive
    return TableCard(
        f"{entry.table}-{entry.session}" if is_double else entry.table,
        entry.name,
        f"{entry.tail}-{entry.session[-4:]}" if is_double else entry.tail,
        entry.heard,
        entry.since,
        alive.panel if alive else "",
        alive.version if alive else "",
        pairing,
        tuple(_troubles(entry, pairing, names)),
        entry.view,
    )


def _troubles(entry: Entry, pairing: Pairing | None, names: Counter[str]) -> Iterable[Message]:
    if entry.heard == "online" and names[key(entry.name)] > 1:
        yield message("name_taken", name=entry.name)
    if entry.minutes_off:
        yield message("clock_off", minutes=entry.minutes_off)
    view = entry.view
    if pairing is None or view is None or view.uid is None:
        return
    if not are_same((view.names.white, view.names.black), (pairing.white, pairing.black)):
        yield message("names_differ", white=pairing.white, black=pairing.black)
