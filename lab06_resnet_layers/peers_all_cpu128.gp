#   gnuplot -c lab06_resnet_layers/peers_all_cpu128.gp results/peers/lab06.csv results/lab06_peers_all_cpu128.svg
# en: Figure 26 of the thesis at batch 128: GFLOP/s of our code and the libraries on the CPU
# es: Figura 26 de la tesis con lote 128: GFLOP/s de nuestro código y las bibliotecas en la CPU
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "cpu" 128
