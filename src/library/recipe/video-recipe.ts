import * as v from 'valibot'
import { formatColor } from '#contract/color.ts'
import { type CompositionParts, compositionSchema, noComposition } from '#contract/composition.ts'
import { frameSequenceSchema, usualSequence } from '#contract/frame-sequence.ts'
import { channelSets, levels } from '#contract/image-options.ts'
import { type VideoFormat, videoFormats } from '#contract/output-formats.ts'
import { sizePresetNames } from '#contract/size-presets.ts'
import { deinterlacings } from '#contract/video-facts.ts'
import { hasGround, parseDeviceVideoOptions, type VideoOptions } from '#contract/video-options.ts'
import { backgroundSchema, pictureSchema } from './recipe.ts'

/** The settings of videos. An invalid field falls back to its default. */
export const videoRecipeSchema = v.object({
  level: v.fallback(v.picklist(levels), 'balanced'),
  format: v.fallback(v.picklist(Object.keys(videoFormats) as VideoFormat[]), 'webm'),
  size: v.fallback(v.picklist(sizePresetNames), 'full'),
  channels: v.fallback(v.picklist(channelSets), 'rgba'),
  hasSound: v.fallback(v.boolean(), true),
  /** Numbers of the sound tracks to keep; null for all. */
  soundTracks: v.fallback(
    v.nullable(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999)))),
    null,
  ),
  deinterlace: v.fallback(v.picklist(deinterlacings), 'frame'),
  background: backgroundSchema,
  picture: pictureSchema,
  /** Settings that only this device supports, since the API has no parameter for them. */
  composition: v.fallback(compositionSchema, noComposition),
  /** Whether the matte is also written, beside an opaque file. */
  hasMatte: v.fallback(v.boolean(), false),
  /** The format of frames written as pictures. */
  sequence: v.fallback(frameSequenceSchema, usualSequence('png8')),
})

/** The settings of a video. */
export type VideoRecipe = Readonly<v.InferOutput<typeof videoRecipeSchema>>

/** The recipe of a first visit. */
export const defaultVideoRecipe: VideoRecipe = v.parse(videoRecipeSchema, {})

/** The recipe at the start of a visit, as `newVisitRecipe`; it also keeps the last choice of sound. */
export const newVisitVideoRecipe = ({
  level,
  size,
  format,
  hasSound,
  sequence,
}: VideoRecipe): VideoRecipe => ({
  ...defaultVideoRecipe,
  level,
  size,
  hasSound,
  sequence,
  ...(videoFormats[format].alpha && { format }),
})

/** The part of a recipe that the API's parameters describe. */
type RecipeOfOptions = Omit<VideoRecipe, 'composition' | 'picture' | 'hasMatte' | 'sequence'>

/** The API options of a recipe. */
export const toVideoOptions = ({
  level,
  format,
  size,
  channels,
  hasSound,
  soundTracks,
  deinterlace,
  background,
}: RecipeOfOptions): VideoOptions =>
  parseDeviceVideoOptions({
    level,
    format,
    size,
    channels,
    audio: hasSound || !mayHaveSound({ format, channels }) ? 'keep' : 'mute',
    audio_tracks: hasSound && mayHaveSound({ format, channels }) ? soundTracks?.join(',') : undefined,
    deinterlace: deinterlace === 'field' ? deinterlace : undefined,
    bg_color: channels === 'alpha' ? undefined : (background ?? undefined),
  })

/** The recipe of API options, without a composition. */
export const recipeOfVideoOptions = ({
  bg_color,
  audio,
  audio_tracks,
  deinterlace = 'frame',
  ...rest
}: VideoOptions): RecipeOfOptions => ({
  ...rest,
  hasSound: audio === 'keep',
  soundTracks: audio_tracks ? [...audio_tracks] : null,
  deinterlace,
  background: bg_color ? formatColor(bg_color) : null,
})

/** Whether two compositions look alike. Stored pictures are different objects, so their ids are compared. */
export const sameParts = (
  a: CompositionParts | null | undefined,
  b: CompositionParts | null | undefined,
): boolean =>
  JSON.stringify(a?.composition ?? null) === JSON.stringify(b?.composition ?? null) &&
  a?.pictureId === b?.pictureId

/** Whether a result can include sound (D-33, D-34). */
export const mayHaveSound = ({ format, channels }: Pick<VideoOptions, 'format' | 'channels'>): boolean =>
  videoFormats[format].audio !== null && channels !== 'alpha'

/** Whether a separate matte is possible: only MP4 has no transparency of its own. */
export const mayHaveMatte = ({ format, channels }: Pick<VideoOptions, 'format' | 'channels'>): boolean =>
  !videoFormats[format].alpha && channels !== 'alpha'

/** Whether a separate matte is requested and possible. */
export const wantsMatte = (recipe: Pick<VideoRecipe, 'format' | 'channels' | 'hasMatte'>): boolean =>
  recipe.hasMatte && mayHaveMatte(recipe)

/** Whether a result and its separate matte form a cut-out: the result has no background. */
export const isMattePair = ({ options, parts, hasMatte = false }: Made): boolean =>
  hasMatte && !hasGround(options, parts?.composition)

type Made = {
  readonly options: VideoOptions
  readonly parts?: CompositionParts | null | undefined
  readonly hasMatte?: boolean | undefined
}

/** Whether two requests for a video use the same mattes. */
export const sameMattes = (a: VideoOptions, b: VideoOptions): boolean =>
  a.level === b.level && (a.deinterlace === 'field') === (b.deinterlace === 'field')

/** Whether two requests for a video give the same file. */
export const sameOptions = (a: VideoOptions, b: VideoOptions): boolean =>
  sameMattes(a, b) &&
  a.format === b.format &&
  a.size === b.size &&
  a.channels === b.channels &&
  a.audio === b.audio &&
  a.audio_tracks?.join() === b.audio_tracks?.join() &&
  a.bg_color?.r === b.bg_color?.r &&
  a.bg_color?.g === b.bg_color?.g &&
  a.bg_color?.b === b.bg_color?.b

/** Whether the result is opaque (D-31 to D-34), except around a background picture that does not fill it. */
export const isOpaqueVideo = (
  { format, channels, bg_color }: VideoOptions,
  parts?: CompositionParts | null,
): boolean =>
  !videoFormats[format].alpha ||
  channels !== 'rgba' ||
  bg_color !== undefined ||
  (parts?.composition.background ?? null) !== null
