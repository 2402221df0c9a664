# Lab 3, roofline: what the arithmetic and the memory allow a product that moves each matrix once,
# and what each version makes of it.
#
#   gnuplot -c lab03_matmul_tiled/roofline.gp results/lab03.csv results/lab03_roofline.svg
#
# columns   device version method size median_ms p05_ms p95_ms gflops gbs pct_ceiling verdict
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab03.csv over it
# en: Roofline
# es: Roofline

lab = "lab03"
right = "method=wall,sync verdict=ok"
numbers = "size gflops gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 3: roofline of the tiled matrix product, float32, M = N = K") @headline
set xlabel "operations per byte: 2 N^3 / 12 N^2 (A and B read once, C written once)" noenhanced
set ylabel "GFLOP/s (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

# The roof: as many operations as the memory feeds, at most the peak. The limits come from the rows
# that know how near they came.
peak = limit(in, "gflops", "");              copy = limit(in, "gbs", "")
reference_peak = limit(reference, "gflops", ""); reference_copy = limit(reference, "gbs", "")
roof(peak, copy, x) = copy * x < peak ? copy * x : peak
set label 1 peak > 0 ? sprintf("%.3g TFLOP/s from %.3g operations per byte on", peak / 1000, peak / copy) \
    : "no roof: no GPU here" at graph 0.98, 0.97 right

points = '(column("gflops") / column("gbs")):"gflops"'; eval find_doubts
plot for [s in series] data(s) \
         using (column("gflops") / column("gbs")):"gflops":(low("gflops")):(high("gflops")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings, \
     roof(peak, copy, x) with lines linestyle 100 title peak > 0 ? "roof" : "", \
     roof(reference_peak, reference_copy, x) \
         with lines linestyle 100 dashtype 3 title reference_peak > 0 ? "roof, reference" : ""
eval done
