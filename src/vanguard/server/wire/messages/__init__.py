"""Every message between browser and server, a chapter a subject. The OpenAPI schema and the browser's types are generated from here.

What a browser sends is a pydantic model that refuses unknown keys; what the server sends is plain data of a typed shape.
docs/protocol.md tells the story in words.
"""
