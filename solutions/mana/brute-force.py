"""Mana troubles by playing every game there is: only for small cases.

Follows the rules literally. The first untapped land is left alone, tapped in each way it allows,
or traded for each card it may fetch; a fetched card joins the lands still to be looked at, tapped
ones (a shock land that was not paid for) do not. No thought is given to what the mana is for
until all lands have had their turn.
"""
import sys
from functools import lru_cache

TYPE = dict(Plains="W", Island="U", Swamp="B", Mountain="R", Forest="G")
TABLE = """
Tundra=dual WU/Underground Sea=dual UB/Badlands=dual BR/Taiga=dual RG/Savannah=dual GW
Scrubland=dual WB/Volcanic Island=dual UR/Bayou=dual BG/Plateau=dual RW/Tropical Island=dual GU
Arcane Sanctum=any WUB/Crumbling Necropolis=any UBR/Savage Lands=any BRG/Jungle Shrine=any RGW
Seaside Citadel=any GWU/Frontier Bivouac=any GUR/Mystic Monastery=any URW/Nomad Outpost=any RWB
Opulent Palace=any BGU/Sandsteppe Citadel=any WBG/Gemstone Mine=any WUBRG
Flooded Strand=fetch WU/Polluted Delta=fetch UB/Bloodstained Mire=fetch BR
Wooded Foothills=fetch RG/Windswept Heath=fetch GW/Marsh Flats=fetch WB/Scalding Tarn=fetch UR
Verdant Catacombs=fetch BG/Arid Mesa=fetch RW/Misty Rainforest=fetch GU
Hallowed Fountain=shock WU/Watery Grave=shock UB/Blood Crypt=shock BR/Stomping Ground=shock RG
Temple Garden=shock GW/Godless Shrine=shock WB/Steam Vents=shock UR/Overgrown Tomb=shock BG
Sacred Foundry=shock RW/Breeding Pool=shock GU
Adarkar Wastes=pain WU/Underground River=pain UB/Sulfurous Springs=pain BR
Karplusan Forest=pain RG/Brushland=pain GW/Caves of Koilos=pain WB/Shivan Reef=pain UR
Llanowar Wastes=pain BG/Battlefield Forge=pain RW/Yavimaya Coast=pain GU
Azorius Chancery=all WU/Dimir Aqueduct=all UB/Rakdos Carnarium=all BR/Gruul Turf=all RG
Selesnya Sanctuary=all GW/Orzhov Basilica=all WB/Izzet Boilerworks=all UR/Golgari Rot Farm=all BG
Boros Garrison=all RW/Simic Growth Chamber=all GU
City of Brass=city WUBRG
Urza's Mine=tron CC/Urza's Power Plant=tron CC/Urza's Tower=tron CCC
"""
LANDS = {name: ("dual", symbol) for name, symbol in TYPE.items()}
for entry in TABLE.replace("\n", "/").strip("/").split("/"):
    LANDS[entry.split("=")[0]] = tuple(entry.split("=")[1].split())


def taps(name, present):
    """The (life lost, mana) of tapping a land while the lands `present` are on the battlefield."""
    sort, symbols = LANDS[name]
    if sort in ("dual", "shock", "any"):
        return [(0, symbol) for symbol in symbols]
    if sort == "city":
        return [(1, symbol) for symbol in symbols]
    if sort == "pain":
        return [(0, "C")] + [(1, symbol) for symbol in symbols]
    if sort == "all":
        return [(0, symbols)]
    if sort == "tron":
        full = {"Urza's Mine", "Urza's Power Plant", "Urza's Tower"} <= set(present)
        return [(0, symbols if full else "C")]
    return []


def can_fetch(fetch, card):
    return LANDS[card][0] in ("dual", "shock") and bool(set(LANDS[fetch][1]) & set(LANDS[card][1]))


def enough(mana, cost):
    pool = list(mana)
    for symbol in cost:
        if symbol.isalpha():
            if symbol not in pool:
                return False
            pool.remove(symbol)
    return len(pool) >= sum(int(symbol) for symbol in cost if symbol.isdigit())


def solve(battlefield, library, life, cost):
    @lru_cache(maxsize=None)
    def win(untapped, tapped, library, life, mana):
        if life <= 0:
            return False
        if not untapped:
            return enough(mana, cost)
        land, others = untapped[0], untapped[1:]
        here = tuple(sorted(tapped + (land,)))
        if win(others, here, library, life, mana):
            return True
        for lost, made in taps(land, untapped + tapped):
            if win(others, here, library, life - lost, "".join(sorted(mana + made))):
                return True
        if LANDS[land][0] != "fetch":
            return False
        for card in set(library):
            if not can_fetch(land, card):
                continue
            rest = list(library)
            rest.remove(card)
            price = 3 if LANDS[card][0] == "shock" else 1
            if win((card,) + others, tapped, tuple(rest), life - price, mana):
                return True
            if win(others, tuple(sorted(tapped + (card,))), tuple(rest), life - 1, mana):
                return True
        return False

    return win(tuple(battlefield), (), tuple(sorted(library)), life, "")


def main():
    lines = iter([line.strip() for line in sys.stdin if line.strip()])
    for _ in range(int(next(lines))):
        battlefield = [next(lines) for _ in range(int(next(lines)))]
        library = [next(lines) for _ in range(int(next(lines)))]
        life = int(next(lines))
        print("YES" if solve(battlefield, library, life, next(lines)) else "NO", flush=True)


if __name__ == "__main__":
    main()
