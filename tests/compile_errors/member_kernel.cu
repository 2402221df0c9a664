// expects: a __global__ function cannot be a member function
class solver
{
    int n;

public:
    static __global__ void step(int *p) { *p = 1; } /* here */
};

int main() { return 0; }
// nvcc: A __global__ function or function template cannot be a member function
