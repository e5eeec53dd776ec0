PAIRS = "WU UB BR RG GW WB UR BG RW GU".split()
BASIC = "Plains,Island,Swamp,Mountain,Forest".split(",")
FETCH = (
    "Flooded Strand,Polluted Delta,Bloodstained Mire,Wooded Foothills,Windswept Heath,"
    "Marsh Flats,Scalding Tarn,Verdant Catacombs,Arid Mesa,Misty Rainforest"
).split(",")
DUAL = (
    "Tundra,Underground Sea,Badlands,Taiga,Savannah,"
    "Scrubland,Volcanic Island,Bayou,Plateau,Tropical Island"
).split(",")
SHOCK = (
    "Hallowed Fountain,Watery Grave,Blood Crypt,Stomping Ground,Temple Garden,"
    "Godless Shrine,Steam Vents,Overgrown Tomb,Sacred Foundry,Breeding Pool"
).split(",")
PAIN = (
    "Adarkar Wastes,Underground River,Sulfurous Springs,Karplusan Forest,Brushland,"
    "Caves of Koilos,Shivan Reef,Llanowar Wastes,Battlefield Forge,Yavimaya Coast"
).split(",")
BOUNCE = (
    "Azorius Chancery,Dimir Aqueduct,Rakdos Carnarium,Gruul Turf,Selesnya Sanctuary,"
    "Orzhov Basilica,Izzet Boilerworks,Golgari Rot Farm,Boros Garrison,"
    "Simic Growth Chamber"
).split(",")
FREE = {
    "Arcane Sanctum": "WUB",
    "Crumbling Necropolis": "UBR",
    "Savage Lands": "BRG",
    "Jungle Shrine": "RGW",
    "Seaside Citadel": "GWU",
    "Frontier Bivouac": "GUR",
    "Mystic Monastery": "URW",
    "Nomad Outpost": "RWB",
    "Opulent Palace": "BGU",
    "Sandsteppe Citadel": "WBG",
    "Gemstone Mine": "WUBRG",
}
FREE.update(zip(BASIC, "WUBRG", strict=True))
TRON = {"Urza's Mine": 2, "Urza's Power Plant": 2, "Urza's Tower": 3}


def solve(cases):
    return "\n".join("YES" if payable(**case) else "NO" for case in cases)


def payable(battlefield, library, life, cost):
    """Each unit of mana pays one symbol, the symbols in turn; fetched cards are used up."""
    found = [
        (dict(zip(BASIC, "WUBRG", strict=True)).get(card) or PAIRS[DUAL.index(card)], 1)
        if card in BASIC or card in DUAL
        else (PAIRS[SHOCK.index(card)], 3)
        for card in library
        if card in BASIC or card in DUAL or card in SHOCK
    ]
    tron = all(name in battlefield for name in TRON)
    units = []
    for name in battlefield:
        if name in TRON:
            units += [{"C": 0}] * (TRON[name] if tron else 1)
        elif name in FREE:
            units.append(dict.fromkeys(FREE[name], 0))
        elif name in DUAL:
            units.append(dict.fromkeys(PAIRS[DUAL.index(name)], 0))
        elif name in SHOCK:
            units.append(dict.fromkeys(PAIRS[SHOCK.index(name)], 0))
        elif name in PAIN:
            units.append({"C": 0, **dict.fromkeys(PAIRS[PAIN.index(name)], 1)})
        elif name in BOUNCE:
            units += [{colour: 0} for colour in PAIRS[BOUNCE.index(name)]]
        elif name in FETCH:
            units.append(PAIRS[FETCH.index(name)])
        else:
            units.append(dict.fromkeys("WUBRG", 1))
    symbols = []
    for symbol in cost:
        symbols += "*" * int(symbol) if symbol.isdigit() else symbol
    symbols.sort(key="*".__eq__)

    def least(at, units, cards):
        if at == len(symbols):
            return 0
        best = 99
        for i, unit in enumerate(units):
            rest = units[:i] + units[i + 1 :]
            if isinstance(unit, str):
                for j, (colours, price) in enumerate(cards):
                    if set(colours) & set(unit) and symbols[at] in colours + "*":
                        left = cards[:j] + cards[j + 1 :]
                        best = min(best, price + least(at + 1, rest, left))
            elif symbols[at] == "*":
                best = min(best, min(unit.values()) + least(at + 1, rest, cards))
            elif symbols[at] in unit:
                best = min(best, unit[symbols[at]] + least(at + 1, rest, cards))
        return best

    return least(0, units, found) < life
