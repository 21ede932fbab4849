"""JSON Schemas of content files, for editors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel


def schema_of_file(model: type[BaseModel], title: str, *, one_entry: bool = False) -> dict[str, Any]:
    """The JSON Schema of a content file: a table per entry, or one entry that is the whole file."""
    entry = model.model_json_schema()
    definitions = entry.pop("$defs", {})
    dialect = "https://json-schema.org/draft/2020-12/schema"
    if one_entry:
        return {"$schema": dialect, "title": title, **entry, "$defs": definitions}
    name = model.__name__
    return {
        "$schema": dialect,
        "title": title,
        "type": "object",
        "additionalProperties": {"$ref": f"#/$defs/{name}"},
        "$defs": {**definitions, name: entry},
    }


def write_schemas(schemas: Mapping[str, Mapping[str, Any]], directory: Path) -> list[Path]:
    """Writes `<name>.schema.json` for each; a content file names its schema in a first line `#:schema <name>.schema.json`."""
    directory.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, schema in schemas.items():
        file = directory / f"{name}.schema.json"
        file.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(file)
    return written
