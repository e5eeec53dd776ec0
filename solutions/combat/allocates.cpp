// Keeps every blocking it has thought of, and thinks of them without end.
#include <cstring>
#include <vector>

int main() {
    std::vector<char *> kept;
    for (;;) {
        kept.push_back(new char[1 << 20]);
        std::memset(kept.back(), 1 + kept.size() % 100, 1 << 20);
    }
}
