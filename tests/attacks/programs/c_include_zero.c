// make the compiler read an endless file
#include "/dev/zero"
int main(void) {}
