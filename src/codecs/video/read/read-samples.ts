import type { VideoSample } from 'mediabunny'
import { untilAborted } from '#base/promises.ts'
import type { Frame, FrameReader, ReadOptions } from '#codecs/video/frame.ts'
import { cappedSize } from '#codecs/video/frame.ts'
import {
  contiguousRuns,
  type FrameRun,
  frameDuration,
  framesInRange,
} from '#codecs/video/timing/frame-times.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { openDecodeGate } from './decode-gate.ts'
import { GatedSampleSink } from './gated-sample-sink.ts'
import { openTrack, readTrackColors } from './open-track.ts'
import { toFineColors, toRaster } from './sample-raster.ts'

/** Frames that a decoder may lose at the edges of groups of pictures before the file counts as truncated. */
const maxMissing = 2

/**
 * Reads frames with the browser's decoders; with `isDeep` with their fine colours, if any. Rejects with
 * `invalid_video`.
 */
export const openSampleReader = async (
  video: Blob,
  facts: VideoFacts,
  isDeep = false,
): Promise<FrameReader> => {
  const open = await openTrack(video)
  const { track, shape, close } = open
  const [times, colors, clockHz] = await Promise.all([
    readTrackTimes(open),
    readTrackColors(track),
    track.getTimeResolution(),
  ]).catch((cause: unknown) => {
    close()
    throw invalidVideo('video_undecodable', cause)
  })

  async function* read({ size, range, signal }: ReadOptions): AsyncGenerator<Frame, void, void> {
    signal.throwIfAborted()
    const shown = cappedSize(facts, size)
    const look = { ...shape, colors, hasAlpha: facts.hasAlpha }
    const { first, end } = framesInRange(times, range)
    if (first >= end) return
    // A sample's time is the packet's, rounded to the container's clock.
    const isBefore = (sample: VideoSample, position: number) =>
      sample.timestamp < times.timestamps[position] - 0.5 / clockHz
    let given = 0
    async function* readRun(run: FrameRun): AsyncGenerator<Frame, void, void> {
      const startStamp = times.timestamps[run.first]
      const gate = openDecodeGate(startStamp)
      const samples = new GatedSampleSink(track, colors.colorSpace, gate).samples(
        startStamp,
        run.endTimestamp,
      )
      let position = run.first
      try {
        for (;;) {
          const { value: sample } = await untilAborted(
            gate.take(() => samples.next()),
            signal,
            (late) => late.value?.close(),
          )
          if (!sample) return
          let pixels: Pick<Frame, 'raster' | 'fineColors'>
          try {
            if (isBefore(sample, run.first)) continue
            while (position + 1 < run.end && !isBefore(sample, position + 1)) position++
            const fineColors = isDeep ? ((await toFineColors(sample, shown, look)) ?? undefined) : undefined
            pixels = { raster: await toRaster(sample, shown, look), fineColors }
          } finally {
            sample.close()
          }
          given++
          const durationSeconds = frameDuration(times, position)
          yield { ...pixels, timestampSeconds: times.startsSeconds[position++], durationSeconds }
        }
      } finally {
        gate.open()
        await samples.return()
      }
    }
    try {
      for (const run of contiguousRuns(times, { first, end }, clockHz)) yield* readRun(run)
      if (given === 0 || given < end - first - maxMissing) throw invalidVideo('video_truncated')
    } catch (cause) {
      signal.throwIfAborted()
      throw invalidVideo('video_undecodable_to_end', cause)
    }
  }

  return { facts, read, close }
}
