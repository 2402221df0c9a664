// Reductions that finish in one launch: the last block (threadfence and a counter), an atomic per
// block, shuffles with double atomicAdd; a class that owns the device memory.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define GPU(call) \
  do { cudaError_t e_ = (call); if (e_ != cudaSuccess) \
    throw std::runtime_error(std::string(#call ": ") + cudaGetErrorString(e_)); } while (0)

template <class T> class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t n) : n_(n) { GPU(cudaMalloc(&p_, n * sizeof(T))); }
  explicit DeviceBuffer(const std::vector<T> &v) : DeviceBuffer(v.size()) {
    GPU(cudaMemcpy(p_, v.data(), n_ * sizeof *p_, cudaMemcpyHostToDevice));
  }
  ~DeviceBuffer() { cudaFree(p_); }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;
  DeviceBuffer(DeviceBuffer &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
  T *get() const { return p_; }
  operator T *() { return p_; }
  void clear() { GPU(cudaMemset(p_, 0, n_ * sizeof(T))); }
  T first() const { T x; GPU(cudaMemcpy(&x, p_, sizeof x, cudaMemcpyDeviceToHost)); return x; }
 private:
  T *p_ = nullptr;
  size_t n_;
};

__device__ unsigned int retirementCount = 0;

__global__ void sum_last_block(const float *in, volatile float *partial, float *out, unsigned n)
{
  __shared__ float s[256];
  __shared__ bool amLast;
  float v = 0.f;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast) {
    float x = 0.f;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) x += partial[i];
    s[threadIdx.x] = x;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k >>= 1) {
      if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
      __syncthreads();
    }
    if (threadIdx.x == 0) { *out = s[0]; retirementCount = 0; }
  }
}

template <typename T> __inline__ __device__ T warpReduceSum(T val)
{
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xFFFFFFFF, val, offset);
  return val;
}

template <typename T> __inline__ __device__ T blockReduceSum(T val)
{
  static __shared__ T shared[32];  // one partial sum per warp
  int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : T(0);
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

template <typename In, typename Out>
__global__ void deviceReduceKernel(const In *in, Out *out, int N)
{
  Out sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void max_kernel(const int *in, int *out, int n)
{
  __shared__ int best;
  if (!threadIdx.x) best = -2147483647 - 1;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&best, in[i]);
  __syncthreads();
  if (!threadIdx.x) atomicMax(out, best);
}

int main() try
{
  const int n = 123457;
  std::vector<float> h(n);
  std::vector<int> hi(n);
  double ref = 0;
  long long refi = 0;
  for (int i = 0; i < n; i++) { h[i] = (i % 17) * 0.25f; hi[i] = (i * 37) % 10007 - 5000; ref += h[i]; refi += hi[i]; }
  hi[n - 1] = 70000;
  refi += 70000 - ((n - 1) * 37 % 10007 - 5000);
  DeviceBuffer<float> in(h), partial(64), out(1);
  DeviceBuffer<int> ini(hi), maxi(1);
  auto moved = std::move(maxi);
  for (int round = 0; round < 3; round++) {
    out.clear();
    sum_last_block<<<60, 256>>>(in, partial.get(), out, n);
    GPU(cudaGetLastError());
    if (out.first() != (float)ref) { fprintf(stderr, "last block: %f != %f\n", out.first(), ref); return 1; }
  }
  DeviceBuffer<double> dsum(1);
  dsum.clear();
  deviceReduceKernel<<<40, 192>>>(in.get(), dsum.get(), n);
  if (dsum.first() != ref) { fprintf(stderr, "double: %f != %f\n", dsum.first(), ref); return 1; }
  DeviceBuffer<int> isum(1);
  isum.clear();
  deviceReduceKernel<int><<<7, 1024>>>(ini.get(), isum.get(), n);
  if (isum.first() != refi) { fprintf(stderr, "int: %d != %lld\n", isum.first(), refi); return 1; }
  moved.clear();
  max_kernel<<<(n + 255) / 256, 256>>>(ini, moved, n);
  if (moved.first() != 70000) { fprintf(stderr, "max: %d\n", moved.first()); return 1; }
  GPU(cudaDeviceSynchronize());
  return 0;
} catch (const std::exception &e) {
  fprintf(stderr, "%s\n", e.what());
  return 2;
}
