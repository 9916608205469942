import { intAttribute } from './graph-attributes.ts'
import { floatWeights } from './graph-weights.ts'
import { openGraphWriter } from './graph-writer.ts'
import { dataType, graph, graphBytes, model, node, tensorName } from './onnx-fields.ts'
import {
  bytesOf,
  type Field,
  intField,
  messageField,
  readFields,
  textField,
  textsOf,
  writeFields,
} from './protobuf-fields.ts'
import { quantizedWeights } from './quantized-weights.ts'

/** The least and the largest value of a tensor over the photos of a calibration, by its name in the graph. */
export type TensorRanges = Readonly<Record<string, readonly [least: number, most: number]>>

/** A tensor of the new graph. Value `q` of channel `c` of a quantised one stands for `(q - zeroPoint) * scales[c]`. */
type Value = { readonly name: string } & (
  | { readonly isQuantized: false }
  | { readonly isQuantized: true; readonly scales: Float32Array; readonly zeroPoint: number }
)
type Quantized = Extract<Value, { isQuantized: true }>

/**
 * Turns a segmentation graph of float weights into one of 8 bits, whose scales are fixed beforehand: the output of each
 * convolution that has a range stays in 8 bits up to the next ("static quantisation", Jacob et al., Quantization and
 * Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference, CVPR 2018). A `Relu` becomes the lower
 * end of the range. Weights have one scale an output channel, and take in the scales of the input's channels, so that
 * tensors of different scales are joined as they are.
 *
 * Convolutions without a range, whose sums are the matte itself, are added up in 32 bits and are float afterwards; the
 * first one, which takes the picture, is computed in float. `outputs` are float.
 *
 * Knows Conv, Relu after it, MaxPool, Resize, Concat, Add, Sigmoid and Cast; throws where a graph needs others. Resize
 * keeps the inputs that name its target (rewriteGraph replaces them).
 */
