"""What programs are told if something cannot be done: a code that stays, and a sentence for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from flask import Response

from web.kinds import Schema

CODES: Mapping[int, str] = MappingProxyType(
    {
        400: "bad_request",
        401: "sign_in",
        403: "pin_needed",
        404: "not_found",
        405: "method_not_allowed",
        409: "refused",
        413: "too_large",
        415: "not_json",
        421: "wrong_host",
        422: "invalid",
        429: "too_many_tries",
        500: "failed",
        503: "not_now",
    }
)
SCHEMA: Schema = {
    "type": "object",
    "description": "Why something cannot be done.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "string", "description": "The same in every language."},
                "message": {"type": "string", "description": "For people, in the language of the request."},
            },
            "required": ["code", "message"],
        }
    },
    "required": ["error"],
}


class ApiError(Exception):
    """Something that cannot be done."""

    def __init__(self, status: int, message: str, code: str = "", wait: int = 0) -> None:
        """Take the status, the sentence for people, a code if there is a closer one, and how long to wait."""
        super().__init__(message)
        self.status, self.message, self.code, self.wait = status, message, code, wait


def told(status: int, message: str, code: str = "", headers: Mapping[str, str] = MappingProxyType({})) -> Response:
    """Return why something cannot be done."""
    body = {"error": {"code": code or CODES.get(status, "failed"), "message": message}}
    return Response(json.dumps(body, ensure_ascii=False), status, headers, mimetype="application/json")


def answered(error: ApiError) -> Response:
    """Return an error as it is told."""
    headers = {"Retry-After": str(error.wait)} if error.wait else {}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return told(error.status, error.message, error.code, headers)
