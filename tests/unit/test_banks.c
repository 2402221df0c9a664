/* Bank conflicts: the table of cases of common/cpu_device/traffic/banks.h, each with its source.
 * The turns are worked out by hand. */
#include "unit.h"

#include "common/cpu_device/traffic/banks.h"

#define ALL 0xffffffffu
enum { STORE, LOAD };

/* Rules of banks.h; GREG: his own case. */
static const char SHARED[] = "rule 1", PARTS[] = "rule 2", GREG[] = "rule 3, word for word",
                  PAIRS[] = "rule 3, applied", OURS[] = "rule 3, what we assume";

/* Lane k has the address k / alike % repeat * stride. */
static const struct request {
    const char *what;
    unsigned bytes, kind, alike, repeat, stride;
    uint32_t lanes;
    unsigned taken, least;
    const char *source;
} requests[] = {
    { "neighbouring floats", 4, LOAD, 1, 32, 4, ALL, 1, 1, SHARED },
    { "every other float", 4, LOAD, 1, 32, 8, ALL, 2, 1, SHARED },
    { "a column of rows of 16", 4, LOAD, 1, 32, 64, ALL, 16, 1, SHARED },
    { "a column of rows of 32", 4, LOAD, 1, 32, 128, ALL, 32, 1, SHARED },
    { "a column of rows of 33", 4, STORE, 1, 32, 132, ALL, 1, 1, SHARED },
    { "one float", 4, LOAD, 32, 1, 0, ALL, 1, 1, SHARED },
    { "one float, stored", 4, STORE, 32, 1, 0, ALL, 1, 1, SHARED },
    { "5 lanes of a column", 4, LOAD, 1, 32, 128, 0x1f, 5, 1, SHARED },
    { "bytes, 4 in a word", 1, LOAD, 1, 32, 1, ALL, 1, 1, SHARED },
    { "halves, a word apart", 2, LOAD, 1, 32, 4, ALL, 1, 1, SHARED },
    { "no lane", 4, LOAD, 1, 32, 4, 0, 0, 0, SHARED },

    { "neighbouring doubles", 8, LOAD, 1, 32, 8, ALL, 2, 2, PARTS },
    { "neighbouring doubles, stored", 8, STORE, 1, 32, 8, ALL, 2, 2, PARTS },
    { "every other double", 8, LOAD, 1, 32, 16, ALL, 4, 2, PARTS },
    { "a column of rows of 33", 8, LOAD, 1, 32, 264, ALL, 2, 2, PARTS },
    { "half a warp", 8, LOAD, 1, 32, 8, 0xffff, 1, 1, PARTS },
    { "lanes 8 to 23", 8, LOAD, 1, 32, 8, 0xffff00, 2, 2, PARTS },
    { "16 doubles, twice", 8, LOAD, 1, 16, 8, ALL, 2, 2, PARTS },
    { "one double", 8, LOAD, 32, 1, 0, ALL, 1, 1, PAIRS },
    { "one double, stored", 8, STORE, 32, 1, 0, ALL, 2, 2, PARTS },
    { "pairs", 8, LOAD, 2, 32, 8, ALL, 1, 1, PAIRS },
    { "pairs, every other double", 8, LOAD, 2, 32, 16, ALL, 2, 1, PAIRS },
    { "pairs, stored", 8, STORE, 2, 32, 8, ALL, 2, 2, PARTS },

    { "neighbouring float4", 16, LOAD, 1, 32, 16, ALL, 4, 4, PARTS },
    { "neighbouring float4, stored", 16, STORE, 1, 32, 16, ALL, 4, 4, PARTS },
    { "every other float4", 16, LOAD, 1, 32, 32, ALL, 8, 4, PARTS },
    { "a quarter of a warp", 16, LOAD, 1, 32, 16, 0xff, 1, 1, PARTS },
    { "4 float4, 8 times", 16, LOAD, 1, 4, 16, ALL, 4, 4, GREG },
    { "pairs", 16, LOAD, 2, 32, 16, ALL, 2, 2, GREG },
    { "one float4", 16, LOAD, 32, 1, 0, ALL, 2, 2, GREG },
    { "a row for 16 lanes (lab 3, v1)", 16, LOAD, 16, 32, 64, ALL, 2, 2, GREG },
    { "pairs, every other float4", 16, LOAD, 2, 32, 32, ALL, 4, 2, PAIRS },
    { "pairs, stored", 16, STORE, 2, 32, 16, ALL, 4, 4, PARTS },
    { "one float4, 17 lanes", 16, LOAD, 32, 1, 0, 0x1ffff, 2, 2, OURS },
    { "even lanes", 16, LOAD, 1, 32, 8, 0x55555555, 2, 2, OURS },
};

static struct turns of(const struct request *r)
{
    uint64_t address[32];

    for (unsigned k = 0; k < 32; k++)
        address[k] = (uint64_t)(k / r->alike % r->repeat) * r->stride;
    return turns_of(address, r->lanes, r->bytes, r->kind == LOAD);
}

TEST(each_case_takes_its_turns)
{
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const struct request *r = &requests[i];
        struct turns t = of(r);
        if (t.taken != r->taken || t.least != r->least)
            fail_msg("%u bytes, %s: %u turns, least %u; by %s %u and %u", r->bytes, r->what,
                     t.taken, t.least, r->source, r->taken, r->least);
    }
}

/* The other pairs that GREG names, n and n ^ 2; and one lane that breaks all pairs. */
TEST(pairs_may_be_two_apart)
{
    uint64_t address[32];

    for (unsigned k = 0; k < 32; k++)
        address[k] = 16 * (k / 4 * 2 + k % 2);
    assert_int_equal(turns_of(address, ALL, 16, true).taken, 2);
    assert_int_equal(turns_of(address, ALL, 16, false).taken, 4);
    address[31] += 1024;
    assert_int_equal(turns_of(address, ALL, 16, true).taken, 5);
    assert_int_equal(turns_of(address, ALL, 16, true).least, 4);
    assert_int_equal(turns_of(address, ALL >> 1, 16, true).taken, 2);
}
