import { expect, test } from 'vitest'
import type { BackgroundService } from '#library/background-service.ts'
import { openPaidAnswers } from '#library/batch/paid-answers.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { echo } from '#support/recording-service.ts'

const settings = { settings: defaultRecipe, clip: defaultVideoRecipe }
const recipe = { id: 'plain', name: 'Plain', ...settings, picture: null, names: '{name}' }
const content = new Blob([Uint8Array.of(0x89), 'PNG\r\n\x1a\n', 'a'])
const picture = (name: string) => ({ file: new File([content], name), edits: null })

/** Answers whose store tells of none until so many have asked. */
const openAnswers = (askers = 1) => {
  const stored = new Map<string, File>()
  let sent = 0
  let asked = 0
  let answer = () => {}
  const allAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const service: BackgroundService = {
    ...inMemoryService(),
    id: 'paid',
    traits: { metered: true, uploads: true },
    onDevice: null,
    removeImage: async (image, options) => {
      sent += 1
      return echo(image, options)
    },
  }
  const answers = openPaidAnswers({
    device: inMemoryService(),
    remote: () => service,
    held: new Map(),
    credits: { reserve: () => true, release: () => {}, spend: async () => {} },
    files: {
      read: async (path) => {
        asked += 1
        if (asked >= askers) answer()
        await allAsked
        return stored.get(path) ?? null
      },
      write: async (path, image) => void stored.set(path, new File([image], path)),
      remove: async (path) => stored.delete(path),
    },
  })
  return { answers, stored, sentCount: () => sent }
}

test('two files of one content at once are paid once', async () => {
  const { answers, sentCount } = openAnswers(2)
  const open = (name: string) => answers.open(picture(name), 'hash', [recipe], {})
  const makes = await Promise.all([open('a.png'), open('a (1).png')])
  await answers.drop(picture('a.png'), 'hash', [recipe])
  const made = await Promise.all(makes.map((make) => make(recipe)))
  expect(sentCount()).toBe(1)
  expect(made.map((output) => output.content.size)).toEqual([content.size, content.size])
})

test('an answer left empty by a killed page is requested again', async () => {
  const { answers, stored, sentCount } = openAnswers()
  await answers.open(picture('a.png'), 'hash', [recipe], {})
  for (const path of stored.keys()) stored.set(path, new File([], path))
  const make = await answers.open(picture('a.png'), 'hash', [recipe], {})
  expect([(await make(recipe)).content.size, sentCount()]).toEqual([content.size, 2])
})
