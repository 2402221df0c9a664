// Game of life: a class that owns two device buffers and launches its own kernels; members that are
// __device__; a torus with bytes; shared-memory version with halo; std::swap of pointers.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <random>
#include <sstream>
#include <vector>

#define cuda_assert(expr) cuda_assert_impl((expr), #expr, __FILE__, __LINE__)
inline void cuda_assert_impl(cudaError_t code, const char *expr, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess)
   {
      std::cerr << "GPUassert: " << cudaGetErrorString(code) << " " << expr << " " << file << " " << line << "\n";
      if (abort) exit(code);
   }
}

namespace life {

using cell = uint8_t;

struct Torus {
    int w, h;
    __host__ __device__ int wrap(int v, int n) const { return v < 0 ? v + n : v >= n ? v - n : v; }
    __host__ __device__ int at(int x, int y) const { return wrap(y, h) * w + wrap(x, w); }
};

__host__ __device__ inline cell rule(cell alive, int neighbours)
{
    return neighbours == 3 || (alive && neighbours == 2);
}

namespace kernels {
__global__ void step(const cell *in, cell *out, Torus t)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= t.w || y >= t.h) return;
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) n += in[t.at(x + dx, y + dy)];
    out[t.at(x, y)] = rule(in[t.at(x, y)], n);
}

template <int B>
__global__ void step_shared(const cell *in, cell *out, Torus t)
{
    __shared__ cell s[B + 2][B + 2];
    const int gx = blockIdx.x * B + threadIdx.x - 1, gy = blockIdx.y * B + threadIdx.y - 1;
    if (gx <= t.w && gy <= t.h) s[threadIdx.y][threadIdx.x] = in[t.at(gx, gy)];
    __syncthreads();
    const int lx = threadIdx.x, ly = threadIdx.y;
    if (lx == 0 || ly == 0 || lx > B || ly > B || gx >= t.w || gy >= t.h) return;
    int n = s[ly - 1][lx - 1] + s[ly - 1][lx] + s[ly - 1][lx + 1] + s[ly][lx - 1] + s[ly][lx + 1]
          + s[ly + 1][lx - 1] + s[ly + 1][lx] + s[ly + 1][lx + 1];
    out[t.at(gx, gy)] = rule(s[ly][lx], n);
}
} // namespace kernels

class World {
public:
    World(int w, int h, unsigned seed) : torus_{w, h}, cells_(w * h)
    {
        std::mt19937 rng(seed);
        std::bernoulli_distribution alive(0.35);
        for (auto &c : cells_) c = alive(rng);
        cuda_assert(cudaMalloc(&front_, bytes()));
        cuda_assert(cudaMalloc(&back_, bytes()));
        cuda_assert(cudaMemcpy(front_, cells_.data(), bytes(), cudaMemcpyHostToDevice));
    }
    ~World() { cudaFree(front_); cudaFree(back_); }

    void step_gpu(bool shared)
    {
        if (shared) {
            constexpr int B = 14;
            dim3 grid((torus_.w + B - 1) / B, (torus_.h + B - 1) / B), block(B + 2, B + 2);
            kernels::step_shared<B><<<grid, block>>>(front_, back_, torus_);
        } else {
            const dim3 block(16, 4), grid((torus_.w + block.x - 1) / block.x,
                                          (torus_.h + block.y - 1) / block.y);
            life::kernels::step<<<grid, block>>>(this->front_, this->back_, this->torus_);
        }
        cuda_assert(cudaPeekAtLastError());
        std::swap(front_, back_);
    }
    void step_cpu()
    {
        std::vector<cell> next(cells_.size());
        for (int y = 0; y < torus_.h; ++y)
            for (int x = 0; x < torus_.w; ++x) {
                int n = -cells_[torus_.at(x, y)];
                for (int dy : {-1, 0, 1}) for (int dx : {-1, 0, 1}) n += cells_[torus_.at(x + dx, y + dy)];
                next[torus_.at(x, y)] = rule(cells_[torus_.at(x, y)], n);
            }
        cells_ = std::move(next);
    }
    bool same() const
    {
        std::vector<cell> got(cells_.size());
        cuda_assert(cudaMemcpy(got.data(), front_, bytes(), cudaMemcpyDeviceToHost));
        auto at = std::mismatch(got.begin(), got.end(), cells_.begin());
        if (at.first == got.end()) return true;
        std::cerr << "cell " << at.first - got.begin() << " differs\n";
        return false;
    }
    long population() const { return std::count(cells_.begin(), cells_.end(), 1); }

private:
    size_t bytes() const { return cells_.size() * sizeof(cell); }
    Torus torus_;
    std::vector<cell> cells_;
    cell *front_ = nullptr, *back_ = nullptr;
};

} // namespace life

int main()
{
    life::World small(5, 3, 1), world(101, 67, 2);
    for (auto *w : {&small, &world})
        for (int t = 0; t < 20; ++t) {
            w->step_gpu(t % 2);
            w->step_cpu();
            if (!w->same()) { std::cerr << "after step " << t << std::endl; return 1; }
        }
    std::ostringstream os;
    os << "population " << world.population() << " after 20 steps";
    std::cout << os.str() << std::endl;
    return world.population() > 100 ? 0 : 1;
}
