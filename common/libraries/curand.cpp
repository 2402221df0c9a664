/* CPU device: cuRAND's calls on the host (include/curand.h), by the generators for kernels. As in
 * cuRAND's default order, many sequences take turns: XORWOW has 4,096, Philox 65,536 of four
 * numbers each. */
#include "include/curand_kernel.h"
#include "operation.h"

using namespace cpu_device;
using namespace cpu_device::libraries;

namespace
{

/* ---- the sequences --------------------------------------------------------------------------- */

/* What a sequence makes in its turn: XORWOW one number, or two that are normal; Philox four. */
float one(curandStateXORWOW *s, float) { return curand_uniform(s); }
double one(curandStateXORWOW *s, double) { return curand_uniform_double(s); }
unsigned one(curandStateXORWOW *s, unsigned) { return curand(s); }
void two(curandStateXORWOW *s, float *out)
{
    float2 pair = curand_normal2(s);
    out[0] = pair.x, out[1] = pair.y;
}
void two(curandStateXORWOW *s, double *out)
{
    double2 pair = curand_normal2_double(s);
    out[0] = pair.x, out[1] = pair.y;
}
uint4 four(curandStatePhilox4_32_10 *s, bool, unsigned) { return curand4(s); }
float4 four(curandStatePhilox4_32_10 *s, bool normal, float)
{
    return normal ? curand_normal4(s) : curand_uniform4(s);
}
double4 four(curandStatePhilox4_32_10 *s, bool normal, double)
{
    return normal ? curand_normal4_double(s) : curand_uniform4_double(s);
}

struct xorwow {
    static const unsigned sequences = 4096;
    curandStateXORWOW state[sequences];

    void start(unsigned sequence, unsigned long long seed, unsigned long long done)
    {
        curand_init(seed, sequence, done, &state[sequence]);
    }
    static unsigned width(bool normal) { return normal ? 2 : 1; }
    static bool has_parts() { return false; }
    template <class T> void turn(unsigned sequence, bool normal, T *out, bool)
    {
        if constexpr (!std::is_same_v<T, unsigned>)
            if (normal)
                return two(&state[sequence], out);
        *out = one(&state[sequence], T());
    }
};

struct philox {
    static const unsigned sequences = 65536;
    unsigned long long seed, blocks[sequences]; /* of four numbers, that the sequence has given */

    void start(unsigned sequence, unsigned long long s, unsigned long long done)
    {
        seed = s;
        blocks[sequence] = done;
    }
    static unsigned width(bool) { return 4; }
    static bool has_parts() { return true; } /* the rest of a turn may be for the next call */
    template <class T> void turn(unsigned sequence, bool normal, T *out, bool whole)
    {
        curandStatePhilox4_32_10 s;
        unsigned long long &done = blocks[sequence];
        curand_init(seed, sequence, 0, &s);
        skipahead(2 * done, &s); /* 4 * done may be too large */
        skipahead(2 * done, &s);
        auto numbers = four(&s, normal, T());
        memcpy(out, &numbers, 4 * sizeof(T));
        if (whole)
            done += sizeof(T) / 4;
    }
};

/* ---- a generator ----------------------------------------------------------------------------- */

template <class T> struct order { /* n numbers: normal, with mean and deviation, or uniform */
    T *out;
    size_t n;
    bool normal, exponential;
    double mean, deviation;

    T finish(T x) const
    {
        if (!normal)
            return x;
        x = (T)mean + (T)deviation * x;
        return exponential ? (T)exp(x) : x;
    }
};

/* Its sequences, and whose turn it is. */
struct numbers {
    virtual ~numbers() {}
    virtual void start(unsigned long long seed, unsigned long long offset, bool only_seed) = 0;
    virtual void make(const order<unsigned> &o) = 0;
    virtual void make(const order<float> &o) = 0;
    virtual void make(const order<double> &o) = 0;
};

template <class Kind> struct numbers_of final : numbers {
    Kind kind;
    unsigned long long place = 0; /* in turns; with parts, in numbers */
    unsigned long long begun = 0; /* at this place: by the last offset or seed */

    void start(unsigned long long seed, unsigned long long offset, bool only_seed) override
    {
        if (!only_seed)
            place = offset;
        else if (Kind::has_parts()) /* so does cuRAND: it adds turns to numbers */
            place = begun + (place / 4 - begun / 4);
        begun = place;
        unsigned long long turns = Kind::has_parts() ? place / 4 : place;
        for (unsigned i = 0; i < Kind::sequences; i++)
            kind.start(i, seed, turns / Kind::sequences + (i < turns % Kind::sequences));
    }

    /* The turns from..to of those that `o` takes, of which the first begins with number `skip`. */
    template <class T> void turn(const order<T> &o, size_t turn, unsigned sequence, unsigned skip)
    {
        const unsigned width = Kind::width(o.normal);
        T made[4];
        size_t first = turn * width; /* of the numbers, counted with those that are skipped */
        kind.turn(sequence, o.normal, made, first + width <= o.n + skip);
        for (unsigned i = 0; i < width; i++)
            if (first + i >= skip && first + i < o.n + skip)
                o.out[first + i - skip] = o.finish(made[i]);
    }

    template <class T> void make_all(const order<T> &o)
    {
        const unsigned width = Kind::width(o.normal), skip = Kind::has_parts() ? place % 4 : 0;
        const size_t turns = (o.n + skip + width - 1) / width, at_once = 64, all = Kind::sequences;
        const unsigned long long first = Kind::has_parts() ? place / 4 : place;
#pragma omp parallel for
        for (size_t some = 0; some < std::min(all, turns); some += at_once)
            for (size_t round = some; round < turns; round += all)
                for (size_t i = round; i < std::min(round + at_once, turns); i++)
                    turn(o, i, (unsigned)((first + i) % all), skip);
        place += Kind::has_parts() ? o.n : turns;
    }

    void make(const order<unsigned> &o) override { make_all(o); }
    void make(const order<float> &o) override { make_all(o); }
    void make(const order<double> &o) override { make_all(o); }
};

} // namespace

