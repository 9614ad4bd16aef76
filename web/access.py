"""Who may do what: sessions signed with the installation's secret, the PIN, and the check of every request."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec
from urllib.parse import urlsplit

from flask import Flask, Request, abort, current_app, g, redirect, request, session, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature
from werkzeug.exceptions import HTTPException

from web.attempts import Asker, Attempts, Kind
from web.devices import mark_device, marked_device
from web.doorway import is_of_machine
from web.limits import LARGEST_BODY
from web.safe import Role, Safe
from web.server import KNOWN, LARGE_BODIES
from web.sessions import Sessions
from web.tokens import Token, brings_token, new_token, token_of_request

P = ParamSpec("P")
Page = Callable[P, ResponseReturnValue]

EXTENSION = "companion_access"
CSRF_FIELD, CSRF_HEADER = "csrf", "X-CSRF-Token"
CSRF_BYTES = 24
API = "/api/v1/"
"""How the paths begin that programs ask for."""
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Doors:
    """The pages of an application that are not like all others."""

    home: str = "pages.table"
    """Where somebody comes in."""
    open_to_all: frozenset[str] = frozenset(
        {"static", "access.sign_in", "access.enter", "pages.device", "pages.choose", "api.sign_in", "api.sign_out"}
    )
    """What may be asked for by anybody, also where watching needs the PIN."""
    takes_files: frozenset[str] = frozenset({"archive.hand_in", "api.hand_in"})
    """Where large bodies are taken: only of who may enter something."""


class WrongHost(HTTPException):
    """The panel was asked for under a name that is not its own."""

    code = 421
    description = "The panel is not known under this name."


class TooManyTriesError(Exception):
    """A PIN was not looked at, because too many were wrong."""

    def __init__(self, wait: float) -> None:
        """Take how many seconds it has to wait."""
        super().__init__(wait)
        self.wait = int(wait) + 1
        """In whole seconds."""


class Access:
    """The rules of access of one application."""

    def __init__(
        self,
        safe: Safe,
        hosts: Iterable[str],
        clock: Callable[[], float] = time.monotonic,
        doors: Doors = Doors(),
    ) -> None:
        self.safe = safe
        self.doors = doors
        self.sessions = Sessions(safe.folder)
        self._attempts = Attempts(clock)
        self.hosts = frozenset(host.lower() for host in (*own_names(), *hosts))
        self.open_to_enter = False
        """Whether all who may watch may enter too as long as there is no PIN: at a demonstration."""

    def knows_host(self, host: str) -> bool:
        """Whether this is a name of ours, or a plain address: only names can be bent to point here."""
        name = _name_of(host)
        return name in self.hosts or _is_address(name)

    def role(self) -> Role:
        """Return what the device that asks may do."""
        of_all = self.role_of_all()
        if brings_token():
            token = self.token()
            return max(token.role, of_all) if token and token.session else of_all
        if session.get("epoch") == self.safe.kept.epoch and self.sessions.is_open(session.get("id", "")):
            return max(Role(session.get("role", Role.NOBODY)), of_all)
        return of_all

    def token(self) -> Token | None:
        """Return the token of the request; None if it is none, or over."""
        token = token_of_request(self.safe.kept.epoch)
        # One that was got without a PIN opens what is open to all, and as long as that is.
        return token if token and (not token.session or self.sessions.is_open(token.session)) else None

    def role_of_all(self) -> Role:
        """Return what the device that asks may do without a PIN."""
        kept = self.safe.kept
        if not kept.has_pin and at_the_machine():
            return Role.OWNER
        if self.open_to_enter and kept.open_to_watch and not kept.has_pin:
            return Role.TABLE
        return Role.WATCHER if kept.open_to_watch else Role.NOBODY

    def try_pin(self, pin: str) -> Role | None:
        """Return what a PIN opens to the device that asks; raise `TooManyTriesError` where it has to wait first."""
        begun, opened = self._attempts.begin(_asker()), None
        if begun.wait:
            raise TooManyTriesError(begun.wait)
        try:
            opened = self.safe.role_for(pin)
        finally:
            self._attempts.end(begun, right=opened is not None)
        if opened is not None:
            mark_device()
        return opened

    def sign_in(self, role: Role) -> None:
        """Let the device do what a role may."""
        self.sign_out()
        session["role"], session["epoch"] = int(role), self.safe.kept.epoch
        session["id"] = self.sessions.begin()
        session["csrf"] = secrets.token_urlsafe(CSRF_BYTES)

    def sign_out(self) -> None:
        """End the device's session: a copy of its cookie opens nothing any more either."""
        self.sessions.end(session.get("id", ""))
        session.clear()

    def hand_out_token(self, role: Role, *, by_pin: bool) -> Token:
        """Return a new token; one that was not got by a PIN opens what is open to all, as long as that is."""
        return new_token(role, self.safe.kept.epoch, self.sessions.begin if by_pin else None)

    def end_token(self) -> bool:
        """End the token of the request; return whether it was good."""
        token = self.token()
        return token is not None and self.sessions.end(token.session)


