"""Prunes the network: python3 prune.py NET.onnx WEIGHTS.npz FOLDER

Removes output channels of the convolutions and solves the weights of each convolution anew by least squares, so that
it gives from the channels that are left what it gave from all (He et al., Channel Pruning, ICCV 2017). Nothing is
trained. Writes isnet-pruned.npz beside this file, its hash into ../networks.json, and NET-pruned.onnx for measuring.

NET.onnx is the published half-precision file, WEIGHTS.npz holds the weights to start with by the same names, FOLDER
has JPEGs that show what the network is for. Needs PyTorch and the training kit's net.py, which runs the graph.
"""
import argparse
import glob
import hashlib
import pathlib
import random
import re

import numpy as np
import onnx
import torch
from net import OnnxNet
from onnx import numpy_helper
from PIL import Image
from torch.nn import functional as F

parser = argparse.ArgumentParser()
for name in ("net", "weights", "folder"):
    parser.add_argument(name)
parser.add_argument("--keep", default="64:.65,128:.6,256:.5,512:.5", help="share of the channels that stay, by width")
parser.add_argument("--photos", default="384:14,512:8,768:6", help="sides in pixels, and how many photos of each")
parser.add_argument("--places", type=int, default=1200, help="of each photo that a convolution is fitted to")
parser.add_argument("--ridge", type=float, default=0.03, help="how strongly weights are held to their old values")
options = parser.parse_args()
torch.set_grad_enabled(False)
random.seed(3)
torch.manual_seed(3)

net = OnnxNet(options.net)
start = np.load(options.weights)
weights = {name: torch.from_numpy(start[name].astype(np.float32)) for name in net.weights()}
keep_share = {int(width): float(share) for width, share in (part.split(":") for part in options.keep.split(","))}


def load(path, side):
    rgb = torch.from_numpy(np.asarray(Image.open(path).convert("RGB")).copy()).permute(2, 0, 1)[None]
    return F.interpolate((rgb.float() - 128) / 256, size=(side, side), mode="bilinear", antialias=True)


paths = sorted(glob.glob(f"{options.folder}/*.jpg"))
random.shuffle(paths)
batches = []  # photos of one size each; a network runs on all of them side by side
for part in options.photos.split(","):
    side, count = map(int, part.split(":"))
    batches.append(torch.cat([load(paths.pop(), side) for _ in range(count)]))
last_use = {name: at for at, (_, inputs, _, _) in enumerate(net.steps) for name in inputs}


def geometry(attributes):
    pads = attributes.get("pads", [0] * 4)
    return list(attributes.get("strides", [1, 1])), (pads[0], pads[1]), list(attributes.get("dilations", [1, 1]))


def step(kind, inputs, attributes, values, own):
    """One node of the graph, with the weights `own`, for every batch."""
    return [one_step(kind, inputs, attributes, *batch, own) for batch in zip(values, batches)]


