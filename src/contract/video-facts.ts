import type { copiedContainers } from './file-kinds.ts'
import type { LeftOut } from './left-out.ts'
import { limits } from './limits.ts'
import type { Timecode } from './timecode.ts'

type CopiedContainer = (typeof copiedContainers)[number]

/** What is known of a video before anything is made of it; plain data. */
export type VideoFacts = {
  /** What the bytes are, not what the file is called. */
  readonly container:
    | 'mp4'
    | 'mov'
    | 'webm'
    | 'mkv'
    | 'gif'
    | 'webp'
    | 'png'
    | 'avif'
    | CopiedContainer
    | 'other'
  /** In the container's words for people: `H.264`, `HEVC`, `VP9`, `GIF`, `APNG`. */
  readonly codec: string
  /** From the first frame's start to the last frame's end. */
  readonly durationSeconds: number
  /** The average; snapped to a common rate (24000/1001, 25, 30 …) where the container's clock is too coarse to tell. */
  readonly fps: number
  /** Frames come at uneven times. */
  readonly isVariable: boolean
  /** The even rate at which such frames come, but that some are left out; absent where they come at any time. */
  readonly gridFps?: number
  /** As displayed, rotation and pixel aspect applied (D-7). */
  readonly width: number
  readonly height: number
  /** Only a part of the stored frames is displayed, which not every browser knows of; absent where all of them are. */
  readonly isCropped?: true
  readonly frames: number
  /** The source has transparency of its own. */
  readonly hasAlpha: boolean
  /** Of a sample of its colours; absent for 8, and where it is not known. */
  readonly bits?: number
  /** High dynamic range (HLG or PQ), or primaries beyond those of sRGB; absent where the file names neither. */
  readonly colors?: 'hdr' | 'wide'
  /** The track that plays by default; null where there is none. */
  readonly audio: AudioFacts | null
  /** How often a moving picture plays, in all; absent for ever, and for other videos. */
  readonly plays?: number
  /** All sound tracks that can be chosen, in the order of the file; absent in facts that an earlier build stored. */
  readonly sounds?: readonly SoundTrack[]
  /** What the file has beside its picture and sounds, which no result takes over; absent where there is nothing. */
  readonly others?: readonly LeftOut[]
  /**
   * Frames are interlaced, this field first: each is made whole from that field when it is read. Absent for frames that
   * were taken whole.
   */
  readonly fields?: 'top' | 'bottom'
  /** Each of these fields becomes a frame of its own, so that there are twice as many; see `toFrameRate`. */
  readonly isByField?: true
  /** Of its first frame; absent where it has none. */
  readonly timecode?: Timecode
  /** What reads its frames here. */
  readonly decoder: 'webcodecs' | 'images' | 'ffmpeg'
}

/** What each frame of an interlaced video is made of: two fields, or one. */
export const deinterlacings = ['frame', 'field'] as const

/** What each frame of an interlaced video is made of. */
type Deinterlacing = (typeof deinterlacings)[number]

/** The facts of a video that is read so; a video without fields is read in one way only. */
export const toFrameRate = (facts: VideoFacts, each: Deinterlacing | undefined): VideoFacts => {
  if (!facts.fields || facts.isByField || each !== 'field') return facts
  const { fps, frames, gridFps } = facts
  return {
    ...facts,
    isByField: true,
    fps: fps * 2,
    frames: frames * 2,
    ...(gridFps && { gridFps: gridFps * 2 }),
  }
}

/** What is known of the sound of a video. */
export type AudioFacts = {
  /** `aac`, `opus`, `mp3`, `ac3`, …; `unknown` where nothing here names it. */
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  /** When it ends, from the start of the first frame that is shown; absent where only decoding it would tell. */
  readonly endSeconds?: number
  /** How long one of its packets lasts: its end is told to within one. */
  readonly packetSeconds?: number
}

/** The language of a track that names none, by ISO 639-2. */
export const noLanguage = 'und'

/** What a sound track may be marked as, as mediabunny calls the flags of Matroska (RFC 9559, 5.1.4.1). */
export const soundRoles = ['commentary', 'original', 'hearingImpaired', 'visuallyImpaired'] as const

/** A mark of a sound track. */
export type SoundRole = (typeof soundRoles)[number]

/** How people tell a sound track from the others of its file. */
export type SoundTrack = {
  /** Its place among the sound tracks of the file, from 1. */
  readonly number: number
  /** Empty where the file gives none. */
  readonly title: string
  /** By ISO 639-2; `noLanguage` where it is unknown. */
  readonly language: string
  /** Whether players choose it unless told otherwise. */
  readonly isDefault: boolean
  /** Absent where it has no mark. */
  readonly roles?: readonly SoundRole[]
}

/** The chosen sounds; all where a file has none of these numbers. */
export const chosenSounds = <S extends Pick<SoundTrack, 'number'>>(
  sounds: readonly S[],
  numbers: readonly number[] | undefined,
): readonly S[] => {
  const chosen = sounds.filter(({ number }) => numbers?.includes(number))
  return chosen.length > 0 ? chosen : sounds
}

/** Containers count time in steps of up to a millisecond; nobody is refused for one of them. */
const clockSeconds = 0.001

/** Whether a video lasts longer than five minutes (Spec, Limits): the one place that compares with the limit. */
export const exceedsMaxDuration = (durationSeconds: number): boolean =>
  durationSeconds > limits.video.maxSeconds + clockSeconds
