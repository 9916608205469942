import { describe, expect, test } from 'vitest'
import { decodeSound, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { writeClip } from '#support/write-clip.ts'

/** Real videos; not part of the repository. */
const urls = import.meta.glob<string>(
  [
    '../../../../../../shared/samples/videos/derived-{mov_people_aac,webm_people_vp9_opus}.*',
    '../../../../../../shared/samples/odd/video-{odd-audio,edit-list}__*',
  ],
  { query: '?url', import: 'default', eager: true },
)
const files = Object.entries(urls).map(([path, url]) => ({ name: path.replace(/.*\//, ''), url }))

describe.skipIf(ffmpegIsMissing || files.length === 0)(
  'a real video keeps all its sound (skipped without ffmpeg or samples)',
  () => {
    test.each(files)('$name', async ({ url }) => {
      const audioOf = await (await fetch(url)).blob()
      const { video } = await probe(audioOf)
      // Sound counts from the first frame on.
      const wanted =
        (await decodeSound(audioOf)).length / 48_000 - Math.max(0, Number(video?.start_time ?? 0))
      for (const format of ['webm', 'mp4'] as const) {
        const { blob, sounds } = await writeClip(
          { format, size: { width: 64, height: 48 }, audioOf },
          { times: [0, wanted / 2], endSeconds: wanted },
        )
        expect(sounds).toEqual([expect.objectContaining({ fault: null })])
        expect(Math.abs((await decodeSound(blob)).length / 48_000 - wanted)).toBeLessThan(0.05)
      }
    })
  },
)
