import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { checkText } from '#studio/features/video/viewer/metadata-text.ts'
import { makeVideo, neverAborted } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const hasFfmpeg = await commands.hasFfmpeg()

/** A video with 2.5 s of picture and `seconds` of sound. */
const clip = async (soundSeconds: number, audio: readonly string[], ending: string, before = '0') => {
  const video =
    ending === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'] : ['-c:v', 'libx264']
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=2.5'],
      ...['-itsoffset', before, '-f', 'lavfi', '-i', `sine=880:r=48000:d=${soundSeconds}`],
      ...['-map', '0:v', '-map', '1:a', ...video, '-pix_fmt', 'yuv420p', ...audio],
    ],
    ending,
  )
  return blob
}

const factsOf = (blob: Blob) => probeVideo(blob, { signal: neverAborted })

/** What the studio reports about a result of a source. */
const said = async (result: Blob, source: Blob) => {
  const [facts, before] = [await factsOf(result), await factsOf(source)]
  return checkText({ facts, source: before, leftOut: [] }, before, defaultVideoOptions).text
}

describe.skipIf(!hasFfmpeg)('the length of the sound of a result (skipped where ffmpeg is missing)', () => {
  test.each([
    [2, ['-c:a', 'aac'], 'mp4', '0'],
    [3.2, ['-c:a', 'aac'], 'mkv', '0'],
    [2.5, ['-c:a', 'libopus', '-frame_duration', '60'], 'webm', '0'],
    [2.5, ['-c:a', 'libmp3lame', '-ar', '22050'], 'mp4', '0.3'],
  ] as const)(
    'is right where %s s of sound go along, by %j in %s after %s s (D-35)',
    async (seconds, audio, ending, before) => {
      const source = await clip(seconds, audio, ending, before)
      for (const format of ['webm', 'mp4'] as const) {
        const written = await writeClip(
          { format, size: { width: 64, height: 48 }, audioOf: source },
          { times: evenTimes(25, 10) },
        )
        expect(`${format}: ${await said(written.blob, source)}`).toBe(
          `${format}: Verified: 25 frames, sound of full length`,
        )
      }
    },
  )

  test('is reported where it ends early or late, with seconds', async () => {
    const source = await clip(2.5, ['-c:a', 'aac'], 'mp4')
    expect(await said(await clip(2.1, ['-c:a', 'libopus'], 'webm'), source)).toBe('Sound ends 0.4 s early')
    expect(await said(await clip(3.1, ['-c:a', 'aac'], 'mp4'), source)).toBe('Sound ends 0.6 s late')
    const short = await clip(1.5, ['-c:a', 'aac'], 'mp4')
    expect(await said(source, short)).toBe('Sound ends 1.0 s late')
  })
})
