// make the compiler compute for ever
constexpr long f(long n, long m) { return n ? f(n - 1, 2 * m) + f(n - 1, 2 * m + 1) : m; }
template <long n> struct S { static constexpr long value = f(18, n) + S<n - 1>::value; };
template <> struct S<0> { static constexpr long value = 0; };
int main() { static_assert(S<800>::value == 1); }
