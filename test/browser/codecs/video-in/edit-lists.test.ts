import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { withEdits } from '#support/edit-boxes.ts'
import { madeVideo, readAll } from '#support/video-pictures.ts'

const hasFfmpeg = await commands.hasFfmpeg()

/** Frame n of 24 is as light as n says, so that every frame names itself. */
const ramp = ['-f', 'lavfi', '-i', "color=black:s=64x48:r=12:d=2,geq=lum='20+8*N':cb=128:cr=128"]
const encoders = {
  'by WebCodecs': ['-c:v', 'libx264', '-g', '8', '-bf', '2', '-pix_fmt', 'yuv420p'],
  'by ffmpeg': ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=8'],
} as const

/** The frames of the film that are shown, by their numbers there, and when. */
const shownOf = async (blob: Blob) => {
  const numbers: number[] = []
  const { starts, facts } = await readAll(blob, ({ raster }) => {
    const light = raster.data[(24 * raster.width + 32) * 4 + 1] ?? 0
    numbers.push(Math.round(((light / 255) * 219 + 16 - 20) / 8))
  })
  return { numbers, starts: starts.map((seconds) => Math.round(seconds * 1000)), facts }
}
const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => from + index)
const times = (count: number, from = 0) =>
  range(0, count).map((index) => Math.round(from + (index * 1000) / 12))

describe.skipIf(!hasFfmpeg).each(Object.entries(encoders))(
  'the edit list of a film that is read %s (skipped where ffmpeg is missing)',
  (_, encoder) => {
    const film = async () => (await madeVideo([...ramp, ...encoder], 'mp4')).blob

    test('cuts off its end as well as its beginning', async () => {
      const { numbers, starts, facts } = await shownOf(
        await withEdits(await film(), [{ lasting: 1, from: 0.5 }]),
      )
      expect(numbers).toEqual(range(6, 18))
      expect(starts).toEqual(times(12))
      expect(facts).toMatchObject({ frames: 12, fps: 12, isVariable: false })
      expect(facts.durationSeconds).toBeCloseTo(1, 3)
    })
  },
)
