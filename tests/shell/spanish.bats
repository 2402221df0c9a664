#!/usr/bin/env bats
# What a student reads on the terminal is Spanish where REPORT_LANG, or else the locale, says so: every text
# has its Spanish (tests/spanish.py), and what a run prints has no English in it and stays in its columns.
# shellcheck disable=SC2013,SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load spanish

fits() {
    ! LC_ALL=C.UTF-8 grep -E '^.{101}' <<<"$1"
}

# bars <what a lab printed>: after how many letters the first bar stands in each head of a table, and where the
# milliseconds of each stopwatch end.
bars() {
    local LC_ALL=C.UTF-8 line
    grep -E '^(versi[oó]n |  +\|)|^  [a-zC+ ]+ [0-9. ]+ ms ' <<<"$1" | while IFS= read -r line; do
        case $line in *'|'*) line=${line%%|*} ;; *) line=${line%% ms *} ;; esac
        echo ${#line}
    done
}

@test "Spanish: every text of the engine, of gemm/, of the labs and of the CPU device has its Spanish" {
    exits 0 tests/spanish.py # nothing is missing
    check "nothing is said" [ -z "$out$err" ]
}

# finds <file> <sed script> <what is said>: the change, in a copy, is named.
finds() {
    mkdir -p "$scratch/kit"
    cp -a common lab0* handouts reference solutions "$scratch/kit"
    sed -i "$2" "$scratch/kit/$1"
    check "$1 is changed by $2" [ "$(cmp -s "$1" "$scratch/kit/$1"; echo $?)" -eq 1 ]
    exits 1 env -C "$scratch/kit" "$root/tests/spanish.py"
    check "it says $3" shows "$3"
    cp -a "$1" "$scratch/kit/$1"
}

# bats test_tags=slow
@test "Spanish: a text unmarked, missing, never said or with other conversions is named" {
    finds common/engine/report.c 's/_("\(undated\)")/"\1"; printf("no longer")/' 'no longer": has words and is neither'
    finds common/engine/check.c 's/changed/x/; s/was never written%s/was not touched%s/' \
        'was not touched%s, expected %s": is not in'
    finds common/engine/check.c 's/was never written%s/was not touched%s/' \
        'never written%s, expected %s": no source says it'
    finds common/engine/spanish.c 's/%zu de %zu mal"/%zu de %d mal"/' 'other conversions'
    finds lab01_vector_add/lab01.cu 's/four elements per load/eight elements per load/' \
        'lab01.cu:[0-9]*: "eight elements per load"'
    finds lab01_vector_add/spanish.c '/four elements/d' '"four elements per load": .* in lab01_vector_add/spanish.c'
    finds lab02_matmul_naive/spanish.c 's/.*NULL.*/{ "four elements per load", "x" },&/' \
        'lab02.*: "four elements per load": no source says it'
    finds lab01_vector_add/spanish.c 's/.*NULL.*/{ "peak", "máx." },&/' 'lab01.*: "peak": is there twice'
    finds common/engine/spanish.c 's/.*NULL.*/{ "four elements per load", "x" },&/' \
        'engine.*: "four elements per load": no source says it'
    finds common/engine/spanish.c 's/"sin fecha"/"sin fecha "/' 'ends otherwise'
    finds common/cpu_device/check/report.cpp 's/_("  Seen %llu times/("  It was seen %llu times/' \
        'neither marked nor in common/cpu_device'
    finds reference/published.csv 's/,tiles of warps,/,tiles of blocks,/' 'published.csv:[0-9]*: "tiles of blocks"'
    finds handouts/es/lab01.md 's/`sin sincronizar`/`no synchronize`/' \
        'lab01.md: `no synchronize`: the terminal says it in Spanish'
    finds common/cpu_device/words/spanish.h 's/"Aborted"/"Abortion"/' 'Abortion": no source says it'
    finds common/cpu_device/front/calls.c 's/_("\(a kernel is launched\)/("so \1/' \
        'so a kernel is launched.*neither marked'
    finds common/cpu_device/front/rules.c 's/void in place of auto/void instead of auto/' 'instead of auto": is not in'
    finds common/cpu_device/front/shared.c 's/has 48 KB/has 48 kB/' 'has 48 kB": is not in'
    finds common/cpu_device/words/compilers.h 's/"variable sin usar %s"/"variable sin usar"/' 'other conversions'
    finds common/cpu_device/include/launch.h 's/the kernel takes other/the kernel wants other/' \
        'wants other.*neither marked'
}

