"""Write the protocol's schema to web/openapi.json, from which the browser's types are generated.

`--check` writes nothing and fails if the file is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from vanguard.server.wire.schema import openapi_schema

FILE = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def main() -> int:
    text = json.dumps(openapi_schema(), indent=1, ensure_ascii=False) + "\n"
    if "--check" in sys.argv[1:]:
        if not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
            print(f"{FILE.name} is stale: run tools/export_openapi.py and `npm run types` in web/", file=sys.stderr)
            return 1
        return 0
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
