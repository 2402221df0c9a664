// expects: the type "cell" is private or protected in its class
template <class T> __global__ void clear(T *p) { p[threadIdx.x] = T{}; }

class table
{
    struct cell {
        int key, value;
    };
    cell *cells = nullptr;

public:
    void clear_all()
    {
        cell *d = cells;
        clear<<<1, 1>>>(d); /* here */
    }
};

int main()
{
    table().clear_all();
    return 0;
}
// nvcc: A type that is defined inside a class and has private or protected access ("table::cell") cannot be used in the template argument type of a __global__ function template instantiation, unless the class is local to a __device__ or __global__ function