# bats test_tags=slow
@test "Spanish: mistakes that the rewriter and g++ name; names, lines and error: stay" {
    local name cucc=$PWD/common/cpu_device/cucc build=$PWD/build/quick
    built rewrite
    cd tests/compile_errors || return
    for name in kernel_called too_few_arguments device_function_on_host \
        device_variable_in_kernel not_void misspelt_call \
        shuffle_struct atomic_type shared_n too_much_shared missing_semicolon undeclared_in_kernel pointer_for_int \
        pasted_dash atomic_of_value index_of_float event_for_float stream_as_bytes template_of_variable \
        shuffle_arguments conflict_of_git; do
        exits 1 env REPORT_LANG=es CUCC_IN_MAKE=1 BUILD="$build" "$cucc" -O1 -c $name.cu -o "$scratch/o"
        err=$(grep ': error: ' <<<"$err")
        check "$name: where" grep -q -E "^$name.cu:[0-9]+:[0-9]+: error: " <<<"$err"
        reads_spanish
    done
    echo 'void sum(int n); int main() { sum(3); }' >"$scratch/my.cu"
    try env -u REPORT_LANG LC_ALL=es_ES.UTF-8 CUCC_IN_MAKE=1 BUILD="$build" "$cucc" "$scratch/my.cu" -o "$scratch/o"
    check "the linker, too" contains "$err" 'undefined reference to sum(int): nadie la ha escrito'
    for name in '' -o -ptx my.txt; do
        # shellcheck disable=SC2086 # a word or none
        exits 2 env REPORT_LANG=es CUCC_IN_MAKE=1 "$cucc" $name
        reads_spanish
    done
}

# bats test_tags=slow
@test "Spanish: labs 1 and 3, their help and an option that is not there" {
    local lab spanish bad
    built lab01 lab03
    for lab in lab01 lab03; do
        exits 0 env REPORT_LANG=es OMP_NUM_THREADS=2 build/quick/$lab --quick --seed 5
        reads_spanish
        check "the banner" shows '^método +comprobado'
        check "the closing line" shows '^siguiente: TODO\('
        spanish=$out
        try env REPORT_LANG=en OMP_NUM_THREADS=2 build/quick/$lab --quick --seed 5
        check "the columns are where they are in English" [ "$(bars "$spanish")" = "$(bars "$out")" ]
        check "there are some" [ "$(bars "$out" | wc -l)" -ge 6 ]
        out=$spanish
        check "no line is wider than 100 letters" fits "$out"
        try env REPORT_LANG=es build/quick/$lab --help
        reads_spanish
        check "no line of help is wider than 100 letters" fits "$out"
        check "help is Spanish" shows '^ +--help +este texto'
        for bad in --nonsense '--size -3' '--only gpu_nine' --csv; do
            # shellcheck disable=SC2086 # an option and its value
            exits 2 env REPORT_LANG=es build/quick/$lab $bad
            check "one line" one_line "$err"
            reads_spanish
        done
    done
}

@test "Spanish: the locale decides where REPORT_LANG does not, and REPORT_LANG wins" {
    built lab01
    try env LC_ALL=es_ES.UTF-8 build/quick/lab01 --help
    check "Spanish by LC_ALL" shows '^uso: '
    try env LC_MESSAGES=es_ES.UTF-8 LANG=C build/quick/lab01 --help
    check "Spanish by LC_MESSAGES" shows '^uso: '
    try env -u LC_MESSAGES LANG=es_AR.UTF-8 build/quick/lab01 --help
    check "Spanish by LANG" shows '^uso: '
    try env REPORT_LANG=en LC_ALL=es_ES.UTF-8 build/quick/lab01 --help
    check "English by REPORT_LANG" shows '^usage: '
    try build/quick/lab01 --help
    check "English otherwise" shows '^usage: '
}

