#!/usr/bin/env bats
# The traffic counters: small kernels whose numbers are argued (tests/traffic/kernels.cu), what is said
# and what is refused. With clang++ and in the labs: tests/long/traffic.bats.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, labs, status, out and err

load helpers

setup() {
    in_root
    export BUILD=build/quick/traffic QUICK=1 # as `make test` has built it
}

# counted <file.cu>: builds and runs it under the counters; the JSON is $scratch/json.
counted() {
    rm -f "$scratch/json"
    try common/traffic.sh --json "$scratch/json" "$@"
}

compare() {
    try sh tests/traffic/compare.sh "$@"
}

# bats test_tags=slow
@test "every line of the small kernels is as argued, on 1 to 4 threads" {
    [ "$(grep -c __global__ tests/traffic/kernels.cu)" -ge 50 ]
    gives 0 counted tests/traffic/kernels.cu # they run
    gives 0 compare tests/traffic/kernels.cu "$scratch/json" # all lines agree
    check "and are many" [ "${out% agree}" -ge 150 ]
    CPU_DEVICE_TRAFFIC_JSON=$scratch/json "$BUILD/run/kernels" >"$scratch/once"
    for threads in 1 2 3 4; do
        OMP_NUM_THREADS=$threads CPU_DEVICE_TRAFFIC_JSON=$scratch/json$threads \
            "$BUILD/run/kernels" >"$scratch/again"
        check "the same on $threads threads" cmp "$scratch/once" "$scratch/again"
        check "the same JSON on $threads threads" cmp "$scratch/json" "$scratch/json$threads"
    done

    # and the comparison sees what is wrong: another expectation, another kernel
    sed '/stride_3(/,/^}/s,//= load 12/4,//= load 8/4,' tests/traffic/kernels.cu >"$scratch/other.cu"
    gives 1 compare "$scratch/other.cu" "$scratch/json" # another number is seen
    check "and named" shows 'load global: 12/4, expected 8/4'
    sed '0,/x\[3 \* T\]/s//x[5 * T]/' tests/traffic/kernels.cu >"$scratch/kernels.cu"
    counted "$scratch/kernels.cu"
    gives 1 compare tests/traffic/kernels.cu "$scratch/json" # another kernel is seen
    check "and named" shows 'load global: 20/4, expected 12/4'
}

# bats test_tags=slow
@test "a lab's table has each version's kernels once: what the goals and the check run is left out" {
    exits 0 common/traffic.sh --json "$scratch/json" solution01
    check "goals are counted" contains "$out" 'goals: '
    check "three kernels" [ "$(grep -c '^kernel ' <<<"$out")" -eq 3 ]
    check "each is launched once" [ "$(grep -c '^kernel vector_add_[a-z0-9]*_kernel, 1 launch$' <<<"$out")" -eq 3 ]
    check "and so says the JSON" \
        [ "$(grep -o '"launches":[0-9]*' "$scratch/json" | sort | uniq -c | tr -s ' ')" = ' 3 "launches":1' ]
}

