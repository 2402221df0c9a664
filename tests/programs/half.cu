/* Half precision numbers, against a computation of another kind: here every half is a whole number
 * of 2^-48, in 128 bits, and the nearest one is found by search. */
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef __int128 fixed; /* in units of 2^-48: a product of two halves is a whole number of them */

static int failures;

static void expect(int right, const char *what, double x, double y, double z)
{
    if (!right && failures++ < 20)
        fprintf(stderr, "%s: %.9g %.9g %.9g\n", what, x, y, z);
}

/* The value of finite bits, from their definition. */
static fixed value(unsigned bits)
{
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    fixed size = exponent ? (fixed)(1024 + fraction) << (exponent - 1) : fraction; /* of 2^-24 */

    return (bits & 0x8000 ? -size : size) * (1 << 24);
}

/* The bits that x, given twice as large, rounds to: among 0 .. 0x7bff and 2^16, which stands for
 * infinity, the nearest, or of two the even one. */
static unsigned nearest(fixed twice, int negative_zero)
{
    fixed size = twice < 0 ? -twice : twice;
    unsigned low = 0, high = 0x7c00, sign = twice < 0 || (twice == 0 && negative_zero) ? 0x8000 : 0;

    while (low < high) { /* the first half whose upper middle is not below x */
        unsigned h = (low + high) / 2;
        fixed middle = value(h) + (h == 0x7bff ? (fixed)1 << 64 : value(h + 1));
        if (size < middle || (size == middle && h % 2 == 0))
            high = h;
        else
            low = h + 1;
    }
    return sign | low;
}

static double number(unsigned bits)
{
    if ((bits & 0x7fff) > 0x7c00)
        return NAN;
    if ((bits & 0x7fff) == 0x7c00)
        return bits & 0x8000 ? -INFINITY : INFINITY;
    return copysign(ldexp((double)value(bits), -48), bits & 0x8000 ? -1 : 1);
}

static int same(double x, double y)
{
    return isnan(x) ? isnan(y) : x == y && signbit(x) == signbit(y);
}

/* ---- half to float, float to half ------------------------------------------------------------ */

#define ALL 65536

__global__ void widen(float *to, const unsigned short *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    to[i] = __half2float(__ushort_as_half(from[i]));
}

struct rounded {
    unsigned short nearest, zero, down, up, constructed, from_double;
};

__global__ void narrow(struct rounded *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    to[i].nearest = __half_as_ushort(__float2half(from[i]));
    to[i].zero = __half_as_ushort(__float2half_rz(from[i]));
    to[i].down = __half_as_ushort(__float2half_rd(from[i]));
    to[i].up = __half_as_ushort(__float2half_ru(from[i]));
    to[i].constructed = __half_as_ushort(__half(from[i]));
    to[i].from_double = __half_as_ushort(__double2half((double)from[i]));
}

static void every_half_becomes_a_float(void)
{
    static unsigned short bits[ALL], *d_bits;
    static float floats[ALL], *d_floats;

    for (int i = 0; i < ALL; i++)
        bits[i] = i;
    cudaMalloc(&d_bits, sizeof bits);
    cudaMalloc(&d_floats, sizeof floats);
    cudaMemcpy(d_bits, bits, sizeof bits, cudaMemcpyHostToDevice);
    widen<<<ALL / 256, 256>>>(d_floats, d_bits);
    cudaMemcpy(floats, d_floats, sizeof floats, cudaMemcpyDeviceToHost);
    for (int i = 0; i < ALL; i++) {
        expect(same(floats[i], number(i)), "__half2float", i, floats[i], number(i));
        expect(same(__half2float(__ushort_as_half(i)), number(i)), "on the host", i, 0, 0);
    }
    cudaFree(d_bits);
    cudaFree(d_floats);
}

/* Every half, the middle between it and the next, and the floats beside these. */
#define PLACES (6 * 0x7c00 * 2)

