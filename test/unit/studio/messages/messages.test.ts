import { expect, test } from 'vitest'
import { chooseLanguage, language } from '#studio/messages/language.ts'
import { messages as english } from '#studio/messages/languages/en.ts'
import { type Messages, messages } from '#studio/messages/messages.ts'

/** A second language: the compiler refuses it where a text is missing, or takes other parameters. */
const german: Messages = {
  ...english,
  counts: { ...english.counts, pictures: (count) => `${count} ${count === 1 ? 'Bild' : 'Bilder'}` },
}

test('a page without a language of its own is English', () => {
  expect(language).toBe('en')
  expect(messages).toBe(english)
})

test.each([
  [['de', 'en'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-US', 'de'], 'en'],
  [['pt-BR'], 'pt-br'],
  [['fr'], 'en'],
  [[], 'en'],
])('a browser that prefers %j has a page in %s', (preferred, expected) => {
  expect(chooseLanguage(preferred, ['de', 'en', 'pt-br'])).toBe(expected)
})

test('a second language has texts of its own for the same parameters', () => {
  expect(german.counts.pictures(2)).toBe('2 Bilder')
  // @ts-expect-error a language without the part `app` is incomplete
  const incomplete: Messages = { ...german, app: undefined }
  expect(incomplete.counts).toBe(german.counts)
})
