# A picture for the network, so that the kit needs nobody else's photo: a sun over hills. As PPM, P3:
# plain text, every number from 0 to 255.
#
#   awk -f lab06_resnet_layers/network/picture.awk >results/picture.ppm
function paint(r, g, b, grain) {
    grain = int(12 * (sin(12.9898 * x + 78.233 * y) * 43758.5453 % 1)) # so that no part is flat
    printf "%d %d %d\n", r + grain, g + grain, b + grain
}

BEGIN {
    print "P3\n400 300\n255"
    for (y = 0; y < 300; y++)
        for (x = 0; x < 400; x++) {
            hill = 190 - 25 * sin(x / 60) - 12 * sin(x / 23)
            if (y > hill)
                paint(60 + (y - hill) / 3, 150 - (y - hill) / 4, 50)
            else if ((x - 70) ^ 2 + (y - 60) ^ 2 < 28 ^ 2)
                paint(240, 220, 90) # the sun
            else
                paint(90 + y / 3, 150 + y / 4, 225)
        }
}
