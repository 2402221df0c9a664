#!/usr/bin/env bats
# make progress and make watch: what students see of their exercises, and that every save of a file
# is noticed, with entr, with inotifywait and with neither.
# The stubs have $1; helpers.bash sets root, labs, out and others.
# shellcheck disable=SC2013,SC2016,SC2086,SC2030,SC2031,SC2154

load helpers

teardown() {
    [ -z "${watching:-}" ] || kill -9 -- "-$watching" 2>/dev/null || true
    rm -rf "$scratch"
}

setup_file() {
    cd "$root" || return
    built symbols lab01 lab03 solution01 solution03 wrong/lab01/half_precision wrong/lab03/half_precision >&2
}

# ---- make progress ------------------------------------------------------------------------------

# A folder with the students' files and sheets of the kit, whose make copies a program that was built
# before: built/lab01, ... Two labs are enough: one, and the one that is handed out with a race.
desk() {
    local lab folder
    labs='lab01 lab03'
    mkdir -p "$scratch/built" "$scratch/bin" "$scratch/common/cpu_device"
    cp -r common/tools "$scratch/common"
    ln -s "$root"/common/cpu_device/* "$scratch/common/cpu_device"
    ln -s "$root/handouts" "$scratch"
    for lab in $labs; do
        cp -r "$lab"_*/ "$scratch"
        ln -s "$root/build/quick/$lab" "$scratch/built/$lab"
        folder=$(basename "$lab"_*/)
        mkdir -p "$scratch/build/cpu/$folder"
        cp "$root/build/quick/$folder/${folder#"$lab"_}.o" "$scratch/build/cpu/$folder"
    done
    cp "$root/build/quick/symbols" "$scratch/build/cpu"
    # In place of the build that counts: what it counts of the versions asked for stands in the file `counts`.
    printf '#!/bin/sh\necho "$ONLY" >>asked\n[ -e crashes ] && exit 1
for v in $(echo "$ONLY" | tr , " "); do grep "^$v\t" counts; done >"$LAB_GOALS"\necho end >>"$LAB_GOALS"\n' \
        >"$scratch/common/traffic.sh"
    chmod +x "$scratch/common/traffic.sh"
    : >"$scratch/counts"
    bin=$scratch/bin
    stub make 'for lab; do :; done; [ -e "built/$lab" ] && cp "built/$lab" .'
    cd "$scratch" || return
}

# hand_in <lab> <program>: what make makes of this lab from now on.
hand_in() {
    rm -f "built/$1"
    [ ! -e "$2" ] || cp "$2" "built/$1"
}

progress() {
    try env PATH="$bin:$PATH" "$@" sh common/tools/progress.sh $labs
    check "nothing on stderr" [ -z "$err" ]
    check "no line is longer than 100 columns" shows_no '.{101}'
}

# program <name> <cases of its options>: a lab that does what we say.
program() {
    printf '#!/bin/sh\ncase "$*" in\n%s\nesac\n' "$2" >"$1"
    chmod +x "$1"
}

# state <exercise> <state>
state() {
    shows "^lab0${1%.*}  ${1/./\\.}  [^ ].* $2\$"
}

# bats test_tags=slow
@test "progress: as handed out every exercise is todo, the one with a given bug too" {
    local lab exercise count=0
    kit_of "$scratch" $labs
    cd "$scratch" || return
    exits 0 quick progress
    for exercise in $(for lab in $labs; do cat "$lab"_*/*.cu; done | sed -n 's/.*\/\/ TODO(\(.*\)):.*/\1/p' |
        sort -u); do
        count=$((count + 1))
        check "$exercise" state "$exercise" todo
    done
    check "the sum" contains "$out" "$count exercises: 0 done, $count todo, 0 wrong"
    check "where to begin" contains "$out" "next: TODO(1.1) in lab01_vector_add/vector_add.cu"
}

# bats test_tags=slow
@test "progress: with the answers every exercise is done" {
    desk
    labs=lab01
    hand_in lab01 "$root/build/quick/solution01"
    cp "$root"/solutions/vector_add.cu lab01_*/
    gives 0 progress
    check "all done" shows '^([0-9]+) exercises: \1 done, 0 todo, 0 wrong$'
    check "every row" [ "$(grep -c ' done$' <<<"$out")" = "$(grep -c '^lab0' <<<"$out")" ]
    check "nothing is next" lacks "$out" next:
}

