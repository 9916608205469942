import { expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { findFlowPair } from '#engine/motion/compose-flows.ts'
import { type LumaPyramid, toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import type { Backend } from '#matting/network-catalog.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { createChangeWatch } from '#matting/watch-changes.ts'
import { type Change, paintJumpCut } from '#support/jump-cuts.ts'
import { playFrames } from '#support/painted-rasters.ts'
import { type PaintedFrame, paintRoom } from '#support/painted-room.ts'
import { redNetworks } from '#support/red-networks.ts'

/** The lengths of a `Change` are halved. */
const width = 240
/**
 * The share of a mug by which its coverage may be wrong. The networks that take red for the subject are wrong by 0.03.
 */
const most = 0.04

const estimate = async (frames: readonly PaintedFrame[], level: Level, backend: Backend = 'wasm') => {
  const { networks, passes } = redNetworks({ backend })
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const pictures = playFrames(frames.map(({ raster }) => raster))
  const mattes: FrameMatte[] = []
  for await (const matte of openVideoMatter(networks).estimate(pictures, level, call)) mattes.push(matte)
  return { mattes, passes, cuts: mattes.flatMap(({ isCut }, i) => (isCut ? [i] : [])) }
}

const coverageOf = ({ data }: AlphaMask8): number => data.reduce((sum, alpha) => sum + alpha, 0) / 255

/** The worst coverage of all frames, as a share of the true one. */
const worstOf = (frames: readonly PaintedFrame[], mattes: readonly FrameMatte[]): number =>
  Math.max(
    ...frames.map(({ truth }, i) => {
      const wanted = coverageOf(truth)
      return Math.abs(coverageOf(mattes[i]?.matte ?? truth) - wanted) / Math.max(wanted, 100)
    }),
  )

/** The worst coverage of each clip, if that is wrong. */
const wrongOf = async (changes: readonly Change[], level: Level, backend: Backend) => {
  const wrong: unknown[] = []
  for (const change of changes) {
    const { frames } = paintJumpCut({ at: 3, after: 2, ...change }, width)
    const { mattes } = await estimate(frames, level, backend)
    const worst = worstOf(frames, mattes)
    if (worst > most) wrong.push({ ...change, worst })
  }
  return wrong
}

test('Fast keeps what jumps within its room', async () => {
  const changes: readonly Change[] = [
    { jump: 110 },
    { jump: 90, move: 3 },
    { jump: 130, pan: 2, wall: 'grained' },
    { jump: 60, down: -100, wall: 'grained' },
    { jump: 110, turn: -1, wall: 'grained' },
    { jump: 110, light: 30 },
    { jump: 110, back: 1, wall: 'grained' },
    { zoom: 1.6 },
    { mugs: [0, 1] },
    { mugs: [1, 2], wall: 'grained' },
    { mugs: [1, 0] },
  ]
  expect(await wrongOf(changes, 'fast', 'wasm')).toEqual([])
})

test.each<[Level, Backend]>([
  ['balanced', 'wasm'],
  ['fast', 'webgpu'],
  ['balanced', 'webgpu'],
  ['fine', 'wasm'],
])('%s on %s keeps what jumps within its room', async (level, backend) => {
  const changes: readonly Change[] = [
    { jump: 60, down: -100, wall: 'grained' },
    { mugs: [1, 0], wall: 'grained' },
  ]
  expect(await wrongOf(changes, level, backend)).toEqual([])
})

test.each<Level>(['fast', 'balanced'])('%s keeps what fades within its room', async (level) => {
  const changes: readonly Change[] = [
    { jump: 110, fade: 5 },
    { mugs: [0, 1], fade: 5, wall: 'grained' },
    { mugs: [1, 2], fade: 3, wall: 'grained' },
  ]
  for (const change of changes) {
    const at = 20
    const { frames } = paintJumpCut({ ...change, at, after: 4 }, width)
    const { mattes } = await estimate(frames, level)
    const second = at + (change.fade ?? 0)
    const worst = worstOf(frames.slice(second), mattes.slice(second))
    expect(worst, JSON.stringify(change)).toBeLessThan(most)
  }
})

test('a jump of the subject is a scene cut', async () => {
  const { frames, cuts } = paintJumpCut({ jump: 110, at: 5, after: 3 }, width)
  expect((await estimate(frames, 'fast')).cuts).toEqual(cuts)
})

/** What the watch tells of each frame but the first. */
const stepsOf = (frames: readonly PaintedFrame[], seen = (raster: Raster) => raster) => {
  const pyramids = frames.map(({ raster }) => toLumaPyramid(toLuma(seen(raster))))
  const matte = frames[0]?.truth as AlphaMask8
  const watch = createChangeWatch()
  return pyramids.slice(1).map((pyramid, i) => {
    const before = pyramids[i] as LumaPyramid
    return watch({ pyramid: before }, { pyramid, flow: findFlowPair(before, pyramid) }, matte)
  })
}

test('what comes in the dark is a sudden change', () => {
  const { frames } = paintJumpCut({ mugs: [1, 2], noise: 12, at: 1, after: 2 }, width)
  const dark = ({ data, ...size }: Raster): Raster => ({
    ...size,
    data: data.map((value, i) => (i % 4 === 3 ? value : value / 6)),
  })
  expect(stepsOf(frames, dark)).toEqual(['change', 'motion'])
})

test('a zoom that motion explains is a sudden change', () => {
  const { frames } = paintJumpCut({ zoom: 1.15, wall: 'grained', at: 5, after: 2 }, width)
  expect(stepsOf(frames)).toEqual(['motion', 'motion', 'motion', 'motion', 'change', 'motion'])
})

test('neither motion, noise nor a pan is sudden or a fade', async () => {
  for (const change of [{ move: 8 }, { noise: 12 }, { pan: 6, move: 6 }, { light: 30 }] as const) {
    const { frames } = paintJumpCut({ ...change, wall: 'grained', at: 26, after: 2 }, width)
    const { cuts, passes } = await estimate(frames, 'balanced')
    expect({ change, cuts }).toEqual({ change, cuts: [] })
    expect(passes.filter((pass) => pass.endsWith('256'))).toHaveLength(1)
  }
})

test('what flickers all along is looked at twice at most', async () => {
  const mug = { x: 60, y: 100, radius: 28, turn: 1 }
  const room = { width, height: 160, wall: 'grained', noise: 3 } as const
  const frames = Array.from({ length: 12 }, (_, i) => ({
    mugs: i % 2 === 0 ? [mug] : [mug, { ...mug, x: 180 }],
  }))
  const { passes } = await estimate(paintRoom(room, frames), 'balanced')
  expect(passes.filter((pass) => pass.endsWith('256'))).toHaveLength(3)
})

test('a flash shows the matte of the frame before', async () => {
  const { frames } = paintJumpCut({ move: 2, wall: 'grained', at: 4, after: 4 }, width)
  const flash = (raster: Raster): Raster => ({
    ...raster,
    data: new Uint8ClampedArray(raster.data.length).fill(255),
  })
  const seen = frames.map((frame, i) => (i === 4 ? { ...frame, raster: flash(frame.raster) } : frame))
  for (const [level, backend] of [
    ['fast', 'wasm'],
    ['fine', 'wasm'],
    ['fast', 'webgpu'],
  ] as const) {
    const { mattes, cuts } = await estimate(seen, level, backend)
    expect(cuts).toEqual([])
    expect(worstOf(frames, mattes)).toBeLessThan(most)
  }
})
