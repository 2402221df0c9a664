/* common/sass/loops.c, kinds.c: loops and the way through one, on texts as nvdisasm writes them. */
#include "unit.h"
#include <stdio.h>
#include <stdlib.h>
#include "common/sass/kinds.h"
#include "common/sass/loops.h"

static struct sass *sass;
static struct loops *loops;

static const struct loops *loops_in(const char *const lines[])
{
    char words[300], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    unsigned address = 0;

    fputs("\t.target\tsm_75\n\t.section\t.text.k,\"ax\",@progbits\n.text.k:\n", out);
    for (; *lines; lines++)
        if (**lines == '.')
            fprintf(out, "%s:\n", *lines);
        else
            fprintf(out, "        /*%04x*/   %s ;\n", 16 * address++, *lines);
    fclose(out);
    FILE *in = fmemopen(text, size, "r");
    sass = sass_read(in, words, sizeof words);
    fclose(in);
    free(text);
    assert_non_null(sass);
    return loops = loops_of(&sass->functions[0]);
}

static int free_loops(void **state)
{
    loops_free(loops);
    sass_free(sass);
    return 0;
}

/* The instructions of a way, as "0 2 3". */
static const char *numbers(const bool *which)
{
    static char text[300];
    size_t used = 0;

    *text = 0;
    for (uint32_t n = 0; n < sass->functions[0].count; n++)
        if (which[n])
            used += (size_t)sprintf(text + used, "%s%u", used ? " " : "", n);
    return text;
}

TEST_WITH(a_loop_in_a_loop, NULL, free_loops)
{
    static const char *const lines[] = {
        "MOV R1, R2", /* 0 */
        ".L_1",
        "BAR.SYNC 0x0", /* 1 */
        ".L_2",
        "FFMA R1, R2, R3, R4",
        "@P0 BRA `(.L_2)",  /* 2, 3 */
        "@!P1 BRA `(.L_1)", /* 4 */
        "EXIT",
        ".L_3",
        "BRA `(.L_3)",
        "NOP",
        NULL /* 5, 6, 7 */
    };
    const struct loops *l = loops_in(lines);

    assert_int_equal(l->count, 2);
    assert_int_equal(l->all[0].first, 1);
    assert_int_equal(l->all[0].inside, NO_LOOP);
    assert_false(l->all[0].innermost);
    assert_int_equal(l->all[1].first, 2);
    assert_int_equal(l->all[1].inside, 0);
    assert_true(l->all[1].innermost);
    assert_string_equal(numbers(l->all[0].way), "1 2 3 4");
    assert_string_equal(numbers(l->all[1].way), "2 3");
    assert_string_equal(numbers(l->reached), "0 1 2 3 4 5"); /* what fills the end is not */
    assert_int_equal(l->of[2], 1);
    assert_int_equal(l->of[4], 0);
    assert_int_equal(l->of[5], NO_LOOP);
}

/* The way with the product that loads most, and not by single words. */
TEST_WITH(a_way_through, NULL, free_loops)
{
    static const char *const lines[] = {
        ".L_1",
        "@P0 BRA `(.L_4)",     /* 0: past the product */
        "FFMA R1, R2, R3, R4", /* 1 */
        "BSSY B0, `(.L_3)",
        "@P1 BRA `(.L_2)", /* 2, 3: past the load */
        "BRA P2, `(.L_5)", /* 4: to the wide load */
        "LDG.E.64 R2, [R4]",
        "LDG.E.64 R6, [R4+0x8]", /* 5, 6 */
        ".L_2",
        "BSYNC B0",
        "NOP", /* 7, 8: not reached after BSYNC */
        ".L_5",
        "LDG.E.128 R4, [R4]",
        "BSYNC B0", /* 9, 10 */
        ".L_3",
        "@P3 EXIT", /* 11 */
        ".L_4",
        "@P0 BRA `(.L_1)",
        "EXIT",
        NULL /* 12, 13 */
    };
    const struct loops *l = loops_in(lines);

    assert_int_equal(l->count, 1);
    assert_string_equal(numbers(l->all[0].way), "0 1 2 3 4 9 10 11 12");
    assert_string_equal(numbers(l->all[0].body), "0 1 2 3 4 5 6 7 9 10 11 12");
    assert_false(l->reached[8]);
}

/* A wide load with a predicate is always issued; the single ones in its place are jumped over. */
TEST_WITH(a_wide_load_or_single_ones, NULL, free_loops)
{
    static const char *const lines[] = { ".L_1",
                                         "@!P0 LDG.E.128 R4, [R4]", /* 0 */
                                         "@!P0 BRA `(.L_2)",
                                         "LDG.E R4, [R4]", /* 2 */
                                         "LDG.E R5, [R4+0x4]",
                                         ".L_2",
                                         "LDS R8, [R9]", /* 4: of another memory */
                                         "FFMA R1, R2, R3, R4",
                                         "@P1 BRA `(.L_1)", /* 6 */
                                         "EXIT",
                                         NULL };
    const struct loops *l = loops_in(lines);

    assert_int_equal(l->count, 1);
    assert_string_equal(numbers(l->all[0].way), "0 1 4 5 6");
}

