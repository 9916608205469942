import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Raster } from '#engine/raster.ts'
import { decodeSound, ffmpegIsMissing } from '#support/ffmpeg-in-browser.ts'
import { joinMp4 } from '#support/join-mp4.ts'
import { packMatroska } from '#support/rewrite-matroska.ts'
import { ffmpegFrame, makeVideo, rasterDifference, readVideoFrames } from '#support/video-frames.ts'
import { writeClip } from '#support/write-clip.ts'

/** A second of pictures in motion and of a tone; `hue` turns its colours, in degrees. */
const clip = (hue: number, hz: number, rate: number, codecs: readonly string[], container: string) =>
  makeVideo(
    [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=12:d=1'],
      ...['-f', 'lavfi', '-i', `sine=${hz}:sample_rate=${rate}:d=1`, '-vf', `hue=h=${hue}`],
      ...codecs,
    ],
    container,
  )
const h264 = ['-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const webm = ['-c:v', 'libvpx', '-b:v', '300k', '-c:a', 'libopus']
const mkv = [...h264, '-cluster_time_limit', '300']

/** The pitch of sound in a range, in Hz, by its crossings of zero. */
const pitchOf = (sound: Float32Array, fromSeconds: number, toSeconds: number): number => {
  const part = sound.subarray(fromSeconds * 48_000, toSeconds * 48_000)
  let rises = 0
  for (let at = 1; at < part.length; at++) if ((part[at - 1] ?? 0) < 0 && (part[at] ?? 0) >= 0) rises++
  return rises / (toSeconds - fromSeconds)
}

/** Reads all frames, and writes a WebM with the sound. */
const passThrough = async (blob: Blob) => {
  const rasters: Raster[] = []
  const { facts, starts } = await readVideoFrames(blob, ({ raster }) => rasters.push(raster))
  const { blob: written, sounds } = await writeClip(
    { format: 'webm', size: { width: 32, height: 32 }, audioOf: blob },
    { times: starts, endSeconds: facts.durationSeconds },
  )
  expect(sounds).toEqual([expect.objectContaining({ fault: null })])
  return { facts, rasters, starts, sound: await decodeSound(written) }
}

const expectBoth = async (
  { rasters, starts, sound }: Awaited<ReturnType<typeof passThrough>>,
  files: readonly string[],
) => {
  expect(rasters).toHaveLength(24)
  for (const [index, start] of starts.entries()) expect(Math.abs(start - index / 12)).toBeLessThan(0.06)
  for (const [half, file] of files.entries()) {
    const raster = rasters[half * 12 + 6]
    if (!raster) throw new Error('no frame')
    expect(rasterDifference(raster, await ffmpegFrame(file, 6, raster)).mean).toBeLessThan(6)
  }
  expect(pitchOf(sound, 0.2, 0.8)).toBeCloseTo(300, -1)
  expect(pitchOf(sound, 1.2, 1.8)).toBeCloseTo(600, -1)
}

describe.skipIf(ffmpegIsMissing)('clips joined without encoding (skipped without ffmpeg)', () => {
  test('are read whole with two sample descriptions, of picture and sound', async () => {
    const [a, b] = [
      await clip(0, 300, 48_000, [...h264, '-profile:v', 'baseline'], 'mp4'),
      await clip(90, 600, 24_000, h264, 'mp4'),
    ]
    const joined = await passThrough(await joinMp4(a.blob, b.blob))
    expect(joined.facts.decoder).toBe('ffmpeg')
    await expectBoth(joined, [a.file, b.file])
  })

  test.each([
    ['WebM', webm, 'webm'],
    ['live WebM', [...webm, '-live', '1'], 'webm'],
    ['fragmented MP4', [...h264, '-movflags', 'frag_keyframe+empty_moov+default_base_moof'], 'mp4'],
  ] as const)('are read whole as %s files one after the other', async (_, codecs, container) => {
    const [a, b] = [
      await clip(0, 300, 48_000, codecs, container),
      await clip(90, 600, 48_000, codecs, container),
    ]
    const joined = await passThrough(new Blob([a.blob, b.blob]))
    expect(joined.facts.container).toBe(container)
    await expectBoth(joined, [a.file, b.file])
  })

  test('are refused with a reason where their codecs differ', async () => {
    const [a, b] = [
      await clip(0, 300, 48_000, webm, 'webm'),
      await clip(0, 300, 48_000, ['-c:v', 'libvpx-vp9', '-c:a', 'libopus'], 'webm'),
    ]
    await expect(readVideoFrames(new Blob([a.blob, b.blob]))).rejects.toMatchObject({
      reason: 'video_parts_differ',
    })
  })
})

describe.skipIf(ffmpegIsMissing)('a Matroska file with compressed tracks (skipped without ffmpeg)', () => {
  test.each([
    ['picture and sound', [1, 2], 'zlib'],
    ['sound alone', [2], 'zlib'],
    ['picture and sound by LZO', [1, 2], 'lzo'],
  ] as const)('is read: %s', async (_, types, how) => {
    const { blob, file } = await clip(0, 300, 48_000, mkv, 'mkv')
    const packed = await packMatroska(blob, types, how)
    expect(packed.size).not.toBe(blob.size)
    const { facts, rasters, sound } = await passThrough(packed)
    expect(facts).toMatchObject({ frames: 12, audio: { codec: 'aac' } })
    const raster = rasters[6]
    if (!raster) throw new Error('no frame')
    expect(rasterDifference(raster, await ffmpegFrame(file, 6, raster)).mean).toBeLessThan(6)
    expect(pitchOf(sound, 0.2, 0.8)).toBeCloseTo(300, -1)
  })
})

describe.skipIf(ffmpegIsMissing)(
  'a decoder that fails after the first frame (skipped without ffmpeg)',
  () => {
    test('is replaced by ffmpeg, and no frame is missing', async () => {
      const { blob, file } = await clip(0, 300, 48_000, h264, 'mp4')
      const { VideoDecoder: Real } = globalThis
      class Failing extends Real {
        readonly #fail: (cause: DOMException) => void
        #decoded = 0
        #shown = 0
        constructor(init: VideoDecoderInit) {
          const output = (frame: VideoFrame) => {
            this.#shown++
            init.output(frame)
          }
          super({ ...init, output })
          this.#fail = init.error
        }
        override decode(chunk: EncodedVideoChunk) {
          // On a busy machine packets may be ahead of the first frame.
          if (++this.#decoded <= 5 || this.#shown === 0) super.decode(chunk)
          else this.#fail(new DOMException('Decoding error.', 'EncodingError'))
        }
      }
      vi.stubGlobal('VideoDecoder', Failing)
      onTestFinished(() => void vi.unstubAllGlobals())
      const rasters: Raster[] = []
      const { facts, starts } = await readVideoFrames(blob, ({ raster }) => rasters.push(raster))
      expect(facts.decoder).toBe('webcodecs')
      expect(starts.map((start) => Math.round(start * 12))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
      const raster = rasters[10]
      if (!raster) throw new Error('no frame')
      expect(rasterDifference(raster, await ffmpegFrame(file, 10, raster)).mean).toBeLessThan(6)
    })
  },
)
