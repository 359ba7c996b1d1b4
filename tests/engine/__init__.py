"""The engine, module by module, mostly on the tiny game."""

import tests.tiny  # noqa: F401  registers the tiny game
