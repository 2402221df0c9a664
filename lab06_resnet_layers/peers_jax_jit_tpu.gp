#   gnuplot -c lab06_resnet_layers/peers_jax_jit_tpu.gp results/peers/lab06.csv results/lab06_peers_jax_jit_tpu.svg
# en: Figure 32 of the thesis: GFLOP/s of JAX with jit on a TPU, f16 and f32, batch 1
# es: Figura 32 de la tesis: GFLOP/s de JAX con jit en una TPU, f16 y f32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax_jit" "tpu" 1