# bats test_tags=slow
@test "progress: a race that passes by luck is still to be done as long as its TODO stands" {
    desk
    labs=lab03
    program lucky '--help) echo gpu_ex33 ;; *) echo "gpu_ex33 3.3 given ok" >"$LAB_VERDICTS" ;;'
    hand_in lab03 lucky
    progress
    check "3.3" state 3.3 todo
    check "why" contains "$out" "take TODO(3.3) away"
}

# bats test_tags=slow
@test "progress: a wrong kernel is wrong, in the lab's words, and hides no other" {
    desk
    hand_in lab01 "$root/build/quick/wrong/lab01/half_precision"
    hand_in lab03 "$root/build/quick/wrong/lab03/half_precision"
    gives 1 progress
    check "1.1" state 1.1 '(done|todo)'
    check "1.2" state 1.2 wrong
    check "why" contains "$out" "            n = 257: c[0] = "
    check "3.2" state 3.2 wrong
    check "3.1" state 3.1 '(done|todo)'

    # As handed out the race is todo. If its TODO is gone, the student says that it is fixed.
    sed -i 's/TODO(3.3)/fixed/' lab03_*/matmul_tiled.cu
    hand_in lab03 "$root/build/quick/lab03"
    progress
    check "3.3" state 3.3 wrong
}

# bats test_tags=slow
@test "progress: a crash, an endless kernel, a device that is missing" {
    desk
    program crash '--help) echo gpu_ex31 gpu_ex32 gpu_ex33 ;; *ex31*) kill -SEGV $$ ;;
        *ex32*) echo "gpu_ex32 3.2 - ok" >"$LAB_VERDICTS" ;;
        *) echo "gpu_ex33 3.3 given skip handed out" >"$LAB_VERDICTS" ;;'
    program hang '--help) echo gpu_ex11 gpu_ex12 ;; *ex11*) sleep 1000 ;;
        *) echo "gpu_ex12 1.2 - skip needs a GPU" >"$LAB_VERDICTS" ;;'
    hand_in lab01 hang
    hand_in lab03 crash
    gives 1 progress PROGRESS_TIME=1
    check "1.1" state 1.1 wrong
    check "it does not end" contains "$out" "does not end: stopped after 10 s"
    check "1.2" state 1.2 skip
    check "why" contains "$out" "            needs a GPU"
    check "3.1" state 3.1 wrong
    check "it crashed" contains "$out" "./lab03 --only gpu_ex31 ended with status"
    check "3.2" state 3.2 'done'
    check "the sum" contains "$out" '1 done, 1 todo, 2 wrong, 1 that cannot run here'
    progress PROGRESS_TIME=2 REPORT_LANG=es
    check "it does not end, in Spanish" contains "$out" "no termina: se detuvo a los 20 s"
    check "wrong" state 1.1 'incorrecto    wrong'
    check "skip" state 1.2 'no se ejecuta skip'
    check "todo" state 3.3 'pendiente     todo'
    check "the sum in Spanish" contains "$out" 'hechos 1, pendientes 1, incorrectos 2, que no se ejecutan aquí: 1'
}

@test "progress: what counts is the verdict, never what is printed, and at the lab's own size, too" {
    desk
    program small '--help) echo gpu_ex11 gpu_ex12 ;;
        *ex11*--quick) echo "gpu_ex11  ok"; echo "gpu_ex11 1.1 - ok" >"$LAB_VERDICTS" ;;
        *ex11*) echo "gpu_ex11  ok"; echo "gpu_ex11 1.1 - WRONG n = 16777216: c[4] = 0" >"$LAB_VERDICTS"; exit 1 ;;
        *) echo "gpu_ex12  ok"; echo "gpu_ex12 1.2 - todo" >"$LAB_VERDICTS" ;;'
    hand_in lab01 small
    labs=lab01
    gives 1 progress
    check "1.1" state 1.1 wrong
    check "why" contains "$out" "n = 16777216: c[4] = 0"
    check "1.2" state 1.2 todo
    program liar '--help) echo gpu_ex11 gpu_ex12 ;; *) echo "gpu_ex11 1.1 - ok" >"$LAB_VERDICTS"; exit 1 ;;'
    hand_in lab01 liar
    progress
    check "ok with status 1 is none" state 1.1 wrong
}

# A lab whose two exercises are right.
both_right() {
    desk
    labs=lab01
    program right '--help) echo gpu_ex11 gpu_ex12 ;;
        *ex11*) echo "gpu_ex11 1.1 - ok" >"$LAB_VERDICTS" ;; *) echo "gpu_ex12 1.2 - ok" >"$LAB_VERDICTS" ;;'
    hand_in lab01 right
}

