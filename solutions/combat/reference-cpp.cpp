// Optimal blocks in a combat of creatures, with proof: branch and bound on a set packing whose
// linear relaxation is solved by the simplex method, and where that takes too long, a dynamic
// programme over the creatures used.
//
// Reads two JSON lists from standard input, attackers then blockers, each of [power, toughness];
// prints one "[blocker, attacker]" a line, counted from 0. Scores are doubled: all are integers.
//
// THE PACKING. Measure the score against blocking nothing. Attacker (P, T) blocked by a non-empty
// set S of creatures is worth
//     v(S) = P + (2(P + T) if the powers in S reach T) - 2 L(S),
// L(S) being the largest total of power + toughness over subsets of S whose toughnesses sum to P at
// most: the attacker picks whom to kill, and damage that does not kill is wasted. What one attacker
// does touches no other, so we look for disjoint sets, one or none for each attacker, of the
// largest total worth.
//
// WHICH SETS ARE BUILT. L is monotone: dropping a creature from S never raises it, and the dropped
// creature may stay out of the combat at no cost. Therefore a set that does not kill can shrink to
// any one of its members, and a killing set can lose every creature it can kill without; neither
// lowers v. It suffices to build (a) single creatures and (b) killing sets of two or more in which
// nobody is superfluous. In (b) nobody kills alone, and powers are positive. Of these we drop any
// that is worth no more than nothing, or than one of its members alone: same argument. While a set
// grows L only grows, so 3P + 2T - 2L bounds the worth of all its supersets, and a branch of the
// construction ends where that bound is no more than a member alone. Creatures are added by falling
// power; a set is complete when it kills, its last member then being the weakest: if needed, so are
// all. Equal creatures are one type with a count, equal attackers one group with a count.
//
// WHAT IS CUT. Give type k any price l_k >= 0, and sets of two or more (gangs) a price m >= 0 each.
// A packing of sets c has worth
//     sum v(c) <= sum (v(c) - l(c)) + sum_k l_k have_k + m G,
// l(c) being the sum of prices in c, with m if it is a gang, and G the most gangs that the creatures
// suffice for, since it uses no more of either than there are. G is an integer, which is what
// this price adds: the relaxation alone sees three tenths of a gang more than there can be. So with
// top_g the best v(c) - l(c) in group g (at least 0 unless the branch says that this group must
// block),
//     bound = sum_g left_g top_g + sum_k l_k have_k + m G
// holds for every packing of the branch; and for those that use a set c of group g at least once,
// so does bound - (top_g - v(c) + l(c)). A branch, or a set within a branch, goes only if that bound
// is below (best known + step), step being a common divisor of all worths. Prices are the dual
// values of the simplex, in floating point, but rounded to integers over `unit` before anything is
// concluded from them: the comparison is exact, and a bad price costs time, never the answer.
//
// WHAT IS SPLIT. Two ways, each covering all packings of the branch. For a property of sets and a
// group of r attackers: "at least f + 1 of them use sets that have it" or "at most f do". As equal
// attackers may be told apart in any way, the first leaves a group of f + 1 that must use such sets
// and a group of r - f - 1 as before; the second a group of f as before and one of r - f that may
// not use them. Or, for one set: "somebody in the group uses it" or "nobody does". Each time there
// are fewer attackers in a group, or fewer sets, or one freedom less, so the search ends; then the
// best known is optimal.
//
// WHERE THE SEARCH STOPS. A relaxation may see most of a kill that no creatures are left for, and
// then the search has to try nearly everything. The alternative does not depend on bounds: attacker
// by attacker, the most that those so far are worth for every multiset of creatures that they may
// use. Its cost is known before it starts: a set c takes one addition for each multiset that leaves
// c idle. Among n different creatures no set contains another (a superset is worth no more), so by
// the inequality of Lubell, Yamamoto and Meshalkin an attacker costs at most the largest
// binomial(n, k) 2^(n - k): nine million additions for n = 16, 635 million for n = 20. The search
// gets an eighth as many steps as the programme needs; then the programme takes over with the sets that the
// first bound leaves, which are all that a packing better than the best known one can use.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using std::pair;
using std::size_t;
using std::vector;
using Int = std::int64_t;
using Creature = pair<Int, Int>;  // power, toughness

