/* refuses: (surf2Dread|surf2Dwrite|cudaSurfaceObject_t) is not available on the CPU device */
__global__ void copy(cudaSurfaceObject_t in, cudaSurfaceObject_t out) /* here */
{
    uchar4 data;
    surf2Dread(&data, in, threadIdx.x * 4, threadIdx.y);
    surf2Dwrite(data, out, threadIdx.x * 4, threadIdx.y);
}

int main()
{
    copy<<<1, dim3(8, 8)>>>(0, 0);
    return 0;
}
