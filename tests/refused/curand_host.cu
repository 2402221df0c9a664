/* refuses: CURAND_RNG_QUASI_SOBOL32 is not available on the CPU device: of cuRAND there are, .* XORWOW and Philox4_32_10 */
#include <curand.h>

int main()
{
    curandGenerator_t generator;
    return curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32) != CURAND_STATUS_SUCCESS; /* here */
}
