// Declare attackers by branch and bound over minimum cuts.
//
// Nobody and one attacker alone are scored one by one. From two attackers on, "if another attacks" is
// awake for everyone at home, so it is one more "attacks if able", and "only alone" creatures stay at
// home. Let x[i] be 1 if creature i attacks. What is left to pay is
//     sum of wish[i] (1 - x[i])  +  sum of drag[i][j] x[i] (1 - x[j])  +  what the targets cost,
// and every other rule is a linear inequality in x and in the numbers of attackers at each defender:
// at most cap; at least two; count * x[i] <= the helpers of i. Each inequality gets a price >= 0
// (Lagrange): its violation is paid, its slack is earned. For given prices every creature chooses the
// defender that is cheapest for it, and what remains is a minimum cut: x[i] = 1 on the source's side,
// costs of x[i] and of 1 - x[i] to the terminals, drags between. Its value is a lower bound for any
// prices. Prices are improved by subgradient steps, and every cut is tried as a declaration. All
// numbers are multiplied by 64 and whole, so that the bound is exact.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>
using namespace std;
using Int = long long;
const Int GRAIN = 64, FAR = Int(1) << 50;

// --- the input ---

struct Value {
    map<string, Value> fields;
    vector<Value> items;
    string text;  // of a string, a number or a word
    bool null() const { return text == "null"; }
    Int number() const { return stoll(text); }
    bool flag() const { return text == "true"; }
};

struct Reader {
    string text;
    size_t at = 0;
    char peek() {
        while (isspace((unsigned char)text[at])) at++;
        return text[at];
    }
    string quoted() {
        string s;
        for (at++; text[at] != '"'; at++) {
            if (text[at] == '\\') at++;
            s += text[at];
        }
        at++;
        return s;
    }
    Value value() {
        Value v;
        char c = peek();
        if (c == '"') {
            v.text = quoted();
        } else if (c == '{' || c == '[') {
            char end = c == '{' ? '}' : ']';
            for (at++; peek() != end;) {
                if (text[at] == ',') { at++; continue; }
                if (c == '[') { v.items.push_back(value()); continue; }
                string key = quoted();
                peek();
                at++;  // the colon
                v.fields[key] = value();
            }
            at++;
        } else {
            while (at < text.size() && !strchr(",]} \t\r\n", text[at])) v.text += text[at++];
        }
        return v;
    }
};

const Value *find(const Value &v, const char *key) {
    auto found = v.fields.find(key);
    return found == v.fields.end() ? nullptr : &found->second;
}
Int count_of(const Value &v, const char *key) {
    auto found = find(v, key);
    return found ? found->number() : 0;
}
bool flag_of(const Value &v, const char *key) {
    auto found = find(v, key);
    return found && found->flag();
}
Int cap_of(const Value &v, Int many) {
    auto found = find(v, "max_attackers");
    return found && !found->null() ? min(many, found->number()) : many;
}

struct Need { Int count; vector<int> helpers; };

struct Board {
    int n, d;
    Int cap;
    vector<Int> room, must, another, least;
    vector<vector<Int>> toward, drag;
    vector<vector<int>> open;
    vector<vector<Need>> needs;
    vector<char> hermit;

    explicit Board(const Value &root) {
        auto &crew = root.fields.at("attackers").items, &whom = root.fields.at("defenders").items;
        n = crew.size(), d = whom.size();
        cap = cap_of(root, n);
        for (auto &w : whom) room.push_back(cap_of(w, n));
        toward.assign(n, vector<Int>(d)), drag.assign(n, vector<Int>(n));
        open.resize(n), needs.resize(n);
        for (int i = 0; i < n; i++) {
            auto &c = crew[i];
            must.push_back(count_of(c, "must_attack"));
            another.push_back(count_of(c, "if_another_attacks"));
            hermit.push_back(flag_of(c, "only_alone"));
            least.push_back(flag_of(c, "not_alone") ? 2 : 1);
            if (auto to = find(c, "must_attack_defender"))
                for (auto &[k, v] : to->fields) toward[i][stoi(k)] = v.number();
            if (auto to = find(c, "drags"))
                for (auto &[j, v] : to->fields) drag[i][stoi(j)] = v.number();
            vector<char> barred(d, flag_of(c, "cannot_attack"));
            if (auto list = find(c, "cannot_attack_defenders"))
                for (auto &k : list->items) barred[k.number()] = 1;
            for (int k = 0; k < d; k++) if (!barred[k] && room[k]) open[i].push_back(k);
            if (auto list = find(c, "needs")) for (auto &need : list->items) add(crew, i, need);
        }
    }
    void add(const vector<Value> &crew, int i, const Value &need) {
        Int count = need.fields.at("count").number();
        auto &of = need.fields.at("of");
        if (of.text == "any") { least[i] = max(least[i], count + 1); return; }
        Need made{count, {}};
        for (int j = 0; j < n; j++) if (j != i && helps(crew[i], crew[j], of)) made.helpers.push_back(j);
        if (count) needs[i].push_back(made);
    }
    static bool helps(const Value &needy, const Value &other, const Value &of) {
        if (of.text == "greater_power")
            return other.fields.at("power").number() > needy.fields.at("power").number();
        for (auto &a : of.items)
            for (auto &b : other.fields.at("colors").items) if (a.text == b.text) return true;
        return false;
    }
    Int whole(int i) const {
        Int sum = must[i];
        for (Int x : toward[i]) sum += x;
        return sum;
    }
};

