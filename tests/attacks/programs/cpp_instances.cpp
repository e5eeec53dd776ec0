// make the compiler instantiate exponentially many templates, each with a name twice as long
template <class A, class B> struct P {};
template <int N, class T> struct Q { using type = typename Q<N - 1, P<T, P<T, T>>>::type; };
template <class T> struct Q<0, T> { using type = T; static_assert(sizeof(T) == 77, "no"); };
template <int N> constexpr long fib() { return fib<N - 1>() + fib<N - 2>(); }
int main() { return sizeof(typename Q<800, int>::type) + __builtin_strlen(__PRETTY_FUNCTION__); }
