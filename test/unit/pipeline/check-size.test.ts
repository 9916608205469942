import { expect, test } from 'vitest'
import { sizePresets } from '#contract/size-presets.ts'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import { type CanWriteSize, checkSize } from '#pipeline/check-size.ts'
import { clipFacts } from '#support/fake-frame-io.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const upTo =
  (most: number): CanWriteSize =>
  async (format, { width, height }) =>
    format !== 'mp4' || width * height <= most
const square = clipFacts({ width: 4096, height: 4096 })
const check = (form: VideoForm, facts = square, takes = upTo(4096 * 2304)) =>
  checkSize(parseVideoOptions(form), facts, takes)

test('an MP4 too large for the encoder is refused with possible sizes', async () => {
  const smaller = Object.entries(sizePresets)
    .filter(([, { maxVideoSide: side }]) => side * side <= 4096 * 2304)
    .toSorted(([, a], [, b]) => b.maxVideoSide - a.maxVideoSide)
    .map(([name, { maxVideoSide: side }]) => `${name} (${side} x ${side})`)
  expect(await rejectionOf(check({ format: 'mp4' }))).toMatchObject({
    code: 'validation_error',
    details: {
      size: [
        `This browser cannot write an MP4 of 4096 x 4096 pixels at 10 frames a second. Choose size ${smaller.join(' or ')}, or format webm or mov.`,
      ],
    },
  })
})

test('only smaller sizes that the encoder accepts are offered', async () => {
  expect(await rejectionOf(check({ format: 'mp4', size: 'hd' }, square, upTo(640 * 640)))).toMatchObject({
    details: { size: [expect.stringContaining('Choose size preview (640 x 640), or')] },
  })
  const tiny = clipFacts({ width: 2, height: 2 })
  expect(await rejectionOf(check({ format: 'mp4' }, tiny, upTo(0)))).toMatchObject({
    details: { format: [expect.stringContaining('Choose format webm or mov.')] },
  })
})

test('sizes that the encoder accepts and other formats are not refused', async () => {
  await check({ format: 'mp4', size: 'hd' })
  for (const format of ['webm', 'mov', 'gif']) await check({ format }, square, upTo(0))
  const asked: unknown[] = []
  await check({ format: 'mp4' }, clipFacts({ width: 161, height: 121, fps: 24 }), async (...what) =>
    Boolean(asked.push(what)),
  )
  expect(asked).toEqual([['mp4', { width: 160, height: 120 }, 24]])
})
