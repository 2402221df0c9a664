#   gnuplot -c lab04_pi_montecarlo/cores.gp results/lab04_cores.csv results/lab04_cores.svg
# columns   version method size median_ms gsamples_s verdict
# It is the CSV of  ./lab04 --only cpu_openmp --threads 1,2,4 --csv FILE
# en: Samples per second of the CPU against the number of threads
# es: Muestras por segundo de la CPU según el número de hilos

right = "method=wall verdict=ok version!=cpu_openmp"
numbers = "size gsamples_s"
speed = "gsamples_s"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

unit = say("1e9 samples per second", "1e9 muestras por segundo")
load "common/figures/cores.plt"
