import { dataType, graph, node, tensor } from './onnx-fields.ts'
import { bytesField, type Field, intField, messageField, textField } from './protobuf-fields.ts'

/** The elements of a tensor: float32, uint8 or int32. */
type TensorData = Float32Array | Uint8Array | Int32Array

type NodeOptions = {
  /** Fields of the node that hold its attributes. */
  readonly attributes?: readonly Field[]
  /** The set of operators that the type belongs to; ONNX's own where absent. */
  readonly domain?: string
}

/** Collects the nodes and constants of a new ONNX graph, which are named after their outputs. */
export type GraphWriter = {
  /** The fields of a graph, in the order in which they were written. */
  readonly fields: readonly Field[]
  /** Writes a node of one output, and returns its name. */
  emit(opType: string, inputs: readonly string[], output: string, options?: NodeOptions): string
  /** Writes a constant, which is a scalar where it has no dimensions, and returns its name. */
  constant(name: string, values: TensorData, dims?: readonly number[]): string
}

export function openGraphWriter(): GraphWriter {
  const fields: Field[] = []
  return {
    fields,
    emit: (opType, inputs, output, { attributes = [], domain } = {}) => {
      const written = [
        ...inputs.map((name) => textField(node.input, name)),
        ...[textField(node.output, output), textField(node.name, output), textField(node.opType, opType)],
        ...attributes,
        ...(domain === undefined ? [] : [textField(node.domain, domain)]),
      ]
      fields.push(messageField(graph.node, written))
      return output
    },
    constant: (name, values, dims = []) => {
      const written = [
        ...dims.map((side) => intField(tensor.dims, side)),
        intField(tensor.dataType, typeOf(values)),
        textField(tensor.name, name),
        bytesField(tensor.rawData, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
      ]
      fields.push(messageField(graph.initializer, written))
      return name
    },
  }
}

function typeOf(values: TensorData): number {
  if (values instanceof Float32Array) return dataType.float
  return values instanceof Int32Array ? dataType.int32 : dataType.uint8
}
