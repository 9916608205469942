import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { fromBase64, toBase64 } from '#base/base64.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { leftOut } from '#contract/left-out.ts'
import { stickers } from '#contract/stickers.ts'
import { leftOutOfClip } from '#contract/video-left-out.ts'
import type { Raster } from '#engine/raster.ts'
import { frameReaders } from '#formats/moving-pictures.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { evenTimes, paintFrame, writeClip } from '#support/write-clip.ts'

const size = { width: 60, height: 40 }
const bytesOfFrame = size.width * size.height * 4

/** A box with a soft edge that moves over nothing; every second frame is the one before again. */
const paintSubject = (index: number): Raster => {
  const data = new Uint8ClampedArray(bytesOfFrame)
  const left = 5 + 3 * Math.floor(index / 2)
  for (let y = 9; y < 31; y++)
    for (let x = left; x < left + 21; x++) {
      const alpha = x === left ? 100 : 255
      data.set([200, 30 + 4 * y, 60, alpha], (y * size.width + x) * 4)
    }
  return { ...size, data }
}

const openFrames = async (blob: Blob) => {
  const { pixels, ...opened } = await commands.openFramesBySharp(await toBase64(blob))
  return { ...opened, pixels: fromBase64(pixels) }
}

/** The root mean square difference of colours where the wanted picture shows any, and the greatest one of alpha. */
const differences = (found: Uint8Array, wanted: readonly Raster[]) => {
  let [sum, count, alpha] = [0, 0, 0]
  for (const [frame, { data }] of wanted.entries())
    for (let at = 0; at < data.length; at++) {
      const difference = Math.abs((found[frame * bytesOfFrame + at] ?? -999) - (data[at] ?? 0))
      if (at % 4 === 3) alpha = Math.max(alpha, difference)
      else if (data[at - (at % 4) + 3]) {
        sum += difference ** 2
        count++
      }
    }
  return { color: Math.sqrt(sum / count), alpha }
}

describe('a moving WebP, as libvips reads it', () => {
  test('has exact alpha, near colours, and one frame for equal ones', async () => {
    const { blob, bytes, frames } = await writeClip(
      { format: 'webp', size, hasAlpha: true },
      { times: evenTimes(8, 20), paint: paintSubject },
    )
    expect({ bytes, frames }).toEqual({ bytes: blob.size, frames: 4 })
    const opened = await openFrames(blob)
    expect(opened).toMatchObject({ ...size, loop: 0, delays: [100, 100, 100, 100] })
    const { color, alpha } = differences(opened.pixels, [0, 2, 4, 6].map(paintSubject))
    expect(alpha).toBe(0)
    expect(color).toBeLessThan(12)
  })

  test('of a matte has every grey as it is', async () => {
    const paint = (index: number) => {
      const data = new Uint8ClampedArray(bytesOfFrame)
      for (let at = 0; at < data.length; at += 4)
        data.fill((at / 4 + 9 * index) % 256, at, at + 3).fill(255, at + 3, at + 4)
      return { ...size, data }
    }
    const { blob } = await writeClip(
      { format: 'webp', size, isMatte: true },
      { times: evenTimes(3, 10), paint },
    )
    const { pixels } = await openFrames(blob)
    expect(differences(pixels, [0, 1, 2].map(paint))).toEqual({ color: 0, alpha: 0 })
  })

  test('plays as often as it is told', async () => {
    const { blob } = await writeClip({ format: 'webp', size, plays: 3 }, { times: evenTimes(3, 10) })
    expect(await openFrames(blob)).toMatchObject({ loop: 3 })
    expect(await frameReaders.webp(blob, { maxFrames: 9 })).toMatchObject({ plays: 3 })
  })
})

describe.skipIf(ffmpegIsMissing)('an APNG, as ffmpeg reads it (skipped without ffmpeg)', () => {
  test('has every pixel as it is, and one frame for equal ones', async () => {
    const { blob, frames } = await writeClip(
      { format: 'apng', size, hasAlpha: true },
      { times: evenTimes(8, 20), paint: paintSubject },
    )
    expect(frames).toBe(4)
    expect((await probe(blob)).video).toMatchObject({ codec_name: 'apng', ...size, nb_read_frames: '4' })
    const shown = await decodeRaw(blob, ['-pix_fmt', 'rgba'], ['-f', 'apng'])
    expect(differences(shown, [0, 2, 4, 6].map(paintSubject))).toEqual({ color: 0, alpha: 0 })
  })

  test.each([
    ['opaque', {}],
    ['a matte', { isMatte: true }],
  ])('that is %s is shown by this browser as written', async (_, kind) => {
    const paint = (index: number) => {
      const raster = paintFrame(size.width, size.height, index)
      for (let at = 0; at < raster.data.length; at += 4) {
        if ('isMatte' in kind) raster.data.fill(raster.data[at] ?? 0, at, at + 3)
        raster.data[at + 3] = 255
      }
      return raster
    }
    const { blob } = await writeClip({ format: 'apng', size, ...kind }, { times: evenTimes(4, 10), paint })
    const decoder = new ImageDecoder({ data: blob.stream(), type: 'image/png' })
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    for (let frameIndex = 0; frameIndex < 4; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex })
      context?.drawImage(image, 0, 0)
      image.close()
      expect(context?.getImageData(0, 0, size.width, size.height).data).toEqual(paint(frameIndex).data)
    }
    decoder.close()
  })

  test('plays as often as it is told, each frame as long', async () => {
    const times = [0, 0.04, 0.25, 1.011]
    const { blob } = await writeClip(
      { format: 'apng', size, plays: 2, fps: 10 },
      { times, endSeconds: 121.011 },
    )
    expect(await frameReaders.png(blob, { maxFrames: 9 })).toMatchObject({
      plays: 2,
      delays: [40_000, 210_000, 761_000, 120_000_000],
    })
  })
})

