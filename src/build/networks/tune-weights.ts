import { floatWeights, storedWeights, type WeightMap, type Weights } from './graph-weights.ts'
import { dataType, graph, graphBytes, intOf, tensor, tensorName } from './onnx-fields.ts'
import { bytesOf, type Field, readFields } from './protobuf-fields.ts'
import type { NpyArray } from './read-npz.ts'

/** Published weights, and their changes by training. */
export type Tuning = {
  /** An ONNX file with the published weights, half precision. */
  readonly published: Uint8Array
  /** Tuned minus published weights, as `storedWeights` reads them. */
  readonly differences: ReadonlyMap<string, NpyArray>
  /** The share of the differences to add, 0 to 1 (Wortsman et al., Robust fine-tuning, CVPR 2022). */
  readonly share: number
}

/** The weights `published + share * differences`. Throws if a difference fits no published weights. */
export function tunedWeights({ published, differences, share }: Tuning): WeightMap {
  const waiting = new Map(storedWeights(differences))
  const tuned = new Map<string, Weights>()
  for (const initializer of bytesOf(readFields(graphBytes(readFields(published))), graph.initializer)) {
    const fields = readFields(initializer)
    const name = tensorName(fields)
    const difference = waiting.get(name)
    if (!difference) continue
    waiting.delete(name)
    tuned.set(name, tunedTensor(fields, difference, share))
  }
  const [unknown] = waiting.keys()
  if (unknown !== undefined) throw new Error(`The published network has no weights ${unknown}.`)
  return tuned
}

function tunedTensor(fields: Field[], difference: Weights, share: number): Weights {
  const name = tensorName(fields)
  if (intOf(fields, tensor.dataType) !== dataType.float16)
    throw new Error(`The published weights ${name} are not in half precision.`)
  const { dims, values } = floatWeights(fields)
  if (difference.dims.join() !== dims.join())
    throw new Error(`The differences of ${name} do not have its shape.`)
  // A loop, because callbacks take a minute for 44 million numbers.
  for (let i = 0; i < values.length; i++)
    values[i] = (values[i] as number) + share * (difference.values[i] as number)
  return { dims, values }
}
