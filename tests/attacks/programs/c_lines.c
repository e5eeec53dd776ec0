// have the compiler show lines of the answer in its messages: #line, -include by pragmas, dependencies
#pragma GCC dependency "@SECRET@"
#pragma GCC pch_preprocess "@SECRET@"
#pragma GCC diagnostic error "-Wall"
#if __has_include("@SECRET@")
#include_next "@SECRET@"
#endif
#line 1 "@SECRET@"
int wrong = unknown_1;
#line 1 "/etc/shadow"
int more = unknown_2
#line 1 "/dev/zero"
int zero = unknown_3;
__asm__(".include \"@SECRET@\"\n.incbin \"/proc/self/environ\"\n.file 1 \"@SECRET@\"\n.loc 1 1");
int main(void) {}
