import { fromHalves, toHalves } from './half-floats.ts'
import { dataType, graph, graphBytes, intOf, model, tensor, tensorName } from './onnx-fields.ts'
import {
  bytesField,
  type Field,
  intField,
  messageField,
  readFields,
  textField,
  writeFields,
} from './protobuf-fields.ts'
import type { NpyArray } from './read-npz.ts'

/** A tensor of weights; its first dimension is the output channel. */
export type Weights = { readonly dims: readonly number[]; readonly values: Float32Array }

/** Weights by the names of a graph's initialisers. */
export type WeightMap = ReadonlyMap<string, Weights>

/**
 * The weights that an NPZ file holds, by name: `NAME.d` in its shape, float16; or `NAME.q` in its shape, int8, times
 * `NAME.s`, float16, one for each output channel. Throws where an array has neither form.
 */
export function storedWeights(arrays: ReadonlyMap<string, NpyArray>): WeightMap {
  const names = new Set(Array.from(arrays.keys(), (name) => name.replace(/\.[dqs]$/, '')))
  return new Map(Array.from(names, (name) => [name, storedTensor(name, arrays)]))
}

function storedTensor(name: string, arrays: ReadonlyMap<string, NpyArray>): Weights {
  const [whole, steps, scales] = ['d', 'q', 's'].map((part) => arrays.get(`${name}.${part}`))
  if (whole?.type === 'float16') return { dims: whole.shape, values: fromHalves(whole.data) }
  if (steps?.type !== 'int8' || scales?.type !== 'float16' || scales.data.length !== steps.shape[0])
    throw new Error(`The stored weights ${name} have neither values nor steps with a scale for each channel.`)
  const values = new Float32Array(steps.data)
  for (const [channel, scale] of fromHalves(scales.data).entries()) {
    const those = channelOf(values, channel, steps.shape)
    for (let i = 0; i < those.length; i++) those[i] = (those[i] as number) * scale
  }
  return { dims: steps.shape, values }
}

/**
 * An ONNX file with other weights, of the same or of other widths. The convolutions of `bytes` have float weights, or
 * are quantised at run time (`ConvInteger`). There the weights NAME stand as NAME_quantized, NAME_scale and
 * NAME_zero_point; they get 8 bits and a scale for each output channel, which loses less than one scale for all.
 * Throws where the graph lacks one of the weights.
 */
export function withWeights(bytes: Uint8Array, weights: WeightMap): Uint8Array {
  const unused = new Set(weights.keys())
  const replaced = (fields: Field[]): Field[] => {
    const name = tensorName(fields)
    const part = quantizedParts.exec(name)
    const source = weights.has(name) || !part ? name : name.slice(0, part.index)
    const found = weights.get(source)
    if (!found) return fields
    unused.delete(source)
    return source === name ? withValues(fields, found) : quantizedPart(name, part?.[1], found)
  }

  const modelFields = readFields(bytes)
  const graphFields = readFields(graphBytes(modelFields)).map((field) =>
    field.id === graph.initializer && typeof field.value !== 'number'
      ? messageField(graph.initializer, replaced(readFields(field.value)))
      : field,
  )
  const [missing] = unused
  if (missing !== undefined) throw new Error(`The graph has no weights ${missing}.`)
  return writeFields(
    modelFields.map((field) => (field.id === model.graph ? messageField(model.graph, graphFields) : field)),
  )
}

/** The values of one output channel, which is the first dimension; a view. */
function channelOf<T extends Float32Array | Uint8Array>(
  values: T,
  channel: number,
  [channels = 1]: readonly number[],
): T {
  const length = values.length / channels
  return values.subarray(channel * length, (channel + 1) * length) as T
}

/** The same initialiser with other dimensions and values, in the precision that it has. */
function withValues(fields: Field[], { dims, values }: Weights): Field[] {
  const isHalf = intOf(fields, tensor.dataType) === dataType.float16
  const { buffer } = isHalf ? toHalves(values) : values
  const replaced: readonly number[] = [tensor.dims, tensor.rawData, tensor.floatData]
  return [
    ...dims.map((side) => intField(tensor.dims, side)),
    ...fields.filter(({ id }) => !replaced.includes(id)),
    bytesField(tensor.rawData, new Uint8Array(buffer)),
  ]
}

/** How ConvInteger's inputs are named after the weights that they stand for. */
const quantizedParts = /_(quantized|scale|zero_point)$/

/** A weight w of channel c stands as `w / scale[c] + 128`, rounded: 1 to 255, symmetric about 0. */
function quantizedPart(name: string, part: string | undefined, weights: Weights): Field[] {
  if (part === 'zero_point') return initializer(name, [], dataType.uint8, Uint8Array.of(128))
  const scales = channelScales(weights)
  // One scale an output channel of a picture of 1 x channels x height x width.
  if (part === 'scale')
    return initializer(name, [1, scales.length, 1, 1], dataType.float, new Uint8Array(scales.buffer))
  const quantized = new Uint8Array(weights.values.length)
  for (const [channel, scale] of scales.entries()) {
    const from = channelOf(weights.values, channel, weights.dims)
    const to = channelOf(quantized, channel, weights.dims)
    for (let i = 0; i < from.length; i++) to[i] = Math.round((from[i] as number) / scale) + 128
  }
  return initializer(name, weights.dims, dataType.uint8, quantized)
}

function channelScales({ dims, values }: Weights): Float32Array {
  const scales = new Float32Array(dims[0] ?? 1)
  for (const channel of scales.keys()) {
    let largest = 0
    for (const value of channelOf(values, channel, dims)) largest = Math.max(largest, Math.abs(value))
    scales[channel] = largest / 127 || 1
  }
  return scales
}

const initializer = (name: string, dims: readonly number[], type: number, raw: Uint8Array): Field[] => [
  ...dims.map((side) => intField(tensor.dims, side)),
  intField(tensor.dataType, type),
  textField(tensor.name, name),
  bytesField(tensor.rawData, raw),
]
