#!/usr/bin/env bats
# The bug finder: finds each bug of tests/check/bugs, nothing in tests/check/correct, and says the
# same every time.
# shellcheck disable=SC2013,SC2030,SC2031,SC2154 # helpers.bash sets root, labs, status, out and err

load helpers
load judge
load spanish

setup_file() {
    build=build/quick/check # which `quick check` takes, too
    export build BUILD=$build QUICK=1
    cd "$root" && build_checker >&2
}

# check_in_a_line <file>: what the bug finder says of it, without line breaks, in $out
check_in_a_line() {
    try common/check.sh "$1"
    out=$(tr -s '\n ' ' ' <<<"$out")
}

# Of each kind the first bug, and every 60th correct program; the slow tests judge all.
@test "a seeded bug of each kind is found, and nothing in correct programs" {
    mkdir -p "$scratch/some" && cp tests/check/*.h "$scratch"
    for kind in $(sed -nE '1s/.*finds: ([a-z-]+).*/\1/p' tests/check/bugs/*.cu -s | sort -u); do
        cp "$(grep -l -m 1 "finds: $kind" tests/check/bugs/*.cu | head -n 1)" "$scratch/some"
    done
    check "eight kinds or more" [ "$(find "$scratch/some" -name '*.cu' | wc -l)" -ge 8 ]
    # shellcheck disable=SC2046 # names without blanks
    cp $(find tests/check/correct -name '*.cu' | sort | awk 'NR % 60 == 1') "$scratch/some"
    judge_all "$scratch/some"
}

