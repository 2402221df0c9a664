/* A kernel, two streams, an event and arrays for the file that includes this, which says what
 * work() does with them. */
#ifndef FLAGS
#define FLAGS cudaStreamDefault
#endif

static const int n = 500;
static float *x, *d_x, *d_y;
static cudaStream_t a, b;
static cudaEvent_t done;

__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

static void work(void);

int main(void)
{
    cudaStreamCreateWithFlags(&a, FLAGS);
    cudaStreamCreateWithFlags(&b, FLAGS);
    cudaEventCreate(&done);
    cudaMallocHost(&x, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i;
    work();
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFreeHost(x);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(done);
    return 0;
}
