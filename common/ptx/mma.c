/* Tensor cores by mma.sync and ldmatrix. Unlike wmma's, their fragments are laid out as the PTX ISA
 * says ("Warp-level Matrix Instructions"): of lane l, row and column of an 8 x 8 part begin at
 * l / 4 and 2 (l % 4). */
#include "numbers.h"
#include "ptx.h"

#include <string.h>

/* ldmatrix.x1, .x2, .x4: 1, 2, 4 matrices of 8 x 8 halves. Lane 8 q + r has the address of row r of
 * matrix q; lane l gets two neighbours of row l / 4, or, transposed, of column l / 4. */
void run_ldmatrix(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *base = row_of(w, i->o[i->vector]);
    uint64_t addresses[LANES] = { 0 };
    uint32_t asked = i->vector == 4 ? ALL_LANES : (1u << 8 * i->vector) - 1;
    uint16_t rows[LANES][8];

    whole_warp(w, i, lanes);
    FOR_LANES(k, asked)
    {
        addresses[k] = base[k] + (uint64_t)i->offset;
        if (i->space == SHARED)
            addresses[k] = (uint32_t)addresses[k];
        memcpy(rows[k], bytes_at(w, i, k, i->space, addresses[k], 16, READ), 16);
    }
    if (w->block->tallies)
        count_request(w->block, i, OTHER_REQUEST, SHARED, asked, addresses, 16);
    for (unsigned q = 0; q < i->vector; q++)
        FOR_LANES(l, ALL_LANES)
        {
            unsigned a = l / 4, b = 2 * (l % 4);
            const uint16_t(*m)[8] = &rows[8 * q];
            uint32_t low = i->mode ? m[b][a] : m[a][b], high = i->mode ? m[b + 1][a] : m[a][b + 1];
            row_of(w, i->o[q])[l] = low | high << 16;
        }
}

/* Half n, from 0, of a lane's registers from operand `first` on. */
static double half_of(const struct warp *w, const struct instruction *i, unsigned first,
                      unsigned lane, unsigned n)
{
    uint64_t cell = row_of(w, i->o[first + n / 2])[lane];

    return half_to_double((uint16_t)(cell >> (n % 2 ? 16 : 0)));
}

/* A, 16 x depth: a lane has rows l / 4 and 8 further down, for each 8 columns. */
static void read_a(const struct warp *w, const struct instruction *i, unsigned first,
                   unsigned depth, double a[16][16])
{
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned n = 0; n < depth / 2; n++)
            a[l / 4 + n / 2 % 2 * 8][n / 4 * 8 + 2 * (l % 4) + n % 2] = half_of(w, i, first, l, n);
}

/* B, depth x 8: column l / 4. */
static void read_b(const struct warp *w, const struct instruction *i, unsigned first,
                   unsigned depth, double b[16][8])
{
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned n = 0; n < depth / 4; n++)
            b[n / 2 * 8 + 2 * (l % 4) + n % 2][l / 4] = half_of(w, i, first, l, n);
}

/* The n-th of a lane's four elements of C and D, 16 x 8. */
static unsigned row_in_c(unsigned lane, unsigned n) { return lane / 4 + n / 2 * 8; }

static unsigned column_in_c(unsigned lane, unsigned n) { return 2 * (lane % 4) + n % 2; }

/* d = a b + c, 16 x 8: exact products, summed in double, rounded once. */
void run_mma(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned depth = i->mode, results = i->type == F16 ? 2 : 4;
    unsigned a_at = results, b_at = a_at + depth / 4, c_at = b_at + depth / 8;
    double a[16][16], b[16][8], d[LANES][4];

    whole_warp(w, i, lanes);
    read_a(w, i, a_at, depth, a);
    read_b(w, i, b_at, depth, b);
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned n = 0; n < 4; n++) {
            d[l][n] =
                i->from == F16 ? half_of(w, i, c_at, l, n) : as_f32(row_of(w, i->o[c_at + n])[l]);
            for (unsigned k = 0; k < depth; k++)
                d[l][n] += a[row_in_c(l, n)][k] * b[k][column_in_c(l, n)];
        }
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned n = 0; n < 4; n++) {
            uint64_t *to = &row_of(w, i->o[results == 2 ? n / 2 : n])[l];
            if (results == 4)
                *to = of_f32((float)d[l][n]);
            else
                *to = (n % 2 ? *to & 0xffff : 0) | (uint64_t)double_to_half(d[l][n], RN)
                                                       << (n % 2 ? 16 : 0);
        }
}