# bats test_tags=slow
@test "Spanish: wrong kernels, one that crashes, and one that does not end" {
    local name
    built wrong/lab01/{reversed,lost_tail,waits_for_device,exits,host_null,endless_kernel}
    for name in reversed lost_tail waits_for_device exits host_null; do
        try env REPORT_LANG=es build/quick/wrong/lab01/$name --quick
        check "$name is WRONG" shows '^gpu_[a-z0-9]+ +WRONG '
        check "$name: what is next" shows '^siguiente: corrija '
        reads_spanish
    done
    try env REPORT_LANG=es LAB_PATIENCE=1 build/quick/wrong/lab01/endless_kernel --quick
    check "it is ended" shows 'WRONG .*no volvió en 1 s'
    reads_spanish
}

@test "Spanish: the CSV, the verdicts' states and the columns' names stay as they are" {
    local small=(--quick --samples 1 --min-time 0)
    built lab01
    exits 0 env REPORT_LANG=es LAB_VERDICTS="$scratch/verdicts" build/quick/lab01 "${small[@]}" --csv "$scratch/es.csv"
    try env REPORT_LANG=en build/quick/lab01 "${small[@]}" --csv "$scratch/en.csv"
    sed -E '/^(# (date|load average|others|seed|clock step|breaks even)|lab01)/d' "$scratch/es.csv" >"$scratch/es"
    sed -E '/^(# (date|load average|others|seed|clock step|breaks even)|lab01)/d' "$scratch/en.csv" >"$scratch/en"
    check "the same CSV" cmp "$scratch/es" "$scratch/en"
    check "cells in ASCII" [ -z "$(LC_ALL=C grep '[^ -~]' "$scratch/es.csv")" ]
    check "states in English" grep -q '^gpu_ex11 1.1 - todo ' "$scratch/verdicts"
}

# bats test_tags=slow
@test "Spanish: what make itself refuses" {
    local bad
    for bad in lab3 lab99 nonsense 'step STEP=11' 'step STEP=1 HINT=7' run \
        'run FILE=none.cu' 'labs LABS=09' 'lab01 DEVICE=x' \
        'lab01 BUILD=.' 'lab01 BUILD=a%b' 'lab01 CXX=nocc' 'lab01 REPORT_LANG=esx' 'traffic01 BY=x'; do
        # shellcheck disable=SC2086 # words to be split
        exits 2 env LC_ALL=es_ES.UTF-8 make --no-print-directory $bad
        reads_spanish
    done
    check "names stay" contains "$err" 'BY=x: debe ser nvcc'
    try env REPORT_LANG=en make --no-print-directory lab3
    check "English" contains "$err" 'make lab3: there is no such command, and no such file; do you mean make lab03?'
}

# without_say <scripts>: lines that print words which are in one language, because they are not behind `say`.
without_say() {
    grep -nE '(echo|line (ok|note|FIX|[$"]+[a-z3]+"?) [^$]*) "[^"$(]*[a-z]{3,} [a-z]{2}' "$@" |
        grep -v -e 'echo "numpy numba' -e 'echo "  pip install'
}

@test "Spanish: the tools behind make say each text in both languages" {
    local tools=(common/tools/{doctor,progress,submission,watch,help}.sh setup.sh)
    try without_say "${tools[@]}"
    check "none is in English alone" [ -z "$out" ]
    sed 's/say "setup: done"/echo "setup: everything is done"/' setup.sh >"$scratch/setup.sh"
    try without_say "$scratch/setup.sh"
    check "one is found" shows "setup: everything is done"
}

