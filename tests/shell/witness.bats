#!/usr/bin/env bats
# make witness: after a race, an order in which the result changes, and the same again by its number.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, scratch, status, out and err

load helpers
load witness

setup() {
    in_root
    export BUILD=build/quick/check QUICK=1 # which `quick check` takes, too
}

# bats test_tags=slow
@test "a race is shown to go wrong, and its order is the same each time" {
    local name
    for name in counter tile_second_barrier between_blocks pipeline_two_copies atomic_of_block after_ticket; do
        try witness race_$name
        check "$name: an order" ends_with "an order in which it goes wrong: .* = .* instead of .*; again: .*"
        check "$name: again" contains "$out" "; again: make witness FILE=tests/check/bugs/race_$name.cu ORDER="
        replays race_$name "${out##*ORDER=}" 3
    done
}

@test "what a replay prints is what happened: the two accesses, the value that was read" {
    try witness race_two_threads
    check "an order" shows '^an order in which it goes wrong: out\[0\] = (0|-1) instead of 105; again: '
    try env ORDER=1 common/witness.sh tests/check/bugs/race_two_threads.cu
    check "70 reads too early" shows '^--> thread \(70,0,0\) of block \(0,0,0\), line 13: reads box: 0 \(usually 105\)$'
    check "5 has not written yet" shows '^--> thread \(5,0,0\) of block \(0,0,0\), line 11: writes box = 105$'
    check "nothing else" [ "$(grep -c '^[ >-]* thread ' <<<"$out")" -eq 2 ]
    replays race_pipeline_source 1 1
    check "what a copy on its way takes" shows 'line 9: reads in\[63\]: 63 \(usually 0\)$'
}

# bats test_tags=slow
@test "equal values, and an order that proves nothing" {
    try witness race_same_value
    check "equal values" ends_with "both write the same value"
    try witness race_guarded_max
    check "no proof" ends_with "no order of 100 changed the result: that proves nothing"
    check "the judge of these lines sees another one" bash -c "! grep -q 'both write' <<<'$out'"
    cat >"$scratch/no_race.cu" <<'END'
__global__ void k(int *x) { x[threadIdx.x] = 1; }
int main(void)
{
    int *x;
    cudaMalloc(&x, 128);
    k<<<1, 32>>>(x);
    cudaFree(x);
    return 0;
}
END
    try common/witness.sh "$scratch/no_race.cu"
    check "no race" ends_with "no race was found, so no other order was tried"
    sed -i 's/x\[threadIdx.x\] = 1/x[threadIdx.x + 1] = 1/' "$scratch/no_race.cu"
    try common/witness.sh "$scratch/no_race.cu"
    check "another mistake" ends_with "no race was found, so no other order was tried; make check names what is wrong"
}

# bats test_tags=slow
@test "a right program has the same result in 20 orders, and not without its barrier" {
    local file line
    for file in double_buffer tiled_product transpose_tile; do
        try in_20_orders tests/check/correct/$file.cu
        check "$file" ends_with "no order of [1-9][0-9]* changed the result: that proves nothing"
        file=tests/check/correct/$file.cu
        line=$(grep -n '__syncthreads();' "$file" | head -n 1 | cut -d : -f 1)
        sed "${line}s/__syncthreads();//" "$file" >"$scratch/mutant.cu"
        try in_20_orders "$scratch/mutant.cu"
        check "$file without line $line" ends_with "an order in which it goes wrong: .*"
    done
}

# bats test_tags=slow
@test "an order in which a kernel never ends is given up" {
    cat >"$scratch/spins.cu" <<'END'
__global__ void wait_for_flag(volatile int *flag, int *x)
{
    x[0] = blockIdx.x;
    if (blockIdx.x == 1) while (*flag == 0);
    if (blockIdx.x == 0) *flag = 1;
}
int main(void)
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    wait_for_flag<<<3, 1>>>(x + 1, x);
    cudaFree(x);
    return 0;
}
END
    try env ORDER=2 common/witness.sh "$scratch/spins.cu" # block 1 comes before block 0, and waits for it
    check "it ends" ends_with "no order of 1 changed the result: that proves nothing"
    try common/witness.sh "$scratch/spins.cu"
    check "in another it goes wrong" ends_with "an order in which it goes wrong: .*"
}

