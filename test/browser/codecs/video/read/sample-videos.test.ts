import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { isServiceError } from '#contract/service-error.ts'
import { checkLength } from '#service/check-input.ts'
import { type SampleVideo, sampleVideos } from '#support/sample-videos.ts'
import { neverAborted, sampleBlob } from '#support/video-frames.ts'

const missing = '(skipped where ../shared/samples is missing)'
const hasNative = await commands.hasFfmpeg()

const mayBeRefused = /^(either|must-reject)/

const kindOf = ({ file, kind, facts }: SampleVideo) =>
  facts === '' ? file : `${kind} ${facts.replace(/(dur|fps|frames)=[^;]*;/g, '')}`
/** Of files that differ in length and rate alone the first. */
const unlike = [...new Map(sampleVideos.toReversed().map((sample) => [kindOf(sample), sample])).values()]

describe.skipIf(sampleVideos.length === 0)(`the sample videos ${missing}`, () => {
  test.each(unlike)('$file: $expectation', async ({ file, expectation }) => {
    const blob = await sampleBlob(file)
    const probed = probeVideo(blob, { signal: neverAborted }).then((facts) => {
      checkLength(facts)
      return facts
    })
    const facts = await probed.catch((error: unknown) => {
      if (!isServiceError(error)) throw error
      return error
    })
    if (isServiceError(facts)) {
      expect(facts.code).toBe(file.includes('too-long') ? 'video_too_long' : 'invalid_video')
      expect(expectation).toMatch(mayBeRefused)
      return
    }
    expect(expectation).not.toBe('must-reject')
    // A damaged file may be read in more than one way.
    if (!hasNative || expectation === 'either') return

    const native = await commands.nativeFrames(`../shared/samples/${file}`)
    expect(facts.frames).toBe(native.stamps.length)

    // A part on the way, at reduced size: every frame of it, at its time. All frames since the last key frame are
    // decoded.
    const middle = Math.min(40, Math.floor(native.stamps.length / 2))
    const startsOf = native.stamps.map((stamp) => stamp - (native.stamps[0] ?? 0))
    const expected = startsOf.slice(middle, middle + 4)
    const range = { fromSeconds: (expected[0] ?? 0) - 1e-4, toSeconds: (expected.at(-1) ?? 0) + 1e-4 }
    const scale = Math.min(1, 200 / facts.width)
    const size = { width: Math.ceil(facts.width * scale), height: Math.ceil(facts.height * scale) }
    const reader = await openFrameReader(blob, facts)
    const starts: number[] = []
    for await (const frame of reader.read({ size, range, signal: neverAborted })) {
      starts.push(frame.timestampSeconds)
      expect(frame.raster).toMatchObject(size)
      expect(frame.raster.data.length).toBe(size.width * size.height * 4)
    }
    reader.close()
    expect(starts.length).toBe(expected.length)
    for (const [index, start] of starts.entries()) expect(start).toBeCloseTo(expected[index] ?? -1, 4)
  })
})