@test "what a kernel does is counted in all and in the block that does most, as argued" {
    cat >"$scratch/a.cu" <<'END'
__global__ void counted(float4 *c, const float4 *a, const float *b)
{
    __shared__ float4 t[64]; // 2 blocks of 64 threads
    float sum = 0;
    t[threadIdx.x] = a[64 * blockIdx.x + threadIdx.x]; // 16 bytes, while nobody reads shared memory
    __syncthreads();
    for (int k = 0; k < 16; k++)
        for (int r = 0; r < 2; r++) // the second load of each is kept in a register by nvcc
            sum += ((volatile float *)t)[k] * ((volatile const float *)b)[32 * k + threadIdx.x % 32];
    for (int k = 0; k < 32; k++)
        sum += ((volatile float *)t)[k % 16]; // 16 later: not kept
    c[64 * blockIdx.x + threadIdx.x] = make_float4(sum, 0, 0, 0);
    if (threadIdx.x < 32 * blockIdx.x)
        atomicAdd((float *)&c[128], sum); // loads and stores, 32 times
}
int main()
{
    float4 *p;
    cudaMalloc(&p, 1 << 16);
    cudaMemset(p, 0, 1 << 16);
    counted<<<2, 64>>>(p, p + 512, (float *)(p + 1024));
    return cudaDeviceSynchronize();
}
END
    gives 0 counted "$scratch/a.cu"
    local key all most
    while read -r key all most; do
        check "$key: $all, $most" grep -q "\"$key\":$all,\"${key}_in_one_block\":${most}[,}]" "$scratch/json"
    done <<'END'
threads 128 64
blocks 2 1
warp_blocks 0 0
barriers 2 1
atomics 32 32
global_atomics 32 32
global_bytes 20608 10368
loaded_bytes 18560 9344
loaded_anew_bytes 10368 5248
loaded_narrow_bytes 16512 8320
loaded_waiting_bytes 2048 1024
loaded_sectors 577 289
stored_bytes 2176 1152
stored_narrow_bytes 128 128
stored_sectors 65 33
shared_bytes 34816 17408
shared_loaded_bytes 32768 16384
shared_loaded_anew_bytes 24576 12288
shared_stores 128 64
loads_of_thread 0 97
trips_of_thread 0 46
atomics_of_warp 0 32
END
    check "in the table, with the profiler's name" shows '^  blocks launched +2 +1  launch__grid_size$'
    check "a line has its bytes, and their width" \
        grep -q '"line":5,"access":"load".*"bytes":2048,"width":16}' "$scratch/json"
}

@test "arrays have the names of their own launch, not those of one that never ran" {
    cat >"$scratch/names.cu" <<'END'
__global__ void hand_on(float *to, float *from) { to[threadIdx.x] = from[threadIdx.x]; }
int main()
{
    float *a, *b;
    cudaStream_t s;
    cudaGraph_t g;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    hand_on<<<1, 32, 0, s>>>(a, b);
    cudaStreamEndCapture(s, &g);
    cudaGraphDestroy(g);
    hand_on<<<1, 32, 0, s>>>(b, a);
    cudaDeviceSynchronize();
    return 0;
}
END
    counted "$scratch/names.cu"
    check "a load of from" shows 'load from  *global '
    check "a store to to" shows 'store to  *global '
}

@test "what is counted of a launch does not depend on the one before it" {
    cat >"$scratch/a.cu" <<'END'
__global__ void heavy(float *out, const float *in) // reads much of shared memory between two barriers
{
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 256; i++)
        sum += s[(threadIdx.x + i) % 256];
    out[threadIdx.x] = sum;
}
__global__ void light(float *out, const float *in) // loads one element there, and reads four
{
    __shared__ float s[256];
    float sum = 0;
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) {
        float next = in[i * 256 + threadIdx.x];
        for (int k = 0; k < 4; k++)
            sum += s[(threadIdx.x + k) % 256];
        __syncthreads();
        s[threadIdx.x] = next;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
int main()
{
    float *p;
    cudaMalloc(&p, 1 << 16);
    cudaMemset(p, 0, 1 << 16);
    for (int i = 0; i < 20; i++) { // a launch may lie where the one before has lain
        heavy<<<1, 256>>>(p, p + 256);
        cudaDeviceSynchronize();
        light<<<1, 256>>>(p, p + 256);
        cudaDeviceSynchronize();
    }
    return cudaFree(p);
}
END
    gives 0 counted "$scratch/a.cu"
    check "heavy: nobody reads shared memory before the barrier" \
        grep -q '"kernel":"heavy".*"loaded_waiting_bytes":20480,' "$scratch/json"
    check "light: everybody does" grep -q '"kernel":"light".*"loaded_waiting_bytes":0,' "$scratch/json"
}

