import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as ort from 'onnxruntime-web'
import { readModel } from '#build/read-model.ts'
import type { PartedFile } from '#matting/model-entry.ts'
import type { NetworkKind, Networks } from '#matting/networks.ts'

/**
 * The studio's own networks in Node, on the same WASM as in a browser. A pass over a photo is kept in
 * node_modules/.cache, so that a change of what follows it is measured without running it again;
 * `nextPhoto` names the photo that the next passes are of.
 */
export function openNodeNetworks(threads: number): { networks: Networks; nextPhoto: (name: string) => void } {
  ort.env.wasm.numThreads = threads
  const { catalog, folder } = readModel()
  const kept = join('node_modules/.cache/clearcut-quality', basename(folder))
  mkdirSync(kept, { recursive: true })
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

  let photo = ''
  const networks: Networks = {
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
      const file = join(kept, `${photo}.${kind}.${width}.u16`)
      if (!existsSync(file)) {
        const session = await open(kind)
        const feeds = { [catalog.model.input.name]: new ort.Tensor('float32', input, [1, 3, height, width]) }
        const output = (await session.run(feeds))[catalog.model.output.name]
        writeFileSync(
          file,
          Uint16Array.from(output?.data as Float32Array, (value) => Math.round(value * 65535)),
        )
      }
      const bytes = readFileSync(file)
      const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      return { width, height, data: Float32Array.from(values, (value) => value / 65535) }
    },
    dispose: async () => {
      for (const session of sessions.values()) await (await session).release()
    },
  }
  return { networks, nextPhoto: (name) => (photo = name) }
}
