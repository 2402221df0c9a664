# Lab 2, roofline: what the arithmetic and the memory allow a product that moves each matrix once,
# and what each version makes of it.
#
#   gnuplot -c lab02_matmul_naive/roofline.gp results/lab02.csv results/lab02_roofline.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict
# en: Roofline
# es: Roofline

lab = "lab02"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 2: roofline of the plain matrix product, float32, M = N = K", \
    "Lab 2: roofline del producto de matrices sencillo, float32, M = N = K")
load "common/roofline.plt"
