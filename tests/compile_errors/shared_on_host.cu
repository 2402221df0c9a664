// expects: a __shared__ variable is not allowed in a function of the host
int main(void)
{
    __shared__ int s[3]; /* here */
    return s[0];
}
// nvcc: a static "__shared__" variable declaration is not allowed inside a host function body
