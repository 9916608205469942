import { describe, expect, test } from 'vitest'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { trimVideo } from '#codecs/video/trim-video.ts'
import { decodeRaw, decodeSound, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { makeVideo } from '#support/video-frames.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }

/** Trims a video after probing it, as the page does. */
const cut = async (video: Blob, fromSeconds: number, toSeconds: number, maxBytes?: number) =>
  trimVideo(video, await probeVideo(video, call), { fromSeconds, toSeconds }, call, maxBytes)

const quickVp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']

/** The brightness of a frame tells its number; the sound beeps every half second. */
const counting = async (ending: 'mp4' | 'webm') => {
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', "nullsrc=s=64x48:r=20:d=3,geq=lum='40+N*3':cb=128:cr=128"],
      ...['-f', 'lavfi', '-i', "aevalsrc='if(lt(mod(t,0.5),0.02),0.7*sin(2*PI*1500*t),0)':s=48000:d=3"],
      ...(ending === 'mp4' ? ['-c:v', 'libx264', '-c:a', 'aac'] : [...quickVp9, '-c:a', 'libopus']),
      ...['-g', '100', '-pix_fmt', 'yuv420p'],
    ],
    ending,
  )
  return blob
}

const beepsOf = (sound: Float32Array): number[] => {
  const loud = Array.from(sound.keys()).filter((at) => Math.abs(sound[at] ?? 0) > 0.15)
  return loud.filter((at, index) => at - (loud[index - 1] ?? -4800) >= 4800).map((at) => at / 48_000)
}

describe.skipIf(ffmpegIsMissing)('a trimmed video, as ffmpeg reads it (skipped without ffmpeg)', () => {
  test.each(['mp4', 'webm'] as const)('of a %s has the frames between, and their sound', async (ending) => {
    const trimmed = await cut(await counting(ending), 0.85, 2.1)
    expect(trimmed.type).toBe(`video/${ending}`)
    const { video, audio, videoPackets } = await probe(trimmed)
    expect(video).toMatchObject({ nb_read_frames: '25', codec_name: ending === 'mp4' ? 'h264' : 'vp9' })
    expect(audio).toMatchObject({ codec_name: ending === 'mp4' ? 'aac' : 'opus' })
    expect(videoPackets.map(({ seconds }) => Math.round(seconds * 100))).toEqual(
      Array.from({ length: 25 }, (_, index) => index * 5),
    )
    const luma = await decodeRaw(trimmed, ['-pix_fmt', 'gray'])
    for (let frame = 0; frame < 25; frame++) {
      // Grey is luma in full range.
      const painted = ((40 + (17 + frame) * 3 - 16) * 255) / 219
      expect(Math.abs((luma[frame * 64 * 48 + 1000] ?? 0) - painted)).toBeLessThan(4)
    }
    const sound = await decodeSound(trimmed)
    expect(Math.abs(sound.length / 48_000 - 1.25)).toBeLessThan(0.05)
    const beeps = beepsOf(sound)
    expect(beeps).toHaveLength(3)
    for (const [index, time] of [0.15, 0.65, 1.15].entries()) {
      expect(Math.abs((beeps[index] ?? 0) - time)).toBeLessThan(0.02)
    }
  })

  test('of an MP4 keeps every frame of a part above average rate', async () => {
    const burst = "select='eq(mod(n,100),0)+gte(t,20)'"
    const { blob: source } = await makeVideo(
      [
        ...['-f', 'lavfi', '-i', 'nullsrc=s=64x48:r=100:d=24', '-vf', burst, '-fps_mode', 'passthrough'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-enc_time_base', '1/100'],
      ],
      'mp4',
    )
    const { video } = await probe(await cut(source, 20, 24))
    expect(video).toMatchObject({ codec_name: 'h264', nb_read_frames: '400' })
  })

  test.each(['mp4', 'webm'] as const)(
    'of a %s is within the upload limit, however large its source',
    async (ending) => {
      const { blob: fine } = await makeVideo(
        [
          ...['-f', 'lavfi', '-i', 'mandelbrot=s=320x240:r=15', '-t', '4'],
          ...(ending === 'mp4' ? ['-c:v', 'libx264', '-preset', 'ultrafast'] : quickVp9),
          ...['-b:v', '20M', '-pix_fmt', 'yuv420p'],
        ],
        ending,
      )
      const free = await cut(fine, 1, 3)
      const most = Math.round(free.size / 2)
      const small = await cut(fine, 1, 3, most)
      expect(small.size).toBeLessThanOrEqual(most)
      expect((await probe(small)).video).toMatchObject({ nb_read_frames: '30' })
    },
  )

  test('that would hold no frame is refused with the reason', async () => {
    await expect(cut(await counting('mp4'), 5, 6)).rejects.toMatchObject({
      code: 'validation_error',
      details: { trim: [expect.stringContaining('no frame')] },
    })
  })
})
