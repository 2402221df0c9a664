// expects: match_struct\.cu:4:[0-9]+: error: lanes of a warp exchange one number
__global__ void k(unsigned *o)
{
    *o = __match_any_sync(0xffffffff, make_int2(1, 2)); /* here */
}
int main() {}
// nvcc: no instance of overloaded function "__match_any_sync" matches the argument list
