import { expect, test } from 'vitest'
import { withSound } from '#studio/features/video/recipe/sound-choice.tsx'
import { soundNames } from '#studio/messages/sound-names.ts'

const sound = (number: number, title = '', language = 'und') => ({
  number,
  title,
  language,
  isDefault: number === 1,
})

test('a sound is called by title, else language, else number', () => {
  expect(soundNames([sound(1, 'Mic', 'eng'), sound(2, '', 'deu'), sound(3)])).toEqual([
    'Mic',
    'German',
    'Track 3',
  ])
})

test('sounds of one name are told apart by their numbers', () => {
  expect(soundNames([sound(1, '', 'eng'), sound(2, '', 'eng'), sound(3, 'Mic')])).toEqual([
    'English (track 1)',
    'English (track 2)',
    'Mic',
  ])
})

test('sounds are kept and left out one by one', () => {
  const [mic, game] = [sound(1, 'Mic'), sound(2, 'Game')]
  const all = { hasSound: true, soundTracks: null }
  const onlyGame = withSound([mic, game], all, mic, false)
  expect(onlyGame).toEqual({ hasSound: true, soundTracks: [2] })
  expect(withSound([mic, game], onlyGame, game, false)).toEqual({ hasSound: false, soundTracks: null })
  expect(withSound([mic, game], onlyGame, mic, true)).toEqual(all)
})
