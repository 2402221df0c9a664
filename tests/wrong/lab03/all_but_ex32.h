/* The answers, of which ex32 has another name: a file that includes this has its own. */
#define matmul_tiled_ex32 matmul_tiled_ex32_right
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_ex32
#define LAUNCHER matmul_tiled_ex32
#define RIGHT    matmul_tiled_ex32_right
