import { noLanguage, type SoundTrack } from '#contract/video-facts.ts'
import { locale } from './language.ts'
import { messages } from './messages.ts'

const { sounds: texts } = messages.video

/** The displayed names of a file's sound tracks: the title, or else the language, or else the number. */
export const soundNames = (sounds: readonly SoundTrack[]): readonly string[] => {
  const names = sounds.map(
    ({ title, language, number }) => title || languageName(language) || texts.track(number),
  )
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : texts.alike(name, sounds[index]?.number ?? 0),
  )
}

const languageName = (code: string): string =>
  code === noLanguage
    ? ''
    : (new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code) ?? code)
