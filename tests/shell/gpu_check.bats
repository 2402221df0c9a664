#!/usr/bin/env bats
# bats file_tags=slow
# tests/gpu_check.sh without a GPU: what it says where there is none, and, in a tree of stubs, what it makes of
# labs that fail, kernels that slip through, time that runs out, a signal. tests/long/gpu_check.bats builds
# with nvcc; that it works on a GPU only a GPU can show.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # stubs are scripts; helpers.bash sets out, err, ...

load helpers

setup() {
    scratch=$(mktemp -d)
    bare_path
    local tool
    for tool in nproc tee xargs find cksum sha256sum tar gzip shuf renice nice; do
        ln -s "$(command -v $tool)" "$bin/$tool"
    done
    tree=$scratch/tree
    mkdir -p "$tree/tests/wrong/lab01" "$tree/tests/traffic" "$tree/tests/programs" "$tree/lab01_vector_add" \
        "$tree/common/tools" "$tree/common/figures" "$tree/common/engine"
    cp "$root/common/engine/report.h" "$tree/common/engine"
    cp -r "$root/tests/gpu_check.sh" "$root/tests/gpu" "$tree/tests"
    cp "$root/tests/traffic/ncu.sh" "$tree/tests/traffic"
    cp "$root/common/figures/sweep.sh" "$tree/common/figures"
    cp "$root/common/tools/scratch.sh" "$root/common/tools/folder_of.sh" "$tree/common/tools"
    cat "$root"/lab[0-9][0-9]_*/gpu_check.sh >"$tree/lab01_vector_add/gpu_check.sh"
}

# A program of the tree, made by "make" or by hand.
program() {
    mkdir -p "$(dirname "$tree/$1")"
    bin=$tree stub "$1" "$2"
}

# A machine with a GPU: every lab writes a CSV and single times, every tool works.
machine() {
    stub nvidia-smi 'case "$*" in
        *clocks.sm*) echo "2026/11/23 12:00:00.000, P0, 1980 MHz, 2619 MHz, 0x0" ;;
        *) echo "NVIDIA H200, 9.0, 580.65.06" ;; esac'
    stub nvcc 'case "$*" in *--version*) echo "release 13.0, V13.0.88"; exit ;; esac
while [ "$1" != -o ]; do shift; done; printf "#!/bin/sh\n" >"$2"; chmod +x "$2"'
    stub make "echo \"\$*\" >>$scratch/make_calls"
    stub compute-sanitizer 'case "$*" in
*null_pointer*) exit 86 ;;
*"racecheck "*gpu_ex33*) echo "= RACECHECK SUMMARY: 2 hazards displayed"; exit 86 ;;
*racecheck*barrier*) echo "= RACECHECK SUMMARY: 1 hazard displayed"; exit 86 ;;
esac'
    local lab='[ "$1" != --help ] || echo "all of cpu_serial gpu_v1 cublas"
[ -z "${LAB_SAMPLES:-}" ] || echo "gpu_v1,sync,float32,0,8,0,1.5,1.25" >>"$LAB_SAMPLES"
while [ $# -gt 0 ] && [ "$1" != --csv ]; do shift; done
[ $# -eq 0 ] || echo "lab,device,version" >"$2"'
    program lab01 "$lab"
    program solution01 "$lab"
    program lab03 ''
    program solution03 ''
    program solution04 ''
    program solution06_network ''
    wrong tail 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  WRONG  the tail is lost"; exit 1'
    wrong null_pointer 'gpu_ex11 WRONG illegal' 'echo "gpu_ex11  WRONG  illegal access"; exit 1'
    touch "$tree/tests/programs/scan.cu"
    program common/traffic.sh 'echo "{\"kernel\":\"k\",
\"line\":7,\"access\":\"load\",\"space\":\"global\",\"requests\":8,\"sectors\":32}" >"$2"'
    profiler 32
}

# profiler <sectors that it counts where the traffic counters count 32>
profiler() {
    local ld=lsu_mem_global_op_ld.sum
    stub ncu 'case "$*" in
        *raw*) echo "\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_'"$ld"'\",\"l1tex__t_sectors_pipe_'"$ld"'\"
\"0\",\"k(int)\",\"8\",\"'"$1"'\"" ;; esac'
}

