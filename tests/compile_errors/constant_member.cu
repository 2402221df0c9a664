// expects: constant_member\.cu:3:[0-9]+: error: __constant__ does not apply to a member of a class
struct filter {
    __constant__ int tap[3]; /* here */
};
int main() {}
// nvcc: takes it
