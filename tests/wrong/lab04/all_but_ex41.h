/* The answers, of which ex41 has another name: a file that includes this has its own. */
#define pi_montecarlo_ex41 pi_montecarlo_ex41_right
#include "../../../solutions/pi_montecarlo.cu"
#undef pi_montecarlo_ex41
#define LAUNCHER pi_montecarlo_ex41
