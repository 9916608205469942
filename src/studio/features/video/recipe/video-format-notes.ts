import type { Channels } from '#contract/image-options.ts'
import { type VideoFormat, videoFormatRow } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { mayHaveSound } from '#library/recipe/video-recipe.ts'
import { messages } from '#studio/messages/messages.ts'

const { export: texts } = messages.video.settings

/** What a choice of `channels` means in this format. */
export const channelNote = (channels: Channels, format: VideoFormat): string => {
  if (channels === 'alpha') return texts.mask
  if (channels === 'rgb') return texts.opaque
  const { alpha, label } = videoFormatRow(format)
  return alpha ? texts.transparent : texts.formatIsOpaque(label)
}

/** Why such a result never has sound; null where it can have some (D-33, D-34). */
export const noSoundText = (wanted: Pick<VideoOptions, 'format' | 'channels'>): string | null => {
  if (mayHaveSound(wanted)) return null
  return wanted.channels === 'alpha'
    ? texts.maskHasNoSound
    : texts.formatHasNoSound(videoFormatRow(wanted.format).label)
}

/** A warning before a video is sent whose sound should be left out, which only this device does; else null (D-72). */
export const sentSoundText = (
  { audio }: Pick<VideoOptions, 'audio'>,
  facts: Pick<VideoFacts, 'audio'> | null,
): string | null => (audio === 'mute' && facts?.audio !== null ? texts.serviceKeepsSound : null)
