import type { Channels } from '#contract/image-options.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import type { SizePreset } from '#contract/size-presets.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { mayHaveSound } from '#studio/state/video-recipe.ts'

/** Where a format plays, in a few words for the choice, and what to know of it. */
type FormatGuide = { readonly plays: string; readonly note: string }

export const formatGuides: Readonly<Record<VideoFormat, FormatGuide>> = {
  webm: {
    plays: 'Web pages, OBS',
    note: 'Small, with soft transparency and sound. Chrome, Edge, Firefox and OBS show it; Safari, iPhones and VLC play it without the transparency.',
  },
  mov: {
    plays: 'Final Cut, Premiere, After Effects',
    note: 'ProRes 4444 for editing, with the finest transparency. A big file: about 10 MB a second at 720p. Browsers do not play it.',
  },
  mp4: {
    plays: 'Everywhere',
    note: 'Plays on every phone and page. MP4 has no transparency, so the subject stands on a colour.',
  },
  gif: {
    plays: 'Chats, mails',
    note: 'Plays by itself in chats. Hard edges, up to 50 frames a second and 1280 pixels.',
  },
}

export const formatOrder = ['webm', 'mov', 'gif', 'mp4'] as const satisfies readonly VideoFormat[]

export const sizeLabels: Readonly<Record<SizePreset, { readonly label: string; readonly note: string }>> = {
  full: { label: 'Full', note: 'As large as the video is, up to 4096 pixels.' },
  hd: { label: 'HD', note: 'The longest side at most 1920 pixels.' },
  medium: { label: 'Medium', note: 'The longest side at most 1280 pixels. Quicker, and a smaller file.' },
  preview: { label: 'Small', note: 'The longest side at most 640 pixels. The quickest, for a first look.' },
}

export const sizeOrder = ['full', 'hd', 'medium', 'preview'] as const satisfies readonly SizePreset[]

export const channelLabels: Readonly<Record<Channels, string>> = {
  rgba: 'Cut-out',
  rgb: 'Opaque',
  alpha: 'Mask',
}

/** What `channels` means in this format. */
export const channelNote = (channels: Channels, format: VideoFormat): string => {
  if (channels === 'alpha') return 'White where the subject is, black where it is not.'
  if (channels === 'rgb') return 'No transparency: the subject on its colour, or on white.'
  return format === 'mp4'
    ? 'MP4 holds no transparency: the subject on its colour, or on white.'
    : 'The subject alone, see-through around it.'
}

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