@test "a bad line gets a sentence, a good one none; what is not exact says so" {
    cat >"$scratch/a.cu" <<'END'
__global__ void columns(float *out, const float *in, int n)
{
    __shared__ float tile[32 * 32];
    int i = threadIdx.x;
    tile[32 * i] = in[512 * i];
    __syncthreads();
    for (int k = 0; k < i; k++)
        out[i] += tile[k];
    if (n > 1)
        for (int k = 0; k < n; k++)
            ((volatile float *)out)[i] = k;
}
int main(int argc, char **)
{
    float *p;
    cudaMalloc(&p, 1 << 20);
    columns<<<1, 32>>>(p, p + 131072, argc > 1 ? 100000 : 1);
    return cudaDeviceSynchronize();
}
END
    gives 0 counted "$scratch/a.cu"
    check "the line of the load" shows 'a.cu:5 load in: 32 sectors per request, 4 would do: '\
'neighbouring threads read addresses 2048 bytes apart$'
    check "the line of the store" shows 'a.cu:5 store tile: 31 bank conflicts per request, 0 would do: '\
'neighbouring threads write addresses 128 bytes apart, all in one bank$'
    check "a loop of different trips" shows 'a.cu:8 .* ~$'
    check "and why" shows 'approximate: a warp.s threads did not make the same trips'
    check "the straight lines are exact" shows_no 'a.cu:5 .* ~$'
    counted "$scratch/a.cu" more
    check "a trace that was cut" shows 'a.cu:11 .* ~$'
    check "and why" shows 'only the first were counted'
    cat >"$scratch/b.cu" <<'END'
struct number { double re, im; };
__global__ void through(number *out, number **in) { out[threadIdx.x] = in[0][threadIdx.x]; }
__global__ void fails(float *p) { p[threadIdx.x] = p[threadIdx.x < 16 ? threadIdx.x : 1 << 30]; }
int main()
{
    number *p, *q, **in;
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&q, 1 << 20);
    cudaMalloc(&in, sizeof q);
    cudaMemcpy(in, &q, sizeof q, cudaMemcpyHostToDevice);
    through<<<1, 32>>>(p, in);
    cudaDeviceSynchronize();
    fails<<<1, 32>>>((float *)p);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
END
    gives 1 counted "$scratch/b.cu" # a kernel fails
    check "a structure that no parameter points to" shows 'b.cu:2 .*load  .* ~$'
    check "and why" shows 'approximate: copied by words'
    check "one that a parameter points to" shows 'b.cu:2 .*store out .* 16.00   8.00    50         -$'
    check "a kernel that failed" shows 'b.cu:3 .*load p .* ~$'
    check "and why" shows 'only the first were counted'
    check "what is no GPU's" shows 'those are this build.s, not a GPU.s'
}

@test "the status: 0, 1 where the program or a kernel fails, 2 for bad usage and where nothing ran" {
    echo 'int main(int n, char **) { return n > 1 ? 3 : 0; }' >"$scratch/none.cu"
    gives 2 counted "$scratch/none.cu" # no kernel
    check "and says so" shows 'the program launched no kernel'
    gives 1 counted "$scratch/none.cu" fails # the program fails
    cat >"$scratch/crash.cu" <<'END'
__global__ void f(int *p) { *p = 1; }
int main() { f<<<1, 1>>>((int *)8); cudaDeviceSynchronize(); return 0; }
END
    gives 1 counted "$scratch/crash.cu" # a kernel fails
    for bad in "" "nothing.cu" "--json" "--json Makefile $scratch/none.cu" \
        "--json /nowhere/x $scratch/none.cu" lab99; do
        # shellcheck disable=SC2086 # words
        exits 2 common/traffic.sh $bad
        check "'$bad' gets one line" [ "$(wc -l <"$scratch/try.err")" -eq 1 ]
    done
    check "and the Makefile is as it was" grep -q '^help:' Makefile
}

