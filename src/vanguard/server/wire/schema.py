"""The protocol as an OpenAPI schema: the pages' routes, and the socket's messages as components."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from vanguard.server.wire.messages import (
    any_frame,
    asking,
    basics,
    games,
    happened,
    offers,
    questions,
    replays,
    replies,
    table,
)

CHAPTERS = (basics, offers, games, replays, asking, questions, happened, table, replies, any_frame)
REFERENCE = "#/components/schemas/{model}"


def message_schemas() -> dict[str, Any]:
    """The shapes of everything that goes over the socket or comes from a page, by name."""
    schemas: dict[str, Any] = {}
    for name, shape in (("ServerMessage", any_frame.ServerMessage), ("ClientMessage", any_frame.ClientMessage)):
        _add(schemas, name, shape)
    for chapter in CHAPTERS:
        for name, shape in vars(chapter).items():
            if isinstance(shape, type) and shape.__module__ == chapter.__name__ and name not in schemas:
                _add(schemas, name, shape)
    return {name: schemas[name] for name in sorted(schemas)}


def _add(schemas: dict[str, Any], name: str, shape: Any) -> None:
    schema = TypeAdapter(shape).json_schema(ref_template=REFERENCE)
    schemas.update(schema.pop("$defs", {}))
    if "$ref" not in schema:
        schemas[name] = schema


def openapi_schema() -> dict[str, Any]:
    """Routes as the application has them, with every message of the socket beside them."""
    from fastapi import FastAPI
    from fastapi.openapi.utils import get_openapi

    from vanguard.server.wire.pages import pages

    app = FastAPI(separate_input_output_schemas=False)
    app.include_router(pages)
    schema = get_openapi(title="Vanguard", version="1", routes=app.routes, description="See docs/protocol.md.")
    schemas = {**schema["components"]["schemas"], **message_schemas()}
    schema["components"]["schemas"] = {name: schemas[name] for name in sorted(schemas)}
    return schema
