# Lab 7: how fast the numbers are added up, against n.
#
#   gnuplot -c lab07_reduction/sum.gp results/lab07.csv results/lab07_sum.svg
#
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# en: Bandwidth of the sum against the number of elements
# es: Ancho de banda de la suma según el número de elementos

lab = "lab07"
right = "method=wall,sync verdict=ok"
numbers = "size gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 7: the sum of n floats") @headline
set xlabel "n, elements"
set ylabel "GB/s, 4 n bytes / time (median, p05 to p95)"
set logscale x 2
set logscale y 10
set offsets graph 0.03, graph 0.03, 0, 0

points = '"size":"gbs"'; eval find_doubts
plot for [s in series] data(s) using "size":"gbs":(low("gbs")):(high("gbs")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings
eval done
