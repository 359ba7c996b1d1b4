"""How to play: the guide of a game, with pictures, figures and worked examples that the engine makes.

`plan` reads its structure and `prose` its text in a language, `examples` plays what it tells of, `pictures` draws it,
`book` puts all together, and `html` writes it out.
"""