/* What ptxas moves to the end and what goes back from there is no loop. */
TEST_WITH(a_block_elsewhere, NULL, free_loops)
{
    static const char *const lines[] = {
        "@P0 BRA `(.L_2)", /* 0 */
        ".L_1",
        "FADD R1, R2, R3",
        "STG.E [R2], R1",
        "EXIT", /* 1, 2, 3 */
        ".L_2",
        "MOV R2, R3",
        "BRA `(.L_1)",
        NULL /* 4, 5 */
    };
    const struct loops *l = loops_in(lines);

    assert_int_equal(l->count, 0);
    assert_string_equal(numbers(l->reached), "0 1 2 3 4 5");
}

TEST(kinds)
{
    static const struct {
        const char *name;
        enum kind kind;
    } all[] = { { "FFMA", KIND_FMA },
                { "FFMA2.FTZ", KIND_FMA },
                { "HMMA.16816.F32", KIND_TENSOR },
                { "FADD.FTZ", KIND_FLOAT },
                { "HADD2.F32", KIND_HALF },
                { "DFMA", KIND_DOUBLE },
                { "MUFU.RCP", KIND_SPECIAL },
                { "IMAD.MOV.U32", KIND_IMAD },
                { "IADD3.X", KIND_INTEGER },
                { "UIADD3", KIND_INTEGER },
                { "ULDC.64", KIND_CONSTANT },
                { "LDS.U.128", KIND_MEMORY },
                { "BAR.SYNC", KIND_BARRIER },
                { "BRA.DIV", KIND_CONTROL },
                { "QUUX", KIND_OTHER } };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const struct sass_instruction i = { .name = all[k].name };
        print_message("%s\n", all[k].name);
        assert_int_equal(kind_of(&i), all[k].kind);
    }
}

/* For one warp of each of four schedulers, by hand. */
TEST(clocks)
{
    static const struct {
        const char *name;
        unsigned capability;
        double fma, shared, tensor;
    } all[] = {
        { "FFMA", 75, 2, 0, 0 }, /* 128 lanes want it, 64 are there */
        { "FFMA", 86, 1, 0, 0 },
        { "FFMA2", 100, 2, 0, 0 },
        { "FADD", 80, 2, 0, 0 },
        { "FSETP.GT", 80, 0, 0, 0 },
        { "IMAD", 75, 2, 0, 0 },
        { "IMAD", 90, 2, 0, 0 }, /* one of two units does integers */
        { "LDS", 75, 0, 8, 0 },  /* 4 x 128 bytes, 64 in a clock */
        { "LDS", 80, 0, 4, 0 },
        { "LDS", 86, 0, 4, 0 },
        { "LDS.U8", 75, 0, 8, 0 },
        { "LDS.U8", 90, 0, 4, 0 },
        { "LDS.64", 75, 0, 8, 0 }, /* half as many where neighbours share */
        { "LDS.64", 89, 0, 4, 0 },
        { "LDS.128", 75, 0, 16, 0 },
        { "LDS.128", 100, 0, 8, 0 },
        { "STS.128", 75, 0, 32, 0 }, /* each that stores has an address of its own */
        { "STS.128", 120, 0, 16, 0 },
        { "LDG.E", 75, 0, 8, 0 },
        { "LDSM.16.M88.4", 80, 0, 16, 0 },
        { "LDGSTS.E.BYPASS.128", 80, 0, 16, 0 },
        { "LDG.E.128", 80, 0, 4, 0 },      /* L1: 128 bytes that all threads want */
        { "HMMA.1688.F32", 75, 0, 0, 8 },  /* 4 x 2,048 operations, 1,024 a clock */
        { "HMMA.16816.F32", 80, 0, 0, 8 }, /* 4 x 4,096, 2,048 */
        { "HMMA.16816.F32", 90, 0, 0, 4 },
    };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const struct sass_instruction i = { .name = all[k].name };
        struct busy b = { 0 };
        print_message("%s, sm_%u\n", all[k].name, all[k].capability);
        add_busy(&b, multiprocessor_of(all[k].capability), &i);
        assert_int_equal(b.instructions, 1);
        assert_true(clocks_of(&b, UNIT_FMA) == all[k].fma);
        assert_true(clocks_of(&b, UNIT_SHARED) == all[k].shared);
        assert_true(clocks_of(&b, UNIT_TENSOR) == all[k].tensor);
    }
    const struct sass_instruction never = { .name = "LDS", .guard = "@!PT" };
    struct busy none = { 0 };
    add_busy(&none, multiprocessor_of(80), &never);
    assert_true(clocks_of(&none, UNIT_ISSUE) == 1 && clocks_of(&none, UNIT_SHARED) == 0);
    struct busy sum = { .instructions = 10, .fma = 8, .fma_heavy = 6, .shared = 12 };
    assert_int_equal(busiest(&sum), UNIT_SHARED);
    sum.shared = 9;
    assert_int_equal(busiest(&sum), UNIT_ISSUE);
    sum.fma_heavy = 11;
    assert_int_equal(busiest(&sum), UNIT_FMA);
}
