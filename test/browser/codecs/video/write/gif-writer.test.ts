import { describe, expect, test } from 'vitest'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { alphaAt, evenTimes, paintFrame, writeClip } from '#support/write-clip.ts'

const size = { width: 160, height: 90 }
const pixels = size.width * size.height

const delaysOf = async (blob: Blob) =>
  (await probe(blob)).videoPackets.map(({ durationSeconds }) => Math.round(durationSeconds * 100))

describe.skipIf(ffmpegIsMissing)('a GIF, as ffmpeg reads it (skipped without ffmpeg)', () => {
  test('is transparent below alpha 128 and opaque above, throughout (D-33)', async () => {
    const { blob, bytes, frames } = await writeClip(
      { format: 'gif', size, hasAlpha: true },
      { times: evenTimes(12, 12) },
    )
    expect({ bytes, frames }).toEqual({ bytes: blob.size, frames: 12 })
    expect((await probe(blob)).video).toMatchObject({ codec_name: 'gif', ...size, nb_read_frames: '12' })
    const shown = await decodeRaw(blob, ['-pix_fmt', 'rgba'])
    expect(shown.length).toBe(12 * pixels * 4)
    for (let frame = 0; frame < 12; frame++) {
      const painted = paintFrame(size.width, size.height, frame).data
      let sum = 0
      for (let pixel = 0; pixel < pixels; pixel++) {
        const at = (frame * pixels + pixel) * 4
        const isOpaque = alphaAt(pixel % size.width, size.width) >= 128
        if (shown[at + 3] !== (isOpaque ? 255 : 0)) expect.fail(`alpha of pixel ${pixel} in frame ${frame}`)
        for (let c = 0; isOpaque && c < 3; c++)
          sum += ((shown[at + c] ?? 0) - (painted[pixel * 4 + c] ?? 0)) ** 2
      }
      expect(Math.sqrt(sum / (pixels * 1.5))).toBeLessThan(6)
    }
  })

  test('loops for ever', async () => {
    const { blob } = await writeClip({ format: 'gif', size }, { times: [0, 0.1] })
    const text = new TextDecoder('latin1').decode(await blob.arrayBuffer())
    expect(text.startsWith('GIF89a')).toBe(true)
    expect(text).toContain('NETSCAPE2.0\x03\x01\x00\x00\x00')
  })

  test('without alpha is opaque and stores only changed pixels', async () => {
    const painted = (index: number) => {
      const raster = paintFrame(size.width, size.height, index)
      for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = 255
      return raster
    }
    const clip = { times: evenTimes(10, 10), paint: painted }
    const { blob } = await writeClip({ format: 'gif', size }, clip)
    const shown = await decodeRaw(blob, ['-pix_fmt', 'rgba'])
    let sum = 0
    for (let frame = 0; frame < 10; frame++) {
      const wanted = painted(frame).data
      for (let at = 0; at < pixels * 4; at++)
        sum += ((shown[frame * pixels * 4 + at] ?? 0) - (wanted[at] ?? 0)) ** 2
    }
    expect(Math.sqrt(sum / (10 * pixels * 3))).toBeLessThan(6)
    expect(shown.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true)
    const one = await writeClip({ format: 'gif', size }, { ...clip, times: [0] })
    const still = await writeClip({ format: 'gif', size }, { ...clip, paint: () => painted(0) })
    expect(still.blob.size).toBeLessThan(one.blob.size * 1.5)
  })

  test.each([
    { fps: 30, count: 30, frames: 30, total: 100 },
    { fps: 24000 / 1001, count: 48, frames: 48, total: 200 },
    { fps: 50, count: 50, frames: 50, total: 100 },
    { fps: 60, count: 60, frames: 50, total: 100 },
    { fps: 120, count: 60, frames: 25, total: 50 },
  ])('of $fps fps has $frames frames, with delays adding up', async ({ fps, count, frames, total }) => {
    const written = await writeClip(
      { format: 'gif', size: { width: 16, height: 16 }, fps },
      { times: evenTimes(count, fps) },
    )
    expect(written.frames).toBe(frames)
    const delays = await delaysOf(written.blob)
    expect(delays).toHaveLength(frames)
    expect(delays.reduce((sum, delay) => sum + delay)).toBe(total)
    expect(Math.max(...delays) - Math.min(...delays)).toBeLessThanOrEqual(1)
  })

  test('keeps uneven times to the hundredth (D-35)', async () => {
    const times = [0, 0.04, 0.05, 0.25, 0.29, 1.011, 1.1, 2.5]
    const { blob } = await writeClip(
      { format: 'gif', size: { width: 16, height: 16 }, fps: 10 },
      { times, endSeconds: 2.6 },
    )
    expect(await delaysOf(blob)).toEqual([4, 2, 19, 4, 72, 9, 140, 10])
  })

  test('of a matte has every grey as it is, opaque (D-34)', async () => {
    const paint = () => {
      const data = new Uint8ClampedArray(pixels * 4)
      for (let at = 0; at < data.length; at += 4)
        data.fill((at / 4) % 256, at, at + 3).fill(255, at + 3, at + 4)
      return { ...size, data }
    }
    const { blob } = await writeClip({ format: 'gif', size, isMatte: true }, { times: [0, 0.1, 0.2], paint })
    const shown = await decodeRaw(blob, ['-pix_fmt', 'rgba'])
    expect(shown.subarray(0, pixels * 4)).toEqual(new Uint8Array(paint().data))
    expect(shown.length).toBe(3 * pixels * 4)
  })
})
