"""Writes the reference of all options into README.md: `python -m tests.reference`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.config import Config
from companion.hall.config import HallConfig
from companion.options import Option, options, sections, toml
from tests.checkout import ROOT

README = ROOT / "README.md"


@dataclass(frozen=True)
class Reference:
    """The tables of one configuration, and between which lines of README.md they stand."""

    name: str
    kind: type

    @property
    def begin(self) -> str:
        """The line before them."""
        return f"<!-- options of the {self.name}: python -m tests.reference -->"

    @property
    def end(self) -> str:
        """The line after them."""
        return f"<!-- end of the options of the {self.name} -->"

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        known = list(options(self.kind))
        yield from _table([one for one in known if not one.section])
        for name, section in sections(self.kind).items():
            yield f"\n**`[{name}]`** {section.__doc__}"
            yield from _table([one for one in known if one.section == name])

    def put_into(self, readme: str) -> str:
        """README.md with the tables as they are to be."""
        before, rest = readme.split(f"{self.begin}\n", 1)
        _old, after = rest.split(self.end, 1)
        return f"{before}{self.begin}\n{self.text}\n\n{self.end}{after}"


def _table(rows: list[Option]) -> Iterator[str]:
    yield "\n| option | default | |\n|---|---|---|"
    for one in rows:
        about = one.limits.sentence.replace("|", "\\|")
        yield f"| `{one.name}` | `{toml(one.default)}` | {about} |"


REFERENCES = (Reference("table", Config), Reference("hall", HallConfig))


def referenced(readme: str) -> str:
    """README.md with the tables of both configurations as they are to be."""
    for reference in REFERENCES:
        readme = reference.put_into(readme)
    return readme


if __name__ == "__main__":
    README.write_text(referenced(README.read_text(encoding="utf-8")), encoding="utf-8")
