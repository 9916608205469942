import { fromHalves, toHalves } from './half-floats.ts'
import { dataType, graph, graphBytes, intOf, model, tensor, tensorName } from './onnx-fields.ts'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  messageField,
  readFields,
  textField,
  writeFields,
} from './protobuf-fields.ts'
import type { NpyArray } from './read-npz.ts'

export type Tuning = {
  /** An ONNX file with the published weights, half precision. */
  readonly published: Uint8Array
  /**
   * Tuned minus published weights. For an initialiser NAME either `NAME.d` in its shape, float16; or `NAME.q` in its
   * shape, int8, times `NAME.s`, float16, one for each output channel.
   */
  readonly differences: ReadonlyMap<string, NpyArray>
  /** How much of the differences is added, 0 to 1 (Wortsman et al., Robust fine-tuning, CVPR 2022). */
  readonly share: number
}

/**
 * An ONNX file with the weights `published + share * differences`. `bytes` is the published file itself, or one of the
 * same network whose convolutions are quantised at run time (`ConvInteger`). There the weights NAME stand as
 * NAME_quantized, NAME_scale and NAME_zero_point; they get 8 bits and a scale for each output channel, which loses less
 * than one scale for all. Throws where a difference fits no weights.
 */
export function tuneWeights(bytes: Uint8Array, tuning: Tuning): Uint8Array {
  const tuned = tunedWeights(tuning)
  const unused = new Set(tuned.keys())
  const replaced = (fields: Field[]): Field[] => {
    const name = tensorName(fields)
    const part = quantizedParts.exec(name)
    const source = tuned.has(name) || !part ? name : name.slice(0, part.index)
    const weights = tuned.get(source)
    if (!weights) return fields
    unused.delete(source)
    return source === name ? withValues(fields, weights) : quantizedPart(name, part?.[1], weights)
  }

  const modelFields = readFields(bytes)
  const graphFields = readFields(graphBytes(modelFields)).map((field) =>
    field.id === graph.initializer && typeof field.value !== 'number'
      ? messageField(graph.initializer, replaced(readFields(field.value)))
      : field,
  )
  const [missing] = unused
  if (missing !== undefined) throw new Error(`The graph to be tuned has no weights ${missing}.`)
  return writeFields(
    modelFields.map((field) => (field.id === model.graph ? messageField(model.graph, graphFields) : field)),
  )
}

type Weights = { readonly dims: readonly number[]; readonly values: Float32Array }

function tunedWeights({ published, differences, share }: Tuning): ReadonlyMap<string, Weights> {
  const waiting = new Set(Array.from(differences.keys(), (name) => name.replace(/\.[dqs]$/, '')))
  const tuned = new Map<string, Weights>()
  for (const initializer of bytesOf(readFields(graphBytes(readFields(published))), graph.initializer)) {
    const fields = readFields(initializer)
    const name = tensorName(fields)
    if (waiting.delete(name)) tuned.set(name, tunedTensor(fields, differences, share))
  }
  const [unknown] = waiting
  if (unknown !== undefined) throw new Error(`The published network has no weights ${unknown}.`)
  return tuned
}

function tunedTensor(fields: Field[], differences: Tuning['differences'], share: number): Weights {
  const name = tensorName(fields)
  const raw = bytesOf(fields, tensor.rawData)[0]
  if (!raw || intOf(fields, tensor.dataType) !== dataType.float16)
    throw new Error(`The published weights ${name} are not in half precision.`)
  const dims = fields.flatMap(({ id, value }) => (id === tensor.dims ? [Number(value)] : []))
  // Copied, as a view of 16 bits must begin at an even byte. Loops, as 44 million numbers take callbacks a minute.
  const values = fromHalves(new Uint16Array(new Uint8Array(raw).buffer))
  const difference = differenceOf(name, dims, differences)
  for (let i = 0; i < values.length; i++)
    values[i] = (values[i] as number) + share * (difference[i] as number)
  return { dims, values }
}

function differenceOf(
  name: string,
  dims: readonly number[],
  differences: Tuning['differences'],
): Float32Array {
  const [whole, steps, scales] = ['d', 'q', 's'].map((part) => differences.get(`${name}.${part}`))
  const fits = (whole ?? steps)?.shape.join() === dims.join()
  if (fits && whole?.type === 'float16') return fromHalves(whole.data)
  if (!fits || steps?.type !== 'int8' || scales?.type !== 'float16' || scales.data.length !== dims[0])
    throw new Error(`The differences of ${name} do not have its shape.`)
  const difference = new Float32Array(steps.data)
  for (const [channel, scale] of fromHalves(scales.data).entries()) {
    const those = channelOf(difference, channel, dims)
    for (let i = 0; i < those.length; i++) those[i] = (those[i] as number) * scale
  }
  return difference
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

/** The same initialiser with other values, in the precision that it has. */
function withValues(fields: Field[], { values }: Weights): Field[] {
  const isHalf = intOf(fields, tensor.dataType) === dataType.float16
  const { buffer } = isHalf ? toHalves(values) : values
  return [
    ...fields.filter(({ id }) => id !== tensor.rawData && id !== tensor.floatData),
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
