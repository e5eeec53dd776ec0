// instantiate templates recursively, twice at every level
template <int n, int m> struct T { static constexpr long value = T<n - 1, 2 * m>::value + T<n - 1, 2 * m + 1>::value; };
template <int m> struct T<0, m> { static constexpr long value = m; };
int main() { return T<30, 1>::value != 0; }
