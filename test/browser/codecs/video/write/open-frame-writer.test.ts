import { describe, expect, test } from 'vitest'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { evenTimes, memorySink, paintFrame, writeClip } from '#support/write-clip.ts'

const size = { width: 96, height: 64 }
const formats = ['webm', 'mp4', 'mov', 'gif'] as const

const open = (format: (typeof formats)[number], signal = new AbortController().signal, sink = memorySink()) =>
  openFrameWriter(
    {
      format,
      size,
      fps: 30,
      isVariable: false,
      frames: 30,
      hasAlpha: true,
      isMatte: false,
      audioOf: null,
      signal,
    },
    sink,
  )
const frame = (index: number) => ({
  raster: paintFrame(size.width, size.height, index),
  timestampSeconds: index / 30,
  durationSeconds: 1 / 30,
})

describe.each(formats)('a writer of %s', (format) => {
  test('rejects with the reason of an abort', async () => {
    const controller = new AbortController()
    const writer = await open(format, controller.signal)
    for (let index = 0; index < 12; index++) await writer.write(frame(index))
    controller.abort(new DOMException('enough', 'AbortError'))
    await expect(writer.write(frame(12))).rejects.toThrow('enough')
    await expect(writer.finish()).rejects.toThrow('enough')
    await writer.abort()
  })

  test('can be aborted at any time, and twice', async () => {
    const writer = await open(format)
    await writer.write(frame(0))
    await writer.abort()
    await writer.abort()
    await expect(writer.write(frame(1))).rejects.toMatchObject({ code: 'internal_server_error' })
  })

  test('rejects with the error of its sink, at the latest in finish', async () => {
    const full = new Error('disk full')
    const sink = { ...memorySink(), write: () => Promise.reject(full) }
    const writer = await open(format, undefined, sink)
    const writing = async () => {
      for (let index = 0; index < 30; index++) await writer.write(frame(index))
      await writer.finish()
    }
    await expect(writing()).rejects.toMatchObject({ code: 'internal_server_error', cause: full })
  })

  test('reports its frames, bytes and the time waited', async () => {
    const written = await writeClip({ format, size, hasAlpha: true }, { times: evenTimes(3, 30) })
    expect(written).toMatchObject({ frames: 3, bytes: written.blob.size, sounds: [] })
    expect(written.waitSeconds).toBeGreaterThan(0)
  })
})

test('a writer does not open once the signal is aborted', async () => {
  await expect(open('webm', AbortSignal.abort(new DOMException('no', 'AbortError')))).rejects.toThrow('no')
})

describe.skipIf(ffmpegIsMissing).each(['mp4', 'mov'] as const)(
  'a rate of NTSC in %s (skipped without ffmpeg)',
  (format) => {
    test.each([24_000, 30_000, 60_000])('of %d/1001 stays constant', async (hz) => {
      // As a source gives them whose clock counts in milliseconds.
      const times = evenTimes(26, hz / 1001).map((seconds) => Math.round(seconds * 1000) / 1000)
      const { blob } = await writeClip(
        { format, size: { width: 64, height: 48 }, fps: hz / 1001, isVariable: false },
        { times, endSeconds: (26 * 1001) / hz },
      )
      const { video } = await probe(blob)
      expect(video).toMatchObject({ avg_frame_rate: `${hz}/1001`, time_base: `1/${hz}`, nb_frames: '26' })
      expect(video).toMatchObject({ duration_ts: 26 * 1001, r_frame_rate: `${hz}/1001` })
    })

    test('with frames left out keeps each time', async () => {
      const places = Array.from({ length: 26 }, (_, place) => place).filter((place) => place % 9 !== 4)
      const { blob } = await writeClip(
        { format, size: { width: 64, height: 48 }, fps: 27, isVariable: true, gridFps: 30_000 / 1001 },
        {
          times: places.map((place) => Math.round((place * 1_001_000) / 30_000) / 1000),
          endSeconds: (26 * 1001) / 30_000,
        },
      )
      const { video, videoPackets } = await probe(blob)
      expect(video).toMatchObject({ time_base: '1/30000', duration_ts: 26 * 1001 })
      const ticks = videoPackets.map(({ seconds }) => Math.round(seconds * 30_000)).sort((a, b) => a - b)
      expect(ticks).toEqual(places.map((place) => place * 1001))
    })
  },
)

/** Blocks of WebM have times in milliseconds, so the rate is what the track says, or what players guess. */
describe.skipIf(ffmpegIsMissing)('an even rate in WebM (skipped without ffmpeg)', () => {
  test.each([
    ...[24_000, 30_000].map((hz) => ({ fps: hz / 1001, text: `${hz}/1001` })),
    // ffprobe has no numerators above 30,000; the next fraction, as for its own files.
    { fps: 60_000 / 1001, text: '19001/317' },
    ...[12, 15, 24, 25, 30, 48, 50, 60, 120, 144].map((fps) => ({ fps, text: `${fps}/1` })),
  ])('of $text is read as that, and decodes every frame once', async ({ fps, text }) => {
    const count = 49
    const times = evenTimes(count, fps).map((seconds) => Math.round(seconds * 1000) / 1000)
    const { blob } = await writeClip(
      { format: 'webm', size: { width: 64, height: 48 }, fps, isVariable: false, hasAlpha: true },
      { times, endSeconds: count / fps },
    )
    const { video, videoPackets } = await probe(blob)
    expect(video).toMatchObject({ avg_frame_rate: text, r_frame_rate: text })
    // Editors place frames at the rate that the file names.
    const placed = await decodeRaw(blob, ['-vf', `fps=${text}`, '-pix_fmt', 'gray'])
    expect(placed.length / (64 * 48)).toBe(count)
    for (const [index, { seconds }] of videoPackets.entries())
      expect(Math.abs(seconds - index / fps)).toBeLessThanOrEqual(0.000_501)
  })
})