static void the_nearest_half_is_found(void)
{
    static float from[PLACES], *d_from;
    static struct rounded to[PLACES], *d_to;
    int n = 0;

    for (int sign = 1; sign >= -1; sign -= 2)
        for (unsigned h = 0; h < 0x7c00; h++) {
            float x = number(h), next = h == 0x7bff ? 65536 : number(h + 1), middle = (x + next) / 2;
            const float places[] = { x, nextafterf(x, -1), nextafterf(x, 1e9f), middle,
                                     nextafterf(middle, 0), nextafterf(middle, 1e9f) };
            for (int i = 0; i < 6; i++)
                from[n++] = sign * places[i];
        }
    from[0] = NAN, from[1] = INFINITY, from[2] = -INFINITY, from[3] = 1e30f;
    cudaMalloc(&d_from, sizeof from);
    cudaMalloc(&d_to, sizeof to);
    cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice);
    narrow<<<(n + 255) / 256, 256>>>(d_to, d_from, n);
    cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost);
    expect(to[0].nearest == 0x7fff && to[1].nearest == 0x7c00 && to[2].nearest == 0xfc00 &&
               to[3].nearest == 0x7c00,
           "specials", to[0].nearest, to[1].nearest, to[2].nearest);
    expect(isnan(number(to[0].down)) && to[1].down == 0x7c00 && to[2].up == 0xfc00 &&
               to[3].down == 0x7bff && to[3].zero == 0x7bff && to[3].up == 0x7c00,
           "specials, directed", to[0].down, to[3].down, to[3].up);
    for (int i = 4; i < n; i++) {
        double x = from[i];
        fixed twice = (fixed)ldexp(x, 49); /* cuts off what is below 2^-49: makes it a tie only at 0 */
        unsigned want = nearest(twice, signbit(x));
        expect(to[i].nearest == want, "__float2half", x, to[i].nearest, want);
        expect(to[i].constructed == want, "__half(float)", x, to[i].constructed, want);
        expect(to[i].from_double == want, "__double2half", x, to[i].from_double, want);
        expect(__half_as_ushort(__float2half(from[i])) == want, "on the host", x, 0, want);
        double down = number(to[i].down), up = number(to[i].up), zero = number(to[i].zero);
        expect(down <= x && x <= up, "rd and ru enclose", x, down, up);
        expect(down == up || to[i].down + 1 == to[i].up || to[i].up + 1 == to[i].down ||
                   (to[i].down == 0x8001 && up == 0) || (to[i].up == 1 && down == 0),
               "tightly", x, down, up);
        expect(same(zero, x < 0 ? up : down), "rz", x, zero, x < 0 ? up : down);
    }
    cudaFree(d_from);
    cudaFree(d_to);
}

