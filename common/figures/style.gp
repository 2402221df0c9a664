# The look of every figure of the kit; common/figures/figure.gp loads it, and a figure then sets its labels, scale
# and ranges. It reads the labs' CSV: columns by name, as in  plot data using "size":"gbs". What the
# figures share besides their look is in common/figures/figure.gp.
set datafile separator ","
set datafile commentschars "#"
set datafile missing NaN         # an empty cell leaves a gap

# Okabe and Ito's colours, which the colour-blind tell apart, without their yellow, which is faint on
# white; the points tell the series apart in grey; the last is for bounds
colours = "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7 #777777 #404040"
do for [i = 1:9] { set linetype i linecolor rgb word(colours, i) linewidth 2 pointtype 7 }
set linetype cycle 9
set pointsize 1.2
set style line 100 linecolor rgb "#404040" linewidth 2 dashtype 2 # the ceiling

# two axes, a grid that does not shout; common/figures/lines.plt writes names beside the lines, and other
# figures have a key inside
set border 3 linecolor rgb "#404040"
set tics nomirror out
set grid linecolor rgb "#cccccc" linewidth 1 dashtype 1
set key inside top right Left reverse noenhanced

set style fill solid 0.8 border

# the terminal follows the name of the output, in.csv to out.svg or out.png; a figure that is
# higher than others sets  height = 1.4  before that
if (!exists("height")) { height = 1.0 }
suffix(name) = name[strlen(name) - 3:]
output_terminal(name) = suffix(name) eq ".png" ? \
    sprintf("pngcairo size 1200,%d font 'sans,16' background rgb 'white'", 690 * height) : \
    sprintf("svg size 800,%d font 'sans,12' background rgb 'white'", 460 * height)
