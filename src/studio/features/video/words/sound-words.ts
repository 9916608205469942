import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { mayHaveSound } from '#studio/state/video-recipe.ts'

/** Why such a result never has sound; null where it can have some (D-33, D-34). */
export const noSoundText = (wanted: Pick<VideoOptions, 'format' | 'channels'>): string | null => {
  if (mayHaveSound(wanted)) return null
  return wanted.channels === 'alpha' ? 'A mask has no sound.' : 'A GIF has no sound.'
}

/** Said beside the switch while a service is connected: to leave the sound out is this device's own (D-72). */
export const deviceOnlyMuteText = 'Only this device leaves the sound out. The service keeps it.'

/** Said before a video is sent whose sound was to be left out; null where nothing is lost (D-72). */
export const sentSoundText = (
  { audio }: Pick<VideoOptions, 'audio'>,
  facts: Pick<VideoFacts, 'audio'> | null,
): string | null =>
  audio === 'mute' && facts?.audio !== null
    ? 'The result will have its sound: the service cannot leave it out. Run it on this device for one without.'
    : null
