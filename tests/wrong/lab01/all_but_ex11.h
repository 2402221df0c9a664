/* The answers, of which ex11 has another name: a file that includes this has its own. */
#define vector_add_ex11 vector_add_ex11_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_ex11
#define LAUNCHER vector_add_ex11
#define RIGHT    vector_add_ex11_right