@test "progress: what is right and misses its goal is right: the count, what is wanted, the line, the sheet" {
    both_right
    printf 'gpu_ex11\tmet\t0\t0.1\tthreads\t\ngpu_ex11\tmissed\t8\t1.25\ttimes the least sectors\top.cu:7\n' >counts
    gives 0 progress
    check "1.1" state 1.1 right
    check "below it" contains "$out" "            counted: 8 times the least sectors
            wanted: at most 1.25
            line: op.cu:7; handouts/en/lab01.md, section 2
lab01  1.2"
    check "1.2 has no goal here" state 1.2 'done'
    check "counted in one go" [ "$(cat asked)" = gpu_ex11,gpu_ex12 ]
    check "the sum" contains "$out" '2 exercises: 1 done, 1 right, 0 todo, 0 wrong'
    check "what is next" \
        contains "$out" 'next: the goal of 1.1: at most 1.25 times the least sectors; handouts/en/lab01.md, section 2'
    progress REPORT_LANG=es
    check "in Spanish" contains "$out" "lab    ejercicio                                           estado
lab01  1.1  una malla de tamaño fijo                       correcto      right
            contado: 8 times the least sectors
            se pide: como mucho 1,25
            línea: op.cu:7; handouts/es/lab01.md, sección 2
lab01  1.2  cuatro elementos por lectura                   hecho         done

2 ejercicios: hechos 1, correctos 1, pendientes 0, incorrectos 0
siguiente: el objetivo de 1.1: como mucho 1,25 times the least sectors; handouts/es/lab01.md,
      sección 2"
    printf 'gpu_ex11\twrong\t\t\tn = 4194304: c[1] = 0, expected 1\t\n' >counts
    gives 1 progress
    check "1.1" state 1.1 wrong
    check "why" contains "$out" "            n = 4194304: c[1] = 0, expected 1"
}

# bats test_tags=slow
@test "progress: a goal that could not be counted is not missed" {
    both_right
    printf 'gpu_ex12\tuncounted\t1\t0.1\tin pieces\t\n' >counts
    progress
    check "1.2" state 1.2 'right .goal not counted.'
    check "what, and why" \
        contains "$out" "            not counted: in pieces; too many accesses to count, or a compiler that splits"
    check "1.1" state 1.1 'done'
    touch crashes
    progress
    check "1.1" state 1.1 'right .goal not counted.'
    check "each was tried alone" [ "$(tail -n 3 asked | xargs)" = "gpu_ex11,gpu_ex12 gpu_ex11 gpu_ex12" ]
}

# bats test_tags=slow
@test "progress: ONLY names exercises, with gpu_ or without; REQUIRE=done wants all of them done" {
    both_right
    printf 'gpu_ex11\tmissed\t8\t1\tsectors\top.cu:7\n' >counts
    local only
    for only in ex11 gpu_ex11; do
        progress ONLY=$only
        check "$only" state 1.1 right
        check "$only: nothing else" [ "$(grep -c '^lab' <<<"$out")" -eq 2 ]
    done
    progress ONLY=ex11,gpu_ex12
    check "both" [ "$(grep -c '^lab' <<<"$out")" -eq 3 ]
    gives 0 progress ONLY=ex12 REQUIRE=done # 1.2 is done
    gives 1 progress ONLY=ex11 REQUIRE=done # 1.1 is not
    for only in ONLY=ex13 ONLY=ex31,ex12 REQUIRE=right; do
        exits 2 env $only sh common/tools/progress.sh lab01
        check "$only: one line" one_line "$err"
        check "$only: nothing else" [ -z "$out" ]
        [ "$only" = REQUIRE=right ] || check "$only: what there is" contains "$err" "is none of ex11 ex12"
    done
}

# of_launcher <code>: the object that comes of it, in place of the student's.
of_launcher() {
    printf '%s\n' '#include <cuda_runtime.h>' '#include <cstdio>' '#include <cstdlib>' '#include <ctime>' "$1" \
        >"$scratch/vector_add.cu"
    try env BUILD="$root/build/quick" CUCC_IN_MAKE=1 "$root/common/cpu_device/cucc" -O1 -c "$scratch/vector_add.cu" \
        -o "$scratch/build/cpu/lab01_vector_add/vector_add.o"
    check "$1 compiles" [ "$status" -eq 0 ]
}

