"""Options as fields of dataclasses: read strictly from TOML, with limits and a line of explanation each."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from companion.language import _, mark

T = TypeVar("T")
Complain = Callable[[str], None]
KINDS = {bool: mark("true or false"), int: mark("a whole number"), float: mark("a number"), str: mark("a text")}


class ConfigError(ValueError):
    """A configuration that cannot be used; `problems` is everything that is wrong with it."""

    def __init__(self, problems: Iterable[str]) -> None:
        """Take sentences for people."""
        self.problems = tuple(problems)
        super().__init__(" ".join(self.problems))


@dataclass(frozen=True, slots=True)
class Limits:
    """What an option does, and what it may be."""

    about: str
    least: float | None = None
    most: float | None = None
    allowed: tuple[object, ...] = ()
    """What it, or each in a list, may be; empty: anything."""

    @property
    def sentence(self) -> str:
        """Both in words."""
        about = _(self.about)
        if self.allowed:
            return f"{about} {_('One of {values}.', values=', '.join(map(toml, self.allowed)))}"
        if self.least is None:
            return about
        return f"{about} {_('From {least} to {most}.', least=self.least, most=self.most)}"

    def breach(self, value: Any) -> str:  # noqa: ANN401 - an option's value
        """Return what a value is to be that it is not; nothing if it may be so."""
        if self.allowed and value not in self.allowed:
            return _("one of {values}", values=", ".join(map(toml, self.allowed)))
        low, high = self.least, self.most
        # Asked this way round, as TOML has a number that is neither less nor more than any: nan.
        is_within = (low is None or value >= low) and (high is None or value <= high)
        if not is_within:
            return _("from {least} to {most}", least=low, most=high)
        return ""

    def nearest(self, value: object) -> str:
        """Return which of the texts that it may be was meant, as a question; nothing if none is near."""
        texts = [one for one in self.allowed if isinstance(one, str)]
        near = difflib.get_close_matches(value.lower(), texts, 1) if isinstance(value, str) else []
        return f" {_('Did you mean {value}?', value=toml(near[0]))}" if near else ""


def option(
    about: str,
    *,
    default: T,
    least: float | None = None,
    most: float | None = None,
    allowed: tuple[object, ...] = (),
) -> T:
    """Return a field of a section: what an option does, what it is when nobody sets it, and what it may be."""
    made: T = field(default=default, metadata={"limits": Limits(about, least, most, allowed)})
    return made


@dataclass(frozen=True)
class Option:
    """An option as the configuration has it."""

    section: str
    """Empty for those that stand above all sections."""
    name: str
    kind: Any
    default: Any
    limits: Limits

    @property
    def path(self) -> str:
        """Its whole name."""
        return f"{self.section}.{self.name}" if self.section else self.name

    def checked(self, value: object, complain: Complain) -> Any:  # noqa: ANN401 - as the kind says
        """Return a value as the option has it; complain if it may not be so."""
        if get_origin(self.kind) is tuple:
            return self._list(get_args(self.kind)[0], value, complain)
        if self.kind is float and type(value) is int:
            value = float(value)
        if type(value) is not self.kind:
            self._complain_of(value, _(KINDS[self.kind]), complain)
            return self.default
        self._keep_within(value, complain)
        return value

    def _list(self, kind: Any, value: object, complain: Complain) -> Any:  # noqa: ANN401 - as the kind says
        if not isinstance(value, list | tuple) or any(type(one) is not kind for one in value):
            self._complain_of(value, _('a list of texts, as ["one", "other"]'), complain)
            return self.default
        for one in value:
            self._keep_within(one, complain)
        return tuple(value)

    def _keep_within(self, value: object, complain: Complain) -> None:
        breach = self.limits.breach(value)
        if breach:
            self._complain_of(value, breach, complain, self.limits.nearest(value))

    def _complain_of(self, value: object, right: str, complain: Complain, hint: str = "") -> None:
        told = _("{option} is to be {right}, not {value}.", option=self.path, right=right, value=toml(value))
        complain(f"{told}{hint}")


def options(kind: Any, section: str = "") -> Iterator[Option]:  # noqa: ANN401 - a dataclass
    """Every option of a configuration or section, those of its sections after its own."""
    hints = get_type_hints(kind)
    for one in fields(kind):
        if "limits" in one.metadata:
            yield Option(section, one.name, hints[one.name], one.default, one.metadata["limits"])
    for name, inner in sections(kind).items():
        yield from options(inner, name)


def sections(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a dataclass
    """Return the sections of a configuration by name."""
    hints = get_type_hints(kind)
    return MappingProxyType({one.name: hints[one.name] for one in fields(kind) if is_dataclass(hints[one.name])})


def read(kind: type[T], data: Mapping[str, object]) -> T:
    """Return the configuration that TOML data hold; raise `ConfigError` with all that is wrong with them."""
    problems: list[str] = []
    read_: T = _Reader(kind, problems.append).section(kind, "", data)
    if problems:
        raise ConfigError(problems)
    return read_


def changed_in(config: T, settings: Mapping[str, object]) -> T:
    """Return a configuration with single options set, as `panel.port`; raise `ConfigError` with all that is wrong."""
    known = {one.path: one for one in options(type(config))}
    problems: list[str] = []
    for path, value in settings.items():
        one = known[path]
        after: dict[str, Any] = {one.name: one.checked(value, problems.append)}
        if one.section:
            after = {one.section: replace(getattr(config, one.section), **after)}
        config = replace(config, **after)  # type: ignore[type-var]  # a configuration is a dataclass
    if problems:
        raise ConfigError(problems)
    return config


class _Reader:
    """Reads sections, and knows the whole, to tell where an option stands that was put in the wrong place."""

    def __init__(self, whole: Any, complain: Complain) -> None:  # noqa: ANN401 - a dataclass
        self._whole = whole
        self._complain = complain

    def section(self, kind: Any, path: str, data: Mapping[str, object]) -> Any:  # noqa: ANN401 - of that kind
        known = {one.name: one for one in options(kind, path) if one.section == path}
        inner = sections(kind)
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name in inner:
                values[name] = self._inner(inner[name], name, value)
            elif name in known:
                values[name] = known[name].checked(value, self._complain)
            else:
                self._complain(self._unknown(name, path, [*known, *inner]))
        return kind(**values)

    def _inner(self, kind: Any, name: str, value: object) -> Any:  # noqa: ANN401 - of that kind
        if isinstance(value, dict):
            return self.section(kind, name, value)
        self._complain(_("{name} is a section: its options stand under [{name}].", name=name))
        return kind()

    def _unknown(self, name: str, path: str, names: list[str]) -> str:
        where = f" {_('in [{section}]', section=path)}" if path else ""
        near = difflib.get_close_matches(name, names, 1)
        sections_ = [one.section for one in options(self._whole) if one.name == name and one.section]
        homes = [f"{name} {_('in [{section}]', section=one)}" for one in sections_]
        no_such = _("There is no {name}{where}", name=name, where=where)
        if near or homes:
            return f"{no_such}: {_('did you mean {name}?', name=(near or homes)[0])}"
        return f"{no_such}: {_('there are {names}.', names=', '.join(names))}"


def documented(kind: Any, title: str) -> str:  # noqa: ANN401 - a dataclass
    """Return a TOML file with every option at its default, explained."""
    lines, last, inner = [f"# {title}"], "", sections(kind)
    for one in options(kind):
        if one.section != last:
            last = one.section
            lines += ["", f"[{last}]", f"# {_(inner[last].__doc__)}"]
        lines += ["", f"# {one.limits.sentence}", f"{one.name} = {toml(one.default)}"]
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return str(value)
