# Lab 6: GFLOP/s of each layer: our code and the libraries on the CPU, batch 128.
#
#   gnuplot -c lab06_resnet_layers/peers_all_cpu128.gp results/peers/lab06.csv results/lab06_peers_all_cpu128.svg
#
# columns   version dtype size median_ms p05_ms p95_ms gflops verdict layer batch name backend
# en: GFLOP/s of each layer: our code and the libraries on the CPU, batch 128
# es: GFLOP/s de cada capa: nuestro código y las bibliotecas en la CPU, lote 128

who = ""; backend = "cpu"; batch = 128
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "lab06_resnet_layers/peers.plt"
