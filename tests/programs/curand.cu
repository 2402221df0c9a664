/* cuRAND on the host: the numbers of NVIDIA's library (10.4, its generators for the host), to the
 * last bit where they are uniform; any division into calls gives the same ones. */
#include <curand.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define OK(call) CHECK((call) == CURAND_STATUS_SUCCESS)

struct expected { /* seed 1234 */
    curandRngType_t type;
    unsigned first, second, number_4999;
    float uniform[2];        /* at offset 3, */
    double uniform_double[2]; /* then these, */
    float normal[2];         /* and these */
    double normal_double[2]; /* of mean 1 and deviation 2 */
};
static const expected each[] = {
    { CURAND_RNG_PSEUDO_XORWOW,
      624778773,
      3522650202,
      1145497078,
      { 0x1.2de7fep-2f, 0x1.d457dcp-1f },
      { 0x1.00a345c95664p-1, 0x1.a748851a593cep-3 },
      { 0.489706486f, 0.499799013f },
      { -0.77788579287610315, 2.3321900150644197 } },
    { CURAND_RNG_PSEUDO_PHILOX4_32_10,
      546353992,
      3665621163,
      893477217,
      { 0x1.97948ep-1f, 0x1.a22b42p-1f },
      { 0x1.e2a7fc933f178p-5, 0x1.94f5e92e53cbfp-2 },
      { 0.655383945f, -0.5102247f },
      { 0.95858560086856459, 1.5477260880101578 } },
};
const int n = 5000;

template <class T> T *on_device()
{
    T *p;
    CHECK(cudaMalloc(&p, n * sizeof(T)) == cudaSuccess);
    return p;
}

template <class T> void get(T *host, const T *device, int count)
{
    CHECK(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
}

void test_numbers(curandGenerator_t generator, const expected &e)
{
    unsigned *d_bits = on_device<unsigned>(), bits[n];
    float *d_x = on_device<float>(), x[2];
    double *d_y = on_device<double>(), y[2];
    OK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    OK(curandGenerate(generator, d_bits, n));
    get(bits, d_bits, n);
    CHECK(bits[0] == e.first && bits[1] == e.second && bits[4999] == e.number_4999);
    OK(curandSetGeneratorOffset(generator, 3));
    OK(curandGenerateUniform(generator, d_x, 2));
    get(x, d_x, 2);
    CHECK(!memcmp(x, e.uniform, sizeof x));
    OK(curandGenerateUniformDouble(generator, d_y, 2));
    get(y, d_y, 2);
    CHECK(!memcmp(y, e.uniform_double, sizeof y));
    OK(curandGenerateNormal(generator, d_x, 2, 0, 1));
    get(x, d_x, 2);
    OK(curandGenerateNormalDouble(generator, d_y, 2, 1, 2));
    get(y, d_y, 2);
    for (int i = 0; i < 2; i++) {
        CHECK(fabs(x[i] - e.normal[i]) < 1e-5);
        CHECK(fabs(y[i] - e.normal_double[i]) < 1e-12);
    }
    cudaFree(d_bits);
    cudaFree(d_x);
    cudaFree(d_y);
}

/* The same numbers in one call and in many, and from the generator for the host. */
void test_calls(curandGenerator_t generator, curandRngType_t type)
{
    float *d_x = on_device<float>();
    static float whole[n], parts[n], host[n];
    curandGenerator_t on_host;
    OK(curandCreateGeneratorHost(&on_host, type));
    OK(curandSetPseudoRandomGeneratorSeed(on_host, 5));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 5));
    OK(curandSetGeneratorOffset(generator, 0));
    OK(curandGenerateUniform(generator, d_x, n));
    get(whole, d_x, n);
    OK(curandSetGeneratorOffset(generator, 0));
    for (int done = 0, some; done < n; done += some) {
        some = done % 7 ? 1 : n - done < 1234 ? n - done : 1234;
        OK(curandGenerateUniform(generator, d_x + done, some));
    }
    get(parts, d_x, n);
    OK(curandGenerateUniform(on_host, host, n));
    CHECK(!memcmp(whole, parts, sizeof whole) && !memcmp(whole, host, sizeof whole));
    OK(curandDestroyGenerator(on_host));
    cudaFree(d_x);
}

void test_statuses(void)
{
    curandGenerator_t generator;
    float x[3];
    CHECK(curandCreateGenerator(&generator, (curandRngType_t)7) == CURAND_STATUS_TYPE_ERROR);
    OK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    CHECK(curandGenerateNormal(generator, x, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandGenerateUniform(NULL, x, 3) == CURAND_STATUS_NOT_INITIALIZED);
    CHECK(curandSetGeneratorOrdering(generator, (curandOrdering_t)7) == CURAND_STATUS_OUT_OF_RANGE);
    OK(curandDestroyGenerator(generator));
    CHECK(curandDestroyGenerator(NULL) == CURAND_STATUS_NOT_INITIALIZED);
}

int main(void)
{
    for (const expected &e : each) {
        curandGenerator_t generator;
        OK(curandCreateGenerator(&generator, e.type));
        test_numbers(generator, e);
        test_calls(generator, e.type);
        OK(curandDestroyGenerator(generator));
    }
    test_statuses();
    return 0;
}