vector<Creature> read_creatures() {
    std::string line;
    std::getline(std::cin, line);
    vector<Int> numbers;
    for (size_t at = 0; at < line.size();) {
        size_t used = 1;
        if (std::isdigit(static_cast<unsigned char>(line[at])))
            numbers.push_back(std::stoll(line.substr(at), &used));
        at += used;
    }
    vector<Creature> creatures;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
        creatures.emplace_back(numbers[i], numbers[i + 1]);
    return creatures;
}

// Equal creatures together, the most powerful first.
struct Kinds {
    vector<Creature> kinds;
    vector<vector<int>> members;  // indices into the input
    vector<int> counts;

    explicit Kinds(const vector<Creature>& creatures) {
        std::map<Creature, vector<int>, std::greater<Creature>> sorted;
        for (size_t i = 0; i < creatures.size(); ++i)
            sorted[creatures[i]].push_back(static_cast<int>(i));
        for (auto& [kind, indices] : sorted) {
            kinds.push_back(kind);
            counts.push_back(static_cast<int>(indices.size()));
            members.push_back(std::move(indices));
        }
    }
    int size() const { return static_cast<int>(kinds.size()); }
};

// All sets worth considering, of all kinds of attackers (`owner`); the types of set c are
// types[begin[c] .. begin[c+1]).
struct Sets {
    vector<int> owner;
    vector<Int> value;
    vector<char> kills;  // whether the attacker dies of it
    vector<int> begin{0};
    vector<std::uint16_t> types;

    int size() const { return static_cast<int>(value.size()); }
    int members(int c) const { return begin[c + 1] - begin[c]; }
    bool is_gang(int c) const { return members(c) > 1; }
    void add(int attacker, Int v, bool kill, const vector<std::uint16_t>& members) {
        owner.push_back(attacker);
        value.push_back(v);
        kills.push_back(kill);
        types.insert(types.end(), members.begin(), members.end());
        begin.push_back(static_cast<int>(types.size()));
    }
    template <class F> void each_type(int c, F f) const {
        for (int j = begin[c]; j < begin[c + 1]; ++j) f(types[j]);
    }
};

// Builds the sets of one kind of attacker: see WHICH SETS ARE BUILT.
class Builder {
  public:
    Builder(int owner, Creature attacker, const Kinds& blockers, Sets& out)
        : owner_(owner), power_(attacker.first), toughness_(attacker.second), blockers_(blockers),
          out_(out) {}

    void run() {
        for (int k = 0; k < blockers_.size(); ++k) {
            auto [p, t] = blockers_.kinds[k];
            Int value = power_ - (t <= power_ ? 2 * (p + t) : 0);
            if (p >= toughness_) value += 2 * (power_ + toughness_);
            else if (p > 0) partners_.push_back({k, p, t, std::max<Int>(value, 0)});
            if (value > 0)
                out_.add(owner_, value, p >= toughness_, {static_cast<std::uint16_t>(k)});
        }
        supply_.assign(partners_.size() + 1, 0);
        for (size_t j = partners_.size(); j-- > 0;)
            supply_[j] = supply_[j + 1] + partners_[j].power * blockers_.counts[partners_[j].type];
        extend(0, toughness_, 0, {{0, 0}});
    }

  private:
    struct Partner { int type; Int power, toughness, alone; };
    // Damage spent -> worth killed, both rising: no entry is both dearer and worth no more.
    using Kills = vector<pair<Int, Int>>;

    Kills with(const Kills& kills, const Partner& b) const {
        if (b.toughness > power_) return kills;
        Kills merged, grown;
        for (auto [spent, worth] : kills)
            if (spent + b.toughness <= power_)
                grown.emplace_back(spent + b.toughness, worth + b.power + b.toughness);
        std::merge(kills.begin(), kills.end(), grown.begin(), grown.end(),
                   std::back_inserter(merged),
                   [](auto& x, auto& y) { return x.first != y.first ? x.first < y.first
                                                                    : x.second > y.second; });
        Kills kept;
        for (auto& entry : merged)
            if (kept.empty() || entry.second > kept.back().second) kept.push_back(entry);
        return kept;
    }

