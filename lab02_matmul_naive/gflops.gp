#   gnuplot -c lab02_matmul_naive/gflops.gp results/lab02.csv results/lab02_gflops.svg
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict bound_ms
# en: GFLOP/s against N
# es: GFLOP/s según N

numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

load "common/figures/gflops.plt"
