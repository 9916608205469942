import { Layer } from './layer.ts'
import { transformWeights } from './weights.ts'
import { multiplyTiles, points, storeTile, transformTile } from './winograd.ts'

// Two orders. By tiles: threads transform the weights of a chunk of output channels, then each part convolves some
// tiles. By outputs, for few tiles: threads transform all tiles, then each part convolves a chunk of output channels.
// Data shared by all parts is in `layer.shared`.

/** Output channels transformed at a time. */
const block = 8
/** Tiles multiplied at a time. */
const group = 6
/** Bytes for the transforms of a tile; room for a tile at the edge follows. */
const transformRoom: usize = 832

function inputsOf(layer: Layer): i32 {
  return layer.channels + layer.channels2
}

/**
 * Bytes between consecutive points (of 36) of transformed tiles or weights: `vectors` of `channels` numbers, and 64
 * more, since at multiples of a few kB all points would compete for the same cache lines.
 */
function pointBytes(vectors: i32, channels: i32): i32 {
  return vectors * channels * 4 + 64
}

/** The room of a thread after that of the transforms. */
function roomFor(layer: Layer, room: usize): usize {
  return room + transformRoom + points * 4 * max(layer.channels, layer.channels2)
}

// By tiles.

/** Output channels in the chunk from channel `first` on. */
function outputsFrom(layer: Layer, first: i32): i32 {
  return min(layer.chunk, layer.outputs - first)
}

/** Parts of the transform of a chunk's weights. */
export function weightParts(layer: Layer, first: i32): i32 {
  return outputsFrom(layer, first) / block
}

/** Transforms the weights of one block of output channels. */
export function transformWeightPart(layer: Layer, first: i32, part: i32, room: usize): void {
  const to = layer.shared + part * inputsOf(layer) * block * 4
  transformWeights(
    layer.weights + first + part * block,
    layer.outputs,
    inputsOf(layer),
    to,
    pointBytes(layer.chunk, inputsOf(layer)),
    room,
  )
}

/** Parts of the convolution by tiles. */
export function tileParts(layer: Layer): i32 {
  return (tilesOf(layer) + layer.tiles - 1) / layer.tiles
}

/** Convolves some tiles, for the chunk of output channels with transformed weights. */
export function convolveTilePart(layer: Layer, first: i32, part: i32, room: usize): void {
  const from = part * layer.tiles
  const tiles = min(layer.tiles, tilesOf(layer) - from)
  const outputs = outputsFrom(layer, first)
  const transformed = roomFor(layer, room)
  const results = transformed + points * pointBytes(layer.tiles, inputsOf(layer))
  for (let tile = 0; tile < tiles; tile++)
    readTile(layer, from + tile, transformed + tile * inputsOf(layer) * 4, layer.tiles, room)
  for (let output = 0; output < outputs; output += block) {
    const weights = layer.shared + output * inputsOf(layer) * 4
    multiplyBlock(layer, transformed, tiles, weights, layer.chunk, results + output * 4, outputs)
  }
  for (let tile = 0; tile < tiles; tile++)
    writeTile(layer, from + tile, results + tile * outputs * 4, first, outputs, room)
}

// By outputs.

/** Parts of the transform of all tiles. */
export function groupParts(layer: Layer): i32 {
  return layer.tiles / group
}

/** Transforms some tiles. */
export function transformGroupPart(layer: Layer, part: i32, room: usize): void {
  const last = min(tilesOf(layer), (part + 1) * group)
  for (let tile = part * group; tile < last; tile++)
    readTile(layer, tile, layer.shared + tile * inputsOf(layer) * 4, layer.tiles, room)
}

/** Parts of the convolution by outputs. */
export function outputParts(layer: Layer): i32 {
  return (layer.outputs + layer.chunk - 1) / layer.chunk
}

/** Convolves all transformed tiles, for some output channels. */
export function convolveOutputPart(layer: Layer, part: i32, room: usize): void {
  const first = part * layer.chunk
  const outputs = outputsFrom(layer, first)
  const weights = roomFor(layer, room)
  const results = weights + points * pointBytes(block, inputsOf(layer))
  for (let output = 0; output < outputs; output += block) {
    const from = layer.weights + first + output
    transformWeights(from, layer.outputs, inputsOf(layer), weights, pointBytes(block, inputsOf(layer)), room)
    multiplyBlock(layer, layer.shared, tilesOf(layer), weights, block, results + output * 4, outputs)
  }
  for (let tile = 0; tile < tilesOf(layer); tile++)
    writeTile(layer, tile, results + tile * outputs * 4, first, outputs, room)
}

