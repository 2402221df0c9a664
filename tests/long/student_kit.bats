#!/usr/bin/env bats
# The students' kit by itself: it builds, all is still to do, and no kernel in it is an exercise's answer.
# shellcheck disable=SC2013,SC2034,SC2154 # words; helpers.bash sets root, status, out, err

load ../shell/helpers

setup() {
    in_root
    sh solutions/grader/student_kit.sh "$scratch/kit.tar.gz" 2>/dev/null
    tar -xzf "$scratch/kit.tar.gz" -C "$scratch"
    cd "$scratch/cuda-labs" || exit 1
}

teardown() {
    cd / && rm -rf "$scratch"
}

# launchers <files>: "matmul_tiled_v1 float*,constfloat*,constfloat*,int,int,int" of each one at the left edge
launchers() {
    sed -E 's,//.*,,' "$@" | tr '\n' ' ' | grep -o -E 'void [a-z_0-9]+\([^()]*\)' |
        sed -E 's/^void ([a-z_0-9]+)\((.*)\)$/\1 \2/; s/[a-z_A-Z0-9]+(\[[A-Z_]*\])?(,|$)/\1\2/g' |
        awk '{ name = $1; $1 = ""; gsub(/ /, ""); gsub(/count/, "unsignedlonglong"); print name, $0 }' | sort -u
}

# as_exercise <starter> <lab's file> <exercise's launcher> <file of the kit> <launcher in it>:
# the starter, with that one called
as_exercise() {
    local parameters scope=''
    parameters=$(tr '\n' ' ' <"${2%.cu}.h" | grep -o -E "void $3\([^()]*\)" | head -n 1)
    echo "#define $3 starter_$3"
    cat "$1"
    echo "#undef $3"
    if [ "$4" != "$2" ]; then
        scope=given
        sed -n -E "s|^#include \"([^/\"]*)\"|#include \"$PWD/$(dirname "$4")/\1\"|p; /^#include (<|\"[^\"]*\/)/p" "$4"
        echo "namespace given {"
        grep -v '^#include' "$4"
        echo "}"
    fi
    echo "$parameters { $scope::$5($(sed \
        -E 's/.*\((.*)\)/\1/; s/[^,]*[ *]([a-z_A-Z0-9]+)(\[[A-Z_]*\])?(,|$)/\1\3/g' <<<"$parameters")); }"
}

@test "the students' kit: each exercise is still to do" {
    try env -u MAKEFLAGS -u MAKELEVEL make progress DEVICE=cpu
    check "none is done or right" [ "$(grep -c -E '^lab0[0-9] .* (done|right)$' <<<"$out")" -eq 0 ]
    check "but to do" [ "$(grep -c -E '^lab0[0-9] .* todo$' <<<"$out")" -ge 14 ]
}

# 3.3 and lab 5 are left out as in the rubric: the answer is the worked kernel, repaired or moved.
@test "the students' kit: no launcher in it that fits makes an exercise done" {
    local exercise lab file type given name tried=0
    for exercise in $(awk -F , 'NR > 1 && $9 != "-" { print $1 }' "$root/solutions/rubric.csv"); do
        lab=lab0${exercise:2:1}
        file=$(grep -l "TODO(${exercise:2:1}.${exercise:3})" "$lab"_*/*.cu)
        read -r name type < <(launchers "${file%.cu}.h" | grep "_$exercise ")
        check "$exercise has parameters" [ -n "$type" ]
        cp "$file" "$scratch/starter.cu"
        for given in $(grep -l __global__ lab0[0-9]_*/*.cu); do
            for twin in $(launchers "$([ "$given" = "$file" ] && echo "$scratch/starter.cu" || echo "$given")" |
                awk -v type="$type" '$2 == type && $1 !~ /_ex[0-9]+$|_ex[0-9]+_kernel$|_kernel$/ { print $1 }'); do
                as_exercise "$scratch/starter.cu" "$file" "$name" "$given" "$twin" >"$scratch/file.cu"
                cp "$scratch/file.cu" "$file"
                try env -u MAKEFLAGS -u MAKELEVEL make progress DEVICE=cpu LABS="${lab#lab}" ONLY="$exercise"
                check "$exercise by $twin: built" grep -q -E "^$lab +[0-9.]+ .*(done|right|wrong|todo)" <<<"$out"
                check "$exercise by $twin is not done" [ "$(grep -c -E "^$lab .* done$" <<<"$out")" -eq 0 ]
                tried=$((tried + 1))
            done
        done
        cp "$scratch/starter.cu" "$file"
    done
    check "some fit" [ "$tried" -ge 10 ]
}
