#   gnuplot -c lab06_resnet_layers/peers_all_tpu.gp results/peers/lab06.csv results/lab06_peers_all_tpu.svg
# en: Figure 33 of the thesis: GFLOP/s of JAX without and with jit on a TPU, batch 1
# es: Figura 33 de la tesis: GFLOP/s de JAX sin jit y con jit en una TPU, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "tpu" 1
