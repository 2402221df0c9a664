#!/usr/bin/env bats
# make show: the page of a small program and of a lab. In a browser: tests/long/show.bats.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    export BUILD=build/quick QUICK=1 # as `make test` has built it
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
}

# A wrong index, a race, and a source that would like to be HTML.
hostile() {
    cat >"$scratch/a & <b>'s.cu" <<'END'
__global__ void wrong(float *c, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w - 1 && y < h)
        c[y * w + x + (y == 3)] = 1; // </script><script>alert("ñ")</script><img src=x onerror=alert(1)>
    if (x == 5 && y == 7)
        c[w * 7 + 9] = 2; // ]]> --> &lt; " '
}
__global__ void racy(float *c)
{
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    c[threadIdx.x] = s[(threadIdx.x + 1) % 256];
}
int main()
{
    float *c;
    cudaMalloc(&c, 60 * 40 * 4);
    wrong<<<dim3(4, 5), dim3(16, 8)>>>(c, 60, 40);
    racy<<<1, 256>>>(c);
    cudaDeviceSynchronize();
    return cudaFree(c);
}
END
}

on_page() {
    grep -q -F -- "$1" "$scratch/results/show.html"
}

@test "a page stands alone, its numbers are make traffic's, and a hostile source stays text" {
    hostile
    cd "$scratch" || return
    BUILD=build/quick/traffic "$root/common/traffic.sh" --json json "a & <b>'s.cu" >counted
    exits 0 "$root/common/show.sh" "a & <b>'s.cu" # it is made
    check "and says where" [ "$out" = "results/show.html: open it in a browser" ]
    check "nothing else is written" [ "$(ls results)" = show.html ]
    try python3 "$root/tests/show.py" results/show.html json
    check "every number" [ "$out" = "5 rows agree" ]

    check "the source as text" on_page '// &lt;/script&gt;&lt;script&gt;alert(&quot;ñ&quot;)'
    check "the race's first thread" on_page '<td>(0,0,0)</td><td>(1,0,0)</td><td>write</td>'
    check "and its second" on_page '<td>(0,0,0)</td><td>(0,0,0)</td><td>read</td>'
    check "an order in which it goes wrong" on_page '<p>an order in which it goes wrong: c['
    check "and how to see it again" on_page 'again: make witness FILE='
    check "its two accesses" \
        [ "$(grep -c '^<li><strong>thread (.*reads s\[\|^<li><strong>thread (.*writes s\[' results/show.html)" -eq 2 ]
    check "elements that nobody writes" on_page 'written by nobody</th><td>39</td>'
    check "and several threads" on_page 'written by several threads</th><td>1</td>'
    check "a block" on_page '<td>s[0..255]</td><td>8</td><td>256 of 256</td>'

    # and a number that is not the JSON's is seen
    sed -i 's/"requests":8,/"requests":9,/' json
    exits 1 python3 "$root/tests/show.py" results/show.html json # another number
    check "is named" shows 'on the page, and not counted'
}

@test "names with accents are whole in what the page's script reads" {
    cd "$scratch" || return
    cat >señal.cu <<'END'
__global__ void k(float *c)
{
    __shared__ float niño[32];
    niño[threadIdx.x] = 1;
    __syncthreads();
    c[threadIdx.x] = niño[31 - threadIdx.x];
}
int main()
{
    float *c;
    cudaMalloc(&c, 128);
    k<<<1, 32>>>(c);
    cudaDeviceSynchronize();
    return cudaFree(c);
}
END
    exits 0 "$root/common/show.sh" señal.cu # it is made
    cat >look.py <<'END'
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
trace, files = (json.loads(re.search(f'id="{name}">(.*?)</script>', page, re.S)[1]) for name in ("trace", "files"))
kernel = trace["trace"][0]
print(sorted({array["name"] for array in kernel["arrays"]}), files)
print({place["file"] for place in kernel["places"]} <= set(files))
END
    try python3 look.py results/show.html
    check "the array and the file" [ "${out%%$'\n'*}" = "['c', 'niño'] ['señal.cu']" ]
    check "a line finds its requests by its file" [ "${out##*$'\n'}" = True ]
}

@test "bad input: one line that names the right values, nothing built or written" {
    cd "$scratch" || return
    refused() { # refused <line> <command>
        local line=$1
        shift
        exits 2 env BUILD="$scratch/build" "$@"
        check "it says: $line" [ "$err" = "$line" ]
        check "nothing is built or written" [ ! -e "$scratch/build" -a ! -e results ]
    }
    refused 'show.sh: REPORT_LANG=fr: must be en or es' env REPORT_LANG=fr "$root/common/show.sh" lab02
    refused 'show.sh: REPORT_LANG=es_MX: debe ser en o es' env REPORT_LANG=es_MX "$root/common/show.sh" lab02
    refused 'show.sh: ONLY=ex99: lab02 has no such version; it has v1, ex21, ex22' env ONLY=ex99 \
        "$root/common/show.sh" lab02
    refused 'show.sh: lab77: there is no such lab: common/show.sh my.cu [arguments], or labNN or solutionNN' \
        "$root/common/show.sh" lab77
    try make -s -C "$root" show FILE=none.cu
    check "no such file" contains "$err" 'make show: FILE=none.cu: there is no such file'
    echo 'int main() { return 0; }' >"$scratch/none.cu"
    exits 2 env BUILD=build/quick "$root/common/show.sh" none.cu
    check "says so" contains "$err" 'the program launched no kernel'
    check "no page" [ ! -e results ]
}

# bats test_tags=slow
@test "a lab's page: the versions that ONLY names, the goals, in Spanish" {
    export ONLY=ex21,v1
    cd "$scratch" || return
    exits 0 env REPORT_LANG=es "$root/common/show.sh" solution02 # it is made
    BUILD=build/quick/traffic "$root/common/traffic.sh" --json json solution02 >/dev/null
    try python3 "$root/tests/show.py" results/show02.html json
    check "every number" [ "$out" = "4 rows agree" ]
    check "its goal" grep -q -F '>gpu_ex21</th><td>✓ cumplido</td>' results/show02.html
    check "no other version" [ "$(grep -c 'kernel":"matmul_naive_ex22' results/show02.html)" -eq 0 ]
    check "in Spanish" grep -q '<html lang="es">' results/show02.html
    unset ONLY
    try env LC_ALL=es_ES.UTF-8 "$root/common/show.sh" "$root/tests/check/bugs/race_two_threads.cu"
    check "where it lies" [ "$out" = "results/show.html: ábralo en un navegador" ]
    check "a finding" on_page 'carrera (race) en memoria compartida: línea 13: el hilo (70,0,0)'
    check "its order" on_page '<p>un orden en el que falla: out[0] = '
    check "an access" on_page '<li><strong>hilo (5,0,0) del bloque (0,0,0), línea 11: escribe box = 105</strong></li>'
}
