#   gnuplot -c lab04_pi_montecarlo/peers_samples.gp results/peers/lab04.csv results/lab04_peers_samples.svg
# columns   device version method size median_ms p05_ms p95_ms verdict gsamples_s
# make peers LABS=04 writes it; our versions come from lab04.csv in the folder above.
# en: Samples per second, our code and other libraries
# es: Muestras por segundo, nuestro código y otras bibliotecas

numbers = "size gsamples_s median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2
load "common/figures/peers.plt"

set xlabel say("n, samples", "n, muestras")
set ylabel say("1e9 samples per second (median, p05 to p95)", "1e9 muestras por segundo (mediana, p05 a p95)")

our_rows = right." version=cpu_serial,cpu_openmp,gpu_v1,gpu_ex41,gpu_ex42,curand,cub device!=cpu_device"
series = beside("version")
points_of(s) = rows_of(s)
x = 'column("size")'; y = 'column("gsamples_s")'; x_in = "2^k"
load "common/figures/lines.plt"
