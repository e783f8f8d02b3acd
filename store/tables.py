"""The tables of a store."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Integer, LargeBinary, MetaData, Table, Text

SCHEMA = 1
"""Which tables these are; a store that a newer program made is left alone."""
tables = MetaData()

about = Table("about", tables, Column("schema", Integer, primary_key=True, autoincrement=False))

scenario = Table(
    "scenario",
    tables,
    Column("name", Text, primary_key=True),
    Column("head", Integer, nullable=False),
)
"""The number of the newest version, by name: whoever moves it from what he saw wins."""

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
"""The files that a version names: quotes, price books, usage."""

draft = Table(
    "draft",
    tables,
    Column("owner", Text, primary_key=True),
    Column("choice", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""What one browser changed and didn't save, as JSON; the owner is a hash of the browser's key."""
draft_file = Table(
    "draft_file",
    tables,
    Column("owner", Text, primary_key=True),
    Column("choice", Text, primary_key=True),
    Column("file", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    ForeignKeyConstraint(["owner", "choice"], ["draft.owner", "draft.choice"]),
)
