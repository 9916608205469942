import type { Input, InputAudioTrack } from 'mediabunny'
import type { FileTracks } from '#codecs/video/read/file-tracks.ts'
import { noLanguage, type SoundTrack, soundRoles } from '#contract/video-facts.ts'

/** A sound track of an open file. */
type ListedSound = SoundTrack & { readonly track: InputAudioTrack }

/**
 * Lists the sound tracks of a file. Its own lists name them better: mediabunny knows no handler's name, no Macintosh
 * language, and gives other codes for some of Matroska.
 */
export const listSounds = async (input: Input, { tracks }: FileTracks): Promise<readonly ListedSound[]> => {
  const [all, main] = [await input.getAudioTracks(), await input.getPrimaryAudioTrack()]
  return await Promise.all(
    all.map(async (track) => {
      const own = tracks.find(({ id, kind }) => kind === 'sound' && id === track.id)
      const marks = await track.getDisposition()
      const roles = soundRoles.filter((role) => marks[role] || own?.roles?.includes(role))
      const language = own?.language ?? (await track.getLanguageCode())
      return {
        number: track.number,
        title: own?.title || ((await track.getName()) ?? ''),
        language: /^[a-z]{3}$/.test(language) ? language : noLanguage,
        isDefault: track.id === main?.id,
        ...(roles.length > 0 && { roles }),
        track,
      }
    }),
  )
}
