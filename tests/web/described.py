"""The API as its description tells it: every answer is compared with what the description says of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

BASE = "/api/v1"


class Described:
    """A device that asks by the description, and believes no answer that is not as described."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.document: dict[str, Any] = client.get(f"{BASE}/openapi.json").json or {}
        self._validators: dict[int, tuple[dict[str, Any], Any]] = {}
        """What compares with a schema, which takes long to make; the schema is kept, for its id is its own only so."""

    @cached_property
    def operations(self) -> dict[tuple[str, str], Any]:
        """Each operation by its method and path."""
        return {
            (method.upper(), path): one
            for path, known in self.document["paths"].items()
            for method, one in known.items()
        }

    def body_of(self, path: str) -> dict[str, Any]:
        """Return the schema of what is sent to a path."""
        body: dict[str, Any] = self.operations["POST", path]["requestBody"]["content"]["application/json"]["schema"]
        return body

    def wrong_with(self, method: str, path: str, answer: TestResponse) -> list[str]:
        """Return how an answer differs from what is described."""
        known = self.operations[method, path]["responses"]
        response = known.get(str(answer.status_code))
        if response is None:
            return [f"{answer.status_code} is not described"]
        kinds = response["content"]
        if answer.mimetype not in kinds:
            return [f"{answer.mimetype} instead of {', '.join(kinds)}"]
        schema = kinds[answer.mimetype].get("schema")
        return self.differs(schema, answer.json) if schema else []

    def differs(self, schema: dict[str, Any], value: Any) -> list[str]:
        """Return how a value differs from a schema, which may refer to others."""
        if id(schema) not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[id(schema)] = schema, jsonschema_rs.validator_for(whole)
        return [error.message for error in self._validators[id(schema)][1].iter_errors(value)]

    def ask(self, method: str, path: str, at: str | None = None, **more: Any) -> TestResponse:
        """Ask for something; `at` is the path with its parameters filled in."""
        answer = self.client.open(BASE + (at or path), method=method, **more)
        assert self.wrong_with(method, path, answer) == [], answer.get_data(as_text=True)[:500]
        return answer