/* A double is rounded once: beside the middle of two halves, by less than a float can tell. */
static void doubles_are_rounded_once(void)
{
    expect(__half_as_ushort(__double2half(1 + 0x1p-11)) == 0x3c00, "tie", 1, 0, 0);
    expect(__half_as_ushort(__double2half(1 + 0x1p-11 + 0x1p-40)) == 0x3c01, "above", 1, 0, 0);
    expect(__half_as_ushort(__double2half(1 + 0x3p-11 - 0x1p-40)) == 0x3c01, "below", 1, 0, 0);
    expect(__half_as_ushort(__double2half(-1 - 0x1p-11 - 0x1p-50)) == 0xbc01, "minus", 1, 0, 0);
    expect(__half_as_ushort(__double2half(1e-300)) == 0, "tiny", 1e-300, 0, 0);
    expect(__half_as_ushort(__double2half(-1e300)) == 0xfc00, "huge", -1e300, 0, 0);
    expect(__half_as_ushort(__double2half(0x1p-25 + 0x1p-70)) == 1, "subnormal", 0x1p-25, 0, 0);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

#define TRIPLES (1 << 18)

struct results {
    unsigned short add, sub, mul, fma, div, root, max, min;
    unsigned char less, equal, unequal, at_least, unordered_less;
};

__global__ void compute(struct results *to, const unsigned short *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half a = __ushort_as_half(from[3 * i]), b = __ushort_as_half(from[3 * i + 1]);
    __half c = __ushort_as_half(from[3 * i + 2]);

    to[i].add = __half_as_ushort(__hadd(a, b));
    to[i].sub = __half_as_ushort(__hsub(a, b));
    to[i].mul = __half_as_ushort(__hmul(a, b));
    to[i].fma = __half_as_ushort(__hfma(a, b, c));
    to[i].div = __half_as_ushort(__hdiv(a, b));
    to[i].root = __half_as_ushort(hsqrt(a));
    to[i].max = __half_as_ushort(__hmax(a, b));
    to[i].min = __half_as_ushort(__hmin(a, b));
    to[i].less = __hlt(a, b);
    to[i].equal = __heq(a, b);
    to[i].unequal = __hne(a, b);
    to[i].at_least = __hge(a, b);
    to[i].unordered_less = __hltu(a, b);
}

static unsigned random_16(void)
{
    static unsigned long long state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 48;
}

/* From random bits; half of them near each other in size, where sums cancel and ties are frequent. */
static void draw(unsigned short t[3])
{
    t[0] = random_16();
    t[1] = random_16() % 2 ? random_16() : t[0] ^ (random_16() & 0x83ff);
    t[2] = random_16();
    if (random_16() % 2) { /* near the product of the others, or far below one of its middles */
        float product = (float)(number(t[0]) * number(t[1]));
        t[2] = __half_as_ushort(__float2half(-product)) ^ (random_16() & 0x8003);
        if (random_16() % 2)
            t[2] = random_16() & 0x83ff;
    }
}

/* Where one of them is infinite or NaN, double arithmetic says what comes out. */
static void expect_bits(const char *what, unsigned got, double special, int finite, unsigned want,
                        double a, double b)
{
    expect(finite ? got == want : same(number(got), special), what, a, b, number(got));
}

static void arithmetic_is_rounded_once(void)
{
    static unsigned short from[3 * TRIPLES], *d_from;
    static struct results to[TRIPLES], *d_to;

    for (int i = 0; i < TRIPLES; i++)
        draw(&from[3 * i]);
    cudaMalloc(&d_from, sizeof from);
    cudaMalloc(&d_to, sizeof to);
    cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice);
    compute<<<TRIPLES / 256, 256>>>(d_to, d_from);
    cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost);
    for (int i = 0; i < TRIPLES; i++) {
        const unsigned short *t = &from[3 * i];
        double a = number(t[0]), b = number(t[1]), c = number(t[2]);
        int finite = isfinite(a) && isfinite(b);
        fixed A = finite ? value(t[0]) : 0, B = finite ? value(t[1]) : 0;
        fixed AB = (A >> 24) * (B >> 24); /* halves are whole numbers of 2^-24 */
        fixed C = isfinite(c) ? value(t[2]) : 0;
        int minus_zero = signbit(a * b) && (AB || signbit(c)) && finite;
        expect_bits("a + b", to[i].add, a + b, finite, nearest(2 * (A + B), signbit(a + b)), a, b);
        expect_bits("a - b", to[i].sub, a - b, finite, nearest(2 * (A - B), signbit(a - b)), a, b);
        expect_bits("a * b", to[i].mul, a * b, finite, nearest(2 * AB, signbit(a * b)), a, b);
        expect_bits("a * b + c", to[i].fma, a * b + c, finite && isfinite(c),
                    nearest(2 * (AB + C), AB + C == 0 && (AB ? 0 : minus_zero)), a, b);
        double quotient = number(to[i].div), root = number(to[i].root);
        double want = number(__half_as_ushort(__double2half(a / b)));
        expect(same(quotient, want) || fabs(quotient / want - 1) < 0x1p-9 ||
                   fabs(quotient - want) < 0x1.1p-24,
               "a / b", a, b, quotient); /* a GPU may be off by one bit */
        want = number(__half_as_ushort(__double2half(sqrt(a))));
        expect(same(root, want) || fabs(root / want - 1) < 0x1p-9, "hsqrt", a, root, want);
        expect(to[i].less == (a < b) && to[i].equal == (a == b) && to[i].at_least == (a >= b) &&
                   to[i].unordered_less == !(a >= b),
               "comparisons", a, b, 0);
        expect(to[i].unequal == (a < b || a > b), "__hne", a, b, to[i].unequal);
        if (isnan(a) || isnan(b) || a != b) {
            expect(same(number(to[i].max), fmax(a, b)), "__hmax", a, b, number(to[i].max));
            expect(same(number(to[i].min), fmin(a, b)), "__hmin", a, b, number(to[i].min));
        }
    }
    cudaFree(d_from);
    cudaFree(d_to);
}

/* ---- pairs, operators, integers, atomics ------------------------------------------------------- */

#define WORDS 48

