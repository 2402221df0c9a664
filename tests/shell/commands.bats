#!/usr/bin/env bats
# The commands that a person types, tried in a copy of the tree with nvcc hidden from PATH: what
# make builds, what the labs answer to good and bad input, and that nothing is left lying about. The
# copy lies in a folder whose name has all that a name may have.
# shellcheck disable=SC2016,SC2089,SC2090,SC2030,SC2031,SC2154 # helpers.bash sets status, out and err

load helpers
load commands

tick='`' # what README puts around names and commands

# ---- building --------------------------------------------------------------------

# bats test_tags=slow
@test "make: a lab builds for the CPU device without nvcc, in short lines, without a warning" {
    exits 0 env -u QUICK make --no-print-directory -j2 lab01
    check "nothing on stderr" [ -z "$err" ]
    check "short lines" shows_no '.{101}'
    check "no warning" shows_no -i warning
    exits 0 ./lab01 --quick
    try make -s labs
    for lab in $labs; do check "./$lab" [ -x "$lab" ]; done
    exits 0 make -q labs # a second make finds nothing to do
}

# bats test_tags=slow
@test "make: a changed header rebuilds what includes it" {
    touch lab04_*/pi_montecarlo.h
    exits 1 make -q lab04 # lab04 is out of date
    exits 0 make -q lab03 # lab03 is not
    make -s lab04
}

@test "make -n says what it would do and does nothing" {
    cp -p lab03_matmul_tiled/matmul_tiled.cu "$scratch"
    touch lab03_matmul_tiled/matmul_tiled.cu
    ls -lR --time-style=full-iso . >"$scratch/before"
    exits 0 make -n lab03 solution03
    check "nothing on stderr" [ -z "$err" ]
    check "it would compile" contains "$out" matmul_tiled.cu
    check "nothing was made" cmp -s "$scratch/before" <(ls -lR --time-style=full-iso .)
    touch -r "$scratch/matmul_tiled.cu" lab03_matmul_tiled/matmul_tiled.cu
}

@test "make: an error in an exercise is named by file and line; mended, its own lab alone is built; V=1" {
    cp lab01_vector_add/vector_add.cu "$scratch"
    echo 'void broken( { }' >>lab01_vector_add/vector_add.cu
    line=$(wc -l <lab01_vector_add/vector_add.cu)
    rm lab01
    try make lab01
    cp "$scratch/vector_add.cu" lab01_vector_add/vector_add.cu
    check "status not 0" [ "$status" -ne 0 ]
    check "file and line" contains "$err$out" "lab01_vector_add/vector_add.cu:$line"
    check "no ./lab01" [ ! -e lab01 ]
    check "no half-made object" lacks "$(find build -newer "$scratch/vector_add.cu" -size 0)" .o
    exits 0 make -q lab02 lab03 # lab02 and lab03 are up to date
    exits 0 make V=1 lab01
    check "the command" contains "$out" vector_add.cu
    check "common/ is not compiled again" lacks "$out" common/engine/check.c
    check "and it is there" [ -x lab01 ]
}

@test "make: a knob that makes no sense is one clear error" {
    try make DEVICE=toaster lab01
    check "status not 0" [ "$status" -ne 0 ]
    check "names the knob" contains "$err" DEVICE
    check "names the values" contains "$err" cuda
    try make lab09
    check "no such lab" [ "$status" -ne 0 ]
}

@test "make: builds for the GPU where nvcc and a GPU answer, else for the CPU device" {
    bin=$scratch
    unset QUICK # which is for the CPU device
    stub nvcc ''
    stub nvidia-smi 'echo "No devices were found"'
    try env PATH="$bin:$PATH" make help
    check "a driver without a GPU" contains "$out" DEVICE=cpu
    stub nvidia-smi 'echo 9.0'
    try env PATH="$bin:$PATH" make help
    check "nvcc and a GPU" contains "$out" DEVICE=cuda
    rm "$bin/nvcc"
    try env PATH="$bin:$PATH" make help
    check "a GPU without nvcc" contains "$out" DEVICE=cpu
}

