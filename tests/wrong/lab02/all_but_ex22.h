/* The answers, of which ex22 has another name: a file that includes this has its own. */
#define matmul_naive_ex22 matmul_naive_ex22_right
#include "../../../solutions/matmul_naive.cu"
#undef matmul_naive_ex22
#define LAUNCHER matmul_naive_ex22
#define RIGHT    matmul_naive_ex22_right
