# The look of every figure of the kit. A figure's script loads it first and then sets its labels,
# scale and ranges:
#
#   load "common/style.gp"
#
# It reads the labs' CSV: columns by name, as in  plot data using "size":"gbs". What the figures share
# besides their look is in common/figure.gp.

set datafile separator ","
set datafile commentschars "#"
set datafile missing NaN         # an empty cell leaves a gap

# Okabe and Ito's colours, which the colour-blind tell apart, without their yellow, which is faint on
# white; the points tell the series apart in grey
set linetype 1 linecolor rgb "#000000" linewidth 2 pointtype 7
set linetype 2 linecolor rgb "#e69f00" linewidth 2 pointtype 5
set linetype 3 linecolor rgb "#56b4e9" linewidth 2 pointtype 9
set linetype 4 linecolor rgb "#009e73" linewidth 2 pointtype 11
set linetype 5 linecolor rgb "#0072b2" linewidth 2 pointtype 13
set linetype 6 linecolor rgb "#d55e00" linewidth 2 pointtype 6
set linetype 7 linecolor rgb "#cc79a7" linewidth 2 pointtype 4
set linetype 8 linecolor rgb "#777777" linewidth 2 pointtype 8
set linetype cycle 8
set pointsize 1.2

# the ceiling, drawn in every figure:  plot ceiling with lines linestyle 100
set style line 100 linecolor rgb "#404040" linewidth 2 dashtype 2

# two axes, a grid that does not shout, the key out of the data's way
set border 3
set tics nomirror out
set grid linecolor rgb "#cccccc" linewidth 1 dashtype 1
set key outside right top Left reverse noenhanced
set title noenhanced

# grouped bars with their spread, from 0
set style fill solid 0.8 border
set style histogram errorbars gap 1
set boxwidth 0.9 relative

# the terminal follows the name of the output, in.csv to out.svg or out.png; a figure that is
# higher than others sets  height = 1.4  before it loads this
if (!exists("height")) { height = 1.0 }
output_terminal(name) = name[strlen(name) - 3:] eq ".png" ? \
    sprintf("pngcairo size 1350,%d font 'sans,16' background rgb 'white'", 750 * height) : \
    sprintf("svg size 900,%d font 'sans,12' background rgb 'white'", 500 * height)
