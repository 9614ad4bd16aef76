"""What every answer says to the browser: nothing from elsewhere, nothing inline, nothing kept that is of a session."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, Response, request

from web.access import for_programs

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def protect(app: Flask, origins: Iterable[str] = ()) -> None:
    """Send the headers with every answer; pages of these origins may read the API."""
    app.after_request(_with_headers)
    allowed = frozenset(origins)

    def readable(response: Response) -> Response:
        origin = request.headers.get("Origin", "")
        if allowed and for_programs() and request.method in {"GET", "HEAD"}:
            response.vary.add("Origin")
            if origin in allowed or ("*" in allowed and origin):
                response.headers["Access-Control-Allow-Origin"] = "*" if "*" in allowed else origin
        return response

    app.after_request(readable)


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response
