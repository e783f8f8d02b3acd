"""From the text of a YAML file to checked fields, with a place for every complaint."""
