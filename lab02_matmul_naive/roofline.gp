#   gnuplot -c lab02_matmul_naive/roofline.gp results/lab02.csv results/lab02_roofline.svg
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict
# en: Roofline
# es: Roofline

numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

load "common/figures/roofline.plt"