# bats test_tags=slow
@test "progress: an object that calls, brings or replaces what it must not is refused, and not run" {
    desk
    local code said
    while IFS='|' read -r said code; do
        of_launcher "$code"
        exits 1 build/cpu/symbols common/tools/symbols.txt build/cpu/lab01_vector_add/vector_add.o
        check "$code: $said" contains "$out" "vector_add.cu $said"
    done <<'END'
calls exit; a launcher only launches kernels|void launch() { exit(0); }
calls getenv;|void launch(float *c) { if (getenv("LAB_VERDICTS")) *c = 1; }
calls puts; what it prints|void launch() { printf("gpu_ex11     ok\n"); }
calls pi_reference;|extern "C" double pi_reference(int n); void launch(float *c) { *c = pi_reference(3); }
calls cudaLaunchHostFunc;|static void f(void *) {} void launch() { cudaLaunchHostFunc(0, f, NULL); }
calls cudaDeviceReset;|void launch() { cudaDeviceReset(); }
defines now_ms |extern "C" double now_ms() { return 0; }
defines clock_gettime |extern "C" int clock_gettime(clockid_t, timespec *) { return 0; }
defines operator new;|void *operator new(size_t) { return NULL; }
runs code before main|static volatile int x; __attribute__((constructor)) static void first() { x = 1; }
END
    program lab '--help) echo gpu_ex11 gpu_ex12 ;; *) touch was_run ;;'
    hand_in lab01 lab
    labs=lab01
    gives 1 progress
    check "1.1" state 1.1 wrong
    check "why" contains "$out" "refused: vector_add.cu runs code before main"
    check "nothing was run" [ ! -e was_run ]
}

# bats test_tags=slow
@test "progress: containers, destructors at the end and sched_yield are for the instructor to read, and run" {
    desk
    of_launcher '#include <map>
#include <string>
#include <thread>
#include <unordered_map>
static std::map<int, int> seen;
static std::unordered_map<std::string, int> named;
struct stream { cudaStream_t s = NULL; ~stream() { if (s) cudaStreamDestroy(s); } };
__global__ void kernel(int *p) { *p = 1; }
void launch(int n) { kernel<<<1, 1>>>(NULL); static stream mine;
    seen[n]++; named["n of lab 1, say"]++; std::this_thread::yield(); }'
    exits 0 build/cpu/symbols common/tools/symbols.txt build/cpu/lab01_vector_add/vector_add.o
    check "a container" shows '^vector_add.cu calls std::_Rb_tree_[a-z_]*; it keeps what it has seen'
    check "a destructor" shows '^vector_add.cu calls __cxa_atexit; it has a destructor'
    check "nothing else" shows_no 'only launches kernels'
    hand_in lab01 "$root/build/quick/solution01"
    labs=lab01
    progress
    check "it was run" state 1.1 'done'
}

# bats test_tags=slow
@test "progress: no answer and no starter is refused" {
    local lab folder
    built symbols
    for lab in $labs; do
        folder=$(basename "$lab"_*/)
        built "$lab" "solution${lab#lab}"
        try build/quick/symbols common/tools/symbols.txt "build/quick/$folder/${folder#"$lab"_}.o" \
            "build/quick/solutions/${folder#"$lab"_}.o"
        check "$lab" [ "$status$out$err" = 0 ]
    done
    try env BUILD=build/quick CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 -I. -Ilab03_matmul_tiled \
        -c solutions/matmul_tiled.cu -o "$scratch/x.o"
    try build/quick/symbols common/tools/symbols.txt "$scratch/x.o"
    check "without optimisation" [ "$status$out$err" = 0 ]
    try common/cpu_device/cucc -O2 -I. -Ilab01_vector_add -c tests/right/lab01/occupancy.cu -o "$scratch/x.o"
    try build/quick/symbols common/tools/symbols.txt "$scratch/x.o"
    check "one that asks CUDA and complains on stderr" [ "$status$out$err" = 0 ]
    command -v nvcc || return 0
    try nvcc -std=c++17 -I. -Ilab04_pi_montecarlo -c solutions/pi_montecarlo.cu -o "$scratch/x.o"
    try build/quick/symbols common/tools/symbols.txt "$scratch/x.o"
    check "what nvcc makes" [ "$status$out$err" = 0 ]
}

