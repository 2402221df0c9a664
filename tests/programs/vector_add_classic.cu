/* The first program of most courses: C style, a HANDLE_ERROR macro, constant size, NULL, no
 * #include of the runtime (nvcc has it already). */
#include <stdio.h>
#include <stdlib.h>

#define N   (33 * 1024 + 7)

static void HandleError( cudaError_t err, const char *file, int line ) {
    if (err != cudaSuccess) {
        fprintf( stderr, "%s in %s at line %d\n", cudaGetErrorString( err ), file, line );
        exit( EXIT_FAILURE );
    }
}
#define HANDLE_ERROR( err ) (HandleError( err, __FILE__, __LINE__ ))

__global__ void add( int *a, int *b, int *c ) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < N) {
        c[tid] = a[tid] + b[tid];
        tid += blockDim.x * gridDim.x;
    }
}

__global__ void add_one( int a, int b, int *c ) { *c = a + b; }

int main( void ) {
    int *a = NULL, *b = NULL, *c = NULL;
    int *dev_a, *dev_b, *dev_c;

    // allocate the memory on the CPU
    a = (int*)malloc( N * sizeof(int) );
    b = (int*)malloc( N * sizeof(int) );
    c = (int*)malloc( N * sizeof(int) );

    // allocate the memory on the GPU
    HANDLE_ERROR( cudaMalloc( (void**)&dev_a, N * sizeof(int) ) );
    HANDLE_ERROR( cudaMalloc( (void**)&dev_b, N * sizeof(int) ) );
    HANDLE_ERROR( cudaMalloc( (void**)&dev_c, N * sizeof(int) ) );

    for (int i=0; i<N; i++) {
        a[i] = i;
        b[i] = 2 * i - 5;
    }
    HANDLE_ERROR( cudaMemcpy( dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice ) );
    HANDLE_ERROR( cudaMemcpy( dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice ) );

    add<<<128,128>>>( dev_a, dev_b, dev_c );
    HANDLE_ERROR( cudaGetLastError() );

    // copy the array 'c' back from the GPU to the CPU
    HANDLE_ERROR( cudaMemcpy( c, dev_c, N * sizeof(int), cudaMemcpyDeviceToHost ) );

    int success = 1;
    for (int i=0; i<N; i++) {
        if ((a[i] + b[i]) != c[i]) {
            fprintf( stderr, "Error:  %d + %d != %d\n", a[i], b[i], c[i] );
            success = 0;
            break;
        }
    }

    int one = 0;
    add_one<<<1,1>>>( 2, 7, dev_c );
    HANDLE_ERROR( cudaMemcpy( &one, dev_c, sizeof(int), cudaMemcpyDeviceToHost ) );
    if (one != 9) { fprintf( stderr, "2 + 7 != %d\n", one ); success = 0; }

    HANDLE_ERROR( cudaFree( dev_a ) );
    HANDLE_ERROR( cudaFree( dev_b ) );
    HANDLE_ERROR( cudaFree( dev_c ) );
    free( a ); free( b ); free( c );
    if (success) printf( "We did it!\n" );
    return success ? 0 : 1;
}
