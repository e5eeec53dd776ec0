"""One module a command: ``arguments`` adds its words to a parser, ``main`` does it.

``main(options, words)`` gets the parsed options and the words as typed, and returns an exit status.
"""
