/* refuses: (nvtx3/)?nvToolsExt\.h is not available on the CPU device: it marks ranges for NVIDIA's profilers */
#include <nvtx3/nvToolsExt.h> /* here */

int main()
{
    nvtxRangePush("all");
    nvtxRangePop();
    return 0;
}