# bats test_tags=slow
@test "a program that ends before its time is reported, too: abort, assert, a crash, Ctrl-C" {
    cat >"$scratch/ends.cu" <<'END'
#include <unistd.h>
__global__ void done(int *a) { a[threadIdx.x] = 1; }
__global__ void wait_for_ever(volatile int *a) { while (a[64] == 0); }
int main(int argc, char **argv)
{
    int *d, how = argc > 1 ? atoi(argv[1]) : 0;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    done<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    if (how == 1) assert(argc > 9);
    if (how == 2) abort();
    if (how == 3) *(volatile int *)8 = 1;
    if (how == 4) wait_for_ever<<<1, 1>>>(d);
    if (how == 4) cudaDeviceSynchronize();
    if (how == 5) pause();
    return 0;
}
END
    counted "$scratch/ends.cu"
    export CPU_DEVICE_TRAFFIC_JSON=$scratch/ended
    local how
    for how in 1 2 3 4 5; do
        rm -f "$scratch/ended"
        exits 1 timeout --preserve-status -k 20 -s INT 2 "$BUILD/run/ends" $how
        check "$how: why" shows '^the program was ended: '
        check "$how: what ran before" shows 'ends.cu:2 .*store a .* 4.00   4.00   100         -$'
        check "$how: JSON" grep -q '"kernel":"done"' "$scratch/ended"
        [ $how -ne 4 ] || check "what was running" shows 'ends.cu:3 .*load a .* ~$'
    done
}

# What ncu would print of the kernels, if it agreed: made from our own JSON, kernel by kernel.
as_ncu() {
    local ld=pipe_lsu_mem_global_op_ld.sum
    echo "\"ID\",\"Kernel Name\",\"l1tex__t_requests_$ld\",\"l1tex__t_sectors_$ld\""
    echo '"","","",""'
    echo '"0","contiguous(float *, const float *)","8","32"'
    echo "\"1\",\"stride_2(float *, const float *)\",\"1\",\"$1\""
}

# bats test_tags=slow
@test "the profiler's numbers are compared: those that differ by more than 5 % are named" {
    counted tests/traffic/kernels.cu
    as_ncu 8 >"$scratch/ncu.csv"
    try sh tests/traffic/ncu.sh "$scratch/json" "$scratch/ncu.csv"
    check "they agree" [ "$status$out" = "02 compared, 0 differ" ]
    line=$(grep -n 'y.T. = x.2 . T.;' tests/traffic/kernels.cu | head -n 1 | cut -d : -f 1)
    local sectors=memory_l2_theoretical_sectors_global
    for asked in 12 13; do # 8 and 4 sectors, where 4 and 4 would do
        printf '"#","Source","%s","%s_ideal"\n"%s","y","%s","8"\n' \
            $sectors $sectors "$line" $asked >"$scratch/source$asked.csv"
    done
    try sh tests/traffic/ncu.sh "$scratch/json" "$scratch/ncu.csv" "$scratch/source12.csv"
    check "a line agrees, too" [ "$status$out" = "03 compared, 0 differ" ]
    try sh tests/traffic/ncu.sh "$scratch/json" "$scratch/ncu.csv" "$scratch/source13.csv"
    check "another line differs" shows "^line $line, global: 1.5 here, 1.6. by ncu"
    as_ncu 9 >"$scratch/ncu.csv"
    exits 1 sh tests/traffic/ncu.sh "$scratch/json" "$scratch/ncu.csv" # another number is refused
    check "and named" shows '^stride_2 ld: 8 here, 9 by ncu'
    : >"$scratch/ncu.csv"
    exits 1 sh tests/traffic/ncu.sh "$scratch/json" "$scratch/ncu.csv" # nothing to compare is no pass
}

@test "a program that counts nothing says so, status 2" {
    exits 2 env LAB_CHECK=1 LAB_TRAFFIC=1 build/quick/lab01 --quick
    check "one line" one_line "$err"
    check "which says what does" contains "$err" 'make traffic builds one that does'
}
