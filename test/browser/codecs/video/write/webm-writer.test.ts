import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Size } from '#base/geometry.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import type { Raster } from '#engine/raster.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { alphaAt, evenTimes, memorySink, paintFrame, writeClip } from '#support/write-clip.ts'

const size = { width: 320, height: 180 }

/** How far each value of alpha is from the one that was painted, 0 to 255. */
const alphaErrors = async (blob: Blob): Promise<Uint8Array> => {
  const decoder = ['-c:v', 'libvpx-vp9']
  const alpha = await decodeRaw(blob, ['-vf', 'alphaextract', '-pix_fmt', 'gray'], decoder)
  return alpha.map((value, at) => Math.abs(value - alphaAt(at % size.width, size.width)))
}

describe.skipIf(ffmpegIsMissing).each(['an encoder', 'no encoder'])(
  'a WebM of a browser with %s, as ffmpeg reads it (skipped without ffmpeg)',
  (encoder) => {
    beforeEach(() => void (encoder === 'no encoder' && vi.stubGlobal('VideoEncoder', undefined)))
    afterEach(() => void vi.unstubAllGlobals())

    test('is VP9 with the alpha and colours that were written (D-32)', async () => {
      const { blob, bytes, frames } = await writeClip(
        { format: 'webm', size, hasAlpha: true },
        { times: evenTimes(12, 30) },
      )
      expect({ bytes, frames }).toEqual({ bytes: blob.size, frames: 12 })
      const { video, audio } = await probe(blob)
      expect(video).toMatchObject({
        codec_name: 'vp9',
        pix_fmt: 'yuv420p',
        ...size,
        nb_read_frames: '12',
        color_range: 'tv',
        color_space: 'bt709',
        tags: expect.objectContaining({ alpha_mode: '1' }),
      })
      expect(audio).toBeUndefined()

      const errors = await alphaErrors(blob)
      expect(errors.length).toBe(12 * size.width * size.height)
      expect(errors.reduce((most, error) => Math.max(most, error))).toBeLessThanOrEqual(6)
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.5)

      const colour = await decodeRaw(blob, ['-frames:v', '1', '-pix_fmt', 'rgb24'], ['-c:v', 'vp9'])
      const at = (x: number, y: number) => [...colour.slice((y * size.width + x) * 3).slice(0, 3)]
      const painted = (x: number, y: number) => [
        120 + 60 * Math.sin(x / 30),
        110 + 50 * Math.cos(y / 25),
        100,
      ]
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

    test.each([0.01, 90_000])('of one frame is written at a rate of %d', async (fps) => {
      const { blob } = await writeClip({ format: 'webm', size, hasAlpha: true, fps }, { times: [0] })
      expect((await probe(blob)).video).toMatchObject({ ...size, nb_read_frames: '1' })
    })

    test('keeps to a maximum bit rate', async () => {
      const noise = ({ width, height }: Size, index: number): Raster => {
        const data = new Uint8ClampedArray(width * height * 4)
        for (let at = 0, seed = index + 1; at < data.length; at++) {
          seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
          data[at] = 100 + (seed >>> 28)
        }
        return { width, height, data }
      }
      const small = { width: 160, height: 90 }
      const written = { format: 'webm', size: small, hasAlpha: true, isSource: true } as const
      const clip = { times: evenTimes(40, 20), paint: (index: number) => noise(small, index) }
      const { bytes: free } = await writeClip(written, clip)
      const { bytes } = await writeClip({ ...written, maxBitrate: 250_000 }, clip)
      // Two seconds, and some slack for the first frame.
      expect(bytes).toBeLessThan(62_500 * 1.3)
      expect(free).toBeGreaterThan(2 * bytes)
    })
  },
)

describe.skipIf(ffmpegIsMissing)('a WebM (skipped without ffmpeg)', () => {
  test('has its alpha where the encoder of the browser ignores bit rates', async () => {
    const { VideoEncoder: Real } = globalThis
    let opened = 0
    class Blurring extends Real {
      static override async isConfigSupported(config: VideoEncoderConfig): Promise<VideoEncoderSupport> {
        return config.bitrateMode === 'quantizer'
          ? { supported: false, config }
          : await Real.isConfigSupported(config)
      }
      override configure(config: VideoEncoderConfig) {
        opened++
        super.configure(config)
      }
      override encode(
        { codedWidth, codedHeight, timestamp }: VideoFrame,
        options?: VideoEncoderEncodeOptions,
      ) {
        const blurred = new Uint8Array((codedWidth * codedHeight * 3) / 2)
        const frame = new VideoFrame(blurred, { format: 'I420', codedWidth, codedHeight, timestamp })
        super.encode(frame, options)
        frame.close()
      }
    }
    vi.stubGlobal('VideoEncoder', Blurring)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { blob } = await writeClip({ format: 'webm', size, hasAlpha: true }, { times: evenTimes(10, 10) })
    expect(opened).toBe(1)
    const errors = await alphaErrors(blob)
    expect(errors.reduce((most, error) => Math.max(most, error))).toBeLessThanOrEqual(6)
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
        isVariable: false,
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
