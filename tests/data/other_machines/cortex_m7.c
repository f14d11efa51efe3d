/* Start of a Cortex-M7 (board MPS2-AN500): stack, FPU, then newlib's start with semihosting. */
#include <stdint.h>
extern uint32_t stack_top;
extern void _start(void);
static void reset(void)
{
    *(volatile uint32_t *)0xE000ED88u |= 0xF00000u; /* CPACR: full access to the FPU */
    __asm volatile("dsb\nisb");
    _start();
}
static void fault(void) { for (;;) { } }
__attribute__((section(".vectors"), used)) static const void *vectors[16] = {
    &stack_top, (void *)reset, (void *)fault, (void *)fault, (void *)fault, (void *)fault, (void *)fault };
