#!/usr/bin/env bats
# bats file_tags=slow
# What most students meet, with clang++: the mistakes are told in our words, and what clang++ has refused is compiled.
# All of them: tests/long/programs.bats.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers
load programs

setup_file() {
    work=$(mktemp -d)
    cd "$root" || return
    command -v clang++ >/dev/null || return 0
    for file in programs/{new_in_kernel,shared_forms} \
        compile_errors/{missing_{brace,semicolon,semicolon_launch},misspelt_{index,kernel},mistake_in_header} \
        compile_errors/{semicolon_before_body,const_store,index_of_a_row,malloc_of_pointer,event_for_float} \
        compile_errors/{atomic_type,shuffle_arguments,letters,constant_too_large}; do
        echo "clang++ syntax tests/$file.cu"
    done >"$work/jobs"
    build_all
}

@test "clang++: the mistakes that most students make, in the student's own file and line" {
    needs_clang
    must_say clang++ syntax compile_errors expects
    check "all of them" [ "$seen" -eq 15 ]
}

@test "clang++: attributes of shared memory, and new in a kernel" {
    needs_clang
    for program in new_in_kernel shared_forms; do
        try cat "$work/clang++-syntax-$program.said"
        check "$program compiles, and nothing is said" [ "$(cat "$work/clang++-syntax-$program.status")$out" = 0 ]
    done
}

@test "clang++: a built-in variable is no shared memory for the traffic counters" {
    needs_clang
    printf '%s\n' '__global__ void of_block(float *y, const float *x) { y[blockIdx.x] = x[blockIdx.x]; }' \
        'int main() { float *p; cudaMalloc(&p, 4096); of_block<<<2, 32>>>(p, p + 512);' \
        'return cudaDeviceSynchronize(); }' >"$scratch/my.cu"
    exits 0 env CXX=clang++ BUILD=build/clang-traffic common/traffic.sh "$scratch/my.cu"
    check "what is global" shows 'my.cu:1 +load x +global'
    check "is all" shows_no 'load +shared|store +shared'
}
