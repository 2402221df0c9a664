/* refuses: cublasLt\.h is not available on the CPU device */
#include <cublas_v2.h>
#include <cublasLt.h> /* here */

int main()
{
    cublasLtHandle_t handle;
    return cublasLtCreate(&handle) != CUBLAS_STATUS_SUCCESS;
}
