import type { copiedContainers } from './file-kinds.ts'
import type { LeftOut } from './left-out.ts'
import { limits } from './limits.ts'
import type { Timecode } from './timecode.ts'

type CopiedContainer = (typeof copiedContainers)[number]

/** Facts of a video, read before processing; plain data. */
export type VideoFacts = {
  /** From its bytes, not its name. */
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
  /** Display name: `H.264`, `HEVC`, `VP9`, `GIF`, `APNG`. */
  readonly codec: string
  /** From the start of the first frame to the end of the last. */
  readonly durationSeconds: number
  /** The average; rounded to a common rate (24000/1001, 25, 30 …) if the container's clock is coarse. */
  readonly fps: number
  /** Whether intervals between frames vary. */
  readonly isVariable: boolean
  /** The constant rate of a variable video whose frames are only dropped; else absent. */
  readonly gridFps?: number
  /** As displayed, after rotation and pixel aspect ratio (D-7). */
  readonly width: number
  readonly height: number
  /** Whether frames are displayed cropped, which not every browser supports. */
  readonly isCropped?: true
  readonly frames: number
  /** Whether the source has transparency. */
  readonly hasAlpha: boolean
  /** Per colour sample; absent for 8 or unknown. */
  readonly bits?: number
  /** HDR (HLG or PQ), or primaries wider than sRGB; absent if the file names neither. */
  readonly colors?: 'hdr' | 'wide'
  /** The default sound track; null if there is none. */
  readonly audio: AudioFacts | null
  /** Total plays of a moving picture; absent if endless, and for other videos. */
  readonly plays?: number
  /** All selectable sound tracks, in file order; absent in facts stored by earlier builds. */
  readonly sounds?: readonly SoundTrack[]
  /** Other content of the file, which no result includes; absent if none. */
  readonly others?: readonly LeftOut[]
  /**
   * The first field of interlaced frames, each of which is completed from that field; absent for progressive frames.
   */
  readonly fields?: 'top' | 'bottom'
  /** Whether each field becomes a frame, which doubles the rate; see `toFrameRate`. */
  readonly isByField?: true
  /** Timecode of the first frame, if any. */
  readonly timecode?: Timecode
  /** The decoder of this device. */
  readonly decoder: 'webcodecs' | 'images' | 'ffmpeg'
}

/** Whether two fields or one make a frame of an interlaced video. */
export const deinterlacings = ['frame', 'field'] as const

type Deinterlacing = (typeof deinterlacings)[number]

/** The facts of a video read with this deinterlacing; unchanged if it has no fields. */
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

/** Facts of a video's sound. */
export type AudioFacts = {
  /** `aac`, `opus`, `mp3`, `ac3`, …; `unknown` if not recognised. */
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  /** End of the sound, in seconds from the first displayed frame; absent if only decoding finds it. */
  readonly endSeconds?: number
  /** Duration of a packet, the uncertainty of `endSeconds`. */
  readonly packetSeconds?: number
}

/** ISO 639-2 code of an unspecified language. */
export const noLanguage = 'und'

/** Roles of sound tracks, with mediabunny's names of the Matroska flags (RFC 9559, 5.1.4.1). */
export const soundRoles = ['commentary', 'original', 'hearingImpaired', 'visuallyImpaired'] as const

/** A role of a sound track. */
export type SoundRole = (typeof soundRoles)[number]

/** Facts that distinguish a sound track of a file. */
export type SoundTrack = {
  /** Position among the file's sound tracks, from 1. */
  readonly number: number
  /** Empty if there is none. */
  readonly title: string
  /** ISO 639-2; `noLanguage` if unknown. */
  readonly language: string
  /** Whether players select it by default. */
  readonly isDefault: boolean
  /** Absent if there are none. */
  readonly roles?: readonly SoundRole[]
}

/** The selected sounds; all if the file has none of these numbers. */
export const chosenSounds = <S extends Pick<SoundTrack, 'number'>>(
  sounds: readonly S[],
  numbers: readonly number[] | undefined,
): readonly S[] => {
  const chosen = sounds.filter(({ number }) => numbers?.includes(number))
  return chosen.length > 0 ? chosen : sounds
}

/** Container clocks have steps of up to a millisecond, which must not exceed the limit. */
const clockSeconds = 0.001

/** Whether a video exceeds five minutes (Spec, Limits). No other code compares with the limit. */
export const exceedsMaxDuration = (durationSeconds: number): boolean =>
  durationSeconds > limits.video.maxSeconds + clockSeconds
