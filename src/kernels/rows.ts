import { Layer } from './layer.ts'
import { multiplyAdd } from './winograd.ts'

/** Row `y` of the result: the maximum of each 2 x 2 pixels. Sides are even. */
export function poolRow(layer: Layer, y: i32): void {
  const pixel: usize = layer.channels * 4
  const row: usize = layer.width * pixel
  let from = layer.from + 2 * y * row
  let to = layer.to + y * (row >> 1)
  for (let x = 0; x < layer.width; x += 2) {
    for (let channel: usize = 0; channel < pixel; channel += 16) {
      const above = f32x4.max(v128.load(from + channel), v128.load(from + pixel + channel))
      const below = f32x4.max(v128.load(from + row + channel), v128.load(from + row + pixel + channel))
      v128.store(to + channel, f32x4.max(above, below))
    }
    from += 2 * pixel
    to += pixel
  }
}

/** Row `y` of the result at twice the size: bilinear, half-pixel centres, so with weights 1/4 and 3/4. */
export function doubleRow(layer: Layer, y: i32): void {
  const pixel: usize = layer.channels * 4
  const row: usize = layer.width * pixel
  const near = layer.from + (y >> 1) * row
  const other = min(max(0, (y >> 1) + (y & 1) * 2 - 1), layer.height - 1)
  const far = layer.from + other * row
  const large = f32x4.splat(0.75)
  const small = f32x4.splat(0.25)
  let to = layer.to + 2 * y * row
  for (let x = 0; x < layer.width; x++) {
    const at: usize = x * pixel
    const left: usize = max(0, x - 1) * pixel
    const right: usize = min(layer.width - 1, x + 1) * pixel
    for (let channel: usize = 0; channel < pixel; channel += 16) {
      const c = channel
      const before = multiplyAdd(
        large,
        v128.load(near + left + c),
        f32x4.mul(small, v128.load(far + left + c)),
      )
      const middle = multiplyAdd(large, v128.load(near + at + c), f32x4.mul(small, v128.load(far + at + c)))
      const after = multiplyAdd(
        large,
        v128.load(near + right + c),
        f32x4.mul(small, v128.load(far + right + c)),
      )
      v128.store(to + c, multiplyAdd(large, middle, f32x4.mul(small, before)))
      v128.store(to + pixel + c, multiplyAdd(large, middle, f32x4.mul(small, after)))
    }
    to += 2 * pixel
  }
}

/** Row `y` of the sum of two pictures. */
export function addRow(layer: Layer, y: i32): void {
  const row: usize = layer.width * layer.channels * 4
  const start = y * row
  for (let at = start; at < start + row; at += 16)
    v128.store(layer.to + at, f32x4.add(v128.load(layer.from + at), v128.load(layer.from2 + at)))
}

/**
 * Row `y` of the first convolution: 3 x 3, stride 2, of a planar picture with three channels. Weights: input channel,
 * tap, output channel; then the biases.
 */
export function firstRow(layer: Layer, y: i32): void {
  const outputs: usize = layer.outputs * 4
  const plane: usize = layer.width * layer.height * 4
  const least = f32x4.splat(layer.least)
  let to = layer.to + y * (layer.width >> 1) * outputs
  for (let x = 0; x < layer.width; x += 2) {
    // Four vectors at a time, so that each input value is loaded once for them.
    for (let output: usize = 0; output < outputs; output += 64) {
      const biases = layer.weights + 27 * outputs + output
      let a = v128.load(biases)
      let b = v128.load(biases, 16)
      let c = v128.load(biases, 32)
      let d = v128.load(biases, 48)
      for (let tap = 0; tap < 9; tap++) {
        const v = 2 * y + tap / 3 - 1
        const u = x + (tap % 3) - 1
        if (v < 0 || u < 0 || v >= layer.height || u >= layer.width) continue
        let pixel = layer.from + (v * layer.width + u) * 4
        let weights = layer.weights + tap * outputs + output
        for (let channel = 0; channel < 3; channel++) {
          const value = v128.load32_splat(pixel)
          a = multiplyAdd(value, v128.load(weights), a)
          b = multiplyAdd(value, v128.load(weights, 16), b)
          c = multiplyAdd(value, v128.load(weights, 32), c)
          d = multiplyAdd(value, v128.load(weights, 48), d)
          pixel += plane
          weights += 9 * outputs
        }
      }
      const end = to + output
      v128.store(end, f32x4.max(a, least))
      v128.store(end, f32x4.max(b, least), 16)
      // A network may have 8 channels more than a multiple of 16.
      if (output + 32 < outputs) {
        v128.store(end, f32x4.max(c, least), 32)
        v128.store(end, f32x4.max(d, least), 48)
      }
    }
    to += outputs
  }
}

/** Row `y` of a 3 x 3 convolution into one channel. Weights: tap, input channel; then the bias. */
export function headRow(layer: Layer, y: i32): void {
  const pixel: usize = layer.channels * 4
  const bias = load<f32>(layer.weights + 9 * pixel)
  for (let x = 0; x < layer.width; x++) {
    let sums = f32x4.splat(0)
    for (let tap = 0; tap < 9; tap++) {
      const v = y + tap / 3 - 1
      const u = x + (tap % 3) - 1
      if (v < 0 || u < 0 || v >= layer.height || u >= layer.width) continue
      const from = layer.from + (v * layer.width + u) * pixel
      const weights = layer.weights + tap * pixel
      for (let channel: usize = 0; channel < pixel; channel += 16)
        sums = multiplyAdd(v128.load(from + channel), v128.load(weights + channel), sums)
    }
    const sum =
      f32x4.extract_lane(sums, 0) +
      f32x4.extract_lane(sums, 1) +
      f32x4.extract_lane(sums, 2) +
      f32x4.extract_lane(sums, 3)
    store<f32>(layer.to + (y * layer.width + x) * 4, sum + bias)
  }
}
