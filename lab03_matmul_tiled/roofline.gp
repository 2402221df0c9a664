# Lab 3, roofline: what the arithmetic and the memory allow a product that moves each matrix once,
# and what each version makes of it.
#
#   gnuplot -c lab03_matmul_tiled/roofline.gp results/lab03.csv results/lab03_roofline.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict
# en: Roofline
# es: Roofline

lab = "lab03"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 3: roofline of the tiled matrix product, float32, M = N = K", \
    "Lab 3: roofline del producto de matrices por teselas, float32, M = N = K")
load "common/roofline.plt"
