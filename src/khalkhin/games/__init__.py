"""The games, one package each: its rules by chapter, its data, its words, and in `ai` how it is played well."""
