/* common/array: arrays with a guard on both sides, on the host and on the device: what is drawn,
 * what is poisoned, and that nothing is written beside them, or into an input, unseen. */
#include "unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/engine/array.h"
#include "common/cuda_check.h"
#include "capture.h"

#define N 5000

static struct array x;
static struct check check;
static struct random draws;

static void make_check(void)
{
    check_begin(&check, "gpu_v1", "worked", NULL);
    check_at(&check, "n = %d", N);
}

static int make(enum dtype dtype, const struct place *place)
{
    make_check();
    draws = { 7, 0 };
    x = array_of(dtype, N);
    x.place = place;
    array_allocate(&x);
    return 0;
}

template <enum dtype dtype> static int drawn(void **)
{
    return make(dtype, NULL);
}

static int tear_down(void **)
{
    array_free(&x);
    return 0;
}

__global__ void put(float *at, long long i, float value)
{
    at[i] = value;
}

/* Writes a float at place i of the array on the device, as a kernel that errs would. */
static void write_at(long long i, float value)
{
    put<<<1, 1>>>((float *)x.device, i, value);
    CUDA_CHECK(cudaDeviceSynchronize());
}

/* All that is found by now, in the last looked at; "" where that is nothing. */
static void assert_guards(const char *name, const char *found)
{
    check_guards(&check, name, &x);
    assert_string_equal(check.wrong ? check.message : "", found);
}

static void assert_unchanged(const char *name, const char *found)
{
    check_unchanged(&check, name, &x);
    assert_string_equal(check.wrong ? check.message : "", found);
}

/* ---- where it lies -------------------------------------------------------------------------- */

TEST_WITH(both_sides_begin_at_a_multiple_of_256_bytes, drawn<FLOAT32>, tear_down)
{
    assert_int_equal((uintptr_t)x.host % 256, 0);
    assert_int_equal((uintptr_t)x.device % 256, 0);
    assert_int_equal(x.bytes, N * sizeof(float));
    assert_int_equal(x.scale, 1);
}

TEST_WITH(its_needs_are_told_with_the_guards, drawn<FLOAT32>, tear_down)
{
    struct array none = array_of(FLOAT32, 0), longs = array_of(UINT64, 10);

    assert_true(array_needs(&x) == N * sizeof(float) + 2 * (256 << 10));
    assert_true(array_needs(&none) == 0);
    assert_true(array_needs(&longs) == 80 + 2 * (256 << 10));
    setenv("LAB_CHECK", "1", 1); /* the bug finder has guards of its own */
    double alone = array_needs(&x);
    unsetenv("LAB_CHECK");
    assert_true(alone == N * sizeof(float));
}

TEST(an_array_of_nothing_bears_everything)
{
    struct array none = array_of(FLOAT32, 0);

    check_begin(&check, "gpu_v1", "worked", NULL);
    array_allocate(&none);
    array_draw(&none, &draws);
    array_change(&none, &draws);
    array_send(&none);
    check_guards(&check, "b", &none);
    check_unchanged(&check, "b", &none);
    array_free(&none);
    assert_null(none.host);
    assert_int_equal(check.wrong, 0);
}

/* ---- inputs --------------------------------------------------------------------------------- */

TEST_WITH(an_input_is_drawn_in_a_scale_of_its_own, drawn<FLOAT32>, tear_down)
{
    const float *host = (const float *)x.host;
    int scales = 0, low_bits = 0, beyond_half = 0, negative = 0;
    double before = 0;

    for (int draw = 0; draw < 20; draw++) {
        array_draw(&x, &draws);
        scales += x.scale != before;
        before = x.scale;
        assert_true(x.scale >= 0x1p-12 && x.scale <= 0x1p12);
        for (int i = 0; i < N; i++)
            if (!(fabsf(host[i]) <= x.scale))
                fail_msg("%g is beyond the scale %g", host[i], x.scale);
    }
    for (int i = 0; i < N; i++) {
        uint32_t bits;
        memcpy(&bits, &host[i], sizeof(bits));
        low_bits += bits & 1;
        beyond_half += fabsf(host[i]) > x.scale / 2;
        negative += host[i] < 0;
    }
    assert_in_range(scales, 15, 20);
    assert_in_range(low_bits, N / 2 - 300, N / 2 + 300); /* no half precision in disguise */
    assert_in_range(beyond_half, N / 2 - 300, N / 2 + 300);
    assert_in_range(negative, N / 2 - 300, N / 2 + 300);
}

TEST_WITH(what_was_sent_comes_back, drawn<FLOAT32>, tear_down)
{
    float before[N];

    array_draw(&x, &draws);
    memcpy(before, x.host, sizeof(before));
    array_send(&x);
    memset(x.host, 0, x.bytes);
    array_fetch(&x);
    assert_memory_equal(x.host, before, sizeof(before));
}

