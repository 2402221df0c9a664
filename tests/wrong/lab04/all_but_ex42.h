/* The answers, of which ex42 has another name: a file that includes this has its own. */
#define pi_montecarlo_ex42 pi_montecarlo_ex42_right
#include "../../../solutions/pi_montecarlo.cu"
#undef pi_montecarlo_ex42
#define LAUNCHER pi_montecarlo_ex42
