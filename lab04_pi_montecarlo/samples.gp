# Lab 4: samples per second against their number, of every version, and the ceiling.
#
#   gnuplot -c lab04_pi_montecarlo/samples.gp results/lab04.csv results/lab04_samples.svg
#
# columns   device version method size median_ms p05_ms p95_ms pct_ceiling verdict gsamples_s
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab04.csv over it
# en: Samples per second
# es: Muestras por segundo

lab = "lab04"
right = "method=wall,sync verdict=ok"
numbers = "size gsamples_s median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 4: Monte Carlo pi, samples per second") @headline
set xlabel "n, samples"
set ylabel "1e9 samples per second (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

limit_here = limit(in, "gsamples_s", "") # of every n: the lab counts the products of a sample
limit_there = limit(reference, "gsamples_s", "")

points = '"size":"gsamples_s"'; eval find_doubts
plot for [s in series] data(s) \
         using "size":"gsamples_s":(low("gsamples_s")):(high("gsamples_s")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings, \
     limit_here with lines linestyle 100 title limit_here > 0 ? "ceiling: arithmetic" : "", \
     limit_there with lines linestyle 100 dashtype 3 title limit_there > 0 ? "ceiling, reference" : ""
eval done
