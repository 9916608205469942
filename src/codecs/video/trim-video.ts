import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import { timecodeAt } from '#contract/timecode.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Frame, TimeRange } from './frame.ts'
import { openFrameReader } from './read/open-frame-reader.ts'
import { openBlobSink } from './write/file-sinks.ts'
import { openFrameWriter } from './write/open-frame-writer.ts'

type TrimCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** Share of the budget to aim at, because encoders may exceed their bit rate and containers add bytes. */
const bitrateShare = 0.85
/** Bytes a second reserved for each audio channel. */
const channelBytes = 24_000
/** The most tries; a part that is too large is encoded again with a lower bit rate. */
const maxTries = 3

/**
 * Cuts the frames with `fromSeconds` <= time < `toSeconds`, and their sound, into a video that starts at 0; `facts` are
 * those of the source. The part is encoded again, since only then can it start at any frame. The format is GIF for a
 * GIF; WebM for a WebM or MKV, for transparency and for odd sides; otherwise MP4. The quality is as high as `maxBytes`
 * allows, by default the upload limit (Spec, Limits). Rejects with `validation_error` for a range without frames, with
 * `invalid_video` where the source cannot be read, with `video_too_large` where no encoder makes the part small enough,
 * and with the signal's reason when aborted.
 */
export const trimVideo = async (
  video: Blob,
  facts: VideoFacts,
  range: TimeRange,
  call: TrimCall,
  maxBytes: number = limits.video.maxUploadBytes,
): Promise<Blob> => {
  let format = formatFor(facts)
  let budgetBytes = maxBytes * bitrateShare
  for (let tries = 0; tries < maxTries; tries++) {
    const part = await encodePart(video, facts, range, call, { format, budgetBytes })
    if (part.size <= maxBytes) return part
    if (format === 'gif') break
    // VP9 keeps to low bit rates that H.264 encoders exceed.
    if (format === 'webm') budgetBytes *= (maxBytes / part.size) * bitrateShare
    format = 'webm'
  }
  throw new ServiceError('video_too_large')
}

const encodePart = async (
  video: Blob,
  facts: VideoFacts,
  { fromSeconds, toSeconds }: TimeRange,
  { signal, onProgress }: TrimCall,
  { format, budgetBytes }: { readonly format: 'webm' | 'mp4' | 'gif'; readonly budgetBytes: number },
): Promise<Blob> => {
  const reader = await openFrameReader(video, facts)
  const frames = reader.read({ range: { fromSeconds, toSeconds }, signal })
  try {
    const first = await frames.next()
    if (first.done) throw nothingBetween(fromSeconds, toSeconds, facts)
    const startSeconds = first.value.timestampSeconds
    const endSeconds = Math.min(toSeconds, facts.durationSeconds)
    const total = Math.max(1, Math.ceil((endSeconds - startSeconds) * facts.fps))
    const sink = openBlobSink()
    const writer = await openFrameWriter(
      {
        format,
        size: { width: facts.width, height: facts.height },
        fps: facts.fps,
        isVariable: facts.isVariable,
        gridFps: facts.gridFps,
        plays: facts.plays,
        // If frames come at uneven times, all of them may be in this part.
        frames: facts.isVariable ? facts.frames : total,
        hasAlpha: facts.hasAlpha,
        isMatte: false,
        isSource: true,
        maxBitrate: bitrateFor(budgetBytes, endSeconds - startSeconds, facts),
        audioOf: facts.audio && videoFormats[format].audio !== null ? video : null,
        timecode: facts.timecode && timecodeAt(facts.timecode, startSeconds),
        audioRange: { fromSeconds: startSeconds, toSeconds: endSeconds },
        signal,
      },
      sink,
    )
    try {
      let done = 0
      const write = async ({ timestampSeconds, durationSeconds, raster }: Frame) => {
        const shownSeconds = Math.min(durationSeconds, endSeconds - timestampSeconds)
        const moved = { timestampSeconds: timestampSeconds - startSeconds, durationSeconds: shownSeconds }
        await writer.write({ raster, ...moved })
        onProgress({ step: 'save', ratio: Math.min(1, ++done / total) })
      }
      await write(first.value)
      for await (const frame of frames) await write(frame)
      await writer.finish()
      return sink.blob(videoFormats[format].mime)
    } catch (cause) {
      await writer.abort()
      throw cause
    }
  } finally {
    await frames.return()
    reader.close()
  }
}

/** Bit rate of the picture, in bits a second. */
const bitrateFor = (budgetBytes: number, seconds: number, { audio, sounds = [] }: VideoFacts): number => {
  const tracks = Math.max(1, sounds.length)
  const soundBytes = audio ? tracks * channelBytes * Math.max(2, audio.channels) * seconds : 0
  return (Math.max(budgetBytes / 2, budgetBytes - soundBytes) * 8) / Math.max(0.1, seconds)
}

/** VP9 where H.264 would lose something: alpha, or an odd row or column. */
const formatFor = ({ container, hasAlpha, width, height }: VideoFacts): 'webm' | 'mp4' | 'gif' => {
  if (container === 'gif') return 'gif'
  const isOdd = width % 2 === 1 || height % 2 === 1
  return container === 'webm' || container === 'mkv' || hasAlpha || isOdd ? 'webm' : 'mp4'
}

const nothingBetween = (from: number, to: number, { durationSeconds }: VideoFacts) => {
  return new ServiceError('validation_error', {
    reason: 'trim_empty',
    params: { fromSeconds: from, toSeconds: to, durationSeconds },
    fields: ['trim'],
  })
}
