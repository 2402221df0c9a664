/* finds: wrong-memory */
/* A global array of the program is handed to the kernel to be filled. */
int squares[256];

template <typename T> __global__ void fill(T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (T)i * i; // HERE
}

int main(void)
{
    fill<<<2, 128>>>(squares, 256);
    cudaDeviceSynchronize();
    return squares[15] != 225;
}
