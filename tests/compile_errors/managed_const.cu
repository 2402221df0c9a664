// expects: a __managed__ variable is not const
__managed__ const int *p;
__managed__ const int n = 3; /* here */
__global__ void k(int *a) { *a = n + *p; }
int main() {}
// nvcc: a __managed__ variable cannot have a const qualified type