export function quantizeGraph(
  bytes: Uint8Array,
  ranges: TensorRanges,
  outputs: readonly string[],
): Uint8Array {
  const modelFields = readFields(bytes)
  const graphFields = readFields(graphBytes(modelFields))
  const initializers = new Map(
    bytesOf(graphFields, graph.initializer).map((raw) => {
      const fields = readFields(raw)
      return [tensorName(fields), fields] as const
    }),
  )
  const producers = new Map(
    bytesOf(graphFields, graph.node).flatMap((raw) => {
      const fields = readFields(raw)
      return textsOf(fields, node.output).map((name) => [name, fields] as const)
    }),
  )
  const known = new Map<string, Value>()
  const { fields: written, emit, constant } = openGraphWriter()
  const scalar = (name: string, value: number): string => constant(name, Float32Array.of(value))
  const zeroPointOf = (name: string, { zeroPoint }: Quantized): string =>
    constant(`${name}/zero_point`, Uint8Array.of(zeroPoint))

  const weightsOf = (name: string) => {
    const fields = initializers.get(name)
    if (!fields) throw new Error(`The graph has no weights ${name}.`)
    return floatWeights(fields)
  }

  const convolution = (fields: readonly Field[], output: string, isCutAtZero: boolean): Value => {
    const [pictureName = '', weightsName = '', biasName] = textsOf(fields, node.input)
    const picture = tensorOf(pictureName)
    const weights = weightsOf(weightsName)
    const channels = weights.dims[0] ?? 0
    const bias = biasName ? weightsOf(biasName).values : new Float32Array(channels)
    const attributes = fields.filter(({ id }) => id === node.attribute)
    const range = ranges[output]
    if (!picture.isQuantized) {
      const inputs = [
        picture.name,
        constant(`${output}/weights`, weights.values, weights.dims),
        constant(`${output}/bias`, bias, [channels]),
      ]
      const sums = emit('Conv', inputs, isCutAtZero || range ? `${output}/float` : output, { attributes })
      if (!range) return float(isCutAtZero ? emit('Relu', [sums], output) : sums)
      const value = quantizedAs(output, range, channels, isCutAtZero)
      const scale = scalar(`${output}/scale`, value.scales[0] as number)
      emit('QuantizeLinear', [sums, scale, zeroPointOf(output, value)], value.name)
      return value
    }
    const value = range && quantizedAs(output, range, channels, isCutAtZero)
    const eightBits = quantizedWeights(weights, bias, picture.scales)
    const stored = constant(`${output}/weights`, eightBits.values, weights.dims)
    const weightsZero = constant(`${output}/weights/zero_point`, Uint8Array.of(eightBits.zeroPoint))
    const pictureZero = zeroPointOf(`${output}/picture`, picture)
    if (value) {
      const one = scalar(`${output}/one`, 1)
      // The scale of a channel of the output is that of its weights here, so that those of the tensors are 1.
      const scales = eightBits.scales.map((scale, channel) => scale / (value.scales[channel] as number))
      emit(
        'QLinearConv',
        [
          ...[picture.name, one, pictureZero],
          ...[stored, constant(`${output}/scales`, scales, [channels]), weightsZero],
          ...[one, zeroPointOf(output, value), constant(`${output}/bias`, eightBits.bias, [channels])],
        ],
        value.name,
        { attributes },
      )
      return value
    }
    const perChannel = [1, channels, 1, 1]
    const whole = emit('ConvInteger', [picture.name, stored, pictureZero, weightsZero], `${output}/int32`, {
      attributes,
    })
    const sums = emit('Cast', [whole], `${output}/sums`, { attributes: [toFloat] })
    const scales = constant(`${output}/scales`, eightBits.scales, perChannel)
    const scaled = emit('Mul', [sums, scales], `${output}/scaled`)
    const biased = isCutAtZero ? `${output}/biased` : output
    emit('Add', [scaled, constant(`${output}/bias`, bias, perChannel)], biased)
    return float(isCutAtZero ? emit('Relu', [biased], output) : biased)
  }

  const sumOf = (a: Value, b: Value, output: string): Value => {
    const range = ranges[output]
    if (!a.isQuantized && !b.isQuantized && !range) return float(emit('Add', [a.name, b.name], output))
    if (!a.isQuantized || !b.isQuantized || !range)
      throw new Error(`The sum ${output} joins a tensor of 8 bits with another, or has no range.`)
    const value = quantizedAs(output, range, a.scales.length, false)
    const part = (of: Quantized, name: string) => [
      of.name,
      scalar(`${output}/${name}/scale`, singleScale(of)),
      zeroPointOf(`${output}/${name}`, of),
    ]
    const sum = [scalar(`${output}/scale`, singleScale(value)), zeroPointOf(output, value)]
    emit('QLinearAdd', [...part(a, 'a'), ...part(b, 'b'), ...sum], value.name, { domain: onnxruntimeDomain })
    return value
  }

  const joined = (parts: readonly Value[], output: string, attributes: readonly Field[]): Value => {
    const names = parts.map(({ name }) => name)
    const eightBits = parts.filter((part) => part.isQuantized)
    if (eightBits.length === 0) return float(emit('Concat', names, output, { attributes }))
    if (eightBits.length < parts.length || eightBits.some(({ zeroPoint }) => zeroPoint !== 0))
      throw new Error(`${output} joins tensors of 8 bits with others, or of different zero points.`)
    const scales = Float32Array.from(eightBits.flatMap((part) => [...part.scales]))
    const name = emit('Concat', names, eightBitName(output), { attributes })
    return { name, isQuantized: true, scales, zeroPoint: 0 }
  }

  const computed = (fields: readonly Field[], output: string): Value => {
    const opType = textsOf(fields, node.opType)[0]
    const inputs = textsOf(fields, node.input)
    const attributes = fields.filter(({ id }) => id === node.attribute)
    const [first = ''] = inputs
    switch (opType) {
      case 'Cast':
        return tensorOf(first)
      case 'Conv':
        return convolution(fields, output, false)
      case 'Relu': {
        const source = producers.get(first)
        if (source && textsOf(source, node.opType)[0] === 'Conv') return convolution(source, output, true)
        break
      }
      case 'MaxPool':
      case 'Resize': {
        const picture = tensorOf(first)
        const name = picture.isQuantized ? eightBitName(output) : output
        return { ...picture, name: emit(opType, [picture.name, ...inputs.slice(1)], name, { attributes }) }
      }
      case 'Concat':
        return joined(inputs.map(tensorOf), output, attributes)
      case 'Add':
        return sumOf(tensorOf(first), tensorOf(inputs[1] ?? ''), output)
      case 'Sigmoid': {
        const { name, isQuantized } = tensorOf(first)
        if (!isQuantized) return float(emit(opType, [name], output))
        break
      }
      default:
    }
    throw new Error(`Nothing is known of quantising ${opType} (${output}).`)
  }

  /** The tensor that stands for one of the old graph; what it needs is written before it. */
  const tensorOf = (name: string): Value => {
    const fields = producers.get(name)
    const value = known.get(name) ?? (fields ? computed(fields, name) : float(name))
    known.set(name, value)
    return value
  }

  for (const output of outputs) {
    if (!producers.has(output)) throw new Error(`The graph has no output ${output}.`)
    const value = tensorOf(output)
    if (value.isQuantized) {
      const scale = scalar(`${output}/output/scale`, singleScale(value))
      emit('DequantizeLinear', [value.name, scale, zeroPointOf(`${output}/output`, value)], output)
    } else if (value.name !== output) emit('Identity', [value.name], output)
  }
  const replaced: readonly number[] = [graph.node, graph.initializer, graph.valueInfo]
  const others = graphFields.filter(({ id }) => !replaced.includes(id))
  return writeFields([
    ...modelFields.filter(({ id }) => id !== model.graph),
    messageField(model.opsetImport, [textField(1, onnxruntimeDomain), intField(2, 1)]),
    messageField(model.graph, [...others, ...written]),
  ])
}

/** The operators that onnxruntime adds to ONNX: QLinearAdd. */
const onnxruntimeDomain = 'com.microsoft'

const float = (name: string): Value => ({ name, isQuantized: false })
const eightBitName = (name: string): string => `${name}/uint8`

/** One scale for all channels. 0 has a value of its own, as ONNX demands of padding. */
function quantizedAs(
  output: string,
  [least, most]: readonly [number, number],
  channels: number,
  isCutAtZero: boolean,
): Quantized {
  const from = isCutAtZero ? 0 : Math.min(0, least)
  const scale = Math.fround((Math.max(0, most) - from) / 255) || 1
  return {
    name: eightBitName(output),
    isQuantized: true,
    scales: new Float32Array(channels).fill(scale),
    zeroPoint: Math.round(-from / scale),
  }
}

function singleScale({ name, scales }: Quantized): number {
  const [scale = 1] = scales
  if (scales.some((other) => other !== scale)) throw new Error(`The channels of ${name} have several scales.`)
  return scale
}

/** The attribute of a Cast to float32. */
const toFloat = intAttribute('to', dataType.float)
