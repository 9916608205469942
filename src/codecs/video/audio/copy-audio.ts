import { BlobSource, canEncodeAudio, Input, type InputAudioTrack, MATROSKA, MP4, WEBM } from 'mediabunny'
import { listFfmpegSounds } from '#codecs/video/ffmpeg/ffmpeg-streams.ts'
import type { TimeRange } from '#codecs/video/frame.ts'
import { type OpenTrack, openTrack } from '#codecs/video/read/open-track.ts'
import { readFileTracks } from '#codecs/video/read/read-file-tracks.ts'
import { readEditList, withoutEditLists } from '#codecs/video/timing/edit-list.ts'
import type { Reason } from '#contract/error-reasons.ts'
import { limits } from '#contract/limits.ts'
import { chosenSounds, type SoundTrack } from '#contract/video-facts.ts'
import { audioByFfmpeg, type FfmpegAudioInput } from './audio-by-ffmpeg.ts'
import { ensureAacEncoder } from './audio-encoders.ts'
import type { AudioFeed } from './audio-feed.ts'
import { codecDelaySeconds } from './codec-delay.ts'
import { copyPackets } from './copy-packets.ts'
import { hasSafeAudioDecoder } from './decode-audio.ts'
import { listSounds } from './list-sounds.ts'
import { transcodeAudio } from './transcode-audio.ts'

type AudioOptions = {
  /** Whether the container can hold pre-roll: sound before time 0 that is decoded and not played. */
  readonly holdsPreroll: boolean
  /** In seconds from the start of the first shown frame; the whole video where absent. */
  readonly range: TimeRange | undefined
  readonly signal: AbortSignal
}

/** A video, and the numbers of its wanted sound tracks; default: all. */
export type AudioSource = { readonly video: Blob; readonly tracks?: readonly number[] | undefined }

/** A sound track of a video, ready to be fed into a container. */
export type OpenedSound = SoundTrack & {
  /** Null if the track cannot be read, or has no sound in the range. */
  readonly feed: AudioFeed | null
  /** The reason for missing sound; null if none is missing. */
  readonly fault: Reason | null
  close(): void
}

/** The sound tracks of a video, in the order of the file. */
export type OpenedAudio = { readonly sounds: readonly OpenedSound[]; close(): void }

/** Seconds of pre-roll that decoders need before their output is right (RFC 7845, 4.6, for Opus). */
const prerollSeconds = 0.1

/**
 * Opens the sound tracks of a video as `codec`. A track of that codec is copied (D-35). Other tracks are encoded again
 * with all their channels, by the browser or by ffmpeg, and mixed to stereo only where neither can keep the channels.
 * WebM holds Opus, MP4 and MOV hold AAC (D-31, D-32), so Vorbis is encoded again even for WebM. Times count from the
 * start of the first shown frame, in seconds. Rejects only with the signal's reason; the caller closes the results.
 */
export const openAudio = async (
  source: AudioSource | null,
  codec: 'opus' | 'aac',
  options: AudioOptions,
): Promise<OpenedAudio> => {
  if (!source) return { sounds: [], close: () => {} }
  const { video, tracks } = source
  const opened = await openTrack(video).catch(() => null)
  const sounds: OpenedSound[] = []
  const close = () => {
    for (const sound of sounds) sound.close()
    opened?.close()
  }
  try {
    if (opened) {
      const listed = await listSounds(opened.input, await readFileTracks(opened.source))
      for (const { track, ...sound } of chosenSounds(listed, tracks))
        sounds.push({ ...sound, ...(await openSound(opened, track, codec, options)) })
      return { sounds, close }
    }
    // Only ffmpeg reads other containers, for example AVI.
    const listed = await listFfmpegSounds(video, options.signal)
    for (const { codec: named, ...sound } of chosenSounds(listed, tracks))
      sounds.push({ ...sound, ...(await openFfmpegSound(video, sound, named, codec, options)) })
  } catch {
    options.signal.throwIfAborted()
  } finally {
    if (options.signal.aborted) close()
  }
  return { sounds, close }
}

type MadeSound = Pick<OpenedSound, 'feed' | 'fault' | 'close'>

const unreadable = (codec: string): MadeSound => ({
  feed: null,
  fault: { reason: 'audio_unreadable', params: { codec } },
  close: () => {},
})

/** One track of a file that mediabunny reads. Rejects only with the signal's reason. */
const openSound = async (
  opened: OpenTrack,
  track: InputAudioTrack,
  codec: 'opus' | 'aac',
  { holdsPreroll, range, signal }: AudioOptions,
): Promise<MadeSound> => {
  const prerolled = holdsPreroll ? prerollSeconds : 0
  const { input, track: picture, edits, source: readable } = opened
  let audioCodec = 'unknown'
  try {
    const codecOf = await track.getCodec()
    audioCodec = String(codecOf ?? (await track.getInternalCodecId()) ?? audioCodec)
    const start = edits.segments[0]?.atSeconds ?? Math.max(0, await picture.getFirstTimestamp())
    // Decoders remove the priming of Opus by themselves, since the stream declares it. The priming of other codecs is
    // skipped here.
    const delay = codecOf === 'opus' ? 0 : await codecDelaySeconds(readable, track.id)
    const { segments, endSeconds } = await readEditList(readable, track.id)
    const isSpliced = edits.segments.length > 0 || segments.length > 0 || opened.changesDescription(track.id)
    const timeRange = endingBy(endSeconds, rangeFrom(start + delay, range))
    const fed = (feed: AudioFeed | null): MadeSound => ({ feed, fault: null, close: () => feed?.close() })
    if (codecOf === codec && !isSpliced) return fed(await copyPackets(track, timeRange, prerolled))
    const isDecoded = !isSpliced && hasSafeAudioDecoder() && (await track.canDecode())
    const byBrowser = async (maxChannels: number) =>
      fed(await transcodeAudio(track, codec, timeRange, maxChannels))
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
    return sound ?? (await byBrowser(2))
  } catch {
    signal.throwIfAborted()
    return unreadable(audioCodec)
  }
}

/** One track of a file that only ffmpeg reads. Rejects only with the signal's reason. */
const openFfmpegSound = async (
  video: Blob,
  { number }: SoundTrack,
  audioCodec: string,
  codec: 'opus' | 'aac',
  { holdsPreroll, range, signal }: AudioOptions,
): Promise<MadeSound> => {
  const chosen = { video, trackIndex: number - 1, segments: [] }
  const preroll = holdsPreroll ? prerollSeconds : 0
  return await encodeByFfmpeg(chosen, codec, rangeFrom(0, range), preroll, signal).catch(() => {
    signal.throwIfAborted()
    return unreadable(audioCodec)
  })
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
): Promise<MadeSound> => {
  const encoded = await audioByFfmpeg(source, codec, timeRange.toSeconds, signal)
  const sound = new Input({ source: new BlobSource(encoded), formats: [MP4, WEBM, MATROSKA] })
  const track = await sound.getPrimaryAudioTrack()
  // ffmpeg has ended the sound already. Opus's priming shifts the packets' times, so they may not be cut again.
  const toItsEnd = { ...timeRange, toSeconds: Number.POSITIVE_INFINITY }
  const feed = track && (await copyPackets(track, toItsEnd, prerolled))
  if (!feed) throw new Error('ffmpeg found no sound')
  const close = () => {
    feed.close()
    sound.dispose()
  }
  return { feed, fault: null, close }
}

const indexOf = async (track: InputAudioTrack, input: Input): Promise<number> =>
  Math.max(
    0,
    (await input.getAudioTracks()).findIndex(({ id }) => id === track.id),
  )
