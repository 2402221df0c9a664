/* Stencils: 1-D with a halo in shared memory, 2-D and 3-D heat with two buffers swapped. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <algorithm>

#define RADIUS        3
#define BLOCK_SIZE    128
#define NUM_ELEMENTS  (BLOCK_SIZE * 37)

#define cudaCheck(msg) { \
    cudaError_t err = cudaGetLastError(); \
    if (err != cudaSuccess) { fprintf(stderr, "%s: %s\n", msg, cudaGetErrorString(err)); exit(1); } }

__global__ void stencil_1d(int *in, int *out)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + (blockIdx.x * blockDim.x) + RADIUS;
    int lindex = threadIdx.x + RADIUS;

    // Read input elements into shared memory
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS)
    {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();

    int result = 0;
    for (int offset = -RADIUS ; offset <= RADIUS ; offset++)
        result += temp[lindex + offset];
    out[gindex-RADIUS] = result;
}

#define IDX(i, j) ((i) * nx + (j))
__global__ void heat2d(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, double c)
{
    int j = blockIdx.x*blockDim.x + threadIdx.x;
    int i = blockIdx.y*blockDim.y + threadIdx.y;
    if (i > 0 && i < ny - 1 && j > 0 && j < nx - 1)
        v[IDX(i,j)] = u[IDX(i,j)] + c * (u[IDX(i-1,j)] + u[IDX(i+1,j)] + u[IDX(i,j-1)] + u[IDX(i,j+1)]
                                         - 4.0 * u[IDX(i,j)]);
}

typedef float (*grid3)[20][24];       // [z][y][x]
__global__ void heat3d(const float (*u)[20][24], grid3 v, int nz)
{
    int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y,
        z = threadIdx.z + blockDim.z * blockIdx.z;
    if (x >= 24 || y >= 20 || z >= nz)
        return;
    if (x == 0 || y == 0 || z == 0 || x == 23 || y == 19 || z == nz - 1) {
        v[z][y][x] = u[z][y][x];
        return;
    }
    v[z][y][x] = (u[z][y][x-1] + u[z][y][x+1] + u[z][y-1][x] + u[z][y+1][x] + u[z-1][y][x] + u[z+1][y][x]) / 6.f;
}

int main()
{
    unsigned int i;
    int h_in[NUM_ELEMENTS + 2 * RADIUS], h_out[NUM_ELEMENTS];
    int *d_in, *d_out;
    for (i = 0; i < (NUM_ELEMENTS + 2*RADIUS); ++i) h_in[i] = (i * i) % 23;
    cudaMalloc( &d_in, (NUM_ELEMENTS + 2*RADIUS) * sizeof(int));
    cudaCheck("cudaMalloc");
    cudaMalloc( &d_out, NUM_ELEMENTS * sizeof(int));
    cudaMemcpy( d_in, h_in, (NUM_ELEMENTS + 2*RADIUS) * sizeof(int), cudaMemcpyHostToDevice);
    stencil_1d<<< (NUM_ELEMENTS + BLOCK_SIZE - 1)/BLOCK_SIZE, BLOCK_SIZE >>> (d_in, d_out);
    cudaCheck("stencil_1d");
    cudaMemcpy( h_out, d_out, NUM_ELEMENTS * sizeof(int), cudaMemcpyDeviceToHost);
    for (i = 0; i < NUM_ELEMENTS; ++i) {
        int sum = 0;
        for (int o = 0; o <= 2 * RADIUS; o++) sum += h_in[i + o];
        if (h_out[i] != sum) {
            fprintf(stderr, "Element h_out[%d] == %d != %d\n", i, h_out[i], sum);
            return 1;
        }
    }
    cudaFree(d_in);
    cudaFree(d_out);

    const int nx = 67, ny = 41, steps = 50;
    const size_t bytes = nx * ny * sizeof(double);
    double *a = new double[nx * ny](), *b = new double[nx * ny](), *r = new double[nx * ny], *d_u, *d_v;
    for (int j = 0; j < nx; j++) a[j] = b[j] = 100.0 + j;     // a hot side
    cudaMalloc((void **) &d_u, bytes);
    cudaMalloc((void **) &d_v, bytes);
    cudaMemcpy(d_u, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_v, d_u, bytes, cudaMemcpyDeviceToDevice);
    dim3 threads(16, 8), blocks((nx + threads.x - 1) / threads.x, (ny + threads.y - 1) / threads.y);
    for (int t = 0; t < steps; t++) {
        heat2d<<<blocks, threads>>>(d_u, d_v, nx, ny, 0.2);
        cudaCheck("heat2d");
        double *tmp = d_u; d_u = d_v; d_v = tmp;
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++)
                b[IDX(y,x)] = a[IDX(y,x)] + 0.2 * (a[IDX(y-1,x)] + a[IDX(y+1,x)] + a[IDX(y,x-1)] + a[IDX(y,x+1)]
                    - 4 * a[IDX(y,x)]);
        std::swap(a, b);
    }
    cudaMemcpy(r, d_u, bytes, cudaMemcpyDeviceToHost);
    for (int k = 0; k < nx * ny; k++)
        if (!(fabs(r[k] - a[k]) <= 1e-9)) { fprintf(stderr, "heat2d[%d]: %g %g\n", k, r[k], a[k]); return 1; }

    const int nz = 9;
    static float h3[nz][20][24], g3[nz][20][24], ref[2][nz][20][24];
    for (int z = 0; z < nz; z++) for (int y = 0; y < 20; y++) for (int x = 0; x < 24; x++)
        ref[0][z][y][x] = h3[z][y][x] = x * y % 7 + z;
    float (*u)[20][24], (*v)[20][24];
    cudaMalloc(&u, sizeof h3);
    cudaMalloc(&v, sizeof h3);
    cudaMemcpy(u, h3, sizeof h3, cudaMemcpyHostToDevice);
    for (int t = 0; t < 4; t++, std::swap(u, v)) {
        heat3d<<<dim3(3, 5, 3), dim3(8, 4, 4)>>>(u, v, nz);
        for (int z = 0; z < nz; z++) for (int y = 0; y < 20; y++) for (int x = 0; x < 24; x++) {
            const float (*p)[20][24] = ref[t % 2];
            bool edge = x == 0 || y == 0 || z == 0 || x == 23 || y == 19 || z == nz - 1;
            ref[1 - t % 2][z][y][x] = edge ? p[z][y][x] : (p[z][y][x-1] + p[z][y][x+1] + p[z][y-1][x]
                                      + p[z][y+1][x] + p[z-1][y][x] + p[z+1][y][x]) / 6.f;
        }
    }
    cudaMemcpy(g3, u, sizeof g3, cudaMemcpyDeviceToHost);
    cudaCheck("heat3d");
    for (int k = 0; k < nz * 20 * 24; k++)
        if (!(fabsf((&g3[0][0][0])[k] - (&ref[0][0][0][0])[k]) <= 1e-4f)) {
            fprintf(stderr, "heat3d[%d]: %g %g\n", k, (&g3[0][0][0])[k], (&ref[0][0][0][0])[k]);
            return 1;
        }
    cudaFree(u); cudaFree(v); cudaFree(d_u); cudaFree(d_v);
    delete[] a; delete[] b; delete[] r;
    printf("Success!\n");
}
