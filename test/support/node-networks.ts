import * as ort from 'onnxruntime-web'
import type { Size } from '#base/geometry.ts'
import { memoizePromise } from '#base/promises.ts'
import { type CatalogSource, readCatalog } from '#build/networks/network-source.ts'
import { readModel, readParts } from '#build/networks/read-model.ts'
import { toFeatureMap } from '#engine/clicks/feature-maps.ts'
import { formatTensor, tensorDimensions } from '#engine/tensor.ts'
import { deviceNeeds, networkOf, type PartedFile } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import type { Session } from '#matting/runtime.ts'
import { openNodeKernels } from './node-kernels.ts'

/** The networks of a catalogue, by default the studio's own, in Node, on the same WASM as in a browser. */
export const openNodeNetworks = (threads: number, source: CatalogSource = readCatalog('.')): Networks => {
  const never = new AbortController().signal
  ort.env.wasm.numThreads = threads
  const { catalog, folder } = readModel({ source })
  const bytesOf = (file: PartedFile) => Uint8Array.from(readParts(file, folder))
  const kernels = memoizePromise(() => openNodeKernels(catalog, folder, threads))
  const ownSessions = new Map<string, Promise<Session>>()
  /** A session of the kernels; undefined where onnxruntime computes the network. */
  const openOwn = (id: string): Promise<Session> | undefined => {
    const network = networkOf(catalog.networks, id)
    if (network.engine !== 'kernels') return undefined
    const held =
      ownSessions.get(id) ??
      kernels().then(({ openSession }) =>
        openSession({ ...network, graph: bytesOf(network.graph), weights: bytesOf(network.weights) }),
      )
    ownSessions.set(id, held)
    return held
  }
  const sessions = new Map<string, Promise<ort.InferenceSession>>()
  const open = (id: string) => {
    const { graph, weights, weightsPath } = networkOf(catalog.networks, id)
    const held =
      sessions.get(id) ??
      ort.InferenceSession.create(bytesOf(graph), {
        executionProviders: ['wasm'],
        externalData: [{ path: weightsPath, data: bytesOf(weights) }],
      })
    sessions.set(id, held)
    return held
  }
  const pass = async (id: string, picture: Float32Array, size: Size, outputs: readonly string[]) => {
    const session = await open(id)
    const { input } = networkOf(catalog.networks, id)
    const dimensions = tensorDimensions(input.layout, size)
    const tensor = new ort.Tensor('float32', formatTensor(picture, input), dimensions)
    return session.run({ [input.name]: tensor }, outputs)
  }
  const run: Networks['run'] = async (id, picture, size) => {
    const own = await openOwn(id)
    if (own) return own.run(picture, size, never)
    const { output } = networkOf(catalog.networks, id)
    const outputs = await pass(id, picture, size, [output.name])
    return { ...size, data: outputs[output.name]?.data as Float32Array }
  }
  return {
    passes: catalog.passes,
    ...(catalog.people ? { people: catalog.people } : {}),
    device: {
      backend: 'wasm',
      threads,
      isolated: true,
      precision: deviceNeeds(catalog).cpuPrecision,
      label: `CPU, ${threads} threads`,
      notes: [],
    },
    load: async (id) => void (await (openOwn(id) ?? open(id))),
    isLoaded: (id) => sessions.has(id) || ownSessions.has(id),
    run,
    tryLoad: async (id) => Boolean(await (openOwn(id) ?? open(id))),
    tryRun: run,
    runFeatures: async (id, picture, size) => {
      const own = await openOwn(id)
      if (own) return own.runFeatures(picture, size, never)
      const { features = [] } = networkOf(catalog.networks, id)
      const outputs = await pass(id, picture, size, features)
      return features.map((name) => {
        const { data, dims } = outputs[name] as ort.Tensor
        const [, channels = 0, height = 0, width = 0] = dims
        return toFeatureMap(data as Float32Array, { width, height }, channels)
      })
    },
    dispose: async () => {
      for (const session of sessions.values()) await (await session).release()
      if (ownSessions.size > 0) await (await kernels()).dispose()
    },
  }
}
