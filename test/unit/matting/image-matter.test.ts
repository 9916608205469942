import { expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Device } from '#matting/device.ts'
import { createFrameEstimator } from '#matting/estimate-frame.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { keyframePolicy } from '#matting/keyframe-policy.ts'
import { notLooked } from '#matting/look-again.ts'
import type { Networks } from '#matting/networks.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }
const photo = { width: 4, height: 3, data: new Uint8ClampedArray(48).fill(255) }

/** Networks that record their passes; the small one answers with an uncertain alpha, `haze`, over half the picture. */
const notingNetworks = (backend: Device['backend'], haze = 0) => {
  const runs: string[] = []
  const loaded = new Set<string>()
  const device: Device = {
    backend,
    threads: 1,
    isolated: false,
    precision: 'int8+fp16',
    label: '',
    notes: [],
  }
  const networks: Networks = {
    device,
    passes: twoNetworkPasses,
    load: async (network) => void loaded.add(network),
    isLoaded: (network) => loaded.has(network),
    run: async (network, input, size) => {
      runs.push(`${network} ${size.width}x${size.height}`)
      expect(input).toHaveLength(3 * size.width * size.height)
      const data = new Float32Array(size.width * size.height).fill(1)
      if (network === 'isnet-int8') data.fill(haze, 0, data.length / 2)
      return { ...size, data }
    },
    runFeatures: async (network, input, size) => {
      runs.push(`features of ${network} ${size.width}x${size.height}`)
      expect(input).toHaveLength(3 * size.width * size.height)
      return []
    },
    tryLoad: async () => false,
    tryRun: async () => undefined,
    dispose: async () => {},
  }
  return { networks, runs }
}

test.each<[Level, Device['backend'], number, string[]]>([
  ['fast', 'wasm', 0.5, ['isnet-int8 448x448']],
  ['balanced', 'wasm', 0, ['isnet-int8 512x512']],
  ['balanced', 'wasm', 0.5, ['isnet-int8 512x512', 'isnet-fp16 1024x1024']],
  ['fine', 'wasm', 0, ['isnet-fp16 1024x1024']],
  ['fast', 'webgpu', 0, ['isnet-fp16 512x512']],
  ['balanced', 'webgpu', 0, ['isnet-fp16 1024x1024']],
  ['fine', 'webgpu', 0, ['isnet-fp16 1024x1024']],
])('D-71: %s on %s, haze %d in the first matte: %j', async (level, backend, haze, expected) => {
  const { networks, runs } = notingNetworks(backend, haze)
  const matte = await openImageMatter(networks).estimate(photo, level, call)
  expect(runs).toEqual(expected)
  expect(`${matte.width}x${matte.height}`).toBe(expected.at(-1)?.split(' ')[1])
})

/** A subject with a gap of 30 x 512 pixels, of which the deeper stages of the network see nothing. */
const withGap = (gap: number) => {
  const matte = { width: 512, height: 512, data: new Float32Array(512 * 512).fill(1) }
  for (let y = 0; y < 512; y++) matte.data.fill(gap, y * 512 + 200, y * 512 + 230)
  return { ...matte, sideMattes: [{ width: 16, height: 16, data: new Float32Array(256).fill(1) }] }
}

test.each([
  ['a certain gap', 0, ['isnet-int8 512x512', 'isnet-fp16 1024x1024']],
  ['no gap', 1, ['isnet-int8 512x512']],
] as const)('%s where deeper stages see the subject: %j', async (_, gap, expected) => {
  const { networks, runs } = notingNetworks('wasm')
  const run = networks.run
  networks.run = async (network, ...rest) => {
    const matte = await run(network, ...rest)
    return network === 'isnet-int8' ? withGap(gap) : matte
  }
  await openImageMatter(networks).estimate(photo, 'balanced', call)
  expect(runs).toEqual(expected)
})

/** A subject in one half of the picture, and this alpha in the other. */
const withHaze = (haze: number) => (side: number) => {
  const data = new Float32Array(side * side).fill(1)
  return { width: side, height: side, data: data.fill(haze, 0, data.length / 2) }
}
const nothing = (side: number) => ({ width: side, height: side, data: new Float32Array(side * side) })

test.each([
  ['a hazier second matte', withHaze(0.6), withHaze(0.5), 512],
  ['a surer second matte', withHaze(0.5), withHaze(0.3), 1024],
  ['a second matte without a subject', withHaze(0.5), nothing, 512],
  ['no subject in either', nothing, nothing, 1024],
  ['a hazier second matte, where the first has a gap', () => withGap(0), withHaze(0.5), 1024],
] as const)('of two mattes the surer stays: %s', async (_, first, second, expected) => {
  const { networks } = notingNetworks('wasm')
  networks.run = async (_network, _input, { width }) => (width === 512 ? first(width) : second(width))
  const matte = await openImageMatter(networks).estimate(photo, 'balanced', call)
  expect(matte.width).toBe(expected)
})

