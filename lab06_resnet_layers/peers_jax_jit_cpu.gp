#   gnuplot -c lab06_resnet_layers/peers_jax_jit_cpu.gp results/peers/lab06.csv results/lab06_peers_jax_jit_cpu.svg
# en: Figure 25 of the thesis: GFLOP/s of JAX with jit on the CPU, f16 and f32, batch 1
# es: Figura 25 de la tesis: GFLOP/s de JAX con jit en la CPU, f16 y f32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "jax_jit" "cpu" 1
