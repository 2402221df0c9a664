# Lab 1: how fast the vectors are added, against n, and the ceiling.
#
#   gnuplot -c lab01_vector_add/bandwidth.gp results/lab01.csv results/lab01_bandwidth.svg
#
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab01.csv over it
# en: Bandwidth against the number of elements, and the ceiling
# es: Ancho de banda según el número de elementos, y el techo

lab = "lab01"
right = "method=wall,sync verdict=ok"
numbers = "size gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 1: vector add, c = a + b, float32") @headline
set xlabel "n, elements"
set ylabel "GB/s, 12 n bytes / time (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "2^{%L}"

set offsets graph 0.03, graph 0.03, 0, 0

limit_here = limit(in, "gbs", "")
limit_there = limit(reference, "gbs", "")

points = '"size":"gbs"'; eval find_doubts
plot for [s in series] data(s) using "size":"gbs":(low("gbs")):(high("gbs")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings, \
     limit_here with lines linestyle 100 title limit_here > 0 ? "ceiling: a copy" : "", \
     limit_there with lines linestyle 100 dashtype 3 title limit_there > 0 ? "ceiling, reference" : ""
eval done
