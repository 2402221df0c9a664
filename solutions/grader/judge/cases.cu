#include <openssl/hmac.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

extern "C" {
#include "solutions/grader/text.h"
}

#define LARGE 1000 /* elements, or n: from here on a race can show */

/* ---- seeds ---------------------------------------------------------------------------------- */

static unsigned long long seed_from(const struct task *t, const char *id, const char *what, int i)
{
    char *text = text_of("%s\n%s\n%s\n%s\n%d", id, t->job->lab, t->exercise, what, i);
    const char *secret = t->job->secret;
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned long long seed;

    if (!HMAC(EVP_sha256(), secret, strlen(secret), (unsigned char *)text, strlen(text), hash,
              NULL))
        broken("no HMAC");
    free(text);
    memcpy(&seed, hash, sizeof(seed));
    return seed;
}

unsigned long long seed_of(const struct task *t, const char *what, int i)
{
    return seed_from(t, t->job->id, what, i);
}

static unsigned long long seed_for_class(const struct task *t, const char *what)
{
    return seed_from(t, "", what, 0);
}

/* ---- shapes --------------------------------------------------------------------------------- */

static const struct shapes *shapes_of(const struct task *t)
{
    return &t->v->known->experiment->shapes;
}

static struct random *random_of(const struct task *t)
{
    return &t->v->known->random;
}

static int awkward_count(const struct task *t)
{
    const struct shape *awkward = shapes_of(t)->awkward;
    int count = 0;

    while (is_given(&awkward[count]))
        count++;
    return count;
}

#define MOST_SHAPES 256

/* Number i of 0 .. count - 1, in a random order. */
static int shuffled(unsigned long long seed, int i, int count)
{
    struct random random = { seed, 0 };
    int order[MOST_SHAPES];

    if (count > MOST_SHAPES)
        broken("more than %d shapes", MOST_SHAPES);
    for (int j = 0; j < count; j++)
        order[j] = j;
    for (int j = count - 1; j > 0; j--) {
        int other = (int)random_between(&random, 0, j), kept = order[j];
        order[j] = order[other];
        order[other] = kept;
    }
    return order[i % count];
}

/* With m, n and k made multiples of `unit`. A shape with a struct of the lab's own stays as it is,
 * because m, n and k do not say all about it. */
static struct shape multiple_of(long long unit, struct shape shape)
{
    long long *const sizes[] = { &shape.m, &shape.n, &shape.k };

    for (long long *size : sizes)
        if (!shape.own && *size >= unit)
            *size -= *size % unit;
    return shape;
}

/* Labs draw odd sizes. Half of those here are made multiples of 4 or 64, for which many kernels
 * have code of their own. */
static struct shape evened(struct shape shape, struct random *random)
{
    long long unit = random_between(random, 0, 1) ? 4 : 64;

    return random_between(random, 0, 1) ? multiple_of(unit, shape) : shape;
}

struct shape timed_shape(const struct task *t)
{
    const struct lab *lab = t->run->lab;

    return t->run->experiment->shape_of(t->run->options.quick ? lab->quick_size : lab->size);
}

static bool is_same_shape(const struct shape *x, const struct shape *y, const void *own,
                          size_t bytes)
{
    return x->m == y->m && x->n == y->n && x->k == y->k && !memcmp(own, y->own, bytes);
}

/* A class of the quick draws whose shapes grow with the size of the run; -1: there is none. */
static int growing_class(const struct task *t)
{
    const struct shapes *s = shapes_of(t);
    const struct lab *lab = t->run->lab;
    unsigned char own[MAX_OWN] = "";

    for (int i = 0; i < s->quick_draws; i++) {
        int which = shuffled(seed_for_class(t, "growing"), i, s->quick_draws);
        struct random first = { 1, 0 }, again = { 1, 0 };
        const struct shape small = s->draw(which, lab->quick_size, &first);
        if (small.own)
            memcpy(own, small.own, s->own_bytes); /* the next draw may use the same place */
        const struct shape large = s->draw(which, lab->size, &again);
        if (!is_same_shape(&small, &large, own, small.own ? s->own_bytes : 0))
            return which;
    }
    return -1;
}

/* Case `past` of those after all awkward and quickly drawn shapes: one of the quick ones again, as
 * large as the lab's full run draws it and as ragged, because a kernel may have code of its own for
 * large sizes; the one that the lab times; then what only its full run draws. */
static struct shape further_shape(const struct task *t, int past)
{
    const struct shapes *s = shapes_of(t);
    long long size = t->run->lab->size;
    int more = s->draws - s->quick_draws, growing = growing_class(t);

    if (growing >= 0 && past-- == 0)
        return s->draw(growing, size, random_of(t));
    if (t->v->known->experiment == t->run->experiment && past-- == 0)
        return t->run->experiment->shape_of(size);
    int which = past < more ? s->quick_draws + past : s->draws - 1 - (past - more) % s->draws;
    return evened(s->draw(which, size, random_of(t)), random_of(t));
}

/* Two awkward shapes, then one that the lab draws with --quick, and so on; which ones, and in what
 * order, only the secret knows, and it is the same for the whole class. When one kind is used up,
 * the other goes on. */
struct shape shape_of_case(const struct task *t, int i)
{
    const struct shapes *s = shapes_of(t);
    const struct lab *lab = t->run->lab;
    int awkward = awkward_count(t), drawn = s->quick_draws;
    int used_drawn = i / 3, used_awkward = i - i / 3;
    bool is_drawn = i % 3 == 2;

    if (i >= awkward + drawn)
        return further_shape(t, i - awkward - drawn);
    if (used_drawn >= drawn || used_awkward >= awkward) {
        is_drawn = used_awkward >= awkward;
        used_awkward = i - drawn;
        used_drawn = i - awkward;
    }
    if (!is_drawn)
        return s->awkward[shuffled(seed_for_class(t, "awkward"), used_awkward, awkward)];
    int which = shuffled(seed_for_class(t, "draws"), used_drawn, drawn);
    long long size = t->run->options.quick ? lab->quick_size : lab->size;
    bool comes_again = which == growing_class(t); /* in further_shape(), larger and ragged */
    const struct shape shape = s->draw(which, size, random_of(t));
    return comes_again ? multiple_of(64, shape) : evened(shape, random_of(t));
}

static bool is_large(const struct problem *p)
{
    size_t elements = p->a.count + p->b.count + p->c.count;

    return elements < 1000000 && p->n < 1000000 && (p->a.count ? elements : p->n) > LARGE;
}

/* A long sum takes the bug finder seconds, and has no room for more races. */
static bool is_long(const struct problem *p)
{
    return p->k > LARGE;
}

/* An awkward shape that is large, or is not. */
static struct shape awkward_shape(const struct task *t, bool large)
{
    const struct shape *awkward = shapes_of(t)->awkward;
    int count = awkward_count(t);
    struct shape shape = awkward[0];

    for (int tries = 0; tries < 100; tries++) {
        shape = awkward[random_between(random_of(t), 0, count - 1)];
        struct problem p = problem_of(t->v, &shape);
        if (is_large(&p) == large && !is_long(&p))
            break;
    }
    return shape;
}

struct shape finder_shape(const struct task *t)
{
    return awkward_shape(t, true);
}

struct shape tiny_shape(const struct task *t)
{
    return awkward_shape(t, false);
}
