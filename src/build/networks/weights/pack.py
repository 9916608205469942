"""Packs tuned weights for the build: python3 pack.py NET.onnx WEIGHTS.npz

Writes isnet-small-inputs.npz beside this file and its hash into ../networks.json. NET.onnx holds the published
half-precision weights, WEIGHTS.npz the tuned ones by the same names (the training kit's train.py writes it). Of each
convolution's weights the difference is kept in whole numbers from -7 to 7 and a scale for each output channel, chosen
for the least squared error; of biases it is kept as it is. src/build/networks/tune-weights.ts reads the file.
"""
import hashlib
import pathlib
import re
import sys

import numpy as np
import onnx
from onnx import numpy_helper

here = pathlib.Path(__file__).parent
target = here / "isnet-small-inputs.npz"
tuned = np.load(sys.argv[2])
packed = {}
lost = total = 0.0
for initialiser in onnx.load(sys.argv[1]).graph.initializer:
    name = initialiser.name
    if name not in tuned.files:
        continue
    difference = tuned[name].astype(np.float32) - numpy_helper.to_array(initialiser).astype(np.float32)
    if difference.ndim == 1:
        packed[name + ".d"] = difference.astype(np.float16)
        continue
    channels = difference.reshape(len(difference), -1)
    largest = np.maximum(np.abs(channels).max(1), 1e-7)
    best = np.full(len(channels), np.inf)
    scale = largest / 7
    for part in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1):
        candidate = (largest * part / 7).astype(np.float16).astype(np.float32)
        candidate = np.maximum(candidate, 2.0**-24)
        steps = np.clip(np.round(channels / candidate[:, None]), -7, 7)
        error = ((steps * candidate[:, None] - channels) ** 2).sum(1)
        scale = np.where(error < best, candidate, scale)
        best = np.minimum(best, error)
    steps = np.clip(np.round(channels / scale[:, None]), -7, 7)
    lost += best.sum()
    total += (channels**2).sum()
    packed[name + ".q"] = steps.astype(np.int8).reshape(difference.shape)
    packed[name + ".s"] = scale.astype(np.float16).reshape(-1, 1, 1, 1)
np.savez_compressed(target, **packed)
print(f"{target.stat().st_size / 2**20:.1f} MiB; relative error of the differences {np.sqrt(lost / total):.3f}")
catalogue = here.parent / "networks.json"
sha256 = hashlib.sha256(target.read_bytes()).hexdigest()
text = catalogue.read_text()
catalogue.write_text(re.sub(r'(isnet-small-inputs\.npz",\s*"sha256": ")[0-9a-f]{64}', rf"\g<1>{sha256}", text))
print(sha256)
