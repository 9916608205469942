import type { Channels } from '#contract/image-options.ts'
import { type VideoFormat, videoFormatRow } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { mayHaveSound } from '#library/recipe/video-recipe.ts'
import { messages } from '#studio/messages/messages.ts'

const { export: texts } = messages.video.settings

/** A warning if a format without transparency is chosen for a cut-out; otherwise null. */
export const opaqueNote = (channels: Channels, format: VideoFormat): string | null => {
  const { alpha, label } = videoFormatRow(format)
  return alpha || channels !== 'rgba' ? null : texts.formatIsOpaque(label)
}

/** Why such a result never has sound; null if it may have (D-33, D-34). */
export const noSoundText = (wanted: Pick<VideoOptions, 'format' | 'channels'>): string | null => {
  if (mayHaveSound(wanted)) return null
  return wanted.channels === 'alpha'
    ? texts.maskHasNoSound
    : texts.formatHasNoSound(videoFormatRow(wanted.format).label)
}

/**
 * A warning before a video is sent whose sound should be left out, which only this device does; otherwise null (D-72).
 */
export const sentSoundText = (
  { audio }: Pick<VideoOptions, 'audio'>,
  facts: Pick<VideoFacts, 'audio'> | null,
): string | null => (audio === 'mute' && facts?.audio !== null ? texts.serviceKeepsSound : null)