__global__ void assorted(float *to, __half *sum, __half2 *sums)
{
    __half a = __float2half(1.5f), b = -2, c = 0.25; /* from int and double by themselves */
    half2 v = __floats2half2_rn(1.5f, -2.0f), w = __half2half2(c), u;
    int n = 0;

    to[n++] = a + b, to[n++] = a - b, to[n++] = a * b, to[n++] = a / b, to[n++] = -a;
    a += c, b *= c;
    to[n++] = a, to[n++] = b, to[n++] = a > b, to[n++] = a == b, to[n++] = !(a != a);
    u = v + w, to[n++] = __low2float(u), to[n++] = __high2float(u);
    u = v * w, to[n++] = __low2float(u), to[n++] = __high2float(u);
    u = __hfma2(v, w, v), to[n++] = __low2float(u), to[n++] = __high2float(u);
    u = __lowhigh2highlow(v), to[n++] = u.x, to[n++] = u.y;
    u = __highs2half2(v, w), to[n++] = __half22float2(u).x, to[n++] = __half22float2(u).y;
    u = __hgt2(v, w), to[n++] = __low2half(u), to[n++] = __high2half(u);
    to[n++] = __hbgt2(v, w), to[n++] = __hbgt2(w, __hneg2(w));
    u = __hmax2(v, w), to[n++] = u.x, to[n++] = u.y;
    to[n++] = __half2int_rn(__float2half(2.5f)), to[n++] = __half2int_rz(__float2half(-2.5f));
    to[n++] = __half2int_ru(__float2half(2.25f)), to[n++] = __half2int_rd(__float2half(-2.25f));
    to[n++] = __int2half_rn(2049), to[n++] = __int2half_ru(2049), to[n++] = __int2half_rd(-2049);
    to[n++] = __int2half_rn(70000), to[n++] = __int2half_rz(70000), to[n++] = __half2ushort_rz(a);
    to[n++] = (int)a, to[n++] = (bool)c, to[n++] = __hisinf(CUDART_INF_FP16);
    to[n++] = __hisnan(__float2half(nanf(""))), to[n++] = __habs(b);
    to[n++] = __hadd_sat(a, a), to[n++] = __hfma_sat(b, a, b), to[n++] = hfloor(b);
    to[n++] = __shfl_xor_sync(0xffffffff, __int2half_rn((int)threadIdx.x), 1);
    to[n++] = __hadd(6, 3); /* of integers: CUDA's average */
    atomicAdd(sum, __float2half(0.5f));
    atomicAdd(sums, __floats2half2_rn(1.0f, -1.0f));
}

static void the_rest(void)
{
    static const float want[] = {
        -0.5f, 3.5f, -3,   -0.75f, -1.5f, 1.75f, -0.5f, 1,        0,     1,    1.75f, -1.75f,
        0.375f, -0.5f, 1.875f, -2.5f, -2,   1.5f,  -2,    0.25f,    1,     0,    0,     1,
        1.5f,  0.25f, 2,    -2,     3,     -3,    2048,  2050,     -2050, INFINITY, 65504, 1,
        1,     1,    1,    1,      0.5f,  1,     0,     -1,       1,     4,
    };
    float got[WORDS], *d_got;
    __half sum = 0.0f, *d_sum;
    __half2 sums = __float2half2_rn(0), *d_sums;

    cudaMalloc(&d_got, sizeof got);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sums, &sums, sizeof sums, cudaMemcpyHostToDevice);
    assorted<<<4, 32>>>(d_got, d_sum, d_sums);
    cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < (int)(sizeof want / sizeof *want); i++)
        if (i != 44) /* the lane that wrote last */
            expect(got[i] == want[i], "number", i, got[i], want[i]);
    expect(__half2float(sum) == 64, "atomicAdd", __half2float(sum), 64, 0);
    expect(__low2float(sums) == 128 && __high2float(sums) == -128, "of pairs", 0, 0, 0);
    cudaFree(d_got);
    cudaFree(d_sum);
    cudaFree(d_sums);
}

int main()
{
    every_half_becomes_a_float();
    the_nearest_half_is_found();
    doubles_are_rounded_once();
    arithmetic_is_rounded_once();
    the_rest();
    if (cudaDeviceSynchronize() != cudaSuccess || sizeof(half) != 2 || sizeof(half2) != 4)
        failures++;
    return failures > 0;
}