# built_for <what nvidia-smi does> <make's variables...>: what nvcc would be told, by make and by one that it
# calls, and how often nvidia-smi was asked.
built_for() {
    stub nvidia-smi "echo asked >>$scratch/asked; $1"
    : >"$scratch/asked"
    shift
    cat >twice.mk <<'END'
include Makefile
said = @echo $(DEVICE) $(filter -arch% -gencode arch=%,$(CUDA))
twice: ; $(said); $(MAKE) -f twice.mk once
once: ; $(said)
END
    try env -u QUICK -u MAKELEVEL KIT_GPUS=35 PATH="$bin:$PATH" make -s -f twice.mk twice "$@"
    rm twice.mk
    out=$(sort -u <<<"$out") err=$(wc -l <"$scratch/asked")
}

# bats test_tags=slow
@test "make: nvcc is told the GPUs that nvidia-smi shows; it is asked once, also by makes that make calls" {
    bin=$scratch
    stub nvcc 'echo "Cuda compilation tools, release 11.5, V11.5.119"'
    local two='-gencode arch=compute_86,code=sm_86 -gencode arch=compute_90,code=sm_90'
    built_for 'sleep 1; printf "9.0\n8.6\n9.0\n"'
    check "each kind once" [ "$out" = "cuda $two" ]
    check "asked once though it is slow" [ "$err" = 1 ]
    built_for 'echo 8.6; echo 9.0' DEVICE=cuda
    check "with DEVICE=cuda, too" [ "$out" = "cuda $two" ]
    check "asked once" [ "$err" = 1 ]
    built_for 'echo 9.0' DEVICE=cuda CUDA_ARCH=8.0
    check "CUDA_ARCH decides" [ "$out" = "cuda -gencode arch=compute_80,code=sm_80" ]
    check "not asked" [ "$err" = 0 ]
    built_for 'echo 9.0' DEVICE=cpu
    check "nor for the CPU device" [ "$out/$err" = cpu/0 ]
    built_for 'exit 9'
    check "it fails: the CPU device" [ "$out/$err" = cpu/1 ]
    built_for 'exit 9' DEVICE=cuda
    check "a GPU that nobody describes" [ "$out/$err" = "cuda -arch=native/1" ]
    built_for "echo 'Field \"compute_cap\" is not a valid field to query.'; exit 2"
    check "a driver before 510" [ "$out/$err" = "cuda -arch=native/1" ]
}

@test "make help: generated, lists every command, each within 100 columns; make says the same" {
    exits 0 make help ALL=1
    for command in lab03 solution03 run doctor plot03 plots report verify grade gpu-check test format clean; do
        check "$command" shows "^ +$command +[^ ]"
    done
    check "100 columns" shows_no '.{101}'
    check "no colour in a pipe" lacks "$out" $'\033'
    check "in groups" [ "$(grep -c '^[a-z]' <<<"$out")" -ge 5 ]
    try make help
    help=$out
    check "the first page: a dozen commands" [ "$(grep -c '^  ' <<<"$out")" -le 12 ]
    check "100 columns" shows_no '.{101}'
    check "the first command is that of README and sheet 0" \
        contains "$out" "$(sed -n '/^```/,$p' README.md | sed -n 2p)"
    for page in README.md handouts/en/lab00.md handouts/es/lab00.md; do
        check "$page" [ "$(sed -n '/^```/,$p' $page | sed -n 2p)" = './setup.sh && make step STEP=1' ]
    done
    try make
    check "plain make is make help" [ "$out" = "$help" ]
}

# bats test_tags=slow
@test "make: every target that README, the manual and help name is there" {
    try make help ALL=1
    while read -r _ target; do
        case $target in
        # With what the command needs; -n runs nothing.
        run | check) try make -n "$target" FILE=tests/programs/scan.cu ;;
        step) try make -n "$target" STEP=1 ;;
        autograder) try make -n "$target" FOR=github LABS=03 ;;
        *) try make -n "$target" ;;
        esac
        check "make $target is there" [ "$status" -eq 0 ]
    done < <({
        grep -o -h -E "(^|$tick|&& )make [a-z][a-z0-9-]*" README.md handouts/en/manual.md | sed 's/.*make/make/'
        sed -n 's/^  \([a-z][a-z0-9-]*\) .*/make \1/p' <<<"$out"
    } | sort -u)
}

