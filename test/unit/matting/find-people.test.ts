import { expect, test } from 'vitest'
import { findPeople, loadPeople } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const call = { signal: new AbortController().signal }
const photo = { width: 40, height: 30, data: new Uint8ClampedArray(4 * 40 * 30).fill(255) }
const people = { network: 'people', width: 16, height: 8 }

const networksWith = (answers: Partial<Networks>): Networks => ({
  passes: twoNetworkPasses,
  device: { backend: 'wasm', threads: 1, isolated: false, precision: '', label: '', notes: [] },
  load: async () => {},
  isLoaded: () => false,
  run: async (_, _input, size) => ({ ...size, data: new Float32Array(size.width * size.height) }),
  runFeatures: async () => [],
  tryLoad: async () => true,
  tryRun: async () => undefined,
  dispose: async () => {},
  ...answers,
})

test('people are looked for at the size of their network', async () => {
  const asked: string[] = []
  const networks = networksWith({
    people,
    tryRun: async (network, input, { width, height }) => {
      asked.push(`${network} ${width}x${height} ${input.length}`)
      return { width, height, data: new Float32Array(width * height).fill(0.75) }
    },
  })
  expect(await findPeople(networks, photo, call)).toMatchObject({ width: 16, height: 8 })
  expect(asked).toEqual(['people 16x8 384'])
})

test('nothing is known of people without their network', async () => {
  expect(await findPeople(networksWith({}), photo, call)).toBeUndefined()
  expect(await loadPeople(networksWith({}), call)).toBe(false)
  expect(await findPeople(networksWith({ people, tryLoad: async () => false }), photo, call)).toBeUndefined()
})
