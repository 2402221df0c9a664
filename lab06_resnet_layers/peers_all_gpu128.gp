#   gnuplot -c lab06_resnet_layers/peers_all_gpu128.gp results/peers/lab06.csv results/lab06_peers_all_gpu128.svg
# en: Figure 30 of the thesis: GFLOP/s of our code and the libraries on the GPU, batch 128
# es: Figura 30 de la tesis: GFLOP/s de nuestro código y las bibliotecas en la GPU, lote 128
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "gpu" 128