@test "Spanish: make help ALL=1: every command and group of the Makefile, and no other" {
    sed -nE 's/^#group (.*)/#\1/p; s/^(#help )?([a-z0-9-]+): .*## .*/\2/p' Makefile | sort >"$scratch/commands"
    sed -E 's/( = |: ).*//' common/tools/help_es.txt | sort >"$scratch/spanish"
    exits 0 diff "$scratch/commands" "$scratch/spanish" # the same
    try env REPORT_LANG=es make -s --no-print-directory help ALL=1
    check "a command" shows '^  labs          compila todos los labs$'
    check "a group" shows '^el propio kit$'
    check "no line is wider than 100 letters" fits "$out"
    out=$(sed '/^for lecturers/,$d; s/(3,2) of (0,1)//' <<<"$out")
    reads_spanish
}

# bats test_tags=slow
@test "Spanish: make help, doctor, setup, submission and watch" {
    built symbols
    exits 0 env REPORT_LANG=es make -s --no-print-directory help
    reads_spanish
    check "no line is wider than 100 letters" fits "$out"
    try env LC_ALL=es_ES.UTF-8 sh common/tools/doctor.sh
    out=$(grep -v -E '^ +>|: (g\+\+|clang)' <<<"$out") # commands and what compilers say
    reads_spanish
    check "states stay" shows '^ok    make '
    try env REPORT_LANG=es ./setup.sh --help
    reads_spanish
    exits 2 env REPORT_LANG=es ./setup.sh --nonsense
    reads_spanish
    mkdir -p "$scratch/kit/lab01_vector_add"
    cp -a common "$scratch/kit"
    exits 1 env -C "$scratch/kit" REPORT_LANG=es sh common/tools/submission.sh lab01
    reads_spanish
    exits 2 env REPORT_LANG=es sh common/tools/watch.sh lab99
    reads_spanish
}

# faulty: my.cu, a program with one fault, and with an argument three.
faulty() {
    cat >"$scratch/my.cu" <<'END'
__global__ void divide(int *p, int step)
{
    p[threadIdx.x * 16] = step / p[threadIdx.x * 16 + 1];
}
int main(int argc, char **)
{
    int *p;
    cudaMalloc(&p, 4096);
    cudaMemset(p, 1, 4096);
    cudaFree((char *)p + 4); // invalid argument, in words of CUDA
    divide<<<1, 32>>>(p, 5);
    cudaDeviceSynchronize();
    if (argc > 1) {
        cudaMemset(p, 0, 4096);
        divide<<<1, 2048>>>(p, 5);
        divide<<<1, 1>>>(p, 5);
        cudaDeviceSynchronize();
    }
}
END
}

@test "Spanish: the runtime says a launch refused, a fault, a call that failed unnoticed" {
    faulty
    try env REPORT_LANG=es make -s --no-print-directory QUICK=1 run FILE="$scratch/my.cu" ARGS=1
    out='' err=$(grep '^dispositivo CPU: ' <<<"$err")
    check "three lines" [ "$(wc -l <<<"$err")" -eq 3 ]
    check "refused" contains "$err" 'no se ejecuta: 2048 hilos en un bloque, deben ser como mucho 1024'
    check "a fault" contains "$err" 'hilo (0,0,0): división entera entre cero'
    check "unnoticed" contains "$err" 'el programa no miró su resultado'
    reads_spanish
}

# bats test_tags=slow
@test "Spanish: make traffic's table; its JSON is the same" {
    local file
    faulty
    try env BUILD=build/quick/traffic QUICK=1 REPORT_LANG=es common/traffic.sh \
        --json "$scratch/es.json" "$scratch/my.cu"
    check "the table" shows '^  línea +memoria +peticiones'
    check "a sentence" shows 'my.cu:3 lee p: 32 sectores por petición, bastarían 4: los hilos vecinos leen'
    err=''
    reads_spanish
    try env BUILD=build/quick/traffic QUICK=1 common/traffic.sh --json "$scratch/en.json" "$scratch/my.cu"
    check "English" shows 'my.cu:3 load p: 32 sectors per request, 4 would do: neighbouring threads read'
    check "the same JSON" cmp "$scratch/es.json" "$scratch/en.json"
    for file in --json lab99 "$scratch/none.cu"; do
        exits 2 env REPORT_LANG=es common/traffic.sh "$file"
        reads_spanish
    done
}
