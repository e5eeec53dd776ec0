# Blocks the first attacker with the first creature, if there are two: legal, seldom best.
N
s/^\[\[.*\n\[\[.*/[0, 0]/
t
s/.*/[]/
