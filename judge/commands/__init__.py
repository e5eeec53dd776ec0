"""One module per command: ``arguments`` adds its options to a parser, ``main`` runs it.

``main(options, argv)`` gets the parsed options and the arguments as typed, and returns an exit
status.
"""
