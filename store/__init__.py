"""Persistence: saved scenarios with their versions, drafts of unsaved changes, and links."""
