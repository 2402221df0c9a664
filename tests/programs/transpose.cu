// Transposes: copy, naive, tiled, padded, coalesced with several rows per thread; events for times;
// a postprocess() on the host; an assert-style checkCuda that returns its argument.
#include <stdio.h>
#include <assert.h>

inline
cudaError_t checkCuda(cudaError_t result)
{
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
    assert(result == cudaSuccess);
  }
  return result;
}

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
const int NUM_REPS = 3;

static int failures = 0;

void postprocess(const char *name, const float *ref, const float *res, int n, float ms)
{
  bool passed = true;
  for (int i = 0; i < n; i++)
    if (res[i] != ref[i]) {
      fprintf(stderr, "%s: %d %f %f\n", name, i, res[i], ref[i]);
      passed = false;
      break;
    }
  if (passed) printf("%25s%20.2f\n", name, 2 * n * sizeof(float) * 1e-6 * NUM_REPS / ms);
  else failures++;
}

__global__ void copy(float *odata, const float *idata)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j+= BLOCK_ROWS)
    odata[(y+j)*width + x] = idata[(y+j)*width + x];
}

__global__ void transposeNaive(float *odata, const float *idata)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM, height = gridDim.y * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j+= BLOCK_ROWS)
    odata[x*height + (y+j)] = idata[(y+j)*width + x];
}

template <int PAD>
__global__ void transposeTiled(float *odata, const float *idata)
{
  __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM, height = gridDim.y * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     tile[threadIdx.y+j][threadIdx.x] = idata[(y+j)*width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;  // transpose block offset
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     odata[(y+j)*height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// any size, one element per thread, the block's shape as the tile
__global__ void transposeAny(float *out, const float *in, const int nx, const int ny)
{
  __shared__ float tile[16][16+1];
  unsigned ix = blockDim.x * blockIdx.x + threadIdx.x, iy = blockDim.y * blockIdx.y + threadIdx.y;
  if (ix < nx && iy < ny) tile[threadIdx.y][threadIdx.x] = in[iy * nx + ix];
  __syncthreads();
  ix = blockIdx.y * blockDim.y + threadIdx.x;
  iy = blockIdx.x * blockDim.x + threadIdx.y;
  if (ix < ny && iy < nx) out[iy * ny + ix] = tile[threadIdx.x][threadIdx.y];
}

int main(int argc, char **argv)
{
  const int nx = 128, ny = 96;
  const int mem_size = nx*ny*sizeof(float);
  dim3 dimGrid(nx/TILE_DIM, ny/TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);

  float *h_idata = (float*)malloc(mem_size), *h_cdata = (float*)malloc(mem_size);
  float *gold = (float*)malloc(mem_size), *d_idata, *d_odata;
  checkCuda( cudaMalloc(&d_idata, mem_size) );
  checkCuda( cudaMalloc(&d_odata, mem_size) );
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) h_idata[j*nx + i] = j*nx + i;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) gold[i*ny + j] = h_idata[j*nx + i];
  checkCuda( cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice) );

  cudaEvent_t startEvent, stopEvent;
  checkCuda( cudaEventCreate(&startEvent) );
  checkCuda( cudaEventCreate(&stopEvent) );
  float ms;

#define RUN(name, kernel, ref)                                                    \
  checkCuda( cudaMemset(d_odata, 0, mem_size) );                                  \
  kernel<<<dimGrid, dimBlock>>>(d_odata, d_idata);  /* warm up */                 \
  checkCuda( cudaEventRecord(startEvent, 0) );                                    \
  for (int i = 0; i < NUM_REPS; i++)                                              \
     kernel<<<dimGrid, dimBlock>>>(d_odata, d_idata);                             \
  checkCuda( cudaEventRecord(stopEvent, 0) );                                     \
  checkCuda( cudaEventSynchronize(stopEvent) );                                   \
  checkCuda( cudaEventElapsedTime(&ms, startEvent, stopEvent) );                  \
  checkCuda( cudaMemcpy(h_cdata, d_odata, mem_size, cudaMemcpyDeviceToHost) );    \
  postprocess(name, ref, h_cdata, nx*ny, ms);

  RUN("copy", copy, h_idata)
  RUN("naive transpose", transposeNaive, gold)
  RUN("shared, conflicts", transposeTiled<0>, gold)
  RUN("shared, padded", transposeTiled<1>, gold)

  const int mx = 61, my = 115;   // fits in the buffers, a multiple of nothing
  dim3 block(16, 16), grid((mx + 15) / 16, (my + 15) / 16);
  transposeAny<<<grid, block>>>(d_odata, d_idata, mx, my);
  checkCuda( cudaMemcpy(h_cdata, d_odata, mx*my*sizeof(float), cudaMemcpyDeviceToHost) );
  for (int j = 0; j < my; j++)
    for (int i = 0; i < mx; i++) gold[i*my + j] = h_idata[j*mx + i];
  postprocess("any size", gold, h_cdata, mx*my, 1);

  checkCuda( cudaEventDestroy(startEvent) );
  checkCuda( cudaEventDestroy(stopEvent) );
  checkCuda( cudaFree(d_idata) );
  checkCuda( cudaFree(d_odata) );
  free(h_idata); free(h_cdata); free(gold);
  return failures;
}