    // Adds creatures of partners_[j..] to members_, which still lack `missing` power to kill;
    // `alone` is the most that one of members_, or nobody, is worth.
    void extend(size_t j, Int missing, Int alone, const Kills& kills) {
        for (; j < partners_.size() && supply_[j] >= missing; ++j) {
            const Partner& b = partners_[j];
            const size_t depth = members_.size();
            const Int floor = std::max(alone, b.alone);
            Int lacking = missing;
            Kills now = kills;
            for (int copies = 1; copies <= blockers_.counts[b.type]; ++copies) {
                members_.push_back(static_cast<std::uint16_t>(b.type));
                lacking -= b.power;
                now = with(now, b);
                const Int most = 3 * power_ + 2 * toughness_ - 2 * now.back().second;
                if (most <= floor) break;
                if (lacking <= 0) {
                    out_.add(owner_, most, true, members_);
                    break;
                }
                extend(j + 1, lacking, floor, now);
            }
            members_.resize(depth);
        }
    }

    int owner_;
    Int power_, toughness_;
    const Kinds& blockers_;
    Sets& out_;
    vector<Partner> partners_;
    vector<Int> supply_;  // power of partners_[j..] together
    vector<std::uint16_t> members_;
};

// A set that a group may still use. Groups start as the kinds of attackers and are split later.
struct Option {
    int set, group;
    bool operator==(const Option& o) const { return set == o.set && group == o.group; }
};

struct Branch {
    vector<Option> live;
    vector<int> left;    // attackers in each group
    vector<char> must;   // whether all of them must be blocked
    vector<int> have;    // creatures of each type not yet bound
    vector<int> chosen;  // sets taken
    Int value = 0;       // their worth
};

// Primal simplex for: maximise worth.x, options of group g at most left_g, type k at most have_k,
// at most so many sets of two or more, x >= 0. Basis inverse kept dense (few rows), options priced in batches (many columns). Right
// sides are raised by tiny unequal amounts so that pivots make progress. Its results steer the
// search and prove nothing.
class Simplex {
  public:
    vector<double> price;                // dual values: groups, types, number of gangs
    vector<pair<Option, double>> basic;  // options with a positive share
    Int steps = 0;                       // how much work all calls were

    explicit Simplex(const Sets& sets) : sets_(sets) {}

    // `bonus` is added to the worth of all options of groups that must block; there are at most
    // `gangs` sets of two or more.
    void solve(const Branch& b, double bonus, int gangs) {
        groups_ = static_cast<int>(b.left.size());
        const int m = rows_ = groups_ + static_cast<int>(b.have.size()) + 1;
        branch_ = &b;
        bonus_ = bonus;
        inverse_.assign(static_cast<size_t>(m) * m, 0);
        basis_.assign(m, {-1, -1});  // the row's own slack
        gain_.assign(m, 0);
        level_.resize(m);
        price.resize(m);
        for (int i = 0; i < m; ++i) {
            inverse_[static_cast<size_t>(i) * m + i] = 1;
            level_[i] = (i < groups_ ? b.left[i] : i < m - 1 ? b.have[i - groups_] : gangs)
                        + 1e-6 * (1 + (i * 37 % 101) / 101.0);
        }
        double scale = 1;
        for (Option o : b.live) scale = std::max(scale, worth(o));
        epsilon_ = 1e-9 * scale;
        update_prices();
        int pivots = 60 * m + 500;
        vector<pair<double, int>> batch;  // minus reduced worth, place in b.live
        while (pivots > 0) {
            batch.clear();
            steps += static_cast<Int>(4 * b.live.size());
            for (size_t i = 0; i < b.live.size(); ++i)
                if (double r = reduced(b.live[i]); r > epsilon_)
                    batch.emplace_back(-r, static_cast<int>(i));
            const size_t keep = std::min<size_t>(batch.size(), 200);
            std::partial_sort(batch.begin(), batch.begin() + keep, batch.end());
            batch.resize(keep);
            if (!improve(batch, pivots)) break;
        }
        basic.clear();
        for (int i = 0; i < m; ++i)
            if (basis_[i].set >= 0 && level_[i] > 1e-4) basic.emplace_back(basis_[i], level_[i]);
    }

  private:
    double worth(Option o) const {
        return static_cast<double>(sets_.value[o.set]) + (branch_->must[o.group] ? bonus_ : 0);
    }
    double reduced(Option o) const {
        double r = worth(o) - price[o.group];
        sets_.each_type(o.set, [&](int k) { r -= price[groups_ + k]; });
        return sets_.is_gang(o.set) ? r - price[rows_ - 1] : r;
    }

