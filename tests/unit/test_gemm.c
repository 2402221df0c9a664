/* common/gemm_cpu against plain loops. The inputs are odd whole numbers, so small that every sum is
 * exact in float32 whatever its order: right means equal, and a single lost term is seen. Behind or
 * before each matrix memory ends, so a read or write outside it is a crash. */
#include "unit.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "uniform.h"

/* A copy of the product for this test: its block sizes are known here, its memory can run out. */
static int out_of_memory;

static int get_scratch(void **memory, size_t alignment, size_t bytes)
{
    return out_of_memory ? ENOMEM : posix_memalign(memory, alignment, bytes);
}

#define gemm_cpu       gemm_tested
#define gemm_cpu_rows  gemm_tested_rows
#define posix_memalign get_scratch
#include "common/gemm/gemm_cpu.c"

#define CANARY       0xA5
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* ---- matrices between fences -------------------------------------------------------------------
 */

enum fence { FENCE_AFTER, FENCE_BEFORE };

struct matrix {
    float *x;
    size_t bytes;
    unsigned char *map, *room; /* room: the part of the map that may be touched, x within it */
    size_t map_bytes, room_bytes;
};

static struct matrix matrix_new(int rows, int cols, enum fence fence)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)rows * cols * sizeof(float);
    size_t room = (bytes + page - 1) / page * page;
    unsigned char *map = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(map != MAP_FAILED);
    assert_int_equal(mprotect(map + page, room, PROT_READ | PROT_WRITE), 0);
    memset(map + page, CANARY, room);
    float *x = (float *)(map + page + (fence == FENCE_AFTER ? room - bytes : 0));
    return (struct matrix){ x, bytes, map, map + page, room + 2 * page, room };
}

/* 1 when the rest of the pages that hold the matrix is unchanged */
static int rest_untouched(const struct matrix *m)
{
    size_t before = (size_t)((unsigned char *)m->x - m->room);

    for (size_t i = 0; i < m->room_bytes; i++)
        if ((i < before || i >= before + m->bytes) && m->room[i] != CANARY)
            return 0;
    return 1;
}

/* ---- a product and what is wrong with it -------------------------------------------------------
 */

struct product {
    int m, n, k;
    struct matrix a, b, c;
    float *a_before, *b_before;
};

static float *copy_of(const struct matrix *m)
{
    float *copy = malloc(m->bytes);

    assert_non_null(copy);
    return memcpy(copy, m->x, m->bytes);
}

/* odd numbers from -15 to 15: none is zero, and a sum of 10^4 products stays far under 2^24 */
static void fill(struct matrix *m, uint64_t stream)
{
    for (size_t i = 0; i < m->bytes / sizeof(float); i++)
        m->x[i] = (float)((int)(random_bits(1, stream, i) >> 60) * 2 - 15);
}

static struct product product_new(int m, int n, int k, enum fence fence)
{
    struct product p = {
        m,    n,   k, matrix_new(m, k, fence), matrix_new(k, n, fence), matrix_new(m, n, fence),
        NULL, NULL
    };

    fill(&p.a, 0);
    fill(&p.b, 1);
    memset(p.c.x, 0xFF, p.c.bytes); /* NaN everywhere */
    p.a_before = copy_of(&p.a);
    p.b_before = copy_of(&p.b);
    return p;
}

static void product_free(struct product *p)
{
    struct matrix *all[] = { &p->a, &p->b, &p->c };

    for (int i = 0; i < 3; i++)
        munmap(all[i]->map, all[i]->map_bytes);
    free(p->a_before);
    free(p->b_before);
}

static const char *fault(const struct product *p)
{
    double *sum = malloc((size_t)p->n * sizeof(*sum));
    const char *found = NULL;

    assert_non_null(sum);
    for (int i = 0; i < p->m; i++) {
        memset(sum, 0, (size_t)p->n * sizeof(*sum));
        for (int l = 0; l < p->k; l++)
            for (int j = 0; j < p->n; j++)
                sum[j] +=
                    (double)p->a_before[(size_t)i * p->k + l] * p->b_before[(size_t)l * p->n + j];
        for (int j = 0; j < p->n; j++) {
            double c = p->c.x[(size_t)i * p->n + j];
            if (c == sum[j] || (isnan(c) && isnan(sum[j])))
                continue;
            found = "wrong element";
        }
    }
    free(sum);
    if (memcmp(p->a.x, p->a_before, p->a.bytes) || memcmp(p->b.x, p->b_before, p->b.bytes))
        found = "input changed";
    if (!rest_untouched(&p->a) || !rest_untouched(&p->b) || !rest_untouched(&p->c))
        found = "written outside";
    return found;
}

