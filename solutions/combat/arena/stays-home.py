import json

role = input()
attackers, blockers = (json.loads(input()) for _ in range(2))
if role == "block" and attackers:
    strongest = max(range(len(attackers)), key=lambda a: attackers[a])
    print([[b, strongest] for b in range(len(blockers))])
