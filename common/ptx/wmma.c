/* Matrix fragments. Which element lies in which lane's register is the interpreter's own choice, as
 * it is each GPU's: element e of a matrix, counted by rows, is the (e % n)-th of lane e / n, where
 * a lane holds n; where the registers hold more than there are, all begins again from element 0. */
#include "numbers.h"
#include "ptx.h"

#define DEPTH 16 /* k of every shape */

static const unsigned shape_rows[] = { 16, 32, 8 }, shape_columns[] = { 16, 8, 32 };

static void size_of(const struct instruction *i, unsigned *rows, unsigned *columns)
{
    unsigned one = i->mode & 3;

    *rows = one == 1 ? DEPTH : shape_rows[i->target];
    *columns = one == 0 ? DEPTH : shape_columns[i->target];
}

/* Where element (row, column) lies in memory. */
static unsigned char *element_at(struct warp *w, const struct instruction *i, unsigned row,
                                 unsigned column, enum access how)
{
    uint64_t base = row_of(w, i->o[i->count])[0] + (uint64_t)i->offset;
    uint64_t stride = (uint32_t)row_of(w, i->o[i->count + 1])[0];
    unsigned bytes = type_bytes(i->type);
    uint64_t at = i->mode & 4 ? row + column * stride : row * stride + column;

    if (base % 32 || stride * bytes % 16)
        fault_at(w, i, 0, MISALIGNED,
                 "%s: the address has to be a multiple of 32 bytes, the stride one of 16", i->name);
    return bytes_at(w, i, 0, i->space, base + at * bytes, bytes, how);
}

void run_wmma_load(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned rows, columns, pack = i->type == F16 ? 2 : 1, each = i->count * pack;

    whole_warp(w, i, lanes);
    size_of(i, &rows, &columns);
    for (unsigned slot = 0; slot < each * LANES; slot++) {
        unsigned e = slot % (rows * columns), lane = slot / each, n = slot % each;
        uint64_t value = 0, *d = &row_of(w, i->o[n / pack])[lane];
        memcpy(&value, element_at(w, i, e / columns, e % columns, READ), type_bytes(i->type));
        *d = n % pack ? (*d & 0xffff) | value << 16 : value;
    }
}

void run_wmma_store(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned rows, columns, pack = i->type == F16 ? 2 : 1, each = i->count * pack;

    whole_warp(w, i, lanes);
    size_of(i, &rows, &columns);
    for (unsigned e = 0; e < rows * columns; e++) {
        unsigned lane = e / each, n = e % each;
        uint64_t value = row_of(w, i->o[n / pack])[lane] >> (n % pack ? 16 : 0);
        memcpy(element_at(w, i, e / columns, e % columns, WRITE), &value, type_bytes(i->type));
    }
}

/* Element e of a fragment that begins at operand `first` and has `count` registers. */
static double element(const struct warp *w, const struct instruction *i, unsigned first,
                      unsigned count, bool half, unsigned e)
{
    unsigned pack = half ? 2 : 1, each = count * pack, n = e % each;
    uint64_t cell = row_of(w, i->o[first + n / pack])[e / each];

    return half ? half_to_double((uint16_t)(cell >> (n % pack ? 16 : 0))) : as_f32(cell);
}

/* d = a b + c: exact products, summed in double, rounded once. */
void run_wmma_mma(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned columns = shape_columns[i->target];
    bool half_d = i->type == F16, half_c = i->from == F16;
    unsigned results = half_d ? 4 : 8, a = results, b = a + 8, c = b + 8;
    double d[256];

    whole_warp(w, i, lanes);
    for (unsigned e = 0; e < 256; e++) {
        double sum = element(w, i, c, half_c ? 4 : 8, half_c, e);
        for (unsigned k = 0; k < DEPTH; k++)
            sum += element(w, i, a, 8, true, e / columns * DEPTH + k) *
                   element(w, i, b, 8, true, k * columns + e % columns);
        d[e] = sum;
    }
    for (unsigned e = 0; e < 256; e++) {
        unsigned pack = half_d ? 2 : 1, each = results * pack, n = e % each;
        uint64_t *to = &row_of(w, i->o[n / pack])[e / each];
        uint64_t value = half_d ? double_to_half(d[e], RN) : of_f32((float)d[e]);
        *to = n % pack ? (*to & 0xffff) | value << 16 : value;
    }
}
