/* The interpreter of PTX on small texts of its own, without nvcc: what an instruction makes of
 * numbers worked out by hand or by the host's compiler, how threads meet, what is refused. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

#include "common/ptx/numbers.h"
#include "common/ptx/ptx.h"

/* ---- a host for it ------------------------------------------------------------------------- */

static jmp_buf ended;
static enum fault fault_was;
static unsigned fault_thread;
static char said[4000];

_Noreturn void host_fault(enum fault what, const struct block *b, unsigned thread,
                          const char *words)
{
    (void)b;
    fault_was = what;
    fault_thread = thread;
    snprintf(said, sizeof said, "%s", words);
    longjmp(ended, 1);
}

_Noreturn void host_unknown(const char *name)
{
    snprintf(said, sizeof said, "%s", name);
    longjmp(ended, 2);
}

void host_note(enum note what, const char *words)
{
    (void)what;
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s\n", words);
}

void host_print(const char *text)
{
    host_note(UNWRITTEN, text);
}
void host_yield(void)
{
}

/* ---- running a text ------------------------------------------------------------------------ */

enum { MOST = 256 };
static _Alignas(32) uint64_t in[MOST], out[MOST];
static unsigned char in_written[sizeof in];
static struct tally tallies[4000];
static uint32_t dynamic_bytes;

/* Each thread has %rd3 = in[%r0], %r1 its lower and %r2 its upper half; what it leaves in %rd4 goes
 * to out[%r0]. */
