/* Launches step() of the file that includes this, on a ring with chords, until nothing changes: u
 * is joined to u + 1 and u + 7. */
int main(void)
{
    static int x[N];
    int changed = 1, rounds = 0, *d_x, *d_changed;
    for (int i = 0; i < N; i++)
        x[i] = i == 0 ? 0 : 1 << 20;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int level = 0; changed && rounds++ < 2 * N; level++) {
        cudaMemset(d_changed, 0, sizeof(int));
        step<<<3, 128>>>(d_x, d_changed, level);
        cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_changed);
    return x[N - 1] > N;
}
