import type { NetworkInput } from '#matting/network-catalog.ts'
import { intAttribute } from './graph-attributes.ts'
import {
  attribute,
  dataType,
  graph,
  graphBytes,
  intOf,
  model,
  node,
  tensor,
  tensorName,
} from './onnx-fields.ts'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  messageField,
  readFields,
  textField,
  textsOf,
  writeFields,
} from './protobuf-fields.ts'

/** An ONNX graph and, separately, the bytes of its weights, which several graphs may share. */
type SplitModel = { readonly graph: Uint8Array; readonly weights: Uint8Array }

type RewriteOptions = {
  /** The picture; `size` determines whether the graph then accepts any size. */
  readonly input: Pick<NetworkInput, 'name' | 'layout' | 'size'>
  /** The matte, one channel. */
  readonly outputName: string
  /** Outputs kept beside the matte, each of its own size; all others are dropped. */
  readonly featureNames?: readonly string[]
  /** The name under which the graph loads its weights. */
  readonly weightsPath: string
  readonly compute: 'as stored' | 'float32'
}

/**
 * Prepares a segmentation graph for the studio: keeps only the nodes that its outputs need, and moves the weights into
 * a file of their own. Values are the same: at the original size the output is bit-equal.
 *
 * Where `input.size` is a multiple, the graph takes any such height and width afterwards. Its old size must stand in
 * two places only: the declared shapes, and the target sizes of the `Resize` nodes, which must all double their input
 * (the decoder of a U-Net). Where `input.size` is one size, the nodes stay as they are.
 *
 * With `compute: 'float32'` half-precision weights stay so in the file and are widened when the session is created, so
 * that one file of weights serves devices with and without fp16 arithmetic.
 *
 * Throws where `bytes` hold no ONNX graph or the graph lacks an output.
 */
export function rewriteGraph(
  bytes: Uint8Array,
  { input, outputName, featureNames = [], weightsPath, compute }: RewriteOptions,
): SplitModel {
  const isFree = 'multipleOf' in input.size
  const modelFields = readFields(bytes)
  const graphFields = readFields(graphBytes(modelFields))
  const initializers = bytesOf(graphFields, graph.initializer).map(readFields)
  const outputNames = [outputName, ...featureNames]
  const needed = neededNodes(bytesOf(graphFields, graph.node).map(readFields), outputNames, isFree)
  const nodes = isFree ? needed.map(doubleInsteadOfSize) : needed
  const used = new Set(nodes.flatMap((fields) => textsOf(fields, node.input)))
  const kept = initializers.filter((fields) => used.has(tensorName(fields)))

  const split = splitWeights(kept, weightsPath)
  const widened = compute === 'float32' ? halfNames(kept) : new Set<string>()
  const rewritten: Field[] = [
    ...graphFields.filter(({ id }) => !([1, 5, 11, 12, 13] as number[]).includes(id)),
    ...[...widened].map((name) => messageField(graph.node, castToFloat(name))),
    ...nodes.map((fields) => messageField(graph.node, widen(fields, widened))),
    ...(isFree ? [messageField(graph.initializer, doublingScales)] : []),
    ...split.initializers.map((fields) => messageField(graph.initializer, fields)),
    messageField(graph.input, imageInfo(input.name, 3, input)),
    messageField(graph.output, imageInfo(outputName, 1, input)),
    ...featureNames.map((name) => messageField(graph.output, floatsInfo(name))),
  ]
  const withoutGraph = modelFields.filter(({ id }) => id !== model.graph)
  return {
    graph: writeFields([...withoutGraph, messageField(model.graph, rewritten)]),
    weights: split.weights,
  }
}

/** The nodes that the outputs depend on; in a graph of free size a `Resize` does not need its old target size. */
function neededNodes(nodes: Field[][], outputNames: readonly string[], isFree: boolean): Field[][] {
  const producer = new Map(
    nodes.flatMap((fields) => textsOf(fields, node.output).map((name) => [name, fields] as const)),
  )
  const missing = outputNames.find((name) => !producer.has(name))
  if (missing !== undefined) throw new Error(`The graph has no output ${missing}.`)
  const needed = new Set<Field[]>()
  const pending = [...outputNames]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const fields = producer.get(name)
    if (!fields || needed.has(fields)) continue
    needed.add(fields)
    const inputs = textsOf(fields, node.input)
    pending.push(...(isFree && isResize(fields) ? inputs.slice(0, 1) : inputs))
  }
  return nodes.filter((fields) => needed.has(fields))
}

