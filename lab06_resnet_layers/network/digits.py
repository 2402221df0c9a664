#!/usr/bin/env python3
"""The network `digits` of ./lab06_network: three convolutions that recognise a handwritten digit.

    python3 lab06_resnet_layers/network/digits.py picture.ppm     its class, by NumPy alone
    python3 lab06_resnet_layers/network/digits.py --train         digits.weights and digits/*.ppm anew

Training takes JAX and scikit-learn, whose package holds the pictures: 1,797 digits of 8 x 8 pixels, 16
levels of grey, by 43 people (E. Alpaydin, C. Kaynak: Optical Recognition of Handwritten Digits, 1998;
CC BY 4.0). Each is drawn anew for every pass: larger or smaller, turned, shifted, with other ink and
paper. 10 of every 100 are kept back to be tested on, and ten of these are written as examples."""
import pathlib
import struct
import sys

import numpy

HERE = pathlib.Path(__file__).parent
LAYERS = (("conv1", 16), ("conv2", 32), ("conv3", 64))  # 3 x 3, stride 2, ReLU; then the mean, then fc
MEAN, DEVIATION = numpy.array([0.485, 0.456, 0.406]), numpy.array([0.229, 0.224, 0.225])
SIDE = 32  # of the input
OUT = 16  # classes: ten digits, and six that never occur, since the direct convolution sums eight at a time


# ---- what a picture is, with NumPy alone --------------------------------------------------------------


def read_weights(path):
    """A file of tensors, as files.h describes it: arrays by their names."""
    data, at, tensors = path.read_bytes(), 8, {}
    if data[:8] != b"TENSORS1":
        sys.exit(f"{path}: is no file of tensors")
    while at < len(data):
        name, *shape = struct.unpack_from("<48s4I", data, at)
        count = int(numpy.prod(shape))
        tensors[name.rstrip(b"\0").decode()] = numpy.frombuffer(data, "<f4", count, at + 64).reshape(shape)
        at += 64 + 4 * count
    return tensors


def read_ppm(path):
    """A P6 of at most 255 per colour and without comments: height x width x 3, from 0 to 1."""
    magic, width, height, most, *_ = pathlib.Path(path).read_bytes().split(maxsplit=4)
    if magic != b"P6":
        sys.exit(f"{path}: is no PPM, P6; ./lab06_network reads other pictures")
    width, height = int(width), int(height)
    pixels = pathlib.Path(path).read_bytes()[-width * height * 3 :]
    return numpy.frombuffer(pixels, "u1").reshape(height, width, 3) / int(most)


def input_of(picture):
    """As files.cu makes it: the middle, 224 of 256 parts of the shorter side, as 32 x 32 pixels."""
    height, width, _ = picture.shape
    part = min(width, height) * 224 / 256
    step = part / SIDE
    rows, columns = ([((whole - part) / 2 + i * step) for i in range(SIDE)] for whole in (height, width))

    def mean(y, x):
        y0, x0, y1, x1 = int(y), int(x), int(y + step), int(x + step)
        return picture[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)].mean((0, 1))

    return (numpy.array([[mean(y, x) for x in columns] for y in rows]) - MEAN) / DEVIATION


def convolve(image, weight, bias):
    """3 x 3, stride 2, padding 1, then ReLU: the product of im2col's matrix and the weights."""
    side, channels = (image.shape[0] + 1) // 2, image.shape[2]
    padded = numpy.pad(image, ((1, 1), (1, 1), (0, 0)))
    matrix = numpy.array([[padded[2 * y : 2 * y + 3, 2 * x : 2 * x + 3].ravel() for x in range(side)]
                          for y in range(side)])
    return numpy.maximum(matrix @ weight.reshape(9 * channels, -1) + bias.ravel(), 0)


def logits_of(image, weights):
    for name, _ in LAYERS:
        image = convolve(image, weights[name + ".weight"], weights[name + ".bias"])
    return image.mean((0, 1)) @ weights["fc.weight"][0, 0] + weights["fc.bias"].ravel()


# ---- how it was trained -------------------------------------------------------------------------------


def draw(digit, random):
    """A digit as ink on paper, 32 x 32: from 18 to 30 pixels high, turned by up to 15 degrees."""
    from scipy import ndimage

    size, angle = random.uniform(18, 30) / 8, random.uniform(-0.26, 0.26)
    turn = numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]]) / size
    centre = numpy.array([15.5, 15.5]) + random.uniform(-3, 3, 2)
    ink = ndimage.affine_transform(digit / 16, turn, numpy.array([3.5, 3.5]) - turn @ centre, (SIDE, SIDE),
                                   order=int(random.integers(0, 3)))
    paper, black = random.uniform(0.6, 1), random.uniform(0, 0.35)
    picture = paper + (black - paper) * ink.clip(0, 1) ** random.uniform(0.5, 1.5)
    return (picture + random.normal(0, random.uniform(0, 0.04), picture.shape)).clip(0, 1)