/* The same neighbours on both sides, and nothing else. */
TEST_WITH(a_change_is_of_a_few_on_both_sides, drawn<FLOAT32>, tear_down)
{
    const float *now = (const float *)x.host;
    float before[N];
    int places = 0;

    array_draw(&x, &draws);
    array_send(&x);
    for (int turn = 0; turn < 10; turn++) {
        int changed = 0, first = -1, last = -1;
        memcpy(before, x.host, sizeof(before));
        array_change(&x, &draws);
        for (int i = 0; i < N; i++)
            if (now[i] != before[i]) {
                changed++;
                last = i;
                first = first < 0 ? i : first;
            }
        assert_in_range(changed, 1000, 1024);
        assert_in_range(last - first + 1, changed, 1024);
        places += first;
    }
    assert_true(places > 1000); /* they move about */
    assert_unchanged("a", "");
    assert_guards("a", "");
}

TEST_WITH(a_changed_input_is_seen_to_the_bit, drawn<FLOAT32>, tear_down)
{
    float *host = (float *)x.host;

    array_draw(&x, &draws);
    host[N - 1] = 0;
    array_send(&x);
    assert_unchanged("a", "");
    write_at(N - 1, -0.0f);
    assert_unchanged("a", "n = 5000: changed its input a: element [4999] was 0, is -0");
}

/* ---- guards --------------------------------------------------------------------------------- */

TEST_WITH(both_poisons_reach_both_sides_and_all_guards, drawn<FLOAT32>, tear_down)
{
    static const int bytes[] = { POISON_BYTE, POISON_NUMBER };

    for (int i = 0; i < 2; i++) {
        array_poison(&x, bytes[i]);
        for (long at = -(256 << 10); at < (long)x.bytes + (256 << 10); at++)
            assert_int_equal(((unsigned char *)x.host)[at], bytes[i]);
        memset(x.host, 0, x.bytes);
        array_fetch(&x);
        for (size_t at = 0; at < x.bytes; at++)
            assert_int_equal(((unsigned char *)x.host)[at], bytes[i]);
        assert_guards("c", "");
    }
}

TEST_WITH(the_hosts_poison_leaves_the_device_alone, drawn<FLOAT32>, tear_down)
{
    array_draw(&x, &draws);
    array_send(&x);
    array_poison_host(&x);
    for (size_t i = 0; i < x.bytes; i++)
        assert_int_equal(((unsigned char *)x.host)[i], POISON_BYTE);
    array_fetch(&x);
    assert_true(fabsf(((float *)x.host)[0]) <= x.scale);
}

/* Writes within the array do not concern the guards. */
TEST_WITH(the_first_and_the_last_element_may_be_written, drawn<FLOAT32>, tear_down)
{
    array_poison(&x, POISON_BYTE);
    write_at(0, 1);
    write_at(N - 1, 1);
    assert_guards("c", "");
}

static void assert_seen(long long at, float value, const char *words)
{
    make_check();
    array_poison(&x, POISON_BYTE);
    write_at(at, value);
    check_guards(&check, "c", &x);
    assert_string_equal(check.message, words);
}

TEST_WITH(what_is_written_outside_is_seen_near_and_far, drawn<FLOAT32>, tear_down)
{
    assert_seen(N, 1, "n = 5000: wrote outside: element 1 past the end of c");
    assert_seen(N + 65535, 1, "n = 5000: wrote outside: element 65536 past the end of c");
    assert_seen(-1, 1, "n = 5000: wrote outside: element 1 in front of c");
    assert_seen(-65536, 1, "n = 5000: wrote outside: element 65536 in front of c");
    assert_seen(N, 0, "n = 5000: wrote outside: element 1 past the end of c");
}

TEST_WITH(a_kernel_that_happens_to_write_poison_meets_the_other_one, drawn<FLOAT32>, tear_down)
{
    array_poison(&x, POISON_NUMBER);
    write_at(N + 2, NAN);
    assert_guards("c", "n = 5000: wrote outside: element 3 past the end of c");
}

TEST_WITH(an_inputs_guards_are_looked_at_too, drawn<FLOAT32>, tear_down)
{
    array_draw(&x, &draws);
    array_send(&x);
    assert_guards("a", "");
    write_at(-3, 1);
    assert_guards("a", "n = 5000: wrote outside: element 3 in front of a");
}

TEST_WITH(elements_are_counted_by_their_size, drawn<UINT64>, tear_down)
{
    assert_seen(2 * N + 2, 1, "n = 5000: wrote outside: element 2 past the end of c");
    assert_seen(-1, 1, "n = 5000: wrote outside: element 1 in front of c");
    assert_seen(-3, 1, "n = 5000: wrote outside: element 2 in front of c");
}

