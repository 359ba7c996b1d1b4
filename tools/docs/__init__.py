"""The documentation as a site (`make docs`): what mkdocs does not do by itself."""
