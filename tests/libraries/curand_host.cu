/* Calls of cuRAND on the host, drawn with a fixed seed, and what they give, for
 * shell/libraries.bats: built with NVIDIA's library, whose generators for the host need no GPU, and
 * with ours. Uniform numbers after "=", those by log, exp and sine after "~". */
#include <curand.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

template <class T, class Call> void make(char mark, const char *name, size_t n, Call call)
{
    std::vector<T> x(n);
    int status = call(x.data());
    unsigned long long hash = 1469598103934665603; /* FNV-1a, of numbers instead of bytes */
    double scale = (T)0.5 == 0 ? 1 : 0x1p53;       /* whole numbers, or those up to 1 */
    printf("%c %s %zu %d", mark, name, n, status);
    for (size_t i = 0; i < n && !status; i++) {
        hash = (hash ^ (unsigned long long)(x[i] * scale)) * 1099511628211;
        if (i % (1 + n / 20) == 0)
            printf(" %.17g", (double)x[i]);
    }
    if (mark == '=')
        printf(" %llx", hash);
    printf("\n");
}

void call(curandGenerator_t g, int which, size_t n)
{
    switch (which) {
    case 0:
        printf("= seed %d\n", curandSetPseudoRandomGeneratorSeed(g, rand() % 4));
        return;
    case 1:
        printf("= offset %d\n", curandSetGeneratorOffset(g, (unsigned long long)rand() * rand()));
        return;
    case 2:
        return make<unsigned>('=', "bits", n, [=](unsigned *x) { return curandGenerate(g, x, n); });
    case 3:
        return make<float>('=', "uniform", n,
                           [=](float *x) { return curandGenerateUniform(g, x, n); });
    case 4:
        return make<double>('=', "uniform double", n,
                            [=](double *x) { return curandGenerateUniformDouble(g, x, n); });
    case 5:
        return make<float>('~', "normal", n,
                           [=](float *x) { return curandGenerateNormal(g, x, n, 1, 2); });
    case 6:
        return make<double>('~', "normal double", n,
                            [=](double *x) { return curandGenerateNormalDouble(g, x, n, -1, 3); });
    case 7:
        return make<float>('~', "log normal", n,
                           [=](float *x) { return curandGenerateLogNormal(g, x, n, .5f, .25f); });
    default:
        return make<double>('~', "log normal double", n, [=](double *x) {
            return curandGenerateLogNormalDouble(g, x, n, .5, .25);
        });
    }
}

int main(void)
{
    const int types[] = { 100, 101, 161 };
    for (int type : types)
        for (int round = 0; round < 5; round++) {
            curandGenerator_t g;
            srand(round * 7 + type);
            printf("= %d: %d\n", type, curandCreateGeneratorHost(&g, (curandRngType_t)type));
            for (int i = 0; i < 40; i++) {
                int which = rand() % 9, most = rand() % 3 ? 20000 : rand() % 2 ? 9 : 600000;
                size_t n = rand() % most + 1;
                call(g, which, which > 4 && rand() % 8 ? (n + 1) / 2 * 2 : n);
            }
            curandDestroyGenerator(g);
        }
    return 0;
}
