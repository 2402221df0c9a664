/* The answers, of which ex31 has another name: a file that includes this has its own. */
#define matmul_tiled_ex31 matmul_tiled_ex31_right
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_ex31
#define LAUNCHER matmul_tiled_ex31
#define RIGHT    matmul_tiled_ex31_right
