// have the compiler read a file without end
#include "/dev/zero"
int main(void) {}
