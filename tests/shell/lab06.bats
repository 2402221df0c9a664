#!/usr/bin/env bats
# Lab 6's own promises, of its first part: its columns, the total over the network's layers, what is
# refused, what is checked where C is large, and what is timed with which --dtype.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # awk has $1; helpers.bash sets root, out, ...

load helpers

setup() {
    in_root
    built lab06 solution06
}

# rows <arguments of solution06>: the rows of its CSV, without a header, in $out; what it printed, in $said.
rows() {
    exits 0 build/quick/solution06 --quick --csv "$scratch/x.csv" "$@"
    said=$out
    out=$(sed '/^#/d; /^lab,/d' "$scratch/x.csv")
}

@test "lab06: the 20 shapes are those of ResNet-50, 53 layers in all, 8.174 GFLOP per image" {
    # The shapes as they follow from the network's description, in awk: stages of 3, 4, 6 and 3
    # blocks, each 1x1, 3x3, 1x1, the first with a shortcut; the stride sits in the 3x3.
    rows --size 224 --only cpu_openmp --samples 1 --min-time 0
    awk -F , '$20 > 0 { print $7, $8, $9, $21 }' <<<"$out" | sort >"$scratch/got"
    awk 'function layer(m, n, k) { if (!count[m " " n " " k]++) order[++shapes] = m " " n " " k }
        BEGIN {
            layer(112 * 112, 64, 7 * 7 * 3); channels = 64; side = 56
            split("3 4 6 3", blocks)
            for (stage = 1; stage <= 4; stage++)
                for (block = 1; block <= blocks[stage]; block++) {
                    width = 64 * 2 ^ (stage - 1)
                    layer(side * side, width, channels)
                    if (block == 1 && stage > 1) side /= 2
                    layer(side * side, width, 9 * width)
                    layer(side * side, 4 * width, width)
                    if (block == 1) layer(side * side, 4 * width, channels)
                    channels = 4 * width
                }
            for (i = 1; i <= shapes; i++) print order[i], count[order[i]]
        }' </dev/null | sort >"$scratch/want"
    check "20 of them" [ "$(wc -l <"$scratch/want")" -eq 20 ]
    check "the same" diff "$scratch/want" "$scratch/got"
    check "53 in all, 8.174 GFLOP" awk '{ n += $4; ops += 2 * $1 * $2 * $3 * $4 }
        END { exit !(n == 53 && ops > 8.1735e9 && ops < 8.1745e9) }' "$scratch/got"
}

# bats test_tags=slow
@test "lab06: --shapes unet: the 38 products of a U-Net; attention grows with the square of its pixels" {
    rows --shapes unet --size 64 --batch 2 --only cpu_openmp --samples 1 --min-time 0
    check "38" [ "$(awk -F , '$20 > 0' <<<"$out" | wc -l)" -eq 38 ]
    # of two images: other products have twice the rows, and there are twice as many attentions
    check "376 in all" awk -F , '$20 > 0 { n += $23 ~ /(scores|values)$/ ? $21 / 2 : $21 } $20 == 0 { all = $21 }
        END { exit n != 376 || all != 376 }' <<<"$out"
    # 64 pixels here, 4,096 of an image of 512 x 512: scores and values have 4,096 times the operations, the rest 64
    check "789 GFLOP at 512" awk -F , '$20 > 0 { ops += $7 * $8 * $9 * $21 * ($23 ~ /(scores|values)$/ ? 4096 : 64) }
        END { exit !(ops > 789.2e9 && ops < 789.5e9) }' <<<"$out"
    check "the title" grep -q '^# title: Lab 6 - the layers of a U-Net   38 products' "$scratch/x.csv"
    check "two images: twice the rows, twice the attentions" awk -F , '
        $23 == "64x64 3x3" && $7 != 128 { exit 1 }
        $23 == "64x64 scores" && ($7 != 64 || $8 != 64 || $21 != 80) { exit 1 }' <<<"$out"
    exits 2 build/quick/lab06 --shapes vgg
    check "what there is" contains "$err" "must be resnet50 or unet"
}

