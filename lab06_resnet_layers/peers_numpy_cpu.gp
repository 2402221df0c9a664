#   gnuplot -c lab06_resnet_layers/peers_numpy_cpu.gp results/peers/lab06.csv results/lab06_peers_numpy_cpu.svg
# figure 23 of the thesis that the layers come from
# en: GFLOP/s of each layer: NumPy on the CPU, half precision against float32, batch 1
# es: GFLOP/s de cada capa: NumPy en la CPU, media precisión contra float32, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "numpy" "cpu" 1
