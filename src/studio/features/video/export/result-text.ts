import { noComposition } from '#contract/composition.ts'
import { type PartName, videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import {
  defaultVideoRecipe,
  isMattePair,
  isOpaqueVideo,
  recipeOfVideoOptions,
  type VideoRecipe,
} from '#library/recipe/video-recipe.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { groundName } from '#studio/composition/looks.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { recipePartText } from '#studio/items/recipe-part-text.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const { results: texts, settings } = messages.video
const { kinds } = messages.composition

/** A property of a result in a word; empty if not worth mentioning. */
type Trait = (made: VideoJob) => string

const recipeOf = ({ options, parts, hasMatte = false }: VideoJob): VideoRecipe => ({
  ...defaultVideoRecipe,
  ...recipeOfVideoOptions(options),
  composition: parts?.composition ?? noComposition,
  hasMatte,
})

const groundText: Trait = (made) => {
  if (made.options.channels === 'alpha') return settings.export.contents.alpha
  if (isMattePair(made)) return texts.wholePicture
  const recipe = recipeOf(made)
  const name = groundName(recipe)
  if (name === 'color') return recipe.background ?? kinds.color
  // Transparency is written on white.
  return kinds[name === 'none' && isOpaqueVideo(made.options, made.parts) ? 'white' : name]
}

const ownText: Partial<Record<PartName, Trait>> = {
  // A service has no level.
  level: (made) => (made.runLocation === 'device' ? recipePartText('level', recipeOf(made)) : ''),
  background: groundText,
  matte: ({ hasMatte = false }) => (hasMatte ? texts.withMatte : ''),
  // The format and the background already imply these.
  format: () => '',
  channels: () => '',
  sequence: () => '',
}

const { on, off, parts } = messages.items.settings

const traits: readonly Trait[] = [
  ({ runLocation }) => messages.sending.runLocation[runLocation].label,
  ({ trim }) => (trim ? `${formatTimestamp(trim.fromSeconds)}–${formatTimestamp(trim.toSeconds)}` : ''),
  ({ edits }) => (edits ? texts.edited : ''),
  ...videoRecipeParts.map(({ name }): Trait => {
    const said: Trait = (made) => recipePartText(name, recipeOf(made))
    return ownText[name] ?? ((made) => ({ [on]: parts[name], [off]: '' })[said(made)] ?? said(made))
  }),
]

/** The properties that distinguish a video's results besides the format, such as level, background and shadow. */
export const differencesOf = (results: readonly VideoJob[]): ((made: VideoJob) => readonly string[]) => {
  const telling = traits.filter((trait) => new Set(results.map(trait)).size > 1)
  return (made) => telling.map((trait) => trait(made)).filter((text) => text !== '')
}

/** `854 × 480 · 13 MB · kept for 24 h` */
export const factsText = ({ job: { stats, expires_at } }: VideoJob, nowMs: number): string =>
  [
    ...(stats ? [formatPixelSize({ width: stats.output_width, height: stats.output_height })] : []),
    ...(stats?.output_bytes ? [formatBytes(stats.output_bytes)] : []),
    ...[keptText(expires_at, nowMs)].filter((text) => text !== null),
  ].join(' · ')
