import { afterEach, expect, test, vi } from 'vitest'
import { canWriteSize } from '#codecs/video/write/can-write-size.ts'
import { type Canvas, noComposition } from '#contract/composition.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import { type CanWriteSize, checkSize, writableFormats } from '#pipeline/check-size.ts'
import { clipFacts } from '#support/fake-frame-io.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const upTo =
  (most: number): CanWriteSize =>
  async (format, { width, height }) =>
    format !== 'mp4' || width * height <= most
/** A `VideoEncoder` that takes all but these codecs. */
const encoderWithout = (codecs: readonly string[]) => ({
  isConfigSupported: async ({ codec }: VideoEncoderConfig) => ({
    supported: !codecs.some((each) => codec.startsWith(each)),
  }),
})
afterEach(() => void vi.unstubAllGlobals())
const square = clipFacts({ width: 4096, height: 4096 })
const check = (form: VideoForm, facts = square, takes = upTo(4096 * 2304)) =>
  checkSize({ options: parseVideoOptions(form), facts }, takes)

test('an MP4 too large for the encoder is refused with possible sizes', async () => {
  const smaller = Object.entries(sizePresets)
    .filter(([, { maxVideoSide: side }]) => side * side <= 4096 * 2304)
    .toSorted(([, a], [, b]) => b.maxVideoSide - a.maxVideoSide)
    .map(([name, { maxVideoSide: side }]) => `${name} (${side} x ${side})`)
  expect(await rejectionOf(check({ format: 'mp4' }))).toMatchObject({
    code: 'validation_error',
    details: {
      size: [
        `This browser cannot write MP4 of 4096 x 4096 pixels at 10 frames a second. Choose size ${smaller.join(' or ')}, or format webm or mov.`,
      ],
    },
  })
})

test('only smaller sizes that the encoder accepts are offered', async () => {
  expect(await rejectionOf(check({ format: 'mp4', size: 'hd' }, square, upTo(640 * 640)))).toMatchObject({
    details: { size: [expect.stringContaining('Choose size preview (640 x 640), or')] },
  })
  const all = Object.values(sizePresets).map(({ maxVideoSide }) => maxVideoSide ** 2)
  expect(await rejectionOf(check({ format: 'mp4' }, square, upTo(Math.min(...all) - 1)))).toMatchObject({
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

test('a canvas of another shape than the frames is refused beforehand', async () => {
  // As H.264 encoders take a frame: wide or high, but not both.
  const takes: CanWriteSize = async (format, { width, height }) =>
    format !== 'mp4' || (Math.max(width, height) <= 3840 && Math.min(width, height) <= 2160)
  const facts = clipFacts({ width: 3840, height: 2160, fps: 30 })
  const checkCanvas = (ratio: Canvas['ratio'], form: VideoForm) => {
    const parts = { composition: { ...noComposition, canvas: { ratio, fill: 0.85 } } }
    return checkSize({ options: parseVideoOptions(form), facts, parts }, takes)
  }
  await check({ format: 'mp4' }, facts, takes)
  expect(await rejectionOf(checkCanvas('1:1', { format: 'mp4' }))).toMatchObject({
    code: 'validation_error',
    details: {
      size: [
        'This browser cannot write MP4 of 2880 x 2880 pixels at 30 frames a second. Choose size hd (1440 x 1440) or medium (960 x 960) or preview (480 x 480), or format webm or mov.',
      ],
    },
  })
  for (const form of [
    { format: 'mp4', size: 'hd' },
    { format: 'webm' },
    { format: 'mp4', channels: 'alpha' },
  ])
    await checkCanvas('1:1', form)
  await checkCanvas('16:9', { format: 'mp4' })
})

// What engines lack: WebKitGTK has no H.264, Firefox on Android no encoder at all.
test.each([
  ['mp4', ['avc1'], 'MP4: it has no encoder for H.264. Choose format webm or mov, or'],
  ['webm', ['vp09'], 'WebM: it has no encoder for VP9. Choose format mov or mp4, or'],
  ['mp4', ['avc1', 'vp09'], 'MP4: it has no encoder for H.264. Choose format mov, or'],
  ['webm', 'all', 'WebM: it has no encoder for VP9. Choose format mov, or'],
] as const)('%s is refused by its codec where encoders lack %j', async (format, missing, sentence) => {
  if (missing === 'all') vi.stubGlobal('VideoEncoder', undefined)
  else vi.stubGlobal('VideoEncoder', encoderWithout(missing))
  const clip = clipFacts({ width: 640, height: 360 })
  expect(
    await rejectionOf(checkSize({ options: parseVideoOptions({ format }), facts: clip }, canWriteSize)),
  ).toMatchObject({
    code: 'validation_error',
    details: { format: [`This browser cannot write ${sentence} open the studio in another browser.`] },
  })
  expect(await writableFormats(canWriteSize)).not.toContain(format)
  expect(await writableFormats(canWriteSize)).toEqual(expect.arrayContaining(['mov', 'gif']))
  for (const other of ['mov', 'gif'])
    await checkSize({ options: parseVideoOptions({ format: other }), facts: clip }, canWriteSize)
})