# bats test_tags=slow
@test "progress: a lab that does not build is named with its first error; the others go on" {
    kit_of "$scratch" lab01 lab02
    cd "$scratch" || return
    sed -i 's/^    int tx = /&&/; s/^__global__/oops &/' lab01_vector_add/vector_add.cu
    try quick LABS="lab01 lab02" progress
    check "make fails" [ "$status" -ne 0 ]
    check "lab01" shows '^lab01 +does not build$'
    check "the error" shows '^ {12}lab01_vector_add/vector_add.cu:[0-9]+:[0-9]+: error: .*oops'
    check "no exercise of lab01" shows_no '^lab01 +1\.'
    check "2.1" state 2.1 todo
    check "the sum" contains "$out" "0 wrong, 2 in a lab that does not build"
}

@test "progress: bad usage is one line, status 2" {
    exits 2 sh common/tools/progress.sh
    check "one line" one_line "$err"
}

# ---- make watch ---------------------------------------------------------------------------------

# A lab whose exercise is one line: "wrong syntax" does not build, anything else is printed.
small_lab() {
    bare_path
    ln -s "$(command -v find)" "$bin/find"
    stub make 'while [ -e hold ]; do sleep 0.1; done
grep -q wrong lab09_sum/sum.cu && echo "sum.cu:1: error" && exit 2
printf "#!/bin/sh\necho \"it says %s, \$*\"\n" "$(cat lab09_sum/sum.cu)" >lab09; chmod +x lab09'
    mkdir -p "$scratch/kit/lab09_sum" "$scratch/tmp"
    cd "$scratch/kit" || return
    echo one >lab09_sum/sum.cu
}

# watch <command...>: in the background, in a process group of its own, as a terminal's shell does.
# With env --default-signal=INT: who started the tests may ignore Ctrl-C, and a shell could not listen to it again.
watch() {
    set -m
    TMPDIR=$scratch/tmp "$@" >"$scratch/log" 2>&1 </dev/null &
    watching=$!
    set +m
}

# said <n> <what>: waits until it has been said n times, however slow the machine.
said() {
    local tries=0
    until [ "$(grep -c -F -e "$2" "$scratch/log")" -ge "$1" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 1200 ] || ! kill -0 "$watching" 2>/dev/null; then
            echo "not said $1 times: $2" && cat "$scratch/log" && return 1
        fi
        sleep 0.1
    done
}

# Ctrl-C reaches the whole group; nobody of it stays, nor any file.
ctrl_c() {
    status=0
    kill -INT -- "-$watching"
    wait "$watching" || status=$?
    out=$(cat "$scratch/log") err=''
    check "status $1" [ "$status" -eq "$1" ]
    for _ in {1..600}; do # what was told to end needs a moment
        if kill -0 -- "-$watching" 2>/dev/null; then sleep 0.1; else break; fi
    done
    check "no process is left" not kill -0 -- "-$watching"
    check "no file is left" [ -z "$(ls "$scratch/tmp")" ]
    watching=''
}

not() {
    ! "$@" 2>/dev/null
}

# Every way in which an editor saves, and a build that fails between two that do not.
every_save() {
    watch env --default-signal=INT PATH="$bin" sh "$root/common/tools/watch.sh" lab09
    said 1 "Ctrl-C ends"
    said 1 "it says one, --quick"
    said 1 "($1)"
    echo two >lab09_sum/sum.cu # in place
    said 1 "it says two, --quick"
    said 2 "Ctrl-C ends"
    echo "wrong syntax" >lab09_sum/sum.cu
    said 1 "sum.cu:1: error"
    said 3 "Ctrl-C ends"
    echo three >lab09_sum/4913 && mv lab09_sum/4913 lab09_sum/sum.cu # a new file, renamed over it
    said 1 "it says three, --quick"
    said 4 "Ctrl-C ends"
    mv lab09_sum/sum.cu lab09_sum/sum.cu~ # vim: the old one is kept, then a new one is written
    echo four >lab09_sum/sum.cu && rm lab09_sum/sum.cu~
    said 1 "it says four, --quick"
    said 5 "Ctrl-C ends"
    touch lab09_sum/sum.cu # saved without a change
    said 2 "it says four, --quick"
    said 6 "Ctrl-C ends"
    touch hold && echo five >lab09_sum/sum.cu
    said 7 'make lab09'
    echo six >lab09_sum/sum.cu # while it builds: not lost
    rm hold
    said 1 "it says six, --quick"
    touch lab09_sum/another.h # is not the student's file
    ctrl_c 0
    # Eight builds; one or two more where a save was caught half way.
    check "nothing is built again without a save" [ "$(grep -c 'make lab09' <<<"$out")" -le 10 ]
}