static void assert_right(int m, int n, int k)
{
    for (enum fence fence = FENCE_AFTER; fence <= FENCE_BEFORE; fence++) {
        struct product p = product_new(m, n, k, fence);
        assert_int_equal(gemm_tested(p.c.x, p.a.x, p.b.x, m, n, k), 0);
        const char *found = fault(&p);
        if (found)
            fail_msg("m = %d, n = %d, k = %d, fence %d: %s", m, n, k, fence, found);
        product_free(&p);
    }
}

/* ---- the product -------------------------------------------------------------------------------
 */

TEST(small_and_ragged_sizes)
{
    const int sizes[] = {
        1, 2, 3, 5, 7, 11, MR - 1, MR, MR + 1, NR - 1, NR, NR + 1, 2 * NR + 3, 61
    };

    for (int i = 0; i < COUNT(sizes); i++)
        for (int j = 0; j < COUNT(sizes); j++)
            for (int l = 0; l < COUNT(sizes); l++)
                assert_right(sizes[i], sizes[j], sizes[l]);
}

TEST(one_less_and_one_more_than_each_block)
{
    for (int d = -1; d <= 1; d++) {
        assert_right(MR + 1, NR + 1, KC + d);
        assert_right(2 * MR - 1, 3, 2 * KC + d);
        assert_right(MC + d, 2 * NR + 1, 19);
        assert_right(3 * MC + d, NR - 1, 7);
        assert_right(1, 3 * NR + d, 3 * KC + 1);
        assert_right(MR + 1, 8 * 3 * NR + d, 5);
    }
    assert_right(MC + 1, 2 * NR + 1, KC + 1);
    assert_right(40 * MC + 1, NR + 1, 2);
}

TEST(primes_and_thin_shapes)
{
    assert_right(211, 223, 227);
    assert_right(401, 101, 1031);
    assert_right(1, 1, 9973);
    assert_right(1, 9973, 1);
    assert_right(9973, 1, 1);
    assert_right(49, 512, 131);
    assert_right(3137, 64, 17);
}

TEST(infinities_and_nans_stay_in_their_row_and_column)
{
    const int m = 2 * MR + 1, n = NR + 1, k = 37;
    struct product p = product_new(m, n, k, FENCE_AFTER);

    p.a.x[m * k - 1] = p.a_before[m * k - 1] = INFINITY;
    p.b.x[3 * n + n - 1] = p.b_before[3 * n + n - 1] = NAN;
    assert_int_equal(gemm_tested(p.c.x, p.a.x, p.b.x, m, n, k), 0);
    assert_null(fault(&p));
    product_free(&p);
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    enum { M = 307, N = 211, K = 1123 };
    static const int threads[] = { 2, 3, 5, 16 };
    static float a[M * K], b[K * N], one[M * N], many[M * N];
    const int before = omp_get_max_threads();

    uniform(a, M * K, 1, 0);
    uniform(b, K * N, 1, 1);
    omp_set_num_threads(1);
    assert_int_equal(gemm_tested(one, a, b, M, N, K), 0);
    for (int i = 0; i < COUNT(threads); i++) {
        omp_set_num_threads(threads[i]);
        memset(many, 0xFF, sizeof(many));
        assert_int_equal(gemm_tested(many, a, b, M, N, K), 0);
        assert_memory_equal(many, one, sizeof(one));
        assert_right(M, N, 97);
        assert_right(MC + 1, 61, 3 * KC + 1);
        assert_right(1, N, KC + 1);
    }
    omp_set_num_threads(before);
}

/* How many elements are further from the exact sum than k roundings of its absolute terms. */
static int inaccurate(const float *c, const float *a, const float *b, int m, int n, int k)
{
    int found = 0;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0, size = 0;
            for (int l = 0; l < k; l++) {
                double term = (double)a[i * k + l] * b[l * n + j];
                sum += term;
                size += fabs(term);
            }
            if (fabs(c[i * n + j] - sum) <= k * (FLT_EPSILON / 2) * size)
                continue;
            found++;
        }
    return found;
}

