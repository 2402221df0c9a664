#   gnuplot -c lab06_resnet_layers/peers_jax_tpu.gp results/peers/lab06.csv results/lab06_peers_jax_tpu.svg
# figure 31 of the thesis that the layers come from
# en: GFLOP/s of each layer: JAX without jit on a TPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: JAX sin jit en una TPU, media precisión contra float32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax" "tpu" 1
