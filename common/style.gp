# The look of every figure of the kit, which loads this first and then sets its labels, scale and ranges.
# It reads the labs' CSV: columns by name, as in  plot data using "size":"gbs". What the figures share
# besides their look is in common/figure.gp.
set datafile separator ","
set datafile commentschars "#"
set datafile missing NaN         # an empty cell leaves a gap

# Okabe and Ito's colours, which the colour-blind tell apart, without their yellow, which is faint on
# white; the points tell the series apart in grey
do for [i = 1:8] {
    colour = word("#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7 #777777", i)
    shape = word("7 5 9 11 13 6 4 8", i) + 0
    set linetype i linecolor rgb colour linewidth 2 pointtype shape
}
set linetype cycle 8
set pointsize 1.2
set style line 100 linecolor rgb "#404040" linewidth 2 dashtype 2 # the ceiling

# two axes, a grid that does not shout, the key out of the data's way
set border 3
set tics nomirror out
set grid linecolor rgb "#cccccc" linewidth 1 dashtype 1
set key outside right top Left reverse noenhanced
set title noenhanced

set style fill solid 0.8 border

# the terminal follows the name of the output, in.csv to out.svg or out.png; a figure that is
# higher than others sets  height = 1.4  before it loads this
if (!exists("height")) { height = 1.0 }
suffix(name) = name[strlen(name) - 3:]
output_terminal(name) = suffix(name) eq ".png" ? \
    sprintf("pngcairo size 1350,%d font 'sans,16' background rgb 'white'", 750 * height) : \
    sprintf("svg size 900,%d font 'sans,12' background rgb 'white'", 500 * height)