test('a large half transparent area of a small pass is settled', async () => {
  const { networks } = notingNetworks('wasm', 0.3)
  const fast = await openImageMatter(networks).estimate(photo, 'fast', call)
  expect(fast.data[fast.data.length / 4 + 224]).toBeCloseTo(0.1, 2)
})

test('a level loads only the network of its first pass', async () => {
  const { networks } = notingNetworks('wasm')
  const matter = openImageMatter(networks)
  await matter.load('balanced', call)
  expect([matter.isReady('fast'), matter.isReady('balanced'), matter.isReady('fine')]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['upstream_error', 'isnet-int8 512x512'],
  ['internal_server_error', 'nothing'],
] as const)('when the retry fails with %s the result is %s', async (code, expected) => {
  const { networks } = notingNetworks('wasm', 0.5)
  const run = networks.run
  networks.run = async (network, ...rest) => {
    if (network === 'isnet-fp16') throw new ServiceError(code)
    return run(network, ...rest)
  }
  const estimate = openImageMatter(networks).estimate(photo, 'balanced', call)
  const outcome = await estimate.then(
    ({ width, height }) => `isnet-int8 ${width}x${height}`,
    () => 'nothing',
  )
  expect(outcome).toBe(expected)
})

test('a first look waits for no second network', async () => {
  const { networks, runs } = notingNetworks('wasm', 0.5)
  const matter = openImageMatter(networks)
  await matter.estimate(photo, 'balanced', { ...call, isFirstLook: true })
  expect(runs).toEqual(['isnet-int8 512x512'])
  await networks.load('isnet-fp16', call)
  await matter.estimate(photo, 'balanced', { ...call, isFirstLook: true })
  expect(runs.at(-1)).toBe('isnet-fp16 1024x1024')
})

test('an abort stops between the passes', async () => {
  const { networks, runs } = notingNetworks('wasm', 0.5)
  const controller = new AbortController()
  const run = networks.run
  networks.run = async (...args) => {
    const matte = await run(...args)
    controller.abort()
    return matte
  }
  const estimate = openImageMatter(networks).estimate(photo, 'balanced', {
    ...call,
    signal: controller.signal,
  })
  await expect(estimate).rejects.toMatchObject({ name: 'AbortError' })
  expect(runs).toEqual(['isnet-int8 512x512'])
})

test('features come from the pass that the table names for them', async () => {
  const { networks, runs } = notingNetworks('wasm')
  const matter = openImageMatter(networks)
  for (const level of ['fast', 'balanced', 'fine'] as const) await matter.estimateFeatures(photo, level, call)
  expect(runs).toEqual(['features of isnet-int8 448x448', 'features of isnet-fp16 448x448'])
})

test("a closer look is Fine's pass, unless the level makes it", async () => {
  const tried: string[] = []
  const look = async (backend: Device['backend'], level: Level) => {
    const networks: Networks = {
      ...notingNetworks(backend).networks,
      tryRun: async (network, _input, size) => {
        tried.push(network)
        return { ...size, data: new Float32Array(size.width * size.height) }
      },
    }
    return (await openImageMatter(networks).lookCloser?.(photo, level, call.signal))?.width
  }
  expect(await look('wasm', 'fast')).toBe(1024)
  expect(tried).toEqual(['isnet-fp16'])
  expect(await look('wasm', 'fine')).toBeUndefined()
  expect(await look('webgpu', 'balanced')).toBeUndefined()
  expect(tried).toHaveLength(1)
})

test('mattes of photos and frames reach the edges of cut-outs', async () => {
  const { networks } = notingNetworks('wasm')
  // The right half is opaque. The network leaves a column of it out.
  const half = { width: 128, height: 128, data: new Uint8ClampedArray(128 * 128 * 4) }
  for (let i = 0; i < 128 * 128; i++) if (i % 128 >= 64) half.data.fill(255, i * 4, i * 4 + 4)
  const run: Networks['run'] = async (_, __, size) => {
    const data = new Float32Array(size.width * size.height)
    for (let i = 0; i < data.length; i++) data[i] = Number(i % size.width > size.width / 2)
    return { ...size, data }
  }
  const shaving = { ...networks, run }
  const photoMatte = await openImageMatter(shaving).estimate(half, 'balanced', call)
  expect(photoMatte.data[256 * 512 + 256]).toBe(1)
  const pass = { network: 'isnet-int8', width: 128, height: 128 }
  const policy = {
    ...keyframePolicy('balanced', 'wasm', networks.passes),
    fullPass: pass,
    cropPass: undefined,
  }
  const estimate = createFrameEstimator(shaving, () => policy, call)
  const { matte } = await estimate({ raster: half, timestampSeconds: 0 }, undefined, notLooked)
  expect(matte.data[64 * 128 + 64]).toBe(255)
})
