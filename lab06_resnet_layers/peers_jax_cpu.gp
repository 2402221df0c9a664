#   gnuplot -c lab06_resnet_layers/peers_jax_cpu.gp results/peers/lab06.csv results/lab06_peers_jax_cpu.svg
# figure 24 of the thesis that the layers come from
# en: GFLOP/s of each layer: JAX without jit on the CPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: JAX sin jit en la CPU, media precisión contra float32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax" "cpu" 1
