#   gnuplot -c lab06_resnet_layers/cores.gp results/lab06_cores.csv results/lab06_cores.svg
# columns   version method size median_ms gflops verdict layer
# It is the CSV of  ./lab06 --only cpu_openmp --threads 1,2,4 --csv FILE
# en: GFLOP/s of the CPU against the number of threads
# es: GFLOP/s de la CPU según el número de hilos

right = "method=wall verdict=ok layer=0 version!=cpu_openmp"
numbers = "size gflops"
speed = "gflops"; unit = "GFLOP/s"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

load "common/figures/cores.plt"
