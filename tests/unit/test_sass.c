/* common/sass/read.c: nvdisasm's text becomes functions, instructions, places and requests. The
 * long text is what nvdisasm 13.5 printed of tests/sass/saved/saved.cu. */
#include "unit.h"
#include "common/sass/read.c"

static char words[300];

static struct sass *read_text(const char *text)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    struct sass *s = sass_read(in, words, sizeof words);

    fclose(in);
    return s;
}

TEST(a_saved_text)
{
    FILE *in = fopen("tests/sass/saved/1.sass", "r");
    assert_non_null(in);
    struct sass *s = sass_read(in, words, sizeof words);
    fclose(in);
    assert_non_null(s);
    assert_int_equal(s->arch, 75);
    assert_int_equal(s->count, 2);
    const struct sass_function *sums = &s->functions[0], *joined = &s->functions[1];
    assert_string_equal(sums->name, "_Z4sumsPf");
    assert_string_equal(joined->name, "_Z6joinedPfi");
    assert_true(sums->is_kernel);
    assert_int_equal(sums->registers, 10);
    assert_int_equal(sums->count, 0x180 / 16);
    for (uint32_t n = 0; n < sums->count; n++)
        assert_int_equal(sums->code[n].address, 16 * n);
    const struct sass_instruction *i = &sums->code[0xb0 / 16];
    assert_string_equal(i->name, "LDS.U");
    assert_string_equal(i->operands, "R6, [R0]");
    assert_string_equal(i->guard, "");
    assert_string_equal(i->file, "saved.cu"); /* and not the toolkit's header */
    assert_int_equal(i->line, 24);
    assert_int_equal(i->ptx_line, 114);
    i = &sums->code[0xf0 / 16];
    assert_string_equal(i->name, "BRA");
    assert_string_equal(i->guard, "@!P0");
    assert_int_equal(i->target, 0xb0 / 16);
    assert_int_equal(sums->code[0x90 / 16].target, -1); /* BSSY names a label, and goes nowhere */
    sass_free(s);
}

TEST(loops)
{
    struct sass *s = read_text("\t.section\t.text.k,\"ax\",@progbits\n"
                               ".text.k:\n"
                               "        /*0000*/                   MOV R1, R2 ;\n"
                               ".L_x_1:\n"
                               "        /*0010*/                   MOV R1, R2 ;\n"
                               ".L_x_2:\n"
                               "        /*0020*/                   MOV R1, R2 ;\n"
                               "        /*0030*/               @P0 BRA `(.L_x_2) ;\n"
                               "        /*0040*/                   MOV R1, R2 ;\n"
                               "        /*0050*/               @P1 BRA `(.L_x_1) ;\n"
                               "        /*0060*/               @P2 BRA `(.L_x_1) ;\n"
                               "        /*0070*/                   EXIT ;\n"
                               "\t.section\t.text.other,\"ax\",@progbits\n"
                               "        /*0000*/                   BRA `(.L_x_1) ;\n");
    static const unsigned depths[] = { 0, 1, 2, 2, 1, 1, 1, 0 };

    assert_non_null(s);
    assert_int_equal(s->count, 2);
    assert_int_equal(s->functions[0].count, 8);
    for (uint32_t n = 0; n < 8; n++)
        assert_int_equal(sass_depth(&s->functions[0], n), depths[n]);
    assert_int_equal(s->functions[1].code[0].target, -1); /* another function's label */
    sass_free(s);
}

TEST(places)
{
    struct sass *s = read_text("\t.section\t.text.k,\"ax\",@progbits\n"
                               "        /*0000*/                   NOP ;\n"
                               "\t//## File \"a.cu\", line 3 inlined at \"b.cu\", line 9\n"
                               "\t//## File \"b.cu\", line 9\n"
                               "        /*0010*/                   NOP ;\n"
                               "\t//## File \".nv_debug_ptx_txt\", line 77\n"
                               "      { /*0020*/                   NOP ;\n"
                               "        /*0030*/         {    @!UP3  LDG.E.64.SYS R2, [R2+0x8] ;\n"
                               "\t//## File \"/x/include/cuda_fp16.hpp\", line 5\n"
                               "        /*0040*/                   NOP  }\n");
    const struct sass_instruction *code;

    assert_non_null(s);
    code = s->functions[0].code;
    assert_int_equal(s->functions[0].count, 4); /* what begins with no address is none */
    assert_null(code[0].file);
    assert_string_equal(code[1].file, "a.cu");
    assert_int_equal(code[1].line, 3);
    assert_int_equal(code[1].ptx_line, 0);
    assert_string_equal(code[2].file, "a.cu");
    assert_int_equal(code[2].ptx_line, 77);
    assert_string_equal(code[2].guard, "@!UP3");
    assert_string_equal(code[2].name, "LDG.E.64.SYS");
    assert_string_equal(code[2].operands, "R2, [R2+0x8]");
    assert_string_equal(code[3].name, "NOP");
    assert_string_equal(code[3].file, "/x/include/cuda_fp16.hpp"); /* nobody called it */
    sass_free(s);
}

