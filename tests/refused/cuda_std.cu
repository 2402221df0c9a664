/* refuses: cuda/std/type_traits is not available on the CPU device: libcu\+\+ is part of NVIDIA's toolkit */
#include <cuda/std/type_traits> /* here */

int main() { return !cuda::std::is_same<int, int>::value; }
