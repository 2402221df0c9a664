/* The answers, of which v1 has another name: a file that includes this has its own. */
#define matmul_tiled_v1 matmul_tiled_v1_right
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_v1
#define LAUNCHER matmul_tiled_v1
#define RIGHT    matmul_tiled_v1_right
