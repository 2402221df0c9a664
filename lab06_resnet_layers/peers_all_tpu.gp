#   gnuplot -c lab06_resnet_layers/peers_all_tpu.gp results/peers/lab06.csv results/lab06_peers_all_tpu.svg
# figure 33 of the thesis that the layers come from
# en: GFLOP/s of each layer: JAX without and with jit on a TPU, batch 1
# es: GFLOP/s de cada capa: JAX sin jit y con jit en una TPU, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "tpu" 1
