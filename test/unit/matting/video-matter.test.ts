import { expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import type { Device } from '#matting/device.ts'
import type { Networks } from '#matting/networks.ts'
import type { SmallFrame } from '#matting/small-frame.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { type Disc, discShare, paintScene, playFrames } from '#support/painted-rasters.ts'
import { redNetworks } from '#support/red-networks.ts'

const size = { width: 160, height: 96 }
const call = { signal: new AbortController().signal, onProgress: () => {} }

const estimate = async (
  networks: Networks,
  pictures: readonly Raster[],
  level: Level,
): Promise<FrameMatte[]> => {
  const mattes: FrameMatte[] = []
  for await (const matte of openVideoMatter(networks).estimate(playFrames(pictures), level, call)) {
    mattes.push(matte)
  }
  return mattes
}

const moving = (count: number): Disc[] =>
  Array.from({ length: count }, (_, i) => ({ x: 40 + 2 * i, y: 48 + 10 * Math.sin(i / 5), radius: 20 }))

const error = (matte: AlphaMask8 | undefined, disc: Disc): number =>
  discShare(size, disc).reduce((sum, share, i) => sum + Math.abs(share - (matte?.data[i] ?? 0) / 255), 0) /
  (Math.PI * disc.radius ** 2)

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

test.each<[Level, number]>([
  ['balanced', 12],
  ['fast', 7],
])('%s follows a moving disc with %d passes in 30 frames', async (level, expected) => {
  const discs = moving(30)
  const { networks, passes } = redNetworks()
  const mattes = await estimate(
    networks,
    discs.map((disc) => paintScene(size, { disc })),
    level,
  )
  expect(mattes).toHaveLength(30)
  expect(passes).toHaveLength(expected)
  // Fast refines the full pass on its first frame by a crop pass.
  expect(mattes.filter(({ isKey }) => isKey)).toHaveLength(level === 'fast' ? expected - 1 : expected)
  expect(mattes.some(({ isCut }) => isCut)).toBe(false)
  for (const [index, { matte }] of mattes.entries()) {
    expect({ width: matte.width, height: matte.height }).toEqual(size)
    expect(error(matte, discs[index] as Disc)).toBeLessThan(0.12)
  }
})

test('a still picture needs one pass a second', async () => {
  const { networks, passes } = redNetworks()
  const disc = { x: 80, y: 48, radius: 20 }
  await estimate(
    networks,
    Array.from({ length: 24 }, () => paintScene(size, { disc })),
    'balanced',
  )
  expect(passes).toHaveLength(1)
})

test('smoothing halves the flicker of a still picture', async () => {
  const pictures = Array.from({ length: 6 }, () => paintScene(size, { disc: { x: 80, y: 48, radius: 20 } }))
  const { networks } = redNetworks({ error: 0.5 })
  const mattes = await estimate(networks, pictures, 'fine')
  const plain = redNetworks({ error: 0.5 })
  const flickers = (of: readonly { data: ArrayLike<number> }[], scale: number): number =>
    meanOf(
      of
        .slice(1)
        .map(({ data }, i) =>
          meanOf(Array.from(data, (value, at) => Math.abs(value - (of[i]?.data[at] ?? 0)) / scale)),
        ),
    )
  const raw = []
  const side = { width: 256, height: 256 }
  for (let i = 0; i < 4; i++)
    raw.push(await plain.networks.run('isnet-fp16', new Float32Array(3 * 256 ** 2), side, call))
  expect(
    flickers(
      mattes.map(({ matte }) => matte),
      255,
    ),
  ).toBeLessThan(flickers(raw, 1) / 2)
})

test('a scene cut starts with a key frame of its own', async () => {
  const disc = { x: 50, y: 48, radius: 20 }
  const pictures = [
    ...Array.from({ length: 5 }, () => paintScene(size, { disc })),
    ...Array.from({ length: 5 }, () => paintScene(size, { seed: 2.5 })),
  ]
  for (const level of ['balanced', 'fast'] as const) {
    const mattes = await estimate(redNetworks().networks, pictures, level)
    expect(mattes.map(({ isCut }) => isCut).indexOf(true)).toBe(5)
    expect(mattes.filter(({ isCut }) => isCut)).toHaveLength(1)
    expect(mattes[5]?.isKey).toBe(true)
    expect(error(mattes[4]?.matte, disc)).toBeLessThan(0.1)
    expect(Math.max(...(mattes[5]?.matte.data ?? [255]))).toBe(0)
  }
})

test('a single white frame is no scene cut', async () => {
  const pictures = Array.from({ length: 7 }, () => paintScene(size, { disc: { x: 80, y: 48, radius: 20 } }))
  pictures[3] = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(255) }
  const mattes = await estimate(redNetworks().networks, pictures, 'balanced')
  expect(mattes.filter(({ isCut }) => isCut)).toHaveLength(0)
})

test.each<Level>(['balanced', 'fast'])('%s holds at most 36 frames', async (level) => {
  const pictures = moving(40).map(({ y }) => paintScene(size, { disc: { x: 80, y, radius: 20 } }))
  let taken = 0
  let given = 0
  let most = 0
  const frames = playFrames(pictures, () => {
    taken++
    most = Math.max(most, taken - given)
  })
  for await (const _ of openVideoMatter(redNetworks().networks).estimate(frames, level, call)) given++
  expect(given).toBe(40)
  expect(most).toBeLessThanOrEqual(36)
})

