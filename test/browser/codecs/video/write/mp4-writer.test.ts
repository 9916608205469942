import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

/** The boxes of an MP4 file on its top level, in order. */
const boxes = async (blob: Blob): Promise<string[]> => {
  const view = new DataView(await blob.arrayBuffer())
  const names: string[] = []
  for (let at = 0; at + 8 <= view.byteLength; ) {
    names.push(String.fromCharCode(...new Uint8Array(view.buffer, at + 4, 4)))
    const short = view.getUint32(at)
    at += short === 1 ? Number(view.getBigUint64(at + 8)) : short || view.byteLength
  }
  return names
}

describe.skipIf(ffmpegIsMissing).each(['an encoder', 'no encoder'])(
  'an MP4 of a browser with %s, as ffmpeg reads it (skipped without ffmpeg)',
  (encoder) => {
    beforeEach(() => void (encoder === 'no encoder' && vi.stubGlobal('VideoEncoder', undefined)))
    afterEach(() => void vi.unstubAllGlobals())

    test('is H.264 in 4:2:0 with its index in front (D-31)', async () => {
      const size = { width: 320, height: 180 }
      const { blob, bytes } = await writeClip({ format: 'mp4', size }, { times: evenTimes(45, 30) })
      expect(bytes).toBe(blob.size)
      const { video, audio, format } = await probe(blob)
      expect(video).toMatchObject({
        codec_name: 'h264',
        pix_fmt: 'yuv420p',
        ...size,
        nb_read_frames: '45',
        nb_frames: '45',
        color_range: 'tv',
        color_space: 'bt709',
      })
      expect(audio).toBeUndefined()
      expect(Number(format.duration)).toBeCloseTo(1.5, 2)
      const names = await boxes(blob)
      expect(names.indexOf('moov')).toBeGreaterThan(0)
      expect(names.indexOf('moov')).toBeLessThan(names.indexOf('mdat'))

      const colour = await decodeRaw(blob, ['-frames:v', '1', '-pix_fmt', 'rgb24'])
      const [r = 0, g = 0, b = 0] = colour.slice((20 * 320 + 300) * 3)
      expect(Math.abs(r - (120 + 60 * Math.sin(10)))).toBeLessThan(6)
      expect(Math.abs(g - (110 + 50 * Math.cos(0.8)))).toBeLessThan(6)
      expect(Math.abs(b - 100)).toBeLessThan(6)
    })

    test('of an odd size loses one column and row (D-35)', async () => {
      const times = [0, 0.04, 0.05, 0.25, 0.29, 1.011, 1.1, 2.5]
      const { blob } = await writeClip(
        { format: 'mp4', size: { width: 161, height: 121 } },
        { times, endSeconds: 2.6 },
      )
      const { video, format, videoPackets } = await probe(blob)
      expect(video).toMatchObject({ width: 160, height: 120, nb_read_frames: '8' })
      for (const [index, { seconds }] of videoPackets.entries()) {
        expect(Math.abs(seconds - (times[index] ?? 0))).toBeLessThan(0.0001)
      }
      expect(Number(format.duration)).toBeCloseTo(2.6, 2)
    })

    test('takes more frames than were announced', async () => {
      const { blob } = await writeClip(
        { format: 'mp4', size: { width: 64, height: 48 }, frames: 20 },
        { times: evenTimes(120, 30) },
      )
      expect((await probe(blob)).video).toMatchObject({ nb_read_frames: '120' })
    })
  },
)
