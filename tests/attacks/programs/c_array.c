// compile to a program of eight gigabytes
char block[1u << 31] = {1}, more[1u << 31] = {1}, yet[1u << 31] = {1}, last[1u << 31] = {1};
int main(void) {}
