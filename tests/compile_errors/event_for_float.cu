// expects: event_for_float\.cu:6:[0-9]+: error: (an event stands where the address of a float must|cudaEventElapsedTime takes the address of a float and two events)
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaEvent_t a = nullptr, b = nullptr;
    float ms = cudaEventElapsedTime(a, b); // here
    k<<<1, 1>>>(nullptr);
    return ms > 0;
}
// nvcc: argument of type "cudaEvent_t" (aka "CUevent_st *") is incompatible with parameter of type "float *"
