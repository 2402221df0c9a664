/* Kinds of instructions: see kinds.h. Names: NVIDIA, CUDA Binary Utilities, "Instruction Set
 * Reference". Which unit does what: Nsight Compute, Kernel Profiling Guide, "Pipelines". */
#include "kinds.h"

#include <stdlib.h>
#include <string.h>

const char *const kind_names[KINDS] = { "FMA",      "tensor",  "float",   "half",     "double",
                                        "special",  "IMAD",    "integer", "constant", "memory",
                                        "barriers", "control", "other" };
const char *const unit_names[UNITS] = { "issue slots", "FMA pipe", "shared memory and L1",
                                        "tensor cores" };

/* Names up to the first dot, with a blank around each. */
static const struct {
    enum kind kind;
    const char *names;
} table[] = {
    { KIND_FMA, " FFMA FFMA2 FFMA32I " },
    { KIND_TENSOR, " HMMA IMMA BMMA DMMA QMMA OMMA HGMMA IGMMA QGMMA BGMMA UTCHMMA UTCQMMA "
                   "UTCIMMA UTCOMMA " },
    { KIND_FLOAT, " FADD FADD2 FADD32I FMUL FMUL2 FMUL32I FMNMX FMNMX3 FSETP FSEL FSET FCHK "
                  "FSWZADD FRND FHADD FHFMA " },
    { KIND_HALF, " HADD2 HFMA2 HMUL2 HSETP2 HSET2 HMNMX2 HADD2_32I HFMA2_32I HMUL2_32I " },
    { KIND_DOUBLE, " DADD DFMA DMUL DSETP DMNMX " },
    { KIND_SPECIAL, " MUFU I2F F2I F2F I2I F2FP I2FP F2IP FRND " },
    { KIND_IMAD, " IMAD IMUL IDP IDP4A IMAD32I IMUL32I " },
    { KIND_INTEGER,
      " IADD IADD3 VIADD VIADDMNMX VIADD3 VIMNMX VIMNMX3 IABS IMNMX ISETP ISET ISCADD LEA LOP LOP3 "
      "SHF SHL SHR POPC FLO BREV PRMT SEL SGXT BMSK PLOP3 P2R R2P MOV MOV32I CS2R S2R S2UR R2UR "
      "MOVM VOTE SHFL MATCH REDUX CREDUX VABSDIFF VABSDIFF4 LEPC VOTEU NEG UR2UP " },
    { KIND_CONSTANT, " LDC LDCU ULDC " },
    { KIND_BARRIER, " BAR DEPBAR LDGDEPBAR MEMBAR ERRBAR CCTL SYNCS ARRIVES UCGABAR_ARV "
                    "UCGABAR_WAIT FENCE " },
    { KIND_CONTROL, " BRA BRX BRXU JMP JMX EXIT RET CALL BSSY BSYNC BREAK BMOV WARPSYNC YIELD NOP "
                    "NANOSLEEP WARPGROUP PREEXIT ACQBULK ELECT KILL RPCMOV BPT BRA.U " },
};

static bool is_among(const char *name, const char *names)
{
    size_t length = strcspn(name, ".");

    for (const char *at = names; (at = strstr(at, " ")) && at[1]; at++)
        if (!strncmp(at + 1, name, length) && at[1 + length] == ' ')
            return true;
    return false;
}

enum kind kind_of(const struct sass_instruction *i)
{
    struct sass_request r;

    if (sass_request_of(i, &r))
        return KIND_MEMORY;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (is_among(i->name, table[k].names))
            return table[k].kind;
    return *i->name == 'U' ? KIND_INTEGER : KIND_OTHER; /* ULEA: once for the warp */
}

/* ---- how long units are busy --------------------------------------------------------------- */

enum { WARPS = 4 }; /* one of each scheduler */

/* HMMA.16816.F32: 16 x 8 x 16 multiply-adds. 0: the name does not say. */
static double tensor_operations(const char *name)
{
    static const struct {
        const char *shape;
        double products;
    } shapes[] = { { ".16816.", 16 * 8 * 16 }, { ".1688.", 16 * 8 * 8 }, { ".884.", 8 * 8 * 4 } };

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        if (!strncmp(name, "HMMA", 4) && strstr(name, shapes[k].shape))
            return 2 * shapes[k].products;
    return 0;
}

/* The least: a load of 8 or 16 bytes takes half as many wavefronts as it returns registers where
 * pairs of threads want the same address (rule 3 of common/cpu_device/traffic/banks.h). Matrices
 * (LDSM) and stores have an address for each. What no thread does, as the `@!PT LDS RZ, [RZ]` that
 * ptxas puts before an LDGSTS, takes none. Global and local memory come through L1, which is the
 * same memory with the same way out: at least one, because all threads may want the same 128 bytes.
 */
static double wavefronts(const struct sass_instruction *i)
{
    struct sass_request r;

    if (i->guard && !strcmp(i->guard, "@!PT"))
        return 0;
    if (!sass_request_of(i, &r))
        return 0;
    if (r.space != SASS_SHARED && r.access != SASS_COPY)
        return 1;
    double words = r.bytes > 4 ? r.bytes / 4 : 1;
    bool shares = r.access == SASS_LOAD && words > 1 && strncmp(i->name, "LDSM", 4) != 0;
    return shares ? words / 2 : words;
}

/* Float32 multiply, add and multiply-add, and integer products go through the multiply-add units.
 * With 64 lanes these take two clocks for a warp, with 128 one: two units of 16 lanes, of which one
 * does integers as well. An instruction that ends in 2 is two. */
void add_busy(struct busy *sum, const struct multiprocessor *m, const struct sass_instruction *i)
{
    enum kind kind = kind_of(i);
    size_t length = strcspn(i->name, ".");
    bool is_float =
        kind == KIND_FMA || is_among(i->name, " FADD FADD2 FADD32I FMUL FMUL2 FMUL32I ");
    double twice = is_float && i->name[length - 1] == '2' ? 2 : 1, a_warp = 128.0 / m->lanes;

    sum->instructions++;
    if (is_float || kind == KIND_IMAD)
        sum->fma += twice * a_warp;
    if (kind == KIND_IMAD)
        sum->fma_heavy += 2;
    sum->shared += WARPS * wavefronts(i) * 128 / m->shared_bytes;
    if (kind == KIND_TENSOR)
        sum->tensor += WARPS * tensor_operations(i->name) / m->tensor;
}

double clocks_of(const struct busy *b, enum unit unit)
{
    switch (unit) {
    case UNIT_ISSUE:
        return b->instructions;
    case UNIT_FMA:
        return b->fma > b->fma_heavy ? b->fma : b->fma_heavy;
    case UNIT_SHARED:
        return b->shared;
    default:
        return b->tensor;
    }
}

enum unit busiest(const struct busy *b)
{
    enum unit most = UNIT_ISSUE;

    for (enum unit u = UNIT_ISSUE; u < UNITS; u++)
        if (clocks_of(b, u) > clocks_of(b, most))
            most = u;
    return most;
}
