"""Baking: the ground of a map as a picture. The only part of the package that needs numpy, scipy and Pillow."""
