# Lab 6: GFLOP/s of each layer: our code and the libraries on the GPU, batch 1.
#
#   gnuplot -c lab06_resnet_layers/peers_all_gpu.gp results/peers/lab06.csv results/lab06_peers_all_gpu.svg
#
# columns   version dtype size median_ms p05_ms p95_ms gflops verdict layer batch name backend
# en: GFLOP/s of each layer: our code and the libraries on the GPU, batch 1
# es: GFLOP/s de cada capa: nuestro código y las bibliotecas en la GPU, lote 1

who = ""; backend = "gpu"; batch = 1
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "lab06_resnet_layers/peers.plt"