# bats test_tags=slow
@test "lab06: its columns follow the common ones; layer 0 is the sum; halves are checked, and not timed" {
    rows --batch 3 --samples 1
    check "the header" grep -q ',verdict,doubt,bound_ms,layer,count,batch,name$' "$scratch/x.csv"
    check "every row" [ "$(wc -l <<<"$out")" -ge $((21 * 11)) ]
    # 3 version, 4 method, 7-9 m n k, 11 median_ms, 14 gflops, 20 layer, 21 count, 22 batch
    check "the values" awk -F , '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 23 || $22 != 3 || $5 != "float32" { exit 1 }
        $20 > 0 {
            ops = 2 * $7 * $8 * $9
            if (off($14, ops / $11 / 1e6) > 1e-3 * $14) exit 1
            ms[$3 $4] += $21 * $11; all[$3 $4] += $21 * ops; layers[$3 $4]++
        }
        $20 == 0 {
            totals++
            if (layers[$3 $4] != 20 || $7 $8 $9 != "" || off($11, ms[$3 $4]) > 1e-3 * $11) exit 1
            if (off($14, all[$3 $4] / $11 / 1e6) > 1e-3 * $14) exit 1
        }
        END { exit totals < 11 }' <<<"$out"
    out=$said
    check "the halves were checked, and it says so" shows '^gpu_ex62 +ok +not timed: --dtype f16 times it$'
    check "im2col, too" shows '^gpu_ex63 +ok +not timed here: ./lab06_network times it$'
}

# bats test_tags=slow
@test "lab06: --dtype f16 times the halves, which --only a version of halves means as well" {
    rows --dtype f16 --only cpu_serial,cpu_openmp,gpu_ex61,gpu_ex62 --samples 1
    check "halves" [ "$(cut -d , -f 3,5 <<<"$out" | sort -u | xargs)" = \
        "cpu_openmp,float16 cpu_serial,float16 gpu_ex62,float16" ]
    out=$said
    check "floats were checked" shows '^gpu_ex61 +ok '
    rows --only gpu_ex62 --samples 1
    check "halves" grep -q ',gpu_ex62,sync,float16,' <<<"$out"
}

@test "lab06: a batch, a size or both that do not fit are refused in one line" {
    local arguments
    for arguments in "--batch 100000" "--batch 128 --sizes 64,6000" "--batch 1000000 --size 7000"; do
        # shellcheck disable=SC2086 # words
        exits 2 build/quick/lab06 $arguments --csv "$scratch/no.csv"
        check "one line that names them" one_line "$err"
        check "and says what is right" grep -q -E -e '--batch [0-9]+ --size [0-9]+: .*smaller' <<<"$err"
        check "nothing was done" [ -z "$out" ]
        check "no CSV" [ ! -e "$scratch/no.csv" ]
    done
    for arguments in "--batch 0" "--batch" "--batch 2.5" "--dtype f64" "--dtype" "--image 224" \
        "--weights x" "--input x" "--network resnet18" "--batch 1,2"; do
        # shellcheck disable=SC2086
        exits 2 build/quick/lab06 $arguments
        check "$arguments: one line that names it" one_line "$err"
        check "$arguments" contains "$err" "${arguments%% *}"
    done
}

@test "lab06: the sum of all layers has no percentiles, because they cannot be added" {
    rows --only cpu_openmp --samples 12
    check "of a layer they stand there" awk -F , '$20 > 0 && ($12 == "" || $13 == "") { exit 1 }' <<<"$out"
    check "of the sum they do not" awk -F , '$20 == 0 { n++; if ($12 $13 != "") exit 1 } END { exit !n }' <<<"$out"
    check "nor is it in doubt as a layer is" awk -F , '$20 == 0 && $18 ~ /p95/ { exit 1 }' <<<"$out"
}

@test "lab06: --min-time is for a pass over the 20 layers, not for each" {
    rows --only cpu_openmp --min-time 2
    check "seconds in all" awk -F , '$20 > 0 { ms += $10 * $11 } END { exit !(ms > 500 && ms < 8000) }' <<<"$out"
}

# mutant <sed expression>: the lab, its worked kernel changed.
mutant() {
    sed "$1" "$root/lab06_resnet_layers/resnet_layers.cu" >lab06_resnet_layers/resnet_layers.cu
    built lab06
    try build/quick/lab06 --quick --only gpu_v1 --batch 60
}

# bats test_tags=slow
@test "lab06: where only some rows are compared, a wrong one among the others is found" {
    kit_of "$scratch" lab06
    cd "$scratch" || return
    gives 0 mutant 's/^/ /'
    # Of layer 1's 15,360 rows 64 are compared by element, and row 14 is none of them.
    # 1e6, because the drawn factors may be large.
    gives 1 mutant 's/c\[i \* n + j\] = sum;/c[i * n + j] = m == 15360 \&\& i == 14 \&\& j == 3 ? sum + 1e6f : sum;/'
    check "which" shows '^gpu_v1 +WRONG +layer 1, .*: row 14 of C does not add up .* nor do 0 others'
}
