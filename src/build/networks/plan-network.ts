import {
  type NetworkPlan,
  type PictureId,
  type PlannedLayer,
  type PlannedPicture,
  roundUp,
} from '#matting/network-plan.ts'
import type { Tensors } from '#matting/runtime.ts'
import { attributeIntOf, attributeTextOf, intsOf } from './graph-attributes.ts'
import { openGraph } from './graph-weights.ts'
import { node } from './onnx-fields.ts'
import { type Field, textsOf } from './protobuf-fields.ts'

type Layer<Kind> = Extract<PlannedLayer, { readonly kind: Kind }>

/**
 * Turns a segmentation graph into layers for `src/kernels`. It may contain convolutions by 3 x 3 that keep their size
 * (the first one may have stride 2), MaxPool by 2 x 2, bilinear Resize to twice the size, Concat of channels, Add, Relu
 * after Conv, and a Sigmoid at its end. Throws for any other layer, for channels that are no multiple of 8, and for an
 * input that cannot be halved as often as the graph does. Weights of convolutions are rounded to 8 bits, with a scale
 * for each output channel; all else is float32.
 */
export function planNetwork(
  bytes: Uint8Array,
  { input, output, features = [] }: Tensors,
): { readonly plan: NetworkPlan; readonly weights: Uint8Array } {
  const { producers, isStored, weightsOf } = openGraph(bytes)
  const file = openFile()
  const pictures: PlannedPicture[] = [{ channels: 3, halvings: 0 }]
  const layers: PlannedLayer[] = []
  const known = new Map<string, readonly PictureId[]>()

  const addPicture = (picture: PlannedPicture): PictureId => pictures.push(picture) - 1
  const pictureAt = (id: PictureId | undefined): PlannedPicture => {
    const picture = pictures[id ?? -1]
    if (!picture) throw new Error('A layer reads no picture.')
    return picture
  }

  const convolution = (fields: readonly Field[], isCutAtZero: boolean): PictureId => {
    const [input = '', weightsName, biasName] = textsOf(fields, node.input)
    const { dims, values } = weightsOf(weightsName)
    const [outputs = 0, inputs = 0, ...kernel] = dims
    const biases = biasName ? weightsOf(biasName).values : new Float32Array(outputs)
    const [dilation, stride] = [sameOf(fields, 'dilations'), sameOf(fields, 'strides')]
    const from = picturesOf(input)
    const [first, second, ...more] = from
    const { halvings } = pictureAt(first)
    const pads = intsOf(fields, 'pads')
    const isUsual = kernel.join() === '3,3' && pads.length === 4 && pads.every((pad) => pad === dilation)
    const found = from.reduce((sum, id) => sum + pictureAt(id).channels, 0)
    if (!isUsual || first === undefined || more.length > 0 || found !== inputs)
      throw new Error(`Nothing is known of the convolution ${weightsName}.`)
    const weight = (output: number, input: number, tap: number): number =>
      values[(output * inputs + input) * 9 + tap] ?? 0
    if (first === 0) {
      if (stride !== 2 || dilation !== 1 || outputs % 8 !== 0 || second !== undefined)
        throw new Error(`Nothing is known of the first convolution ${weightsName}.`)
      const taps = floats(27 * outputs, (i) =>
        weight(i % outputs, Math.floor(i / outputs / 9), Math.floor(i / outputs) % 9),
      )
      const to = addPicture({ channels: outputs, halvings: 1 })
      layers.push({ kind: 'first', from: [0], to, isCutAtZero, weights: file.add(taps, biases) })
      return to
    }
    if (stride !== 1) throw new Error(`The convolution ${weightsName} has a stride of ${stride}.`)
    if (outputs === 1) {
      if (second !== undefined || isCutAtZero) throw new Error(`Nothing is known of the head ${weightsName}.`)
      const taps = floats(9 * inputs, (i) => weight(0, i % inputs, Math.floor(i / inputs)))
      const to = addPicture({ channels: 1, halvings })
      layers.push({ kind: 'head', from: [first], to, weights: file.add(taps, biases) })
      return to
    }
    if (from.some((id) => pictureAt(id).channels % 8 !== 0) || outputs % 8 !== 0)
      throw new Error(`The channels of ${weightsName} are no multiples of 8.`)
    const factors = floats(outputs, (output) => {
      const own = values.subarray(output * inputs * 9, (output + 1) * inputs * 9)
      return own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1
    })
    const steps = new Int8Array(values.length)
    for (let output = 0, at = 0; output < outputs; output++) {
      const factor = factors[output] ?? 1
      // For one output channel: tap by tap within each input channel.
      for (let tap = 0; tap < inputs * 9; tap++, at++)
        steps[tap * outputs + output] = Math.round((values[at] ?? 0) / factor)
    }
    const to = addPicture({ channels: outputs, halvings })
    const placed = { weights: file.add(steps), factors: file.add(factors, biases) }
    const read: Layer<'convolution'>['from'] = second === undefined ? [first] : [first, second]
    layers.push({ kind: 'convolution', from: read, to, dilation, isCutAtZero, ...placed })
    return to
  }

  const computed = (fields: readonly Field[], output: string): readonly PictureId[] => {
    const opType = textsOf(fields, node.opType)[0]
    const inputs = textsOf(fields, node.input)
    const single = (name = ''): PictureId => {
      const [id, ...more] = picturesOf(name)
      if (id === undefined || more.length > 0) throw new Error(`${output} reads joined pictures.`)
      return id
    }
    const sized = (kind: 'pool' | 'double', step: number): readonly PictureId[] => {
      const from = single(inputs[0])
      const { channels, halvings } = pictureAt(from)
      const to = addPicture({ channels, halvings: halvings + step })
      layers.push({ kind, from: [from], to })
      return [to]
    }
    switch (opType) {
      case 'Cast':
        return picturesOf(inputs[0] ?? '')
      case 'Conv':
        return [convolution(fields, false)]
      case 'Relu': {
        const source = producers.get(inputs[0] ?? '')
        if (source && textsOf(source, node.opType)[0] === 'Conv') return [convolution(source, true)]
        break
      }
      case 'MaxPool':
        if (
          ['kernel_shape', 'strides'].every((name) => intsOf(fields, name).join() === '2,2') &&
          intsOf(fields, 'pads').every((pad) => pad === 0)
        )
          return sized('pool', 1)
        break
      case 'Resize':
        if (isBilinear(fields) && isTwice(inputs[2])) return sized('double', -1)
        break
      case 'Concat': {
        const joined = inputs.flatMap(picturesOf)
        const isOfOneSize = new Set(joined.map((id) => pictureAt(id).halvings)).size === 1
        if (isOfOneSize && attributeIntOf(fields, 'axis') === 1) return joined
        break
      }
      case 'Add': {
        const from = [single(inputs[0]), single(inputs[1])] as const
        const [a, b] = from.map(pictureAt)
        if (!a || a.channels !== b?.channels || a.halvings !== b.halvings) break
        const to = addPicture(a)
        layers.push({ kind: 'sum', from, to })
        return [to]
      }
      default:
    }
    throw new Error(`The kernels do not compute ${opType} (${output}).`)
  }

  /** The pictures whose channels, concatenated, form a tensor of the graph; writes the layers before them first. */
  const picturesOf = (name: string): readonly PictureId[] => {
    const fields = producers.get(name)
    if (!fields && name !== input.name) throw new Error(`Nothing computes ${name}.`)
    const found = known.get(name) ?? (fields ? computed(fields, name) : [0])
    known.set(name, found)
    return found
  }
  /** Whether scales double the size. Scales computed from sizes are not checked. */
  const isTwice = (scales = ''): boolean => !isStored(scales) || weightsOf(scales).values.join() === '1,1,2,2'

  const producerOf = (name: string): readonly Field[] => {
    const fields = producers.get(name)
    if (!fields) throw new Error(`The graph has no output ${name}.`)
    return fields
  }
  /** The input of the last node other than `Cast`, if it has this kind; otherwise undefined. */
  const readBy = (name: string, kind: 'Sigmoid' | 'Resize'): string | undefined => {
    const fields = producerOf(name)
    const [opType] = textsOf(fields, node.opType)
    const [read = ''] = textsOf(fields, node.input)
    if (opType === 'Cast') return readBy(read, kind)
    return opType === kind && (kind === 'Sigmoid' || isBilinear(fields)) ? read : undefined
  }
  /** The logits of a matte, before enlargement. */
  const logitsOf = (name: string): string => {
    const logits = readBy(name, 'Sigmoid')
    if (logits === undefined) throw new Error(`The matte ${name} does not come from a Sigmoid.`)
    return readBy(logits, 'Resize') ?? logits
  }
  const outputOf = (name: string): PictureId => {
    producerOf(name)
    const [id, ...more] = picturesOf(name)
    if (id === undefined || more.length > 0) throw new Error(`The output ${name} is not one picture.`)
    return id
  }
  const plan = {
    matte: outputOf(logitsOf(output.name)),
    features: features.map(outputOf),
  }
  if (pictures.some(({ halvings }) => halvings < 0)) throw new Error('A picture is larger than the input.')
  const unit = 2 ** Math.max(...pictures.map(({ halvings }) => halvings))
  const sides = 'multipleOf' in input.size ? [input.size.multipleOf] : [input.size.width, input.size.height]
  if (input.layout !== 'NCHW' || sides.some((side) => side % unit !== 0))
    throw new Error(`The kernels take NCHW with sides that are multiples of ${unit}.`)
  return { plan: { pictures, layers, ...plan }, weights: file.bytes() }
}

