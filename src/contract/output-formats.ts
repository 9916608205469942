import { limits } from './limits.ts'

/**
 * Formats of image results (Spec, POST /remove (image)). `imageCodecs` of `codecs/image` has their codecs. `maxSide`:
 * largest side in pixels; JPEG has 16 bits per side (T.81, B.2.2), WebP 14 (RFC 9649, 2.6), PNG more than a result may
 * have (D-7).
 */
export const imageFormats = {
  png: { label: 'PNG', mime: 'image/png', extension: 'png', alpha: true, maxSide: limits.image.maxSide },
  jpg: { label: 'JPG', mime: 'image/jpeg', extension: 'jpg', alpha: false, maxSide: 65_535 },
  webp: { label: 'WebP', mime: 'image/webp', extension: 'webp', alpha: true, maxSide: 16_383 },
} as const

type VideoFormatRow = {
  readonly label: string
  /** As in HTTP answers. */
  readonly mime: string
  /** Without the dot. */
  readonly extension: string
  /** Whether it supports transparency. */
  readonly alpha: boolean
  /** Whether alpha is only 0 or 1. */
  readonly binaryAlpha: boolean
  /** Its audio codec; null for a format without sound. */
  readonly audio: 'Opus' | 'AAC' | null
  /** Longest side in pixels, whatever `size` is; null if only the presets limit it. */
  readonly maxSide: number | null
  /** Maximum of frames per second; null if unlimited. */
  readonly maxFps: number | null
  /** Whether width and height must be even. */
  readonly evenSides: boolean
  /** The HTML element that shows it in most browsers; null if none does. */
  readonly shownBy: 'video' | 'img' | null
  /** Bytes per pixel of a frame, if nearly constant; else null. */
  readonly bytesPerPixel: number | null
  /** Whether only this device writes it: the API refuses it. */
  readonly isOnlyHere?: true
}

/**
 * Formats of video results (Spec, POST /remove (video), rule 3; D-31 to D-33). The same key names the encoder in
 * `src/codecs/video/write/open-frame-writer.ts` and the texts in `messages.video.settings.export.formats`.
 */
export const videoFormats = {
  /** VP9 and Opus (D-32). */
  webm: {
    label: 'WebM',
    mime: 'video/webm',
    extension: 'webm',
    alpha: true,
    binaryAlpha: false,
    audio: 'Opus',
    maxSide: null,
    maxFps: null,
    evenSides: false,
    shownBy: 'video',
    bytesPerPixel: null,
  },
  /** ProRes 4444: about 10 MB per second at 1280 x 720 and 30 fps (D-32). */
  mov: {
    label: 'MOV',
    mime: 'video/quicktime',
    extension: 'mov',
    alpha: true,
    binaryAlpha: false,
    audio: 'AAC',
    maxSide: null,
    maxFps: null,
    evenSides: false,
    shownBy: null,
    bytesPerPixel: 10_000_000 / (1280 * 720 * 30),
  },
  /** H.264 in 4:2:0, which allows even sides only (D-31, D-35). */
  mp4: {
    label: 'MP4',
    mime: 'video/mp4',
    extension: 'mp4',
    alpha: false,
    binaryAlpha: false,
    audio: 'AAC',
    maxSide: null,
    maxFps: null,
    evenSides: true,
    shownBy: 'video',
    bytesPerPixel: null,
  },
  /** GIF89a times are in hundredths of a second; browsers lengthen frames below two of them (D-33). */
  gif: {
    label: 'GIF',
    mime: 'image/gif',
    extension: 'gif',
    alpha: true,
    binaryAlpha: true,
    audio: null,
    maxSide: 1280,
    maxFps: 50,
    evenSides: false,
    shownBy: 'img',
    bytesPerPixel: null,
  },
  /** Moving WebP (RFC 9649, 2.7.1). Browsers show frames of up to 10 ms ten times as long. */
  webp: {
    label: 'WebP',
    mime: 'image/webp',
    extension: 'webp',
    alpha: true,
    binaryAlpha: false,
    audio: null,
    maxSide: null,
    maxFps: 60,
    evenSides: false,
    shownBy: 'img',
    bytesPerPixel: null,
    isOnlyHere: true,
  },
  /** Animated PNG (PNG, Third Edition, 11.3.6), with the ending that every program opens. */
  apng: {
    label: 'APNG',
    mime: 'image/png',
    extension: 'png',
    alpha: true,
    binaryAlpha: false,
    audio: null,
    maxSide: null,
    maxFps: 60,
    evenSides: false,
    shownBy: 'img',
    bytesPerPixel: null,
    isOnlyHere: true,
  },
} as const satisfies Readonly<Record<string, VideoFormatRow>>

/** A format of image results. */
export type ImageFormat = keyof typeof imageFormats

/** A format of video results. */
export type VideoFormat = keyof typeof videoFormats

/** Names of all image formats, never empty. */
export const imageFormatNames = Object.keys(imageFormats) as [ImageFormat, ...ImageFormat[]]

/** Whether a text is the name of an image format. */
export const isImageFormat = (text: string): text is ImageFormat => Object.hasOwn(imageFormats, text)

/** The image format of a content type; null if none. */
export const imageFormatOf = (type: string): (typeof imageFormats)[ImageFormat] | null =>
  Object.values(imageFormats).find(({ mime }) => mime === type) ?? null

/** Names of all video formats, never empty. */
export const videoFormatNames = Object.keys(videoFormats) as [VideoFormat, ...VideoFormat[]]

/** The properties of a video format. */
export const videoFormatRow = (format: VideoFormat): VideoFormatRow => videoFormats[format]

/** Whether only this device writes a format. */
export const isOnlyHere = (format: VideoFormat): boolean => videoFormatRow(format).isOnlyHere === true

/** Names of the video formats that the API writes (Spec, POST /remove (video)). */
export const apiVideoFormatNames: readonly VideoFormat[] = videoFormatNames.filter(
  (name) => !isOnlyHere(name),
)
