"""Tools for developers. Not part of the package."""
