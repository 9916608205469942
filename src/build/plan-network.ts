import {
  type NetworkPlan,
  type PictureId,
  type PlannedLayer,
  type PlannedPicture,
  roundUp,
} from '#matting/network-plan.ts'
import { intsOf } from './graph-attributes.ts'
import { floatWeights, type Weights } from './graph-weights.ts'
import { graph, graphBytes, node, tensorName } from './onnx-fields.ts'
import { bytesOf, type Field, readFields, textsOf } from './protobuf-fields.ts'

type Layer<Kind> = Extract<PlannedLayer, { readonly kind: Kind }>

/**
 * Turns a segmentation graph into the layers that `src/kernels` computes: a U-Net of convolutions by 3 x 3 that keep their
 * size but for a first one of stride 2, MaxPool by 2 x 2, Resize to twice the size, Concat, Add, Relu after Conv, and a Sigmoid at
 * its end. `matte` and `features` name its outputs. Throws where a graph needs others, or channels that are no multiple of 8. Weights of convolutions are rounded to 8
 * bits, with a scale for each output channel; all else is float32.
 */
export function planNetwork(
  bytes: Uint8Array,
  matte: string,
  features: readonly string[] = [],
): { readonly plan: NetworkPlan; readonly weights: Uint8Array } {
  const graphFields = readFields(graphBytes(readFields(bytes)))
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
  const weightsOf = (name = ''): Weights => {
    const fields = initializers.get(name)
    if (!fields) throw new Error(`The graph has no weights ${name}.`)
    return floatWeights(fields)
  }
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
    const [dilation = 1] = intsOf(fields, 'dilations')
    const [stride = 1] = intsOf(fields, 'strides')
    const from = picturesOf(input)
    const [first, second, ...more] = from
    const { halvings } = pictureAt(first)
    const isUsual = kernel.join() === '3,3' && intsOf(fields, 'pads').every((pad) => pad === dilation)
    const found = from.reduce((sum, id) => sum + pictureAt(id).channels, 0)
    if (!isUsual || first === undefined || more.length > 0 || found !== inputs)
      throw new Error(`Nothing is known of the convolution ${weightsName}.`)
    const weight = (output: number, input: number, tap: number): number =>
      values[(output * inputs + input) * 9 + tap] ?? 0
    if (first === 0) {
      if (stride !== 2 || second !== undefined)
        throw new Error(`The first convolution is not of stride 2, but of ${stride}.`)
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
      // Of one output channel: tap by tap within each input channel.
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
        if (intsOf(fields, 'kernel_shape').join() === '2,2') return sized('pool', 1)
        break
      case 'Resize':
        return sized('double', -1)
      case 'Concat': {
        const joined = inputs.flatMap(picturesOf)
        if (new Set(joined.map((id) => pictureAt(id).halvings)).size === 1) return joined
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

  /** The pictures whose channels, one after the other, are a tensor of the graph; the layers before them are written first. */
  const picturesOf = (name: string): readonly PictureId[] => {
    const fields = producers.get(name)
    const found = known.get(name) ?? (fields ? computed(fields, name) : [0])
    known.set(name, found)
    return found
  }

  const producerOf = (name: string): readonly Field[] => {
    const fields = producers.get(name)
    if (!fields) throw new Error(`The graph has no output ${name}.`)
    return fields
  }
  /** The logits of a matte, before they are enlarged. */
  const logitsOf = (name: string): string => {
    const fields = producerOf(name)
    const opType = textsOf(fields, node.opType)[0] ?? ''
    return ['Sigmoid', 'Resize', 'Cast'].includes(opType)
      ? logitsOf(textsOf(fields, node.input)[0] ?? '')
      : name
  }
  const outputOf = (name: string): PictureId => {
    producerOf(name)
    const [id, ...more] = picturesOf(name)
    if (id === undefined || more.length > 0) throw new Error(`The output ${name} is not one picture.`)
    return id
  }
  const plan = {
    matte: outputOf(logitsOf(matte)),
    features: features.map(outputOf),
  }
  return { plan: { pictures, layers, ...plan }, weights: file.bytes() }
}

const floats = (length: number, valueAt: (index: number) => number): Float32Array =>
  Float32Array.from({ length }, (_, index) => valueAt(index))

/** A file of arrays, each of which begins at a multiple of 16. */
function openFile() {
  const pieces: { readonly at: number; readonly bytes: Uint8Array }[] = []
  let end = 0
  return {
    /** Returns where the first array begins; the others follow without a gap. */
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
