import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import type { Raster } from '#engine/raster.ts'
import { withEditLists } from '#support/rewrite-mp4.ts'
import { makeVideo, readVideoFrames } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()

/** The brightness of each of the 24 frames tells its number. */
const ramp = ['-f', 'lavfi', '-i', "color=black:s=64x48:r=12:d=2,geq=lum='20+8*N':cb=128:cr=128"]
const encoders = {
  'by WebCodecs': ['-c:v', 'libx264', '-g', '8', '-bf', '2', '-pix_fmt', 'yuv420p'],
  'by ffmpeg': ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=8'],
} as const

const numberOf = ({ data, width }: Raster) => {
  const light = data[(24 * width + 32) * 4 + 1] ?? 0
  return Math.round(((light / 255) * 219 + 16 - 20) / 8)
}

/** The numbers of the frames that are shown, and when each starts, in milliseconds. */
const shownOf = async (blob: Blob) => {
  const numbers: number[] = []
  const { starts, facts } = await readVideoFrames(blob, ({ raster }) => {
    numbers.push(numberOf(raster))
  })
  return { numbers, starts: starts.map((seconds) => Math.round(seconds * 1000)), facts }
}
const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => from + index)
const times = (count: number, from = 0) =>
  range(0, count).map((index) => Math.round(from + (index * 1000) / 12))

describe.skipIf(!hasFfmpeg).each(Object.entries(encoders))(
  'the edit list of a video that is read %s (skipped without ffmpeg)',
  (_, encoder) => {
    const original = async () => (await makeVideo([...ramp, ...encoder], 'mp4')).blob

    test('cuts off its end as well as its beginning', async () => {
      const { numbers, starts, facts } = await shownOf(
        await withEditLists(await original(), [{ lasting: 1, from: 0.5 }]),
      )
      expect(numbers).toEqual(range(6, 18))
      expect(starts).toEqual(times(12))
      expect(facts).toMatchObject({ frames: 12, fps: 12, isVariable: false })
      expect(facts.durationSeconds).toBeCloseTo(1, 3)
    })

    test('sets order and repetition of segments, and holds frames in gaps', async () => {
      const edited = await withEditLists(await original(), [
        { lasting: 0.25, from: null },
        { lasting: 0.5, from: 1.25 },
        { lasting: 0.25, from: null },
        { lasting: 0.75, from: 0.5 },
        { lasting: 0.25, from: 1.25 },
      ])
      const { numbers, starts, facts } = await shownOf(edited)
      expect(numbers).toEqual([...range(15, 21), ...range(6, 15), ...range(15, 18)])
      expect(starts).toEqual([...times(6), ...times(9, 750), ...times(3, 1500)])
      expect(facts).toMatchObject({ frames: 18, durationSeconds: expect.closeTo(1.75, 3) })

      const some: number[] = []
      const part = { fromSeconds: 0.4, toSeconds: 0.95 }
      const { starts: within } = await readVideoFrames(edited, ({ raster }) => some.push(numberOf(raster)), {
        range: part,
      })
      expect(some).toEqual([20, 6, 7, 8])
      expect(within.map((seconds) => Math.round(seconds * 1000))).toEqual([417, 750, 833, 917])
    })
  },
)