# wrong <name> <what is expected> <what the program does>
wrong() {
    printf '/* expects: %s */\n' "$2" >"$tree/tests/wrong/lab01/$1.cu"
    program "build/cuda/wrong/lab01/$1" "$3"
}

gpu_check() {
    try env -u MAKELEVEL PATH="$bin" OUT="$scratch/out" "$@" bash "$tree/tests/gpu_check.sh"
    summary=$(cat "$scratch/out/summary.txt" 2>/dev/null || true)
}

@test "gpu-check: without nvcc, or without a GPU, one line, status 4, nothing written" {
    stub nvidia-smi 'echo "NVIDIA H200, 9.0, 580.65.06"'
    gives 4 gpu_check
    check "one line" one_line "$err"
    check "says so" contains "$err" nvcc
    check "nothing written" [ ! -e "$scratch/out" ]

    stub nvcc ''
    stub nvidia-smi 'echo "No devices were found"; exit 6'
    gives 4 gpu_check
    check "one line" one_line "$err"
    check "says so" contains "$err" "no GPU"

    rm "$bin/nvidia-smi"
    gives 4 gpu_check
    check "nothing written" [ ! -e "$scratch/out" ]
}

@test "gpu-check: a GPU that CUDA cannot use: the words of the lab, status 4" {
    machine
    program lab01 'echo "no device: CUDA driver version is insufficient" >&2; exit 4'
    gives 4 gpu_check
    check "one line" one_line "$err"
    check "the words" contains "$err" "driver version is insufficient"
}

@test "gpu-check: a kit without lab 3 has no other stopwatches, and nothing fails" {
    machine
    rm "$tree/solution03"
    gives 0 gpu_check
    check "it is named" shows '^left out +other stopwatches: they time labs 1 and 3: no solution03 here'
}

# What every machine here lacks: Python.
other_failures() {
    ! grep -E '^(FAIL|left out)' <<<"$out" | grep -v -q -E '(cupy|triton|numpy|numba|jax|torch) is not installed$'
}

