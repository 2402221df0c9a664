#!/usr/bin/env python3
"""Writes a file of weights for `./lab06 --network NAME --weights FILE` from a torchvision model,
with an input and the logits that PyTorch computes from it.

    pip install torch torchvision
    python3 tests/torch_weights.py resnet18 resnet18.weights
    ./lab06 --network resnet18 --weights resnet18.weights

The model is randomly initialised, so nothing is downloaded; its batch norms are drawn at random,
too, because those of a fresh model do nothing. `--state FILE` takes trained weights instead, as
torch.save(model.state_dict(), FILE) writes them. The format: lab06_resnet_layers/layers.h."""

import argparse
import struct

import numpy
import torch
import torchvision


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=["resnet18", "resnet50"])
    parser.add_argument("file")
    parser.add_argument("--image", type=int, default=224, help="side of the input (default 224)")
    parser.add_argument("--batch", type=int, default=1, help="images of the input (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", help="trained weights, instead of random ones")
    return parser.parse_args()


def draw_batch_norms(model):
    """Gammas and variances from 0.5 to 1, betas and means from -0.2 to 0.2."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1)
            torch.nn.init.uniform_(module.running_var, 0.5, 1)
            torch.nn.init.uniform_(module.bias, -0.2, 0.2)
            torch.nn.init.uniform_(module.running_mean, -0.2, 0.2)


def write(path, tensors):
    with open(path, "wb") as file:
        file.write(b"LAB6NETW" + struct.pack("<2I", 1, len(tensors)))
        for name, tensor in tensors.items():
            data = tensor.detach().numpy().astype("<f4")
            file.write(struct.pack("<I", len(name)) + name.encode())
            file.write(struct.pack(f"<{1 + data.ndim}I", data.ndim, *data.shape))
            file.write(numpy.ascontiguousarray(data).tobytes())


def main():
    asked = parse()
    torch.manual_seed(asked.seed)
    model = getattr(torchvision.models, asked.network)(weights=None).eval()
    if asked.state:
        model.load_state_dict(torch.load(asked.state, map_location="cpu", weights_only=True))
    else:
        draw_batch_norms(model)
    tensors = {k: v for k, v in model.state_dict().items() if not k.endswith("num_batches_tracked")}
    tensors["input"] = torch.randn(asked.batch, 3, asked.image, asked.image)
    with torch.no_grad():
        tensors["logits"] = model(tensors["input"])
    write(asked.file, tensors)
    print(f"{asked.file}: {len(tensors)} tensors; largest logit {tensors['logits'].abs().max():.4g}")


if __name__ == "__main__":
    main()
