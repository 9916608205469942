import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as ort from 'onnxruntime-web'
import { readModel } from '#build/read-model.ts'
import type { PartedFile } from '#matting/network-catalog.ts'
import type { NetworkKind, Networks } from '#matting/networks.ts'

/** The studio's own networks in Node, on the same WASM as in a browser. */
export const openNodeNetworks = (threads: number): Networks => {
  ort.env.wasm.numThreads = threads
  const { catalog, folder } = readModel()
  const bytesOf = ({ parts }: PartedFile) =>
    Uint8Array.from(Buffer.concat(parts.map(({ path }) => readFileSync(join(folder, basename(path))))))
  const sessions = new Map<NetworkKind, Promise<ort.InferenceSession>>()
  const open = (kind: NetworkKind) => {
    const { graph, weights, weightsPath } = catalog.model.networks[kind]
    const held =
      sessions.get(kind) ??
      ort.InferenceSession.create(bytesOf(graph), {
        executionProviders: ['wasm'],
        externalData: [{ path: weightsPath, data: bytesOf(weights) }],
      })
    sessions.set(kind, held)
    return held
  }
  return {
    device: {
      backend: 'wasm',
      threads,
      isolated: true,
      precision: 'int8+fp16',
      label: `CPU, ${threads} threads`,
      notes: [],
    },
    load: async (kind) => void (await open(kind)),
    isLoaded: (kind) => sessions.has(kind),
    run: async (kind, input, { width, height }) => {
      const session = await open(kind)
      const feeds = { [catalog.model.input.name]: new ort.Tensor('float32', input, [1, 3, height, width]) }
      const output = (await session.run(feeds))[catalog.model.output.name]
      return { width, height, data: output?.data as Float32Array }
    },
    dispose: async () => {
      for (const session of sessions.values()) await (await session).release()
    },
  }
}