@test "gpu-check: all well: status 0, in the order of worth; CSVs, single times, clocks and a manifest in one archive" {
    machine
    gives 0 gpu_check
    check "nothing on stderr" [ -z "$err" ]
    check "no failure" other_failures
    sed -E -n 's/^(ok|left out) +//p' <<<"$out" >"$scratch/order"
    for what in lab01 solution01 "memcheck: solution01 gpu_v1" "racecheck: solution01 gpu_v1" "racecheck: finds" \
        "traffic counters" "sweep of solution01" "solution04, 1e12" "our times against those of cupy" \
        "solution06, resnet50" "peers: numpy" tests/programs/scan.cu tests/wrong/lab01/tail.cu; do
        at=$(grep -n -m 1 -F -- "$what" "$scratch/order" | cut -d : -f 1)
        check "$what after what is worth more" [ "${at:-0}" -gt "${before:-0}" ]
        [[ $what == tests/* ]] || before=$at
    done
    left_out=$(grep -c '^left out ' <<<"$out")
    check "the sum counts what was left out" shows "^$(grep -c '^ok ' <<<"$out") passed, 0 failed, $left_out left out"
    check "cuBLAS is not ours to check" lacks "$out" "solution01 cublas"
    check "the summary is what it printed" [ "$summary" = "$out" ]
    check "built for the GPU that is here" grep -q CUDA_ARCH=90 "$scratch/make_calls"

    archive=$(ls "$scratch/out/"*.tar.gz)
    name=$(basename "$archive")
    check "its name" [ "${name//[0-9]/9}" = nvidia_h999_99999999T999999Z.tar.gz ]
    tar -x -z -f "$archive" -C "$scratch"
    cd "$scratch/$(basename "$archive" .tar.gz)"
    check "the files" [ "$(find . -type f | sort | xargs)" = "./clocks.csv ./lab01.csv ./lab01.txt ./lab01_samples.csv \
./lab01_stopwatch.csv ./logs.txt ./manifest.txt ./steps.tsv ./summary.txt" ]
    for line in "kit: 0.1" "complete: yes" "device: NVIDIA H200" "compute capability: 9.0" "driver: 580.65.06" \
        "toolkit: 13.0, V13.0.88" "unmeasured: peers: jax: jax is not installed"; do
        check "manifest: $line" grep -q -x -F -- "$line" manifest.txt
    done
    check "sums" sh -c "sed -n 's/^file: \([0-9a-f]*\) [0-9]* /\1  /p' manifest.txt |
        sha256sum -c --quiet && grep -c ^file: manifest.txt | grep -x 8"
    check "single times" grep -q -x gpu_v1,sync,float32,0,8,0,1.5,1.25 lab01_samples.csv
    check "clocks" grep -q -x 'after,sweep of solution01,2026/11/23 12:00:00.000,P0,1980 MHz,2619 MHz,0x0' clocks.csv
}

@test "gpu-check: builds stand still while something is timed, and go on afterwards" {
    machine
    stub make "case \"\$*\" in *wrong/lab01/tail*) echo \$\$ >$scratch/make_is; sleep 2 ;; esac"
    program solution01 "[ \"\$1\" != --help ] || echo gpu_v1
case \"\$*\" in *--sweep*) until [ -s $scratch/make_is ]; do sleep 0.1; done
    sleep 0.3; sed -n 's/^State:.//p' /proc/\$(cat $scratch/make_is)/status >$scratch/state ;; esac
while [ \$# -gt 0 ] && [ \"\$1\" != --csv ]; do shift; done; [ \$# -eq 0 ] || echo lab >\"\$2\""
    # The builder must have come so far before it is stopped.
    stub ncu "until [ -s $scratch/make_is ]; do sleep 0.1; done; echo ERR_NVGPUCTRPERM; exit 1"
    gpu_check
    check "it is stopped" grep -q '^T' "$scratch/state"
    check "the rest is done" shows '^ok +tests/wrong/lab01/tail.cu'
}

@test "gpu-check: the sanitizer sees labs without a contract's clock, one process, without guards" {
    machine
    stub compute-sanitizer "env >>$scratch/env; exit 86"
    gpu_check
    check "LAB_CHECK" grep -q -x LAB_CHECK=1 "$scratch/env"
    check "no second start" grep -q -x GOMP_SPINCOUNT=30000 "$scratch/env"
    check "nvidia-smi's order" grep -q -x CUDA_DEVICE_ORDER=PCI_BUS_ID "$scratch/env"
}

@test "gpu-check: two unlike GPUs: a line; CUDA_VISIBLE_DEVICES chooses the other" {
    machine
    stub nvidia-smi "echo \"\$*\" >>$scratch/asked; 
        case \"\$*\" in *'-i 1 --'*) ;; *) echo 'NVIDIA T400, 7.5, 580.1' ;; esac; echo 'NVIDIA A2, 8.6, 580.1'"
    gpu_check
    check "said" shows '^unlike GPUs: only the first is checked; CUDA_VISIBLE_DEVICES=1'
    check "the first" grep -q CUDA_ARCH=75 "$scratch/make_calls"
    gpu_check CUDA_VISIBLE_DEVICES=1,0
    check "the other" grep -q CUDA_ARCH=86 "$scratch/make_calls"
    check "not said" shows_no unlike
}

@test "gpu-check: the traffic counters against ncu: a difference fails, no ncu and no permission are named" {
    machine
    profiler 40
    gpu_check
    check "a difference" shows '^FAIL +traffic counters against ncu.*'
    stub ncu 'echo "==ERROR== ERR_NVGPUCTRPERM"; exit 1'
    gpu_check
    check "no permission" shows '^left out +traffic counters against ncu: no permission'
    rm "$bin/ncu"
    gpu_check
    check "no ncu" shows '^left out +traffic counters against ncu: no ncu on PATH'
}

@test "gpu-check: a lab, a program, a build and a sanitizer that fail are failures" {
    machine
    program lab01 'echo "gpu_v1 WRONG"; exit 1'
    gives 1 gpu_check
    check "lab01 and why" shows '^FAIL +lab01: status 1; gpu_v1 WRONG'

    machine
    stub make 'echo "lab01.cu(3): error: no"; exit 2'
    gpu_check
    check "once" [ "$(grep -c ' lab01:' <<<"$out")" = 1 ]
    check "the build and why" shows '^FAIL +lab01: it does not build; lab01.cu\(3\)'

    machine
    stub compute-sanitizer 'exit 86'
    gpu_check
    check "a finding in an answer" shows '^FAIL +memcheck: solution01 gpu_v1'

    machine
    stub nvcc 'case "$*" in *--version*) echo "release 13.0," ;; *) exit 1 ;; esac'
    gpu_check
    check "a program that does not build" shows '^FAIL +tests/programs/scan.cu'
}

@test "gpu-check: a sanitizer that finds nothing where there is something has failed" {
    machine
    stub compute-sanitizer ''
    gives 1 gpu_check
    check "memcheck" shows '^FAIL +memcheck: finds'
    check "racecheck" shows '^FAIL +racecheck: finds'
}

@test "gpu-check: wrong kernels: taken for right, other words, a race with luck" {
    machine
    wrong slips 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    wrong words 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  WRONG  something else"; exit 1'
    wrong other 'gpu_ex11 WRONG lost' 'echo "gpu_v1  WRONG  the tail is lost"; exit 1'
    wrong no_barrier 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    wrong unwritten 'gpu_ex11 todo' 'echo "gpu_ex11  todo  write it"'
    wrong counted 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    echo '/* only the CPU device can tell */' >>"$tree/tests/wrong/lab01/counted.cu"
    wrong unbuilt 'gpu_ex11 WRONG lost' ''
    rm "$tree/build/cuda/wrong/lab01/unbuilt"
    gives 1 gpu_check
    for name in slips words other unbuilt; do
        check "$name fails" shows "^FAIL +tests/wrong/lab01/$name.cu"
    done
    check "what only the CPU device can tell is not run" shows_no counted
    for name in no_barrier unwritten tail; do
        check "$name is rejected" shows "^ok +tests/wrong/lab01/$name.cu"
    done
}

@test "gpu-check: MINUTES: ends in time with an archive; the next call goes on, and one after the last begins anew" {
    machine
    program solution01 "echo \"\$*\" >>$scratch/runs; [ \"\$1\" != --help ] || echo gpu_v1
case \"\$*\" in *--sweep*) [ -e $scratch/quick ] || exec sleep 30 ;; esac
while [ \$# -gt 0 ] && [ \"\$1\" != --csv ]; do shift; done; [ \$# -eq 0 ] || echo lab >\"\$2\""
    gives 0 gpu_check MINUTES=0.2
    check "no failure" other_failures
    check "what is not done" shows '^[0-9]+ steps were not reached, first: sweep of solution01; make gpu-check goes on'
    check "in time" shows ' left out; ([4-9]|[12][0-9]) s; results in'
    archive=$(ls "$scratch/out/"*.tar.gz)
    tar -x -z -O -f "$archive" --wildcards '*/manifest.txt' >"$scratch/manifest"
    check "the manifest knows" grep -q -x 'complete: no' "$scratch/manifest"
    check "and names it" grep -q -x 'unmeasured: sweep of solution01: not reached' "$scratch/manifest"

    touch "$scratch/quick"
    : >"$scratch/runs"
    gpu_check
    check "what was done is not done again" shows_no '^ok +(lab01|solution01|memcheck.*)$'
    check "nor run" [ "$(sort -u "$scratch/runs" | grep -c -- '--only\|^$')" = 1 ] # for the stopwatches
    check "it goes on" shows '^gpu-check goes on with that of .*: [1-9][0-9]* steps are done'
    check "the rest" shows '^ok +sweep of solution01'
    check "and the last" shows '^ok +tests/wrong/lab01/tail.cu'
    check "the same archive" [ "$(echo "$scratch/out/"*.tar.gz)" = "$archive" ]
    tar -x -z -O -f "$archive" --wildcards '*/manifest.txt' >"$scratch/manifest"
    check "complete" grep -q -x 'complete: yes' "$scratch/manifest"

    sleep 1 # the archive is named by the second
    gpu_check
    check "anew" shows '^ok +lab01$'
    check "archives stay" [ "$(find "$scratch/out" -name '*.tar.gz' | wc -l)" = 2 ]
}

@test "gpu-check: what takes all the time that MINUTES gives is left out, so that the next call comes further" {
    machine
    program solution01 'case "$*" in *--help*) echo gpu_v1 ;; *--sweep*) exec sleep 30 ;; esac
while [ $# -gt 0 ] && [ "$1" != --csv ]; do shift; done; [ $# -eq 0 ] || echo lab >"$2"'
    gpu_check MINUTES=0.2
    gpu_check MINUTES=0.25
    check "it had its time" \
        shows '^left out +sweep of solution01: takes more than the [0-9]+ s that it had: AGAIN=1 with more MINUTES'
    gpu_check
    check "the rest" shows '^ok +tests/wrong/lab01/tail.cu'
}

@test "gpu-check: another kit or AGAIN=1 begins anew; a bad MINUTES is refused" {
    machine
    program solution01 'case "$*" in *--help*) echo gpu_v1 ;; *) exec sleep 30 ;; esac'
    gpu_check MINUTES=0.05
    gpu_check MINUTES=0.05
    check "the same goes on" shows 'goes on with that'
    gpu_check MINUTES=0.05 AGAIN=1
    check "AGAIN" shows_no 'goes on with that'
    echo >>"$tree/lab01_vector_add/new.cu"
    gpu_check MINUTES=0.05
    check "another kit" shows_no 'goes on with that'
    for minutes in x -3 0 9m; do
        gives 2 gpu_check MINUTES=$minutes
        check "one line" one_line "$err"
        check "it is named" contains "$err" "MINUTES=$minutes"
    done
}

@test "gpu-check: SECTIONS: these alone; SWEEP: how; a section that there is not is refused" {
    machine
    program solution01 \
        "[ \$1 = --help ] || echo \"\$*\" >>$scratch/sweeps; while [ \$# -gt 0 ] && [ \$1 != --csv ]; do shift; done
[ \$# -eq 0 ] || echo lab,device,version >\"\$2\""
    gpu_check SECTIONS=sweeps,programs SWEEP="--sweep --min-time 0.05"
    check "a sweep" shows '^ok +sweep of solution01$'
    check "as SWEEP says" grep -q -e '^--sweep --min-time 0.05 --csv' "$scratch/sweeps"
    check "the programs" shows '^ok +tests/programs/scan.cu$'
    check "nothing else" shows_no '^[a-zA-Z ]+  (lab01|memcheck|racecheck|traffic|peers|tests/wrong)'
    check "the manifest says which" grep -q -x 'sections: sweeps programs' "$scratch/out/manifest.txt"
    gives 2 gpu_check SECTIONS=sweep
    check "one line" one_line "$err"
    check "it names what there is" contains "$err" "there is no sweep; there are labs sanitizer ncu sweeps"
    mkdir -p "$tree/lab03_matmul_tiled"
    gpu_check SECTIONS=sweeps LABS=03 AGAIN=1
    check "LABS: one lab alone" shows 'sweep of solution03'
    check "not the other" shows_no 'sweep of solution01'
    gives 2 gpu_check SECTIONS=sweeps LABS=09
    check "one line" one_line "$err"
    check "it names what there is" contains "$err" "gpu-check: LABS: there is no 09; labs are 01"
}

@test "gpu-check: at its end, which of the sheets' claims hold on this GPU; one that does not is named" {
    local reference=$root/reference/nvidia_h200 said
    said=$(awk -f tests/gpu/claims.awk "$reference"/lab0[1-5].csv)
    out=$said
    check "19 claims" [ "$(wc -l <<<"$said")" -eq 19 ]
    check "all held on the H200" shows_no -v '^held '
    awk -F, -v OFS=, '/,gpu_ex12,sync,float32,67108864,/ { $11 = 0.9 } 1' "$reference/lab01.csv" >"$scratch/lab01.csv"
    out=$(awk -f tests/gpu/claims.awk "$scratch/lab01.csv" "$reference/lab02.csv")
    check "float4 is slower" \
        shows '^not   lab01: four elements a load are faster than one: gpu_v1 0.253 ms, gpu_ex12 0.9'
    machine
    program solution01 "[ \$1 = --help ] || while [ \$# -gt 0 ] && [ \$1 != --csv ]; do shift; done
[ \$# -eq 0 ] || cp $reference/lab01.csv \"\$2\""
    gpu_check SECTIONS=sweeps
    check "said at the end" grep -q '^held  lab01: a launch returns before its kernel has run: 0.0169 ms of 0.253 ms$' \
        "$scratch/out/summary.txt"
}

@test "gpu-check: a signal: what runs ends, what is done is kept in the archive" {
    machine
    program solution01 \
        "case \"\$*\" in *--help*) echo gpu_v1 ;; *--sweep*) echo \$\$ >$scratch/sweep; exec sleep 30 ;; esac"
    stub make "case \"\$*\" in *wrong/lab01/tail*) echo \$\$ >$scratch/make_is; exec sleep 30 ;; esac"
    env -u MAKELEVEL PATH="$bin" OUT="$scratch/out" bash "$tree/tests/gpu_check.sh" >"$scratch/said" 2>&1 3>&- &
    local process=$!
    timeout 30 sh -c "until [ -s $scratch/sweep ]; do sleep 0.1; done"
    kill -TERM $process
    status=0
    wait $process || status=$?
    out=$(cat "$scratch/said")
    check "status 130" [ "$status" -eq 130 ]
    check "says so" shows '^interrupted: what is done is kept'
    check "the archive" tar -t -z -f "$scratch/out/"*.tar.gz
    sleep 0.5
    for file in sweep make_is; do
        check "$file has ended" [ -z "$(grep '^State:.[^Z]' "/proc/$(cat "$scratch/$file")/status" 2>/dev/null)" ]
    done
    program solution01 'case "$*" in *--help*) echo gpu_v1 ;; esac
        while [ $# -gt 0 ] && [ "$1" != --csv ]; do shift; done; [ $# -eq 0 ] || echo lab >"$2"'
    stub make ''
    gpu_check
    check "it goes on" shows 'goes on with that'
    check "with the sweep" shows '^ok +sweep of solution01'
    check "not with what was done" shows_no '^ok +lab01$'
}

@test "gpu-check: a step that hangs is a failure, and the rest still runs" {
    machine
    sed -i 's/attempt 60 "first run"/attempt 1 "first run"/; s/must 120 "lab/must 1 "lab/' "$tree/tests/gpu_check.sh"
    program lab01 'exec sleep 30'
    gives 1 gpu_check
    check "lab01" shows '^FAIL +lab01: not done in 1 s'
    check "the rest" shows '^ok +tests/programs/scan.cu'
}

@test "LAB_SAMPLES: each single time, from which the medians of the CSV follow" {
    cd "$root"
    built lab01
    LAB_SAMPLES="$scratch/samples" try build/quick/lab01 --quick --samples 5 --csv "$scratch/lab01.csv"
    check "status 0" [ "$status" -eq 0 ]
    grep -E '^lab01,' "$scratch/lab01.csv" | cut -d , -f 3-5,7-11 | tr -d '\r' | sort >"$scratch/csv"
    awk -F , \
        '{ for (i = 7; i <= NF; i++) print $i | "sort -g >'"$scratch"'/sorted"; close("sort -g >'"$scratch"'/sorted")
        count = 0
        while ((getline x <"'"$scratch"'/sorted") > 0) ms[++count] = x
        close("'"$scratch"'/sorted")
        middle = int((count + 1) / 2)
        printf "%s,%s,%s,%s,%s,%s,%d,%.6g\n", $1, $2, $3, $4 ? $4 : "", $5 ? $5 : "", $6 ? $6 : "",
            count, (ms[middle] + ms[count + 1 - middle]) / 2 }' \
        "$scratch/samples" | sort >"$scratch/again"
    check "all rows" [ "$(wc -l <"$scratch/csv")" -ge 6 ]
    exits 0 diff "$scratch/csv" "$scratch/again" # the same medians
    LAB_SAMPLES=/none/x try build/quick/lab01 --quick --only gpu_v1
    check "a folder that is not there is named" contains "$err" "LAB_SAMPLES=/none/x: cannot be written"
}

# stopwatches <library> <milliseconds that it shows for add> <for multiply>: with modules that only pretend.
stopwatches() {
    mkdir -p "$scratch/modules/cupyx" "$scratch/modules/triton"
    echo 'void add(float *c, float *a, float *b, int n) { c[0] = n; }
void multiply(float *c, float *a, float *b, int n) { c[0] = -n; }' | gcc -shared -fPIC -x c - -o "$scratch/launchers.so"
    cat >"$scratch/modules/pretend.py" <<END
import ctypes
class Array:
    def __init__(self, count):
        self.memory = (ctypes.c_float * 4)()
        self.data = self
        self.ptr = ctypes.addressof(self.memory)
        Array.count, Array.first = count, self.memory
    def data_ptr(self):
        return self.ptr
def ms(): # by what the launcher wrote, so by which one ran
    first = Array.made[0].memory[0]
    return {1000.0: $2, -64.0: $3}[first]
def ones(count, *_, **__):
    Array.made = getattr(Array, "made", [])[-2:] + [Array(count)]
    return Array.made[-1]
END
    printf 'from pretend import ones\nfloat32 = 0\n__version__ = "13.6"\n' >"$scratch/modules/cupy.py"
    cat >"$scratch/modules/cupyx/profiler.py" <<'END'
from pretend import ms
class Result: pass
def benchmark(launch, arguments, n_repeat, n_warmup):
    launch(*arguments)
    result = Result()
    result.gpu_times = [[ms() / 1e3] * n_repeat]
    return result
END
    printf 'from pretend import ones\nfloat32 = 0\n' >"$scratch/modules/torch.py"
    cat >"$scratch/modules/triton/__init__.py" <<'END'
from pretend import ms
__version__ = "3.4"
class testing:
    def do_bench(launch, quantiles):
        launch()
        return ms()
END
    printf '# kit\nlab,version,method,size,median_ms\nlab01,gpu_v1,sync,1000,9\nlab01,gpu_v1,events,1000,2\n' \
        >"$scratch/lab01.csv"
    printf 'lab,version,method,size,median_ms\nlab03,gpu_v1,events,64,5\n' >"$scratch/lab03.csv"
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$scratch/modules" try \
        python3 "$root/tests/gpu/stopwatches.py" "$1" "$scratch/launchers.so" \
        "$scratch/lab01.csv" "$scratch/lab03.csv" "$scratch/out.csv"
}

@test "stopwatches.py: the launchers of labs 1 and 3 by CuPy's and Triton's stopwatch against our events" {
    command -v python3 || skip "no python3"
    local library
    for library in cupy triton; do
        gives 0 stopwatches $library 2.1 4.9 # they agree
        check "both works" [ "$(cat "$scratch/out.csv")" = "library,work,size,our_ms,their_ms,verdict
$library,add,1000,2,2.1,ok
$library,multiply,64,5,4.9,ok" ]
        check "whose" shows -i "^add, size 1000: 2 ms by our events, 2.1 ms by .*$library.* \(\+5.0 %\)$"
        gives 1 stopwatches $library 2.1 5.6
        check "which" shows '^multiply, size 64: .*WRONG, they differ'
    done
}