TEST(requests)
{
    static const struct {
        const char *name;
        int space, access;
        unsigned bytes;
    } all[] = {
        { "LDS", SASS_SHARED, SASS_LOAD, 4 },
        { "LDS.U.128", SASS_SHARED, SASS_LOAD, 16 },
        { "LDS.U.64", SASS_SHARED, SASS_LOAD, 8 },
        { "LDS.U.U16", SASS_SHARED, SASS_LOAD, 2 },
        { "LDS.S8", SASS_SHARED, SASS_LOAD, 1 },
        { "STS.128", SASS_SHARED, SASS_STORE, 16 },
        { "STS.U8", SASS_SHARED, SASS_STORE, 1 },
        { "LDSM.16.M88.4", SASS_SHARED, SASS_LOAD, 16 },
        { "LDSM.16.MT88.2", SASS_SHARED, SASS_LOAD, 8 },
        { "LDSM.16.M88", SASS_SHARED, SASS_LOAD, 4 },
        { "ATOMS.ADD", SASS_SHARED, SASS_ATOMIC, 4 },
        { "ATOMS.CAS.64", SASS_SHARED, SASS_ATOMIC, 8 },
        { "ATOMS.POPC.INC.32", SASS_SHARED, SASS_ATOMIC, 4 },
        { "LDG.E.SYS", SASS_GLOBAL, SASS_LOAD, 4 },
        { "LDG.E.128.CONSTANT", SASS_GLOBAL, SASS_LOAD, 16 },
        { "LDG.E.U16.STRONG.GPU", SASS_GLOBAL, SASS_LOAD, 2 },
        { "STG.E.64", SASS_GLOBAL, SASS_STORE, 8 },
        { "RED.E.ADD.F32.FTZ.RN.STRONG.GPU", SASS_GLOBAL, SASS_ATOMIC, 4 },
        { "REDG.E.ADD.F64.RN.STRONG.GPU", SASS_GLOBAL, SASS_ATOMIC, 8 },
        { "ATOMG.E.CAS.STRONG.GPU", SASS_GLOBAL, SASS_ATOMIC, 4 },
        { "ATOM.E.ADD", SASS_GENERIC, SASS_ATOMIC, 4 },
        { "LD.E.64", SASS_GENERIC, SASS_LOAD, 8 },
        { "ST.E", SASS_GENERIC, SASS_STORE, 4 },
        { "LDL.LU", SASS_LOCAL, SASS_LOAD, 4 },
        { "STL.128", SASS_LOCAL, SASS_STORE, 16 },
        { "LDGSTS.E.BYPASS.128", SASS_GLOBAL, SASS_COPY, 16 },
        { "LDC.64", -1, 0, 0 },
        { "LDGDEPBAR", -1, 0, 0 },
        { "LEA.HI.X", -1, 0, 0 },
        { "S2R", -1, 0, 0 },
    };

    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        struct sass_instruction i = { .name = all[n].name };
        struct sass_request r;
        bool is = sass_request_of(&i, &r);
        print_message("%s\n", all[n].name);
        assert_int_equal(is, all[n].space >= 0);
        if (is) {
            assert_int_equal((int)r.space, all[n].space);
            assert_int_equal((int)r.access, all[n].access);
            assert_int_equal(r.bytes, all[n].bytes);
        }
    }
}

TEST(what_is_no_such_text)
{
    static const char *const texts[] = {
        "nvdisasm fatal   : Value 'x' is not defined\n",
        "\t.section\t.text.k,\"ax\",@progbits\n\t.align\t128\n",
        "\t.section\t.debug_frame,\"\",@progbits\n        /*0000*/ \t.byte\t0xff ;\n",
        "\n",
    };

    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        words[0] = 0;
        assert_null(read_text(texts[n]));
        assert_string_equal(words, "no code of a kernel is in it");
    }
}