@test "README: every file that it names is there" {
    out=$(find . -path ./build -prune -o -print)
    while read -r file; do
        case $file in ./lab[0-9]* | ./solution[0-9]* | my.cu | results/*) continue ;; esac
        check "README names $file" contains "$out"$'\n' "/${file%/}"$'\n'
    done < <(grep -o -E "$tick(([a-z0-9_.-]+/)+[A-Za-z0-9_.-]*|[A-Za-z0-9_-]+\.[a-z]+)$tick" \
        README.md | tr -d "$tick" | sort -u)
}

# ---- what a lab answers ----------------------------------------------------------

# bad <lab> <what the one line must name> <arguments...>
bad() {
    local lab=$1 name=$2
    shift 2
    exits 2 "./$lab" "$@"
    check "$lab $*: one line" one_line "$err"
    check "$lab $*: names $name" contains "$err" "$name"
    check "$lab $*: stdout empty" [ -z "$out" ]
}

# bats test_tags=slow
@test "labs: a bad value of any option is one line that names it, status 2" {
    local lab value
    for lab in $labs; do
        for value in -3 0 1e30 2^99 9223372036854775808 18446744073709551617 abc "" 12x 1.5 0x10 \
            " 4" 1e 2^ ^2 2^-1 nan inf ++1 1e-3 4096,1; do
            bad "$lab" --size --size "$value"
        done
        for value in "" "," "1," ",1" "1,,2" a "1,-1" "1;2" 1e30 "$(seq -s , 2 90)"; do
            bad "$lab" --sizes --sizes "$value"
        done
        for value in 0 -1 abc "" 1.5 1e30 2147483648 4294967297; do
            bad "$lab" --samples --samples "$value"
        done
        for value in -1 abc "" nan inf 1e999 3x; do
            bad "$lab" --min-time --min-time "$value"
        done
        for value in -1 abc "" 1.5 18446744073709551616; do
            bad "$lab" --seed --seed "$value"
        done
        for value in nosuch "" gpu "gpu_v1 gpu_v1" GPU_V1; do
            bad "$lab" --only --only "$value"
        done
        for value in "" "$scratch" "$scratch/no/such/folder/x.csv" /dev/null README.md lab[0-9][0-9]_*/"$lab".cu; do
            bad "$lab" --csv --csv "$value"
        done
    done
}

@test "labs: an unknown option, a stray word, a missing or a needless value" {
    local lab option
    for lab in lab01 lab06; do
        bad "$lab" --frobnicate --frobnicate
        bad "$lab" -x -x
        bad "$lab" stray stray
        bad "$lab" --quick=1 --quick=1
        for option in --size --sizes --samples --min-time --seed --csv --only; do
            bad "$lab" "$option" "$option"
        done
    done
}

# bats test_tags=slow
@test "labs: ex11 stands for gpu_ex11; a file that has changed since is told; make names its help" {
    local file
    file=$(echo lab01_*/vector_add.cu)
    try ./lab01 --quick --samples 1 --min-time 0 --only ex11
    check "ex11" shows '^gpu_ex11 +todo'
    check "nothing is stale" shows_no '^stale'
    touch -d '+2 seconds' "$file"
    try ./lab01 --quick --samples 1 --min-time 0 --only gpu_v1
    check "stale" shows "^stale +$file has changed since: make lab01, then run again"
    touch -r ./lab01 "$file"
    try make lab9
    check "no lab" \
        contains "$err" 'make lab9: there is no such command, and no such file; make help ALL=1 lists the commands:'" \
make lab01 to ${labs##* }"
    check "status 2" [ "$status" -eq 2 ]
    local near
    for near in 'lab1 lab01' 'check3 check03' 'step3 step STEP=3' 'figures plots'; do
        try make "${near%% *}"
        check "what was meant" contains "$err" "do you mean make ${near#* }?"
    done
}

