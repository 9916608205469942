import { type TinyNode, type TinyTensor, tinyOnnx } from './tiny-onnx.ts'

/** Pseudo-random numbers from -1 to 1; the same for the same seed. */
export function noise(length: number, seed = 1): Float32Array {
  let state = seed
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 32) * 2 - 1
  })
}

/** The bits of a number as float16; for numbers within the normal range of float16. */
const halfBits = (value: number): number => {
  const [bits = 0] = new Uint32Array(Float32Array.of(value).buffer)
  if (Math.abs(value) < 2 ** -14) return 0
  return ((bits >>> 16) & 0x8000) | ((((bits >>> 23) & 255) - 112) << 10) | ((bits >>> 13) & 0x3ff)
}

const toHalf = ({ name, dims, data }: TinyTensor): TinyTensor => ({
  name,
  dims,
  data: Uint16Array.from(data as Float32Array, halfBits),
})

/** Weight and bias of a convolution, named as exporters name them. */
const convTensors = (name: string, from: number, to: number, kernel: number): TinyTensor[] => [
  {
    name: `${name}.weight`,
    dims: [to, from, kernel, kernel],
    data: noise(to * from * kernel * kernel, to + from),
  },
  { name: `${name}.bias`, dims: [to], data: noise(to, from) },
]

const conv = (name: string, input: string, output: string, kernel: number): TinyNode => ({
  op: 'Conv',
  inputs: [input, `${name}.weight`, `${name}.bias`],
  outputs: [output],
  attributes: { kernel_shape: [kernel, kernel], pads: Array(4).fill((kernel - 1) / 2), dilations: [1, 1] },
})

/** `target` names the constant that holds the size of the output. */
const resize = (input: string, target: string, output: string): TinyNode => ({
  op: 'Resize',
  inputs: [input, '', '', target],
  outputs: [output],
  attributes: { mode: 'linear', coordinate_transformation_mode: 'half_pixel' },
})

const sizes = (name: string, dims: readonly number[]): TinyTensor => ({
  name,
  dims: [dims.length],
  data: BigInt64Array.from(dims, BigInt),
})

/**
 * A U-Net of two levels, exported like segmentation networks: of one fixed size, with the target sizes of its `Resize`
 * nodes as constants, and with a side output for training.
 */
export function tinyUnet(side: number, weights: 'float32' | 'float16' = 'float32'): Uint8Array<ArrayBuffer> {
  const isHalf = weights === 'float16'
  const convs = [
    ...convTensors('down', 3, 8, 3),
    ...convTensors('deep', 8, 8, 3),
    ...convTensors('up', 16, 1, 3),
  ]
  const sideConvs = convTensors('side', 8, 1, 3)
  return tinyOnnx({
    nodes: [
      ...(isHalf ? [cast('input', 'picture', 10)] : []),
      conv('down', isHalf ? 'picture' : 'input', 'down', 3),
      { op: 'Relu', inputs: ['down'], outputs: ['level1'] },
      {
        op: 'MaxPool',
        inputs: ['level1'],
        outputs: ['pooled'],
        attributes: { kernel_shape: [2, 2], strides: [2, 2] },
      },
      conv('deep', 'pooled', 'deep', 3),
      { op: 'Relu', inputs: ['deep'], outputs: ['level2'] },
      resize('level2', 'size of level 1', 'risen'),
      { op: 'Concat', inputs: ['level1', 'risen'], outputs: ['both'], attributes: { axis: 1 } },
      conv('up', 'both', 'up', 3),
      { op: 'Sigmoid', inputs: ['up'], outputs: [isHalf ? 'matte' : 'output'] },
      ...(isHalf ? [cast('matte', 'output', 1)] : []),
      conv('side', 'level2', 'side', 3),
      resize('side', 'size of the side output', 'side output'),
    ],
    tensors: [
      ...[...convs, ...sideConvs].map((tensor) => (isHalf ? toHalf(tensor) : tensor)),
      sizes('size of level 1', [1, 8, side, side]),
      sizes('size of the side output', [1, 1, side, side]),
    ],
    inputs: [{ name: 'input', dims: [1, 3, side, side] }],
    outputs: [
      { name: 'output', dims: [1, 1, side, side] },
      ...(isHalf ? [] : [{ name: 'side output', dims: [1, 1, side, side] }]),
    ],
  })
}

const cast = (input: string, output: string, to: number): TinyNode => ({
  op: 'Cast',
  inputs: [input],
  outputs: [output],
  attributes: { to },
})

/**
 * Segments dark pixels, such as the disc of the self-test; of any size. With `answer` `light` it segments light pixels,
 * with `nothing` none at all, as a broken backend does.
 */
export function tinySegmenter(answer: 'dark' | 'light' | 'nothing' = 'dark'): Uint8Array<ArrayBuffer> {
  const gain = { dark: -20, light: 20, nothing: 0 }[answer]
  return tinyOnnx({
    nodes: [conv('tone', 'input', 'tone', 1), { op: 'Sigmoid', inputs: ['tone'], outputs: ['output'] }],
    tensors: [
      { name: 'tone.weight', dims: [1, 3, 1, 1], data: new Float32Array(3).fill(gain) },
      { name: 'tone.bias', dims: [1], data: Float32Array.of(answer === 'nothing' ? -200 : 0) },
    ],
    inputs: [{ name: 'input', dims: [1, 3, 'height', 'width'] }],
    outputs: [{ name: 'output', dims: [1, 1, 'height', 'width'] }],
  })
}

/**
 * Segments dark pixels too, but takes one size only, the layout NHWC, and the given normalisation: any other one moves
 * its limit between dark and light.
 */
export function tinyNhwcSegmenter(
  { width, height }: { readonly width: number; readonly height: number },
  mean: readonly number[],
  deviation: readonly number[],
): Uint8Array<ArrayBuffer> {
  const gain = -20 / 256
  const transpose = (input: string, output: string, perm: readonly number[]): TinyNode => ({
    op: 'Transpose',
    inputs: [input],
    outputs: [output],
    attributes: { perm },
  })
  return tinyOnnx({
    nodes: [
      transpose('picture', 'planes', [0, 3, 1, 2]),
      conv('tone', 'planes', 'tone', 1),
      { op: 'Sigmoid', inputs: ['tone'], outputs: ['matte'] },
      transpose('matte', 'mask', [0, 2, 3, 1]),
    ],
    tensors: [
      {
        name: 'tone.weight',
        dims: [1, 3, 1, 1],
        data: Float32Array.from(deviation, (value) => gain * value),
      },
      {
        name: 'tone.bias',
        dims: [1],
        data: Float32Array.of(mean.reduce((sum, value) => sum + gain * (value - 128), 0)),
      },
    ],
    inputs: [{ name: 'picture', dims: [1, height, width, 3] }],
    outputs: [{ name: 'mask', dims: [1, height, width, 1] }],
  })
}
