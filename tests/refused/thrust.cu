/* refuses: thrust/[a-z_.]* is not available on the CPU device */
#include <iostream>
#include <thrust/host_vector.h> /* here */
#include <thrust/device_vector.h>
#include <thrust/sort.h>

int main(void)
{
    thrust::host_vector<int> h_vec(1000);
    for (int i = 0; i < 1000; i++) h_vec[i] = rand();
    thrust::device_vector<int> d_vec = h_vec;
    thrust::sort(d_vec.begin(), d_vec.end());
    std::cout << d_vec[0] << std::endl;
    return 0;
}
