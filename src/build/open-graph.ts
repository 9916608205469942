import { floatWeights, type Weights } from './graph-weights.ts'
import { graph, graphBytes, node, tensorName } from './onnx-fields.ts'
import { bytesOf, type Field, readFields, textsOf } from './protobuf-fields.ts'

/** A graph by its names. */
type OpenGraph = {
  /** The fields of the node that computes a tensor. */
  readonly producers: ReadonlyMap<string, readonly Field[]>
  /** Whether a tensor is stored in the graph. */
  isStored(name: string): boolean
  /** Throws where it is not stored. */
  weightsOf(name: string | undefined): Weights
}

/** Reads an ONNX file. Throws where it holds no graph. */
export function openGraph(bytes: Uint8Array): OpenGraph {
  const fields = readFields(graphBytes(readFields(bytes)))
  const weights = new Map(
    bytesOf(fields, graph.initializer).map((raw) => {
      const tensor = readFields(raw)
      return [tensorName(tensor), tensor] as const
    }),
  )
  const producers = new Map(
    bytesOf(fields, graph.node).flatMap((raw) => {
      const own = readFields(raw)
      return textsOf(own, node.output).map((name) => [name, own] as const)
    }),
  )
  return {
    producers,
    isStored: (name) => weights.has(name),
    weightsOf: (name = '') => {
      const tensor = weights.get(name)
      if (!tensor) throw new Error(`The graph has no weights ${name}.`)
      return floatWeights(tensor)
    },
  }
}
