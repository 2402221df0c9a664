#!/usr/bin/env bats
# What a build is made of: how many compilers run at once, what one lab is linked with, what is said.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # helpers.bash uses bin, and sets root, status, out and err

load helpers

# machine <GB free> <cgroup line> [<file under /sys/fs/cgroup> <its text>...]: what jobs.sh is to see.
machine() {
    rm -rf "$scratch/m" && mkdir -p "$scratch/m/proc/self"
    echo "MemAvailable: ${1}000000 kB" >"$scratch/m/proc/meminfo"
    echo "$2" >"$scratch/m/proc/self/cgroup"
    shift 2
    while [ $# -gt 0 ]; do
        mkdir -p "$scratch/m/sys/fs/cgroup/${1%/*}"
        echo "$2" >"$scratch/m/sys/fs/cgroup/$1"
        shift 2
    done
    try env PATH="$scratch/bin:$PATH" JOBS_ROOT="$scratch/m" sh common/tools/jobs.sh
}

@test "compilers at once: one for each core and each GB that may be used, from 1 to 16" {
    mkdir "$scratch/bin" && bin=$scratch/bin
    stub nproc 'echo 8'
    machine 24 0::/
    check "a core each" [ "$out" = 8 ]
    machine 3 0::/
    check "a GB each" [ "$out" = 3 ]
    machine 0 0::/
    check "at least one" [ "$out" = 1 ]
    machine 24 0::/user/me user/cpu.max '250000 100000' user/me/cpu.max 'max 100000'
    check "a quota of the group above" [ "$out" = 2 ]
    machine 24 0::/user user/memory.max 5000000000
    check "memory of the group" [ "$out" = 5 ]
    machine 24 4:memory:/job memory/job/memory.limit_in_bytes 1000000000
    check "memory, as older systems have it" [ "$out" = 1 ]
    machine 24 2:cpu,cpuacct:/job cpu/job/cpu.cfs_quota_us 300000 cpu/job/cpu.cfs_period_us 100000
    check "a quota, as older systems have it" [ "$out" = 3 ]
    machine 24 2:cpu,cpuacct:/job cpu/job/cpu.cfs_quota_us -1 cpu/job/cpu.cfs_period_us 100000
    check "no quota" [ "$out" = 8 ]
    stub nproc 'echo 64'
    machine 999 0::/
    check "at most 16" [ "$out" = 16 ]
}

# of <program>: what it is linked with, as make would say it in an empty build folder.
of() {
    make -n --no-print-directory DEVICE=cpu BUILD=build/none "$1" 2>/dev/null |
        sed -n "s|.*/cucc *\(.*\) -o \$new .*mv -f \$new build/none/$1 .*|\1|p" | tr ' ' '\n' | sed 's|^build/none/||'
}

@test "a lab is linked with what it uses, and nothing else is compiled for it" {
    local lab names
    for lab in $labs; do
        names=$(of "$lab")
        check "$lab: the runtime, the engine, its own files" \
            [ "$(grep -c -x -e cpu_device.a -e common/engine.o -e "$lab"_.*/"$lab.o" <<<"$names")" -eq 3 ]
        check "$lab: at most 32 objects" [ "$(grep -c '\.o$' <<<"$names")" -le 32 ]
        check "$lab: its own folder alone" [ -z "$(grep '^lab' <<<"$names" | grep -v "^${lab}_")" ]
        check "$lab: nothing of other parts" \
            [ -z "$(grep '\.[oa]$' <<<"$names" |
                grep -v -x -e 'lab.*' -e 'common/engine.*' -e 'common/gemm.*' -e cpu_device.a)" ]
        check "$lab: no library of pictures, of CUDA, of the grader" \
            [ -z "$(grep -x -E -e '-l.*' <<<"$names" | grep -v -x -e -lopenblas -e -lm -e -ldl)" ]
        check "$lab: the matrix product where a file names it" \
            [ "$(grep -c -x common/gemm.o <<<"$names")" -eq \
            "$(grep -l common/gemm/ "$lab"_*/*.cu "$lab"_*/*.h | head -n 1 | wc -l)" ]
        names=$(make -n --no-print-directory DEVICE=cpu BUILD=build/none "$lab" 2>/dev/null)
        [ "$lab" = lab06 ] || check "$lab: nor is it compiled" lacks "$names" photo
        check "$lab: no cuBLAS, no cuRAND" lacks "$names" common/libraries
    done
}

@test "what scrolls by: a line for the kit's part, one for the student's file, one for the link" {
    local kit=$scratch/kit
    kit_of "$kit" lab01
    cd "$kit" || return 1
    make QUICK=1 -s build/quick/lab01
    touch lab01_vector_add/vector_add.cu
    try make QUICK=1 build/quick/lab01
    check "one edited file" [ "$out" = "CU      lab01_vector_add/vector_add.cu
LD      build/quick/lab01" ]
    touch common/engine/check.c lab01_vector_add/vector_add.cu
    try make QUICK=1 build/quick/lab01
    check "and a file of the kit" [ "$(sort <<<"$out")" = "CU      lab01_vector_add/vector_add.cu
KIT     the kit's own part, compiled once
LD      build/quick/lab01" ]
    try make QUICK=1 build/quick/lab01
    check "nothing to do" [ -z "$out$err" ]
}

# made <compilations> <make's words>: dtype.o of this build is up to date, after that many runs of the compiler.
made() {
    : >"$scratch/compiled"
    exits 0 make -s DEVICE=cpu "${@:2}"
    check "${*:2}: compiled $1 times" [ "$(wc -l <"$scratch/compiled")" -eq "$1" ]
}

# bats test_tags=slow
@test "the builds that watch take the plain build's C objects, and nothing that is not the same" {
    local kit=$scratch/kit at=common/engine/dtype
    mkdir "$kit" "$scratch/bin" && cp -a Makefile common lab01_* "$kit" && cd "$kit" || return 1
    bin=$scratch/bin
    stub gcc "case \" \$* \" in *' -c -E '* | *' -E '*' -c '*) echo >>$scratch/warned ;; esac
        case \" \$* \" in *' -E '*) ;; *' -o build'*) echo >>$scratch/compiled ;; esac; exec $(command -v gcc) \"\$@\""
    export PATH=$bin:$PATH
    local check="BUILD=build/check CHECK=--check OPTIMISE=-O1" \
        traffic="BUILD=build/traffic CHECK=--traffic OPTIMISE=-O1"
    made 1 build/cpu/$at.o
    # shellcheck disable=SC2086 # words of make
    made 0 $check build/check/$at.o
    check "the same" cmp build/cpu/$at.o build/check/$at.o
    sleep 1
    echo 'int one_more;' >>$at.c
    # shellcheck disable=SC2086
    made 1 $traffic build/traffic/$at.o
    check "another text" grep -q one_more build/traffic/$at.o
    made 0 build/cpu/$at.o
    check "here, too" grep -q one_more build/cpu/$at.o
    sleep 1
    echo 'extern int of_a_header; int of_a_header;' >>$at.h
    # shellcheck disable=SC2086
    made 1 $check build/check/$at.o
    check "a header" grep -q of_a_header build/check/$at.o
    made 1 SANITIZE=-fsanitize=address build/cpu/$at.o
    made 1 OPTIMISE=-O0 build/cpu/$at.o
    rm -rf build/shared && touch build/shared # as where it cannot be written
    made 1 build/cpu/$at.o
    check "all the same" grep -q of_a_header build/cpu/$at.o
    rm -rf build
    made 1 BUILD=build/mine build/mine/$at.o
    made 0 BUILD=build/mine/check CHECK=--check OPTIMISE=-O1 build/mine/check/$at.o
    check "nothing outside the folder that was asked for" [ "$(ls build)" = mine ]
    check "-E and -c together, of which clang 21 warns" [ ! -e "$scratch/warned" ]
}

@test "a copy beside the exercise file, or of a whole folder, is told and left alone; no exercise file is one line" {
    local kit=$scratch/kit at=lab01_vector_add
    kit_of "$kit" lab01
    cd "$kit" || return
    cp $at/vector_add.cu "$at/vector_add (1).cu"
    cp $at/vector_add.cu $at/old.cu
    mkdir $at/backup && cp $at/*.cu $at/backup
    cp -r $at ${at}_old && cp -r $at "$at copy"
    touch $at/vector_add.cu
    exits 0 quick lab01
    check "the copy is named" shows "^$at/vector_add \(1\).cu is not compiled: the exercises are in $at/vector_add.cu$"
    check "one program" [ "$(ls -d lab01*)" = "$(printf '%s\n' lab01 $at "$at copy" ${at}_old)" ]
    exits 0 ./lab01 --quick --only gpu_v1
    exits 0 env QUICK=1 OBJECTS=build/quick sh common/tools/submission.sh lab01
    check "the file itself" cmp $at/vector_add.cu results/submission/vector_add.cu
    mv $at/vector_add.cu $at/mine.cu
    exits 2 quick lab01
    check "one line" one_line "$err"
    check "what is missing, and what is not it" \
        contains "$err" "$at/vector_add.cu is not there: it is the file of the exercises (not $at/mine.cu"
}

@test "a clone by Git for Windows has lines that a shell takes" {
    local repository=$scratch/repository
    mkdir "$repository" && cp .gitattributes setup.sh "$repository"
    git -C "$repository" init -q && git -C "$repository" add .
    git -C "$repository" -c user.name=x -c user.email=x@x commit -q -m x
    git clone -q -c core.autocrlf=true "$repository" "$scratch/clone"
    check "as here" cmp setup.sh "$scratch/clone/setup.sh"
}

@test "what make grade reads of a lab is made in any folder, beside a program whose name begins as the lab's" {
    local kit="$scratch/Curso (2026) d'Ana & co"
    kit_of "$kit" lab01
    cp -r solutions "$kit"
    touch "$kit/lab01_a" # as ./lab06_network lies beside lab06_resnet_layers/
    (cd "$kit" && exits 0 quick build/quick/grader/lab01.sh) || return
    check "the worked kernels' lines" [ -s "$kit/build/quick/grader/lab01_own.txt" ]
}

# bats test_tags=slow
@test "every lab, as students build it: no warning at the default optimisation" {
    local kit=$scratch/kit
    mkdir "$kit"
    cp -a Makefile common handouts lab*_*/ "$kit"
    exits 0 make -s --no-print-directory -C "$kit" DEVICE=cpu labs
    check "no warning" shows_no -i warning
    check "and nothing else that needs a reader" [ -z "$err" ]
}