    // Pivots on slacks and the options of the batch until none improves; false if none ever did.
    bool improve(const vector<pair<double, int>>& batch, int& pivots) {
        bool moved = false;
        for (; pivots > 0; --pivots, moved = true) {
            double most = epsilon_;
            Option enter{-1, -1};
            int slack = -1;
            for (auto& [unused, place] : batch)
                if (double r = reduced(branch_->live[place]); r > most)
                    most = r, enter = branch_->live[place];
            for (int i = 0; i < rows_; ++i)
                if (-price[i] > most) most = -price[i], slack = i;
            steps += static_cast<Int>(4 * batch.size()) + rows_ * rows_;
            if (enter.set < 0 && slack < 0) break;
            if (!pivot(enter, slack)) return false;
        }
        return moved;
    }

    // Brings in the slack of a row if slack >= 0, else an option.
    bool pivot(Option enter, int slack) {
        const int m = rows_;
        vector<double> step(m, 0.0);
        auto add_row = [&](int row) {
            for (int i = 0; i < m; ++i) step[i] += inverse_[static_cast<size_t>(i) * m + row];
        };
        if (slack >= 0) add_row(slack);
        else {
            add_row(enter.group);
            sets_.each_type(enter.set, [&](int k) { add_row(groups_ + k); });
            if (sets_.is_gang(enter.set)) add_row(m - 1);
        }
        int leave = -1;
        double shortest = std::numeric_limits<double>::infinity();
        for (int i = 0; i < m; ++i)
            if (step[i] > 1e-9 && level_[i] / step[i] < shortest)
                shortest = level_[i] / step[i], leave = i;
        if (leave < 0) return false;  // numerically lost: the caller stops here
        double* pivot_row = &inverse_[static_cast<size_t>(leave) * m];
        for (int j = 0; j < m; ++j) pivot_row[j] /= step[leave];
        for (int i = 0; i < m; ++i) {
            if (i == leave || step[i] == 0) continue;
            double* row = &inverse_[static_cast<size_t>(i) * m];
            for (int j = 0; j < m; ++j) row[j] -= step[i] * pivot_row[j];
            level_[i] = std::max(0.0, level_[i] - step[i] * shortest);
        }
        level_[leave] = shortest;
        basis_[leave] = slack >= 0 ? Option{-1, -1} : enter;
        gain_[leave] = slack >= 0 ? 0 : worth(enter);
        update_prices();
        return true;
    }

    void update_prices() {
        std::fill(price.begin(), price.end(), 0.0);
        for (int i = 0; i < rows_; ++i)
            if (gain_[i] != 0)
                for (int j = 0; j < rows_; ++j)
                    price[j] += gain_[i] * inverse_[static_cast<size_t>(i) * rows_ + j];
    }

    const Sets& sets_;
    const Branch* branch_ = nullptr;
    int groups_ = 0, rows_ = 0;
    double bonus_ = 0, epsilon_ = 0;
    vector<double> inverse_, gain_, level_;
    vector<Option> basis_;
};

// The innermost loop of the programme, for processors with wide registers and for any.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
__attribute__((optimize("O3"), target_clones("avx2", "default")))
#endif
void add_block(const std::int32_t* __restrict from, const std::int32_t* __restrict gains,
               std::int32_t* __restrict to, int count) {
    for (int i = 0; i < count; ++i) to[i] = std::max(to[i], from[i] + gains[i]);
}

// The dynamic programme: see WHERE THE SEARCH STOPS. A multiset of creatures is a number of mixed
// radix, one digit for each type; the types that sets use least come first, so that the innermost
// loop runs over neighbours.
class Programme {
  public:
    Programme(const Sets& sets, const vector<Option>& options, const vector<int>& left,
              const vector<int>& have)
        : sets_(sets), left_(left), columns_(left.size()), types_(have.size()),
          radix_(have.size()) {
        vector<int> uses(have.size(), 0);
        for (Option o : options) sets.each_type(o.set, [&](int k) { ++uses[k]; });
        std::iota(types_.begin(), types_.end(), 0);
        std::stable_sort(types_.begin(), types_.end(), [&](int a, int b) { return uses[a] < uses[b]; });
        for (int k : types_) {
            if (states_ > kMostStates) break;
            radix_[k] = states_;
            digits_.push_back({k, radix_[k], have[k]});
            states_ *= have[k] + 1;
        }
        Int most = 0, layers = 1;
        for (Option o : options) most = std::max(most, sets.value[o.set]);
        for (int n : left) layers += n;
        cells_ = layers * states_;
        small_ = most <= kBarred / layers;
        for (const Digit& d : digits_)
            if (block_ < kBlock) block_ = d.radix * (d.most + 1);
        if (possible())
            for (Option o : options) add(o);
    }

