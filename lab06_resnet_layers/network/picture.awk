# A picture for the network, so that the kit needs nobody else's photo: a sun over hills, a house, a
# tree. As PPM, P3: plain text, every number from 0 to 255.
#
#   awk -f lab06_resnet_layers/network/picture.awk >results/picture.ppm
function paint(r, g, b, grain) {
    grain = int(12 * (sin(12.9898 * x + 78.233 * y) * 43758.5453 % 1)) # so that no part is flat
    printf "%d %d %d\n", r + grain, g + grain, b + grain
}

function near(cx, cy, radius) {
    return (x - cx) ^ 2 + (y - cy) ^ 2 < radius ^ 2
}

BEGIN {
    width = 400
    height = 300
    print "P3\n" width " " height "\n255"
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            hill = 190 - 25 * sin(x / 60) - 12 * sin(x / 23)
            if (x > 110 && x < 190 && y > 170 && y < 230)
                paint(x % 40 < 15 && y % 30 < 15 ? 90 : 190, 120, 70) # walls and windows
            else if (y > 130 && y <= 170 && x > 150 - (y - 125) && x < 150 + (y - 125))
                paint(150, 40, 30) # the roof
            else if (near(300, 150, 38) || near(325, 170, 30) || near(278, 172, 30))
                paint(30, 110, 40) # the tree
            else if (x > 294 && x < 306 && y > 170 && y < 240)
                paint(100, 70, 40)
            else if (y > hill)
                paint(60 + (y - hill) / 3, 150 - (y - hill) / 4, 50)
            else if (near(70, 60, 28))
                paint(240, 220, 90) # the sun
            else
                paint(90 + y / 3, 150 + y / 4, 225)
        }
}
