/* The answers, of which v1 has another name: a file that includes this has its own. */
#define vector_add_v1 vector_add_v1_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_v1
#define LAUNCHER vector_add_v1
#define RIGHT    vector_add_v1_right
