// have the compiler read the source itself, twice at every level
#include __FILE__
#include __FILE__
int main(void) {}
