import { expect, test } from 'vitest'
import type { AlphaMask8 } from '#engine/raster.ts'
import { notLooked } from '#matting/look-again.ts'
import type { MattedFrame } from '#matting/propagate-mattes.ts'
import { smoothMattes } from '#matting/smooth-mattes.ts'
import { trackMotion } from '#matting/track-motion.ts'
import { discShare, paintScene, playFrames } from '#support/painted-rasters.ts'

const size = { width: 96, height: 64 }
const disc = { x: 48, y: 32, radius: 16 }
const discs = Array.from({ length: 14 }, (_, i) => ({ ...disc, x: 36 + 2 * i }))

const truthOf = (at: { x: number; y: number; radius: number }): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from(discShare(size, at), (share) => share * 255),
})
const none: AlphaMask8 = { ...size, data: new Uint8ClampedArray(size.width * size.height) }

/** The frames of a moving disc with its true mattes, except where `wrong` gives another. */
async function* matted(
  wrong: Readonly<Record<number, AlphaMask8>>,
  cutAt?: number,
): AsyncGenerator<MattedFrame> {
  let index = 0
  const frames = playFrames(discs.map((at) => paintScene(size, { disc: at })))
  for await (const watched of trackMotion(frames, new AbortController().signal)) {
    const isCut = index === cutAt
    const matte = wrong[index] ?? truthOf(discs[index] ?? disc)
    yield { ...watched, flow: isCut ? undefined : watched.flow, isCut, matte, isKey: true, look: notLooked }
    index++
  }
}

const steadied = async (frames: AsyncIterable<MattedFrame>): Promise<AlphaMask8[]> => {
  const mattes: AlphaMask8[] = []
  for await (const { matte } of smoothMattes(frames, 4)) mattes.push(matte)
  return mattes
}

const missing = (matte: AlphaMask8 | undefined, index: number): number => {
  const truth = truthOf(discs[index] ?? disc).data
  let sum = 0
  let all = 0
  for (const [i, value] of truth.entries()) {
    sum += Math.abs(value - (matte?.data[i] ?? 0))
    all += value
  }
  return sum / all
}

test('smoothing restores a moving subject that one frame lost', async () => {
  const mattes = await steadied(matted({ 6: none }))
  expect(mattes).toHaveLength(14)
  expect(missing(none, 6)).toBe(1)
  expect(missing(mattes[6], 6)).toBeLessThan(0.3)
  for (const index of [0, 3, 9, 13]) expect(missing(mattes[index], index)).toBeLessThan(0.15)
})

test('smoothing stops at a scene cut', async () => {
  const wrong = Object.fromEntries([7, 8, 9, 10, 11, 12, 13].map((index) => [index, none]))
  const mattes = await steadied(matted(wrong, 7))
  expect(mattes[7]?.data).toEqual(none.data)
  expect(missing(mattes[6], 6)).toBeLessThan(0.1)
})
