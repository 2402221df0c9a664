/* refuses: (cudaArray_t|cudaArray|cudaChannelFormatDesc|cudaMallocArray|cudaCreateChannelDesc) is not available on the CPU device */
int main()
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>(); /* here */
    cudaArray_t array;
    return cudaMallocArray(&array, &desc, 16, 16);
}