@test "labs: a size that does not fit in memory is refused before anything is done" {
    # The largest size of these labs takes more than 30 GiB; of lab04 every size takes the same, and of
    # lab05 6 GiB, for which lab05.bats has a test.
    local kilobytes lab
    kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    [ "${kilobytes:-0}" -lt $((30 << 20)) ] || skip "there is memory for every size here"
    for lab in lab01 lab02 lab03 lab06; do
        largest=$("./$lab" --help | sed -n 's/^ *--size .* to \([0-9]*\) .*/\1/p')
        bad "$lab" --size --size "$largest" --quick
        bad "$lab" --size --sizes "4,$largest" --quick
    done
}

@test "labs: bad input leaves a CSV that is there untouched, and no other file behind" {
    local lab
    for lab in lab01 lab06; do
        echo "# kit: precious" >"$scratch/old.csv"
        bad "$lab" --size --csv "$scratch/old.csv" --size -3
        bad "$lab" --frob --csv "$scratch/new.csv" --frob
        check "the old one is whole" [ "$(cat "$scratch/old.csv")" = "# kit: precious" ]
        check "no new file" [ "$(find "$scratch" -type f ! -name 'try.*')" = "$scratch/old.csv" ]
    done
}

# bats test_tags=slow
@test "labs: --csv replaces a CSV of a lab and an empty file, keeps any other, and may be stdout" {
    local lab file
    for lab in $labs; do
        file=$(echo "$lab"_*/)
        file=$file$(basename "${file#"$lab"_}").cu
        cp "$file" "$scratch/before.cu"
        bad "$lab" "$file': is there and is no CSV of a lab" --quick --csv "$file"
        check "$file is as it was" cmp "$scratch/before.cu" "$file"
        : >"$scratch/x.csv"
        ln -sf x.csv "$scratch/link.csv"
        for file in x.csv x.csv link.csv; do # empty, then its own
            exits 0 "./$lab" --quick --only gpu_v1 --size 8 --samples 1 --csv "$scratch/$file"
        done
        check "$lab: a link stays a link" [ -L "$scratch/link.csv" ]
        check "$lab: no other file" [ "$(cd "$scratch" && echo *.csv*)" = "link.csv x.csv" ]
        try "./$lab" --quick --only gpu_v1 --csv /dev/stdout
        check "$lab: stdout is the CSV" [ "$(head -c 7 <<<"$out")" = "# kit: " ]
        check "$lab: and that alone" awk -F , '/^#/ { next } !n { n = NF } NF != n || $1 !~ /^lab/ { exit 1 }' <<<"$out"
        check "$lab: as many rows as it says" \
            [ "$(sed -n 's/^# rows: //p' <<<"$out")" -eq "$(grep -c "^$lab," <<<"$out")" ]
        check "$lab: the table is on stderr" contains "$err" "gpu_v1 "
    done
}

# with_addresses <kilobytes> <command...>
with_addresses() {
    (ulimit -v "$1" && shift && "$@")
}

# bats test_tags=slow
@test "labs: ulimit -v is respected: what fits is right, what does not is one line, status 2" {
    local lab
    for lab in lab01 lab03 lab06; do
        exits 0 with_addresses 6291456 timeout 100 "./$lab" --quick
        check "$lab: and nothing is said" [ -z "$err" ]
        for kilobytes in 400000 900000 1300000; do # too little, even for the threads of a library
            try with_addresses $kilobytes timeout 100 "./$lab" --quick --samples 1
            check "$lab: $kilobytes KB: runs or refuses" [ $status -eq 0 ] || check "status 2" [ $status -eq 2 ]
            [ "$status" -eq 0 ] || check "$lab: one line" one_line "$err"
            [ "$status" -eq 0 ] || check "$lab: names the limit" contains "$err" "ulimit -v"
        done
    done
    exits 2 with_addresses 6291456 ./lab02 --quick --size 16000
    check "lab02: one line" one_line "$err"
    check "lab02: names the limit" contains "$err" "ulimit -v"
    check "lab02: nothing half done" [ -z "$out" ]
}

@test "labs: built for the CPU device where a GPU is, they say so" {
    with_gpu() { # a /dev with an NVIDIA device in it
        unshare -m sh -c 'mount -t tmpfs none /dev && mknod -m 666 /dev/null c 1 3 && : >/dev/nvidia0 && "$@"' sh "$@"
    }
    with_gpu true 2>/dev/null || skip "another /dev cannot be had here, which only root may make"
    exits 0 with_gpu ./lab01 --quick
    check "it says so" contains "$out" "although a GPU is here: make DEVICE=cuda builds for it"
    check "not that there is none" shows_no "no GPU|none here"
}

