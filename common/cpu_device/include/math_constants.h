/* CPU device: the constants of CUDA's math_constants.h that programs use. */
#ifndef CPU_DEVICE_MATH_CONSTANTS_H
#define CPU_DEVICE_MATH_CONSTANTS_H

#include <math.h>

#define CUDART_INF_F        INFINITY
#define CUDART_NAN_F        NAN
#define CUDART_MIN_DENORM_F 1.401298464e-45F
#define CUDART_MAX_NORMAL_F 3.402823466e+38F
#define CUDART_NEG_ZERO_F   -0.0F
#define CUDART_ZERO_F       0.0F
#define CUDART_ONE_F        1.0F
#define CUDART_SQRT_HALF_F  0.707106781F
#define CUDART_SQRT_TWO_F   1.414213562F
#define CUDART_LN2_F        0.693147181F
#define CUDART_LOG2E_F      1.442695041F
#define CUDART_L2E_F        1.442695041F
#define CUDART_PIO2_F       1.570796327F
#define CUDART_PIO4_F       0.785398163F
#define CUDART_PI_F         3.141592654F

#define CUDART_INF       ((double)INFINITY)
#define CUDART_NAN       ((double)NAN)
#define CUDART_ZERO      0.0
#define CUDART_ONE       1.0
#define CUDART_SQRT_TWO  M_SQRT2
#define CUDART_SQRT_HALF M_SQRT1_2
#define CUDART_LN2       M_LN2
#define CUDART_L2E       M_LOG2E
#define CUDART_LOG2E     M_LOG2E
#define CUDART_PI        M_PI
#define CUDART_PIO2      M_PI_2
#define CUDART_PIO4      M_PI_4

#endif