def batch_of(digits, random):
    pictures = numpy.array([draw(digit, random) for digit in digits])
    return ((pictures[..., None] - MEAN) / DEVIATION).astype("f4")


def train(images, classes, passes=200, size=64):
    """Adam on the cross entropy; the step falls from 0.003 to 0 as half a cosine."""
    import jax
    import jax.numpy as jnp

    def forward(weights, x):
        for name, _ in LAYERS:
            x = jax.lax.conv_general_dilated(x, weights[name + ".weight"], (2, 2), ((1, 1), (1, 1)),
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = jax.nn.relu(x + weights[name + ".bias"])
        return x.mean((1, 2)) @ weights["fc.weight"][0, 0] + weights["fc.bias"]

    def loss(weights, x, y):
        return -jax.nn.log_softmax(forward(weights, x))[jnp.arange(len(y)), y].mean()

    @jax.jit
    def step(weights, m, v, i, rate, x, y):
        slope = jax.grad(loss)(weights, x, y)
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, slope)
        v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, slope)
        move = jax.tree.map(lambda a, b: rate * a / (1 - 0.9**i) / (jnp.sqrt(b / (1 - 0.999**i)) + 1e-8), m, v)
        return jax.tree.map(jnp.subtract, weights, move), m, v

    random, weights, channels = numpy.random.default_rng(1), {}, 3
    for name, out in LAYERS:
        weights[name + ".weight"] = random.normal(0, (2 / (9 * channels)) ** 0.5, (3, 3, channels, out)).astype("f4")
        weights[name + ".bias"] = numpy.zeros(out, "f4")
        channels = out
    weights["fc.weight"] = random.normal(0, channels**-0.5, (1, 1, channels, OUT)).astype("f4")
    weights["fc.bias"] = numpy.zeros(OUT, "f4")
    m = v = jax.tree.map(jnp.zeros_like, weights)
    steps = passes * (len(images) // size)
    for i in range(steps):
        if i % (steps // passes) == 0:
            order = random.permutation(len(images))
        some = order[i % (steps // passes) * size :][:size]
        rate = 0.0015 * (1 + numpy.cos(numpy.pi * i / steps))
        weights, m, v = step(weights, m, v, i + 1.0, rate, batch_of(images[some], random), classes[some])
    return {name: numpy.asarray(value) for name, value in weights.items()}


def write_weights(path, weights):
    with open(path, "wb") as file:
        file.write(b"TENSORS1")
        for name in [f"{layer}.{part}" for layer, _ in (*LAYERS, ("fc", OUT)) for part in ("weight", "bias")]:
            shape = (1,) * (4 - weights[name].ndim) + weights[name].shape
            file.write(struct.pack("<48s4I", name.encode(), *shape) + weights[name].astype("<f4").tobytes())


def write_example(path, digit):
    """Four times as large, with paper around it."""
    grey = numpy.pad(255 - (digit * 15.9).astype(int), 2, constant_values=255).repeat(4, 0).repeat(4, 1)
    path.write_bytes(b"P6\n%d %d\n255\n" % grey.shape[::-1] + grey.astype("u1").repeat(3).tobytes())


def main():
    if sys.argv[1:] == ["--train"]:
        from sklearn.datasets import load_digits

        data = load_digits()
        kept = numpy.arange(len(data.target)) % 10 == 9
        write_weights(HERE / "digits.weights", train(data.images[~kept], data.target[~kept]))
        weights, random = read_weights(HERE / "digits.weights"), numpy.random.default_rng(2)
        images, classes = data.images[kept], data.target[kept]
        right = [logits_of(x, weights).argmax() == y for x, y in zip(batch_of(images, random), classes)]
        print(f"{sum(right)} of {len(right)} digits that it has never seen: right")
        (HERE / "digits").mkdir(exist_ok=True)
        for digit in range(10):
            write_example(HERE / "digits" / f"{digit}.ppm", images[classes == digit][0])
    elif len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        logits = logits_of(input_of(read_ppm(sys.argv[1])), read_weights(HERE / "digits.weights"))
        powers = numpy.exp(logits - logits.max())
        print(f"class {logits.argmax()}: {100 * powers.max() / powers.sum():.1f} %")
    else:
        sys.exit("which picture? python3 digits.py picture.ppm, or digits.py --train")


if __name__ == "__main__":
    main()
