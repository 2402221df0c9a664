#   gnuplot -c lab06_resnet_layers/peers_jax_tpu.gp results/peers/lab06.csv results/lab06_peers_jax_tpu.svg
# en: Figure 31 of the thesis: GFLOP/s of JAX without jit on a TPU, f16 and f32, batch 1
# es: Figura 31 de la tesis: GFLOP/s de JAX sin jit en una TPU, f16 y f32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax" "tpu" 1