/* ---- places --------------------------------------------------------------------------------- */

static void *nothing(size_t)
{
    return NULL;
}

TEST(a_place_may_have_nothing)
{
    static const struct place nowhere = { "nowhere", nothing, free };

    x = array_of(FLOAT32, N);
    x.place = &nowhere;
    array_allocate(&x);
    assert_null(x.host);
    array_free(&x);
}

static const struct place place = { "heap", malloc, free };

static int in_a_place(void **)
{
    return make(FLOAT32, &place);
}

/* The version has used the host's side; the device's is unchanged. */
TEST_WITH(the_hosts_side_is_looked_at_too, in_a_place, tear_down)
{
    float *host = (float *)x.host;

    array_draw(&x, &draws);
    host[7] = 1;
    array_send(&x);
    x.data = x.host;
    host[7] = 2;
    assert_unchanged("a", "n = 5000: changed its input a: element [7] was 1, is 2");
    in_a_place(NULL);
    x.name = "y";
    x.device_name = "d_x";
    array_poison(&x, POISON_BYTE);
    array_poison_device(&x, 0xFE);
    assert_guards("c", "");
    ((float *)x.host)[N] = 1;
    assert_guards("c", "n = 5000: wrote outside: element 1 past the end of y");
    make_check();
    ((float *)x.host)[N] = NAN;
    memset((float *)x.host + N, POISON_BYTE, sizeof(float));
    write_at(-1, 1);
    assert_guards("c", "n = 5000: wrote outside: element 1 in front of d_x");
}

/* ---- halves --------------------------------------------------------------------------------- */

__global__ void put_half(__half *at, long long i, float value)
{
    at[i] = __float2half(value);
}

static void write_half_at(long long i, float value)
{
    put_half<<<1, 1>>>((__half *)x.device, i, value);
    CUDA_CHECK(cudaDeviceSynchronize());
}

/* The scale is such that sums of products fit into a half; all its 11 bits are used. */
TEST_WITH(halves_are_drawn_within_their_scale, drawn<FLOAT16>, tear_down)
{
    const __half *host = (const __half *)x.host;
    int low_bits = 0, beyond_half = 0, negative = 0;

    assert_int_equal(x.bytes, N * 2);
    assert_true(array_needs(&x) == N * 2 + 2 * (256 << 10));
    for (int draw = 0; draw < 20; draw++) {
        array_draw(&x, &draws);
        assert_true(x.scale >= 0x1p-4 && x.scale <= 4);
        for (int i = 0; i < N; i++)
            if (!(fabsf(__half2float(host[i])) <= x.scale))
                fail_msg("%g is beyond the scale %g", __half2float(host[i]), x.scale);
    }
    for (int i = 0; i < N; i++) {
        low_bits += ((const unsigned short *)host)[i] & 1;
        beyond_half += fabsf(__half2float(host[i])) > x.scale / 2;
        negative += __half2float(host[i]) < 0;
    }
    assert_in_range(low_bits, N / 2 - 300, N / 2 + 300);
    assert_in_range(beyond_half, N / 2 - 300, N / 2 + 300);
    assert_in_range(negative, N / 2 - 300, N / 2 + 300);
}

TEST_WITH(a_change_of_halves_is_of_a_few_on_both_sides, drawn<FLOAT16>, tear_down)
{
    const unsigned short *now = (const unsigned short *)x.host;
    unsigned short before[N];
    int changed = 0;

    array_draw(&x, &draws);
    array_send(&x);
    memcpy(before, x.host, sizeof(before));
    array_change(&x, &draws);
    for (int i = 0; i < N; i++)
        changed += now[i] != before[i];
    assert_in_range(changed, 1000, 1024);
    assert_unchanged("a", "");
    assert_guards("a", "");
}

TEST_WITH(a_changed_half_is_named, drawn<FLOAT16>, tear_down)
{
    array_draw(&x, &draws);
    ((__half *)x.host)[N - 2] = __float2half(0.5f);
    array_send(&x);
    write_half_at(N - 2, 0.50048828125f); /* the next one */
    assert_unchanged("a", "n = 5000: changed its input a: element [4998] was 0.5, is 0.50048828");
}

TEST_WITH(guards_of_halves_count_elements_of_two_bytes, drawn<FLOAT16>, tear_down)
{
    static const struct {
        long long at;
        const char *words;
    } seen[] = {
        { N, "n = 5000: wrote outside: element 1 past the end of c" },
        { N + 2, "n = 5000: wrote outside: element 3 past the end of c" },
        { N + 131071, "n = 5000: wrote outside: element 131072 past the end of c" },
        { -1, "n = 5000: wrote outside: element 1 in front of c" },
        { -131072, "n = 5000: wrote outside: element 131072 in front of c" },
    };

    for (int i = 0; i < 5; i++) {
        make_check();
        array_poison(&x, POISON_NUMBER);
        write_half_at(0, 1);
        write_half_at(N - 1, 1);
        assert_guards("c", "");
        write_half_at(seen[i].at, 0);
        check_guards(&check, "c", &x);
        assert_string_equal(check.message, seen[i].words);
    }
}

