import { beforeAll, describe, expect, test } from 'vitest'
import { ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { withSoundDuration } from '#support/rewrite-mp4.ts'
import { makeVideo } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

/** Two seconds, with sound by these settings of ffmpeg's. */
const clip = async (audio: readonly string[], soundSeconds = 2) => {
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=2'],
      ...['-f', 'lavfi', '-i', `sine=880:r=48000:d=${soundSeconds}`],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...audio],
    ],
    'mp4',
  )
  return blob
}

const write = (audioOf: Blob) =>
  writeClip({ format: 'mp4', size: { width: 64, height: 48 }, audioOf }, { times: evenTimes(10, 5) })

const lengths = [
  ['unknown, all ones', 0xffff_ffffn, 32],
  ['unknown, all ones in 64 bits', 0xffff_ffff_ffff_ffffn, 64],
  ['a day', 48_000n * 86_400n, 32],
  ['a thousand years', 48_000n * 86_400n * 365_000n, 64],
  ['nothing', 0n, 32],
] as const

describe.skipIf(ffmpegIsMissing)('a file with a wrong audio length (skipped without ffmpeg)', () => {
  describe.each([
    ['aac', lengths],
    ['libmp3lame', lengths.slice(0, 1)],
  ] as const)('and sound by %s', (encoder, wrongLengths) => {
    let source = new Blob()
    let right: Awaited<ReturnType<typeof write>>
    let wanted: Awaited<ReturnType<typeof probe>>
    beforeAll(async () => {
      source = await clip(['-c:a', encoder])
      right = await write(source)
      wanted = await probe(right.blob)
    })

    test.each(wrongLengths)('becomes as large an MP4 as with the right one: %s', async (_, ticks, bits) => {
      const wrong = await write(await withSoundDuration(source, ticks, bits))
      expect(wrong.sounds).toEqual([expect.objectContaining({ fault: null })])
      // An index of a minute takes 0.2 MB; this clip lasts two seconds. How picture and sound are interleaved, so the
      // number of chunks in the index, depends on which encoder is ahead: some bytes more or less.
      expect(Math.abs(wrong.blob.size - right.blob.size)).toBeLessThan(1000)
      expect(wrong.blob.size).toBeLessThan(200_000)
      const written = await probe(wrong.blob)
      expect(written.video?.nb_read_frames).toBe('10')
      expect(written.audio?.nb_read_frames).toBe(wanted.audio?.nb_read_frames)
      expect(Number(written.audio?.nb_read_frames)).toBeGreaterThan(90)
    })
  })

  test('gets no more than five of its seven minutes of sound', async () => {
    const audio = ['-c:a', 'aac', '-b:a', '16k', '-ar', '8000']
    const { blob, sounds } = await write(await clip(audio, 420))
    expect(sounds).toEqual([expect.objectContaining({ fault: null })])
    const { video, audio: sound } = await probe(blob)
    expect(video?.nb_read_frames).toBe('10')
    expect(Number(sound?.duration)).toBeCloseTo(305, 0)
  })
})