def access() -> Access:
    """Return the rules of access of this application."""
    rules: Access = current_app.extensions[EXTENSION]
    return rules


def home() -> str:
    """Return the address of the page where somebody comes in."""
    return url_for(access().doors.home)


def own_names() -> set[str]:
    """Return the names of this machine in its network."""
    name = socket.gethostname().split(".")[0]
    return {
        "localhost",
        name,
        socket.gethostname(),
        f"{name}.local",
        f"{name}.lan",
        f"{name}.home",
        f"{name}.fritz.box",
    }


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def address() -> str:
    """Return where a request comes from; what a header says of it is not believed."""
    return request.remote_addr or ""


def at_the_machine() -> bool:
    """Whether somebody asks from the machine itself."""
    return is_of_machine(request.environ)


def _asker() -> Asker:
    """Return who tries a PIN."""
    if at_the_machine():
        return Asker(Kind.MACHINE, "", address())
    marked = marked_device()
    return Asker(Kind.DEVICE, marked, address()) if marked else Asker(Kind.STRANGER, address(), address())


def role() -> Role:
    """Return what the device that asks may do."""
    if "role" not in g:
        g.role = access().role()
    return Role(g.role)


def csrf_token() -> str:
    """Return the token that every change has to bring along."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(CSRF_BYTES)
    return str(session["csrf"])


class Cookies(SecureCookieSessionInterface):
    """Takes cookies of any age, of the future too: what they open has an end that no clock on the wall shifts."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the cookie says, if it is one of ours."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()


def guard(app: Flask, rules: Access) -> None:
    """Check every request of an application."""
    app.session_interface = Cookies()
    app.extensions[EXTENSION] = rules
    app.extensions[LARGE_BODIES] = takes_large_body
    app.extensions[KNOWN] = lambda: role() >= Role.TABLE
    app.secret_key = rules.safe.secret()
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
    )
    app.before_request(_check_host)
    app.before_request(_check_size)
    app.before_request(_check_change)
    app.before_request(_check_watching)


def _check_host() -> None:
    if not access().knows_host(request.host):
        raise WrongHost


def _check_size() -> None:
    """Refuse large bodies before anything reads them."""
    if (request.content_length or 0) <= LARGEST_BODY:
        return
    if not takes_large_body():
        abort(403 if request.endpoint in access().doors.takes_files else 413)


def takes_large_body() -> bool:
    """Whether a large body is taken of the device that asks, for what it asks for."""
    return request.endpoint in access().doors.takes_files and role() >= Role.TABLE


def _check_change() -> None:
    # What is nowhere is done by nobody: it is told as that.
    if request.method in HARMLESS or request.routing_exception is not None:
        return
    if for_programs() and (brings_token() or request.endpoint in access().doors.open_to_all):
        if not _from_here():
            abort(403)
        return
    sent = request.headers.get(CSRF_HEADER) or request.form.get(CSRF_FIELD, "")
    known = str(session.get("csrf", ""))
    if not known or not hmac.compare_digest(sent.encode(), known.encode()) or not _from_here():
        abort(400, "csrf")


def _from_here() -> bool:
    """Whether a change comes from a page of ours, as far as the browser tells."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != "null" and _place_of(origin) != request.host:
        return False
    return request.headers.get("Sec-Fetch-Site", "same-origin") in {"same-origin", "none"}


def _place_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _check_watching() -> ResponseReturnValue | None:
    if request.endpoint in access().doors.open_to_all or role() >= Role.WATCHER:
        return None
    return _sign_in_first()


def for_programs() -> bool:
    """Whether a request is one to the API."""
    return request.path.startswith(API)


def asks_for_page() -> bool:
    """Whether a person's browser asks for a page, and not the page's own program for news."""
    if for_programs():
        return False
    kinds = ["text/html", "application/json", "text/event-stream"]
    return request.accept_mimetypes.best_match(kinds, "text/html") == "text/html"


def _sign_in_first() -> ResponseReturnValue:
    """Send a person to where the PIN is entered, and tell a program that it may not."""
    if request.method == "GET" and asks_for_page():
        return redirect(url_for("access.sign_in", next=request.full_path.rstrip("?")))
    return abort(403)


def needs(least: Role) -> Callable[[Page[P]], Page[P]]:
    """Let a page be reached only by who may do this much."""

    def wrap(page: Page[P]) -> Page[P]:
        @wraps(page)
        def checked(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            return page(*args, **kwargs) if role() >= least else _sign_in_first()

        return checked

    return wrap
