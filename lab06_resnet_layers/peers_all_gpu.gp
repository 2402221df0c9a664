#   gnuplot -c lab06_resnet_layers/peers_all_gpu.gp results/peers/lab06.csv results/lab06_peers_all_gpu.svg
# en: Figure 29 of the thesis: GFLOP/s of our code and the libraries on the GPU, batch 1
# es: Figura 29 de la tesis: GFLOP/s de nuestro código y las bibliotecas en la GPU, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "gpu" 1
