# Lab 3: GFLOP/s against N of every version, the ceiling, and what a card's limits allow.
#
#   gnuplot -c lab03_matmul_tiled/gflops.gp results/lab03.csv results/lab03_gflops.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict bound_ms
# en: GFLOP/s against N
# es: GFLOP/s según N

lab = "lab03"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 3: tiled matrix product, C = A B, float32, M = N = K", \
    "Lab 3: producto de matrices por teselas, C = A B, float32, M = N = K")
load "common/gflops.plt"