def one_step(kind, inputs, attributes, values, batch, own):
    got = [values.get(name, own.get(name, net.constants.get(name))) for name in inputs]
    if kind == "Conv":
        return F.conv2d(got[0], got[1], got[2] if len(got) > 2 else None, *geometry(attributes))
    if kind == "Resize":
        size = [int(side) * batch.shape[2] // net.stored_size for side in np.asarray(got[3])[2:]]
        return F.interpolate(got[0], size=size, mode="bilinear", align_corners=False)
    if kind == "Concat":
        if torch.is_tensor(got[0]):
            return torch.cat(got, attributes["axis"])
        return np.concatenate([np.asarray(part) for part in got])
    if kind == "Slice":
        return np.asarray(got[0])[int(got[1][0]) : int(got[2][0])]
    simple = {
        "Relu": F.relu,
        "Sigmoid": torch.sigmoid,
        "MaxPool": lambda x: F.max_pool2d(x, 2, 2, ceil_mode=True),
        "Shape": lambda x: np.array(x.shape),
        "Add": lambda x, y: x + y,
    }
    return simple.get(kind, lambda x: x)(*got)


def keep_outputs(at, inputs, output, values, results):
    for store, result in zip(values, results):
        store[output] = result
        for name in inputs:
            if last_use[name] == at:
                store.pop(name, None)


# Channels of a tensor are named (convolution, index). Convolutions whose outputs are added lose the same channels.
same_as = {}
channels_of = {net.input: [("input", index) for index in range(3)]}


def leader(convolution):
    while same_as.get(convolution, convolution) != convolution:
        convolution = same_as[convolution]
    return convolution


for kind, inputs, outputs, _ in net.steps:
    if kind == "Conv":
        channels_of[outputs[0]] = [(inputs[1], index) for index in range(len(weights[inputs[1]]))]
    elif inputs[0] in channels_of and kind != "Shape":
        parts = [channels_of[name] for name in inputs if name in channels_of]
        if kind == "Add":
            same_as[leader(parts[1][0][0])] = leader(parts[0][0][0])
        channels_of[outputs[0]] = sum(parts, []) if kind == "Concat" else parts[0]

# How much a channel matters: what it carries, times the weights that read it, as a share of each reader's input.
importance = {}
values = [{net.input: batch} for batch in batches]
for at, (kind, inputs, outputs, attributes) in enumerate(net.steps):
    if kind == "Conv":
        carried = sum(store[inputs[0]].pow(2).mean((0, 2, 3)) for store in values).sqrt()
        energy = carried * weights[inputs[1]].pow(2).sum((0, 2, 3)).sqrt()
        for (convolution, index), part in zip(channels_of[inputs[0]], (energy / energy.norm()).tolist()):
            key = (leader(convolution), index)
            importance[key] = importance.get(key, 0) + part
    keep_outputs(at, inputs, outputs[0], values, step(kind, inputs, attributes, values, weights))

kept = {}
for convolution in {convolution for convolution, _ in importance}:
    ranked = sorted((index for c, index in importance if c == convolution), key=lambda i: -importance[convolution, i])
    # A multiple of 8 suits the kernels. Narrow convolutions cost little and keep all.
    count = round(len(ranked) * keep_share.get(len(ranked), 1) / 8) * 8 if len(ranked) >= 8 else len(ranked)
    kept[convolution] = set(ranked[:count])


def kept_channels(tensor):
    """The places in `tensor` of the channels that stay; an output of the whole network keeps its own."""
    stay = lambda convolution, index: convolution not in kept or index in kept[convolution]
    return [at for at, (convolution, index) in enumerate(channels_of[tensor]) if stay(leader(convolution), index)]


def fitted(wholes, narrows, weight, bias, attributes):
    """`weight` and `bias` moved so that they give `wholes` from the inputs `narrows`: ridge regression on places."""
    strides, (top, left), dilations = geometry(attributes)
    rows, targets = [], []
    for whole, narrow in zip(wholes, narrows):
        missing = whole - F.conv2d(narrow, weight, bias, strides, (top, left), dilations)
        height, width = whole.shape[2:]
        for picture, target in zip(F.pad(narrow, (left, left, top, top)), missing):
            place = torch.randperm(height * width)[: options.places]
            y = (place // width * strides[0])[:, None] + torch.arange(weight.shape[2]) * dilations[0]
            x = (place % width * strides[1])[:, None] + torch.arange(weight.shape[3]) * dilations[1]
            rows.append(picture[:, y[:, :, None], x[:, None, :]].permute(1, 0, 2, 3).flatten(1))
            targets.append(target[:, place // width, place % width].T)
    rows, targets = torch.cat(rows), torch.cat(targets)
    rows = torch.cat([rows, torch.ones(len(rows), 1)], 1)
    normal = rows.T @ rows
    normal.diagonal().add_(options.ridge * normal.diagonal().mean() + 1e-6)
    change = torch.cholesky_solve(rows.T @ targets, torch.linalg.cholesky(normal))
    return weight + change[:-1].T.reshape(weight.shape), bias + change[-1]


# Both networks run side by side, so that each convolution also makes up for what those before it lost.
pruned = {}
work = [0, 0]
values, narrow_values = ([{net.input: batch} for batch in batches] for _ in range(2))
for at, (kind, inputs, outputs, attributes) in enumerate(net.steps):
    results = step(kind, inputs, attributes, values, weights)
    if kind == "Conv":
        weight, bias = inputs[1:]
        stay_in, stay_out = kept_channels(inputs[0]), kept_channels(outputs[0])
        slim = weights[weight][stay_out][:, stay_in]
        narrows = [store[inputs[0]] for store in narrow_values]
        wholes = [result[:, stay_out] for result in results]
        pruned[weight], pruned[bias] = fitted(wholes, narrows, slim, weights[bias][stay_out], attributes)
        for total, those in enumerate((weights[weight], slim)):
            work[total] += those.numel() * wholes[0][0, 0].numel()
    narrow_results = step(kind, inputs, attributes, narrow_values, pruned)
    if kind == "Conv":
        lost = [(a - b).pow(2).mean() / a.var() for a, b in zip(wholes, narrow_results)]
        print(weight, tuple(slim.shape), "lost variance:", " ".join(f"{part:.3f}" for part in lost), flush=True)
    keep_outputs(at, inputs, outputs[0], values, results)
    keep_outputs(at, inputs, outputs[0], narrow_values, narrow_results)
count = lambda those: sum(each.numel() for each in those.values())
print(f"{work[1] / work[0]:.3f} of the work, {count(pruned) / count(weights):.3f} of the weights are left")

# src/build/networks/graph-weights.ts reads this: 8 bits and a scale for each output channel; biases as they are.
packed = {}
for name, value in pruned.items():
    if value.ndim == 1:
        packed[name + ".d"] = value.numpy().astype(np.float16)
        continue
    scale = (value.flatten(1).abs().amax(1) / 127).clamp(min=2.0**-24).half().float().view(-1, 1, 1, 1)
    packed[name + ".q"] = (value / scale).round().clamp(-127, 127).to(torch.int8).numpy()
    packed[name + ".s"] = scale.half().numpy()
target = pathlib.Path(__file__).parent / "isnet-pruned.npz"
np.savez_compressed(target, **packed)
sha256 = hashlib.sha256(target.read_bytes()).hexdigest()
catalogue = target.parent.parent / "networks.json"
pattern = r'(isnet-pruned\.npz",\s*"sha256": ")[0-9a-f]{64}'
catalogue.write_text(re.sub(pattern, rf"\g<1>{sha256}", catalogue.read_text()))
print(f"{target.stat().st_size / 2**20:.1f} MiB, {sha256}")

model = onnx.load(options.net)
for initialiser in model.graph.initializer:
    if initialiser.name in pruned:
        half = pruned[initialiser.name].numpy().astype(np.float16)
        initialiser.CopyFrom(numpy_helper.from_array(half, initialiser.name))
del model.graph.value_info[:]
onnx.save(model, options.net.replace(".onnx", "-pruned.onnx"))