/**
 * Multiplies all points of `tiles` tiles for a block of output channels. Each point has `chunk` output channels of
 * transformed weights, and `outputs` of results.
 */
function multiplyBlock(
  layer: Layer,
  transformed: usize,
  tiles: i32,
  weights: usize,
  chunk: i32,
  results: usize,
  outputs: i32,
): void {
  const inputs = inputsOf(layer)
  for (let point = 0; point < points; point++) {
    for (let tile = 0; tile < tiles; tile += group) {
      multiplyTiles(
        transformed + point * pointBytes(layer.tiles, inputs) + tile * inputs * 4,
        inputs * 4,
        weights + point * pointBytes(chunk, inputs),
        inputs,
        results + point * pointBytes(layer.tiles, outputs) + tile * outputs * 4,
        outputs * 4,
      )
    }
  }
}

// Tiles.

/**
 * The first row of a tile of 4 x 4 results. A dilated convolution is `dilation` squared convolutions of every
 * `dilation`-th row and column, with consecutive tiles.
 */
function rowOfTile(layer: Layer, tile: i32): i32 {
  const row = tile / tilesAcross(layer)
  const down = tilesDown(layer)
  return (row % down) * 4 * layer.dilation + row / down / layer.dilation
}

function columnOfTile(layer: Layer, tile: i32): i32 {
  const across = tilesAcross(layer)
  const phase = tile / across / tilesDown(layer)
  return (tile % across) * 4 * layer.dilation + (phase % layer.dilation)
}

function tilesAcross(layer: Layer): i32 {
  const span = 4 * layer.dilation
  return (layer.width + span - 1) / span
}

function tilesDown(layer: Layer): i32 {
  const span = 4 * layer.dilation
  return (layer.height + span - 1) / span
}

function tilesOf(layer: Layer): i32 {
  return tilesAcross(layer) * tilesDown(layer) * layer.dilation * layer.dilation
}

/** Transforms the inputs of a tile. Each point has the values of `tiles` tiles side by side. */
function readTile(layer: Layer, tile: i32, to: usize, tiles: i32, room: usize): void {
  const y = rowOfTile(layer, tile) - layer.dilation
  const x = columnOfTile(layer, tile) - layer.dilation
  const gap = pointBytes(tiles, inputsOf(layer))
  readPicture(layer, layer.from, layer.channels, y, x, to, gap, room)
  readPicture(layer, layer.from2, layer.channels2, y, x, to + layer.channels * 4, gap, room)
}

/** Transforms the tile at `y` and `x` of an input picture. Values outside the picture are 0. */
function readPicture(
  layer: Layer,
  from: usize,
  channels: i32,
  y: i32,
  x: i32,
  to: usize,
  gap: i32,
  room: usize,
): void {
  if (channels === 0) return
  const step = layer.dilation
  const pixel = channels * 4
  const row = pixel * layer.width
  if (y >= 0 && x >= 0 && y + 5 * step < layer.height && x + 5 * step < layer.width) {
    transformTile(from + y * row + x * pixel, row * step, pixel * step, channels, to, gap, room)
    return
  }
  const edge = room + transformRoom
  for (let j = 0; j < 6; j++) {
    for (let i = 0; i < 6; i++) {
      const cell = edge + (j * 6 + i) * pixel
      const v = y + j * step
      const u = x + i * step
      if (v >= 0 && v < layer.height && u >= 0 && u < layer.width)
        memory.copy(cell, from + v * row + u * pixel, pixel)
      else memory.fill(cell, 0, pixel)
    }
  }
  transformTile(edge, 6 * pixel, pixel, channels, to, gap, room)
}

/** Writes the results of a tile for `outputs` channels from `first` on. */
function writeTile(layer: Layer, tile: i32, results: usize, first: i32, outputs: i32, room: usize): void {
  const y = rowOfTile(layer, tile)
  const x = columnOfTile(layer, tile)
  const pixel = layer.outputs * 4
  const row = layer.width * pixel
  const factors = layer.factors + first * 4
  storeTile(
    results,
    pointBytes(layer.tiles, outputs),
    outputs,
    factors,
    factors + layer.outputs * 4,
    layer.least,
    layer.to + y * row + x * pixel + first * 4,
    row * layer.dilation,
    pixel * layer.dilation,
    countFrom(y, layer.height, layer.dilation),
    countFrom(x, layer.width, layer.dilation),
    room,
  )
}

/** How many of four positions from `first`, `step` apart, are before `end`; 0 if a dilated tile begins past it. */
function countFrom(first: i32, end: i32, step: i32): i32 {
  return max(0, min(4, (end - first + step - 1) / step))
}