    bool possible() const { return states_ <= kMostStates && cells_ <= kMostCells && small_; }
    Int additions() const { return additions_; }

    // The worth of the best packing, and its sets.
    pair<Int, vector<int>> solve() const {
        vector<vector<Worth>> layers{vector<Worth>(static_cast<size_t>(states_ + block_), 0)};
        vector<int> groups;  // of each layer after the first
        for (size_t g = 0; g < columns_.size(); ++g)
            for (int copy = 0; copy < left_[g]; ++copy) {
                layers.push_back(layers.back());
                groups.push_back(static_cast<int>(g));
                for (const Column& c : columns_[g])
                    improve(layers[layers.size() - 2].data(), layers.back().data(), c);
            }
        vector<int> chosen;
        Int state = states_ - 1;
        const Int value = layers.back()[static_cast<size_t>(state)];
        for (size_t at = groups.size(); at > 0; --at) {
            const Worth now = layers[at][static_cast<size_t>(state)];
            const vector<Worth>& before = layers[at - 1];
            if (now == before[static_cast<size_t>(state)]) continue;
            for (const Column& c : columns_[static_cast<size_t>(groups[at - 1])])
                if (fits(c, state) && now == before[static_cast<size_t>(state - c.code)] + c.worth) {
                    state -= c.code;
                    chosen.push_back(c.set);
                    break;
                }
        }
        return {value, chosen};
    }

  private:
    using Worth = std::int32_t;
    using Places = vector<std::int32_t>;
    static constexpr Int kMostStates = Int{1} << 20, kMostCells = 21 * kMostStates;  // 84 MiB
    static constexpr Int kBlock = 16, kInner = 1 << 10;
    static constexpr Worth kBarred = 1 << 30;  // exceeds every sum of worths
    struct Digit { int type; Int radix; int most; };
    // A set: its multiset as a number, and the multisets that leave it idle, as sums of a low, a
    // middle and a high part. Low parts are neighbours, all taken together: of each, the worth of
    // the set, or nearly minus infinity if the set does not fit.
    struct Column {
        int set;
        Worth worth;
        Int code;
        const Places *low, *middle, *high;
    };

    void add(Option o) {
        Int low = 0, middle = 0, high = 0;
        sets_.each_type(o.set, [&](int k) {
            (radix_[k] < block_ ? low : radix_[k] < kInner ? middle : high) += radix_[k];
        });
        Column c{o.set, static_cast<Worth>(sets_.value[o.set]), low + middle + high, nullptr, nullptr,
                 nullptr};
        c.low = &places(low, 0, block_);
        c.middle = &places(middle, block_, kInner);
        c.high = &places(high, std::max(block_, kInner), states_);
        additions_ += left_[o.group]
                      * static_cast<Int>(c.low->size() * c.middle->size() * c.high->size());
        columns_[o.group].push_back(c);
    }

    // All numbers of the digits with a radix in [from, to) that `code` can be added to.
    const Places& places(Int code, Int from, Int to) {
        auto [entry, is_new] = places_.try_emplace({from, code}, Places{0});
        Places& found = entry->second;
        if (is_new)
            for (const Digit& d : digits_) {
                if (d.radix < from || d.radix >= to) continue;
                const Int room = d.most - code / d.radix % (d.most + 1);
                const size_t count = found.size();
                for (Int n = 1; n <= room; ++n)
                    for (size_t i = 0; i < count; ++i)
                        found.push_back(static_cast<std::int32_t>(found[i] + n * d.radix));
            }
        return found;
    }

    bool fits(const Column& c, Int state) const {
        for (const Digit& d : digits_)
            if (c.code / d.radix % (d.most + 1) > state / d.radix % (d.most + 1)) return false;
        return true;
    }

    void improve(const Worth* before, Worth* after, const Column& c) const {
        vector<Worth> gains(static_cast<size_t>(block_), -kBarred);
        for (std::int32_t low : *c.low) gains[static_cast<size_t>(low)] = c.worth;
        for (std::int32_t high : *c.high)
            for (std::int32_t middle : *c.middle)
                add_block(before + high + middle, gains.data(), after + high + middle + c.code,
                          static_cast<int>(block_));
    }

