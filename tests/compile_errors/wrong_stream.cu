// expects: wrong_stream\.cu:7:
__global__ void set(int *p) { *p = 1; }

int main()
{
    int stream = 3;
    set<<<1, 1, 0, stream>>>(nullptr); /* here */
    return 0;
}
// nvcc: argument of type "int" is incompatible with parameter of type "CUstream_st *"
