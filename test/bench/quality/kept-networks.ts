import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readModel } from '#build/read-model.ts'
import type { Networks } from '#matting/networks.ts'
import { openNodeNetworks } from '#support/node-networks.ts'

/**
 * The networks in Node, with a cache: the matte of each pass over a photo is kept in node_modules/.cache, so that a
 * change of a later step is measured without running the network again. `nextPhoto` names the photo of the next passes.
 */
export function openKeptNetworks(threads: number): { networks: Networks; nextPhoto: (name: string) => void } {
  const plain = openNodeNetworks(threads)
  const kept = join('node_modules/.cache/clearcut-quality', basename(readModel().folder))
  mkdirSync(kept, { recursive: true })

  let photo = ''
  const networks: Networks = {
    ...plain,
    run: async (network, input, size, call) => {
      const { width, height } = size
      const file = join(kept, `${photo}.${network}.${width}.u16`)
      if (!existsSync(file)) {
        const { data } = await plain.run(network, input, size, call)
        writeFileSync(
          file,
          Uint16Array.from(data, (value) => Math.round(value * 65535)),
        )
      }
      const bytes = readFileSync(file)
      const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      return { width, height, data: Float32Array.from(values, (value) => value / 65535) }
    },
  }
  return { networks, nextPhoto: (name) => (photo = name) }
}
