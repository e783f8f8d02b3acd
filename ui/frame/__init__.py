"""What surrounds every page: header, notices, address, opening and downloads."""