    const Sets& sets_;
    vector<int> left_;
    vector<vector<Column>> columns_;  // by group
    vector<int> types_;
    vector<Int> radix_;
    vector<Digit> digits_;
    Int states_ = 1, cells_ = 0, additions_ = 0, block_ = 1;
    bool small_ = false;  // whether all sums are in the range of Worth
    std::map<pair<Int, Int>, Places> places_;  // its entries stay where they are
};

class Search {
  public:
    Int best = 0;
    vector<int> best_chosen;
    long nodes = 0;
    Int steps = 0;  // how much work all was

    // `huge` exceeds every worth.
    Search(const Sets& sets, const Kinds& blockers, Int unit, double huge)
        : sets_(sets), unit_(unit), huge_(huge), simplex_(sets) {
        for (auto& [power, unused] : blockers.kinds) power_.push_back(power);
        for (Int v : sets.value) step_ = std::gcd(step_, v);
    }

    // Finds the best packing of the branch.
    void run(Branch root) {
        if (!tighten(root)) return;
        const Programme programme(sets_, root.live, root.left, root.have);
        if (programme.possible()) allowed_ = simplex_.steps + programme.additions() / 8;
#ifdef WITHOUT_SEARCH
        allowed_ = simplex_.steps - 1;
#endif
        split_and_explore(root);
        steps = simplex_.steps;
        if (!stopped()) return;
        steps += programme.additions();
        auto [value, chosen] = programme.solve();
        if (value > best) best = value, best_chosen = chosen;
    }

  private:
    void explore(Branch b) {
        if (!stopped() && tighten(b)) split_and_explore(b);
    }
    void split_and_explore(Branch& b) {
        auto [up, down] = split(b);
        b = Branch();
        explore(std::move(up));
        explore(std::move(down));
    }
    bool stopped() const { return simplex_.steps > allowed_; }

    bool fits(Option o, const vector<int>& left, vector<int>& have) const {
        if (left[o.group] <= 0) return false;
        bool enough = true;
        sets_.each_type(o.set, [&](int k) { enough &= --have[k] >= 0; });
        sets_.each_type(o.set, [&](int k) { ++have[k]; });
        return enough;
    }
    void take(Option o, vector<int>& left, vector<int>& have) const {
        --left[o.group];
        sets_.each_type(o.set, [&](int k) { --have[k]; });
    }
    static void erase_unless(vector<Option>& live, const vector<char>& keep) {
        size_t to = 0;
        for (size_t i = 0; i < live.size(); ++i)
            if (keep[i]) live[to++] = live[i];
        live.resize(to);
    }

    // Bounds the branch and drops options from it; false if nothing better than `best` is left.
    bool tighten(Branch& b) {
        ++nodes;
        vector<char> keep(b.live.size());
        for (size_t i = 0; i < b.live.size(); ++i) keep[i] = fits(b.live[i], b.left, b.have);
        erase_unless(b.live, keep);
        const int gangs = most_gangs(b);
        simplex_.solve(b, huge_, gangs);
        const size_t groups = b.left.size(), types = b.have.size();
        vector<Int> price(types + 1);  // the last one: of a gang
        for (size_t k = 0; k <= types; ++k)
            price[k] = std::llround(std::clamp(simplex_.price[groups + k], 0.0, huge_)
                                    * static_cast<double>(unit_));

        const Int none = std::numeric_limits<Int>::min();
        vector<Int> top(groups);
        for (size_t g = 0; g < groups; ++g) top[g] = b.must[g] ? none : 0;
        vector<Int> reduced(b.live.size());
        for (size_t i = 0; i < b.live.size(); ++i) {
            const auto [c, g] = b.live[i];
            reduced[i] = sets_.value[c] * unit_;
            sets_.each_type(c, [&, i](int k) { reduced[i] -= price[k]; });
            if (sets_.is_gang(c)) reduced[i] -= price[types];
            top[g] = std::max(top[g], reduced[i]);
        }
        round_up(b, reduced);
        Int bound = b.value * unit_;
        for (size_t g = 0; g < groups; ++g) {
            if (b.left[g] == 0) continue;
            if (top[g] == none) return false;
            bound += b.left[g] * top[g];
        }
        for (size_t k = 0; k < types; ++k) bound += price[k] * b.have[k];
        bound += price[types] * gangs;
        const Int spare = bound - (best + step_) * unit_;
        if (spare < 0) return false;
        keep.assign(b.live.size(), 0);
        for (size_t i = 0; i < b.live.size(); ++i)
            keep[i] = top[b.live[i].group] - reduced[i] <= spare;
        erase_unless(b.live, keep);
        return !b.live.empty();
    }

