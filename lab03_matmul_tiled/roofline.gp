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

title = say("Lab 3: roofline of the tiled matrix product, float32, M = N = K", \
    "Lab 3: roofline del producto de matrices por teselas, float32, M = N = K")
set xlabel say("operations per byte: 2 N^3 / 12 N^2 (each matrix moved once)", \
    "operaciones por byte: 2 N^3 / 12 N^2 (cada matriz se mueve una vez)") noenhanced
set ylabel say("GFLOP/s (median, p05 to p95)", "GFLOP/s (mediana, p05 a p95)")

peak(csv) = limit(csv, "gflops", "")
copy(csv) = limit(csv, "gbs", "")
peak_here = peak(in); copy_here = copy(in)
peak_there = peak(reference); copy_there = copy(reference)
set label 1 peak_here > 0 ? in_digits("%.3g", peak_here / 1000).say(" TFLOP/s from ", " TFLOP/s a partir de "). \
    in_digits("%.3g", peak_here / copy_here).say(" operations per byte on", " operaciones por byte") \
    : say("no roof: no GPU here", "sin techo: aquí no hay GPU") at graph 0.98, 0.04 right

x = '(column("gflops") / column("gbs"))'; y = 'column("gflops")'
limits = 2
roof(peak, copy, x) = copy * x < peak ? copy * x : peak
limit_at(i, x) = i == 1 ? roof(peak_here, copy_here, x) : roof(peak_there, copy_there, x)
limit_name(i) = say("roof", "techo").(i == 1 ? "" : by_reference)
load "common/lines.plt"
