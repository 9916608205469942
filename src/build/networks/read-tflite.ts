import { ByteBuffer } from 'flatbuffers'
import { fromHalves } from './half-floats.ts'

/** A tensor of a TFLite graph; pictures are N H W C. Constants have `values`. */
export type TfliteTensor = {
  readonly name: string
  readonly shape: readonly number[]
  readonly values?: Float32Array
}

/** One operator of a graph. */
export type TfliteOperator = {
  /** A name of `builtinOperators`, or of a custom operator. */
  readonly kind: string
  readonly inputs: readonly TfliteTensor[]
  readonly output: TfliteTensor
  /** Numbers of the operator's options table, by their place in the schema; 0 if omitted. */
  readonly byteOption: (field: number) => number
  readonly intOption: (field: number) => number
  /** The options of a custom operator. */
  readonly customOptions: Uint8Array
}

type TfliteGraph = {
  readonly input: TfliteTensor
  readonly output: TfliteTensor
  /** The operators in an order in which they can be computed. */
  readonly operators: readonly TfliteOperator[]
}

// Places of fields and values of enums: tensorflow/compiler/mlir/lite/schema/schema.fbs, version 3.
const modelFields = { operatorCodes: 1, subgraphs: 2, buffers: 4 } as const
const codeFields = { deprecatedCode: 0, customCode: 1, code: 3 } as const
const graphFields = { tensors: 0, inputs: 1, outputs: 2, operators: 3 } as const
const tensorFields = { shape: 0, type: 1, buffer: 2, name: 3 } as const
const operatorFields = { code: 0, inputs: 1, outputs: 2, options: 4, customOptions: 5 } as const
const bufferFields = { data: 0 } as const
const tensorTypes = { float32: 0, float16: 1 } as const
const builtinOperators: Readonly<Record<number, string>> = {
  0: 'ADD',
  1: 'AVERAGE_POOL_2D',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  6: 'DEQUANTIZE',
  14: 'LOGISTIC',
  18: 'MUL',
  19: 'RELU',
  23: 'RESIZE_BILINEAR',
  117: 'HARD_SWISH',
}
const customOperator = 32

/** Whether bytes are a TFLite file, by its identifier. */
export const isTflite = (bytes: Uint8Array): boolean =>
  new TextDecoder().decode(bytes.subarray(4, 8)) === 'TFL3'

/**
 * Reads a TFLite file of one graph with one input and one output. Constants of half precision are widened; `DEQUANTIZE`
 * after a constant is left out, and its output is a constant. Throws if the file is not such a graph.
 */
