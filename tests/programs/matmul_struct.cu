/* Matrices as structs passed to kernels by value; sub-matrices by __device__ functions; the tile
 * kernel walks over blocks of A and B. No error checks, as in a first handout. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int width;
    int height;
    int stride;
    float* elements;
} Matrix;

#define BLOCK_SIZE 16

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}

__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}

__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix sub;
    sub.width = sub.height = BLOCK_SIZE;
    sub.stride = A.stride;
    sub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return sub;
}

// Forward declaration of the matrix multiplication kernel
__global__ void MatMulKernel(const Matrix, const Matrix, Matrix);

void MatMul(const Matrix A, const Matrix B, Matrix C)
{
    Matrix d_A = A, d_B = B, d_C = C;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc(&d_A.elements, size);
    cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
    size = B.width * B.height * sizeof(float);
    cudaMalloc(&d_B.elements, size);
    cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);
    size = C.width * C.height * sizeof(float);
    cudaMalloc(&d_C.elements, size);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);

    cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);
    cudaFree(d_A.elements);
    cudaFree(d_B.elements);
    cudaFree(d_C.elements);
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;

    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

static Matrix make(int height, int width, int seed)
{
    Matrix m = { width, height, width, (float*)malloc(width * height * sizeof(float)) };
    for (int i = 0; i < width * height; i++)
        m.elements[i] = (float)((i * 7 + seed) % 11) - 5;
    return m;
}

int main()
{
    Matrix A = make(48, 80, 1), B = make(80, 112, 2), C = make(48, 112, 3);
    MatMul(A, B, C);
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < 112; j++) {
            double sum = 0;
            for (int k = 0; k < 80; k++)
                sum += A.elements[i * 80 + k] * B.elements[k * 112 + j];
            if (C.elements[i * 112 + j] != sum) {
                fprintf(stderr, "C[%d][%d] = %g, not %g\n", i, j, C.elements[i * 112 + j], sum);
                return 1;
            }
        }
    free(A.elements); free(B.elements); free(C.elements);
    return cudaGetLastError() != cudaSuccess;
}