const scalesName = 'double_height_and_width'
const doublingScales: Field[] = [
  intField(tensor.dims, 4),
  intField(tensor.dataType, dataType.float),
  textField(tensor.name, scalesName),
  bytesField(tensor.rawData, new Uint8Array(Float32Array.of(1, 1, 2, 2).buffer)),
]

function doubleInsteadOfSize(fields: Field[]): Field[] {
  if (!isResize(fields)) return fields
  const picture = textsOf(fields, node.input)[0] ?? ''
  return [
    ...[picture, '', scalesName].map((name) => textField(node.input, name)),
    ...fields.filter(({ id }) => id !== node.input),
  ]
}

/** Moves the bytes of every large tensor into one file, each at a multiple of 64 bytes. */
function splitWeights(
  initializers: Field[][],
  path: string,
): { initializers: Field[][]; weights: Uint8Array } {
  const chunks: { at: number; data: Uint8Array }[] = []
  let end = 0
  const moved = initializers.map((fields) => {
    const data = bytesOf(fields, tensor.rawData)[0]
    if (!data || data.length < 64) return fields
    const at = Math.ceil(end / 64) * 64
    chunks.push({ at, data })
    end = at + data.length
    const location = { location: path, offset: String(at), length: String(data.length) }
    return [
      ...fields.filter(({ id }) => id !== tensor.rawData),
      ...Object.entries(location).map(([key, value]) =>
        messageField(tensor.externalData, [textField(1, key), textField(2, value)]),
      ),
      intField(tensor.dataLocation, 1),
    ]
  })
  const weights = new Uint8Array(end)
  for (const { at, data } of chunks) weights.set(data, at)
  return { initializers: moved, weights }
}

const halfNames = (initializers: Field[][]): Set<string> =>
  new Set(
    initializers.filter((fields) => intOf(fields, tensor.dataType) === dataType.float16).map(tensorName),
  )

const widenedName = (name: string): string => `${name}/float32`

const castToFloat = (name: string): Field[] => [
  textField(node.input, name),
  textField(node.output, widenedName(name)),
  textField(node.name, widenedName(name)),
  textField(node.opType, 'Cast'),
  intAttribute('to', dataType.float),
]

/** Replaces half weights by the widened ones, and casts to half precision by no-ops. */
function widen(fields: Field[], widened: ReadonlySet<string>): Field[] {
  if (widened.size === 0) return fields
  const isCast = textsOf(fields, node.opType)[0] === 'Cast'
  return fields.map((field) => {
    if (typeof field.value === 'number') return field
    if (field.id === node.input) {
      const name = new TextDecoder().decode(field.value)
      return widened.has(name) ? textField(node.input, widenedName(name)) : field
    }
    if (field.id !== node.attribute || !isCast) return field
    const inner = readFields(field.value)
    return messageField(node.attribute, [
      ...inner.filter(({ id }) => id !== attribute.i),
      intField(attribute.i, dataType.float),
    ])
  })
}

/** ValueInfoProto: float32, one picture in the layout and size of the input. */
const imageInfo = (
  name: string,
  channels: number,
  { layout, size }: Pick<NetworkInput, 'layout' | 'size'>,
): Field[] => {
  const sides =
    'multipleOf' in size
      ? [textField(2, 'height'), textField(2, 'width')]
      : [intField(1, size.height), intField(1, size.width)]
  const channel = intField(1, channels)
  const dimensions = [intField(1, 1), ...(layout === 'NCHW' ? [channel, ...sides] : [...sides, channel])]
  const shape = dimensions.map((dimension) => messageField(1, [dimension]))
  const tensorType = [intField(1, dataType.float), messageField(2, shape)]
  return [textField(1, name), messageField(2, [messageField(1, tensorType)])]
}

/** ValueInfoProto: float32, of any shape. */
const floatsInfo = (name: string): Field[] => [
  textField(1, name),
  messageField(2, [messageField(1, [intField(1, dataType.float)])]),
]

const isResize = (fields: readonly Field[]): boolean => textsOf(fields, node.opType)[0] === 'Resize'
