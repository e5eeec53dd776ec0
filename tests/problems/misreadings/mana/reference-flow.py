"""Mana troubles by minimum-cost flow: land -> (library card ->) type of mana -> requirement.

Every unit of the cost is paid by one unit of mana, which comes from one land, or from one library
card by way of one fetch land; arcs cost the life that is lost. Capacities are whole numbers, so a
cheapest flow is a play and a play is a flow. Bounce and Tron lands are free and leave no choice:
each of their mana is a source by itself. The cost can be paid if the cheapest flow that fills all
requirements costs less than the life at hand.
"""
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


def network(battlefield, library, need, known):
    """Arcs (from, to, capacity, life)."""
    arcs = []
    tron = all(name in battlefield for name in TRON)
    for name, copies in Counter(battlefield).items():
        types, ways, shock, seeks = known[name]
        if name in TRON:
            arcs.append(("source", "C", copies * (TRON[name] if tron else 1), 0))
        elif name in BOUNCE:
            for symbol in ways[0][1]:
                arcs.append(("source", symbol, copies, 0))
        else:
            arcs.append(("source", "land " + name, copies, 0))
            for life, symbol in ways:
                arcs.append(("land " + name, symbol, copies, life))
        for card in set(library) if seeks else ():
            if set(seeks) & set(known[card][0]):
                arcs.append(("land " + name, "find " + card, copies, 1))
    for name, copies in Counter(library).items():
        types, ways, shock, seeks = known[name]
        if types:
            arcs.append(("find " + name, "got " + name, copies, 0))
            for life, symbol in ways:
                arcs.append(("got " + name, symbol, copies, shock + life))
    for symbol in "WUBRGC":
        arcs.append((symbol, "sink", need[symbol], 0))
        arcs.append((symbol, "*", 100, 0))
    arcs.append(("*", "sink", need["*"], 0))
    return arcs


def cheapest(arcs, total, budget):
    """Least life of a flow of `total` units; more than `budget` if there is none that cheap."""
    nodes = {}
    head, room, price, out = [], [], [], []
    for tail, tip, capacity, life in arcs:
        if not capacity:
            continue
        for node in (tail, tip):
            if node not in nodes:
                nodes[node] = len(nodes)
                out.append([])
        out[nodes[tail]].append(len(head))
        out[nodes[tip]].append(len(head) + 1)
        head += nodes[tip], nodes[tail]
        room += capacity, 0
        price += life, -life
    if "source" not in nodes or "sink" not in nodes:
        return budget + 1
    source, sink = nodes["source"], nodes["sink"]
    paid = 0
    while total:
        far, by = [999] * len(out), [-1] * len(out)
        far[source] = 0
        queue, waiting = [source], {source}
        for node in queue:
            waiting.discard(node)
            for arc in out[node]:
                tip = head[arc]
                if room[arc] and far[node] + price[arc] < far[tip]:
                    far[tip], by[tip] = far[node] + price[arc], arc
                    if tip not in waiting:
                        waiting.add(tip)
                        queue.append(tip)
        if far[sink] == 999:
            return budget + 1
        path, node = [], sink
        while node != source:
            path.append(by[node])
            node = head[by[node] ^ 1]
        sent = min(total, min(room[arc] for arc in path))
        for arc in path:
            room[arc] -= sent
            room[arc ^ 1] += sent
        total -= sent
        paid += sent * far[sink]
        if paid > budget:
            break
    return paid


def possible(battlefield, library, life, cost, known):
    need = demand(cost)
    arcs = network(battlefield, library, need, known)
    return cheapest(arcs, sum(need.values()), life - 1) < life


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
