#   gnuplot -c lab06_resnet_layers/peers_jax_jit_gpu.gp results/peers/lab06.csv results/lab06_peers_jax_jit_gpu.svg
# figure 28 of the thesis that the layers come from
# en: GFLOP/s of each layer: JAX with jit on the GPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: JAX con jit en la GPU, media precisión contra float32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax_jit" "gpu" 1
