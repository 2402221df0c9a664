#   gnuplot -c lab06_resnet_layers/peers_jax_jit_tpu.gp results/peers/lab06.csv results/lab06_peers_jax_jit_tpu.svg
# figure 32 of the thesis that the layers come from
# en: GFLOP/s of each layer: JAX with jit on a TPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: JAX con jit en una TPU, media precisión contra float32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax_jit" "tpu" 1
