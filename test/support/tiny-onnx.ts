/**
 * Writes small ONNX files by hand, without the helpers that the build uses, so that the two check each other. Field
 * numbers are those of onnx.proto.
 */

export type TinyTensor = {
  readonly name: string
  readonly dims: readonly number[]
  readonly data: Float32Array | Uint8Array | Uint16Array | BigInt64Array
}

export type TinyNode = {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: { readonly [name: string]: number | string | readonly number[] }
}

export type TinyImage = {
  readonly name: string
  /** A text is a free dimension. */
  readonly dims: readonly (number | string)[]
}

export type TinyGraph = {
  readonly nodes: readonly TinyNode[]
  readonly tensors: readonly TinyTensor[]
  readonly inputs: readonly TinyImage[]
  readonly outputs: readonly TinyImage[]
}

/**
 * An ONNX file, opset 17. `Float32Array` data is float32, `Uint8Array` uint8, `Uint16Array` the bits of float16,
 * `BigInt64Array` int64.
 */
export function tinyOnnx({ nodes, tensors, inputs, outputs }: TinyGraph): Uint8Array<ArrayBuffer> {
  return message([
    int(1, 8),
    bytes(
      7,
      message([
        ...nodes.map((node) => bytes(1, nodeProto(node))),
        text(2, 'tiny'),
        ...tensors.map((tensor) => bytes(5, tensorProto(tensor))),
        ...inputs.map((image) => bytes(11, valueInfo(image))),
        ...outputs.map((image) => bytes(12, valueInfo(image))),
      ]),
    ),
    bytes(8, message([text(1, ''), int(2, 17)])),
  ])
}

const nodeProto = ({ op, inputs, outputs, attributes = {} }: TinyNode) =>
  message([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, outputs[0] ?? op),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attributeProto(name, value))),
  ])

const attributeProto = (name: string, value: number | string | readonly number[]) => {
  if (typeof value === 'number') return message([text(1, name), int(3, value), int(20, 2)])
  if (typeof value === 'string') return message([text(1, name), text(4, value), int(20, 3)])
  return message([text(1, name), ...value.map((item) => int(8, item)), int(20, 7)])
}

const tensorProto = ({ name, dims, data }: TinyTensor) =>
  message([
    ...dims.map((size) => int(1, size)),
    int(2, elementType(data)),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ])

const elementType = (data: TinyTensor['data']): number => {
  if (data instanceof Float32Array) return 1
  if (data instanceof Uint8Array) return 2
  return data instanceof Uint16Array ? 10 : 7
}

const valueInfo = ({ name, dims }: TinyImage) => {
  const shape = message(
    dims.map((size) => bytes(1, message([typeof size === 'number' ? int(1, size) : text(2, size)]))),
  )
  return message([text(1, name), bytes(2, message([bytes(1, message([int(1, 1), bytes(2, shape)]))]))])
}

const message = (fields: readonly number[][]): Uint8Array<ArrayBuffer> => Uint8Array.from(fields.flat())
const int = (id: number, value: number): number[] => [...varint(id << 3), ...varint(value)]
const text = (id: number, value: string): number[] => bytes(id, new TextEncoder().encode(value))
const bytes = (id: number, value: Uint8Array): number[] => [
  ...varint((id << 3) | 2),
  ...varint(value.length),
  ...value,
]

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