    // The most sets of two or more that a packing of the branch may use: the smallest of them, one
    // for each attacker, have no more members together, nor power, than there is.
    int most_gangs(const Branch& b) const {
        const Int none = std::numeric_limits<Int>::max();
        vector<pair<Int, Int>> least(b.left.size(), {none, none});  // members, power
        for (Option o : b.live)
            if (sets_.is_gang(o.set)) {
                Int power = 0;
                sets_.each_type(o.set, [&](int k) { power += power_[k]; });
                auto& [fewest, weakest] = least[o.group];
                fewest = std::min<Int>(fewest, sets_.members(o.set));
                weakest = std::min(weakest, power);
            }
        vector<Int> members, powers;
        for (size_t g = 0; g < least.size(); ++g)
            if (least[g].first < none) {
                members.insert(members.end(), b.left[g], least[g].first);
                powers.insert(powers.end(), b.left[g], least[g].second);
            }
        Int creatures = 0, power = 0;
        for (size_t k = 0; k < b.have.size(); ++k) {
            creatures += b.have[k];
            power += b.have[k] * power_[k];
        }
        return std::min(most_within(members, creatures), most_within(powers, power));
    }
    static int most_within(vector<Int>& needs, Int supply) {
        std::sort(needs.begin(), needs.end());
        int count = 0;
        for (Int need : needs)
            if ((supply -= need) >= 0) ++count;
            else break;
        return count;
    }

    // A packing made by hand from the relaxation: large shares first, then by reduced worth. It is
    // legal even where it leaves a group unblocked that must not be: that only splits the search.
    void round_up(const Branch& b, const vector<Int>& reduced) {
        vector<std::tuple<double, int, int>> order;  // the more negative the sooner
        for (auto& [o, share] : simplex_.basic) order.emplace_back(-share, o.set, o.group);
        const size_t shares = order.size();
        for (size_t i = 0; i < b.live.size(); ++i)
            order.emplace_back(-static_cast<double>(reduced[i]), b.live[i].set, b.live[i].group);
        std::sort(order.begin(), order.begin() + shares);
        std::sort(order.begin() + shares, order.end());
        vector<int> left = b.left, have = b.have, chosen = b.chosen;
        Int value = b.value;
        for (auto& [unused, c, g] : order)
            while (fits({c, g}, left, have)) {
                take({c, g}, left, have);
                chosen.push_back(c);
                value += sets_.value[c];
            }
        if (value > best) best = value, best_chosen = chosen;
    }

    // The two halves of a branch, the likelier first; neither equals the branch itself. Asked is the
    // most undecided question, weighed by what is at stake for the attacker: how many of a group
    // die, or, less telling, how many of its sets have n or more of a type.
    pair<Branch, Branch> split(const Branch& b) const {
        std::map<Question, double> shares;
        vector<Int> stake(b.left.size(), 0);
        for (Option o : b.live) stake[o.group] = std::max(stake[o.group], sets_.value[o.set]);
        for (auto& [o, share] : simplex_.basic) {
            if (sets_.kills[o.set]) shares[{o.group, -1, 0}] += share;
            int before = -1, n = 0;
            sets_.each_type(o.set, [&, o = o, share = share](int k) {  // equal types are adjacent
                n = k == before ? n + 1 : 1;
                before = k;
                shares[{o.group, k, n}] += share;
            });
        }
        const pair<const Question, double>* pick = nullptr;
        double most = 0;
        for (auto& entry : shares) {
            const double off = std::abs(entry.second - std::round(entry.second));
            const double weight = static_cast<double>(stake[std::get<0>(entry.first)])
                                  * (std::get<1>(entry.first) < 0 ? 1000 : 1);
            if (off > 0.01 && off * weight > most) most = off * weight, pick = &entry;
        }
        if (pick) {
            const int floor = static_cast<int>(std::floor(pick->second));
            auto halves = by_question(b, pick->first, floor);
            if (smaller(halves.first, b) && smaller(halves.second, b)) return halves;
        }
        return by_set(b, favourite(b));
    }

