# Lab 3: GFLOP/s against N of every version, the ceiling, and what a card's limits allow.
#
#   gnuplot -c lab03_matmul_tiled/gflops.gp results/lab03.csv results/lab03_gflops.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict bound_ms
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab03.csv over it
# en: GFLOP/s against N
# es: GFLOP/s según N

lab = "lab03"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

title = say("Lab 3: tiled matrix product, C = A B, float32, M = N = K", \
    "Lab 3: producto de matrices por teselas, C = A B, float32, M = N = K")
set xlabel "N"
set ylabel say("GFLOP/s: 2 N^3 / time (median, p05 to p95)", "GFLOP/s: 2 N^3 / tiempo (mediana, p05 a p95)") noenhanced

x = 'column("size")'; y = 'column("gflops")'
load "common/card.plt"
load "common/lines.plt"
