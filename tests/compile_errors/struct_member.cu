// expects: struct_member\.cu:3:
struct vec { float x, y; };
__global__ void k(vec *p) { p.x = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expression must have class type but it has type "vec *"