test.each([
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['apng', 'png'],
] as const)('%s plays once, thrice or for ever, as its source', async (format, kind) => {
  for (const plays of [1, 3, undefined]) {
    const { blob } = await writeClip({ format, size, plays }, { times: evenTimes(3, 10) })
    expect(await frameReaders[kind](blob, { maxFrames: 9 })).toMatchObject({ plays: plays ?? 0 })
  }
})

test.each([
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['apng', 'png'],
] as const)('%s plays very often, as a source that says so', async (format, kind) => {
  for (const plays of [65_536, 65_537, 2 ** 32 + 1]) {
    const { blob } = await writeClip({ format, size, plays }, { times: evenTimes(3, 10) })
    expect(await frameReaders[kind](blob, { maxFrames: 9 })).toMatchObject({ plays: 65_535 })
  }
})

test('an APNG shows a frame for half an hour', async () => {
  const { blob } = await writeClip({ format: 'apng', size, fps: 10 }, { times: [0, 0.1], endSeconds: 1800 })
  const { delays = [] } = (await frameReaders.png(blob, { maxFrames: 9 })) ?? {}
  expect(delays).toEqual([100_000, 1_799_900_000])
})

/** A disc with a texture of noise, which moves. */
const paintNoise = (index: number): Raster => {
  const random = seededRandom(1 + (index % 4))
  const [width, height] = [160, 160]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    if (Math.hypot(x - 80 + (index % 9), y - 80) < 60)
      data.set([random() * 255, random() * 255, random() * 255, 255], at)
  }
  return { width, height, data }
}

describe.skipIf(ffmpegIsMissing)('a sticker of five seconds of noise (skipped without ffmpeg)', () => {
  test.each(Object.entries(stickers))('for %s keeps to all limits', async (_, sticker) => {
    const { format, sidePx, maxBytes, maxSeconds, maxFps } = sticker
    const written = await writeClip(
      { format, size: { width: 160, height: 160 }, hasAlpha: true, plays: 1, sticker },
      { times: evenTimes(100, 20), paint: paintNoise },
    )
    expect(written.blob.size).toBe(written.bytes)
    expect(written.bytes).toBeLessThanOrEqual(maxBytes)
    const facts = await probeVideo(written.blob, { signal: new AbortController().signal })
    expect(facts).toMatchObject({ width: sidePx, height: sidePx, hasAlpha: true, audio: null })
    const listed =
      format === 'webm'
        ? null
        : await frameReaders[facts.container === 'webp' ? 'webp' : 'png'](written.blob, { maxFrames: 99 })
    if (listed) expect(listed.plays).toBe(0)
    const seconds = listed
      ? listed.delays.reduce((sum, delay) => sum + delay, 0) / listed.clockHz
      : facts.durationSeconds
    expect(seconds).toBeLessThanOrEqual(maxSeconds + 0.001)
    expect(seconds).toBeGreaterThan(Math.min(5, maxSeconds) - 0.1)
    expect(facts.frames / facts.durationSeconds).toBeLessThanOrEqual(maxFps + 0.5)
    expect(written.dropped).toBe(100 - written.frames)
  })
})

test('a sticker that stays too large tells both numbers', async () => {
  const sticker = { ...stickers.whatsapp, maxBytes: 1000 }
  const written = await writeClip(
    { format: 'webp', size: { width: 160, height: 160 }, hasAlpha: true, sticker },
    { times: evenTimes(20, 10), paint: paintNoise },
  )
  expect(written.excess).toEqual({ bytes: written.blob.size, maxBytes: 1000 })
  expect(leftOutOfClip({}, written).at(-1)).toEqual({
    ...leftOut('byte_limit'),
    reason: { reason: 'file_beyond_limit', params: written.excess },
  })
})

test('a calm sticker is written at its best', async () => {
  const { bytes, frames, excess } = await writeClip(
    { format: 'webp', size, hasAlpha: true, sticker: stickers.whatsapp },
    { times: evenTimes(8, 10), paint: paintSubject },
  )
  expect(frames).toBe(4)
  expect(bytes).toBeLessThan(60_000)
  expect(excess).toBeUndefined()
})
