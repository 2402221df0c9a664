/* common/libraries/include/curand_kernel.h: Philox against the published known answers, XORWOW's
 * jumps against single steps, both against what nvcc makes of NVIDIA's own header (run without a
 * GPU by common/ptx), and distributions by their moments. */
#include "unit.h"
#include <curand_kernel.h>
#include <math.h>

/* Random123, tests/kat_vectors, the lines "philox4x32 10": counter, key, answer. */
struct known {
    unsigned long long low, high, key; /* of the counter: its lower and its higher half */
    unsigned answer[4];
};
static const struct known known[] = {
    { 0, 0, 0, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { ~0ull, ~0ull, ~0ull, { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { 0x85a308d3243f6a88,
      0x0370734413198a2e,
      0x299f31d0a4093822,
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
};

/* Runs on the device: managed memory holds what a test asks and what it gets. */
#define ON_DEVICE(kernel, n, threads, ...)                                                         \
    do {                                                                                           \
        kernel<<<((n) + (threads)-1) / (threads), threads>>>(__VA_ARGS__);                         \
        assert_int_equal(cudaGetLastError(), cudaSuccess);                                         \
        assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);                                    \
    } while (0)

template <class T> static T *managed(int n)
{
    T *p = NULL;
    assert_int_equal(cudaMallocManaged(&p, n * sizeof(T)), cudaSuccess);
    return p;
}

__global__ void blocks_of_philox(const struct known *k, uint4 *out)
{
    curandStatePhilox4_32_10_t s;
    curand_init(k->key, k->high, 0, &s);
    for (int i = 0; i < 4; i++)
        skipahead(k->low, &s); /* in numbers, of which a block has four */
    *out = curand4(&s);
}

TEST(philox_gives_the_known_answers)
{
    struct known *asked = managed<struct known>(1);
    uint4 *got = managed<uint4>(1);

    for (const struct known &k : known) {
        *asked = k;
        ON_DEVICE(blocks_of_philox, 1, 1, asked, got);
        assert_memory_equal(got, k.answer, sizeof k.answer);
    }
    cudaFree(asked);
    cudaFree(got);
}

/* ---- jumps ----------------------------------------------------------------------------------- */

template <class State> __global__ void single_steps(unsigned *out, int n)
{
    State s;
    curand_init(42, 7, 5, &s);
    for (int i = 0; i < n; i++)
        out[i] = curand(&s);
}

template <class State> __global__ void jumps(unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    State s;
    if (i >= n)
        return;
    curand_init(42, i % 7, i / 2, &s);
    skipahead_sequence(7 - i % 7, &s);
    skipahead(i - i / 2 + 5, &s);
    out[i] = curand(&s);
}

template <class State> static void test_jumps(void)
{
    const int n = 3000;
    unsigned *step = managed<unsigned>(n), *jump = managed<unsigned>(n);

    ON_DEVICE(single_steps<State>, 1, 1, step, n);
    ON_DEVICE(jumps<State>, n, 128, jump, n);
    assert_memory_equal(step, jump, n * sizeof *step);
    cudaFree(step);
    cudaFree(jump);
}

TEST(a_jump_is_as_many_steps)
{
    test_jumps<curandState>();
    test_jumps<curandStatePhilox4_32_10_t>();
}

/* ---- nvcc's numbers -------------------------------------------------------------------------- */

const unsigned long long far_seed = 0xdeadbeefcafeull << 13, far_sequence = 0x123456789abcdef,
                         far_offset = 0xfedcba987654321f;

template <class State> __global__ void first_five(unsigned *out)
{
    State s;
    if (blockIdx.x == 0)
        curand_init(1234, 0, 0, &s);
    else
        curand_init(far_seed, far_sequence, far_offset, &s);
    for (int i = 0; i < 5; i++)
        out[5 * blockIdx.x + i] = curand(&s);
}

TEST(numbers_are_those_of_nvcc)
{
    static const unsigned xorwow[] = {
        624778773, 1867875844, 3739671282, 1954919316, 3681184389,
        573581032, 2428846519, 2181381646, 1537505190, 680028336,
    };
    static const unsigned philox[] = {
        546353992,  3665621163, 1140953199, 3419031310, 2666454581,
        4284533154, 3893541318, 3765812482, 1433805044, 2975433974,
    };
    unsigned *got = managed<unsigned>(10);

    ON_DEVICE(first_five<curandState>, 2, 1, got);
    assert_memory_equal(got, xorwow, sizeof xorwow);
    ON_DEVICE(first_five<curandStatePhilox4_32_10_t>, 2, 1, got);
    assert_memory_equal(got, philox, sizeof philox);
    cudaFree(got);
}

/* ---- distributions --------------------------------------------------------------------------- */

enum { UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, LOG_NORMAL, POISSON, POISSON_LARGE, KINDS };

template <class State> __global__ void draw(double *out, int each)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    State s;
    curand_init(99, thread, 0, &s);
    for (int i = 0; i < each; i++) {
        double *x = out + (thread * each + i) * KINDS;
        x[UNIFORM] = curand_uniform(&s);
        x[UNIFORM_DOUBLE] = curand_uniform_double(&s);
        x[NORMAL] = curand_normal(&s);
        x[NORMAL_DOUBLE] = curand_normal_double(&s);
        x[LOG_NORMAL] = log(curand_log_normal(&s, 0.5f, 2.0f));
        x[POISSON] = curand_poisson(&s, 6.5);
        x[POISSON_LARGE] = curand_poisson(&s, 1e4);
    }
}

template <class State> static void test_moments(void)
{
    static const double mean[] = { 0.5, 0.5, 0, 0, 0.5, 6.5, 1e4 };
    static const double variance[] = { 1. / 12, 1. / 12, 1, 1, 4, 6.5, 1e4 };
    const int threads = 256, each = 200, n = threads * each;
    double *x = managed<double>(n * KINDS);

    ON_DEVICE(draw<State>, threads, 64, x, each);
    for (int kind = 0; kind < KINDS; kind++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            double z = (x[i * KINDS + kind] - mean[kind]) / sqrt(variance[kind]);
            assert_true(kind > UNIFORM_DOUBLE || (x[i * KINDS + kind] > 0 && x[i * KINDS] <= 1));
            sum += z;
            squares += z * z;
        }
        assert_true(fabs(sum / n) < 5 / sqrt(n)); /* standard deviations of the mean */
        assert_true(fabs(squares / n - 1) < 0.04);
    }
    cudaFree(x);
}

TEST(distributions_have_their_moments)
{
    test_moments<curandState>();
    test_moments<curandStatePhilox4_32_10_t>();
}

/* Philox's calls that give several numbers at once give the same ones. */
__global__ void several_at_once(int *wrong)
{
    curandStatePhilox4_32_10_t a, b;
    for (int offset = 0; offset < 8; offset++) {
        curand_init(3, threadIdx.x, offset, &a);
        curand_init(3, threadIdx.x, offset, &b);
        uint4 x = curand4(&a);
        *wrong += x.x != curand(&b) || x.y != curand(&b) || x.z != curand(&b) || x.w != curand(&b);
        float4 u = curand_uniform4(&a);
        *wrong += u.x != curand_uniform(&b) || u.y != curand_uniform(&b) ||
                  u.z != curand_uniform(&b) || u.w != curand_uniform(&b);
        float4 n = curand_normal4(&a);
        *wrong += n.x != curand_normal(&b) || n.y != curand_normal(&b) ||
                  n.z != curand_normal(&b) || n.w != curand_normal(&b);
        double2 d = curand_normal2_double(&a);
        *wrong += d.x != curand_normal_double(&b) || d.y != curand_normal_double(&b);
    }
}

TEST(several_numbers_at_once_are_the_same)
{
    int *wrong = managed<int>(1);

    *wrong = 0;
    ON_DEVICE(several_at_once, 1, 1, wrong);
    assert_int_equal(*wrong, 0);
    cudaFree(wrong);
}
