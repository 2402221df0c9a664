#   gnuplot -c lab05_transfers/share.gp results/lab05.csv results/lab05_share.svg
# columns   device version method size median_ms verdict ops_per_element chunks ops_per_byte
# columns   transfer_share
# en: Share of the copies against the work that is done
# es: Parte de las copias según el trabajo que se hace

right = "version=gpu_v1,gpu_ex51,gpu_ex52 method=with_transfers verdict=ok"
numbers = "size median_ms ops_per_element ops_per_byte"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

# Of the sizes, the one at which the work is varied; of gpu_ex52 as many chunks as there.
n(csv) = word(listed(csv, "size", "ops_per_element=1000"), 1)
chunks(csv) = "chunks=1,".word(listed(csv, "chunks", "version=gpu_ex52 ops_per_element=1000"), 1)
points_of(s) = first_rows(source(s), "version=".version(s)." size=".n(source(s))." ". \
    chunks(source(s)), "ops_per_element")

size_of(csv) = "n = ".in_digits("%.0f", real(n(csv)))
title = say("Lab 5: which share the copies take, ", "Lab 5: qué parte del total son copias, ").size_of(in). \
    (reference eq "" || n(reference) eq n(in) ? "" : say("; reference: ", "; referencia: ").size_of(reference))
set xlabel say("operations per byte that crosses", "operaciones por byte que cruza")
set ylabel say("share of the copies: 1 - kernel / all, in %", "parte de las copias: 1 - kernel / total, en %")

x = 'column("ops_per_byte")'; y = '(100 * column("transfer_share"))'; spread = "none"; x_in = "tens"
linear = "y"; highest_y = 100
load "common/figures/lines.plt"