// --- minimum cut: highest gains are small, so plain augmenting along layers (Dinic) ---

struct Cut {
    struct Arc { int to; Int room; };
    vector<Arc> arcs;
    vector<vector<int>> out;
    vector<int> level, next;
    explicit Cut(int nodes) : out(nodes) {}
    void add(int a, int b, Int room) {
        out[a].push_back(arcs.size()), arcs.push_back({b, room});
        out[b].push_back(arcs.size()), arcs.push_back({a, 0});
    }
    bool layers(int s, int t) {
        level.assign(out.size(), -1);
        vector<int> queue{s};
        level[s] = 0;
        for (size_t q = 0; q < queue.size(); q++)
            for (int e : out[queue[q]])
                if (arcs[e].room && level[arcs[e].to] < 0)
                    level[arcs[e].to] = level[queue[q]] + 1, queue.push_back(arcs[e].to);
        return level[t] >= 0;
    }
    Int push(int v, int t, Int most) {
        if (v == t) return most;
        for (int &k = next[v]; k < (int)out[v].size(); k++) {
            int e = out[v][k];
            if (!arcs[e].room || level[arcs[e].to] != level[v] + 1) continue;
            if (Int sent = push(arcs[e].to, t, min(most, arcs[e].room))) {
                arcs[e].room -= sent, arcs[e ^ 1].room += sent;
                return sent;
            }
        }
        return 0;
    }
    Int run(int s, int t) {
        Int sum = 0;
        while (layers(s, t)) {
            next.assign(out.size(), 0);
            while (Int sent = push(s, t, FAR)) sum += sent;
        }
        return sum;  // level[v] >= 0 are the nodes on the source's side
    }
};

struct Search {
    const Board &b;
    Int best;
    vector<int> at, goal;  // the best declaration: defender of each creature or -1
    struct Row { vector<pair<int, Int>> terms; Int limit; };  // sum of terms <= limit
    vector<Row> rows;
    vector<Int> target_price;

    explicit Search(const Board &board) : b(board) {}

    // The exact cost of a set with its best targets, or FAR; targets by cheapest augmenting paths.
    Int cost(const vector<char> &in, vector<int> &place) const {
        int many = count(in.begin(), in.end(), 1);
        if (many > b.cap) return FAR;
        Int sum = 0;
        for (int i = 0; i < b.n; i++) {
            sum += b.whole(i);
            if (!in[i]) { if (many) sum += b.another[i]; continue; }
            sum -= b.must[i];
            if (b.open[i].empty() || (b.hermit[i] && many > 1) || b.least[i] > many) return FAR;
            for (auto &need : b.needs[i]) {
                Int found = 0;
                for (int j : need.helpers) found += in[j];
                if (found < need.count) return FAR;
            }
            for (int j = 0; j < b.n; j++) if (!in[j]) sum += b.drag[i][j];
        }
        Int won = assign(in, place);
        return won < 0 ? FAR : sum - won;
    }

