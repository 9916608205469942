import { describe, expect, onTestFinished, test } from 'vitest'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { alphaAt, evenTimes, memorySink, paintFrame, writeClip } from '#support/write-clip.ts'

const size = { width: 320, height: 180 }

describe.skipIf(ffmpegIsMissing)('a WebM, as ffmpeg reads it (skipped without ffmpeg)', () => {
  test('is VP9 with the alpha and colours that were written (D-32)', async () => {
    const { blob, bytes, frames } = await writeClip(
      { format: 'webm', size, hasAlpha: true },
      { times: evenTimes(30, 30) },
    )
    expect({ bytes, frames }).toEqual({ bytes: blob.size, frames: 30 })
    const { video, audio } = await probe(blob)
    expect(video).toMatchObject({
      codec_name: 'vp9',
      pix_fmt: 'yuv420p',
      ...size,
      nb_read_frames: '30',
      color_range: 'tv',
      color_space: 'bt709',
      tags: expect.objectContaining({ alpha_mode: '1' }),
    })
    expect(audio).toBeUndefined()

    const decoder = ['-c:v', 'libvpx-vp9']
    const alpha = await decodeRaw(blob, ['-vf', 'alphaextract', '-pix_fmt', 'gray'], decoder)
    expect(alpha.length).toBe(30 * size.width * size.height)
    const errors = alpha.map((value, at) => Math.abs(value - alphaAt(at % size.width, size.width)))
    expect(errors.reduce((most, error) => Math.max(most, error))).toBeLessThanOrEqual(6)
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.5)

    const colour = await decodeRaw(blob, ['-frames:v', '1', '-pix_fmt', 'rgb24'], ['-c:v', 'vp9'])
    const at = (x: number, y: number) => [...colour.slice((y * size.width + x) * 3).slice(0, 3)]
    const painted = (x: number, y: number) => [120 + 60 * Math.sin(x / 30), 110 + 50 * Math.cos(y / 25), 100]
    for (const [x, y] of [
      [300, 20],
      [200, 60],
      [120, 80],
    ] as const) {
      for (const [channel, value] of painted(x, y).entries())
        expect(Math.abs((at(x, y)[channel] ?? 0) - value)).toBeLessThan(6)
    }
  })

  test('keeps odd sizes, and uneven times to the millisecond (D-35)', async () => {
    const times = [0, 0.04, 0.05, 0.25, 0.29, 1.011, 1.1, 2.5]
    const { blob } = await writeClip(
      { format: 'webm', size: { width: 161, height: 121 }, hasAlpha: true },
      { times, endSeconds: 2.6 },
    )
    const { video, format, videoPackets } = await probe(blob)
    expect(video).toMatchObject({ width: 161, height: 121, nb_read_frames: '8' })
    const written = videoPackets.map(({ seconds }) => Math.round(seconds * 1000))
    expect(written).toEqual(times.map((time) => Math.round(time * 1000)))
    expect(Number(format.duration)).toBeCloseTo(2.6, 2)
    const alpha = await decodeRaw(blob, ['-vf', 'alphaextract', '-pix_fmt', 'gray'], ['-c:v', 'libvpx-vp9'])
    expect(alpha.length).toBe(8 * 161 * 121)
  })

  test('without alpha is plain VP9, with a key frame every two seconds', async () => {
    const { blob } = await writeClip({ format: 'webm', size }, { times: evenTimes(50, 10) })
    const { video, videoPackets } = await probe(blob)
    expect(video).toMatchObject({ codec_name: 'vp9', pix_fmt: 'yuv420p', nb_read_frames: '50' })
    expect(video?.tags?.alpha_mode).toBeUndefined()
    const keys = videoPackets.filter(({ isKey }) => isKey)
    expect(keys.map(({ seconds }) => seconds)).toEqual([0, 2, 4])
  })

  test('goes on after the browser reclaims an idle encoder', async () => {
    const { VideoEncoder: Real } = globalThis
    const opened: { encoder: VideoEncoder; init: VideoEncoderInit }[] = []
    class Watched extends Real {
      constructor(init: VideoEncoderInit) {
        super(init)
        opened.push({ encoder: this, init })
      }
    }
    globalThis.VideoEncoder = Watched
    onTestFinished(() => {
      globalThis.VideoEncoder = Real
    })
    const sink = memorySink()
    const writer = await openFrameWriter(
      {
        format: 'webm',
        size,
        fps: 10,
        hasAlpha: true,
        isMatte: false,
        audioOf: null,
        signal: new AbortController().signal,
      },
      sink,
    )
    for (let index = 0; index < 10; index++) {
      if (index === 5) {
        await Promise.all(opened.map(({ encoder }) => encoder.flush()))
        opened[0]?.encoder.close()
        opened[0]?.init.error(new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError'))
      }
      const raster = paintFrame(size.width, size.height, index)
      await writer.write({ raster, timestampSeconds: index / 10, durationSeconds: 0.1 })
    }
    await writer.finish()
    expect(opened).toHaveLength(3)
    const { videoPackets } = await probe(sink.blob())
    expect(videoPackets.filter(({ isKey }) => isKey).map(({ seconds }) => seconds)).toEqual([0, 0.5])
    const alpha = await decodeRaw(
      sink.blob(),
      ['-vf', 'alphaextract', '-pix_fmt', 'gray'],
      ['-c:v', 'libvpx-vp9'],
    )
    expect(alpha.length).toBe(10 * size.width * size.height)
  })
})
