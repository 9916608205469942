import * as v from 'valibot'
import { settingsFields } from '#contract/client-settings.ts'
import {
  type Composition,
  type CompositionFound,
  isNoComposition,
  readComposition,
} from '#contract/composition.ts'
import type { FieldReasons } from '#contract/error-reasons.ts'
import { frameSequenceSchema } from '#contract/frame-sequence.ts'
import { ServiceError } from '#contract/service-error.ts'
import {
  parseDeviceVideoOptions,
  serializeVideoOptions,
  type VideoOptions,
  videoOptions,
} from '#contract/video-options.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'

/** What is made beside a video, which no parameter of the API says. */
type MadeBeside = Pick<VideoRecipe, 'hasMatte' | 'sequence'>

/** The settings for videos as the text that `readVideoSettings` reads, without the picture of a background. */
export const videoSettingsText = (
  options: VideoOptions,
  composition: Composition,
  { hasMatte, sequence }: MadeBeside,
): string =>
  JSON.stringify({
    ...serializeVideoOptions(options),
    ...(isNoComposition(composition) ? {} : { composition }),
    ...(hasMatte && { matte: hasMatte }),
    ...(sequence.format === 'png8' && sequence.alpha === 'straight' && !sequence.isTimecoded
      ? {}
      : { frames: sequence }),
  })

type VideoSettings = CompositionFound & {
  /** What the text says of it. */
  readonly beside: Partial<MadeBeside>
  /** All options, with defaults for those that the text does not name; null where it names none. */
  readonly options: VideoOptions | null
  /** Name of an option → why it was left out. */
  readonly leftOut: FieldReasons
}

/** Reads settings for videos: JSON with the names of the API. */
export const readVideoSettings = (text: string): VideoSettings => {
  const { composition: given, matte, frames, ...fields } = settingsFields(text)
  const sequence = v.safeParse(frameSequenceSchema, frames)
  const form: Record<string, string> = {}
  let leftOut: FieldReasons = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(videoOptions.entries, name) || typeof value !== 'string') continue
    try {
      parseDeviceVideoOptions({ [name]: value })
      form[name] = value
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || !thrown.fieldReasons) throw thrown
      leftOut = { ...leftOut, ...thrown.fieldReasons }
    }
  }
  return {
    options: Object.keys(form).length > 0 ? parseDeviceVideoOptions(form) : null,
    ...readComposition(given),
    beside: {
      ...(typeof matte === 'boolean' && { hasMatte: matte }),
      ...(sequence.success && { sequence: sequence.output }),
    },
    leftOut,
  }
}
