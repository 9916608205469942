import { readTflite, type TfliteOperator, type TfliteTensor } from '#build/networks/read-tflite.ts'

/** A tensor of 1 x height x width x channels. */
type Picture = { readonly shape: readonly number[]; readonly data: Float32Array }

/**
 * Computes a TFLite graph as TFLite's reference kernels do, without ONNX or anything that translates to it: slow, plain
 * and in N H W C. `input` and the result are N H W C.
 */
export function runTflite(bytes: Uint8Array, input: Float32Array): Float32Array {
  const graph = readTflite(bytes)
  const known = new Map<string, Picture>([[graph.input.name, { shape: graph.input.shape, data: input }]])
  const pictureOf = ({ name, shape, values }: TfliteTensor): Picture => {
    const found = known.get(name) ?? (values && { shape, data: values })
    if (!found) throw new Error(`${name} has no value yet`)
    return found
  }
  for (const operator of graph.operators) {
    const kernel = kernels[operator.kind]
    if (!kernel) throw new Error(`no kernel for ${operator.kind}`)
    const out = new Float32Array(operator.output.shape.reduce((product, side) => product * side, 1))
    kernel(
      operator,
      operator.inputs.map((tensor) =>
        tensor.shape.length === 1 && !tensor.values ? emptyPicture : pictureOf(tensor),
      ),
      out,
    )
    known.set(operator.output.name, { shape: operator.output.shape, data: out })
  }
  return pictureOf(graph.output).data
}

/** In place of integers, such as the target size of a resize; the output's shape says the same. */
const emptyPicture: Picture = { shape: [], data: new Float32Array() }

type Kernel = (operator: TfliteOperator, inputs: readonly Picture[], out: Float32Array) => void

const sidesOf = (shape: readonly number[] | undefined) => {
  const [, height = 1, width = 1, channels = 1] = shape ?? []
  return { height, width, channels }
}

const each =
  (change: (value: number) => number): Kernel =>
  (_, [source], out) => {
    out.set((source as Picture).data.map(change))
  }

/** The second picture may be of one pixel, which counts for all. */
const joined =
  (join: (a: number, b: number) => number): Kernel =>
  ({ output }, [a, b], out) => {
    const { channels } = sidesOf(output.shape)
    const pick = ({ data }: Picture, index: number) =>
      data[data.length < out.length ? index % channels : index] as number
    for (let i = 0; i < out.length; i++) out[i] = join(pick(a as Picture, i), pick(b as Picture, i))
  }

/** Windows that reach over the border read nothing there. A depthwise one has one filter a channel. */
const convolved =
  (isDepthwise: boolean): Kernel =>
  ({ output, intOption, byteOption }, inputs, out) => {
    const [source, kernel, bias] = inputs as [Picture, Picture, Picture]
    const from = sidesOf(source.shape)
    const to = sidesOf(output.shape)
    const [, rows = 1, columns = 1] = kernel.shape
    const [strideX, strideY] = [intOption(1), intOption(2)]
    const before = (input: number, result: number, window: number, stride: number) =>
      byteOption(0) === 0 ? Math.floor(Math.max(0, (result - 1) * stride + window - input) / 2) : 0
    const [top, left] = [
      before(from.height, to.height, rows, strideY),
      before(from.width, to.width, columns, strideX),
    ]
    for (let y = 0; y < to.height; y++)
      for (let x = 0; x < to.width; x++)
        for (let c = 0; c < to.channels; c++) {
          let sum = bias.data[c] as number
          for (let ky = 0; ky < rows; ky++)
            for (let kx = 0; kx < columns; kx++) {
              const [fromY, fromX] = [y * strideY + ky - top, x * strideX + kx - left]
              if (fromY < 0 || fromX < 0 || fromY >= from.height || fromX >= from.width) continue
              const at = (fromY * from.width + fromX) * from.channels
              if (isDepthwise)
                sum +=
                  (source.data[at + c] as number) *
                  (kernel.data[(ky * columns + kx) * to.channels + c] as number)
              else {
                const weights = ((c * rows + ky) * columns + kx) * from.channels
                for (let i = 0; i < from.channels; i++)
                  sum += (source.data[at + i] as number) * (kernel.data[weights + i] as number)
              }
            }
          out[(y * to.width + x) * to.channels + c] = sum
        }
  }

const kernels: Readonly<Record<string, Kernel>> = {
  CONV_2D: convolved(false),
  DEPTHWISE_CONV_2D: convolved(true),
  ADD: joined((a, b) => a + b),
  MUL: joined((a, b) => a * b),
  RELU: each((value) => Math.max(0, value)),
  LOGISTIC: each((value) => 1 / (1 + Math.exp(-value))),
  HARD_SWISH: each((value) => (value * Math.min(6, Math.max(0, value + 3))) / 6),
  AVERAGE_POOL_2D: (_, [source], out) => {
    const { shape, data } = source as Picture
    const { height, width, channels } = sidesOf(shape)
    data.forEach((value, index) => {
      out[index % channels] = (out[index % channels] as number) + value / (height * width)
    })
  },
  RESIZE_BILINEAR: ({ output }, [source], out) => {
    const { shape, data } = source as Picture
    const from = sidesOf(shape)
    const to = sidesOf(output.shape)
    const placed = (index: number, target: number, length: number) => {
      const place = ((index + 0.5) * length) / target - 0.5
      const low = Math.floor(place)
      return { low: Math.max(0, low), high: Math.min(length - 1, low + 1), share: place - low }
    }
    for (let y = 0; y < to.height; y++)
      for (let x = 0; x < to.width; x++)
        for (let c = 0; c < to.channels; c++) {
          const [row, column] = [placed(y, to.height, from.height), placed(x, to.width, from.width)]
          const at = (fromY: number, fromX: number) =>
            data[(fromY * from.width + fromX) * from.channels + c] as number
          const upper = at(row.low, column.low) * (1 - column.share) + at(row.low, column.high) * column.share
          const lower =
            at(row.high, column.low) * (1 - column.share) + at(row.high, column.high) * column.share
          out[(y * to.width + x) * to.channels + c] = upper * (1 - row.share) + lower * row.share
        }
  },
  Convolution2DTransposeBias: ({ output, customOptions }, inputs, out) => {
    const [source, kernel, bias] = inputs as [Picture, Picture, Picture]
    const from = sidesOf(source.shape)
    const to = sidesOf(output.shape)
    const [, rows = 1, columns = 1] = kernel.shape
    const [, strideX = 1, strideY = 1] = new Int32Array(customOptions.slice().buffer)
    out.forEach((_, index) => {
      out[index] = bias.data[index % to.channels] as number
    })
    for (let y = 0; y < from.height; y++)
      for (let x = 0; x < from.width; x++)
        for (let c = 0; c < to.channels; c++)
          for (let ky = 0; ky < rows; ky++)
            for (let kx = 0; kx < columns; kx++) {
              const index = ((y * strideY + ky) * to.width + x * strideX + kx) * to.channels + c
              for (let i = 0; i < from.channels; i++)
                out[index] =
                  (out[index] as number) +
                  (source.data[(y * from.width + x) * from.channels + i] as number) *
                    (kernel.data[((c * rows + ky) * columns + kx) * from.channels + i] as number)
            }
  },
}
