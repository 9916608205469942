import { fromHalves, toHalves } from './half-floats.ts'
import { dataType, graph, graphBytes, intOf, model, node, tensor, tensorName } from './onnx-fields.ts'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  messageField,
  readFields,
  textsOf,
  writeFields,
} from './protobuf-fields.ts'
import type { NpyArray } from './read-npz.ts'

/** A tensor of weights; its first dimension is the output channel. */
export type Weights = { readonly dims: readonly number[]; readonly values: Float32Array }

/** Weights by the names of a graph's initialisers. */
export type WeightMap = ReadonlyMap<string, Weights>

/**
 * The weights in an NPZ file, by name: `NAME.d` in its shape, float16; or `NAME.q` in its shape, int8, times `NAME.s`,
 * float16, one for each output channel. Throws if an array has neither form.
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

/** An ONNX file with other float weights, of the same or of other widths. Throws if the graph lacks one of them. */
export function withWeights(bytes: Uint8Array, weights: WeightMap): Uint8Array {
  const unused = new Set(weights.keys())
  const replaced = (fields: Field[]): Field[] => {
    const name = tensorName(fields)
    const found = weights.get(name)
    if (!found) return fields
    unused.delete(name)
    return withValues(fields, found)
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

/** The weights of a graph's initialiser, float32 or half precision. Throws if it has no raw data. */
export function floatWeights(fields: readonly Field[]): Weights {
  const [raw] = bytesOf(fields, tensor.rawData)
  if (!raw) throw new Error(`The weights ${tensorName(fields)} are not stored as raw data.`)
  // Copied, because views of more than 8 bits must begin at a multiple of their size.
  const { buffer } = new Uint8Array(raw)
  const isHalf = intOf(fields, tensor.dataType) === dataType.float16
  return {
    dims: fields.flatMap(({ id, value }) => (id === tensor.dims ? [Number(value)] : [])),
    values: isHalf ? fromHalves(new Uint16Array(buffer)) : new Float32Array(buffer),
  }
}

/** The values of one output channel, the first dimension; a view. */
function channelOf(values: Float32Array, channel: number, [channels = 1]: readonly number[]): Float32Array {
  const length = values.length / channels
  return values.subarray(channel * length, (channel + 1) * length)
}

/** The same initialiser with other dimensions and values, in its precision. */
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

/** The nodes and weights of a graph by tensor name. */
type OpenGraph = {
  /** The fields of the node that computes a tensor. */
  readonly producers: ReadonlyMap<string, readonly Field[]>
  /** Whether a tensor is stored in the graph. */
  isStored(name: string): boolean
  /** Throws if the tensor is not stored. */
  weightsOf(name: string | undefined): Weights
}

/** Reads an ONNX file. Throws if it has no graph. */
export function openGraph(bytes: Uint8Array): OpenGraph {
  const fields = readFields(graphBytes(readFields(bytes)))
  const weights = new Map(
    bytesOf(fields, graph.initializer).map((raw) => {
      const tensor = readFields(raw)
      return [tensorName(tensor), tensor] as const
    }),
  )
  const producers = new Map(
    bytesOf(fields, graph.node).flatMap((raw) => {
      const own = readFields(raw)
      return textsOf(own, node.output).map((name) => [name, own] as const)
    }),
  )
  return {
    producers,
    isStored: (name) => weights.has(name),
    weightsOf: (name = '') => {
      const tensor = weights.get(name)
      if (!tensor) throw new Error(`The graph has no weights ${name}.`)
      return floatWeights(tensor)
    },
  }
}
