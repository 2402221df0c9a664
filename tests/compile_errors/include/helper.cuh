#pragma once
// A header with launches before and after the mistake in line 8.
template <typename T> __global__ void helper_fill(T *p, T v) { p[threadIdx.x] = v; }

inline void fill_ints(int *p)
{
    helper_fill<<<1, 32>>>(p, 5);
    helper_fill<<<1, 32>>>(p, undefined_value);
    helper_fill<<<1, 32>>>(p, 6);
}
