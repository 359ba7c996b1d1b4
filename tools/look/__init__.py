"""The automatic look: at every prompt of whole games, whether the question can be read and nothing is in its way."""
