// make the compiler include the answer file and print it in its messages
#include "@SECRET@"
int main(void) {}
