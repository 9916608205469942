import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { defaultRecipe } from '#studio/state/recipe.ts'
import { openSettings, parseSettings } from '#studio/state/settings.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
}

test('settings survive a reload', () => {
  const browser = storage()
  openSettings(() => browser).set((all) => ({
    ...all,
    theme: 'dark',
    recipe: { ...all.recipe, level: 'fine' },
  }))
  expect(openSettings(() => browser).get()).toMatchObject({ theme: 'dark', recipe: { level: 'fine' } })
})

test('broken or foreign stored text gives the defaults', () => {
  for (const text of [null, '', '{', '[]', '"x"', 'null', '{"recipe":7}'])
    expect(parseSettings(text)).toEqual({
      theme: 'system',
      nudged: false,
      keepsResults: false,
      dismissed: [],
      recentColors: [],
      recipe: defaultRecipe,
      video: {
        level: 'balanced',
        format: 'webm',
        size: 'full',
        channels: 'rgba',
        hasSound: true,
        background: null,
        composition: noComposition,
      },
      pace: { matting: {}, writing: {}, weight: {} },
    })
})

test('one field that no longer parses falls back alone', () => {
  const text = JSON.stringify({
    theme: 'dark',
    recipe: { ...defaultRecipe, format: 'tiff', level: 'fast', width: 90000 },
  })
  expect(parseSettings(text)).toMatchObject({
    theme: 'dark',
    recipe: { format: 'png', level: 'fast', width: null },
  })
})

test('a browser that forbids storage still has settings for this visit', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const settings = openSettings(forbidden)
  settings.set((all) => ({ ...all, theme: 'light' }))
  expect(settings.get().theme).toBe('light')
})
