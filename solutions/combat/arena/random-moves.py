from random import Random


def play(role, attackers, blockers):
    chance = Random(repr((role, attackers, blockers)))
    if role == "attack":
        return [a for a in range(len(attackers)) if chance.random() < 0.5]
    places = range(-1, len(attackers))
    return [[b, a] for b in range(len(blockers)) if (a := chance.choice(places)) >= 0]
