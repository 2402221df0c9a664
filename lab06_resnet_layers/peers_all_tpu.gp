# Lab 6: GFLOP/s of each layer: JAX without and with jit on a TPU, batch 1.
#
#   gnuplot -c lab06_resnet_layers/peers_all_tpu.gp results/peers/lab06.csv results/lab06_peers_all_tpu.svg
#
# columns   version dtype size median_ms p05_ms p95_ms gflops verdict layer batch name backend
# en: GFLOP/s of each layer: JAX without and with jit on a TPU, batch 1
# es: GFLOP/s de cada capa: JAX sin jit y con jit en una TPU, lote 1

who = ""; backend = "tpu"; batch = 1
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "lab06_resnet_layers/peers.plt"