@test "a call that fails stands before what follows from it; a shuffle is told in the words of its first thread" {
    build_checker
    cat >"$scratch/order.cu" <<'END'
__global__ void k(int *x)
{
    int v = x[threadIdx.x];
    if (threadIdx.x < 16)
        v = __shfl_down_sync(0xffffffff, v, 16);
    x[threadIdx.x] = v;
}
__global__ void vote(int *x)
{
    x[threadIdx.x] = __ballot_sync(1, 1);
}
int main()
{
    int h[32] = { 0 }, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(d);
    vote<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
END
    check_in_a_line "$scratch/order.cu"
    check "the call first" grep -q 'error that nobody looked at.*uninitialised read' <<<"$out"
    check "its lane" contains "$out" "thread (0,0,0) of block (0,0,0) gets the value of lane 16, which has returned"
    check "the mask" contains "$out" "thread (1,0,0) of block (0,0,0) is lane 1 of its warp, which the mask 0x00000001"
}

@test "a call that gets memory that has been freed says so, whatever has freed it" {
    local lines
    cat >"$scratch/freed.cu" <<'END'
int main()
{
    int h[16], *d, *pinned;
    cudaMallocHost(&pinned, 64);
    cudaFreeHost(pinned);
    cudaFreeHost(pinned);
    cudaMallocAsync(&d, 64, 0);
    cudaFreeAsync(d, 0);
    cudaFreeAsync(d, 0);
    cudaFree(d);
    cudaMemset(d, 0, 64);
    cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
}
END
    checked "$scratch/freed.cu" "$scratch/freed"
    CPU_DEVICE_CHECK_JSON=$scratch/freed.json try "$scratch/freed"
    lines=$(sed -nE 's/.*"line":([0-9]+).*freed already.*/\1/p' "$scratch/freed.json" | sort -n | tr '\n' ' ')
    check "each of them" [ "$lines" = "6 9 10 11 12 " ]
}

# bats test_tags=slow
@test "every seeded bug is found: its kind, its lines, nothing else; in Spanish no word is English" {
    local count
    count=$(find tests/check/bugs -name '*.cu' | wc -l)
    [ "$count" -ge 60 ]
    IN_SPANISH=1 judge_all tests/check/bugs
    cd "$scratch/tests/check/bugs"
    check "all are said" [ "$(cat ./*.spanish | grep -c -E '^[0-9]+ (hallazgo|aviso)')" -eq "$count" ]
    # what programs print, in CUDA's words and in their own, is taken away
    out=$(grep -h -v -E \
        'memory access was encountered|device not ready|^[0-9]+ of [0-9]+ counted$|^(sum|at the edge:) [0-9]' \
        ./*.spanish)
    reads_spanish
    check "no sheet is English" shows_no handouts/en
    check "JSON's messages stay English" lacks "$(sed 's/.*"message"://' ./*.json.es)" 'memoria'
}

# bats test_tags=slow
@test "drawn kernels: a race is found where CUDA's rules have one, and nowhere else" {
    local seed
    for seed in 3 5 "$(date +%y%j)"; do # the day's, and two that found mistakes of the finder
        TMPDIR=$scratch exits 0 python3 tests/drawn_races.py "$seed"
        check "$seed: some with a race, and some without" \
            shows '^[1-5][0-9] of 60 kernels with a race, 0 judged otherwise$'
    done
}

# bats test_tags=slow
@test "nothing is found in correct programs" {
    [ "$(find tests/check/correct -name '*.cu' | wc -l)" -ge 40 ]
    judge_all tests/check/correct
}

# bats test_tags=slow
@test "a finding names the sheet in the reader's language" {
    local language
    for language in en es; do
        try env REPORT_LANG=$language make -s --no-print-directory check FILE=tests/check/bugs/race_loop_end.cu
        check "$language" contains "$out$err" "handouts/$language/lab03.md"
    done
    try env LC_MESSAGES=es_ES.UTF-8 make -s --no-print-directory check FILE=tests/check/bugs/race_loop_end.cu
    check "by the locale" contains "$out$err" "handouts/es/lab03.md"
}

# bats test_tags=slow
@test "the judge sees a bug that is not there, one that is not found, and a wrong line" {
    mkdir -p "$scratch/f"
    sed '1s/.*/\/* finds: leak *\//' tests/check/correct/double_buffer.cu >"$scratch/f/a.cu"
    sed '1s/.*/\/* nothing *\//' tests/check/bugs/race_loop_end.cu >"$scratch/f/b.cu"
    sed 's/ \/\/ HERE//' tests/check/bugs/race_loop_end.cu >"$scratch/f/c.cu"
    for name in a b c; do
        out=$(judge "$scratch/f/$name.cu")
        check "$name.cu is judged wrong" [ -n "$out" ]
    done
}

# bats test_tags=slow
@test "a barrier taken out of a correct program is found" {
    local file line
    for file in double_buffer tiled_product transpose_tile; do
        file=tests/check/correct/$file.cu
        line=$(grep -n '__syncthreads();' "$file" | head -n 1 | cut -d : -f 1)
        sed "${line}s/__syncthreads();//" "$file" >"$scratch/mutant.cu"
        try common/check.sh "$scratch/mutant.cu"
        check "$file without line $line" shows '^race in shared memory'
    done
}

@test "what a kernel that ends with an error would have done is not called clean" {
    cat >"$scratch/ends.cu" <<'END'
#include <cooperative_groups.h>
__global__ void divide(int *x, int by) { x[threadIdx.x] = 7 / by; }
__global__ void all_but_one()
{
    if (blockIdx.x != 1) cooperative_groups::this_grid().sync();
}
int main(int argc, char **)
{
    int *d;
    cudaMalloc(&d, 128);
    if (argc > 1)
        cudaLaunchCooperativeKernel((void *)all_but_one, dim3(3), dim3(32), nullptr, 0, 0);
    else
        divide<<<1, 32>>>(d, 0);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
END
    checked "$scratch/ends.cu" "$scratch/ends"
    exits 1 "$scratch/ends"
    check "it says so" shows '^nothing found until a kernel ended with an error: '
    check "and where" contains "$err" "thread (0,0,0): integer division by zero"
    exits 1 timeout 60 "$scratch/ends" more
    check "a barrier of the grid: it says so, too" contains "$err" \
        "blocks wait at a barrier of the whole grid for others that have ended"
}

# bats test_tags=slow
@test "the report survives abort, assert, a crash, exit, Ctrl-C and a time limit" {
    cat >"$scratch/ends.cu" <<'END'
#include <unistd.h>
__global__ void race(int *a) { a[0] = threadIdx.x; }
__global__ void wait_for_ever(volatile int *a) { while (a[1] == 0); }
int main(int argc, char **argv)
{
    int *d, how = argc > 1 ? atoi(argv[1]) : 0;
    if (how == 1) return 3;
    cudaMalloc(&d, 8);
    cudaMemset(d, 0, 8);
    race<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    if (how == 2) assert(argc > 9);
    if (how == 3) abort();
    if (how == 4) *(volatile int *)8 = 1;
    if (how == 5) exit(5);
    if (how == 6) throw 1;
    if (how == 7) wait_for_ever<<<1, 1>>>(d);
    if (how == 8) pause();
    return 0;
}
END
    checked "$scratch/ends.cu" "$scratch/ends"
    local how
    for how in 2 3 4 5 6; do
        exits 1 "$scratch/ends" $how
        check "$how: the race" shows '^race in global memory: kernel race, '
    done
    for how in 7 8; do
        for signal in INT TERM XCPU; do
            exits 1 timeout --preserve-status -k 20 -s $signal 1 "$scratch/ends" $how
            check "$how, SIG$signal: the race" shows '^race in global memory: kernel race, '
            check "$how, SIG$signal: why" shows '^the program was ended: '
        done
    done
    try timeout 10 common/check.sh "$scratch/ends.cu" 7
    check "a time limit of check.sh: the race" shows '^race in global memory: kernel race, '
    exits 2 common/check.sh "$scratch/ends.cu" 1
    check "and it says so" shows '^nothing was run: '
}

@test "warnings alone end with 0, with STRICT=1 they are errors" {
    exits 0 common/check.sh tests/check/bugs/leak_event.cu
    check "it says so" shows '^1 warning; STRICT=1 makes it an error$'
    exits 2 make check FILE=tests/check/bugs/leak_event.cu STRICT=1 # by make, which has status 2 for its 1
    check "found" shows '^1 warning'
}

@test "an array has its name from the source, in whichever folder the program runs" {
    try make -s --no-print-directory check FILE=tests/check/bugs/sync_query_ignored.cu
    check "x" contains "$out$err" "the host reads x[0], the array of cudaMallocHost"
}

# bats test_tags=slow
@test "the words: __syncwarp, the array of several in a line, constant memory, a launch is no copy" {
    cat >"$scratch/words.cu" <<'END'
__constant__ int table[4] = { 1, 2, 3, 4 };
__global__ void k(int *a, int *b, int *c)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    c[t] = s[t ^ 1];
    b[t] = a[0];
    c[t] = table[t & 3 | (t >> 6)];
}
int main()
{
    int *a, *b, *c;
    cudaMalloc(&a, 128), cudaMalloc((void **)&b, 128), cudaMalloc(&c, 256);
    cudaMemset(a, 0, 128);
    k<<<1, 64>>>(a, b, c);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(b), cudaFree(c);
}
END
    try common/check.sh "$scratch/words.cu"
    check "__syncwarp" shows '__syncwarp\(\)'
    check "b" shows 'writes 4 bytes at b\[32\]'
    cat >"$scratch/same.cu" <<'END'
__global__ void of_block(int *c) { c[threadIdx.x] = blockIdx.x; }
__global__ void of_rows(int *c) { c[threadIdx.x] = threadIdx.y; }
__global__ void of_all(int *c) { c[0] = threadIdx.x; }
__global__ void neighbours(int *c) { c[threadIdx.x] = c[threadIdx.x + 1]; }
int main()
{
    int *c;
    cudaMalloc(&c, 1024);
    cudaMemset(c, 0, 1024);
    of_block<<<2, 64>>>(c);
    of_rows<<<1, dim3(16, 4)>>>(c);
    of_all<<<1, 32>>>(c);
    neighbours<<<1, 64>>>(c);
    cudaDeviceSynchronize();
    cudaFree(c);
}
END
    check_in_a_line "$scratch/same.cu"
    check "no blockIdx" contains "$out" "kernel of_block, $scratch/same.cu:1 line 1: thread (0,0,0) of block (1,0,0)\
 writes c[0], the array of cudaMalloc at $scratch/same.cu:8 (1024 bytes); line 1: thread (0,0,0) of block (0,0,0)\
 wrote it; both take the same element there: does the index lack blockIdx?"
    check "no threadIdx.y" contains "$out" "both take the same element there: does the index lack threadIdx.y?"
    check "nothing" contains "$out" "both take the same element there: each needs one of its own, or an atomic"
    check "races also between warps: no __syncwarp" lacks "$out" "__syncwarp"
    check_in_a_line tests/check/bugs/bounds_behind_constant.cu
    check "behind a variable" contains "$out" "weights[5]" "0 bytes past its end"
    try common/check.sh tests/check/bugs/sync_copy_other_stream.cu
    check "a launch and a copy" shows 'kernel scale reads .* and has not waited for a copy|kernel scale reads'
    check "in this order" contains "$(tr -s '\n ' ' ' <<<"$out")" "and has not waited for a copy, line"
}

@test "a misaligned access: which element, and which byte of the array" {
    cat >"$scratch/align.cu" <<'END'
__global__ void k(float *a, float4 *sum, int at)
{
    float4 v = *(float4 *)(a + at);
    sum[0] = v;
    sum[1].x = *(float *)((char *)a + at + 2);
}
int main()
{
    float *a;
    float4 *sum;
    cudaMalloc(&a, 1024);
    cudaMalloc(&sum, 32);
    cudaMemset(a, 0, 1024);
    k<<<1, 1>>>(a, sum, 147);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(sum);
}
END
    check_in_a_line "$scratch/align.cu"
    check "element 147" contains "$out" "reads 16 bytes at a[147], "
    check "its byte" contains "$out" "the address, byte 588 of the array, is no multiple of 16."
    check "within an element" contains "$out" "reads 4 bytes at a[37], "
    check "its byte, too" contains "$out" "the address, byte 149 of the array, is no multiple of 4."
}

@test "what is no array: a finding's words are those of its first thread, and null is no memory of the host" {
    build_checker
    cat >"$scratch/nowhere.cu" <<'END'
__global__ void k(int **where)
{
    *where[threadIdx.x] = 1;
}
int main()
{
    int *to[2] = { (int *)(1L << 20), nullptr }, **where;
    cudaMalloc(&where, sizeof to);
    cudaMemcpy(where, to, sizeof to, cudaMemcpyHostToDevice);
    k<<<1, 2>>>(where);
    cudaDeviceSynchronize();
    cudaFree(where);
}
END
    check_in_a_line "$scratch/nowhere.cu"
    check "thread 0" contains "$out" "thread (0,0,0) of block (0,0,0) writes 4 bytes at no array, line 3: an address"
    check "both" contains "$out" "Seen 2 times."
    check "null is not the host's" lacks "$out" "memory of the host"
}

# bats test_tags=slow
@test "four threads of the host: the same findings in each run" {
    cat >"$scratch/threads.cu" <<'END'
#include <thread>
#include <vector>
__global__ void race(int *a) { a[threadIdx.x / 2] = threadIdx.x; }
__global__ void unset(int *a, const int *b) { a[threadIdx.x] = b[threadIdx.x]; }
__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
static void work(int i)
{
    int *d, *e, *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 256), cudaMalloc(&e, 256), cudaMallocHost(&p, 256);
    for (int n = 0; n < 10; n++) {
        cudaEvent_t done;
        cudaEventCreate(&done);
        fill<<<1, 64, 0, s>>>(d);
        cudaMemcpyAsync(p, d, 256, cudaMemcpyDeviceToHost, s);
        cudaEventRecord(done, s);
        cudaEventSynchronize(done);
        for (int k = 0; k < 64; k++)
            if (p[k] != k)
                exit(9);
        if (i == 1)
            race<<<1, 64, 0, s>>>(d);
        if (i == 2)
            unset<<<1, 64, 0, s>>>(d, e);
        cudaStreamSynchronize(s);
        cudaEventDestroy(done);
    }
    cudaFree(d), cudaFree(e), cudaFreeHost(p), cudaStreamDestroy(s);
}
int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back(work, i);
    for (auto &t : threads)
        t.join();
}
END
    checked "$scratch/threads.cu" "$scratch/threads"
    for i in $(seq 30); do
        out=$(timeout 60 "$scratch/threads" || true)
        check "run $i: the race" shows '^race in global memory: kernel race, '
        check "run $i: the read" shows '^uninitialised read of global memory: kernel unset, '
        check "run $i: nothing else" shows '^2 findings$'
    done
}

# bats test_tags=slow
@test "a search for what orders two accesses that gives up says so once, and is no finding" {
    exits 0 env CPU_DEVICE_CHECK_STEPS=3 common/check.sh tests/check/correct/many_locks.cu
    check "once" [ "$(grep -c '^not known: whether accesses of kernel count race, [0-9]* times: ' <<<"$out")" -eq 1 ]
    check "nothing found" shows '^nothing found: '
    try common/check.sh tests/check/correct/many_locks.cu
    check "with the usual steps all is known" lacks "$out" "not known"
}

# bats test_tags=slow
@test "fences build without a word; what a lane of a group offers and has not set, and nobody takes, is no finding" {
    local file
    for file in tests/check/correct/last_block.cu tests/programs/cooperative_groups.cu; do
        exits 0 common/check.sh $file
        check "$file: no warning" [ -z "$err" ]
    done
}

# bats test_tags=slow
@test "twenty runs give the same report" {
    local file first
    for file in race_tile_second_barrier race_between_blocks sync_pinned; do
        checked "tests/check/bugs/$file.cu" "$scratch/p"
        first=$("$scratch/p" || true)
        check "it found something" contains "$first" " finding"
        for i in $(seq 20); do
            out=$(OMP_NUM_THREADS=$((i % 4 + 1)) "$scratch/p" || true)
            check "run $i says the same" [ "$out" = "$first" ]
        done
    done
}

# bats test_tags=slow
@test "status, text and JSON: findings, none, bad usage" {
    command -v python3 >/dev/null || skip "no python3 to read JSON with"
    mkdir -p "$scratch/a \"b\\ ü"
    cp tests/check/bugs/race_loop_end.cu "$scratch/a \"b\\ ü/p.cu"
    exits 1 common/check.sh --json "$scratch/o.json" "$scratch/a \"b\\ ü/p.cu"
    check "one finding" shows '^1 finding$'
    check "valid JSON with the places" python3 - "$scratch/o.json" <<'END'
import json, sys
found = json.load(open(sys.argv[1]))["findings"]
assert len(found) == 1
f = found[0]
assert f["kind"] == "race" and f["severity"] == "error" and f["memory"] == "shared", f
assert f["count"] > 1 and f["size"] == 520 and len(f["places"]) == 2, f
for p in f["places"]:
    assert p["file"].endswith("p.cu") and p["line"] in (17, 19), p
    assert len(p["block"]) == 3 and len(p["thread"]) == 3 and p["access"] in ("read", "write"), p
END
    exits 0 common/check.sh --json "$scratch/o.json" tests/check/correct/double_buffer.cu
    check "it says so" shows '^nothing found: 1 kernel, [0-9]+ launch(es)?, [0-9]+ accesses watched$'
    check "an empty list" \
        [ "$(python3 -c "import json; print(json.load(open('$scratch/o.json')))")" = "{'findings': []}" ]
    try common/check.sh --sarif "$scratch/o.sarif" "$scratch/a \"b\\ ü/p.cu"
    check "SARIF: its rule, the place as a URI" python3 - "$scratch/o.sarif" "$scratch" <<'END'
import json, sys, urllib.parse
sarif = json.load(open(sys.argv[1]))
assert sarif["version"] == "2.1.0" and "sarif-2.1.0" in sarif["$schema"], sarif
run, = sarif["runs"]
result, = run["results"]
assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["race"] == [result["ruleId"]], run
assert result["level"] == "error" and result["message"]["text"].startswith("race in shared memory: "), result
for at in result["locations"] + result["relatedLocations"]:
    at = at["physicalLocation"]
    assert urllib.parse.unquote(at["artifactLocation"]["uri"]) == "file://" + sys.argv[2] + '/a "b\\ ü/p.cu', at
    assert at["region"]["startLine"] in (17, 19), at
assert len(result["locations"]) == len(result["relatedLocations"]) == 1, result
END
    try common/check.sh --sarif "$scratch/o.sarif" tests/check/correct/double_buffer.cu
    check "SARIF without a result" contains "$(tr -d '\n' <"$scratch/o.sarif")" '"results":[]'
    cp tests/check/correct/double_buffer.cu "$scratch/mine.cu"
    try common/check.sh --sarif "$scratch/mine.cu" tests/check/correct/double_buffer.cu
    check "what is no report is kept" cmp tests/check/correct/double_buffer.cu "$scratch/mine.cu"
    check "status 2, one line" [ "$status" -eq 2 ] && one_line "$err"
    exits 2 common/check.sh # status 2 without a program
    exits 2 common/check.sh nowhere.cu # status 2 without the file
    check "which it names" contains "$err" "nowhere.cu: there is no such file"
    exits 2 common/check.sh lab99 # status 2 for a lab that is not there
    try common/check.sh --json "$scratch/no/o.json" tests/check/correct/double_buffer.cu
    check "status 2 for a file that cannot be written" [ "$status" -eq 2 ]
    try make check
    check "make check wants FILE" contains "$err" "say which program"
}

@test "the plain build carries nothing of the bug finder" {
    built cpu_device.a
    check "no symbol of it" [ -z "$(nm -C build/quick/cpu_device.a | grep -E 'check::|__tsan|__ubsan')" ]
    check "the check build has them" [ -n "$(nm -C "$build/cpu_device.a" | grep -E '__tsan')" ]
}

# bats test_tags=slow
@test "make check03 finds the race of exercise 3.3" {
    try quick check03 JSON="$scratch/o.json" SARIF="$scratch/o.sarif"
    check "it fails" [ "$status" -ne 0 ]
    local at='lab03_matmul_tiled/matmul_tiled.cu:[0-9]+ and matmul_tiled.cu:[0-9]+'
    check "the race" shows "race in shared memory: kernel matmul_tiled_ex33_kernel, $at"
    check "of no other kernel" \
        [ "$(grep -o '"kernel":"[a-z0-9_]*"' "$scratch/o.json" | sort -u)" = '"kernel":"matmul_tiled_ex33_kernel"' ]
    check "SARIF: relative paths" [ "$(grep -o '"uri":"[^"]*"' "$scratch/o.sarif" | sort -u)" = \
        '"uri":"lab03_matmul_tiled/matmul_tiled.cu"' ]
    check "as the manual quotes it" quotes handouts/en/manual.md "$(grep -m 1 -A 3 '^race in shared' <<<"$out")"
    exits 0 quick check01 # nothing in a starter
}

# bats test_tags=slow
@test "make check01 names a lab's array by the launcher's parameter, as sheet 1 quotes it, and ends what has no end" {
    local file=lab01_vector_add/vector_add.cu kit=$scratch/kit language
    [ -d solutions ] || skip "a student's kit has no answers"
    kit_of "$kit" lab01
    sed 's/if (i + 3 < n) {/if (i < n) {/' solutions/vector_add.cu >"$kit/$file"
    cd "$kit" || return
    for language in en es; do
        try env REPORT_LANG=$language make -s --no-print-directory -j2 QUICK=1 check01 ONLY=ex12
        check "no line of the kit" lacks "$out" common/engine
        check "as the sheet quotes it" quotes handouts/$language/lab01.md \
            "$(grep -A 1 -E ' (writes|escribe) 16 bytes' <<<"$out" | sed -E 's/(line|línea) [0-9]+/\1 75/')"
    done
    sed -i 's/i += threads/i += 0/' $file
    try env CPU_DEVICE_LIMIT=1 make -s --no-print-directory QUICK=1 check01 ONLY=ex11
    check "it is ended, and that is no success" [ "$status" -eq 2 ]
    check "and says why" contains "$out$err" "the program was ended: its time is over"
}

# bats test_tags=slow
@test "make check03 SOLUTION=1 finds nothing in the answers" {
    compgen -G 'solution*/*.cu' >/dev/null || skip "a student's kit has no answers"
    for lab in 01 03; do # tests/long/ tries all
        try quick check$lab SOLUTION=1
        check "$lab: nothing found" shows '^nothing found: [0-9]+ kernel'
        check "$lab: status 0" [ "$status" -eq 0 ]
    done
}

@test "an element is counted in what the kernel's parameter points to, not in bytes that are read of it" {
    echo 'struct body { float x, y, z, m; };
__global__ void move(body *b) { b[blockIdx.x * blockDim.x + threadIdx.x].y += 1; }
int main() { body *b; cudaMalloc(&b, 16000); cudaMemset(b, 0, 16000);
    move<<<4, 256>>>(b); cudaDeviceSynchronize(); cudaFree(b); }' >"$scratch/bodies.cu"
    try quick check FILE="$scratch/bodies.cu"
    check "body 1,000 of 1,000" contains "$out" "reads 4 bytes at b[1000], the array of cudaMalloc"
}

@test "a file that is named from the root is named as any other: what the compiler and the finder see is one finding" {
    build_checker
    exits 1 common/check.sh "$root/tests/check/bugs/bounds_template.cu"
    check "one" contains "$out" $'\n1 finding'
    check "its name" \
        shows '^out of bounds in shared memory: kernel rotate<64>, tests/check/bugs/bounds_template\.cu:11$'
}

@test "far past a __shared__ array nothing of the bug finder's own is overwritten" {
    echo '__global__ void far_past(int *out) {
    __shared__ double x[256]; x[threadIdx.x] = 1; __syncthreads(); if (threadIdx.x == 0) *out = x[0]; }
int main() { int *p; cudaMalloc(&p, 4); far_past<<<1, 1024>>>(p);
    cudaDeviceSynchronize(); cudaFree(p); }' >"$scratch/far.cu"
    try quick check FILE="$scratch/far.cu"
    check "it is found" shows '^out of bounds in shared memory: kernel far_past'
    check "and the finder comes to its end" shows '^1 finding$'
    try quick check FILE=tests/check/bugs/bounds_dynamic_none.cu
    check "what the launch lacks" \
        contains "$(tr -s '\n ' ' ' <<<"$out")" 'the launch asks for none, by the third value in <<<...>>>.'
}

# bats test_tags=slow
@test "a name with accents is whole in JSON and SARIF; what is no UTF-8 is taken for Latin-1" {
    local end='a[9] = 1; }
int main() { int *p; cudaMalloc(&p, 16); k<<<1, 1>>>(p); cudaDeviceSynchronize(); cudaFree(p); }'
    printf '__global__ void k(int *a) { %s\n' "$end" >"$scratch/tamaño.cu"
    printf '__global__ void k(int *a) { %s\n' "$end" >"$scratch/$(printf 'tama\361o.cu')"
    try quick check FILE="$scratch/tamaño.cu" JSON="$scratch/a.json" SARIF="$scratch/a.sarif"
    check "JSON" grep -q 'tamaño\.cu:2 (16 bytes)' "$scratch/a.json"
    check "SARIF" grep -q 'tamaño\.cu:2 (16 bytes)' "$scratch/a.sarif"
    try quick check FILE="$scratch/$(printf 'tama\361o.cu')" JSON="$scratch/b.json"
    check "Latin-1" grep -q 'tama\\u00f1o\.cu:2 (16 bytes)' "$scratch/b.json"
}

# bats test_tags=slow
@test "make check: for a program that calls cuBLAS the library is made" {
    local program=$root/tests/check/correct/cublas_streams.cu
    kit_of "$scratch/kit"
    give_tools "$scratch/kit" build/quick/check
    cd "$scratch/kit" || return
    exits 0 quick check FILE="$program"
    check "nothing found" shows '^nothing found: '
    check "made" [ -s build/quick/check/libraries.a ]
}
