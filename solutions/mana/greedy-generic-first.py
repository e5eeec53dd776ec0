"""Mana troubles, too hasty: generic mana is paid first, with the lands that have the fewest
choices."""
import sys
from collections import Counter

BASIC = dict(W="Plains", U="Island", B="Swamp", R="Mountain", G="Forest")
PAIRS = "WU UB BR RG GW WB UR BG RW GU".split()
DUAL = ("Tundra,Underground Sea,Badlands,Taiga,Savannah,"
        "Scrubland,Volcanic Island,Bayou,Plateau,Tropical Island").split(",")
FETCH = ("Flooded Strand,Polluted Delta,Bloodstained Mire,Wooded Foothills,Windswept Heath,"
         "Marsh Flats,Scalding Tarn,Verdant Catacombs,Arid Mesa,Misty Rainforest").split(",")
SHOCK = ("Hallowed Fountain,Watery Grave,Blood Crypt,Stomping Ground,Temple Garden,"
         "Godless Shrine,Steam Vents,Overgrown Tomb,Sacred Foundry,Breeding Pool").split(",")
PAIN = ("Adarkar Wastes,Underground River,Sulfurous Springs,Karplusan Forest,Brushland,"
        "Caves of Koilos,Shivan Reef,Llanowar Wastes,Battlefield Forge,Yavimaya Coast").split(",")
BOUNCE = ("Azorius Chancery,Dimir Aqueduct,Rakdos Carnarium,Gruul Turf,Selesnya Sanctuary,"
          "Orzhov Basilica,Izzet Boilerworks,Golgari Rot Farm,Boros Garrison,"
          "Simic Growth Chamber").split(",")
THREE = {"Arcane Sanctum": "WUB", "Crumbling Necropolis": "UBR", "Savage Lands": "BRG",
         "Jungle Shrine": "RGW", "Seaside Citadel": "GWU", "Frontier Bivouac": "GUR",
         "Mystic Monastery": "URW", "Nomad Outpost": "RWB", "Opulent Palace": "BGU",
         "Sandsteppe Citadel": "WBG"}
TRON = {"Urza's Mine": 2, "Urza's Power Plant": 2, "Urza's Tower": 3}


def cards():
    """name -> (basic types, [(life, mana made)], life to enter untapped, types it fetches);
    a basic type is written as its colour."""
    known = {name: (c, [(0, c)], 0, "") for c, name in BASIC.items()}
    for pair, dual, fetch, shock, pain, bounce in zip(PAIRS, DUAL, FETCH, SHOCK, PAIN, BOUNCE):
        known[dual] = pair, [(0, c) for c in pair], 0, ""
        known[shock] = pair, [(0, c) for c in pair], 2, ""
        known[pain] = "", [(0, "C")] + [(1, c) for c in pair], 0, ""
        known[bounce] = "", [(0, pair)], 0, ""
        known[fetch] = "", [], 0, pair
    for name, three in THREE.items():
        known[name] = "", [(0, c) for c in three], 0, ""
    known["City of Brass"] = "", [(1, c) for c in "WUBRG"], 0, ""
    known["Gemstone Mine"] = "", [(0, c) for c in "WUBRG"], 0, ""
    for name in TRON:
        known[name] = "", [(0, "C")], 0, ""
    return known


def demand(cost):
    need = Counter()
    for symbol in cost:
        if symbol.isdigit():
            need["*"] += int(symbol)
        else:
            need[symbol] += 1
    return need


def sources(battlefield, library, known):
    """Free-standing sources of one mana: [(life, symbol)] each; fetch lands apart."""
    tron = all(name in battlefield for name in TRON)
    plain, fetches = [], []
    for name in battlefield:
        types, ways, shock, seeks = known[name]
        if name in TRON:
            plain += [[(0, "C")]] * (TRON[name] if tron else 1)
        elif name in BOUNCE:
            plain += [[(0, symbol)] for symbol in ways[0][1]]
        elif seeks:
            fetches.append(seeks)
        else:
            plain.append(ways)
    found = [[known[card][0], [(1 + known[card][2], c) for c in known[card][0]]]
             for card in library if known[card][0]]
    return plain, fetches, found


def possible(battlefield, library, life, cost, known):
    plain, fetches, found = sources(battlefield, library, known)
    pool = plain + [[way for types, ways in found if set(types) & set(seeks) for way in ways]
                    for seeks in fetches]
    pool = sorted((ways for ways in pool if ways), key=lambda ways: (min(ways)[0], len(ways)))
    need = demand(cost)
    paid = sum(min(ways)[0] for ways in pool[:need["*"]])
    if len(pool) < need["*"]:
        return False
    pool = pool[need["*"]:]
    wanted = [symbol for symbol in "WUBRGC" for _ in range(need[symbol])]
    owner = {}

    def give(index, seen):
        for place, ways in enumerate(pool):
            if place not in seen and any(symbol == wanted[index] for _, symbol in ways):
                seen.add(place)
                if place not in owner or give(owner[place], seen):
                    owner[place] = index
                    return True
        return False

    if not all(give(index, set()) for index in range(len(wanted))):
        return False
    for place, index in owner.items():
        paid += min(price for price, symbol in pool[place] if symbol == wanted[index])
    return paid < life


def main():
    known = cards()
    lines = [line.rstrip("\r\n") for line in sys.stdin]
    lines = iter([line for line in lines if line])
    for _ in range(int(next(lines))):
        battlefield = [next(lines) for _ in range(int(next(lines)))]
        library = [next(lines) for _ in range(int(next(lines)))]
        life, cost = int(next(lines)), next(lines)
        print("YES" if possible(battlefield, library, life, cost, known) else "NO")


main()
