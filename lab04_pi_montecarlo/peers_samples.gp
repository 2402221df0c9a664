# Lab 4: samples per second against their number, of other libraries and of our own versions.
#
#   gnuplot -c lab04_pi_montecarlo/peers_samples.gp results/peers/lab04.csv results/lab04_peers_samples.svg
#
# columns   device version method size median_ms p05_ms p95_ms verdict gsamples_s
# make peers LABS=04 writes it; our versions come from lab04.csv in the folder above.
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/peers/lab04.csv over it
# en: Samples per second, our code and other libraries
# es: Muestras por segundo, nuestro código y otras bibliotecas

lab = "lab04"
file = "peers/lab04"
right = "method=wall,sync verdict=ok"
numbers = "size gsamples_s median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"
load "common/peers.plt"

set label 100 titled("Lab 4: Monte Carlo pi, samples per second") @headline
set xlabel "n, samples"
set ylabel "1e9 samples per second (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

our_rows = right." version=cpu_serial,cpu_openmp,gpu_v1,gpu_ex41,gpu_ex42,curand,cub device!=cpu_device"
series = beside("version")
points_of(s) = rows_of(s)
points = '"size":"gsamples_s"'; eval find_doubts
plot for [i = 1:words(series)] rows_of(word(series, i)) \
         using "size":"gsamples_s":(low("gsamples_s")):(high("gsamples_s")) \
         with yerrorlines linetype (i - 1) % 8 + 1 dashtype dash(word(series, i)) \
         pointsize sized(1.2) title name(word(series, i)), \
     @rings
eval done