/** The common integer of an attribute; 1 if absent, NaN if its integers differ. */
const sameOf = (fields: readonly Field[], name: string): number => {
  const [first = 1, ...others] = intsOf(fields, name)
  return others.every((other) => other === first) ? first : Number.NaN
}

const isBilinear = (fields: readonly Field[]): boolean =>
  attributeTextOf(fields, 'mode') === 'linear' &&
  /^(pytorch_)?half_pixel$/.test(attributeTextOf(fields, 'coordinate_transformation_mode') ?? 'half_pixel')

const floats = (length: number, valueAt: (index: number) => number): Float32Array =>
  Float32Array.from({ length }, (_, index) => valueAt(index))

/** A file of arrays, each of which begins at a multiple of 16. */
function openFile() {
  const pieces: { readonly at: number; readonly bytes: Uint8Array }[] = []
  let end = 0
  return {
    /** Returns the start of the first array; the others follow without a gap. */
    add: (...arrays: readonly (Float32Array | Int8Array)[]): number => {
      const start = roundUp(end, 16)
      end = start
      for (const { buffer, byteOffset, byteLength } of arrays) {
        pieces.push({ at: end, bytes: new Uint8Array(buffer, byteOffset, byteLength) })
        end += byteLength
      }
      return start
    },
    bytes: () => {
      const whole = new Uint8Array(end)
      for (const { at, bytes } of pieces) whole.set(bytes, at)
      return whole
    },
  }
}