@test "labs: --help explains every option with its default, within 100 columns, status 0" {
    local lab option
    for lab in $labs; do
        exits 0 "./$lab" --help
        check "stderr empty" [ -z "$err" ]
        check "100 columns" shows_no '.{101}'
        for option in size sizes samples min-time seed sweep csv only quick; do
            check "--$option and its default" shows -e "--$option .*default"
        done
        check "--help" contains "$out" --help
    done
}

# column <file> <name>: the values of that column, each once.
column() {
    sed '/^#/d' "$1" | awk -F , -v name="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        !seen[$c]++ { print $c }' | sort | xargs
}

columns=lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs
columns=$columns,pct_ceiling,verdict,doubt,bound_ms

# bats test_tags=slow
@test "labs: the CSV has its # lines, its columns in order, whole rows, known words" {
    local lab word
    for lab in $labs; do
        exits 0 "./$lab" --quick --csv "$scratch/$lab.csv"
        out=$(cat "$scratch/$lab.csv")
        for word in kit date device driver cpu threads flags load; do
            check "# $word" shows -i "^#.*$word"
        done
        out=$(sed '/^#/d' "$scratch/$lab.csv")
        check "the columns come first, in order" shows "^$columns(,|\$)"
        check "rows are whole" awk -F , \
            'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR < 5 }' <<<"$out"
        check "lab" [ "$(column "$scratch/$lab.csv" lab)" = "$lab" ]
        check "devices" [ "$(column "$scratch/$lab.csv" device)" = "cpu cpu_device" ]
        check "methods" [ "$(column "$scratch/$lab.csv" method)" = \
            "events no_sync sync wall with_transfers" ]
        for word in $(column "$scratch/$lab.csv" verdict); do
            check "verdict" contains "ok impossible" "$word"
        done
        check "only the CSV was written" \
            [ "$(find "$scratch" -name "$lab*")" = "$scratch/$lab.csv" ]
    done
}

# bats test_tags=slow
@test "labs: a default run is right, calls the pitfall impossible, and names the next exercise" {
    local lab
    for lab in lab01 lab02; do # tests/long/ tries all
        exits 0 "./$lab" --csv "$scratch/$lab.csv"
        check "$lab: stderr empty" [ -z "$err" ]
        check "$lab: 100 columns" shows_no '^.{101}'
        check "$lab: no colour in a pipe" lacks "$out" $'\033'
        check "$lab: it says that this is no GPU" contains "$out" "CPU device"
        check "$lab: the pitfall" shows -i impossible
        check "$lab: exercises are todo" contains "$out" todo
        check "$lab: the next exercise" contains "$out" "TODO(${lab#lab0}.1)"
        grep -E '^#|^lab,|,no_sync,' "$scratch/$lab.csv" >"$scratch/no_sync.csv"
        grep -v ',no_sync,' "$scratch/$lab.csv" >"$scratch/others.csv"
        check "no_sync is impossible" [ "$(column "$scratch/no_sync.csv" verdict)" = impossible ]
        check "all else is ok" [ "$(column "$scratch/others.csv" verdict)" = ok ]
    done
}

# bats test_tags=slow
@test "labs: --only runs that version alone; --sizes gives one row per size" {
    local lab
    for lab in $labs; do
        exits 0 "./$lab" --quick --only gpu_v1 --sizes 33,64 --csv "$scratch/$lab.csv"
        check "no other exercise" lacks "$out" todo
        check "both sizes" [ "$(column "$scratch/$lab.csv" size)" = "33 64" ]
        check "no progress when it is no terminal" [ -z "$err" ]
    done
}

# bats test_tags=slow
@test "labs: the same seed gives the same run, and small, odd sizes are right" {
    local lab sizes
    for lab in $labs; do
        sizes=1,2,3,31,33,97,129
        case $lab in lab0[456]) sizes="1,2,33 --only gpu_v1" ;; esac # tests/long/ tries all
        # shellcheck disable=SC2086 # words
        exits 0 "./$lab" --quick --samples 1 --min-time 0 --sizes $sizes --seed 3 --csv "$scratch/$lab.csv"
        check "every size" [ "$(column "$scratch/$lab.csv" size | wc -w)" -eq "$(tr , '\n' <<<"$sizes" | wc -l)" ]
    done
}

