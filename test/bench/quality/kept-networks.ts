import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Size } from '#base/geometry.ts'
import { sha256Of } from '#build/networks/network-source.ts'
import { readModel } from '#build/networks/read-model.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { type InferencePass, networkOf } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { openNodeNetworks } from '#support/node-networks.ts'
import { catalogWithPublished } from '../published-network.ts'

/**
 * The shipped networks and the published one in Node, with a cache: the matte of each pass over a photo is kept in
 * node_modules/.cache by photo, weights, size and what the network sees, so that a change of a later step, or of the
 * table of passes, is measured without running the network again. `nextPhoto` names the photo of the next passes.
 */
export function openKeptNetworks(threads: number): {
  networks: Networks
  nextPhoto: (name: string) => void
  /** Whether the result of a pass over the photo is there already. */
  isKept: (pass: InferencePass) => boolean
} {
  const source = catalogWithPublished()
  const plain = openNodeNetworks(threads, source)
  const { catalog } = readModel({ source })
  const kept = 'node_modules/.cache/clearcut-quality'
  mkdirSync(kept, { recursive: true })

  let photo = ''
  const nameOf = ({ network, width }: InferencePass) => {
    const { graph, weights, engine } = networkOf(catalog.networks, network)
    const kernels = engine === 'kernels' && catalog.kernels
    const print = sha256Of(JSON.stringify([graph, weights, kernels])).slice(0, 8)
    return `${photo}.${network}.${print}.${width}`
  }
  const fileOf = (pass: InferencePass, input: Float32Array, ending = 'matte') => {
    const print = sha256Of(new Uint8Array(input.buffer, input.byteOffset, input.byteLength)).slice(0, 8)
    return join(kept, `${nameOf(pass)}.${print}.${ending}`)
  }
  const networks: Networks = {
    ...plain,
    run: async (network, input, size, call) => {
      const file = fileOf({ network, ...size }, input)
      if (!existsSync(file)) {
        keep(file, serialize(quantize(await plain.run(network, input, size, call))))
      }
      return dequantize(deserialize(readFileSync(file)) as KeptMatte)
    },
    runFeatures: async (network, input, size, call) => {
      const file = fileOf({ network, ...size }, input, 'features')
      if (!existsSync(file)) keep(file, serialize(await plain.runFeatures(network, input, size, call)))
      return deserialize(readFileSync(file)) as FeatureMaps
    },
  }
  return {
    networks,
    nextPhoto: (name) => (photo = name),
    isKept: (pass) => readdirSync(kept).some((file) => file.startsWith(`${nameOf(pass)}.`)),
  }
}

/** Alpha in 1/65535. */
type KeptMatte = Size & { readonly data: Uint16Array }

const quantize = ({ width, height, data }: AlphaMaskF32): KeptMatte => ({
  width,
  height,
  data: Uint16Array.from(data, (value) => Math.round(value * 65535)),
})

const dequantize = ({ width, height, data }: KeptMatte): AlphaMaskF32 => ({
  width,
  height,
  data: Float32Array.from(data, (value) => value / 65535),
})

/** A run that is ended while it writes leaves no part of a file under this name. */
function keep(file: string, bytes: NodeJS.ArrayBufferView): void {
  writeFileSync(`${file}.part`, bytes)
  renameSync(`${file}.part`, file)
}