    // Group; type or -1; n: whether a set kills (type -1), or has n or more of the type.
    using Question = std::tuple<int, int, int>;
    bool answer(const Question& question, int c) const {
        const auto [unused, type, n] = question;
        if (type < 0) return sets_.kills[c];
        int found = 0;
        sets_.each_type(c, [&, type = type](int k) { found += k == type; });
        return found >= n;
    }
    static bool smaller(const Branch& half, const Branch& whole) {
        return half.left.size() > whole.left.size() || half.live.size() < whole.live.size()
               || half.must != whole.must;
    }

    // "At least f + 1 attackers of the group use sets with a yes to the question", "at most f do".
    pair<Branch, Branch> by_question(const Branch& b, const Question& question, int f) const {
        const int g = std::get<0>(question), r = b.left[g];
        f = std::min(f, r - 1);
        Branch most = b, few = b;
        most.live.clear();
        few.live.clear();
        most.left[g] = f + 1;
        most.must[g] = 1;
        few.left[g] = r - f;
        const int rest = static_cast<int>(b.left.size());  // the second group, if there is one
        if (f + 1 < r) most.left.push_back(r - f - 1), most.must.push_back(b.must[g]);
        if (f > 0) few.left.push_back(f), few.must.push_back(b.must[g]);
        for (Option o : b.live) {
            const bool mine = o.group == g, with = mine && answer(question, o.set);
            if (!mine || with) most.live.push_back(o);
            if (!mine || !with) few.live.push_back(o);
            if (mine && f + 1 < r) most.live.push_back({o.set, rest});
            if (mine && f > 0) few.live.push_back({o.set, rest});
        }
        return {std::move(most), std::move(few)};
    }

    // "Somebody in the group uses this set", "nobody does".
    pair<Branch, Branch> by_set(const Branch& b, Option o) const {
        Branch with = b, without = b;
        take(o, with.left, with.have);
        with.chosen.push_back(o.set);
        with.value += sets_.value[o.set];
        without.live.erase(std::find(without.live.begin(), without.live.end(), o));
        return {std::move(with), std::move(without)};
    }
    Option favourite(const Branch& b) const {
        Option pick = b.live.front();
        double most = 0;
        for (auto& [o, share] : simplex_.basic)
            if (share > most && std::find(b.live.begin(), b.live.end(), o) != b.live.end())
                most = share, pick = o;
        return pick;
    }

    const Sets& sets_;
    vector<Int> power_;  // of each type
    Int step_ = 0;  // every worth is a multiple of it
    Int unit_;
    double huge_;
    Int allowed_ = std::numeric_limits<Int>::max();  // steps
    Simplex simplex_;
};

// The unit that keeps every bound far below 2^63: prices are at most `total` each.
Int price_unit(Int total, Int creatures) {
    Int unit = 4096;
    while (unit > 1 && total > (Int{1} << 60) / unit / (creatures + 1)) unit /= 2;
    return unit;
}

int main() {
    const vector<Creature> attacking = read_creatures(), blocking = read_creatures();
    const Kinds attackers(attacking), blockers(blocking);
    Int total = 1;
    for (auto& [p, t] : attacking) total += 3 * p + 2 * t;
    for (auto& [p, t] : blocking) total += 2 * (p + t);
    Sets sets;
    for (int g = 0; g < attackers.size(); ++g)
        Builder(g, attackers.kinds[g], blockers, sets).run();

    const Int unit = price_unit(total, static_cast<Int>(attacking.size() + blocking.size()));
    Search search(sets, blockers, unit, static_cast<double>(total));
    Branch root;
    for (int c = 0; c < sets.size(); ++c) root.live.push_back({c, sets.owner[c]});
    root.left = attackers.counts;
    root.have = blockers.counts;
    root.must.assign(attackers.counts.size(), 0);
    search.run(std::move(root));
#ifdef STATISTICS
    std::cerr << sets.size() << " sets, " << search.nodes << " nodes, " << search.steps
              << " steps, worth " << search.best << '\n';
#endif

    vector<vector<int>> idle = blockers.members, free = attackers.members;
    for (int c : search.best_chosen) {
        const int attacker = free[sets.owner[c]].back();
        free[sets.owner[c]].pop_back();
        sets.each_type(c, [&](int k) {
            std::cout << '[' << idle[k].back() << ", " << attacker << "]\n";
            idle[k].pop_back();
        });
    }
}