static const char before[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
    ".global .align 1 .b8 $format[20] = {37, 53, 46, 50, 102, 124, 37, 45, 52, 100, 124, 37, 115, "
    "0};\n"
    ".global .align 1 .b8 $small[18] = {37, 104, 100, 124, 37, 104, 104, 117, 124, 37, 46, 42, "
    "102, 124, 37, 100, 0};\n"
    ".global .align 4 .u32 number = 7;\n"
    ".global .align 1 .b8 $word[4] = {97, 98, 99, 0};\n"
    ".global .align 2 .b8 three[3] = {1, 2, 3};\n"
    ".extern .shared .align 16 .b8 dyn[];\n"
    ".func (.param .b32 back) factorial (.param .b32 n)\n"
    "{ .reg .b32 %r<9>; .reg .pred %p<2>; .local .align 4 .b8 depot[8]; .reg .b64 %rd<3>;\n"
    ".loc 1 42 3\nld.param.u32 %r1, [n]; mov.u64 %rd1, depot; st.local.u32 [%rd1+4], %r1; mov.u32 "
    "%r3, 1;\n"
    "setp.lt.u32 %p1, %r1, 2; @%p1 bra end; add.s32 %r2, %r1, -1;\n"
    "{ .param .b32 a; st.param.b32 [a+0], %r2; .param .b32 b; call.uni (b), factorial, (a);\n"
    "ld.param.b32 %r3, [b+0]; } ld.local.u32 %r1, [%rd1+4]; mul.lo.s32 %r3, %r3, %r1;\n"
    "end: st.param.b32 [back+0], %r3; ret; }\n"
    ".visible .entry k(.param .u64 to, .param .u64 from)\n"
    "{ .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<40>; .reg .b64 %rd<20>; .reg .f32 %f<40>;\n"
    ".reg .f64 %fd<9>; .shared .align 16 .b8 s[2048]; .local .align 16 .b8 l[64];\n"
    "mov.u32 %r0, %tid.x; mul.wide.u32 %rd1, %r0, 8; ld.param.u64 %rd0, [to];\n"
    "add.s64 %rd0, %rd0, %rd1; ld.param.u64 %rd2, [from]; add.s64 %rd2, %rd2, %rd1;\n"
    "ld.global.u64 %rd3, [%rd2]; mov.b64 {%r1, %r2}, %rd3; mov.u64 %rd4, 0; .loc 1 42 3\n";
static const char after[] =
    "\nlast: st.global.u64 [%rd0], %rd4; ret; }\n.file 1 \"some/where.cu\"\n";

static struct module *read_body(const char *body)
{
    static char text[20000];
    struct module *m;

    snprintf(text, sizeof text, "%s%s%s", before, body, after);
    m = ptx_read(text, said, sizeof said);
    if (!m)
        fail_msg("%s: %s", body, said);
    return m;
}

/* Gives the variables of the text their place. */
static unsigned place_variables(struct module *m, struct stretch *memory, unsigned count)
{
    for (unsigned i = 0; i < m->variable_count; i++) {
        m->variables[i].at = m->variables[i].initial;
        memory[count++] =
            (struct stretch){ (uintptr_t)m->variables[i].at, m->variables[i].size, NULL };
    }
    for (unsigned i = 0; i < m->symbol_constant_count; i++)
        m->constants[m->symbol_constants[2 * i]] =
            (uint64_t)(uintptr_t)m->variables[m->symbol_constants[2 * i + 1]].at;
    return count;
}

static int by_address(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* 0; 1: a fault; 2: an unknown instruction. */
static int run(const char *body, unsigned threads)
{
    struct module *m = read_body(body);
    struct block *b = calloc(1, sizeof *b);
    uint64_t params[2] = { (uint64_t)(uintptr_t)out, (uint64_t)(uintptr_t)in };
    struct stretch memory[8] = { { (uintptr_t)in, sizeof in, in_written },
                                 { (uintptr_t)out, sizeof out, NULL } };
    unsigned count = place_variables(m, memory, 2);

    said[0] = 0;
    memset(tallies, 0, sizeof tallies);
    assert_true(2 * m->code_count <= 4000);
    qsort(memory, count, sizeof *memory, by_address);
    *b = (struct block){ .module = m,
                         .kernel = ptx_find_function(m, "k", 1),
                         .name = "k",
                         .params = (unsigned char *)params,
                         .memory = memory,
                         .memory_count = count,
                         .grid = { 3, 1, 1 },
                         .size = { threads, 1, 1 },
                         .index = { 2, 0, 0 },
                         .threads = threads,
                         .tallies = tallies,
                         .dynamic_bytes = dynamic_bytes };
    int result = setjmp(ended);
    if (!result)
        ptx_run_block(b);
    ptx_free_block(b);
    free(b);
    ptx_free(m);
    return result;
}

static void set_in(uint64_t value)
{
    memset(in_written, 1, sizeof in_written);
    for (unsigned i = 0; i < MOST; i++)
        in[i] = value, out[i] = 0xdead;
}

static void runs(const char *body, unsigned threads)
{
    int result = run(body, threads);
    if (result)
        fail_msg("%s: %d: %s", body, result, said);
}

/* Runs, and says these words; none at all where there are none. */
static void notes(const char *body, unsigned threads, const char *words)
{
    runs(body, threads);
    if (*words ? !strstr(said, words) : *said)
        fail_msg("%s: said '%s', expected '%s'", body, said, words);
}

static void makes(const char *body, uint64_t input, uint64_t expected)
{
    set_in(input);
    int result = run(body, 3);
    if (result || out[0] != expected || out[2] != expected)
        fail_msg("%s of 0x%llx: 0x%llx, expected 0x%llx (%d: %s)", body, (unsigned long long)input,
                 (unsigned long long)out[0], (unsigned long long)expected, result, said);
}

/* The same, of what is left in %r3. */
static void makes_r3(const char *body, uint64_t input, uint32_t expected)
{
    char whole[1000];

    snprintf(whole, sizeof whole, "%s cvt.u64.u32 %%rd4, %%r3;", body);
    makes(whole, input, expected);
}

#define F32(x)          ((uint32_t)of_f32(x))
#define PAIR(low, high) ((uint64_t)(uint32_t)(high) << 32 | (uint32_t)(low))

/* ---- numbers ------------------------------------------------------------------------------- */

TEST(integers)
{
#define OF_TWO(op) op " %r3, %r1, %r2;"
    makes_r3(OF_TWO("add.s32"), PAIR(0x7fffffff, 5), 0x80000004);
    makes_r3(OF_TWO("sub.s32"), PAIR(3, 5), 0xfffffffe);
    makes_r3(OF_TWO("mul.lo.s32"), PAIR(-3, 5), (uint32_t)-15);
    makes_r3(OF_TWO("mul.hi.s32"), PAIR(-3, 5), 0xffffffff);
    makes_r3(OF_TWO("mul.hi.u32"), PAIR(-3, 5), 4);
    makes_r3(OF_TWO("div.s32"), PAIR(-7, 2), (uint32_t)-3);
    makes_r3(OF_TWO("rem.s32"), PAIR(-7, 2), (uint32_t)-1);
    makes_r3(OF_TWO("div.u32"), PAIR(-7, 2), 0x7ffffffc);
    makes_r3(OF_TWO("div.s32"), PAIR(0x80000000, -1), 0x80000000);
    makes_r3(OF_TWO("min.s32"), PAIR(-7, 2), (uint32_t)-7);
    makes_r3(OF_TWO("min.u32"), PAIR(-7, 2), 2);
    makes_r3(OF_TWO("max.s32"), PAIR(-7, 2), 2);
    makes_r3(OF_TWO("shl.b32"), PAIR(0xf, 30), 0xc0000000);
    makes_r3(OF_TWO("shl.b32"), PAIR(0xf, 32), 0);
    makes_r3(OF_TWO("shr.s32"), PAIR(-8, 40), 0xffffffff);
    makes_r3(OF_TWO("shr.u32"), PAIR(-8, 1), 0x7ffffffc);
    makes_r3(OF_TWO("and.b32"), PAIR(0xff0, 0x3c), 0x30);
    makes_r3(OF_TWO("xor.b32"), PAIR(0xff0, 0x3c), 0xfcc);
    makes("mul.wide.s32 %rd4, %r1, %r2;", PAIR(-3, 5), (uint64_t)-15);
    makes("mul.wide.u32 %rd4, %r1, %r2;", PAIR(-3, 5), 5ull * 0xfffffffd);
    makes("mad.wide.s32 %rd4, %r1, %r2, 1;", PAIR(-3, 5), (uint64_t)-14);
    makes("mad.lo.s32 %r3, %r1, %r2, %r1; cvt.s64.s32 %rd4, %r3;", PAIR(-3, 5), (uint64_t)-18);
    makes("mul.lo.s64 %rd4, %rd3, 0x100000001;", PAIR(7, 1), PAIR(7, 8));
    makes("mul.hi.u64 %rd4, %rd3, %rd3;", 1ull << 63, 1ull << 62);
    makes("cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2; mul.lo.s16 %h3, %h1, %h2; cvt.s64.s16 %rd4, "
          "%h3;",
          PAIR(0xffff, 3), (uint64_t)-3);
    makes("add.cc.u32 %r3, %r1, %r1; addc.u32 %r4, %r2, %r2; mov.b64 %rd4, {%r3, %r4};",
          0x1234567890abcdef, 0x2468acf121579bde);
    makes("sub.cc.u32 %r3, %r1, 1; subc.u32 %r4, %r2, 0; mov.b64 %rd4, {%r3, %r4};", 1ull << 32,
          0xffffffff);
    makes(
        "mad.lo.cc.u32 %r3, %r1, %r1, %r1; madc.hi.u32 %r4, %r1, %r1, 0; mov.b64 %rd4, {%r3, %r4};",
        0xffffffff, 0xffffffffull * 0xffffffff + 0xffffffff);
    makes_r3("abs.s32 %r3, %r1;", PAIR(-9, 0), 9);
    makes_r3("add.sat.s32 %r3, %r1, %r2;", PAIR(0x7fffffff, 5), 0x7fffffff);
    makes("dp4a.s32.s32 %r3, %r1, %r2, 10; cvt.s64.s32 %rd4, %r3;", PAIR(0x01ff0203, 0x04050607),
          4 - 5 + 12 + 21 + 10);
}

TEST(bits)
{
    makes_r3("popc.b64 %r3, %rd3;", 0xff00ff, 16);
    makes_r3("clz.b32 %r3, %r1;", 0xff00, 16);
    makes_r3("clz.b64 %r3, %rd3;", 0, 64);
    makes_r3("brev.b32 %r3, %r1;", 0x5, 0xa0000000);
    makes_r3("bfe.u32 %r3, %r1, 4, 8;", 0xabcd, 0xbc);
    makes("bfe.s32 %r3, %r1, 4, 8; cvt.s64.s32 %rd4, %r3;", 0xabcd, 0xffffffffffffffbc);
    makes("bfe.s32 %r3, %r1, 28, 8; cvt.s64.s32 %rd4, %r3;", 0x90000000, (uint64_t)-7);
    makes_r3("bfi.b32 %r3, %r1, %r2, 8, 4;", PAIR(0xfa, 0x12345678), 0x12345a78);
    makes_r3("bfind.u32 %r3, %r1;", 0x900, 11);
    makes_r3("bfind.shiftamt.s32 %r3, %r1;", 0xfffffff0, 28);
    makes_r3("prmt.b32 %r3, %r1, %r2, 0x7041;", PAIR(0x33221100, 0x77665544), 0x77004411);
    makes_r3("prmt.b32 %r3, %r1, %r2, 0x000b;", PAIR(0x83221100, 0), 0xff);
    makes_r3("shf.l.wrap.b32 %r3, %r1, %r2, 8;", PAIR(0x11223344, 0x55667788), 0x66778811);
    makes_r3("shf.r.clamp.b32 %r3, %r1, %r2, 40;", PAIR(0x11223344, 0x55667788), 0x55667788);
    makes_r3("shf.r.wrap.b32 %r3, %r1, %r2, 40;", PAIR(0x11223344, 0x55667788), 0x88112233);
    makes_r3("lop3.b32 %r3, %r1, %r2, 0xff, 0x96;", PAIR(0x0f0f, 0x3333), 0x0f0f ^ 0x3333 ^ 0xff);
    makes_r3("fns.b32 %r3, %r1, 0, 2;", 0x48, 6);
    makes_r3("mov.b32 {%h1, %h2}, %r1; mov.b32 %r3, {%h2, %h1};", 0x12345678, 0x56781234);
}

TEST(floats)
{
#define OF_FLOATS(op) "mov.b32 %f1, %r1; mov.b32 %f2, %r2; " op "; mov.b32 %r3, %f3;"
    volatile float third = 1.0f / 3, x = 1 + 0x1p-23f;

    makes_r3(OF_FLOATS("add.f32 %f3, %f1, %f2"), PAIR(F32(1.5f), F32(2.25f)), F32(3.75f));
    makes_r3(OF_FLOATS("fma.rn.f32 %f3, %f1, %f1, %f2"), PAIR(F32(x), F32(-1)),
             F32(fmaf(x, x, -1)));
    makes_r3(OF_FLOATS("div.rn.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(3)), F32(third));
    makes_r3(OF_FLOATS("div.rz.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(3)),
             F32(nextafterf(third, 0)));
    makes_r3(OF_FLOATS("add.rp.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(0x1p-40f)), F32(x));
    makes_r3(OF_FLOATS("add.rn.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(0x1p-40f)), F32(1));
    makes_r3(OF_FLOATS("sub.rm.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(0x1p-40f)), F32(1 - 0x1p-24f));
    makes_r3(OF_FLOATS("add.sat.f32 %f3, %f1, %f2"), PAIR(F32(1), F32(3)), F32(1));
    makes_r3(OF_FLOATS("min.f32 %f3, %f1, %f2"), PAIR(F32(NAN), F32(3)), F32(3));
    makes_r3(OF_FLOATS("max.f32 %f3, %f1, %f2"), PAIR(F32(-0.0f), F32(0.0f)), F32(0.0f));
    makes_r3(OF_FLOATS("sqrt.rn.f32 %f3, %f1"), PAIR(F32(2), 0), F32(sqrtf(2)));
    makes_r3(OF_FLOATS("rcp.rn.f32 %f3, %f1"), PAIR(F32(4), 0), F32(0.25f));
    makes_r3(OF_FLOATS("rsqrt.approx.f32 %f3, %f1"), PAIR(F32(16), 0), F32(0.25f));
    makes_r3(OF_FLOATS("ex2.approx.ftz.f32 %f3, %f1"), PAIR(F32(-3), 0), F32(0.125f));
    makes_r3(OF_FLOATS("ex2.approx.ftz.f32 %f3, %f1"), PAIR(F32(-127), 0), 0);
    makes_r3(OF_FLOATS("lg2.approx.f32 %f3, %f1"), PAIR(F32(8), 0), F32(3));
    makes_r3(OF_FLOATS("neg.f32 %f3, %f1"), PAIR(F32(8), 0), F32(-8));
    makes_r3(OF_FLOATS("abs.f32 %f3, %f1"), PAIR(F32(-8), 0), F32(8));
    makes_r3(OF_FLOATS("copysign.f32 %f3, %f1, %f2"), PAIR(F32(-8), F32(3)), F32(-3));
    makes(
        "mov.b64 %fd1, %rd3; fma.rn.f64 %fd2, %fd1, %fd1, 0dBFF0000000000000; mov.b64 %rd4, %fd2;",
        of_f64(1 + 0x1p-40), of_f64(0x1p-39 + 0x1p-80));
    makes_r3("mov.b64 %fd1, %rd3; cvt.rn.f32.f64 %f1, %fd1; mov.b32 %r3, %f1;", of_f64(0.1),
             F32(0.1f));
}

TEST(halves)
{
#define OF_HALVES(op) "mov.b32 {%h1, %h2}, %r1; " op "; cvt.u64.u16 %rd4, %h3;"
    makes(OF_HALVES("add.f16 %h3, %h1, %h2"), 0x3c003c00, 0x4000);
    makes(OF_HALVES("mul.f16 %h3, %h1, %h2"), 0x42003e00, 0x4480);         /* 3 x 1.5 = 4.5 */
    makes(OF_HALVES("fma.rn.f16 %h3, %h1, %h1, %h2"), 0x00013c00, 0x3c00); /* 1 + 2^-24 */
    makes_r3("fma.rn.f16x2 %r3, %r1, %r1, %r2;", PAIR(0x40003c00, 0x3c003c00), 0x45004000);
    makes_r3("add.sat.f16x2 %r3, %r1, %r2;", PAIR(0x38003c00, 0xbc003c00),
             0x3c00); /* (1 + 1, 0.5 - 1), between 0 and 1 */
    makes_r3("add.f16x2 %r3, %r1, %r2;", PAIR(0x40003c00, 0x3c003c00), 0x42004000);
    makes("mov.b32 %f1, %r1; cvt.rn.f16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;", F32(65520), 0x7c00);
    makes("mov.b32 %f1, %r1; cvt.rz.f16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;", F32(65520), 0x7bff);
    makes("mov.b32 %f1, %r1; cvt.rn.f16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;", F32(1 + 0x1p-11f),
          0x3c00);
    makes("mov.b32 %f1, %r1; cvt.rn.f16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;",
          F32(1 + 3 * 0x1p-11f), 0x3c02);
    makes("mov.b32 %f1, %r1; cvt.rp.f16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;", F32(1 + 0x1p-20f),
          0x3c01);
    makes_r3("cvt.u16.u32 %h1, %r1; cvt.f32.f16 %f1, %h1; mov.b32 %r3, %f1;", 0x0001,
             F32(0x1p-24f));
    makes_r3("mov.b32 %f1, %r1; mov.b32 %f2, %r2; cvt.rn.f16x2.f32 %r3, %f1, %f2;",
             PAIR(F32(1), F32(2)), 0x3c004000);
    makes("mov.b32 %f1, %r1; cvt.rn.bf16.f32 %h3, %f1; cvt.u64.u16 %rd4, %h3;", 0x3f808001, 0x3f81);
    makes("cvt.rn.bf16.u64 %h3, %rd3; cvt.u64.u16 %rd4, %h3;", 0x8080000000000001, 0x5f01);
    makes("cvt.rz.bf16.s64 %h3, %rd3; cvt.u64.u16 %rd4, %h3;", 0x8000000000000001, 0xdeff);
}

/* Rounding a double to half, against a search through all halves. */
TEST(rounding_to_half_is_exact)
{
    srand(7);
    for (unsigned i = 0; i < 20000; i++) {
        double d = ldexp((rand() - RAND_MAX / 2) / (double)RAND_MAX, rand() % 44 - 26);
        uint16_t h = double_to_half(d, RN), up = double_to_half(d, RP),
                 down = double_to_half(d, RM);
        double near = half_to_double(h), above = half_to_double(up), below = half_to_double(down);
        assert_true(below <= d && d <= above && (near == above || near == below));
        assert_true(fabs(near - d) <= above - d && fabs(near - d) <= d - below);
        if (above - d == d - below && above != below)
            assert_int_equal(h & 1, 0);
        if (above != below) /* neighbours: nothing lies between */
            assert_int_equal(abs((int)(up & 0x7fff) - (int)(down & 0x7fff)),
                             up >> 15 == down >> 15 ? 1 : 0);
        assert_true(double_to_half(d, RZ) == (d < 0 ? up : down));
    }
    for (unsigned h = 0; h < 0x7c00; h++)
        assert_int_equal(double_to_half(half_to_double((uint16_t)h), RN), h);
}

/* Conversions, products and bit fields of drawn numbers, against the host's own. */
static uint64_t drawn(void)
{
    uint64_t x = 0;

    for (unsigned i = 0; i < 5; i++)
        x = x << 15 ^ (uint64_t)rand();
    return x >> rand() % 60;
}

TEST(drawn_numbers_agree_with_the_host)
{
    srand(11);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t a = drawn(), b = drawn();
        assert_true(mul_hi_u64(a, b) == (uint64_t)((unsigned __int128)a * b >> 64));
        assert_true(mul_hi_s64((int64_t)a, -(int64_t)b) ==
                    (uint64_t)((__int128)(int64_t)a * -(int64_t)b >> 64));
        unsigned at = (unsigned)rand() % 32, n = (unsigned)rand() % (33 - at);
        uint32_t x = (uint32_t)a, mask = n == 32 ? ~0u : (1u << n) - 1;
        assert_int_equal(extract_bits(x, at, n, 32, false), x >> at & mask);
        if (n)
            assert_int_equal((uint32_t)extract_bits(x, at, n, 32, true),
                             (uint32_t)((int32_t)(x << (32 - n - at)) >> (32 - n)));
        assert_int_equal(insert_bits(b, x, at, n, 32), (x & ~(mask << at)) | ((uint32_t)b & mask)
                                                                                 << at);
        double d =
            ldexp((double)(int64_t)(a >> 20) + 0.5 * (b & 1), -(int)(b % 40)) * (b & 2 ? -1 : 1);
        float f = (float)d;
        assert_true(convert(of_f32(f), F32, S64, RNI, false) == (uint64_t)llrintf(f));
        assert_true(convert(of_f32(f), F32, S64, RMI, false) == (uint64_t)(int64_t)floorf(f));
        assert_true(convert(of_f32(f), F32, S64, RPI, false) == (uint64_t)(int64_t)ceilf(f));
        assert_true(convert(of_f32(f), F32, S64, RZI, false) == (uint64_t)(int64_t)f);
        assert_true(convert(a, U64, F32, RN, false) == of_f32((float)a));
        assert_true(convert(a, S64, F64, RN, false) == of_f64((double)(int64_t)a));
        volatile double exact = d * (1 + 0x1p-30);
        fesetround(FE_UPWARD);
        volatile float upward = (float)exact;
        fesetround(FE_TOWARDZERO);
        volatile float to_zero = (float)exact;
        volatile float whole = (float)(int64_t)a;
        fesetround(FE_TONEAREST);
        assert_true(convert(of_f64(exact), F64, F32, RP, false) == of_f32(upward));
        assert_true(convert(of_f64(exact), F64, F32, RZ, false) == of_f32(to_zero));
        assert_true(convert(a, S64, F32, RZ, false) == of_f32(whole));
    }
}

TEST(conversions_saturate)
{
    assert_true(convert(of_f32(3e9f), F32, S32, RZI, false) == 0x7fffffff);
    assert_true((uint32_t)convert(of_f32(-3e9f), F32, S32, RZI, false) == 0x80000000);
    assert_true(convert(of_f32(-1), F32, U32, RZI, false) == 0);
    assert_true(convert(of_f32(5e9f), F32, U32, RZI, false) == 0xffffffff);
    assert_true(convert(of_f32(NAN), F32, S32, RZI, false) == 0);
    assert_true(convert(of_f32(300), F32, U8, RNI, false) == 255);
    assert_true(convert(300, S32, U8, NO_ROUNDING, true) == 255);
    assert_true(convert(300, S32, U8, NO_ROUNDING, false) == 44);
    assert_true((int64_t)convert((uint64_t)-300, S32, S8, NO_ROUNDING, true) == -128);
    assert_true(convert(of_f32(1.5f), F32, F32, RN, true) == of_f32(1));
    assert_true(convert(of_f32(-2.5f), F32, F32, RNI, false) == of_f32(-2));
    assert_true(convert(of_f32(-2.5f), F32, F32, RMI, false) == of_f32(-3));
}

TEST(comparisons)
{
    static const struct {
        const char *name;
        int less, same, more, nan;
    } of[] = { { "eq", 0, 1, 0, 0 },  { "ne", 1, 0, 1, 0 },  { "lt", 1, 0, 0, 0 },
               { "le", 1, 1, 0, 0 },  { "gt", 0, 0, 1, 0 },  { "ge", 0, 1, 1, 0 },
               { "equ", 0, 1, 0, 1 }, { "neu", 1, 0, 1, 1 }, { "ltu", 1, 0, 0, 1 },
               { "leu", 1, 1, 0, 1 }, { "gtu", 0, 0, 1, 1 }, { "geu", 0, 1, 1, 1 },
               { "num", 1, 1, 1, 0 }, { "nan", 0, 0, 0, 1 } };
    char body[200];

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(body, sizeof body,
                 "mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2; setp.%s.f32 %%p1, %%f1, %%f2; selp.u64 "
                 "%%rd4, 1, 0, %%p1;",
                 of[i].name);
        makes(body, PAIR(F32(1), F32(2)), (uint64_t)of[i].less);
        makes(body, PAIR(F32(2), F32(2)), (uint64_t)of[i].same);
        makes(body, PAIR(F32(3), F32(2)), (uint64_t)of[i].more);
        makes(body, PAIR(F32(3), F32(NAN)), (uint64_t)of[i].nan);
    }
    makes("setp.lt.s32 %p1|%p2, %r1, %r2; selp.u64 %rd4, 5, 6, %p1; selp.u64 %rd5, 10, 20, %p2; "
          "add.u64 %rd4, %rd4, %rd5;",
          PAIR(-1, 1), 25);
    makes("setp.lt.u32 %p1, %r1, %r2; selp.u64 %rd4, 5, 6, %p1;", PAIR(-1, 1), 6);
    makes("setp.lt.u32 %p1, %r1, 9; setp.gt.or.s32 %p2, %r1, 100, !%p1; and.pred %p3, %p2, %p1; "
          "not.pred %p4, %p3; selp.u64 %rd4, 5, 6, %p4;",
          3, 5);
    makes_r3("set.lt.u32.s32 %r3, %r1, %r2;", PAIR(-1, 1), 0xffffffff);
    makes("setp.eq.f16x2 %p1|%p2, %r1, %r2; selp.u64 %rd4, 5, 6, %p1; selp.u64 %rd5, 10, 20, %p2; "
          "add.u64 %rd4, %rd4, %rd5;",
          PAIR(0x3c004000, 0x3c003c00), 16);
}

/* ---- memory -------------------------------------------------------------------------------- */

TEST(memory_of_every_kind)
{
    makes("st.shared.v2.u32 [s+8], {%r1, %r2}; ld.shared.u64 %rd4, [s+8];", 0x123456789abcdef0,
          0x123456789abcdef0);
    makes("mov.u64 %rd5, l; st.local.v4.u32 [%rd5+16], {%r1, %r2, %r1, %r2}; ld.local.u64 %rd4, "
          "[%rd5+24];",
          77, 77);
    makes("mov.u64 %rd5, l; cvta.local.u64 %rd6, %rd5; st.u64 [%rd6], %rd3; ld.local.u64 %rd4, "
          "[%rd5];",
          78, 78);
    makes("cvta.to.shared.u64 %rd6, %rd3; mov.u32 %r5, s; cvt.u64.u32 %rd5, %r5; cvta.shared.u64 "
          "%rd6, %rd5; st.u8 [%rd6+3], %r1; ld.shared.s8 %r6, [s+3]; cvt.s64.s32 %rd4, %r6;",
          0x80, (uint64_t)-128);
    makes("ld.global.u32 %r5, [number]; cvt.u64.u32 %rd4, %r5;", 0, 7);
    makes("ld.global.u16 %h1, [%rd2+2]; cvt.u64.u16 %rd4, %h1;", 0x12345678, 0x1234);
    makes("ld.global.nc.L1::no_allocate.v2.u32 {%r5, %r6}, [%rd2]; mov.b64 %rd4, {%r6, %r5};",
          PAIR(1, 2), PAIR(2, 1));
    makes("isspacep.shared %p1, %rd2; selp.u64 %rd4, 1, 2, %p1;", 0, 2);
    dynamic_bytes = 64;
    makes("mov.u32 %r5, dyn; st.shared.u64 [%r5+56], %rd3; ld.shared.u64 %rd4, [dyn+56];", 9, 9);
    dynamic_bytes = 0;
}

TEST(atomics)
{
    static const struct {
        const char *what;
        uint32_t old, value, now;
    } of[] = { { "add.u32", 5, 7, 12 },         { "min.s32", 5, (uint32_t)-7, (uint32_t)-7 },
               { "min.u32", 5, 0xfffffff9, 5 }, { "max.s32", 5, (uint32_t)-7, 5 },
               { "and.b32", 12, 10, 8 },        { "or.b32", 12, 10, 14 },
               { "xor.b32", 12, 10, 6 },        { "exch.b32", 12, 10, 10 },
               { "inc.u32", 10, 10, 0 },        { "inc.u32", 9, 10, 10 },
               { "dec.u32", 0, 10, 10 },        { "dec.u32", 11, 10, 10 },
               { "dec.u32", 4, 10, 3 } };
    char body[400];

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(
            body, sizeof body,
            "setp.ne.u32 %%p1, %%r0, 0; @%%p1 bra last; st.shared.u32 [s], %%r1;\n"
            "atom.shared.%s %%r5, [s], %%r2; ld.shared.u32 %%r6, [s]; mov.b64 %%rd4, {%%r5, %%r6};",
            of[i].what);
        set_in(PAIR(of[i].old, of[i].value));
        runs(body, 3);
        assert_true(out[0] == PAIR(of[i].old, of[i].now));
    }
    set_in(0);
    assert_int_equal(run("atom.global.add.u64 %rd4, [number], 0;", 1), 1); /* 4 bytes are there */
    runs("st.shared.u32 [s], 0; bar.sync 0; red.shared.add.u32 [s], 3; "
         "atom.shared.add.f32 %f1, [s+4], 0f00000000;\n"
         "bar.sync 0; ld.shared.u32 %r5, [s]; cvt.u64.u32 %rd4, %r5;",
         100);
    assert_true(out[0] == 300 && out[99] == 300);
    assert_non_null(strstr(said, "where.cu:42: reads shared memory that was never written"));
    set_in(4);
    runs("st.shared.u64 [s], 4; atom.shared.cas.b64 %rd4, [s], %rd3, 9; "
         "ld.shared.u64 %rd4, [s];",
         1);
    assert_true(out[0] == 9);
}

static void fails(const char *body, enum fault what, const char *words)
{
    set_in(0);
    int result = run(body, 40);
    if (result != 1 || fault_was != what || !strstr(said, words) ||
        strncmp(said, "where.cu:42: ", 13))
        fail_msg("%s: %d, fault %d: %s", body, result, fault_was, said);
}

static const char unwritten[] = "reads shared memory that was never written";

TEST(what_a_kernel_must_not_do)
{
    fails("ld.global.u64 %rd4, [%rd0+1048576000];", ILLEGAL_ADDRESS, "read of 8 bytes");
    fails("st.global.u64 [16], %rd4;", ILLEGAL_ADDRESS, "no memory of the device lies there");
    fails("ld.global.u32 %r5, [number+4];", ILLEGAL_ADDRESS, "no memory");
    fails("ld.global.u64 %rd4, [number];", ILLEGAL_ADDRESS, "at byte 0 of an array of 4 bytes");
    fails("ld.global.u16 %r5, [three+2];", ILLEGAL_ADDRESS, "at byte 2 of an array of 3 bytes");
    fails("ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2+8];", MISALIGNED, "16 bytes");
    fails("ld.global.u32 %r5, [%rd2+2];", MISALIGNED, "4 bytes");
    fails("st.shared.u32 [s+2048], %r1;", ILLEGAL_ADDRESS, "there are 2048 bytes");
    fails("st.shared.u64 [s+4], %rd3;", MISALIGNED, "shared");
    fails("mov.u64 %rd5, l; ld.local.u32 %r5, [%rd5+64];", ILLEGAL_ADDRESS, "local");
    fails("trap;", FAILURE, "__trap()");
    fails("setp.lt.u32 %p1, %r0, 5; @%p1 bar.sync 0; @!%p1 bar.sync 1;", FAILURE, "never come");
    fails("setp.lt.u32 %p1, %r0, 5; @%p1 bar.warp.sync -1; @%p1 bra last; bar.sync 0;", FAILURE,
          "never come");
    fails("mov.b32 %f1, %r1; { .param .b32 a; st.param.b32 [a+0], 100000; .param .b32 b; call (b), "
          "factorial, (a); }",
          FAILURE, "stack is full");
    set_in(0);
    memset(in_written + 39 * 8, 0, 8);
    notes("", 40, "reads global memory that was never written");
    set_in(0); /* a word of a structure may have gaps, a number may not */
    notes("st.shared.u8 [s+8], 7; ld.shared.u64 %rd5, [s+8];", 1, "");
    notes("st.shared.u8 [s+8], 7; ld.shared.f32 %f5, [s+8];", 1, unwritten);
    notes("st.shared.u8 [s+8], 7; ld.shared.v2.u32 {%r5, %r6}, [s+8];", 1, "");
    notes("st.shared.u32 [s+8], 7; ld.shared.v2.f32 {%f5, %f6}, [s+8];", 1, unwritten);
    set_in(0); /* byte by byte in local memory, whose gaps are also copied */
    notes("st.local.u8 [l+8], 7; ld.local.u8 %r5, [l+10];", 1, "");
    notes("st.local.u8 [l+8], 7; ld.local.u8 %r5, [l+12];", 1,
          "reads local memory that was never written");
    set_in(0); /* an exchange is a store, unless someone takes the old value */
    notes("atom.shared.exch.b32 %r5, [s], 7; ld.shared.u32 %r6, [s];", 1, "");
    notes("atom.shared.exch.b32 %r5, [s], 7; add.u32 %r6, %r5, 1;", 1, unwritten);
}

static void unknown(const char *body, const char *name)
{
    set_in(0);
    assert_int_equal(run(body, 2), 2);
    assert_string_equal(said, name);
}

TEST(what_is_not_known_is_named)
{
    unknown("frobnicate.u32 %r3, %r1;", "frobnicate.u32");
    unknown("add.strange.u32 %r3, %r1, %r2;", "add.strange.u32");
    unknown("ld.global.v16.u32 %r3, [%rd2];", "ld.global.v16.u32");
    unknown("mov.u32 %r3, %envreg2;", "%envreg2");
    unknown("mov.u64 %rd5, factorial;", "the address of a function");
    unknown("cvt.rna.tf32.f32 %r3, %f1;", "cvt.rna.tf32.f32");
    set_in(5); /* and where no thread reaches it, nothing is said */
    runs("setp.eq.u32 %p1, %r1, 5; @%p1 bra last; frobnicate.u32 %r3, %r1;", 2);
}

/* A text that ends in its middle, or has a sign that does not belong there, ends with one line. */
TEST(a_broken_text_is_refused)
{
    char text[20000], words[300];
    unsigned refused = 0;

    snprintf(
        text, sizeof text, "%s%s%s", before,
        "shfl.sync.idx.b32 %r5|%p1, %r1, 0, 31, -1; @%p1 bra last; wmma.load.a.sync.aligned.row."
        "m16n16k16.global.f16 {%r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10}, [%rd2], %r1;",
        after);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        char was = text[i];
        for (unsigned k = 0; k < 4; k++) {
            text[i] = "\0;%{"[k];
            struct module *m = ptx_read(text, words, sizeof words);
            refused += !m;
            if (!m && (strchr(words, '\n') || strncmp(words, "line ", 5)))
                fail_msg("%s", words);
            ptx_free(m);
        }
        text[i] = was;
    }
    assert_true(refused > length);
}

/* ---- threads together ---------------------------------------------------------------------- */

TEST(shuffles_votes_and_matches)
{
    for (unsigned i = 0; i < MOST; i++)
        in[i] = 100 + i;
    memset(in_written, 1, sizeof in_written);
    run("shfl.sync.down.b32 %r5|%p1, %r1, 3, 31, -1; selp.u32 %r6, 1, 0, %p1; mov.b64 %rd4, {%r5, "
        "%r6};",
        64);
    assert_true(out[0] == PAIR(103, 1) && out[28] == PAIR(131, 1) && out[29] == PAIR(129, 0) &&
                out[33] == PAIR(136, 1));
    run("shfl.sync.up.b32 %r5|%p1, %r1, 3, 0, -1; cvt.u64.u32 %rd4, %r5;", 32);
    assert_true(out[2] == 102 && out[3] == 100 && out[31] == 128);
    run("shfl.sync.bfly.b32 %r5|%p1, %r1, 5, 31, -1; cvt.u64.u32 %rd4, %r5;", 32);
    assert_true(out[0] == 105 && out[7] == 102);
    run("shfl.sync.idx.b32 %r5|%p1, %r1, 2, 6175, -1; cvt.u64.u32 %rd4, %r5;", 32); /* width 8 */
    assert_true(out[0] == 102 && out[9] == 110 && out[31] == 126);
    run("setp.lt.u32 %p1, %r1, 105; vote.sync.ballot.b32 %r5, %p1, -1; cvt.u64.u32 %rd4, %r5;", 20);
    assert_true(out[0] == 31 && out[19] == 31);
    run("setp.lt.u32 %p1, %r1, 105; vote.sync.ballot.b32 %r5, !%p1, -1; cvt.u64.u32 %rd4, %r5;",
        20);
    assert_true(out[0] == 0xfffe0); /* of 20 lanes, not of 32 */
    run("setp.lt.u32 %p1, %r1, 105; vote.sync.all.pred %p2, %p1, -1; vote.sync.any.pred %p3, %p1, "
        "-1; selp.u64 %rd4, 1, 0, %p2; selp.u64 %rd5, 2, 0, %p3; or.b64 %rd4, %rd4, %rd5;",
        32);
    assert_true(out[0] == 2);
    run("and.b32 %r5, %r1, 3; match.any.sync.b32 %r6, %r5, -1; cvt.u64.u32 %rd4, %r6;", 32);
    assert_true(out[1] == 0x22222222);
    run("match.all.sync.b32 %r6|%p1, %r2, -1; selp.b32 %r6, %r6, 0, %p1; cvt.u64.u32 %rd4, %r6;",
        32);
    assert_true(out[1] == 0xffffffff);
    run("redux.sync.add.s32 %r6, %r1, -1; cvt.u64.u32 %rd4, %r6;", 32);
    assert_true(out[5] == 3200 + 496);
    run("setp.lt.u32 %p1, %r1, 105; @%p1 bra last; activemask.b32 %r6; cvt.u64.u32 %rd4, %r6;", 32);
    assert_true(out[0] == 0 && out[31] == 0xffffffe0);
    /* two halves of a warp, each for itself, and lanes that come late */
    run("setp.lt.u32 %p1, %r0, 16; mov.u32 %r7, 0xffff0000; @%p1 mov.u32 %r7, 0xffff; setp.lt.u32 "
        "%p2, %r0, 4; @%p2 bra late;\n"
        "bra.uni both; late: add.u32 %r1, %r1, 50; both: shfl.sync.idx.b32 %r5, %r1, 1, 4127, %r7; "
        "cvt.u64.u32 %rd4, %r5;",
        32);
    assert_true(out[9] == 151 && out[20] == 117);
}

TEST(barriers)
{
    for (unsigned i = 0; i < MOST; i++)
        in[i] = i;
    memset(in_written, 1, sizeof in_written);
    /* each thread reads what the one at the other end has written: over warps, with threads that
     * end */
    static const char mirrored[] = "setp.gt.u32 %p1, %r0, 99; @%p1 bra last; shl.b32 %r5, %r0, 2; "
                                   "mov.u32 %r6, s; add.u32 %r7, %r6, %r5;\n"
                                   "st.shared.u32 [%r7], %r1; bar.sync 0; sub.u32 %r5, 99, %r0; "
                                   "shl.b32 %r5, %r5, 2; add.u32 %r7, %r6, %r5;\n"
                                   "ld.shared.u32 %r8, [%r7]; cvt.u64.u32 %rd4, %r8;";
    runs(mirrored, 128);
    assert_true(out[0] == 99 && out[99] == 0 && out[40] == 59 && !said[0]);
    runs("setp.lt.u32 %p1, %r0, 45; barrier.red.popc.aligned.u32 %r5, 0, %p1; "
         "cvt.u64.u32 %rd4, %r5;",
         128);
    assert_true(out[0] == 45 && out[127] == 45);
    runs("setp.lt.u32 %p1, %r0, 45; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, %p1; "
         "selp.u64 %rd4, 1, 0, %p2; selp.u64 %rd5, 2, 0, %p3; or.b64 %rd4, %rd4, %rd5;",
         64);
    assert_true(out[0] == 2);
    /* of four warps two use a barrier of their own */
    runs("setp.lt.u32 %p1, %r0, 64; @!%p1 bra last; st.shared.u32 [s], %r0; "
         "bar.sync 3, 64; ld.shared.u32 %r5, [s]; cvt.u64.u32 %rd4, %r5;",
         128);
    assert_true(out[0] == 63 && out[63] == 63);
    /* one lane writes, all read after the warp has met */
    runs("setp.eq.u32 %p1, %r0, 7; @%p1 st.shared.u32 [s], %r0; bar.warp.sync -1; "
         "ld.shared.u32 %r5, [s]; cvt.u64.u32 %rd4, %r5;",
         32);
    assert_true(out[0] == 7 && out[31] == 7);
}

/* Threads that wait for each other: a lock of all, a flag between warps, both ways round. */
TEST(nobody_waits_for_ever)
{
    set_in(0);
    runs("st.shared.u64 [s], 0; bar.sync 0;\n"
         "again: atom.shared.cas.b32 %r5, [s], 0, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra again;\n"
         "ld.volatile.shared.u32 %r6, [s+4]; add.u32 %r6, %r6, 1; st.volatile.shared.u32 [s+4], "
         "%r6;\n"
         "membar.cta; atom.shared.exch.b32 %r5, [s], 0; bar.sync 0; ld.shared.u32 %r6, [s+4]; "
         "cvt.u64.u32 %rd4, %r6;",
         200);
    assert_true(out[0] == 200 && out[199] == 200);
    for (unsigned first = 0; first < 64; first += 63) {
        char body[500];
        snprintf(body, sizeof body,
                 "st.shared.u32 [s], 0; bar.sync 0; setp.ne.u32 %%p1, %%r0, %u; @%%p1 bra wait; "
                 "st.volatile.shared.u32 [s], 8; bra.uni done;\n"
                 "wait: ld.volatile.shared.u32 %%r5, [s]; setp.eq.u32 %%p2, %%r5, 0; @%%p2 bra "
                 "wait; done: ld.shared.u32 %%r5, [s]; cvt.u64.u32 %%rd4, %%r5;",
                 first);
        runs(body, 64);
        assert_true(out[0] == 8 && out[63] == 8);
    }
}

static unsigned requests_of(const char *body, unsigned threads)
{
    unsigned sum = 0;

    runs(body, threads);
    for (unsigned i = 0; i < 4000; i++)
        sum += (unsigned)tallies[i].requests;
    return sum - 2 * ((threads + 31) / 32); /* of the first load and the last store */
}

/* Lanes that came apart meet again: one request, not two. */
TEST(lanes_meet_again)
{
    set_in(3);
    assert_int_equal(requests_of("setp.lt.u32 %p1, %r0, 7; @%p1 bra a; add.u32 %r5, %r1, 1; bra b; "
                                 "a: add.u32 %r5, %r1, 2; b: st.shared.u32 [s], %r5;",
                                 32),
                     1);
    assert_int_equal(
        requests_of("and.b32 %r5, %r0, 3; again: ld.shared.u32 %r6, [s]; add.u32 %r5, %r5, 1; "
                    "setp.lt.u32 %p1, %r5, 6; @%p1 bra again; st.shared.u32 [s], %r5;",
                    64),
        2 * (6 + 1));
    assert_int_equal(
        requests_of("and.b32 %r5, %r0, 1; bar.sync 0; ts: .branchtargets x, y; brx.idx %r5, ts; x: "
                    "bra z; y: bra.uni z; z: st.shared.u32 [s], %r5;",
                    32),
        1);
    /* sectors: 32 threads, 8 bytes each, side by side: 8; every second one: 16 */
    requests_of("", 32);
    unsigned sectors = 0;
    for (unsigned i = 0; i < 4000; i++)
        sectors += (unsigned)tallies[i].sectors;
    assert_true(sectors == 16 || sectors == 17 || sectors == 18); /* in may begin within a sector */
}

TEST(functions)
{
    for (unsigned i = 0; i < MOST; i++)
        in[i] = i % 6;
    memset(in_written, 1, sizeof in_written);
    runs("{ .param .b32 a; st.param.b32 [a+0], %r1; .param .b32 b; call (b), "
         "factorial, (a); ld.param.b32 %r5, [b+0]; } cvt.u64.u32 %rd4, %r5;",
         64);
    assert_true(out[0] == 1 && out[3] == 6 && out[5] == 120 && out[63] == 6);
    set_in(0);
    runs("mov.u64 %rd5, l; cvta.local.u64 %rd6, %rd5; st.local.f64 [%rd5], "
         "0d400921FB54442D18; st.local.u32 [%rd5+8], -7; mov.u64 %rd7, $word; "
         "cvta.global.u64 %rd7, %rd7; st.local.u64 [%rd5+16], %rd7;\n"
         "mov.u64 %rd8, $format; { .param .b64 a; st.param.b64 [a+0], %rd8; .param "
         ".b64 c; st.param.b64 [c+0], %rd6; .param .b32 b; call.uni (b), vprintf, "
         "(a, c); ld.param.b32 %r5, [b+0]; } cvt.u64.u32 %rd4, %r5;",
         1);
    assert_string_equal(said, " 3.14|-7  |abc\n");
    assert_true(out[0] == 3);
    said[0] = 0;
    runs("mov.u64 %rd5, l; cvta.local.u64 %rd6, %rd5; st.local.u32 [%rd5], -70000; st.local.u32 "
         "[%rd5+4], 300; st.local.u32 [%rd5+8], 5;\n"
         "mov.u64 %rd8, $small; { .param .b64 a; st.param.b64 [a+0], %rd8; .param .b64 c; "
         "st.param.b64 [c+0], %rd6; .param .b32 b; call.uni (b), vprintf, (a, c); ld.param.b32 "
         "%r5, [b+0]; } cvt.u64.u32 %rd4, %r5;",
         1);
    assert_string_equal(said, "-4464|44|%.*f|5\n");
    assert_true(out[0] == 3);
}

TEST(special_registers)
{
    set_in(0);
    runs("mov.u32 %r5, %ctaid.x; mov.u32 %r6, %nctaid.x; mov.u32 %r7, %laneid; "
         "shl.b32 %r7, %r7, 8; or.b32 %r6, %r6, %r7; mov.b64 %rd4, {%r5, %r6};",
         40);
    assert_true(out[37] == PAIR(2, 3 | 5 << 8));
    runs("mov.u32 %r5, %ntid.x; mov.u32 %r6, %lanemask_lt; mov.b64 %rd4, {%r5, %r6};", 40);
    assert_true(out[37] == PAIR(40, 31));
}

/* A product of 16 x 16 matrices of small numbers, which halves hold exactly. */
TEST(fragments)
{
    uint16_t *a = (uint16_t *)in, *b = a + 256;
    float expected[256] = { 0 }, *c = (float *)out;
    static const char product[] =
        "ld.param.u64 %rd5, [from]; ld.param.u64 %rd6, [to]; mov.u32 %r30, 16; mov.f32 %f30, "
        "0f3F800000;\n"
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r3, %r4, %r5, %r6, %r7, %r8, %r9, "
        "%r10}, [%rd5], %r30;\n"
        "wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%r11, %r12, %r13, %r14, %r15, %r16, "
        "%r17, %r18}, [%rd5+512];\n"
        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, "
        "{%r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10}, "
        "{%r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18}, {%f30, %f30, %f30, %f30, %f30, %f30, "
        "%f30, %f30};\n"
        "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd6], {%f1, %f2, %f3, %f4, %f5, %f6, "
        "%f7, %f8}, %r30; ret;";

    set_in(0);
    for (unsigned i = 0; i < 256; i++)
        a[i] = double_to_half(i % 7 - 3.0, RN), b[i] = double_to_half(i % 5 + i / 100.0, RN);
    for (unsigned m = 0; m < 16; m++)
        for (unsigned n = 0; n < 16; n++) {
            expected[m * 16 + n] = 1;
            for (unsigned k = 0; k < 16; k++)
                expected[m * 16 + n] +=
                    (float)(half_to_double(a[m * 16 + k]) * half_to_double(b[n * 16 + k]));
        }
    runs(product, 32);
    for (unsigned i = 0; i < 256; i++)
        assert_true(fabsf(c[i] - expected[i]) < 1e-4f);
    assert_int_equal(run(product, 31), 1);
}

/* ---- copies beside the threads -----------------------------------------------------------------
 */

#define OWN_PLACE "mov.u32 %r10, s; shl.b32 %r11, %r0, 4; add.s32 %r10, %r10, %r11;\n"
#define DIGIT(at)                                                                                  \
    "ld.shared.u32 %r12, [%r10+" at "]; mul.lo.s32 %r13, %r13, 10; add.s32 %r13, %r13, %r12;\n"

/* Three copies, two of them in groups; what stands in their places is looked at between the waits,
 * a digit each. The third one, in no group, waits for wait_all. */
TEST(copies_arrive_when_they_are_waited_for)
{
    static const char three[] =
        OWN_PLACE "mov.u32 %r14, 1; mov.u32 %r13, 0;\n"
                  "st.shared.v4.u32 [%r10], {%r14, %r14, %r14, %r14};\n"
                  "cp.async.ca.shared.global [%r10], [%rd2], 4; cp.async.commit_group;\n"
                  "cp.async.ca.shared.global [%r10+4], [%rd2+4], 4; cp.async.commit_group;\n"
                  "cp.async.ca.shared.global [%r10+8], [%rd2], 4;\n" DIGIT(
                      "0") "cp.async.wait_group 1;\n" DIGIT("0")
                      DIGIT("4") "cp.async.wait_group 0;\n" DIGIT("4")
                          DIGIT("8") "cp.async.wait_all;\n" DIGIT("8") "cvt.u64.u32 %rd4, %r13;";
    static const char changed[] =
        OWN_PLACE "cp.async.ca.shared.global [%r10], [%rd2], 8; cp.async.commit_group;\n"
                  "mov.u64 %rd5, 9; st.global.u64 [%rd2], %rd5; cp.async.wait_group 0;\n"
                  "ld.shared.u64 %rd4, [%r10];";

    makes(three, PAIR(5, 7), 151715);
    makes(changed, 3, 9); /* the source is read as late as that */
}

/* Bytes that are not taken from the source are 0; with none taken the source may be anywhere. */
TEST(copies_fill_up_with_zeroes)
{
#define COPY16(part, from, result)                                                                 \
    OWN_PLACE "ld.param.u64 %rd5, [from]; mov.u64 %rd6, 16; mov.u32 %r12, " part ";\n"             \
              "cp.async.cg.shared.global.L2::128B [%r10], [" from "], 16, %r12;\n"                 \
              "cp.async.wait_all; ld.shared.v2.u64 {%rd7, %rd8}, [%r10]; mov.u64 %rd4, " result    \
              ";"
    makes(COPY16("16", "%rd5", "%rd8"), 0x1122334455667788, 0x1122334455667788);
    makes(COPY16("10", "%rd5", "%rd7"), 0x1122334455667788, 0x1122334455667788);
    makes(COPY16("10", "%rd5", "%rd8"), 0x1122334455667788, 0x7788);
    makes(COPY16("3", "%rd5", "%rd7"), 0x1122334455667788, 0x667788);
    makes(COPY16("0", "%rd6", "%rd7"), 0x1122334455667788, 0);
}

TEST(copies_that_a_gpu_refuses)
{
    fails("mov.u32 %r10, s; cp.async.ca.shared.global [%r10], [%rd2+4], 8;", MISALIGNED,
          "not aligned");
    fails("mov.u32 %r10, s; cp.async.ca.shared.global [%r10+4], [%rd2], 8;", MISALIGNED, "shared");
    fails("mov.u32 %r10, s; cp.async.ca.shared.global [%r10+2048], [%rd2], 8;", ILLEGAL_ADDRESS,
          "2048 bytes");
    fails("mov.u32 %r10, s; cp.async.ca.shared.global [%r10], [%rd2+1048576000], 8;",
          ILLEGAL_ADDRESS, "no memory of the device");
    fails("mov.u32 %r10, s; cp.async.ca.shared.global [%r10], [%rd2], 12;", FAILURE, "of 12 bytes");
    set_in(0);
    notes("mov.u32 %r10, s; cp.async.ca.shared.global [%r10], [%rd2], 8; "
          "ld.shared.u64 %rd4, [%r10];",
          1, unwritten);
    assert_int_equal(run("cp.async.bulk.commit_group;", 1), 2);
}

/* ---- tensor cores by their own instructions ----------------------------------------------------
 */

/* Lane l stores the numbers 8 l to 8 l + 7, row l % 8 of matrix l / 8. */
#define ROWS_OF_NUMBERS                                                                            \
    OWN_PLACE "shl.b32 %r12, %r0, 3; mad.lo.s32 %r12, %r12, 65537, 65536;\n"                       \
              "add.s32 %r13, %r12, 131074; add.s32 %r14, %r12, 262148; add.s32 %r15, %r12, "       \
              "393222;\n"                                                                          \
              "st.shared.v4.u32 [%r10], {%r12, %r13, %r14, %r15}; bar.warp.sync -1;\n"

TEST(matrices_come_by_rows)
{
    set_in(0);
    runs(ROWS_OF_NUMBERS "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r10}, "
                         "[%r10]; mov.b64 %rd4, {%r21, %r10};",
         32);
    for (unsigned l = 0; l < 32; l++) {
        uint32_t first = 64 + l / 4 * 8 + l % 4 * 2; /* of matrix 1; of matrix 3 128 more */
        uint32_t pair = first | (first + 1) << 16;
        assert_int_equal(out[l], PAIR(pair, pair + 128 * 65537));
    }
    runs(ROWS_OF_NUMBERS "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r20, %r21}, [%r10]; "
                         "mov.b64 %rd4, {%r20, %r21};",
         32);
    for (unsigned l = 0; l < 32; l++) {
        uint32_t first = l % 4 * 2 * 8 + l / 4; /* below it 8 more, in matrix 1 64 more */
        uint32_t pair = first | (first + 8) << 16;
        assert_int_equal(out[l], PAIR(pair, pair + 64 * 65537));
    }
    assert_int_equal(run(ROWS_OF_NUMBERS "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r10]; "
                                         "cvt.u64.u32 %rd4, %r20;",
                         31),
                     1);
}

/* A, 16 x k, and B, k x 8, go to shared memory by copies and on by ldmatrix, as in
 * kernels. All lanes have 1 in %f30, and two of them as halves in %r30. */
#define LOADED                                                                                     \
    OWN_PLACE "ld.param.u64 %rd5, [from]; ld.param.u64 %rd6, [to]; mul.wide.u32 %rd7, %r0, 16;\n"  \
              "add.s64 %rd5, %rd5, %rd7; add.s64 %rd6, %rd6, %rd7;\n"                              \
              "mov.f32 %f30, 0f3F800000; mov.u32 %r30, 0x3c003c00;\n"                              \
              "cp.async.cg.shared.global [%r10], [%rd5], 16;\n"                                    \
              "cp.async.cg.shared.global [%r10+512], [%rd5+512], 16;\n"                            \
              "cp.async.wait_all; bar.warp.sync -1; mov.u32 %r10, s; and.b32 %r11, %r0, 15;\n"     \
              "shr.u32 %r12, %r0, 4; shl.b32 %r12, %r12, 4; mad.lo.s32 %r14, %r11, 16, %r10;\n"
#define OF_16                                                                                      \
    "mad.lo.s32 %r13, %r11, 32, %r10; add.s32 %r13, %r13, %r12;\n"                                 \
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%r13];\n"                 \
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r24, %r25}, [%r14+512];\n"
static const char in_floats[] =
    LOADED OF_16 "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
                 "{%r20, %r21, %r22, %r23}, {%r24, %r25}, {%f30, %f30, %f30, %f30};\n"
                 "st.global.v4.f32 [%rd6], {%f1, %f2, %f3, %f4}; ret;";
static const char in_halves[] =
    LOADED OF_16 "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r26, %r27}, "
                 "{%r20, %r21, %r22, %r23}, {%r24, %r25}, {%r30, %r30};\n"
                 "st.global.v2.u32 [%rd6], {%r26, %r27}; ret;";
static const char depth_8[] =
    LOADED "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r20, %r21}, [%r14];\n"
           "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r24}, [%r14+512];\n"
           "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
           "{%r20, %r21}, {%r24}, {%f30, %f30, %f30, %f30};\n"
           "st.global.v4.f32 [%rd6], {%f1, %f2, %f3, %f4}; ret;";

/* Lane l has columns 2 (l % 4) and the next one, of row l / 4 and of the eighth one below it. */
static void check_product(const char *body, unsigned depth, bool halves)
{
    const uint16_t *a = (uint16_t *)in, *b = a + 256;

    notes(body, 32, "");
    for (unsigned e = 0; e < 128; e++) {
        unsigned lane = e / 4, row = lane / 4 + e / 2 % 2 * 8, column = lane % 4 * 2 + e % 2;
        double got = halves ? half_to_double(((uint16_t *)out)[lane * 8 + e % 4])
                            : (double)((float *)out)[e];
        double sum = 1;
        for (unsigned k = 0; k < depth; k++)
            sum += half_to_double(a[row * depth + k]) * half_to_double(b[k * 8 + column]);
        if (got != sum)
            fail_msg("C[%u][%u]: %g, expected %g", row, column, got, sum);
    }
    assert_int_equal(run(body, 31), 1);
}

TEST(tensor_cores)
{
    uint16_t *a = (uint16_t *)in, *b = a + 256;

    set_in(0);
    for (unsigned i = 0; i < 256; i++) { /* small whole numbers: a half holds each sum exactly */
        a[i] = double_to_half(i * 5 % 7 - 3.0, RN);
        b[i] = double_to_half(i * 3 % 11 + i / 64, RN);
    }
    check_product(in_floats, 16, false);
    check_product(in_halves, 16, true);
    check_product(depth_8, 8, false);
}
