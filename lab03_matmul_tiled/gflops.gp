# Lab 3: GFLOP/s against N of every version, and the ceiling.
#
#   gnuplot -c lab03_matmul_tiled/gflops.gp results/lab03.csv results/lab03_gflops.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab03.csv over it
# en: GFLOP/s against N
# es: GFLOP/s según N

lab = "lab03"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 3: tiled matrix product, C = A B, float32, M = N = K") @headline
set xlabel "N"
set ylabel "GFLOP/s: 2 N^3 / time (median, p05 to p95)" noenhanced

set logscale x 2
set logscale y 10
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

# The ceiling: arithmetic, or the memory, that must move 12 N^2 bytes for 2 N^3 operations.
peak = limit(in, "gflops", "");              copy = limit(in, "gbs", "")
reference_peak = limit(reference, "gflops", ""); reference_copy = limit(reference, "gbs", "")
lower(a, b) = a < b ? a : b

points = '"size":"gflops"'; eval find_doubts
plot for [s in series] data(s) using "size":"gflops":(low("gflops")):(high("gflops")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings, \
     lower(peak, copy * x / 6) with lines linestyle 100 title peak > 0 ? "ceiling" : "", \
     lower(reference_peak, reference_copy * x / 6) \
         with lines linestyle 100 dashtype 3 title reference_peak > 0 ? "ceiling, reference" : ""
eval done
