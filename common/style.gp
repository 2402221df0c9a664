# The look of every figure of the kit. A figure's script loads it first and then sets its labels,
# scale and ranges:
#
#   load "common/style.gp"
#
# It reads the labs' CSV: columns by name, as in  plot data using "size":"gbs".

set datafile separator ","
set datafile commentschars "#"
set datafile missing NaN         # an empty cell leaves a gap

# podo: told apart by the colour-blind; the point types tell the series apart in grey
set colorsequence podo
set linetype 1 linewidth 2 pointtype 7
set linetype 2 linewidth 2 pointtype 5
set linetype 3 linewidth 2 pointtype 9
set linetype 4 linewidth 2 pointtype 11
set linetype 5 linewidth 2 pointtype 13
set linetype 6 linewidth 2 pointtype 6
set linetype 7 linewidth 2 pointtype 4
set linetype 8 linewidth 2 pointtype 8

# the ceiling, drawn in every figure:  plot ceiling with lines linestyle 100
set style line 100 linecolor rgb "#404040" linewidth 2 dashtype 2

# two axes, a grid that does not shout, the key out of the data's way
set border 3
set tics nomirror out
set grid linecolor rgb "#dddddd" linewidth 1 dashtype 1
set key outside right top noenhanced
set title noenhanced

# grouped bars with their spread, from 0
set style fill solid 0.8 border
set style histogram errorbars gap 1
set boxwidth 0.9 relative

# the terminal follows the name of the output, in.csv to out.svg or out.png
output_terminal(name) = name[strlen(name) - 3:] eq ".png" ? \
    "pngcairo size 1200,750 font 'sans,16' background rgb 'white'" : \
    "svg size 800,500 font 'sans,12' background rgb 'white'"
