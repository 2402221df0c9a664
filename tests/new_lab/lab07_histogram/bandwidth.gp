#   gnuplot -c lab07_histogram/bandwidth.gp results/lab07.csv results/lab07_bandwidth.svg
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# en: Bandwidth of the histogram against the number of elements
# es: Ancho de banda del histograma según el número de elementos

numbers = "size gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, elements", "n, elementos")
set ylabel say("GB/s: 4 n bytes / time (median, p05 to p95)", "GB/s: 4 n bytes / tiempo (mediana, p05 a p95)")

x = 'column("size")'; y = 'column("gbs")'
load "common/figures/lines.plt"
