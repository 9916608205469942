import { limits } from './limits.ts'

/**
 * The formats of image results (Spec, POST /remove (image)): all that is the same wherever they are used. How one is
 * read and written stands in `imageCodecs` of `codecs/image`. `maxSide` is what the format can hold, in pixels: JPEG
 * has 16 bits a side (T.81, B.2.2), WebP 14 (RFC 9649, 2.6), PNG more than a result may have at all (D-7).
 */
export const imageFormats = {
  png: { label: 'PNG', mime: 'image/png', extension: 'png', alpha: true, maxSide: limits.image.maxSide },
  jpg: { label: 'JPG', mime: 'image/jpeg', extension: 'jpg', alpha: false, maxSide: 65_535 },
  webp: { label: 'WebP', mime: 'image/webp', extension: 'webp', alpha: true, maxSide: 16_383 },
} as const

type VideoFormatRow = {
  readonly label: string
  /** Of the whole file, as HTTP answers name it. */
  readonly mime: string
  /** The ending of a file name, without its dot. */
  readonly extension: string
  /** Whether it holds transparency at all. */
  readonly alpha: boolean
  /** Whether a pixel is either transparent or opaque, and nothing between. */
  readonly binaryAlpha: boolean
  /** The codec of its sound; null for a format without sound. */
  readonly audio: 'Opus' | 'AAC' | null
  /** Longest side in pixels, whatever `size` says; null where the presets alone limit it. */
  readonly maxSide: number | null
  /** Frames a second that it can hold; null where it holds any number. */
  readonly maxFps: number | null
  /** Whether width and height must be even. */
  readonly evenSides: boolean
  /** The HTML element that shows it in most browsers; null where none does. */
  readonly shownBy: 'video' | 'img' | null
  /** Bytes of a pixel of a frame, where that hardly depends on the picture; else null. */
  readonly bytesPerPixel: number | null
  /** Only this device writes it: requests of the API are refused. */
  readonly isOnlyHere?: true
}

/**
 * All that is known of a video format before one is written, one row each (Spec, POST /remove (video), rule 3; D-31 to
 * D-33). The same key names its encoder in `src/codecs/video/write/open-frame-writer.ts` and its texts in
 * `messages.video.settings.export.formats`.
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
  /** ProRes 4444 comes to about 10 MB a second at 1280 x 720 and 30 frames a second (D-32). */
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
  /** H.264 in 4:2:0, which holds even sides only (D-31, D-35). */
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
  /** GIF89a counts in hundredths of a second; browsers show nothing shorter than two of them as it is (D-33). */
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
  /** Moving WebP (RFC 9649, 2.7.1). Browsers show frames that last up to 10 ms ten times as long. */
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

/** The names of all image formats, in the order of the table: never empty. */
export const imageFormatNames = Object.keys(imageFormats) as [ImageFormat, ...ImageFormat[]]

/** Whether a text names a format of image results. */
export const isImageFormat = (text: string): text is ImageFormat => Object.hasOwn(imageFormats, text)

/** The format of image results of a content type; null for any other type. */
export const imageFormatOf = (type: string): (typeof imageFormats)[ImageFormat] | null =>
  Object.values(imageFormats).find(({ mime }) => mime === type) ?? null

/** The names of all video formats, in the order of the table: never empty. */
export const videoFormatNames = Object.keys(videoFormats) as [VideoFormat, ...VideoFormat[]]

/** What is known of a video format. */
export const videoFormatRow = (format: VideoFormat): VideoFormatRow => videoFormats[format]

/** Whether only this device writes a format, so that no service is asked for it. */
export const isOnlyHere = (format: VideoFormat): boolean => videoFormatRow(format).isOnlyHere === true

/** The names of the video formats that the API writes (Spec, POST /remove (video)). */
export const apiVideoFormatNames: readonly VideoFormat[] = videoFormatNames.filter(
  (name) => !isOnlyHere(name),
)
