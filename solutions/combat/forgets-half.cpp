// Dynamic programming over sets of my creatures; damage to me counts in full.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using Side = std::vector<std::pair<int, int>>;

Side read_side() {
    std::string line;
    std::getline(std::cin, line);
    for (char &c : line)
        if (!std::isdigit(static_cast<unsigned char>(c))) c = ' ';
    Side side;
    const char *at = line.c_str();
    for (char *end;; at = end) {
        long power = std::strtol(at, &end, 10);
        if (end == at) return side;
        at = end;
        side.push_back({power, std::strtol(at, &end, 10)});
    }
}

std::vector<int> gains(std::pair<int, int> attacker, const Side &mine) {
    auto [power, toughness] = attacker;
    int size = 1 << mine.size();
    std::vector<int> gain(size), dead(size);
    for (int set = 1; set < size; set++) {
        int strength = 0, cost = 0, worth = 0;
        for (size_t b = 0; b < mine.size(); b++)
            if (set >> b & 1) {
                strength += mine[b].first;
                cost += mine[b].second;
                worth += mine[b].first + mine[b].second;
                dead[set] = std::max(dead[set], dead[set ^ 1 << b]);
            }
        if (cost <= power) dead[set] = worth;
        gain[set] = 2 * power - 2 * dead[set];
        if (strength >= toughness) gain[set] += 2 * (power + toughness);
    }
    return gain;
}

int main() {
    Side attackers = read_side(), mine = read_side();
    int size = 1 << mine.size();
    std::vector<int> best(size);
    std::vector<std::vector<int>> choices;
    for (auto attacker : attackers) {
        std::vector<int> gain = gains(attacker, mine), next = best, choice(size);
        for (int used = 1; used < size; used++)
            for (int set = used; set; set = (set - 1) & used)
                if (best[used ^ set] + gain[set] > next[used]) {
                    next[used] = best[used ^ set] + gain[set];
                    choice[used] = set;
                }
        best = next;
        choices.push_back(choice);
    }
    for (int a = attackers.size() - 1, used = size - 1; a >= 0; a--) {
        int set = choices[a][used];
        for (size_t b = 0; b < mine.size(); b++)
            if (set >> b & 1) std::cout << b + 1 << " " << a + 1 << "\n";
        used ^= set;
    }
}
