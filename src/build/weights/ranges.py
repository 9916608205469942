"""Measures what a network's 8-bit graph needs to know: python3 ranges.py NET.onnx WEIGHTS.npz FOLDER NAME-ranges.json

For each convolution of the network, after its Relu, and for each sum: the least and the largest value over photos, where
of each channel in each photo the largest thousandth is left out. Values beyond a range become its end. Writes the file,
which lies beside this one, and its hash into ../networks.json. src/build/quantize-graph.ts reads it.

NET.onnx is the published half-precision file or the pruned one, WEIGHTS.npz holds its weights by the same names (for
those of NET.onnx itself: -), FOLDER has JPEGs that show what the network is for. Needs PyTorch and the training kit's
net.py, which runs the graph.
"""
import argparse
import glob
import hashlib
import json
import pathlib
import random
import re

import numpy as np
import torch
from net import OnnxNet
from PIL import Image
from torch.nn import functional as F

parser = argparse.ArgumentParser()
for name in ("net", "weights", "folder", "target"):
    parser.add_argument(name)
parser.add_argument("--photos", default="384:40,512:16,640:10", help="sides in pixels, and how many photos of each")
options = parser.parse_args()
torch.set_grad_enabled(False)
random.seed(7)

network = OnnxNet(options.net)
weights = network.weights()
if options.weights != "-":
    stored = np.load(options.weights)
    for name, value in weights.items():
        value.copy_(torch.from_numpy(stored[name].astype(np.float32)))
source = {outputs[0]: inputs[0] for kind, inputs, outputs, _ in network.steps if kind == "Cast"}


def resolved(name):
    return resolved(source[name]) if name in source else name


ranges = {}


def measure(name, values):
    channels = values.float()[0].flatten(1)
    rank = channels.shape[1] - max(1, channels.shape[1] // 1000) + 1
    most, least = (sign * (sign * channels).kthvalue(rank, 1)[0].max().item() for sign in (1, -1))
    before = ranges.get(name, (0, 0))
    ranges[name] = min(before[0], least), max(before[1], most)


def run(picture):
    values = {network.input: picture}
    for kind, inputs, (output, *_), attributes in network.steps:
        got = [values.get(name, weights.get(name)) for name in inputs]
        if kind == "Cast":
            values[output] = got[0]
        elif not torch.is_tensor(got[0]):
            continue  # the arithmetic of sizes
        elif kind == "Conv":
            pads = attributes.get("pads", [0] * 4)[:2]
            strides, dilations = attributes.get("strides", [1, 1]), attributes.get("dilations", [1, 1])
            values[output] = F.conv2d(*got, stride=strides, padding=pads, dilation=dilations)
        elif kind == "Relu":
            values[output] = F.relu(got[0])
        elif kind == "MaxPool":
            values[output] = F.max_pool2d(got[0], 2, 2)
        elif kind == "Resize":
            values[output] = F.interpolate(got[0], scale_factor=2, mode="bilinear")
        elif kind == "Concat":
            values[output] = torch.cat(got, 1)
        elif kind == "Add":
            values[output] = got[0] + got[1]
        is_first = kind == "Conv" and resolved(inputs[0]) == network.input
        if kind in ("Relu", "Add") or is_first:
            measure(output, values[output])


paths = sorted(glob.glob(f"{options.folder}/*.jpg"))
random.shuffle(paths)
for part in options.photos.split(","):
    side, count = map(int, part.split(":"))
    for _ in range(count):
        rgb = np.asarray(Image.open(paths.pop(0)).convert("RGB")).copy()
        picture = (torch.from_numpy(rgb).permute(2, 0, 1)[None].float() - 128) / 256
        run(F.interpolate(picture, size=(side, side), mode="bilinear", antialias=True))

here = pathlib.Path(__file__).parent
lines = [f"  {json.dumps(name)}: [{least:.4g}, {most:.4g}]" for name, (least, most) in ranges.items()]
text = "{\n" + ",\n".join(lines) + "\n}\n"
(here / options.target).write_text(text)
catalogue = here.parent / "networks.json"
sha256 = hashlib.sha256(text.encode()).hexdigest()
pattern = rf'({re.escape(options.target)}",\s*"sha256": ")[0-9a-f]{{64}}'
catalogue.write_text(re.sub(pattern, rf"\g<1>{sha256}", catalogue.read_text()))
print(f"{len(ranges)} ranges, {sha256}")
