"""The first page: requirements in, matching designs out, and saved versions."""
