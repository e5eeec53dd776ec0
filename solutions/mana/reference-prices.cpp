// Mana troubles without any flow: by prices.
//
// Put a price y[k] >= 0, in life, on one unit of each of the seven kinds of requirement (six types
// and generic). A trader who owns the lands earns at most
//     g(y) = the best profit, selling mana at these prices and paying life as cost,
// and every way to pay a cost d for k life shows  sum d[k] y[k] - k <= g(y).  So each price vector
// gives a lower bound D(y) = d.y - g(y) on the life that the cost takes, and by the duality of
// linear programs with a totally unimodular matrix the best bound over whole prices is exact:
// it is the least life, or it grows without bound when the cost cannot be paid at all.
//
// g is easy. A mana of type t sells for v[t] = max(y[t], y[generic]). A land on the battlefield
// earns its best alternative, or nothing. A library card would earn w = max v - 1 - shock,
// whichever fetch land finds it; the sets of cards that fetch lands can find at the same time are
// the independent sets of a transversal matroid, so taking cards greedily by falling w, as long as
// the fetch lands can still be matched to them, earns the most.
//
// D is L-natural-concave (g is the conjugate of the value of a minimum-cost flow, Murota, Discrete
// Convex Analysis, 2003). Hence climbing is safe: if D(z) > D(y) for some z then some step y + 1_X,
// X a set of kinds, has D(y + 1_X) > D(y) as long as y is at most the least maximiser z. (Take
// X = argmax(z - y): D(y) + D(z) <= D(y + 1_X) + D(z - 1_X), and D(z - 1_X) < D(z).) The smallest
// of the best steps keeps y below z: with p = y + 1_X, D(p) + D(z) <= D(min(p, z)) + D(max(p, z))
// and D(max(p, z)) <= D(z), so min(p, z) is as good a step, hence p itself. So climbing from 0 stops
// at an optimum or, where D has none, above the life at hand; each step gains at least 1.
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

const string KIND = "WUBRGC*";
struct Land { char sort; string mana; };  // d dual or basic, s shock, a any, f fetch, p pain,
                                          // b bounce, c city, t tron
