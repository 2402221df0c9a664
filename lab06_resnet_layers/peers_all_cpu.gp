#   gnuplot -c lab06_resnet_layers/peers_all_cpu.gp results/peers/lab06.csv results/lab06_peers_all_cpu.svg
# en: Figure 26 of the thesis: GFLOP/s of our code and the libraries on the CPU, batch 1
# es: Figura 26 de la tesis: GFLOP/s de nuestro código y las bibliotecas en la CPU, lote 1
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "cpu" 1
