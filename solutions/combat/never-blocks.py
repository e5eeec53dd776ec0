lambda attackers, blockers: []