map<string, Land> table() {
    map<string, Land> all;
    const string basic[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
    for (int i = 0; i < 5; i++) all[basic[i]] = {'d', KIND.substr(i, 1)};
    const char *pairs[] = {"WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU"};
    const pair<char, const char *> families[] = {
        {'d', "Tundra,Underground Sea,Badlands,Taiga,Savannah,"
              "Scrubland,Volcanic Island,Bayou,Plateau,Tropical Island"},
        {'f', "Flooded Strand,Polluted Delta,Bloodstained Mire,Wooded Foothills,Windswept Heath,"
              "Marsh Flats,Scalding Tarn,Verdant Catacombs,Arid Mesa,Misty Rainforest"},
        {'s', "Hallowed Fountain,Watery Grave,Blood Crypt,Stomping Ground,Temple Garden,"
              "Godless Shrine,Steam Vents,Overgrown Tomb,Sacred Foundry,Breeding Pool"},
        {'p', "Adarkar Wastes,Underground River,Sulfurous Springs,Karplusan Forest,Brushland,"
              "Caves of Koilos,Shivan Reef,Llanowar Wastes,Battlefield Forge,Yavimaya Coast"},
        {'b', "Azorius Chancery,Dimir Aqueduct,Rakdos Carnarium,Gruul Turf,Selesnya Sanctuary,"
              "Orzhov Basilica,Izzet Boilerworks,Golgari Rot Farm,Boros Garrison,"
              "Simic Growth Chamber"}};
    for (auto &[sort, names] : families) {
        stringstream list(names);
        string name;
        for (int i = 0; getline(list, name, ','); i++) all[name] = {sort, pairs[i]};
    }
    const pair<const char *, const char *> three[] = {
        {"Arcane Sanctum", "WUB"}, {"Crumbling Necropolis", "UBR"}, {"Savage Lands", "BRG"},
        {"Jungle Shrine", "RGW"}, {"Seaside Citadel", "GWU"}, {"Frontier Bivouac", "GUR"},
        {"Mystic Monastery", "URW"}, {"Nomad Outpost", "RWB"}, {"Opulent Palace", "BGU"},
        {"Sandsteppe Citadel", "WBG"}, {"Gemstone Mine", "WUBRG"}};
    for (auto &[name, mana] : three) all[name] = {'a', mana};
    all["City of Brass"] = {'c', "WUBRG"};
    all["Urza's Mine"] = {'t', "CC"};
    all["Urza's Power Plant"] = {'t', "CC"};
    all["Urza's Tower"] = {'t', "CCC"};
    return all;
}

using Prices = array<long long, 7>;

struct Game {
    vector<Land> lands, fetches, cards;
    bool tron = false;
    Prices need{};

    static bool finds(const Land &fetch, const Land &card) {
        return fetch.mana.find_first_of(card.mana) != string::npos;
    }

    // Kuhn's augmenting path: give card c a fetch land, moving others if need be.
    bool match(int c, vector<int> &owner, vector<char> &seen) const {
        for (size_t f = 0; f < fetches.size(); f++) {
            if (seen[f] || !finds(fetches[f], cards[c])) continue;
            seen[f] = 1;
            if (owner[f] < 0 || match(owner[f], owner, seen)) {
                owner[f] = c;
                return true;
            }
        }
        return false;
    }

    long long profit(const Prices &y) const {
        auto value = [&](char t) { return max(y[KIND.find(t)], y[6]); };
        auto best = [&](const string &mana) {
            long long most = 0;
            for (char t : mana) most = max(most, value(t));
            return most;
        };
        long long sum = 0;
        for (auto &land : lands) {
            if (land.sort == 'b') for (char t : land.mana) sum += value(t);
            else if (land.sort == 't') sum += value('C') * (tron ? land.mana.size() : 1);
            else if (land.sort == 'c') sum += max(0LL, best(land.mana) - 1);
            else if (land.sort == 'p') sum += max(value('C'), best(land.mana) - 1);
            else sum += best(land.mana);
        }
        vector<pair<long long, int>> order;
        for (size_t c = 0; c < cards.size(); c++) {
            long long w = best(cards[c].mana) - (cards[c].sort == 's' ? 3 : 1);
            if (w > 0) order.push_back({-w, c});
        }
        sort(order.begin(), order.end());
        vector<int> owner(fetches.size(), -1);
        for (auto &[w, c] : order) {
            vector<char> seen(fetches.size(), 0);
            if (match(c, owner, seen)) sum -= w;
        }
        return sum;
    }

    long long bound(const Prices &y) const {
        long long sum = -profit(y);
        for (int k = 0; k < 7; k++) sum += need[k] * y[k];
        return sum;
    }

    bool possible(long long life) const {
        Prices y{};
        long long here = 0;
        while (here < life) {
            long long best = here;
            int step = 0;
            for (int x = 1; x < 128; x++) {
                Prices z = y;
                for (int k = 0; k < 7; k++) z[k] += x >> k & 1;
                long long there = bound(z);
                if (there > best || (there == best && step &&
                                     __builtin_popcount(x) < __builtin_popcount(step))) {
                    best = there;
                    step = x;
                }
            }
            if (!step) return true;
            for (int k = 0; k < 7; k++) y[k] += step >> k & 1;
            here = best;
        }
        return false;
    }
};

string line() {
    string s;
    while (getline(cin, s)) {
        if (!s.empty() && s.back() == '\r') s.pop_back();
        if (!s.empty()) break;
    }
    return s;
}

int main() {
    auto known = table();
    for (int t = stoi(line()); t--;) {
        Game game;
        map<string, int> tron;
        for (int n = stoi(line()); n--;) {
            string name = line();
            Land land = known.at(name);
            (land.sort == 'f' ? game.fetches : game.lands).push_back(land);
            if (land.sort == 't') tron[name]++;
        }
        game.tron = tron.size() == 3;
        for (int n = stoi(line()); n--;) {
            Land land = known.at(line());
            if (land.sort == 'd' || land.sort == 's') game.cards.push_back(land);
        }
        long long life = stoll(line());
        for (char symbol : line()) {
            if (isdigit(symbol)) game.need[6] += symbol - '0';
            else game.need[KIND.find(symbol)]++;
        }
        puts(game.possible(life) ? "YES" : "NO");
    }
}
