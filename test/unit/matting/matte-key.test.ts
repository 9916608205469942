import { expect, test } from 'vitest'
import { matteKey } from '#matting/matte-key.ts'
import type { PartedFile, ServedNetwork } from '#matting/network-catalog.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const file = (sha256: string): PartedFile => ({ bytes: 1, parts: [{ path: sha256, sha256, bytes: 1 }] })

const network = (id: string, weights: string): ServedNetwork => ({
  id,
  name: id,
  licence: 'MIT',
  source: '',
  precision: 'int8',
  backends: ['wasm'],
  weightsPath: 'w',
  input: {
    name: 'in',
    layout: 'NCHW',
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    size: { multipleOf: 1 },
  },
  output: { name: 'out' },
  graph: file(`${id} graph`),
  weights: file(weights),
})

const catalog = (int8 = 'small', fp16 = 'large', passes = twoNetworkPasses) => ({
  networks: [network('isnet-int8', int8), network('isnet-fp16', fp16)],
  passes,
})

const pass = { network: 'isnet-int8', width: 320, height: 320 }
const { wasm } = twoNetworkPasses

test('other weights give other keys, where a level uses them', async () => {
  const keyOf = (int8: string) => matteKey(catalog(int8), 'fast', 'video')
  expect(await keyOf('small')).toMatch(/^[\da-f]{16}$/)
  expect(await keyOf('small')).toBe(await keyOf('small'))
  expect(await keyOf('other')).not.toBe(await keyOf('small'))
  const fine = (int8: string) => matteKey(catalog(int8), 'fine', 'video')
  expect(await fine('other')).toBe(await fine('small'))
})

test('other passes of clips leave the keys of photos', async () => {
  const changed = { ...twoNetworkPasses, wasm: { ...wasm, fast: { ...wasm.fast, videoCrop: pass } } }
  const keysOf = (passes: typeof twoNetworkPasses) =>
    Promise.all(
      (['image', 'video'] as const).map((kind) => matteKey(catalog('a', 'b', passes), 'fast', kind)),
    )
  const [[image, video], [imageAfter, videoAfter]] = [await keysOf(twoNetworkPasses), await keysOf(changed)]
  expect(imageAfter).toBe(image)
  expect(videoAfter).not.toBe(video)
})
