#!/usr/bin/env bats
# bats file_tags=slow
# A reader of the thesis: make peers of the 20 layers, the figures beside ours, and whether they draw what was measured.
# shellcheck disable=SC2016,SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk

# scale_of <svg> <name in its key> <rates>: dots of each bar of this name by its rate, lowest first; the first polygon
# is the key's.
scale_of() {
    local heights
    heights=$(awk -v name="<title>$2</title>" '
        /<g id="gnuplot_plot_/ { inside = index($0, name) > 0 }
        inside && /<polygon/ && bars++ {
            sub(/.* points = ./, "")
            n = split($0, at, /[ ,]+/)
            low = high = at[2]
            for (i = 4; i < n; i += 2) {
                if (at[i] < low) low = at[i]
                if (at[i] > high) high = at[i]
            }
            print high - low
        }' "$1" | sort -g)
    paste -d ' ' <(echo "$heights") <(sort -g <<<"$3") | awk 'NF == 2 { print $1 / $2 } NF != 2 { print "alone:", $0 }'
}

@test "a reader of the thesis: peers in NumPy and Numba, figures beside ours, their bars those of the CSV" {
    local csv=results/peers/lab06.csv figure name scale all=''
    lay_out
    as_built lab06 lab06_network
    cd "$kit" || return
    [ -n "${AS_TYPED:-}" ] || export BATCHES=1 LAYERS=2,4,19 SWEEP='--quick --only cpu_openmp --samples 1'
    ln -s "$root/.peers" .venv # as ./setup.sh --peers makes it; ./setup.sh --tests has brought it
    types "make peers LABS=06 PEERS=numpy,numba"
    for name in numpy numba; do
        check "$name: a row for each layer" \
            [ "$(awk -F, -v v=$name '$3 == v && $5 == "float32" && $14 > 0 && $17 == "ok"' $csv | wc -l)" -ge 3 ]
    done
    mkdir -p results
    [ -n "${AS_TYPED:-}" ] || { # of ours: the CSV of the examples, in which a GPU's rows are left out
        grep -v -E '^lab06,[^,]*,(gpu_|cublas)' "$root"/build/figures/lab06.csv >results/lab06.csv
        sed -i "s/^# rows: .*/# rows: $(grep -c ^lab06, results/lab06.csv)/" results/lab06.csv
        cp "$root"/build/figures/lab06_{network,cores}.csv results
    }
    types "make plot06"
    for figure in results/lab06_peers_all_cpu.svg results/lab06_peers_numpy_cpu.svg; do
        is_drawn en $figure
    done
    figure=results/lab06_peers_all_cpu.svg
    for name in numpy numba; do
        scale=$(scale_of $figure $name "$(awk -F, -v v=$name \
            '$3 == v && $5 == "float32" && $22 == 1 && $20 > 0 { print $14 }' $csv)")
        check "$name: a bar for each rate: $scale" lacks "$scale" alone
        all+=$scale$'\n'
    done
    out=$all
    check "bars are as high as their rates" awk '
        NF { if (!n++ || $1 < low) low = $1; if ($1 > high) high = $1 }
        END { exit !(n >= 6 && high < 1.02 * low + 0.05) }' <<<"$all"
}
