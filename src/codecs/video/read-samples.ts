import type { VideoSample } from 'mediabunny'
import { untilAborted } from '#base/abort.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { openDecodeGate } from './decode-gate.ts'
import type { Frame } from './frame.ts'
import type { FrameReader, ReadOptions } from './frame-reader.ts'
import { GatedSampleSink } from './gated-sink.ts'
import { invalidVideo } from './invalid-video.ts'
import { openTrack } from './open-track.ts'
import { readingSize } from './reading-size.ts'
import { toRaster } from './sample-raster.ts'
import { framesIn, lastingOf, type Run, runsIn } from './time-range.ts'
import { readTrackColors } from './track-colors.ts'
import { readTrackTimes } from './track-times.ts'

/** Frames that a decoder may swallow at the edges of groups of pictures before the file counts as broken. */
const maxMissing = 2

/** Reads frames through the browser's own decoders. */
export const openSampleReader = async (video: Blob, facts: VideoFacts): Promise<FrameReader> => {
  const open = await openTrack(video)
  const { track, close } = open
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
    const shown = readingSize(facts, size)
    const { first, end } = framesIn(times, range)
    if (first >= end) return
    // A sample's time is a packet's, rounded to the clock.
    const isBefore = (sample: VideoSample, position: number) =>
      sample.timestamp < times.stamps[position] - 0.5 / clockHz
    let given = 0
    async function* readRun(run: Run): AsyncGenerator<Frame, void, void> {
      const startStamp = times.stamps[run.first]
      const gate = openDecodeGate(startStamp)
      const samples = new GatedSampleSink(track, gate).samples(startStamp, run.endStamp)
      let position = run.first
      try {
        for (;;) {
          const { value: sample } = await untilAborted(
            gate.take(() => samples.next()),
            signal,
          )
          if (!sample) return
          let raster: Raster
          try {
            if (isBefore(sample, run.first)) continue
            while (position + 1 < run.end && !isBefore(sample, position + 1)) position++
            raster = await toRaster(sample, shown, colors)
          } finally {
            sample.close()
          }
          given++
          const durationSeconds = lastingOf(times, position)
          yield { raster, timestampSeconds: times.startsSeconds[position++], durationSeconds }
        }
      } finally {
        gate.open()
        await samples.return()
      }
    }
    try {
      for (const run of runsIn(times, { first, end }, clockHz)) yield* readRun(run)
      if (given === 0 || given < end - first - maxMissing) throw invalidVideo('video_truncated')
    } catch (cause) {
      signal.throwIfAborted()
      throw invalidVideo('video_undecodable_to_end', cause)
    }
  }

  return { facts, read, close }
}