test('an abort stops at the next frame and closes the source', async () => {
  const controller = new AbortController()
  let closed = false
  async function* frames(): AsyncGenerator<SmallFrame, void, void> {
    try {
      for (let i = 0; ; i++) {
        if (i === 20) controller.abort()
        yield { raster: paintScene(size), timestampSeconds: i / 25 }
      }
    } finally {
      closed = true
    }
  }
  const mattes = openVideoMatter(redNetworks().networks).estimate(frames(), 'balanced', {
    ...call,
    signal: controller.signal,
  })
  const drain = async () => {
    for await (const _ of mattes);
  }
  await expect(drain()).rejects.toMatchObject({ name: 'AbortError' })
  expect(closed).toBe(true)
})

test('Fine runs a full pass on every frame', async () => {
  const discs = moving(6)
  const { networks, passes } = redNetworks()
  const mattes = await estimate(
    networks,
    discs.map((disc) => paintScene(size, { disc })),
    'fine',
  )
  expect(passes).toEqual(Array(6).fill('isnet-fp16 256'))
  for (const [index, { matte }] of mattes.entries())
    expect(error(matte, discs[index] as Disc)).toBeLessThan(0.12)
})

test('Balanced starts a scene with a full pass, then crops', async () => {
  const { networks, passes } = redNetworks()
  const pictures = moving(6).map((disc) => paintScene(size, { disc }))
  await estimate(networks, pictures, 'balanced')
  expect(passes).toEqual(['isnet-fp16 256', 'isnet-int8 128', 'isnet-int8 128'])
})

test('a crop pass that loses the subject leads to a full pass', async () => {
  const { networks, passes } = redNetworks()
  const blind: Networks = {
    ...networks,
    run: async (network, input, side, runCall) => {
      const matte = await networks.run(network, input, side, runCall)
      return passes.length === 2 ? { ...matte, data: matte.data.fill(0) } : matte
    },
  }
  const discs = moving(4)
  const mattes = await estimate(
    blind,
    discs.map((disc) => paintScene(size, { disc })),
    'balanced',
  )
  expect(passes).toEqual(['isnet-fp16 256', 'isnet-int8 128', 'isnet-fp16 256'])
  for (const [index, { matte }] of mattes.entries())
    expect(error(matte, discs[index] as Disc)).toBeLessThan(0.12)
})

test('after a lost GPU the processor goes on with its own policy', async () => {
  const { networks, passes } = redNetworks({ backend: 'webgpu' })
  const lost: Networks = {
    ...networks,
    get device() {
      return { ...networks.device, backend: passes.length < 3 ? ('webgpu' as const) : ('wasm' as const) }
    },
  }
  const discs = moving(12)
  const mattes = await estimate(
    lost,
    discs.map((disc) => paintScene(size, { disc })),
    'balanced',
  )
  expect(passes).toEqual([
    'isnet-fp16 256',
    'isnet-fp16 256',
    'isnet-fp16 256',
    'isnet-int8 128',
    'isnet-int8 128',
    'isnet-int8 128',
  ])
  for (const [index, { matte }] of mattes.entries())
    expect(error(matte, discs[index] as Disc)).toBeLessThan(0.12)
})

test.each<[Level, Device['backend'], string[]]>([
  ['fast', 'wasm', ['isnet-int8']],
  ['balanced', 'wasm', ['isnet-fp16', 'isnet-int8']],
  ['fine', 'wasm', ['isnet-fp16']],
  ['fast', 'webgpu', ['isnet-fp16']],
])('%s on %s loads %j', async (level, backend, kinds) => {
  const { networks, loaded } = redNetworks({ backend })
  await openVideoMatter(networks).load(level, call)
  expect(loaded).toEqual(kinds)
})

test('a video without frames has no mattes', async () => {
  expect(await estimate(redNetworks().networks, [], 'balanced')).toEqual([])
})

test('the next frame is decoded while a pass runs', async () => {
  const oneTask = () => new Promise((resolve) => setTimeout(resolve))
  let decoded = 0
  async function* frames(): AsyncGenerator<SmallFrame> {
    for await (const frame of playFrames(moving(8).map((disc) => paintScene(size, { disc })))) {
      await oneTask()
      decoded++
      yield frame
    }
  }
  const { networks } = redNetworks({ backend: 'webgpu' })
  const during: number[] = []
  const waiting: Networks = {
    ...networks,
    // A GPU leaves the thread to other work until it is done.
    run: async (...pass) => {
      const before = decoded
      await oneTask()
      during.push(decoded - before)
      return networks.run(...pass)
    },
  }
  for await (const _ of openVideoMatter(waiting).estimate(frames(), 'balanced', call));
  expect(during).toEqual([1, 1, 1, 1, 1, 1, 1, 0])
})

test('a failure beside a pass ends the clip with its own error', async () => {
  const failure = new Error('unreadable')
  async function* frames(): AsyncGenerator<SmallFrame> {
    yield* playFrames(moving(3).map((disc) => paintScene(size, { disc })))
    throw failure
  }
  const { networks } = redNetworks({ backend: 'webgpu' })
  const run = async () => {
    for await (const _ of openVideoMatter(networks).estimate(frames(), 'balanced', call));
  }
  await expect(run()).rejects.toBe(failure)
})