# bats test_tags=slow
@test "make check says it, too; its status and the rest of its JSON stay as they are" {
    exits 1 common/check.sh --json "$scratch/with" tests/check/bugs/race_counter.cu
    check "the order" \
        shows '^  an order in which it goes wrong: count\[0\] = [0-9]+ instead of 512; again: make witness'
    try env CPU_DEVICE_WITNESS=0 common/check.sh --json "$scratch/without" tests/check/bugs/race_counter.cu
    check "not where nobody asks" shows_no 'an order'
    check "the orders are a member" grep -q '"orders":{"tried":' "$scratch/with"
    sed -i 's/"orders":{.*]},"says":"race/"says":"race/' "$scratch/with"
    check "nothing else changes" cmp "$scratch/with" "$scratch/without"
}

# bats test_tags=slow
@test "a lab at one shape: where it has one step it is right, and again has the shape" {
    quick DEVICE=cpu CHECK=--check OPTIMISE=-O1 BUILD="$BUILD" "$BUILD/lab03"
    try env ONLY=ex33 SIZE=20,20,16 common/witness.sh lab03
    check "no race in one step" ends_with "no race was found, so no other order was tried"
    try env ONLY=ex33 SIZE=20,20,17 common/witness.sh lab03
    check "two steps" \
        ends_with "an order in which it goes wrong: .*; again: make witness03 ONLY=ex33 SIZE=20,20,17 ORDER=1"
    try env ONLY=ex33 SIZE=20,20,17 ORDER=1 common/witness.sh lab03
    check "again" ends_with "an order in which it goes wrong: .*; again: make witness03 ONLY=ex33 SIZE=20,20,17 ORDER=1"
}

@test "the command to show an order again has all that was given" {
    cp tests/check/bugs/race_counter.cu "$scratch/a file.cu"
    try env FLAGS=-DX=1 common/witness.sh -DY=2 "$scratch/a file.cu" 3 "four's"
    check "quoted for a shell" contains "$out" \
        "again: make witness FILE='$scratch/a file.cu' DEFINES=-DY=2 FLAGS=-DX=1 ARGS='3 four'\\''s' ORDER="
}

@test "witness/races.csv has every race, each once" {
    [ "$(races "[a-z]*" | sort)" = \
        "$(grep -l '^/\* finds: race' tests/check/bugs/*.cu | xargs -n 1 basename -s .cu | sort)" ]
}

@test "bad words: one line with the right ones, and nothing is built" {
    local words
    export BUILD=$scratch/none
    for words in ORDER=x ORDER=0 ORDER=2001 ORDER=-1 ORDER=99999999999999999999; do
        try env "$words" common/witness.sh tests/check/bugs/race_counter.cu
        refused "$words" "ORDER=.*: must be a whole number from 1 to 2000"
    done
    try env LAB_SEED=x common/witness.sh lab03
    refused SEED "SEED=x: must be a whole number from 0 to 999999999"
    try env ONLY=ex99 common/witness.sh lab03
    refused ONLY "ONLY=ex99: lab03 has no such version; it has .*ex33"
    try env ONLY=ex33 common/witness.sh tests/check/bugs/race_counter.cu
    refused "ONLY of a program" "ONLY, SEED and SIZE are for the labs"
    for words in SIZE=0 SIZE=513 SIZE=33,31 SIZE=33,31,0 SIZE=1,2,3,4 SIZE=x; do
        try env "$words" common/witness.sh lab03
        refused "$words" "$words: must be a whole number from 1 to 512, or three, M,N,K"
    done
    try env SIZE=1,2,3 common/witness.sh lab01
    refused "SIZE of a vector" "SIZE=1,2,3: must be a whole number from 1 to 100000"
    try env SIZE=33 common/witness.sh tests/check/bugs/race_counter.cu
    refused "SIZE of a program" "ONLY, SEED and SIZE are for the labs"
    try env REPORT_LANG=es ORDER=x common/witness.sh lab03
    refused "in Spanish" "ORDER=x: debe ser un número entero de 1 a 2000"
    try common/witness.sh lab99
    refused lab99 "lab99: there is no such lab"
    try common/witness.sh nothing.cu
    refused nothing.cu "nothing.cu: there is no such file"
    check "nothing was built" [ ! -e "$scratch/none" ]
}