struct curandGenerator_st {
    bool on_host;
    bool pairs; /* normal numbers come in pairs */
    std::shared_ptr<numbers> of;
    unsigned long long seed = 0, offset = 0;
    bool new_seed = false, new_offset = true; /* since the last call that made numbers */
    cudaStream_t stream = 0;
};

namespace
{

#define REFUSE(generator)                                                                          \
    do {                                                                                           \
        if (!(generator))                                                                          \
            return CURAND_STATUS_NOT_INITIALIZED;                                                  \
    } while (0)

curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host)
{
    REFUSE(generator);
    bool is_philox = type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
    if (!is_philox && type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW) {
        fprintf(stderr,
                _("CPU device: cuRAND's generator %d is not available; there are XORWOW (%d) and "
                  "Philox4_32_10 (%d)\n"),
                (int)type, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10);
        return CURAND_STATUS_TYPE_ERROR;
    }
    if (!on_host && sticky() != cudaSuccess)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    auto *g = new curandGenerator_st{ on_host, !is_philox, nullptr };
    if (is_philox)
        g->of = std::make_shared<numbers_of<philox>>();
    else
        g->of = std::make_shared<numbers_of<xorwow>>();
    *generator = g;
    return CURAND_STATUS_SUCCESS;
}

/* The sequences change where the numbers are made: after what is queued already. */
template <class T> curandStatus_t generate(const char *name, curandGenerator_t g, order<T> o)
{
    REFUSE(g);
    if (o.normal && g->pairs && o.n % 2)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!o.n)
        return CURAND_STATUS_SUCCESS;
    bool start = g->new_seed || g->new_offset, only_seed = !g->new_offset;
    g->new_seed = g->new_offset = false;
    auto make = [=, of = g->of, seed = g->seed, offset = g->offset] {
        if (start)
            of->start(seed, offset, only_seed);
        of->make(o);
    };
    if (g->on_host) {
        make();
        return CURAND_STATUS_SUCCESS;
    }
    if (sticky() != cudaSuccess)
        return CURAND_STATUS_PREEXISTING_FAILURE;
    piece out = { "output", o.out, sizeof(T), sizeof(T), o.n, false, true };
    bool queued = submit(name, g->stream, false, { out }, make) == cudaSuccess;
    return queued ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

} // namespace

/* ---- the API --------------------------------------------------------------------------------- */

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    REFUSE(generator);
    delete generator; /* what is queued keeps its sequences */
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    *version = 10300; /* of CUDA 12.0, as __CUDACC_VER_MAJOR__ says here */
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    REFUSE(generator);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    REFUSE(generator);
    generator->new_seed = generator->new_seed || generator->seed != seed;
    generator->seed = seed;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    REFUSE(generator);
    generator->offset = offset;
    generator->new_offset = true;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    REFUSE(generator);
    bool known = order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
                 order == CURAND_ORDERING_PSEUDO_LEGACY;
    return known ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    REFUSE(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *out, size_t n)
{
    return generate<unsigned>(__func__, generator, { out, n, false, false, 0, 0 });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t n)
{
    return generate<float>(__func__, generator, { out, n, false, false, 0, 0 });
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t n)
{
    return generate<double>(__func__, generator, { out, n, false, false, 0, 0 });
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t n, float mean,
                                    float stddev)
{
    return generate<float>(__func__, generator, { out, n, true, false, mean, stddev });
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t n,
                                          double mean, double stddev)
{
    return generate<double>(__func__, generator, { out, n, true, false, mean, stddev });
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t n,
                                       float mean, float stddev)
{
    return generate<float>(__func__, generator, { out, n, true, true, mean, stddev });
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out, size_t n,
                                             double mean, double stddev)
{
    return generate<double>(__func__, generator, { out, n, true, true, mean, stddev });
}
