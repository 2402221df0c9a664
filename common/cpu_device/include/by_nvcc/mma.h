/* CPU device: tensor cores, in a program whose kernels run by nvcc's PTX (cucc --nvcc-ptx): nvcc
 * reads its own header, and g++ must only know the names. Elsewhere <mma.h> is refused. */
#ifndef CPU_DEVICE_MMA_H
#define CPU_DEVICE_MMA_H

namespace nvcuda::wmma
{
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    static constexpr int num_elements = m * n / 32;
    T x[num_elements];
};

template <class... A> void fill_fragment(A &&...) {}
template <class... A> void load_matrix_sync(A &&...) {}
template <class... A> void store_matrix_sync(A &&...) {}
template <class... A> void mma_sync(A &&...) {}
} // namespace nvcuda::wmma

#endif