export function readTflite(bytes: Uint8Array): TfliteGraph {
  const buffer = new ByteBuffer(new Uint8Array(bytes))
  if (!isTflite(bytes)) throw new Error('The file holds no TFLite graph.')
  const model = tableAt(buffer, buffer.readInt32(0))
  const buffers = model.tables(modelFields.buffers).map((each) => each.bytes(bufferFields.data))
  const kinds = model.tables(modelFields.operatorCodes).map((code) => {
    // Files older than the wide field only have the narrow one.
    const builtin = code.int(codeFields.code) || code.byte(codeFields.deprecatedCode)
    const kind = builtin === customOperator ? code.text(codeFields.customCode) : builtinOperators[builtin]
    return kind ?? `operator ${builtin}`
  })
  const [graph, ...others] = model.tables(modelFields.subgraphs)
  if (!graph || others.length > 0) throw new Error('The TFLite file does not hold exactly one graph.')

  const tensors = graph.tables(graphFields.tensors).map((each): TfliteTensor => {
    const data = buffers[each.int(tensorFields.buffer)]
    const values = data && floatsOf(data, each.byte(tensorFields.type))
    return {
      name: each.text(tensorFields.name),
      shape: each.ints(tensorFields.shape),
      ...(values ? { values } : {}),
    }
  })
  const tensorAt = (index: number | undefined): TfliteTensor => {
    const found = index === undefined ? undefined : tensors[index]
    if (!found) throw new Error('The TFLite graph names a tensor that it does not have.')
    return found
  }

  const operators: TfliteOperator[] = []
  for (const each of graph.tables(graphFields.operators)) {
    const kind = kinds[each.int(operatorFields.code)] ?? ''
    const inputs = each.ints(operatorFields.inputs).map(tensorAt)
    const [outputIndex, ...more] = each.ints(operatorFields.outputs)
    if (outputIndex === undefined || more.length > 0) throw new Error(`${kind} does not have one output.`)
    const values = inputs[0]?.values
    if (kind === 'DEQUANTIZE' && values) {
      tensors[outputIndex] = { ...tensorAt(outputIndex), values }
      continue
    }
    const options = each.table(operatorFields.options)
    operators.push({
      kind,
      inputs,
      output: tensorAt(outputIndex),
      byteOption: (field) => options?.byte(field) ?? 0,
      intOption: (field) => options?.int(field) ?? 0,
      customOptions: each.bytes(operatorFields.customOptions) ?? new Uint8Array(),
    })
  }
  const [[input], [output]] = [graph.ints(graphFields.inputs), graph.ints(graphFields.outputs)]
  return { input: tensorAt(input), output: tensorAt(output), operators }
}

/** Undefined for an empty buffer, which is not a constant, and for integers, which are not weights. */
function floatsOf(data: Uint8Array, type: number): Float32Array | undefined {
  if (data.length === 0) return undefined
  // Copied, because views of more than 8 bits must begin at a multiple of their size.
  const { buffer } = new Uint8Array(data)
  if (type === tensorTypes.float16) return fromHalves(new Uint16Array(buffer))
  return type === tensorTypes.float32 ? new Float32Array(buffer) : undefined
}

/** A table of a flatbuffer; a field is identified by its place in the schema. */
type Table = {
  readonly byte: (field: number) => number
  readonly int: (field: number) => number
  readonly ints: (field: number) => number[]
  readonly bytes: (field: number) => Uint8Array | undefined
  readonly text: (field: number) => string
  readonly table: (field: number) => Table | undefined
  readonly tables: (field: number) => Table[]
}

function tableAt(buffer: ByteBuffer, at: number): Table {
  /** The offset of the field, or 0 if the table omits it. */
  const placeOf = (field: number): number => {
    const offset = buffer.__offset(at, 4 + 2 * field)
    return offset === 0 ? 0 : at + offset
  }
  const vectorOf = (field: number): { readonly start: number; readonly length: number } => {
    const offset = buffer.__offset(at, 4 + 2 * field)
    if (offset === 0) return { start: 0, length: 0 }
    return { start: buffer.__vector(at + offset), length: buffer.__vector_len(at + offset) }
  }
  const elementsOf = <T>(field: number, element: (at: number) => T): T[] => {
    const { start, length } = vectorOf(field)
    return Array.from({ length }, (_, index) => element(start + 4 * index))
  }
  const bytes = (field: number): Uint8Array | undefined => {
    const { start, length } = vectorOf(field)
    return start === 0 ? undefined : buffer.bytes().subarray(start, start + length)
  }
  return {
    byte: (field) => (placeOf(field) === 0 ? 0 : buffer.readUint8(placeOf(field))),
    int: (field) => (placeOf(field) === 0 ? 0 : buffer.readInt32(placeOf(field))),
    ints: (field) => elementsOf(field, (place) => buffer.readInt32(place)),
    bytes,
    text: (field) => new TextDecoder().decode(bytes(field)),
    table: (field) => (placeOf(field) === 0 ? undefined : tableAt(buffer, buffer.__indirect(placeOf(field)))),
    tables: (field) => elementsOf(field, (place) => tableAt(buffer, buffer.__indirect(place))),
  }
}