# bats test_tags=slow
@test "watch: every save is noticed by looking twice a second" {
    small_lab
    every_save "looking twice a second"
}

@test "watch: every save is noticed with inotifywait" {
    command -v inotifywait || skip "no inotifywait here"
    small_lab
    ln -s "$(command -v inotifywait)" "$bin"
    every_save inotifywait
}

# bats test_tags=slow
@test "watch: every save is noticed with entr" {
    command -v entr || skip "no entr here"
    small_lab
    ln -s "$(command -v entr)" "$bin"
    every_save entr
}

@test "watch: where inotifywait hears nothing, or fails, a save is noticed all the same" {
    small_lab
    stub inotifywait 'sleep 1; exit 2'
    watch env --default-signal=INT PATH="$bin" sh "$root/common/tools/watch.sh" lab09
    said 1 "Ctrl-C ends"
    echo two >lab09_sum/sum.cu
    said 1 "it says two"
    ctrl_c 0
    stub inotifywait 'exit 1'
    watch env --default-signal=INT PATH="$bin" sh "$root/common/tools/watch.sh" lab09
    said 1 "Ctrl-C ends"
    echo three >lab09_sum/sum.cu
    said 1 "it says three"
    ctrl_c 0
}

@test "watch: the steps, one after the other; one that is done leads on to the next" {
    local file
    mkdir -p "$scratch/kit/common" "$scratch/kit/handouts" "$scratch/tmp"
    cp -r handouts/steps "$scratch/kit/handouts" && cd "$scratch/kit" || return
    bin=$scratch/kit/common
    stub check.sh 'n=$(basename "$1" .cu) n=${n%%_*}; grep -q good "$1" && echo "step ${n#0}: done" && exit
        echo "step ${n#0}: wrong for n = 1" && exit 1'
    watch env --default-signal=INT sh "$root/common/tools/watch.sh" handouts/steps/step.sh
    said 1 'step 1: todo: nothing was written yet'
    said 1 'waiting until handouts/steps/01_number.cu is saved'
    echo bad >handouts/steps/01_number.cu
    said 1 'step 1: wrong for n = 1'
    said 2 'waiting until handouts/steps/01_number.cu is saved'
    echo good >handouts/steps/01_number.cu
    said 1 'step 1: done'
    said 1 '1 of 10 steps are done; next: make step STEP=2'
    said 1 'step 2: todo: nothing was written yet'
    said 1 'waiting until handouts/steps/02_two_arrays.cu is saved'
    ctrl_c 0
    for file in handouts/steps/*.cu; do echo good >"$file"; done
    exits 0 sh "$root/common/tools/watch.sh" handouts/steps/step.sh # it ends by itself
    local next='exercise 0.11, a whole program: handouts/en/steps.md, section 12; then lab 1'
    check "with what comes next" [ "$(tail -n 1 <<<"$out")" = "10 of 10 steps are done; next: $next" ]
}

# bats test_tags=slow
@test "watch: ends with its terminal" {
    small_lab
    setsid env PATH="$bin" sh "$root/common/tools/watch.sh" lab09 >&- 2>&- &
    watching=$!
    sleep 1
    kill -HUP "$watching"
    for _ in $(seq 100); do
        kill -0 "$watching" 2>/dev/null || break
        sleep 0.1
    done
    check "it is gone" not kill -0 "$watching"
    watching=''
}

# bats test_tags=slow
@test "watch: make watch01 builds the real lab, survives a real error, passes ARGS on" {
    kit_of "$scratch" lab01
    cd "$scratch" || return
    mkdir tmp
    watch env --default-signal=INT make -s --no-print-directory -j2 QUICK=1 LABS=lab01 \
        ARGS="--quick --only gpu_ex11" watch01
    said 1 "Ctrl-C ends"
    said 1 "gpu_ex11     todo"
    sed -i '1s/^/oops\n/' lab01_vector_add/vector_add.cu
    said 1 "error: "
    said 2 "Ctrl-C ends"
    sed -i 1d lab01_vector_add/vector_add.cu
    said 2 "gpu_ex11     todo"
    said 3 "Ctrl-C ends"
    ctrl_c 130 # as of make
    check "make does not complain" lacks "$out" Interrupt
    check "only the version asked for" lacks "$out" cpu_serial
}

@test "watch: a lab that does not exist is one line that names it, status 2" {
    exits 2 sh common/tools/watch.sh lab99
    check "one line" one_line "$err"
    check "names it" contains "$err" "'lab99'"
}
