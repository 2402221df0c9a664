/* A launch comes back long before its kernel ends; queries say cudaErrorNotReady; cudaMemcpy and
 * cudaDeviceSynchronize wait; arguments are taken at the launch. Order, not a stopwatch: the
 * kernel waits for a flag that the host sets only after the launch has returned. */
#include <cstdio>
#include <cstdlib>
#include <ctime>

#define CALL(x) do { if((x) != cudaSuccess) { \
      fprintf(stderr, "Error at %s:%d\n",__FILE__,__LINE__); return EXIT_FAILURE;}} while(0)
#define FAIL(text) do { fprintf(stderr, "%s\n", text); return EXIT_FAILURE; } while (0)

__global__ void wait_for_host(volatile int *go, int *done, int value)
{
  go[1] = value;                              // the kernel runs
  while (*go == 0) { }
  __threadfence_system();
  *done = value;
}

__global__ void fill(int *a, int n, int value)
{
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) a[i] = value;
}

int main()
{
  const int n = 1 << 12;
  volatile int *go;
  int *done, *d_a, *h;
  CALL(cudaHostAlloc((void **)&go, 2 * sizeof(int), cudaHostAllocMapped));
  CALL(cudaMallocManaged(&done, sizeof(int)));
  CALL(cudaMalloc(&d_a, n * sizeof(int)));
  CALL(cudaMallocHost(&h, n * sizeof(int)));
  cudaEvent_t before, after;
  CALL(cudaEventCreate(&before));
  CALL(cudaEventCreate(&after));

  go[0] = go[1] = 0;
  h[0] = h[n - 1] = 0;
  int value = 1234;
  CALL(cudaEventRecord(before));
  wait_for_host<<<1, 1>>>(go, (int *)done, value++);
  fill<<<4, 64>>>(d_a, n, value++);           // behind the kernel that waits
  CALL(cudaMemcpyAsync(h, d_a, n * sizeof(int), cudaMemcpyDeviceToHost, 0));
  CALL(cudaEventRecord(after));
  value = 0;

  // everything is queued; nothing can have run
  if (cudaStreamQuery(0) != cudaErrorNotReady) FAIL("the stream says that it is done");
  cudaGetLastError();
  if (cudaEventQuery(after) != cudaErrorNotReady) FAIL("the event says that it happened");
  cudaGetLastError();
  float ms;
  if (cudaEventElapsedTime(&ms, before, after) != cudaErrorNotReady) FAIL("a time before the end");
  cudaGetLastError();
  if (h[0] != 0 || h[n - 1] != 0) FAIL("the copy ran before the kernel");

  while (go[1] == 0) { }
  struct timespec pause = {0, 20 * 1000 * 1000};
  nanosleep(&pause, NULL);
  *go = 1;
  CALL(cudaEventSynchronize(after));
  CALL(cudaEventQuery(after));
  CALL(cudaStreamQuery(0));
  if (*done != 1234) FAIL("the kernel took its argument later than the launch");
  for (int i = 0; i < n; i++)
    if (h[i] != 1235) FAIL("the copy overtook the kernel");
  CALL(cudaEventElapsedTime(&ms, before, after));
  if (ms < 19.f) { fprintf(stderr, "the events are %g ms apart\n", ms); return 1; }

  // cudaMemcpy waits for the kernels before it; so does cudaFree's memory stay until then
  *go = 0;
  *done = 0;
  wait_for_host<<<1, 1>>>(go, done, 99);
  fill<<<1, 32>>>(d_a, n, 77);
  *go = 1;
  CALL(cudaMemcpy(h, d_a, n * sizeof(int), cudaMemcpyDeviceToHost));
  if (*done != 99 || h[n / 2] != 77) FAIL("cudaMemcpy did not wait");

  // an array on the stack may be changed as soon as a pageable cudaMemcpyAsync has returned
  int local[64];
  for (int i = 0; i < 64; i++) local[i] = i;
  CALL(cudaMemcpyAsync(d_a, local, sizeof local, cudaMemcpyHostToDevice));
  for (int i = 0; i < 64; i++) local[i] = -1;
  CALL(cudaMemcpy(h, d_a, sizeof local, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++)
    if (h[i] != i) FAIL("a pageable copy read its source late");

  CALL(cudaEventDestroy(before)); CALL(cudaEventDestroy(after));
  CALL(cudaFreeHost((void *)go)); CALL(cudaFreeHost(h)); CALL(cudaFree(done)); CALL(cudaFree(d_a));
  printf("Done.\n");
  return 0;
}
