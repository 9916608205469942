import {
  type AudioSource,
  BlobSource,
  canEncodeAudio,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  WEBM,
} from 'mediabunny'
import type { TimeRange } from '#codecs/video/frame.ts'
import { openTrack } from '#codecs/video/read/open-track.ts'
import { readEditList, withoutEditLists } from '#codecs/video/timing/edit-list.ts'
import { limits } from '#contract/limits.ts'
import { audioByFfmpeg, type FfmpegAudioInput } from './audio-by-ffmpeg.ts'
import { ensureAacEncoder } from './audio-encoders.ts'
import { codecDelaySeconds } from './codec-delay.ts'
import { copyPackets } from './copy-packets.ts'
import { transcodeAudio } from './transcode-audio.ts'

/** The sound of a source on its way into a container. */
export interface AudioFeed {
  readonly source: AudioSource
  /** More packets than ever come. */
  readonly maxPackets: number
  /** Moves on what starts until `untilSeconds` from the video's start. A fault of the source rejects nothing. */
  advance(untilSeconds: number): Promise<void>
  /** What is missing so far, in a sentence for people. */
  dropped(): string | null
  close(): void
}

export type AudioOptions = {
  /** The container holds sound from before its start, which is decoded and not played. */
  readonly holdsPreroll: boolean
  /** From the start of the first frame that is shown; all that belongs to a picture where absent. */
  readonly range: TimeRange | undefined
  readonly signal: AbortSignal
}

export type OpenedAudio = {
  /** Null where there is no sound to pass on, or none that can be read. */
  readonly feed: AudioFeed | null
  /** Why there is none although the source has some. */
  readonly dropped: string | null
  close(): void
}

const silent: OpenedAudio = { feed: null, dropped: null, close: () => {} }

/** What decoders need to have heard before the sound is right; MP4 and MOV hold it in front of the start. */
const prerollSeconds = 0.1

/**
 * The default audio track of `video` as `codec`: copied where it is that already (D-35), else decoded and encoded
 * anew by the browser or by ffmpeg, with all its channels; mixed to stereo only where neither can keep them. What a
 * container may hold is what the contract says of it, Opus for WebM and AAC for MP4 and MOV (D-31, D-32): Vorbis in a
 * WebM is encoded anew as well. Times count from the start of the first frame that is shown, like those of the frames.
 */
export const openAudio = async (
  video: Blob | null,
  codec: 'opus' | 'aac',
  { holdsPreroll, range, signal }: AudioOptions,
): Promise<OpenedAudio> => {
  if (!video) return silent
  const prerolled = holdsPreroll ? prerollSeconds : 0
  const opened = await openTrack(video).catch(() => null)
  let named = 'unknown'
  try {
    // A container for ffmpeg alone, such as AVI.
    if (!opened) {
      const source = { video, trackIndex: 0, segments: [] }
      return await encodeByFfmpeg(source, codec, rangeFrom(0, range), prerolled, signal)
    }
    const { input, track: picture, edits, close } = opened
    const track = await input.getPrimaryAudioTrack()
    if (!track) {
      close()
      return silent
    }
    const codecOf = await track.getCodec()
    named = String(codecOf ?? (await track.getInternalCodecId()) ?? named)
    const start = edits.segments[0]?.atSeconds ?? Math.max(0, await picture.getFirstTimestamp())
    // Decoders cut Opus's run-up by themselves, it is in the stream; nobody else's.
    const delay = codecOf === 'opus' ? 0 : await codecDelaySeconds(video, track.id)
    const { segments, endSeconds } = await readEditList(video, track.id)
    const isSpliced = edits.segments.length > 0 || segments.length > 0
    const stretch = endingBy(endSeconds, rangeFrom(start + delay, range))
    if (codecOf === codec && !isSpliced) {
      return { feed: await copyPackets(track, stretch, prerolled), dropped: null, close }
    }
    const isDecoded = !isSpliced && (await track.canDecode())
    const byBrowser = async (maxChannels: number): Promise<OpenedAudio> => ({
      feed: await transcodeAudio(track, codec, stretch, maxChannels),
      dropped: null,
      close,
    })
    if (isDecoded && (await keepsChannels(track, codec)))
      return await byBrowser(Math.max(2, await track.getNumberOfChannels()))
    const source = {
      video: segments.length > 0 ? await withoutEditLists(video) : video,
      trackIndex: await indexOf(track, input),
      segments,
    }
    const heard = endingBy(endSeconds, rangeFrom(start, range))
    const sound = await encodeByFfmpeg(source, codec, heard, prerolled, signal).catch((cause: unknown) => {
      if (!isDecoded || signal.aborted) throw cause
      return null
    })
    if (!sound) return await byBrowser(2)
    close()
    return sound
  } catch {
    opened?.close()
    signal.throwIfAborted()
    return { ...silent, dropped: unreadable(named) }
  }
}

/** Counts of channels that stand for one layout each: 5.0, 5.1 and 7.1. */
const standardChannelCounts: readonly number[] = [5, 6, 8]

/** Whether what the browser decodes and encodes here has all the channels of a track, each in its place. */
const keepsChannels = async (track: InputAudioTrack, codec: 'opus' | 'aac'): Promise<boolean> => {
  const numberOfChannels = await track.getNumberOfChannels()
  if (numberOfChannels <= 2) return true
  // Browsers' Opus is stereo at most, and Chromium hands out the channels of Vorbis in another order.
  if (
    codec === 'opus' ||
    (await track.getCodec()) === 'vorbis' ||
    !standardChannelCounts.includes(numberOfChannels)
  )
    return false
  await ensureAacEncoder()
  return await canEncodeAudio('aac', { numberOfChannels, sampleRate: 48_000 })
}

/** A picture lasts five minutes at most (Spec, Limits); sound that goes on for much longer has lost it. */
const maxSeconds = limits.video.maxSeconds + 5

/** A stretch on the container's clock, where the first frame starts at `start`. */
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
  stretch: TimeRange,
  prerolled: number,
  signal: AbortSignal,
): Promise<OpenedAudio> => {
  const encoded = await audioByFfmpeg(source, codec, stretch.toSeconds, signal)
  const sound = new Input({ source: new BlobSource(encoded), formats: [MP4, WEBM, MATROSKA] })
  const track = await sound.getPrimaryAudioTrack()
  // It ends where it should; Opus's run-up is in its packets' times, so that they say it ends later.
  const toItsEnd = { ...stretch, toSeconds: Number.POSITIVE_INFINITY }
  const feed = track && (await copyPackets(track, toItsEnd, prerolled))
  if (!feed) throw new Error('ffmpeg found no sound')
  return { feed, dropped: null, close: () => sound.dispose() }
}

const indexOf = async (track: InputAudioTrack, input: Input): Promise<number> =>
  Math.max(
    0,
    (await input.getAudioTracks()).findIndex(({ id }) => id === track.id),
  )

const unreadable = (codec: string) =>
  `The sound (${codec}) cannot be read here, so the result is silent. Add it in a video editor.`