@test "labs: OpenBLAS computes with the SIMD that the CPU has, also where it takes it for an old one" {
    grep -q -w avx2 /proc/cpuinfo || skip "a CPU without AVX2"
    try env OPENBLAS_VERBOSE=2 ./lab03 --only cpu_blas --size 8 --quick --samples 1
    out=$(grep '^Core: ' <<<"$out$err" | tail -n 1) || skip "built without OpenBLAS"
    check "not Prescott" [ "$out" != "Core: Prescott" ]
    try env OPENBLAS_VERBOSE=2 OPENBLAS_CORETYPE=Prescott ./lab03 --only cpu_blas --size 8 --quick --samples 1
    check "but when it is asked for" contains "$out$err" "Core: Prescott"
}

# bats test_tags=slow
@test "labs: right where the system has no transparent huge pages" {
    hidden() {
        unshare -m sh -c 'mount -t tmpfs none /sys && "$@"' sh "$@"
    }
    hidden true 2>/dev/null || skip "/sys cannot be hidden here, which only root may do"
    exits 0 hidden ./lab03 --quick
}

@test "labs: lab03's racy exercise runs only when it is asked for" {
    exits 0 ./lab03 --quick --size 33 --samples 1 --min-time 0
    check "not in a plain run" shows '^gpu_ex33 +skip'
    try ./lab03 --quick --size 33 --samples 1 --min-time 0 --only gpu_ex33
    check "asked for, it is there" contains "$out" gpu_ex33
}

@test "labs: colour on a terminal only, and not with NO_COLOR" {
    needs_terminal
    local small='./lab01 --quick --size 64 --only gpu_v1 --samples 1 --min-time 0'
    try env -u NO_COLOR TERM=xterm script -qec "$small" /dev/null
    check "escapes on a terminal" contains "$out" $'\033['
    try env NO_COLOR=1 TERM=xterm script -qec "$small" /dev/null
    check "none with NO_COLOR" lacks "$out" $'\033['
}

# ---- a program of one's own ------------------------------------------------------

