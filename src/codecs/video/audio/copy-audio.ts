import { BlobSource, canEncodeAudio, Input, type InputAudioTrack, MATROSKA, MP4, WEBM } from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import { openTrack } from '#codecs/video/read/open-track.ts'
import { readEditList, withoutEditLists } from '#codecs/video/timing/edit-list.ts'
import type { Reason } from '#contract/error-reasons.ts'
import { limits } from '#contract/limits.ts'
import { audioByFfmpeg, type FfmpegAudioInput } from './audio-by-ffmpeg.ts'
import { ensureAacEncoder } from './audio-encoders.ts'
import type { AudioFeed } from './audio-feed.ts'
import { codecDelaySeconds } from './codec-delay.ts'
import { copyPackets } from './copy-packets.ts'
import { hasSafeAudioDecoder } from './decode-audio.ts'
import { transcodeAudio } from './transcode-audio.ts'

type AudioOptions = {
  /** Whether the container can hold pre-roll: sound before time 0 that is decoded and not played. */
  readonly holdsPreroll: boolean
  /** In seconds from the start of the first shown frame; the whole video where absent. */
  readonly range: TimeRange | undefined
  readonly signal: AbortSignal
}

/** The sound of a video, ready to be fed into a container. */
export type OpenedAudio = {
  /** Null where the source has no sound, or none that can be read. */
  readonly feed: AudioFeed | null
  /** Why the sound is missing although the source has some; null for nothing. */
  readonly dropped: Reason | null
  close(): void
}

const silent: OpenedAudio = { feed: null, dropped: null, close: () => {} }

/** Seconds of pre-roll that decoders need before their output is right (RFC 7845, 4.6, for Opus). */
const prerollSeconds = 0.1

/**
 * Opens the default audio track of `video` as `codec`. A track of that codec is copied (D-35). Other tracks are
 * encoded again with all their channels, by the browser or by ffmpeg, and mixed to stereo only where neither can keep
 * the channels. WebM holds Opus, MP4 and MOV hold AAC (D-31, D-32), so Vorbis is encoded again even for WebM. Times
 * count from the start of the first shown frame, in seconds. Rejects only with the signal's reason; the caller closes
 * the result.
 */
export const openAudio = async (
  video: Blob | null,
  codec: 'opus' | 'aac',
  { holdsPreroll, range, signal }: AudioOptions,
): Promise<OpenedAudio> => {
  if (!video) return silent
  const prerolled = holdsPreroll ? prerollSeconds : 0
  const opened = await openTrack(video).catch(() => null)
  let audioCodec = 'unknown'
  try {
    // Only ffmpeg reads this container, for example AVI.
    if (!opened) {
      const source = { video, trackIndex: 0, segments: [] }
      return await encodeByFfmpeg(source, codec, rangeFrom(0, range), prerolled, signal)
    }
    const { input, track: picture, edits, source: readable, close } = opened
    const track = await input.getPrimaryAudioTrack()
    if (!track) {
      close()
      return silent
    }
    const codecOf = await track.getCodec()
    audioCodec = String(codecOf ?? (await track.getInternalCodecId()) ?? audioCodec)
    const start = edits.segments[0]?.atSeconds ?? Math.max(0, await picture.getFirstTimestamp())
    // Decoders remove the priming of Opus by themselves, since the stream declares it. The priming of other codecs is
    // skipped here.
    const delay = codecOf === 'opus' ? 0 : await codecDelaySeconds(readable, track.id)
    const { segments, endSeconds } = await readEditList(readable, track.id)
    const isSpliced = edits.segments.length > 0 || segments.length > 0 || opened.changesDescription(track.id)
    const timeRange = endingBy(endSeconds, rangeFrom(start + delay, range))
    if (codecOf === codec && !isSpliced) {
      return { feed: await copyPackets(track, timeRange, prerolled), dropped: null, close }
    }
    const isDecoded = !isSpliced && hasSafeAudioDecoder() && (await track.canDecode())
    const byBrowser = async (maxChannels: number): Promise<OpenedAudio> => ({
      feed: await transcodeAudio(track, codec, timeRange, maxChannels),
      dropped: null,
      close,
    })
    if (isDecoded && (await keepsChannels(track, codec)))
      return await byBrowser(Math.max(2, await track.getNumberOfChannels()))
    const chosen = {
      video: segments.length > 0 ? await withoutEditLists(readable) : readable,
      trackIndex: await indexOf(track, input),
      segments,
    }
    const heard = endingBy(endSeconds, rangeFrom(start, range))
    const sound = await encodeByFfmpeg(chosen, codec, heard, prerolled, signal).catch((cause: unknown) => {
      if (!isDecoded || signal.aborted) throw cause
      return null
    })
    if (!sound) return await byBrowser(2)
    close()
    return sound
  } catch {
    opened?.close()
    signal.throwIfAborted()
    return { ...silent, dropped: { reason: 'audio_unreadable', params: { codec: audioCodec } } }
  }
}

/** Channel counts with one standard layout each: 5.0, 5.1 and 7.1. */
const standardChannelCounts: readonly number[] = [5, 6, 8]

/** Whether the browser decodes and encodes all channels of a track, in their order. */
const keepsChannels = async (track: InputAudioTrack, codec: 'opus' | 'aac'): Promise<boolean> => {
  const numberOfChannels = await track.getNumberOfChannels()
  if (numberOfChannels <= 2) return true
  // Browsers encode Opus in stereo at most, and Chromium decodes the channels of Vorbis in another order.
  if (
    codec === 'opus' ||
    (await track.getCodec()) === 'vorbis' ||
    !standardChannelCounts.includes(numberOfChannels)
  )
    return false
  await ensureAacEncoder()
  return await canEncodeAudio('aac', { numberOfChannels, sampleRate: 48_000 })
}

/** Seconds of sound at most: a video has five minutes (Spec, Limits), and longer sound belongs to no picture. */
const maxSeconds = limits.video.maxSeconds + 5

/** A range on the container's clock, on which the first frame starts at `start` seconds. */
const rangeFrom = (start: number, range: TimeRange | undefined): TimeRange => ({
  fromSeconds: start + (range?.fromSeconds ?? 0),
  toSeconds: start + (range?.toSeconds ?? maxSeconds),
})

const endingBy = (endSeconds: number, { fromSeconds, toSeconds }: TimeRange): TimeRange => ({
  fromSeconds,
  toSeconds: Math.min(toSeconds, endSeconds),
})

const encodeByFfmpeg = async (
  source: FfmpegAudioInput,
  codec: 'opus' | 'aac',
  timeRange: TimeRange,
  prerolled: number,
  signal: AbortSignal,
): Promise<OpenedAudio> => {
  const encoded = await audioByFfmpeg(source, codec, timeRange.toSeconds, signal)
  const sound = new Input({ source: new BlobSource(encoded), formats: [MP4, WEBM, MATROSKA] })
  const track = await sound.getPrimaryAudioTrack()
  // ffmpeg has ended the sound already. Opus's priming shifts the packets' times, so they may not be cut again.
  const toItsEnd = { ...timeRange, toSeconds: Number.POSITIVE_INFINITY }
  const feed = track && (await copyPackets(track, toItsEnd, prerolled))
  if (!feed) throw new Error('ffmpeg found no sound')
  return { feed, dropped: null, close: () => sound.dispose() }
}

const indexOf = async (track: InputAudioTrack, input: Input): Promise<number> =>
  Math.max(
    0,
    (await input.getAudioTracks()).findIndex(({ id }) => id === track.id),
  )
