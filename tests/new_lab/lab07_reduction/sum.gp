#   gnuplot -c lab07_reduction/sum.gp results/lab07.csv results/lab07_sum.svg
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# en: Bandwidth of the sum against the number of elements
# es: Ancho de banda de la suma según el número de elementos

numbers = "size gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, elements", "n, elementos")
set ylabel say("GB/s: 4 n bytes / time (median, p05 to p95)", "GB/s: 4 n bytes / tiempo (mediana, p05 a p95)")

x = 'column("size")'; y = 'column("gbs")'
load "common/figures/lines.plt"
