import { floatAttribute, intAttribute, intsAttribute, textAttribute } from './graph-attributes.ts'
import { dataType, graph, model, node, opset, tensor } from './onnx-fields.ts'
import { bytesField, type Field, intField, messageField, textField, writeFields } from './protobuf-fields.ts'
import { readTflite, type TfliteOperator, type TfliteTensor } from './read-tflite.ts'

const irVersion = 8
const opsetVersion = 17

/**
 * Turns a TFLite file of a convolutional network into an ONNX graph of float32, in which pictures are N C H W. Tensors
 * keep their names. Throws for operators and options that no network has needed so far.
 */
export function tfliteGraph(bytes: Uint8Array): Uint8Array {
  const { input, output, operators } = readTflite(bytes)
  const writer = openGraphWriter()
  for (const operator of operators) {
    const write = writers[operator.kind]
    if (!write) throw refusal(operator, 'is not known')
    write(operator, writer)
  }
  return writeFields([
    intField(model.irVersion, irVersion),
    messageField(model.graph, [
      textField(graph.name, 'network'),
      ...writer.fields,
      messageField(graph.input, pictureInfo(input)),
      messageField(graph.output, pictureInfo(output)),
    ]),
    messageField(model.opsetImport, [textField(opset.domain, ''), intField(opset.version, opsetVersion)]),
  ])
}

type WriteOperator = (operator: TfliteOperator, writer: GraphWriter) => void

/** The places of an operator's options in the schema. */
const convolution = { padding: 0, strideWidth: 1, strideHeight: 2, activation: 3, dilations: [4, 5] } as const
const depthwise = { ...convolution, activation: 4, dilations: [5, 6] } as const
const pool = { filterWidth: 3, filterHeight: 4, activation: 5 } as const
const sum = { activation: 0 } as const
const resize = { alignCorners: 2, halfPixelCenters: 3 } as const
const samePadding = 0

const writers: Readonly<Record<string, WriteOperator>> = {
  CONV_2D: (operator, writer) =>
    // Weights are O H W I in TFLite, O I H W in ONNX.
    writeConvolution(operator, writer, convolution, [0, 3, 1, 2]),
  DEPTHWISE_CONV_2D: (operator, writer) =>
    // 1 H W O in TFLite, O 1 H W in ONNX.
    writeConvolution(operator, writer, depthwise, [3, 0, 1, 2]),
  Convolution2DTransposeBias: writeTransposedConvolution,
  ADD: (operator, writer) => writeSimple(operator, writer, 'Add', sum.activation),
  MUL: (operator, writer) => writeSimple(operator, writer, 'Mul', sum.activation),
  RELU: (operator, writer) => writeSimple(operator, writer, 'Relu'),
  LOGISTIC: (operator, writer) => writeSimple(operator, writer, 'Sigmoid'),
  // x * min(max(x / 6 + 1/2, 0), 1)
  HARD_SWISH: ({ inputs: [picture], output: { name } }, { emit }) => {
    const factor = emit('HardSigmoid', [nameOf(picture)], `${name}/factor`, {
      attributes: [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)],
    })
    emit('Mul', [nameOf(picture), factor], name)
  },
  AVERAGE_POOL_2D: (operator, writer) => {
    const [, height, width] = operator.inputs[0]?.shape ?? []
    if (operator.intOption(pool.filterHeight) !== height || operator.intOption(pool.filterWidth) !== width)
      throw refusal(operator, 'does not take the mean of the whole picture')
    writeSimple(operator, writer, 'GlobalAveragePool', pool.activation)
  },
  RESIZE_BILINEAR: (operator, { emit, constant }) => {
    const { inputs, output } = operator
    if (operator.byteOption(resize.alignCorners) || !operator.byteOption(resize.halfPixelCenters))
      throw refusal(operator, 'does not count from the middles of pixels')
    const scale = (axis: number) => (output.shape[axis] ?? 0) / (inputs[0]?.shape[axis] ?? 0)
    const scales = constant(`${output.name}/scales`, Float32Array.of(1, 1, scale(1), scale(2)), [4])
    emit('Resize', [nameOf(inputs[0]), '', scales], output.name, {
      attributes: [
        textAttribute('mode', 'linear'),
        textAttribute('coordinate_transformation_mode', 'half_pixel'),
      ],
    })
  },
}

/** An operator with the same inputs in the same order, without an activation. */
function writeSimple(
  operator: TfliteOperator,
  { emit }: GraphWriter,
  opType: string,
  activation?: number,
): void {
  if (activation !== undefined) refuseActivation(operator, activation)
  if (operator.inputs.some(({ values }) => values)) throw refusal(operator, 'takes a constant')
  emit(opType, operator.inputs.map(nameOf), operator.output.name)
}

