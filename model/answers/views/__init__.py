"""Tables that several outputs show, each made once: a terminal, a page, a sheet, HTML draw them."""
