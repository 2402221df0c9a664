/* The answers, of which ex21 has another name: a file that includes this has its own. */
#define matmul_naive_ex21 matmul_naive_ex21_right
#include "../../../solutions/matmul_naive.cu"
#undef matmul_naive_ex21
#define LAUNCHER matmul_naive_ex21
#define RIGHT    matmul_naive_ex21_right
