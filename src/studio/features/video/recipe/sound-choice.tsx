import { chosenSounds, type SoundTrack } from '#contract/video-facts.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'
import { isVideo } from '#library/videos/video-item.ts'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { soundNames } from '#studio/messages/sound-names.ts'
import { Switch } from '#studio/ui/form-fields.tsx'

const { export: texts } = messages.video.settings

type SoundRecipe = Pick<VideoRecipe, 'hasSound' | 'soundTracks'>

/** Whether to keep the sound, or which of several tracks. */
export function SoundChoice() {
  const [recipe, change] = useItemRecipe(isVideo)
  const sounds = useItemValue(isVideo, ({ facts }) => facts?.sounds) ?? []
  if (sounds.length < 2) {
    const { hasSound } = recipe
    return (
      <Switch
        label={texts.keepSound}
        checked={hasSound}
        onChange={(checked) => change({ hasSound: checked })}
      />
    )
  }
  const kept = keptSounds(sounds, recipe)
  const names = soundNames(sounds)
  return (
    <fieldset className="space-y-2">
      <legend className="text-xs text-ink-soft">{texts.keptSounds}</legend>
      {sounds.map((sound, index) => (
        <Switch
          key={sound.number}
          label={names[index]}
          checked={kept.includes(sound)}
          onChange={(checked) => change(withSound(sounds, recipe, sound, checked))}
        />
      ))}
    </fieldset>
  )
}

const keptSounds = (sounds: readonly SoundTrack[], { hasSound, soundTracks }: SoundRecipe) =>
  hasSound ? chosenSounds(sounds, soundTracks ?? undefined) : []

/** The sound settings of a recipe after a track is kept or left out. */
export const withSound = (
  sounds: readonly SoundTrack[],
  recipe: SoundRecipe,
  changed: SoundTrack,
  isKept: boolean,
): SoundRecipe => {
  const kept = keptSounds(sounds, recipe)
  const next = sounds.filter((sound) => (sound === changed ? isKept : kept.includes(sound)))
  const isSome = next.length > 0 && next.length < sounds.length
  return { hasSound: next.length > 0, soundTracks: isSome ? next.map(({ number }) => number) : null }
}