TEST(fractions_are_summed_in_single_precision)
{
    enum { M = 67, N = 71, K = 73 };
    static float a[M * K], b[K * N], c[M * N], coarse[M * K];

    uniform(a, M * K, 2, 0);
    uniform(b, K * N, 2, 1);
    assert_int_equal(gemm_tested(c, a, b, M, N, K), 0);
    assert_int_equal(inaccurate(c, a, b, M, N, K), 0);
    for (int i = 0; i < M * K; i++) /* proof: with the 11 bits of half precision it fails */
        coarse[i] = rintf(a[i] * 1024) / 1024;
    assert_int_equal(gemm_tested(c, coarse, b, M, N, K), 0);
    assert_true(inaccurate(c, a, b, M, N, K) > M * N / 2);
}

TEST_FIRST(no_memory_is_reported_and_nothing_is_written)
{
    float c = 7, a = 2, b = 3;

    out_of_memory = 1;
    assert_int_equal(gemm_tested(&c, &a, &b, 1, 1, 1), -1);
    out_of_memory = 0;
    assert_true(c == 7);
    assert_int_equal(gemm_tested(&c, &a, &b, 1, 1, 1), 0);
    assert_true(c == 6);
}

/* ---- proof: what this test would not let pass --------------------------------------------------
 */

enum { PROOF_M = 2 * MR + 3, PROOF_N = NR + 5, PROOF_K = 29 };

static void lose_last_row(struct product *p)
{
    memset(p->c.x + (p->m - 1) * p->n, 0xFF, (size_t)p->n * sizeof(float));
}

static void lose_last_column(struct product *p)
{
    for (int i = 0; i < p->m; i++)
        p->c.x[i * p->n + p->n - 1] = 0;
}

static void lose_last_term_of_one_sum(struct product *p)
{
    p->c.x[0] -= p->a.x[p->k - 1] * p->b.x[(p->k - 1) * p->n];
}

static void move_one_element_by_a_bit(struct product *p)
{
    float *last = &p->c.x[p->m * p->n - 1];

    *last = nextafterf(*last, INFINITY);
}

static void shift_by_a_column(struct product *p)
{
    memmove(p->c.x, p->c.x + 1, p->c.bytes - sizeof(float));
}

static void add_twice(struct product *p)
{
    for (int i = 0; i < p->m * p->n; i++)
        p->c.x[i] *= 2;
}

static void put_a_nan(struct product *p)
{
    p->c.x[p->n] = NAN;
}

static void change_an_input(struct product *p)
{
    p->b.x[p->n]++;
}

static void write_before_c(struct product *p)
{
    p->c.x[-1] = 0;
}

TEST(every_damage_is_found)
{
    static const struct {
        void (*damage)(struct product *p);
        const char *found;
    } proofs[] = {
        { lose_last_row, "wrong element" },
        { lose_last_column, "wrong element" },
        { lose_last_term_of_one_sum, "wrong element" },
        { move_one_element_by_a_bit, "wrong element" },
        { shift_by_a_column, "wrong element" },
        { add_twice, "wrong element" },
        { put_a_nan, "wrong element" },
        { change_an_input, "input changed" },
        { write_before_c, "written outside" },
    };

    for (int i = 0; i < COUNT(proofs); i++) {
        struct product p = product_new(PROOF_M, PROOF_N, PROOF_K, FENCE_AFTER);
        assert_int_equal(gemm_tested(p.c.x, p.a.x, p.b.x, p.m, p.n, p.k), 0);
        assert_null(fault(&p));
        proofs[i].damage(&p);
        assert_non_null(fault(&p));
        assert_string_equal(fault(&p), proofs[i].found);
        product_free(&p);
    }
}

/* A child that reads just outside a matrix dies of it. */
TEST(a_read_outside_is_a_crash)
{
    for (enum fence fence = FENCE_AFTER; fence <= FENCE_BEFORE; fence++) {
        struct matrix m = matrix_new(3, 5, fence);
        volatile float *outside = fence == FENCE_AFTER ? m.x + 15 : m.x - 1;
        int status;
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal(SIGSEGV, SIG_DFL); /* cmocka's own handler goes on with the next test */
            _exit(*outside > 0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
        munmap(m.map, m.map_bytes);
    }
}
