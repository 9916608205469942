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

/** The settings for videos. A field that no longer parses falls back to its default, without the others. */
export const videoRecipeSchema = v.object({
  level: v.fallback(v.picklist(levels), 'balanced'),
  format: v.fallback(v.picklist(Object.keys(videoFormats) as VideoFormat[]), 'webm'),
  size: v.fallback(v.picklist(sizePresetNames), 'full'),
  channels: v.fallback(v.picklist(channelSets), 'rgba'),
  hasSound: v.fallback(v.boolean(), true),
  /** The numbers of the sound tracks that are kept; null for all. */
  soundTracks: v.fallback(
    v.nullable(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999)))),
    null,
  ),
  deinterlace: v.fallback(v.picklist(deinterlacings), 'frame'),
  background: backgroundSchema,
  picture: pictureSchema,
  /** What no parameter of the API says, so that only this device can do it. */
  composition: v.fallback(compositionSchema, noComposition),
  /** The matte becomes a file of its own beside an opaque one. */
  hasMatte: v.fallback(v.boolean(), false),
  /** How its frames are written as pictures. */
  sequence: v.fallback(frameSequenceSchema, usualSequence('png8')),
})

/** What is made of a video. */
export type VideoRecipe = Readonly<v.InferOutput<typeof videoRecipeSchema>>

/** The recipe of a first visit. */
export const defaultVideoRecipe: VideoRecipe = v.parse(videoRecipeSchema, {})

/**
 * The recipe that a visit begins with, as `newVisitRecipe` for pictures; the last one also says whether sound is kept.
 */
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

/** The part of a recipe that parameters of the API say. */
type RecipeOfOptions = Omit<VideoRecipe, 'composition' | 'picture' | 'hasMatte' | 'sequence'>

/** The options of the API that a recipe stands for. */
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

/** The recipe that stands for options of the API, without a composition. */
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

/** Whether two compositions look alike. Stored pictures are other objects, so that their ids are compared. */
export const sameParts = (
  a: CompositionParts | null | undefined,
  b: CompositionParts | null | undefined,
): boolean =>
  JSON.stringify(a?.composition ?? null) === JSON.stringify(b?.composition ?? null) &&
  a?.pictureId === b?.pictureId

/** Whether a result can have the sound of its video (D-33, D-34). */
export const mayHaveSound = ({ format, channels }: Pick<VideoOptions, 'format' | 'channels'>): boolean =>
  videoFormats[format].audio !== null && channels !== 'alpha'

/** Whether a matte can stand beside a result: only MP4 holds no transparency of its own. */
export const mayHaveMatte = ({ format, channels }: Pick<VideoOptions, 'format' | 'channels'>): boolean =>
  !videoFormats[format].alpha && channels !== 'alpha'

/** Whether a matte is wanted beside a result of this device. */
export const wantsMatte = (recipe: Pick<VideoRecipe, 'format' | 'channels' | 'hasMatte'>): boolean =>
  recipe.hasMatte && mayHaveMatte(recipe)

/** Whether a result and the matte beside it hold a cut-out together: it has no ground of its own. */
export const isMattePair = ({ options, parts, hasMatte = false }: Made): boolean =>
  hasMatte && !hasGround(options, parts?.composition)

type Made = {
  readonly options: VideoOptions
  readonly parts?: CompositionParts | null | undefined
  readonly hasMatte?: boolean | undefined
}

/** Whether two requests for the same video need the same mattes. */
export const sameMattes = (a: VideoOptions, b: VideoOptions): boolean =>
  a.level === b.level && (a.deinterlace === 'field') === (b.deinterlace === 'field')

/** Whether two requests for the same video produce the same file. */
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

/**
 * Whether the result cannot have a transparent pixel (D-31 to D-34), or only beside a picture that does not fill it.
 */
export const isOpaqueVideo = (
  { format, channels, bg_color }: VideoOptions,
  parts?: CompositionParts | null,
): boolean =>
  !videoFormats[format].alpha ||
  channels !== 'rgba' ||
  bg_color !== undefined ||
  (parts?.composition.background ?? null) !== null