    Int assign(const vector<char> &in, vector<int> &place) const {
        place.assign(b.n, -1);
        vector<Int> room = b.room;
        Int won = 0;
        for (int i = 0; i < b.n; i++) {
            if (!in[i]) continue;
            vector<Int> far(b.d, -FAR);
            vector<pair<int, int>> come(b.d, {-1, -1});
            for (int k : b.open[i]) far[k] = b.toward[i][k];
            for (bool changed = true; changed;) {
                changed = false;
                for (int c = 0; c < i; c++) {
                    int k = place[c];
                    if (k < 0 || room[k] > 0 || far[k] == -FAR) continue;
                    for (int to : b.open[c]) {
                        Int there = far[k] + b.toward[c][to] - b.toward[c][k];
                        if (to != k && there > far[to]) far[to] = there, come[to] = {k, c}, changed = true;
                    }
                }
            }
            int end = -1;
            for (int k = 0; k < b.d; k++)
                if (room[k] > 0 && far[k] > -FAR && (end < 0 || far[k] > far[end])) end = k;
            if (end < 0) return -1;
            won += far[end];
            room[end]--;
            while (come[end].first >= 0) {
                auto [from, c] = come[end];
                place[c] = end;
                end = from;
            }
            place[i] = end;
        }
        return won;
    }

    void offer(const vector<char> &in) {
        vector<int> place;
        Int here = cost(in, place);
        if (here < best) best = here, at = place;
    }

    // state: 0 at home, 1 attacks, 2 undecided. Decides what follows; false if nothing is left.
    bool settle(vector<char> &state) const {
        for (bool changed = true; changed;) {
            changed = false;
            Int in = 0, maybe = 0;
            for (char s : state) in += s == 1, maybe += s != 0;
            if (in > b.cap || maybe < 2) return false;
            for (int i = 0; i < b.n; i++) {
                if (!state[i]) continue;
                bool able = max(b.least[i], Int(2)) <= min(maybe, b.cap) && (state[i] == 1 || in < b.cap);
                for (auto &need : b.needs[i]) {
                    Int have = 0, could = 0;
                    for (int j : need.helpers) have += state[j] == 1, could += state[j] != 0;
                    Int places = b.cap - in - (state[i] == 2);
                    if (could < need.count || need.count - have > places) able = false;
                    else if (state[i] == 1 && could == need.count && have < could) {
                        for (int j : need.helpers) if (state[j] == 2) state[j] = 1;
                        changed = true;
                    }
                }
                if (able) continue;
                if (state[i] == 1) return false;
                state[i] = 0, changed = true;
            }
        }
        return true;
    }

    void make_rows() {
        rows.clear();
        Row most{{}, b.cap}, two{{}, -2};
        for (int i = 0; i < b.n; i++) most.terms.push_back({i, 1}), two.terms.push_back({i, -1});
        if (b.cap < b.n) rows.push_back(most);
        rows.push_back(two);
        for (int i = 0; i < b.n; i++) {
            for (auto &need : b.needs[i]) {
                Row row{{{i, need.count}}, 0};
                for (int j : need.helpers) row.terms.push_back({j, -1});
                rows.push_back(row);
            }
            if (b.least[i] < 3) continue;
            Row row{{{i, b.least[i] - 1}}, 0};
            for (int j = 0; j < b.n; j++) if (j != i) row.terms.push_back({j, -1});
            rows.push_back(row);
        }
    }

    // A lower bound times GRAIN for a state under prices; the set of the cut and its targets.
    Int bound(const vector<char> &state, const vector<Int> &price, const vector<Int> &mu,
              vector<char> &in, vector<int> &goes) {
        vector<Int> go(b.n, 0), stay(b.n, 0);  // the costs of attacking and of staying
        Int fixed = 0;
        for (size_t r = 0; r < rows.size(); r++) {
            if (!price[r]) continue;
            fixed -= price[r] * rows[r].limit;
            for (auto [i, factor] : rows[r].terms) go[i] += price[r] * factor;
        }
        for (int k = 0; k < b.d; k++) fixed -= mu[k] * b.room[k];
        for (int i = 0; i < b.n; i++) {
            Int all = b.whole(i), cheapest = FAR;
            for (int k : b.open[i]) {
                Int here = GRAIN * (all - b.must[i] - b.toward[i][k]) + mu[k];
                if (here < cheapest) cheapest = here, goes[i] = k;
            }
            go[i] += cheapest;
            stay[i] = GRAIN * (all + b.another[i]);
            if (state[i] == 1) stay[i] = FAR;
            if (state[i] == 0) go[i] = FAR;
        }
        int s = b.n, t = b.n + 1;
        Cut cut(b.n + 2);
        for (int i = 0; i < b.n; i++) {
            Int low = min(go[i], stay[i]);
            fixed += low;
            if (stay[i] > low) cut.add(s, i, stay[i] - low);
            if (go[i] > low) cut.add(i, t, go[i] - low);
            for (int j = 0; j < b.n; j++) if (b.drag[i][j]) cut.add(i, j, GRAIN * b.drag[i][j]);
        }
        fixed += cut.run(s, t);
        for (int i = 0; i < b.n; i++) in[i] = cut.level[i] >= 0;
        return fixed;
    }

