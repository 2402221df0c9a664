/* The answers, of which v1 has another name: a file that includes this has its own. */
#define pi_montecarlo_v1 pi_montecarlo_v1_right
#include "../../../solutions/pi_montecarlo.cu"
#undef pi_montecarlo_v1
