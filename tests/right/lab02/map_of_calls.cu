/* expects: gpu_ex21 ok */
/* Counts calls of each size in a std::map, and keeps an event that a destructor ends. */
#include <map>
#include "../../wrong/lab02/all_but_ex21.h"

static std::map<long long, int> calls;

struct kept_event {
    cudaEvent_t event = NULL;
    ~kept_event()
    {
        if (event)
            cudaEventDestroy(event);
    }
};

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static kept_event last;

    if (!last.event)
        cudaEventCreateWithFlags(&last.event, cudaEventDisableTiming);
    calls[(long long)m * n]++;
    matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
    cudaEventRecord(last.event, 0);
}
