# Lab 5: how fast a copy is, against its size, pageable and pinned, in each direction.
#
#   gnuplot -c lab05_transfers/bandwidth.gp results/lab05.csv results/lab05_bandwidth.svg
#
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict direction
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab05.csv over it
# en: GB/s of a copy against its size, pageable and pinned
# es: GB/s de una copia según su tamaño, con memoria paginable y fijada

lab = "lab05"
copies = "copy_h2d_pageable,copy_h2d_pinned,copy_d2h_pageable,copy_d2h_pinned,copy_d2d"
right = "method=sync verdict=ok version=".copies
numbers = "size gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 5: copies to the device (h2d), back (d2h), and within it (d2d: read and written)") @headline
set xlabel "size of the copy in bytes"
set ylabel "GB/s (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "%.0b %BB"
set format y "10^{%T}"
set xtics 4, 16 rotate by -30
set offsets graph 0.03, graph 0.03, 0, 0

limit_here = limit(in, "gbs", "direction=h2d,d2h") # of the bus; d2d does not cross it
limit_there = limit(reference, "gbs", "direction=h2d,d2h")

points = '(4 * column("size")):"gbs"'; eval find_doubts
plot for [s in series] data(s) using (4 * column("size")):"gbs":(low("gbs")):(high("gbs")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings, \
     limit_here with lines linestyle 100 title limit_here > 0 ? "ceiling: the bus" : "", \
     limit_there with lines linestyle 100 dashtype 3 title limit_there > 0 ? "ceiling, reference" : ""
eval done
