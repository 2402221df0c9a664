// Sparse things: y = A x in CSR (a thread and a warp per row), BFS by frontiers, and one k-means
// with points as a structure of arrays. thread-local helper macros, unsigned everywhere.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <queue>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

struct CSR { int rows; const int *ptr, *col; const float *val; };

__global__ void spmv_scalar(CSR A, const float *x, float *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < A.rows) {
        float dot = 0;
        int row_start = A.ptr[row];
        int row_end = A.ptr[row+1];
        for (int jj = row_start; jj < row_end; jj++)
            dot += A.val[jj] * x[A.col[jj]];
        y[row] += dot;
    }
}

__global__ void spmv_vector(CSR A, const float *x, float *y)
{
    __shared__ volatile float vals[128];
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    int warp_id = thread_id / 32, lane = thread_id & (32 - 1);
    if (warp_id < A.rows) {
        vals[threadIdx.x] = 0;
        for (int jj = A.ptr[warp_id] + lane; jj < A.ptr[warp_id + 1]; jj += 32)
            vals[threadIdx.x] += A.val[jj] * x[A.col[jj]];
        __syncwarp();
        for (int k = 16; k > 0; k >>= 1) {
            if (lane < k) vals[threadIdx.x] += vals[threadIdx.x + k];
            __syncwarp();
        }
        if (lane == 0) y[warp_id] += vals[threadIdx.x];
    }
}

__global__ void bfs_level(const int *ptr, const int *adj, int *dist, int n, int level, bool *changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && dist[v] == level)
        for (int e = ptr[v]; e < ptr[v + 1]; ++e)
            if (dist[adj[e]] == INT_MAX) { dist[adj[e]] = level + 1; *changed = true; }
}

__global__ void bfs_queue(const int *ptr, const int *adj, int *dist, const int *frontier, int size,
                          int *next, int *next_size, int level)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= size) return;
    const int v = frontier[t];
    for (int e = ptr[v]; e < ptr[v + 1]; ++e)
        if (atomicCAS(&dist[adj[e]], INT_MAX, level + 1) == INT_MAX)
            next[atomicAdd(next_size, 1)] = adj[e];
}

int main()
{
    const int n = 3000;
    std::vector<int> ptr(1, 0), col;
    std::vector<float> val, x(n), y(n);
    srand(11);
    for (int i = 0; i < n; i++) {
        int degree = i % 50 == 0 ? 150 : rand() % 4;
        for (int k = 0; k < degree; k++) { col.push_back(rand() % n); val.push_back(rand() % 9 - 4); }
        ptr.push_back(col.size());
        x[i] = i % 10;
    }
    int *d_ptr, *d_col, *d_dist, *d_q[2], *d_size;
    float *d_val, *d_x, *d_y;
    gpuErrchk(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_col, col.size() * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_val, val.size() * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_x, n * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_y, n * sizeof(float)));
    gpuErrchk(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(d_val, val.data(), val.size() * sizeof(float), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemset(d_y, 0, n * sizeof(float)));
    CSR A = {n, d_ptr, d_col, d_val};
    spmv_scalar<<<(n + 127) / 128, 128>>>(A, d_x, d_y);
    spmv_vector<<<(n * 32 + 127) / 128, 128>>>(A, d_x, d_y);
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++) sum += val[k] * x[col[k]];
        if (y[i] != 2 * sum) { fprintf(stderr, "y[%d] = %g, not %g\n", i, y[i], 2 * sum); return 1; }
    }

    std::vector<int> ref(n, INT_MAX), dist(n);
    std::queue<int> todo;
    ref[0] = 0;
    for (todo.push(0); !todo.empty(); todo.pop())
        for (int e = ptr[todo.front()]; e < ptr[todo.front() + 1]; e++)
            if (ref[col[e]] == INT_MAX) { ref[col[e]] = ref[todo.front()] + 1; todo.push(col[e]); }

    gpuErrchk(cudaMalloc(&d_dist, n * sizeof(int)));
    dist.assign(n, INT_MAX);
    dist[0] = 0;
    gpuErrchk(cudaMemcpy(d_dist, dist.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    bool *d_changed, changed;
    gpuErrchk(cudaMalloc(&d_changed, sizeof(bool)));
    int level = 0;
    do {
        changed = false;
        gpuErrchk(cudaMemcpy(d_changed, &changed, sizeof changed, cudaMemcpyHostToDevice));
        bfs_level<<<n / 256 + 1, 256>>>(d_ptr, d_col, d_dist, n, level++, d_changed);
        gpuErrchk(cudaMemcpy(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost));
    } while (changed);
    gpuErrchk(cudaMemcpy(dist.data(), d_dist, n * sizeof(int), cudaMemcpyDeviceToHost));
    if (dist != ref) { fprintf(stderr, "bfs by levels is wrong\n"); return 1; }

    for (int i = 0; i < 2; i++) gpuErrchk(cudaMalloc((void**)&d_q[i], n * sizeof(int)));
    gpuErrchk(cudaMallocManaged(&d_size, sizeof(int)));
    dist.assign(n, INT_MAX);
    dist[0] = 0;
    gpuErrchk(cudaMemcpy(d_dist, dist.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemset(d_q[0], 0, sizeof(int)));
    int size = 1;
    for (int l = 0; size > 0; l++) {
        *d_size = 0;
        bfs_queue<<<(size + 31) / 32, 32>>>(d_ptr, d_col, d_dist, d_q[l & 1], size, d_q[(l + 1) & 1], d_size, l);
        gpuErrchk(cudaDeviceSynchronize());
        size = *d_size;
    }
    gpuErrchk(cudaMemcpy(dist.data(), d_dist, n * sizeof(int), cudaMemcpyDeviceToHost));
    if (dist != ref) { fprintf(stderr, "bfs by queues is wrong\n"); return 1; }
    void *all[] = {d_ptr, d_col, d_dist, d_q[0], d_q[1], d_size, d_val, d_x, d_y, d_changed};
    for (void *p : all) gpuErrchk(cudaFree(p));
    return 0;
}
