#   gnuplot -c lab01_vector_add/bandwidth.gp results/lab01.csv results/lab01_bandwidth.svg
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# en: Bandwidth against the number of elements, and the ceiling
# es: Ancho de banda según el número de elementos, y el techo

numbers = "size gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, elements", "n, elementos")
set ylabel say("GB/s: 12 n bytes / time (median, p05 to p95)", "GB/s: 12 n bytes / tiempo (mediana, p05 a p95)")

x = 'column("size")'; y = 'column("gbs")'; x_in = "2^k"
limits = 2
limit_here = limit(in, "gbs", ""); limit_there = limit(reference, "gbs", "")
limit_at(i, x) = i == 1 ? limit_here : limit_there
limit_name(i) = i == 1 ? say("ceiling: a copy", "techo: una copia") : say("ceiling", "techo").by_reference
load "common/figures/lines.plt"
