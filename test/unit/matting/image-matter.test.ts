import { expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Device } from '#matting/device.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { ImagePass } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }
const photo = { width: 4, height: 3, data: new Uint8ClampedArray(48).fill(255) }

/**
 * Networks that record their passes; each answers with a subject in the right half, and in the left half with the alpha
 * that is told for the side of the pass.
 */
const notingNetworks = (
  backend: Device['backend'],
  hazeAt: (side: number) => number = () => 0,
  restAt: (side: number) => number = () => 1,
) => {
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
      const haze = hazeAt(size.width)
      return {
        ...size,
        data: Float32Array.from({ length: size.width * size.height }, (_, i) =>
          i % size.width < size.width / 2 ? haze : restAt(size.width),
        ),
      }
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
  const { networks, runs } = notingNetworks(backend, () => haze)
  const matte = await openImageMatter(networks).estimate(photo, level, call)
  expect(runs).toEqual(expected)
  expect(`${matte.width}x${matte.height}`).toBe(expected.at(-1)?.split(' ')[1])
})

/** Balanced with these passes. */
const withPasses = (networks: Networks, image: readonly ImagePass[]): Networks => {
  const { wasm } = networks.passes
  return {
    ...networks,
    passes: { ...networks.passes, wasm: { ...wasm, balanced: { ...wasm.balanced, image } } },
  }
}
const at = (side: number) => ({ network: 'isnet-int8', width: side, height: side })

test.each([
  ['the third where it is the surest', 0.4, 0.5, 0.3, 192],
  ['the third where it is nearly as sure', 0.3, 0.2, 0.22, 192],
  ['the second where the third is less sure', 0.3, 0, 0.4, 128],
  ['the first where all others are far less sure', 0, 0.5, 0.5, 64],
  ['the third where the first is hardly surer', 0.2, 0.25, 0.25, 192],
] as const)('of three mattes stays %s', async (_, first, second, third, expected) => {
  const { networks } = notingNetworks('wasm', (side) => ({ 64: first, 128: second, 192: third })[side] ?? 0)
  const matter = openImageMatter(withPasses(networks, [at(64), at(128), at(192)]))
  const { width, others, risk } = await matter.estimate(photo, 'balanced', call)
  expect(width).toBe(expected)
  expect(others?.map((other) => other.width)).toEqual([128, 192, 64].filter((side) => side !== expected))
  expect(risk).toBeGreaterThan(0)
  expect(risk).toBeLessThan(1)
})

test('passes tell how much of the matte is done', async () => {
  const { networks } = notingNetworks('wasm')
  const run = networks.run
  networks.run = async (network, input, size, passCall) => {
    passCall.onShare?.(0.5)
    return run(network, input, size, passCall)
  }
  const ratios: (number | null)[] = []
  const passes = [at(64), { ...at(128), aboveRisk: 0.9 }, at(128)]
  await openImageMatter(withPasses(networks, passes)).estimate(photo, 'balanced', {
    ...call,
    onProgress: ({ step, ratio }) => step === 'cut' && ratios.push(ratio),
  })
  // Of 1, 2 (a pass of few photos counts half) and 4 parts of work.
  expect(ratios.map((ratio) => Number((7 * (ratio ?? 0)).toFixed(6)))).toEqual([0.5, 5])
})

test.each([
  ['the larger alpha where both say subject', [0.3, 1, 0.4], [64, 128], 1, 2],
  ['the smaller one where they do not', [0.3, 0.5, 1], [64, 128], 0.1, 2],
  ['what the next pass finds, if the matte is sure', [0, 1, 0.4], [64, 192], 1, 1],
] as const)(
  'of a picture that its subject fills is taken: %s',
  async (_, [first, wider, rest], sides, expected, others) => {
    const { networks, runs } = notingNetworks(
      'wasm',
      (side) => ({ 64: first, 128: wider })[side] ?? 1,
      (side) => (side === 128 ? rest : 1),
    )
    const passes = [at(64), { ...at(128), withRoom: 'something' as const }, { ...at(192), aboveRisk: 0 }]
    const matte = await openImageMatter(withPasses(networks, passes)).estimate(photo, 'balanced', call)
    expect(runs).toEqual(sides.map((side) => `isnet-int8 ${side}x${side}`))
    expect(matte.data[(matte.height / 2) * matte.width + matte.width / 4]).toBeCloseTo(expected, 1)
    expect(matte.others).toHaveLength(others)
  },
)

