"""How to play: the guide of a game, with pictures, figures and worked examples that the engine makes.

`plan` reads its structure and `prose` its text in a language, `examples` plays what it tells of, `pictures` draws it,
`book` puts all together, `html` and `typeset` write it out, as a page and as a PDF; the terminal has it as plain text,
the documentation as Markdown.
"""
