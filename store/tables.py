"""The tables of a store."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Integer, LargeBinary, MetaData, Table, Text

SCHEMA = 1
"""Version of these tables. A store of a newer version isn't modified."""
tables = MetaData()

about = Table("about", tables, Column("schema", Integer, primary_key=True, autoincrement=False))

scenario = Table(
    "scenario",
    tables,
    Column("name", Text, primary_key=True),
    Column("head", Integer, nullable=False),
)
"""Number of the newest version by name. Of two concurrent saves, the first to change it wins."""

version = Table(
    "version",
    tables,
    Column("name", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("who", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(["name"], ["scenario.name"]),
)
attached = Table(
    "attached",
    tables,
    Column("name", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("file", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    ForeignKeyConstraint(["name", "number"], ["version.name", "version.number"]),
)
"""Files named in a version: quotes, price books, usage histories."""

draft = Table(
    "draft",
    tables,
    Column("owner", Text, primary_key=True),
    Column("choice", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""Unsaved changes of one browser as JSON. The owner is a hash of the browser's key."""
draft_file = Table(
    "draft_file",
    tables,
    Column("owner", Text, primary_key=True),
    Column("choice", Text, primary_key=True),
    Column("file", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    ForeignKeyConstraint(["owner", "choice"], ["draft.owner", "draft.choice"]),
)

vendor_form = Table(
    "vendor_form",
    tables,
    Column("vendor", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""How each vendor writes tables, as JSON, by the vendor's name in lower case."""
LATER = (vendor_form,)
"""Tables that stores of former versions lack; they are added when such a store is opened."""