test('with nothing known, room is given after a larger pass without result', async () => {
  const runsWith = async (larger: number) => {
    const haze = (side: number) => (side === 128 ? larger : 0.5)
    const { networks, runs } = notingNetworks('wasm', haze, (side) => (side === 128 ? 1 - larger : 0.5))
    const passes = [at(64), { ...at(128), aboveRisk: 0 }, { ...at(192), withRoom: 'nothing' as const }]
    await openImageMatter(withPasses(networks, passes)).estimate(photo, 'balanced', call)
    return runs.length
  }
  expect([await runsWith(0), await runsWith(0.5)]).toEqual([2, 3])
})

test('a large half transparent area of a small pass is settled', async () => {
  const { networks } = notingNetworks('wasm', () => 0.3)
  const fast = await openImageMatter(networks).estimate(photo, 'fast', call)
  expect(fast.data[224 * 448 + 112]).toBeCloseTo(0.1, 2)
})

test('a level loads the networks that it always needs', async () => {
  const { networks } = notingNetworks('wasm')
  const readyAfter = async (image: readonly ImagePass[]) => {
    const matter = openImageMatter(withPasses(networks, image))
    await matter.load('balanced', call)
    return ['isnet-int8', 'isnet-fp16'].map(networks.isLoaded)
  }
  const [small, large] = twoNetworkPasses.wasm.balanced.image as [ImagePass, ImagePass]
  expect(await readyAfter([small, large])).toEqual([true, false])
  const { aboveRisk: _, ...always } = large
  expect(await readyAfter([small, always])).toEqual([true, true])
})

test.each([
  [0.6, 'upstream_error', 'isnet-int8 512x512'],
  [0.6, 'internal_server_error', 'isnet-int8 512x512'],
  [undefined, 'upstream_error', 'upstream_error'],
] as const)('a pass above %s that fails with %s leaves %s', async (aboveRisk, code, expected) => {
  const { networks } = notingNetworks('wasm', () => 0.5)
  const run = networks.run
  networks.run = async (network, ...rest) => {
    if (network === 'isnet-fp16') throw new ServiceError(code)
    return run(network, ...rest)
  }
  const [small, large] = twoNetworkPasses.wasm.balanced.image as [ImagePass, ImagePass]
  const { aboveRisk: _, ...always } = large
  const image = [small, aboveRisk === undefined ? always : { ...always, aboveRisk }]
  const estimate = openImageMatter(withPasses(networks, image)).estimate(photo, 'balanced', call)
  const outcome = await estimate.then(
    ({ width, height }) => `isnet-int8 ${width}x${height}`,
    (cause: ServiceError) => cause.code,
  )
  expect(outcome).toBe(expected)
})

test('a first look waits for no second network', async () => {
  const { networks, runs } = notingNetworks('wasm', () => 0.5)
  const matter = openImageMatter(networks)
  await matter.estimate(photo, 'balanced', { ...call, isFirstLook: true })
  expect(runs).toEqual(['isnet-int8 512x512'])
  await networks.load('isnet-fp16', call)
  await matter.estimate(photo, 'balanced', { ...call, isFirstLook: true })
  expect(runs.at(-1)).toBe('isnet-fp16 1024x1024')
})

test('an abort stops between the passes', async () => {
  const { networks, runs } = notingNetworks('wasm', () => 0.5)
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

test('a closer look is taken at the subject', async () => {
  const { networks } = notingNetworks('wasm')
  const tried: string[] = []
  const tryRun: Networks['tryRun'] = async (network, _input, size) => {
    tried.push(`${network} ${size.width}`)
    return { ...size, data: new Float32Array(size.width * size.height).fill(1) }
  }
  const { wasm } = networks.passes
  const fast = { ...wasm.fast, imageCloser: { ...at(128), network: 'isnet-fp16' } }
  const matter = openImageMatter({
    ...networks,
    tryRun,
    passes: { ...networks.passes, wasm: { ...wasm, fast } },
  })
  const subject = { width: 64, height: 64, data: new Float32Array(64 * 64) }
  for (let y = 24; y < 40; y++) subject.data.fill(1, y * 64 + 24, y * 64 + 40)
  const closer = await matter.lookCloser?.(photo, subject, 'fast', call.signal)
  expect(tried).toEqual(['isnet-fp16 128'])
  const { width = 0, height = 0, data = new Float32Array() } = closer ?? {}
  const middle = Math.floor(height / 2) * width
  expect([data[middle + width / 2], data[middle + Math.floor(width / 10)]]).toEqual([1, 0])
  expect(await matter.lookCloser?.(photo, subject, 'fine', call.signal)).toBeUndefined()
})
