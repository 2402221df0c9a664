# Lab 6: GFLOP/s of each layer: JAX without jit on a TPU, half precision against float32, batch 1.
#
#   gnuplot -c lab06_resnet_layers/peers_jax_tpu.gp results/peers/lab06.csv results/lab06_peers_jax_tpu.svg
#
# columns   version dtype size median_ms p05_ms p95_ms gflops verdict layer batch name backend
# en: GFLOP/s of each layer: JAX without jit on a TPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: JAX sin jit en una TPU, media precisión contra float32, lote 1

who = "jax"; backend = "tpu"; batch = 1
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "lab06_resnet_layers/peers.plt"
