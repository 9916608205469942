import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as ort from 'onnxruntime-web'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogSource, NetworkSource } from '#build/networks/network-source.ts'
import { readModel, readParts } from '#build/networks/read-model.ts'
import { allFiles, type NetworkCatalog, networkOf, type PartedFile } from '#matting/network-catalog.ts'
import { npy, npz } from '#support/npz.ts'
import { passesOn } from '#support/pass-table.ts'
import { noise, tinyUnet } from '#support/tiny-networks.ts'

ort.env.wasm.numThreads = 1

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const largeFile = tinyUnet(64, 'float16')
/** Longer than one part. */
const wasm = Uint8Array.from({ length: 5_000_000 }, (_, index) => index % 253)

const entry = {
  name: 'Tiny',
  licence: 'MIT',
  source: 'https://example.com',
  backends: ['wasm', 'webgpu'],
  input: {
    name: 'input',
    layout: 'NCHW',
    mean: [128, 128, 128],
    deviation: [256, 256, 256],
    size: { multipleOf: 32 },
  },
  output: { name: 'output' },
} satisfies Partial<NetworkSource>
const small: NetworkSource = {
  ...entry,
  id: 'small',
  precision: 'int8',
  file: { package: 'data', resource: '/models/small' },
}
const large: NetworkSource = {
  ...entry,
  id: 'large',
  precision: 'fp16',
  file: { path: 'large.onnx', sha256: sha256Of(largeFile) },
}
const source: CatalogSource = { networks: [small, large], passes: passesOn('large') }

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'read-model-'))
  write('large.onnx', largeFile)
  writeResource('/models/small', tinyUnet(64))
  write('node_modules/onnxruntime-web/package.json', JSON.stringify({ version: '1.0.0' }))
  write('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm', wasm)
  write('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm', wasm)
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** A resource in chunks of 1000 bytes, as the data package keeps them. */
function writeResource(name: string, bytes: Uint8Array): void {
  const chunks = []
  for (let start = 0; start < bytes.length; start += 1000) {
    const chunk = bytes.subarray(start, start + 1000)
    write(`node_modules/data/dist/${sha256Of(chunk)}`, chunk)
    chunks.push({ hash: sha256Of(chunk), offsets: [start, start + chunk.length] })
  }
  write('node_modules/data/dist/resources.json', JSON.stringify({ [name]: { size: bytes.length, chunks } }))
}

const filesOf = ({ networks, runtimes }: NetworkCatalog): PartedFile[] => [
  ...networks.flatMap(allFiles),
  ...Object.values(runtimes),
]

test('every part is named by what is served, at most 8 MiB', () => {
  const { catalog, folder } = readModel({ root, source })
  expect(filesOf(catalog)).toHaveLength(7)
  for (const file of filesOf(catalog)) {
    expect(file.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(file.bytes)
    for (const { path, sha256, bytes } of file.parts) {
      const served = readFileSync(join(folder, basename(path)))
      const part = path.endsWith('.bin') ? gunzipSync(served) : served
      expect([sha256Of(part), part.length]).toEqual([sha256, bytes])
      expect(path).toMatch(new RegExp(`^models/${sha256Of(served).slice(0, 32)}\\.(bin|wasm)$`))
      expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
    }
  }
})

test('the runtime is joined from `.wasm` parts bit for bit', () => {
  const { catalog, folder } = readModel({ root, source })
  const file = catalog.runtimes.webgpu
  expect(file.parts.length).toBe(2)
  expect(file.parts.every(({ path }) => path.endsWith('.wasm'))).toBe(true)
  expect(Buffer.compare(readParts(file, folder), wasm)).toBe(0)
})

test('a network runs from its parts at another size', async () => {
  const { catalog, folder } = readModel({ root, source })
  const { graph, weights, weightsPath } = networkOf(catalog.networks, 'small')
  const session = await ort.InferenceSession.create(readParts(graph, folder), {
    externalData: [{ path: weightsPath, data: readParts(weights, folder) }],
  })
  const input = new ort.Tensor('float32', noise(3 * 32 * 96), [1, 3, 32, 96])
  const { output } = await session.run({ input })
  expect(output?.dims).toEqual([1, 1, 32, 96])
})

test('only fp16 weights have a float32 graph beside them', () => {
  const { networks } = readModel({ root, source }).catalog
  const [int8, fp16] = [networkOf(networks, 'small'), networkOf(networks, 'large')]
  expect(int8.graphFloat32).toBeUndefined()
  expect(fp16.graphFloat32?.bytes).toBeGreaterThan(fp16.graph.bytes)
})

test('a second read comes from the cache', () => {
  const first = readModel({ root, source })
  const file = join(first.folder, 'catalog.json')
  utimesSync(file, 1000, 1000)
  expect(readModel({ root, source })).toEqual(first)
  expect(statSync(file).mtimeMs).toBe(1_000_000)
})

test.for<[what: string, change: () => CatalogSource]>([
  [
    'another model file',
    () => {
      writeResource('/models/small', tinyUnet(96))
      return source
    },
  ],
  [
    'another runtime',
    () => {
      write('node_modules/onnxruntime-web/package.json', JSON.stringify({ version: '1.0.1' }))
      return source
    },
  ],
  [
    'another field of an entry',
    () => ({ ...source, networks: [{ ...small, licence: 'Apache-2.0' }, large] }),
  ],
])('%s is prepared again', ([, change]) => {
  const { folder } = readModel({ root, source })
  expect(readModel({ root, source: change() }).folder).not.toBe(folder)
  // No unfinished file is left beside the two.
  expect(readdirSync(dirname(folder))).toHaveLength(2)
})

test('a damaged chunk or file is refused by name', () => {
  const chunk = readdirSync(join(root, 'node_modules/data/dist')).find((name) => name.length === 64) ?? ''
  write(`node_modules/data/dist/${chunk}`, 'damaged')
  expect(() => readModel({ root, source })).toThrow(/data\/models\/small.*damaged/)
  writeResource('/models/small', tinyUnet(64))
  write('large.onnx', 'damaged')
  expect(() => readModel({ root, source })).toThrow(/large\.onnx.*damaged/)
})

test('tuned weights are read with their differences', async () => {
  const differences = await npz({
    'up.bias.d.npy': npy("{'descr': '<f2', 'fortran_order': False, 'shape': (1,), }", Uint8Array.of(0, 0x3c)),
  })
  const file = { path: 'differences.npz', sha256: sha256Of(differences) }
  const tuned = { ...large, tuning: { published: large.file, differences: file, share: 0.5 } }
  const tunedSource = { ...source, networks: [small, tuned] }
  expect(() => readModel({ root, source: tunedSource })).toThrow(/differences\.npz is missing/)
  write('differences.npz', 'damaged')
  expect(() => readModel({ root, source: tunedSource })).toThrow(/differences\.npz.*damaged/)

  write('differences.npz', differences)
  // The graph itself holds weights as few as these.
  const graphOf = (from: CatalogSource) => {
    const { catalog, folder } = readModel({ root, source: from })
    return readParts(networkOf(catalog.networks, 'large').graph, folder)
  }
  const [before, after] = [graphOf(source), graphOf(tunedSource)]
  expect(after).toHaveLength(before.length)
  expect(after.filter((byte, i) => byte !== before[i]).length).toBeGreaterThan(0)
})

test('an unknown resource of a package is refused by name', () => {
  const unknown = { ...small, file: { package: 'data', resource: '/models/tiny' } }
  expect(() => readModel({ root, source: { ...source, networks: [unknown] } })).toThrow(/models\/tiny/)
})
