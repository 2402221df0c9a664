#   gnuplot -c lab06_resnet_layers/peers_numpy_cpu.gp results/peers/lab06.csv results/lab06_peers_numpy_cpu.svg
# en: Figure 23 of the thesis: GFLOP/s of NumPy on the CPU, f16 and f32, batch 1
# es: Figura 23 de la tesis: GFLOP/s de NumPy en la CPU, f16 y f32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "numpy" "cpu" 1
