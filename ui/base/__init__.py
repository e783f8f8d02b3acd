"""What all pages are made of: the session's record, fields, tables, cards, boxes."""
