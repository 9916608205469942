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
import { limits } from '#contract/limits.ts'
import { audioByFfmpeg, type SoundSource } from './audio-by-ffmpeg.ts'
import { passPackets } from './audio-packets.ts'
import { codecDelaySeconds } from './codec-delay.ts'
import { readEdits, withoutEdits } from './edit-list.ts'
import type { TimeRange } from './frame.ts'
import { openTrack } from './open-track.ts'
import { readyAacEncoder } from './ready-aac-encoder.ts'
import { transcodeAudio } from './transcode-audio.ts'

/** The sound of a source on its way into a container. */
export interface AudioPassage {
  readonly source: AudioSource
  /** More packets than ever come. */
  readonly mostPackets: number
  /** Moves on what starts until `untilSeconds` from the video's start. A fault of the source rejects nothing. */
  advance(untilSeconds: number): Promise<void>
  /** What is missing so far, in a sentence for people. */
  dropped(): string | null
  close(): void
}

export type AudioWanted = {
  /** The container holds sound from before its start, which is decoded and not played. */
  readonly early: boolean
  /** From the start of the first frame that is shown; all that belongs to a picture where absent. */
  readonly range: TimeRange | undefined
  readonly signal: AbortSignal
}

export type AudioIn = {
  /** Null where there is no sound to pass on, or none that can be read. */
  readonly passage: AudioPassage | null
  /** Why there is none although the source has some. */
  readonly dropped: string | null
  close(): void
}

const silent: AudioIn = { passage: null, dropped: null, close: () => {} }

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
  { early, range, signal }: AudioWanted,
): Promise<AudioIn> => {
  if (!video) return silent
  const prerolled = early ? prerollSeconds : 0
  const opened = await openTrack(video).catch(() => null)
  let named = 'unknown'
  try {
    // A container for ffmpeg alone, such as AVI.
    if (!opened) {
      const source = { video, trackIndex: 0, splices: [] }
      return await byFfmpeg(source, codec, stretchFrom(0, range), prerolled, signal)
    }
    const { input, track: picture, edits, close } = opened
    const track = await input.getPrimaryAudioTrack()
    if (!track) {
      close()
      return silent
    }
    const codecOf = await track.getCodec()
    named = String(codecOf ?? (await track.getInternalCodecId()) ?? named)
    const start = edits.splices[0]?.atSeconds ?? Math.max(0, await picture.getFirstTimestamp())
    // Decoders cut Opus's run-up by themselves, it is in the stream; nobody else's.
    const delay = codecOf === 'opus' ? 0 : await codecDelaySeconds(video, track.id)
    const { splices, endSeconds } = await readEdits(video, track.id)
    const isSpliced = edits.splices.length > 0 || splices.length > 0
    const stretch = until(endSeconds, stretchFrom(start + delay, range))
    if (codecOf === codec && !isSpliced) {
      return { passage: await passPackets(track, stretch, prerolled), dropped: null, close }
    }
    const isDecoded = !isSpliced && (await track.canDecode())
    const byBrowser = async (mostChannels: number): Promise<AudioIn> => ({
      passage: await transcodeAudio(track, codec, stretch, mostChannels),
      dropped: null,
      close,
    })
    if (isDecoded && (await keepsChannels(track, codec)))
      return await byBrowser(Math.max(2, await track.getNumberOfChannels()))
    const source = {
      video: splices.length > 0 ? await withoutEdits(video) : video,
      trackIndex: await indexOf(track, input),
      splices,
    }
    const heard = until(endSeconds, stretchFrom(start, range))
    const sound = await byFfmpeg(source, codec, heard, prerolled, signal).catch((cause: unknown) => {
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
const plainCounts: readonly number[] = [5, 6, 8]

/** Whether what the browser decodes and encodes here has all the channels of a track, each in its place. */
const keepsChannels = async (track: InputAudioTrack, codec: 'opus' | 'aac'): Promise<boolean> => {
  const numberOfChannels = await track.getNumberOfChannels()
  if (numberOfChannels <= 2) return true
  // Browsers' Opus is stereo at most, and Chromium hands out the channels of Vorbis in another order.
  if (codec === 'opus' || (await track.getCodec()) === 'vorbis' || !plainCounts.includes(numberOfChannels))
    return false
  await readyAacEncoder()
  return await canEncodeAudio('aac', { numberOfChannels, sampleRate: 48_000 })
}

/** A picture lasts five minutes at most (Spec, Limits); sound that goes on for much longer has lost it. */
const longestSeconds = limits.video.maxSeconds + 5

/** A stretch on the container's clock, where the first frame starts at `start`. */
const stretchFrom = (start: number, range: TimeRange | undefined): TimeRange => ({
  fromSeconds: start + (range?.fromSeconds ?? 0),
  toSeconds: start + (range?.toSeconds ?? longestSeconds),
})

const until = (endSeconds: number, { fromSeconds, toSeconds }: TimeRange): TimeRange => ({
  fromSeconds,
  toSeconds: Math.min(toSeconds, endSeconds),
})

const byFfmpeg = async (
  source: SoundSource,
  codec: 'opus' | 'aac',
  stretch: TimeRange,
  prerolled: number,
  signal: AbortSignal,
): Promise<AudioIn> => {
  const encoded = await audioByFfmpeg(source, codec, stretch.toSeconds, signal)
  const sound = new Input({ source: new BlobSource(encoded), formats: [MP4, WEBM, MATROSKA] })
  const track = await sound.getPrimaryAudioTrack()
  // It ends where it should; Opus's run-up is in its packets' times, so that they say it ends later.
  const toItsEnd = { ...stretch, toSeconds: Number.POSITIVE_INFINITY }
  const passage = track && (await passPackets(track, toItsEnd, prerolled))
  if (!passage) throw new Error('ffmpeg found no sound')
  return { passage, dropped: null, close: () => sound.dispose() }
}

const indexOf = async (track: InputAudioTrack, input: Input): Promise<number> =>
  Math.max(
    0,
    (await input.getAudioTracks()).findIndex(({ id }) => id === track.id),
  )

const unreadable = (codec: string) =>
  `The sound (${codec}) cannot be read here, so the result is silent. Add it in a video editor.`