# bats test_tags=slow
@test "make run: builds a .cu, passes ARGS on, and fails as the program fails" {
    cat >"$scratch/my.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
__global__ void twice(int *x) { *x *= 2; }
int main(int argc, char **argv)
{
    int x = argc > 1 ? atoi(argv[1]) : 0, *d_x;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, &x, sizeof(x), cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(d_x);
    cudaMemcpy(&x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    printf("twice is %d\n", x);
    return x == 26;
}
END
    sed -i 's/^    printf/    printf("blocking: %s\\n", getenv("CUDA_LAUNCH_BLOCKING"));\n&/' "$scratch/my.cu"
    exits 0 env CUDA_LAUNCH_BLOCKING=1 make run FILE="$scratch/my.cu" ARGS="21"
    check "what it printed" contains "$out" "twice is 42"
    check "a setting of CUDA's that labs unset is left alone" contains "$out" "blocking: 1"
    try make run FILE="$scratch/my.cu" ARGS="13"
    check "its failure is a failure" [ "$status" -ne 0 ]
    sed -i 's/return/retrun/' "$scratch/my.cu"
    try make run FILE="$scratch/my.cu"
    check "status not 0" [ "$status" -ne 0 ]
    check "the line of the error" contains "$err$out" "my.cu:13"
}

# bats test_tags=slow
@test "make run: several files, with definitions, in a folder whose name has blanks" {
    local folder="$scratch/my files"
    mkdir "$folder"
    printf '%s\n' 'int twice(int);' '#include <stdio.h>' '#ifdef LOUD' '#define END "!"' \
        '#else' '#define END "."' '#endif' \
        'int main(int argc, char **argv) { printf("%d%s %s\n", twice(N), END, argc > 1 ? argv[1] : "-"); return 0; }' \
        >"$folder/first.cu"
    printf '%s\n' '__global__ void k(int *p) { *p *= 2; }' 'int twice(int n) { int *d; cudaMalloc(&d, 4);' \
        'cudaMemcpy(d, &n, 4, cudaMemcpyHostToDevice); k<<<1, 1>>>(d);' \
        'cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost); cudaFree(d); return n; }' >"$folder/second.cu"
    cd "$folder" || return
    try make -s -C "$kit" run FILE="$(realpath --relative-to "$kit" "$scratch")/my files/first.cu"
    check "one of them does not link" [ "$status" -ne 0 ]
    cp first.cu second.cu "$kit"
    cd "$kit" || return
    try make run FILE="first.cu  second.cu" DEFINES="-DN=21 -DLOUD" ARGS="'a  b'"
    check "both, and what was defined" contains "$out" "42! a  b"
    try make run FILE="second.cu first.cu" DEFINES=-DN=4
    check "in another order" contains "$out" "8. -"
    try make check FILE="first.cu second.cu" DEFINES=-DN=3 ARGS=x
    check "make check, too" contains "$out" "6. x"
    check "nothing found" contains "$out" "nothing found: 1 kernel"
    mv second.cu "first.cu second.cu" # then it is that one file
    try make run FILE="first.cu second.cu"
    check "one file of that name" [ "$status" -ne 0 ]
    check "is the one that was built" contains "$err$out" "main"
    rm first.cu*
}

# bats test_tags=slow
@test "make run, check, traffic: FLAGS and LIBS of the program's own; it runs in the folder of its first file" {
    local folder="$scratch/a program" goal runtime
    mkdir -p "$folder/include"
    echo '#define ANSWER 42' >"$folder/include/answer.h"
    echo 'inline int beside() { return 1; }' >"$folder/helper_beside.h"
    echo here >"$folder/data.txt"
    printf '%s\n' '#include <helper_beside.h>' '#include "answer.h"' '#include <zlib.h>' '#include <stdio.h>' \
        '__global__ void k(int *p, int unused) { *p = ANSWER; }' \
        'int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p, 0); cudaDeviceSynchronize(); char s[9] = "";' \
        'FILE *f = fopen("data.txt", "r"); if (f) { fgets(s, 5, f); fclose(f); }' \
        'printf("%d %s %d %d\n", *p, s, beside(), zlibVersion()[0] > 0); cudaFree(p); return 0; }' >"$folder/main.cu"
    echo 'int main() {}' | ${CC:-gcc} -include zlib.h -x c - -o /dev/null -lz 2>/dev/null || skip "no zlib to link with"
    cd "$root" || return
    for goal in run check traffic; do
        try make -s $goal FILE="$folder/main.cu" FLAGS="-I'$folder/include' -std=c++17" LIBS=-lz \
            JSON="$([ $goal = run ] || echo "$scratch/$goal.json")"
        check "$goal: status 0" [ "$status" -eq 0 ]
        check "$goal: all is found" contains "$out" "42 here 1 1"
        check "$goal: no warning of what others wrote" lacks "$err" warning
        [ $goal = run ] || check "$goal: its JSON" [ -s "$scratch/$goal.json" ]
    done
    local made=build/check/cpu_device.a
    [ -f $made ] || made=build/quick/check/cpu_device.a
    runtime=$(stat -c %Y $made)
    try make -s check FILE="$folder/main.cu" FLAGS="-I'$folder/include' -DN=2" LIBS=-lz
    check "no new runtime" [ "$(stat -c %Y $made)" = "$runtime" ]
}

# bats test_tags=slow
@test "make run, make check: SIGTERM to make ends the program, which reports" {
    local goal
    printf '%s\n' '#include <stdio.h>' '#include <unistd.h>' '__global__ void k(int *p) { p[1] = 1; }' \
        'int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();' \
        'puts("started"); fflush(stdout); for (;;) sleep(1); }' >"$scratch/waits.cu"
    cd "$root" || return
    for goal in run check; do
        make -s $goal FILE="$scratch/waits.cu" >"$scratch/$goal.log" 2>&1 &
        local make_is=$!
        for _ in $(seq 3000); do ! grep -q started "$scratch/$goal.log" || break; sleep 0.1; done
        kill -TERM $make_is
        wait $make_is || true
        for _ in $(seq 100); do pgrep -f '^[^ ]*run/waits$' >/dev/null || break; sleep 0.1; done
        check "$goal: the program is gone" [ -z "$(pgrep -f '^[^ ]*run/waits$')" ]
    done
    out=$(cat "$scratch/check.log")
    check "the finding" contains "$out" "out of bounds"
}

@test "make run: without FILE, or with a FILE that is not there, one clear line" {
    try make run
    check "status not 0" [ "$status" -ne 0 ]
    check "what to write" contains "$err" "make run FILE="
    try make run FILE=nosuch.cu
    check "status not 0" [ "$status" -ne 0 ]
    check "names it" contains "$err" nosuch.cu
}

# ---- where it lies, and what it may write ------------------------------------------

# bats test_tags=slow
@test "make check: a JSON that cannot be written, or would cost an exercise, is one line that says so" {
    local file before=lab01_vector_add/vector_add.cu
    cp $before "$scratch/before.cu"
    for file in "$scratch/no/such/o.json" "$scratch" $before; do
        try make check01 JSON="$file"
        check "$file: status not 0" [ "$status" -ne 0 ]
        check "$file: is named" contains "$err" "--json $file: "
        check "$file: one line, and make's own" [ "$(grep -c -v '^make' <<<"$err")" -eq 1 ]
    done
    check "the exercise is as it was" cmp "$scratch/before.cu" $before
    try make check01 JSON="$scratch/my report.json"
    check "a good name" grep -q '^{"findings":' "$scratch/my report.json"
    exits 0 make check01 JSON="$scratch/my report.json" # and again
    echo 'int main( {' >"$scratch/broken.cu"
    try make check FILE="$scratch/broken.cu" JSON="$scratch/my report.json"
    check "of what does not build there is no old report" [ ! -e "$scratch/my report.json" ]
}

# ---- the state of the tree -------------------------------------------------------

# bats test_tags=slow
@test "sources: clang-format finds nothing to change" {
    command -v clang-format || skip "no clang-format here"
    try find . \( -name build -o -name results \) -prune -o \
        \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) -print
    # shellcheck disable=SC2086 # the list of files
    exits 0 clang-format --dry-run -Werror $out # make format would change nothing
}

