import { bytesOf, type Field, textsOf } from './protobuf-fields.ts'

// Field ids and enum values of onnx.proto (ONNX IR version 8).
export const model = { irVersion: 1, graph: 7, opsetImport: 8 } as const
/** The fields of `GraphProto`. */
export const graph = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const
/** The fields of `NodeProto`. */
export const node = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, domain: 7 } as const
/** The fields of `AttributeProto`. */
export const attribute = { name: 1, f: 2, i: 3, s: 4, ints: 8, type: 20 } as const
/** The fields of `OperatorSetIdProto`. */
export const opset = { domain: 1, version: 2 } as const
/** The fields of `TensorProto`. */
export const tensor = {
  dims: 1,
  dataType: 2,
  floatData: 4,
  int64Data: 7,
  name: 8,
  rawData: 9,
  externalData: 13,
  dataLocation: 14,
} as const
/** The values of `TensorProto.DataType` that are used. */
export const dataType = { float: 1, uint8: 2, int32: 6, float16: 10 } as const

/** The name of a tensor; empty if it has none. */
export const tensorName = (fields: readonly Field[]): string => textsOf(fields, tensor.name)[0] ?? ''

/** The integer of a field; NaN if missing. */
export const intOf = (fields: readonly Field[], id: number): number =>
  Number(fields.find((field) => field.id === id)?.value)

/** The fields of a model's graph. Throws if there is none. */
export function graphBytes(modelFields: readonly Field[]): Uint8Array {
  const [bytes] = bytesOf(modelFields, model.graph)
  if (!bytes) throw new Error('The file holds no ONNX graph.')
  return bytes
}
