// expects: shared_member\.cu:3:[0-9]+: error: __shared__ does not apply to a member of a class
struct tile {
    __shared__ float a[16]; /* here */
};
int main() {}
// nvcc: takes it
