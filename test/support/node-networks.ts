import * as ort from 'onnxruntime-web'
import type { Size } from '#base/geometry.ts'
import { type CatalogSource, readCatalog } from '#build/network-source.ts'
import { readModel, readParts } from '#build/read-model.ts'
import { toFeatureMap } from '#engine/clicks/feature-maps.ts'
import { formatTensor, tensorDimensions } from '#engine/tensor.ts'
import { deviceNeeds, networkOf, type PartedFile } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'

/** The networks of a catalogue, by default the studio's own, in Node, on the same WASM as in a browser. */
export const openNodeNetworks = (threads: number, source: CatalogSource = readCatalog('.')): Networks => {
  ort.env.wasm.numThreads = threads
  const { catalog, folder } = readModel({ source })
  const bytesOf = (file: PartedFile) => Uint8Array.from(readParts(file, folder))
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
    const { output, sideOutputs = [] } = networkOf(catalog.networks, id)
    const outputs = await pass(id, picture, size, [output.name, ...sideOutputs])
    const sideMattes = sideOutputs.map((name) => {
      const { data, dims } = outputs[name] as ort.Tensor
      const [, , height = 0, width = 0] = dims
      return { width, height, data: (data as Float32Array).map((logit) => 1 / (1 + Math.exp(-logit))) }
    })
    return { ...size, data: outputs[output.name]?.data as Float32Array, sideMattes }
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
    load: async (id) => void (await open(id)),
    isLoaded: (id) => sessions.has(id),
    run,
    tryLoad: async (id) => Boolean(await open(id)),
    tryRun: run,
    runFeatures: async (id, picture, size) => {
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
    },
  }
}
