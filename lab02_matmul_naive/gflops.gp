# Lab 2: GFLOP/s against N of every version, the ceiling, and what a card's limits allow.
#
#   gnuplot -c lab02_matmul_naive/gflops.gp results/lab02.csv results/lab02_gflops.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict bound_ms
# en: GFLOP/s against N
# es: GFLOP/s según N

lab = "lab02"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 2: plain matrix product, C = A B, float32, M = N = K", \
    "Lab 2: producto de matrices sencillo, C = A B, float32, M = N = K")
load "common/gflops.plt"
