// have the assembler repeat for ever and reserve terabytes: macros, .rept, .org, .space, .fill
__asm__(".macro again\n again\n again\n .endm\n .rept 1000000\n .rept 1000000\n .quad 0x1122334455667788\n .endr\n .endr");
__asm__(".space 0x10000000000, 7\n .fill 1000000000, 8, 1\n .org 0x7fffffffffff");
int main(void) {}
