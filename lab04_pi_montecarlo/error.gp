# Lab 4: how far from pi, against the number of samples, and how far is to be expected.
#
#   gnuplot -c lab04_pi_montecarlo/error.gp results/lab04.csv results/lab04_error.svg
#
# columns   device version method size verdict abs_error std_error
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab04.csv over it
# en: Distance from pi against the number of samples
# es: Distancia a pi según el número de muestras

lab = "lab04"
right = "method=wall,sync verdict=ok"
numbers = "size abs_error std_error"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 4: the error of Monte Carlo pi, the same in all versions") @headline
set xlabel "n, samples"
set ylabel "distance from pi"

set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

# The distance from pi is |z| standard errors, z normally distributed: 90 of 100 runs come to lie
# between 0.063 and 1.96 of them.
plot first_rows(in, "", "size") using "size":(0.063 * column("std_error")):(1.96 * column("std_error")) \
         with filledcurves linecolor rgb "#dddddd" title "90 of 100 runs", \
     first_rows(in, "", "size") using "size":"std_error" \
         with lines linestyle 100 title "standard error, 1.64 / sqrt(n)", \
     for [i = 1:(reference eq "" ? 1 : 2)] first_rows(i == 1 ? in : reference, "", "size") \
         using "size":"abs_error" with linespoints linetype 5 dashtype i \
         pointtype i == 1 ? 7 : 6 pointsize sized(1.6) title i == 1 ? "this run" : "reference"
eval done