    static Int up(Int number) { return number >= 0 ? (number + GRAIN - 1) / GRAIN : number / GRAIN; }

    // Subgradient steps; true when the state is closed.
    bool priced(const vector<char> &state, vector<Int> &price, vector<Int> &mu, int rounds,
                vector<Int> &unhappy) {
        vector<char> in(b.n);
        vector<int> goes(b.n);
        vector<Int> best_price = price, best_mu = mu;
        Int top = -FAR;
        double scale = 1;
        unhappy.assign(b.n, 0);
        for (int round = 0; round < rounds; round++) {
            Int here = bound(state, price, mu, in, goes);
            if (up(here) >= best) return true;
            offer(in);
            if (up(here) >= best) return true;
            if (here > top) top = here, best_price = price, best_mu = mu;
            else if (round % 3 == 2) scale *= 0.7;
            vector<Int> slope(rows.size()), crowd(b.d);
            for (int i = 0; i < b.n; i++) if (in[i]) crowd[goes[i]]++, unhappy[i]++;
            Int norm = 0;
            for (size_t r = 0; r < rows.size(); r++) {
                Int sum = -rows[r].limit;
                for (auto [i, factor] : rows[r].terms) sum += in[i] * factor;
                slope[r] = sum;
                if (sum > 0 || price[r]) norm += sum * sum;
            }
            for (int k = 0; k < b.d; k++) {
                crowd[k] -= b.room[k];
                if (crowd[k] > 0 || mu[k]) norm += crowd[k] * crowd[k];
            }
            if (!norm) break;
            Int gap = max(best * GRAIN - here, GRAIN);
            double step = scale * gap / norm;
            for (size_t r = 0; r < rows.size(); r++)
                price[r] = max(Int(0), price[r] + Int(step * slope[r]));
            for (int k = 0; k < b.d; k++) mu[k] = max(Int(0), mu[k] + Int(step * crowd[k]));
        }
        price = best_price, mu = best_mu;
        for (int i = 0; i < b.n; i++) unhappy[i] = min<Int>(unhappy[i], rounds - unhappy[i]);
        return false;
    }

    void visit(vector<char> state, vector<Int> price, vector<Int> mu, int depth) {
        if (!settle(state)) return;
        if (find(state.begin(), state.end(), 2) == state.end()) {
            for (auto &s : state) s = s == 1;
            offer(state);
            return;
        }
        vector<Int> unhappy;
        if (priced(state, price, mu, depth ? 12 : 150, unhappy)) return;
        int pick = -1;
        Int weight = -1;
        for (int i = 0; i < b.n; i++) {
            if (state[i] != 2) continue;
            Int here = unhappy[i] * 1000 + b.whole(i) + b.another[i];
            for (int j = 0; j < b.n; j++) here += b.drag[i][j] + b.drag[j][i];
            if (here > weight) weight = here, pick = i;
        }
        for (char s : {1, 0}) {
            state[pick] = s;
            visit(state, price, mu, depth + 1);
        }
    }

    void solve() {
        vector<char> none(b.n, 0);
        best = FAR;
        offer(none);
        for (int i = 0; i < b.n; i++) none[i] = 1, offer(none), none[i] = 0;
        make_rows();
        vector<char> state(b.n, 2);
        for (int i = 0; i < b.n; i++) if (b.hermit[i] || b.open[i].empty()) state[i] = 0;
        visit(state, vector<Int>(rows.size()), vector<Int>(b.d), 0);
    }
};

int main() {
    Reader reader;
    reader.text.assign(istreambuf_iterator<char>(cin), {});
    Board board(reader.value());
    Search search(board);
    search.solve();
    for (int i = 0; i < board.n; i++) if (search.at[i] >= 0) printf("%d %d\n", i, search.at[i]);
}
