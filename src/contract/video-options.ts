import * as v from 'valibot'
import { colorSchema, formatColor } from './color.ts'
import type { Composition } from './composition.ts'
import type { FieldReasons, Reason } from './error-reasons.ts'
import { choiceSchema, choiceUnknown, parseForm, textSchema } from './form-schema.ts'
import { channelSets, levels } from './image-options.ts'
import { apiVideoFormatNames, isImageFormat, type VideoFormat, videoFormatNames } from './output-formats.ts'
import { issueOf } from './service-error.ts'
import { sizePresetNames } from './size-presets.ts'
import { deinterlacings } from './video-facts.ts'

/** Refused with any value (D-30). */
const imageOnly = (name: string) =>
  v.exactOptional(v.never(issueOf({ reason: 'parameter_of_images', params: { name } })))

const formatSchema = v.pipe(
  v.string(),
  v.custom<VideoFormat>(
    (text) => apiVideoFormatNames.includes(text as VideoFormat),
    ({ input }) => issueOf(formatReason(String(input))),
  ),
)

const formatReason = (format: string): Reason =>
  isImageFormat(format)
    ? { reason: 'image_format_for_video', params: { format, formats: apiVideoFormatNames } }
    : choiceUnknown('format', apiVideoFormatNames, format)

/** Parses `1,3`: numbers of sound tracks, sorted and unique. */
const trackNumbersSchema = textSchema(
  (text): readonly number[] | null =>
    /^[1-9]\d{0,2}(,[1-9]\d{0,2})*$/.test(text)
      ? [...new Set(text.split(',').map(Number))].sort((a, b) => a - b)
      : null,
  { reason: 'track_numbers_malformed' },
)

/** Schema of a video request's parameters. Image parameters are refused (D-30). */
export const videoOptions = v.object({
  format: v.optional(formatSchema, 'webm'),
  channels: v.optional(choiceSchema('channels', channelSets), 'rgba'),
  /** Background colour; absent: transparent, or white if transparency is impossible (D-31 to D-33). */
  bg_color: v.exactOptional(colorSchema),
  size: v.optional(choiceSchema('size', sizePresetNames), 'full'),
  level: v.optional(choiceSchema('level', levels), 'balanced'),
  /** `mute` omits the sound; `keep` keeps it if the format supports it (D-72). */
  audio: v.optional(choiceSchema('audio', ['keep', 'mute']), 'keep'),
  /** Numbers of the sound tracks to keep; absent, or if none exists: all (D-72). */
  audio_tracks: v.exactOptional(trackNumbersSchema),
  /** `field` makes a frame of each field of an interlaced video; `frame`, the default, of each pair (D-73). */
  deinterlace: v.exactOptional(choiceSchema('deinterlace', deinterlacings)),
  crop: imageOnly('crop'),
  padding: imageOnly('padding'),
  width: imageOnly('width'),
  height: imageOnly('height'),
  fit: imageOnly('fit'),
})

/** The parsed parameters of a video request, without image parameters (D-30). */
export type VideoOptions = Readonly<
  Omit<v.InferOutput<typeof videoOptions>, 'crop' | 'padding' | 'width' | 'height' | 'fit'>
>

/** The form texts of a video request; an absent one means its default. */
export type VideoForm = { readonly [Name in keyof typeof videoOptions.entries]?: string | undefined }

const deviceVideoOptions = v.object({
  ...videoOptions.entries,
  format: v.optional(
    v.picklist(videoFormatNames, ({ input }) => issueOf(formatReason(String(input)))),
    'webm',
  ),
})

/** Parses parameters from the page, including formats that only this device writes. */
export const parseDeviceVideoOptions = (form: VideoForm): VideoOptions => parseForm(deviceVideoOptions, form)

/** Parses the parameters of a video request as `parseForm`; `found`: problems found before. */
export const parseVideoOptions = (form: VideoForm, found?: FieldReasons): VideoOptions =>
  parseForm(videoOptions, form, found)

/** Whether the background of an opaque result was chosen: a colour, also white, or a composition. */
export const hasGround = (
  { channels, bg_color }: Pick<VideoOptions, 'channels' | 'bg_color'>,
  composition: Pick<Composition, 'background'> | null | undefined,
): boolean => channels === 'rgb' || bg_color !== undefined || (composition?.background ?? null) !== null

/** The options of a request without parameters. */
export const defaultVideoOptions = parseVideoOptions({})

/** Formats video options as form texts, the inverse of `parseVideoOptions`. */
export const serializeVideoOptions = (options: VideoOptions): VideoForm => ({
  format: options.format,
  channels: options.channels,
  ...(options.bg_color && { bg_color: formatColor(options.bg_color) }),
  size: options.size,
  level: options.level,
  audio: options.audio,
  ...(options.audio_tracks && { audio_tracks: options.audio_tracks.join(',') }),
  ...(options.deinterlace && { deinterlace: options.deinterlace }),
})
