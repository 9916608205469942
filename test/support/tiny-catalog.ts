import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog } from '#build/networks/network-source.ts'
import { tinySegmenter } from './tiny-networks.ts'

/** The picture as `tinySegmenter` takes it. */
const tinyInput = { name: 'input', layout: 'NCHW', mean: [128, 128, 128], deviation: [256, 256, 256] }

/**
 * Writes a catalogue in which a tiny network that takes dark for subject, and for people, stands for every network
 * shipped, and returns its path, for `MODEL_SOURCE`. Passes, sizes and backends are those of the shipped catalogue.
 */
export const writeTinyCatalog = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  const bytes = tinySegmenter()
  const path = join(folder, 'dark-is-subject.onnx')
  const file = { path, sha256: createHash('sha256').update(bytes).digest('hex') }
  const { networks, ...rest } = readCatalog('.', '')
  const tiny = networks.map(
    ({
      gpuBufferBytes: _,
      features: _names,
      engine: _engine,
      tuning: _tuning,
      weights: _own,
      selfTest: _picture,
      ...network
    }) => ({
      ...network,
      file,
      licence: 'MIT',
      precision: 'float32',
      input: { ...tinyInput, size: network.input.size },
      output: { name: 'output' },
    }),
  )
  const catalog = join(folder, 'networks.json')
  writeFileSync(path, bytes)
  writeFileSync(catalog, JSON.stringify({ networks: tiny, ...rest }))
  return catalog
}