function writeConvolution(
  operator: TfliteOperator,
  writer: GraphWriter,
  option: typeof convolution | typeof depthwise,
  weightOrder: readonly number[],
): void {
  const { inputs, output, intOption, byteOption } = operator
  const [picture, kernel, bias] = inputs
  refuseActivation(operator, option.activation)
  if (option.dilations.some((field) => intOption(field) > 1)) throw refusal(operator, 'is dilated')
  const strides = [intOption(option.strideHeight), intOption(option.strideWidth)]
  const weights = writeWeights(kernel, weightOrder, writer)
  const window = weights.shape.slice(2)
  const channels = picture?.shape[3] ?? 0
  const pads = window.map((side, axis) =>
    byteOption(option.padding) === samePadding
      ? samePads(picture?.shape[axis + 1] ?? 0, output.shape[axis + 1] ?? 0, side, strides[axis] ?? 1)
      : [0, 0],
  )
  writer.emit('Conv', [nameOf(picture), weights.name, writeWeights(bias, [0], writer).name], output.name, {
    attributes: [
      intsAttribute('kernel_shape', window),
      intsAttribute('strides', strides),
      intsAttribute(
        'pads',
        [0, 1].flatMap((end) => pads.map((pair) => pair[end] ?? 0)),
      ),
      intAttribute('group', channels / (weights.shape[1] ?? 0)),
    ],
  })
}

/** MediaPipe's own operator. Its windows must not overlap, so that padding has no effect. */
function writeTransposedConvolution(operator: TfliteOperator, writer: GraphWriter): void {
  const { inputs, output, customOptions } = operator
  const [picture, kernel, bias] = inputs
  // TfLiteTransposeConvParams: padding, width and height of the stride, 32 bits each.
  const [, strideWidth = 0, strideHeight = 0] = new Int32Array(new Uint8Array(customOptions).buffer)
  const strides = [strideHeight, strideWidth]
  // Weights are O H W I in TFLite, I O H W in ONNX.
  const weights = writeWeights(kernel, [3, 0, 1, 2], writer)
  if (weights.shape.slice(2).join() !== strides.join()) throw refusal(operator, 'has windows that overlap')
  writer.emit(
    'ConvTranspose',
    [nameOf(picture), weights.name, writeWeights(bias, [0], writer).name],
    output.name,
    {
      attributes: [intsAttribute('kernel_shape', strides), intsAttribute('strides', strides)],
    },
  )
}

/** Padding "SAME": if odd, the end has one more than the beginning. */
function samePads(from: number, to: number, window: number, stride: number): readonly [number, number] {
  const both = Math.max(0, (to - 1) * stride + window - from)
  return [Math.floor(both / 2), Math.ceil(both / 2)]
}

/** A constant whose dimension `i` is dimension `order[i]` of the tensor's. */
function writeWeights(
  tensor: TfliteTensor | undefined,
  order: readonly number[],
  { constant }: GraphWriter,
): { readonly name: string; readonly shape: readonly number[] } {
  if (!tensor?.values || tensor.shape.length !== order.length)
    throw new Error(`The weights ${nameOf(tensor)} are no constant of ${order.length} dimensions.`)
  const { name, shape: old, values } = tensor
  const shape = order.map((axis) => old[axis] ?? 0)
  const steps = order.map((axis) => old.slice(axis + 1).reduce((product, side) => product * side, 1))
  const permuted = values.map((_, index) => {
    let rest = index
    let from = 0
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const side = shape[axis] as number
      from += (rest % side) * (steps[axis] as number)
      rest = Math.floor(rest / side)
    }
    return values[from] as number
  })
  return { name: constant(name, permuted, shape), shape }
}

function refuseActivation(operator: TfliteOperator, field: number): void {
  if (operator.byteOption(field) !== 0) throw refusal(operator, 'has an activation of its own')
}

const refusal = ({ kind, output }: TfliteOperator, why: string): Error =>
  new Error(`The TFLite operator ${kind} (${output.name}) ${why}, for which there is no translation.`)

const nameOf = (tensor: TfliteTensor | undefined): string => tensor?.name ?? ''

/** ValueInfoProto: float32, N C H W. */
function pictureInfo({
  name,
  shape: [count = 0, height = 0, width = 0, channels = 0],
}: TfliteTensor): Field[] {
  const sides = [count, channels, height, width].map((side) => messageField(1, [intField(1, side)]))
  const tensorType = [intField(1, dataType.float), messageField(2, sides)]
  return [textField(1, name), messageField(2, [messageField(1, tensorType)])]
}

/** The elements of a tensor: float32, uint8 or int32. */
type TensorData = Float32Array | Uint8Array | Int32Array

type NodeOptions = {
  /** The fields of the node's attributes. */
  readonly attributes?: readonly Field[]
  /** The operator set of the type; by default ONNX's own. */
  readonly domain?: string
}

/** Collects the nodes and constants of a new ONNX graph, named after their outputs. */
type GraphWriter = {
  /** The fields of a graph, in the order of writing. */
  readonly fields: readonly Field[]
  /** Writes a node with one output, and returns its name. */
  emit(opType: string, inputs: readonly string[], output: string, options?: NodeOptions): string
  /** Writes a constant, a scalar without dimensions, and returns its name. */
  constant(name: string, values: TensorData, dims?: readonly number[]): string
}

function openGraphWriter(): GraphWriter {
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
