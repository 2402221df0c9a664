#!/usr/bin/env bats
# common/figures/style.gp: loads without a word of complaint, and draws a lab's CSV with columns by name.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    command -v gnuplot >/dev/null || skip "needs gnuplot"
}

draw() { # a figure by name, from a CSV with a comment and an empty cell
    cat >"$scratch/in.csv" <<'END'
# device: GPU X
version,size,gbs
gpu_v1,1024,10
gpu_v1,4096,
gpu_v1,16384,30
END
    cat >"$scratch/figure.gp" <<END
load "common/figures/style.gp"
eval "set terminal ".output_terminal("$1")
set output "$1"
plot "$scratch/in.csv" using "size":"gbs" with linespoints title "gpu_v1", 40 with lines linestyle 100
END
    try gnuplot "$scratch/figure.gp"
}

@test "the style draws an SVG and a PNG" {
    draw "$scratch/out.svg"
    check "gnuplot says nothing" [ "$status$out$err" = 0 ]
    check "an SVG" grep -q '<svg' "$scratch/out.svg"
    check "with both points" [ "$(grep -c "xlink:href='#gpPt6'" "$scratch/out.svg")" -ge 2 ]
    draw "$scratch/out.png"
    check "a PNG" [ "$(head -c 4 "$scratch/out.png" | tail -c 3)" = PNG ]
}

@test "a column that is not there is an error, not an empty figure" {
    printf 'load "common/figures/style.gp"\nset terminal svg\nset output "%s/out.svg"\n' "$scratch" \
        >"$scratch/figure.gp"
    printf 'version,size\ngpu_v1,1024\n' >"$scratch/in.csv"
    printf 'plot "%s/in.csv" using "size":"gbs"\n' "$scratch" >>"$scratch/figure.gp"
    try gnuplot "$scratch/figure.gp"
    check "gnuplot complains" [ "$status" -ne 0 ]
}
