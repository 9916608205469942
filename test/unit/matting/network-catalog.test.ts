import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCatalog, readCatalog } from '#build/networks/network-source.ts'
import { levels } from '#contract/image-options.ts'
import { deviceNeeds, type NetworkEntry, passesOf, takesSize } from '#matting/network-catalog.ts'
import { passesOn } from '#support/pass-table.ts'
import { tinyNhwcSegmenter, tinySegmenter } from '#support/tiny-networks.ts'

const mean = [123.675, 116.28, 103.53]
const deviation = [58.395, 57.12, 57.375]
const firstFile = tinySegmenter()
const secondFile = tinyNhwcSegmenter({ width: 96, height: 64 }, mean, deviation)
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Like an entry of src/build/networks/networks.json. */
const first = {
  id: 'first',
  name: 'A network of any size',
  licence: 'MIT',
  source: 'https://example.com',
  file: { path: 'first.onnx', sha256: sha256Of(firstFile) },
  precision: 'float32',
  backends: ['wasm', 'webgpu'],
  input: {
    name: 'input',
    layout: 'NCHW',
    mean: [128, 128, 128],
    deviation: [256, 256, 256],
    size: { multipleOf: 32 },
  },
  output: { name: 'output' },
}

/** All that a network of another size, layout and normalisation takes. */
const second = {
  id: 'second',
  name: 'A network of one size',
  licence: 'MIT',
  source: 'https://example.com',
  file: { path: 'second.onnx', sha256: sha256Of(secondFile) },
  precision: 'float32',
  backends: ['wasm'],
  input: { name: 'picture', layout: 'NHWC', mean, deviation, size: { width: 96, height: 64 } },
  output: { name: 'mask' },
}

const passOfSecond = { network: 'second', width: 96, height: 64 }
const passes = passesOn('first')
const catalog = {
  networks: [first, second],
  passes: { ...passes, wasm: { ...passes.wasm, fast: { image: [passOfSecond], video: passOfSecond } } },
}

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'network-catalog-'))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(resolve('node_modules/onnxruntime-web'), join(root, 'node_modules/onnxruntime-web'))
  writeFileSync(join(root, 'first.onnx'), firstFile)
  writeFileSync(join(root, 'second.onnx'), secondFile)
})
afterAll(() => rmSync(root, { recursive: true }))

test('the shipped passes use every network, and grow with the level', () => {
  const { networks, passes, people } = readCatalog('.')
  const matting = Object.values(passes).flatMap((table) => Object.values(table).flatMap(passesOf))
  const used = people ? [...matting, people] : matting
  expect(new Set(used.map(({ network }) => network))).toEqual(new Set(networks.map(({ id }) => id)))
  for (const table of [passes.wasm, passes.webgpu]) {
    const pixels = levels.map((level) =>
      table[level].image.reduce((sum, { width, height }) => sum + width * height, 0),
    )
    expect(pixels).toEqual(pixels.toSorted((a, b) => a - b))
  }
})

test('the needs of a device are those of the networks in use', () => {
  const { networks } = parseCatalog({ ...catalog, networks: [{ ...first, gpuBufferBytes: 1000 }, second] })
  expect(deviceNeeds({ networks, passes })).toEqual({ gpuBufferBytes: 1000, cpuPrecision: 'float32' })
  const [any] = networks
  const int8 = { ...any, id: 'third', precision: 'int8', gpuBufferBytes: 9000 } as NetworkEntry
  const table = { ...passes, wasm: { ...passesOn('third').wasm, fine: passes.wasm.fine } }
  expect(deviceNeeds({ networks: [...networks, int8], passes: table })).toEqual({
    gpuBufferBytes: 1000,
    cpuPrecision: 'int8+float32',
  })
})

const { licence: _, ...unlicensed } = second

test.each([
  ['a missing field', { ...catalog, networks: [first, unlicensed] }, /networks\.1\.licence/],
  ['an unknown field', { ...catalog, networks: [first, { ...second, colour: 'BGR' }] }, /colour/],
  ['an unknown tuning', { ...catalog, networks: [{ ...first, tuning: 'none' }, second] }, /no tuning none/],
  ['two networks of one id', { ...catalog, networks: [first, second, first] }, /two networks first/],
  ['a pass of an unknown network', { ...catalog, networks: [first] }, /no network second/],
  [
    'a size that the network does not take',
    { ...catalog, passes: passesOn('first', { width: 64, height: 40 }) },
    /64 x 40/,
  ],
  [
    'a GPU pass that a processor could not take over',
    {
      networks: [first, { ...second, backends: ['webgpu'] }],
      passes: passesOn('second', { width: 96, height: 64 }),
    },
    /second has a pass on wasm/,
  ],
  [
    'a first pass that waits for another',
    {
      ...catalog,
      passes: {
        ...passes,
        wasm: {
          ...passes.wasm,
          fast: { ...passes.wasm.fast, image: [{ network: 'first', width: 64, height: 64, aboveRisk: 0.2 }] },
        },
      },
    },
    /first pass of fast on wasm/,
  ],
  [
    'a pass for people at a size that its network does not take',
    { ...catalog, people: { ...passOfSecond, width: 64 } },
    /64 x 64/,
  ],
  [
    'a GPU pass of a network for processors',
    {
      networks: [first, second],
      passes: { ...passes, webgpu: passesOn('second', { width: 96, height: 64 }).webgpu },
    },
    /second has a pass on webgpu/,
  ],
])('a catalogue with %s is refused', (_what, file, message) => {
  expect(() => parseCatalog(file)).toThrow(message)
})

test('a network takes multiples, or its only size', () => {
  expect(takesSize({ multipleOf: 64 }, { width: 128, height: 64 })).toBe(true)
  expect(takesSize({ multipleOf: 64 }, { width: 128, height: 96 })).toBe(false)
  expect(takesSize({ width: 96, height: 64 }, { width: 96, height: 64 })).toBe(true)
  expect(takesSize({ width: 96, height: 64 }, { width: 64, height: 96 })).toBe(false)
})
