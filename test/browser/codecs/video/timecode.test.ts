import { describe, expect, test } from 'vitest'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { trimVideo } from '#codecs/video/trim-video.ts'
import { formatTimecode } from '#contract/timecode.ts'
import { complaints, ffmpegIsMissing, makeOf, probe } from '#support/ffmpeg-in-browser.ts'
import { neverAborted } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const clip = (timecode: string, rate: string, ...format: readonly string[]) =>
  makeOf('ffmpeg', [
    ...['-f', 'lavfi', '-i', `testsrc=s=64x48:r=${rate}:d=2`, '-f', 'lavfi', '-i', 'sine=300:d=2'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-timecode', timecode, ...format],
  ])

/** Where ffprobe finds a timecode: in the track of MOV and MP4, in the tags of WebM. */
const timecodeOf = async (blob: Blob) => {
  const { video, streams, format } = await probe(blob)
  const tags = format.tags as unknown as Readonly<Record<string, string>> | undefined
  const track = streams.find(({ codec_type }) => codec_type === 'data')
  return { shown: video?.tags?.timecode ?? tags?.TIMECODE, ofTrack: track?.tags?.timecode }
}

const rates = [
  ['01:02:03:04', '24', '24/1'],
  ['10:00:00:00', '25', '25/1'],
  ['00:59:59;28', '30000/1001', '30000/1001'],
  ['09:08:07:06', '24000/1001', '24000/1001'],
] as const

describe.skipIf(ffmpegIsMissing)('the timecode of a clip (skipped without ffmpeg)', () => {
  test.each(
    rates.flatMap(([timecode, rate]) =>
      (['mov', 'mp4', 'webm'] as const).map((format) => ({ timecode, rate, format })),
    ),
  )('$timecode of $rate frames a second is kept in $format', async ({ timecode, rate, format }) => {
    const facts = await probeVideo(await clip(timecode, rate, '-f', 'mov'), { signal: neverAborted })
    expect(facts.timecode && formatTimecode(facts.timecode)).toBe(timecode)
    const { blob, hasTimecode, bytes } = await writeClip(
      {
        format,
        size: { width: 64, height: 48 },
        fps: facts.fps,
        isVariable: false,
        timecode: facts.timecode,
      },
      { times: evenTimes(12, facts.fps) },
    )
    expect([hasTimecode, bytes]).toEqual([true, blob.size])
    const { shown, ofTrack } = await timecodeOf(blob)
    expect(shown).toBe(timecode)
    if (format !== 'webm') expect(ofTrack).toBe(timecode)
    const again = await probeVideo(blob, { signal: neverAborted })
    expect(again.timecode).toEqual(facts.timecode)
    expect(again.frames).toBe(12)
    expect(await complaints(blob)).toBe('')
  })

  test('of a part is that of its first frame', async () => {
    const whole = await clip('00:59:59;28', '30000/1001', '-f', 'mov')
    const facts = await probeVideo(whole, { signal: neverAborted })
    const range = { fromSeconds: 1, toSeconds: 1.5 }
    const part = await trimVideo(whole, facts, range, { signal: neverAborted, onProgress: () => {} })
    // The first frame that starts in the part is the thirtieth.
    expect((await timecodeOf(part)).shown).toBe('01:00:00;28')
  })

  test('is read of what ffmpeg writes into MP4 and Matroska', async () => {
    for (const format of ['mp4', 'matroska']) {
      const { timecode, others = [] } = await probeVideo(await clip('01:02:03:04', '24', '-f', format), {
        signal: neverAborted,
      })
      expect(timecode).toEqual({ startFrame: 89_356, rate: 24, isDropFrame: false })
      expect(others).toEqual([])
    }
  })
})