/* ---- integers ------------------------------------------------------------------------------- */

/* What a table of types must say of each, and no two of the same name. */
TEST(every_type_is_in_the_table)
{
    static const char *const names[] = { "float32", "float16", "int32", "uint32", "uint64" };
    static const size_t bytes[] = { 4, 2, 4, 4, 8 };

    assert_int_equal(DTYPES, sizeof(names) / sizeof(*names));
    for (int type = 0; type < DTYPES; type++) {
        struct array array = array_of((enum dtype)type, 10);
        assert_string_equal(dtypes[type].name, names[type]);
        assert_int_equal(array.bytes, 10 * bytes[type]);
        assert_int_not_equal(dtypes[type].poison[0], dtypes[type].poison[1]);
        if (type >= INT32) /* -1 would be a number like others */
            assert_int_not_equal(dtypes[type].poison[0], 0xFF);
    }
}

/* From -scale to scale, each as often: a scale of 1 gives three numbers. */
TEST_WITH(ints_are_drawn_within_their_scale, drawn<INT32>, tear_down)
{
    const int *host = (const int *)x.host;
    int one = 0, large = 0;

    for (int draw = 0; draw < 200; draw++) {
        int smallest = 0, largest = 0, seen[3] = { 0 };
        array_draw(&x, &draws);
        assert_true(x.scale >= 1 && x.scale <= 0x1p24 && x.scale == (int)x.scale);
        for (int i = 0; i < N; i++) {
            smallest = fmin(smallest, host[i]);
            largest = fmax(largest, host[i]);
            if (x.scale == 1)
                seen[host[i] + 1]++;
        }
        assert_true(smallest >= -x.scale && smallest <= -0.9 * x.scale);
        assert_true(largest <= x.scale && largest >= 0.9 * x.scale);
        for (int i = 0; i < 3 && x.scale == 1; i++)
            assert_in_range(seen[i], N / 3 - 200, N / 3 + 200);
        one += x.scale == 1;
        large += x.scale == 0x1p24;
    }
    assert_true(one > 0 && large > 0);
}

TEST_WITH(unsigned_ints_are_drawn_from_0_to_their_scale, drawn<UINT32>, tear_down)
{
    const unsigned *host = (const unsigned *)x.host;
    int seen[4] = { 0 };

    x.scale = 3;
    x.has_scale = true;
    array_draw(&x, &draws);
    for (int i = 0; i < N; i++) {
        assert_in_range(host[i], 0, 3);
        seen[host[i]]++;
    }
    for (int i = 0; i < 4; i++)
        assert_in_range(seen[i], N / 4 - 200, N / 4 + 200);
}

/* A scale that the lab has set stays; 2^40 needs more than 32 bits. */
TEST_WITH(long_integers_use_their_bits, drawn<UINT64>, tear_down)
{
    const unsigned long long *host = (const unsigned long long *)x.host;
    int low_bits = 0, large = 0;

    x.scale = 0x1p40;
    x.has_scale = true;
    array_draw(&x, &draws);
    assert_true(x.scale == 0x1p40);
    for (int i = 0; i < N; i++) {
        assert_true(host[i] <= 1ull << 40);
        low_bits += host[i] & 1;
        large += host[i] > 1ull << 39;
    }
    assert_in_range(low_bits, N / 2 - 300, N / 2 + 300);
    assert_in_range(large, N / 2 - 300, N / 2 + 300);
}

TEST_WITH(a_changed_int_is_named, drawn<INT32>, tear_down)
{
    array_draw(&x, &draws);
    ((int *)x.host)[5] = -2147483647;
    array_send(&x);
    assert_unchanged("a", "");
    CUDA_CHECK(cudaMemset((int *)x.device + 5, POISON_SCRATCH, sizeof(int)));
    assert_unchanged("a",
                     "n = 5000: changed its input a: element [5] was -2147483647, is -16843010");
}

TEST_WITH(a_changed_long_integer_is_named, drawn<UINT64>, tear_down)
{
    array_draw(&x, &draws);
    ((unsigned long long *)x.host)[0] = 0;
    array_send(&x);
    CUDA_CHECK(cudaMemset(x.device, 0xFF, sizeof(unsigned long long)));
    assert_unchanged("a",
                     "n = 5000: changed its input a: element [0] was 0, is 18446744073709551615");
}
