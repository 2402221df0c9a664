// expects: calling a __device__ function\("__threadfence"\) from a __host__ function\("publish"\) is not allowed
static void publish(void) { __threadfence(); } /* here */

int main(void)
{
    publish();
    return 0;
}
// nvcc: calling a __device__ function("__threadfence") from a __host__ function("publish") is not allowed
