#!/usr/bin/env python3
"""Writes weights and an input for ./lab06_network from PyTorch, in the format of files.h.

    pip install torch torchvision pillow
    python3 lab06_resnet_layers/network/export.py --network resnet18 --picture cat.jpg
    ./lab06_network --network resnet18 --weights resnet18.weights --input resnet18.input

The input holds the logits that PyTorch computes as well: ./lab06_network compares its own with them.
Weights are random unless --pretrained or --state says otherwise."""

import argparse
import itertools
import pathlib
import struct

import numpy
import torch
import torchvision
from torchvision import transforms

MEAN, DEVIATION = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]  # of ImageNet's pictures


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--network", choices=["resnet18", "resnet50", "mobilenet_v2"], default="resnet18")
    parser.add_argument("--image", type=int, default=224, help="side of the input (224)")
    parser.add_argument("--batch", type=int, default=1, help="images of the input (1)")
    parser.add_argument("--picture", help="any picture, for all images (default: random numbers)")
    trained = parser.add_mutually_exclusive_group()
    trained.add_argument("--pretrained", action="store_true", help="torchvision's trained weights")
    trained.add_argument("--state", help="weights that torch.save(model.state_dict(), FILE) wrote")
    parser.add_argument("--no-logits", action="store_true", help="leave PyTorch's logits out")
    parser.add_argument("--seed", type=int, default=1, help="of what is random (1)")
    parser.add_argument("--weights", help="the file to write (NETWORK.weights)")
    parser.add_argument("--input", help="the other file to write (NETWORK.input)")
    asked = parser.parse_args()
    if not 32 <= asked.image <= 4096 or not 1 <= asked.batch <= 4096:
        parser.error("--image must be from 32 to 4096, --batch from 1 to 4096")
    asked.weights = asked.weights or asked.network + ".weights"
    asked.input = asked.input or asked.network + ".input"
    return asked


def make_model(asked):
    make = getattr(torchvision.models, asked.network)
    model = make(weights="DEFAULT" if asked.pretrained else None).eval()
    if asked.state:
        model.load_state_dict(torch.load(asked.state, map_location="cpu", weights_only=True))
    elif not asked.pretrained:
        draw_batch_norms(model)
    return model


def draw_batch_norms(model):
    """Those of a fresh model do nothing, so a wrong fold would not be seen."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1)
            torch.nn.init.uniform_(module.running_var, 0.5, 1)
            torch.nn.init.uniform_(module.bias, -0.2, 0.2)
            torch.nn.init.uniform_(module.running_mean, -0.2, 0.2)


def read_picture(path, side):
    """As torchvision prepares pictures for these networks: the shorter side resized to 256 of 224,
    then the middle, then normalised."""
    from PIL import Image

    picture = transforms.Resize(side * 256 // 224)(Image.open(path).convert("RGB"))
    picture = transforms.ToTensor()(transforms.CenterCrop(side)(picture))
    return transforms.Normalize(MEAN, DEVIATION)(picture)


def convolutions(model):
    """Each with its name and its batch norm, which follows it, in the order in which ./lab06_network
    computes them: of a block of a ResNet the downsample first."""
    kinds = torch.nn.Conv2d, torch.nn.BatchNorm2d
    layers = [layer for layer in model.named_modules() if isinstance(layer[1], kinds)]
    pairs = [(name, layer, norm) for (name, layer), (_, norm) in zip(layers[::2], layers[1::2])]
    for _, block in itertools.groupby(pairs, lambda pair: pair[0].split(".")[:2]):
        yield from sorted(block, key=lambda pair: "downsample" not in pair[0])


def folded(model):
    """A batch norm, (x - mean) / sqrt(variance + epsilon) * gamma + beta, is a factor and a summand
    per channel: the factor goes into the weights, the summand is the bias."""
    for name, convolution, norm in convolutions(model):
        factor = norm.weight.double() / (norm.running_var.double() + norm.eps).sqrt()
        weight = convolution.weight.double() * factor.view(-1, 1, 1, 1)
        yield name + ".weight", weight.permute(2, 3, 1, 0)  # kh, kw, in (1: depthwise), out
        yield name + ".bias", norm.bias.double() - norm.running_mean.double() * factor
    last = model.fc if hasattr(model, "fc") else model.classifier[-1]
    yield "fc.weight", last.weight.t()
    yield "fc.bias", last.bias


def write(path, tensors):
    with open(path, "wb") as file:
        file.write(b"TENSORS1")
        for name, tensor in tensors:
            data = numpy.ascontiguousarray(tensor.detach().numpy(), dtype="<f4")
            shape = (1,) * (4 - data.ndim) + data.shape
            file.write(struct.pack("<48s4I", name.encode(), *shape) + data.tobytes())


def write_class_names(asked):
    """Beside the weights. Random ones see nothing, so no class of theirs has a name."""
    path = pathlib.Path(asked.weights).with_suffix(".classes")
    path.unlink(missing_ok=True)
    if asked.pretrained:
        names = torchvision.models.get_model_weights(asked.network).DEFAULT.meta["categories"]
        path.write_text("".join(name + "\n" for name in names), encoding="utf-8")


def main():
    asked = parse()
    torch.manual_seed(asked.seed)
    with torch.no_grad():
        model = make_model(asked)
        if asked.picture:
            images = read_picture(asked.picture, asked.image).repeat(asked.batch, 1, 1, 1)
        else:
            images = torch.randn(asked.batch, 3, asked.image, asked.image)
        tensors = [("input", images.permute(0, 2, 3, 1))]  # image, row, column, channel
        if not asked.no_logits:
            tensors.append(("logits", model(images)))
        write(asked.weights, folded(model))
        write_class_names(asked)
        write(asked.input, tensors)
    print(f"wrote {asked.weights} and {asked.input}")


if __name__ == "__main__":
    main()
