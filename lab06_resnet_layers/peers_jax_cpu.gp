#   gnuplot -c lab06_resnet_layers/peers_jax_cpu.gp results/peers/lab06.csv results/lab06_peers_jax_cpu.svg
# en: Figure 24 of the thesis: GFLOP/s of JAX without jit on the CPU, f16 and f32, batch 1
# es: Figura 24 de la tesis: GFLOP/s de JAX sin jit en la CPU, f16 y f32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax" "cpu" 1