# bats test_tags=slow
@test "scripts: shellcheck finds nothing" {
    command -v shellcheck || skip "no shellcheck here"
    try shellcheck -x -P SCRIPTDIR setup.sh .ci/run common/*.sh common/*/*.sh lab[0-9][0-9]_*/*.sh \
        common/cpu_device/cucc solutions/*/*.sh solutions/grader/*/*.sh handouts/*.sh handouts/pictures/*.sh \
        tests/*.sh tests/*/*.sh
    check "clean" [ "$status" -eq 0 ]
}

# bats test_tags=slow
@test "tests: shellcheck finds nothing in them either" {
    command -v shellcheck || skip "no shellcheck here"
    try shellcheck -x -P SCRIPTDIR tests/shell/*.bash tests/shell/*.bats tests/journeys/*.bash tests/journeys/*.bats \
        tests/long/*.bats
    check "clean" [ "$status" -eq 0 ]
}

lacks_built() {
    ! grep -q -E '^(build|results)/|^(lab|solution)0[0-9]$|[.]o$' <<<"$1"
}

# bats test_tags=slow
@test "tree: after building and running, git sees no change; make clean removes what was built" {
    git init -q . 2>/dev/null || skip "no git here"
    # The copy was built before git came: only what .gitignore does not cover is added.
    git add -A
    check "nothing built is seen by git" \
        lacks_built "$(git ls-files)"
    git -c user.name=test -c user.email=test@example.org commit -q -m all
    make -s lab01 solution01
    make -s run FILE=tests/programs/scan.cu >/dev/null
    ./lab01 --quick --sizes 64,128 >/dev/null
    check "git status is clean" [ -z "$(git status --porcelain)" ]
    make -s clean
    check "git status is clean" [ -z "$(git status --porcelain)" ]
    check "no built file left" [ -z "$(git status --porcelain --ignored | grep -v results/)" ]
}
