import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
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
    keepsResults: true,
    recipe: { ...all.recipe, level: 'fine' },
  }))
  expect(openSettings(() => browser).get()).toMatchObject({ keepsResults: true, recipe: { level: 'fine' } })
})

test('a tab writes only what changed over what others stored', () => {
  const browser = storage()
  const [one, other] = [openSettings(() => browser), openSettings(() => browser)]
  one.set((all) => ({ ...all, recipe: { ...all.recipe, level: 'fine' } }))
  other.set((all) => ({ ...all, keepsResults: true }))
  expect(openSettings(() => browser).get()).toMatchObject({ keepsResults: true, recipe: { level: 'fine' } })
})

test('a tab takes over changes of others, except their recipes', () => {
  const browser = storage()
  const listeners: ((event: { readonly key: string; readonly newValue: string }) => void)[] = []
  const one = openSettings(() => browser, { addEventListener: (_, listener) => listeners.push(listener) })
  const other = openSettings(() => browser)
  other.set((all) => ({ ...all, recentColors: ['#00000a'], recipe: { ...all.recipe, level: 'fast' } }))
  const newValue = browser.getItem('clearcut.settings') ?? ''
  for (const listener of listeners) listener({ key: 'clearcut.settings', newValue })
  expect(one.get()).toMatchObject({ recentColors: ['#00000a'], recipe: { level: defaultRecipe.level } })
  one.set((all) => ({ ...all, recentColors: [...all.recentColors, '#00000b'] }))
  expect(openSettings(() => browser).get()).toMatchObject({
    recentColors: ['#00000a', '#00000b'],
    recipe: { level: 'fast' },
  })
})

test('broken or foreign stored text gives the defaults', () => {
  for (const text of [null, '', '{', '[]', '"x"', 'null', '{"recipe":7}'])
    expect(parseSettings(text)).toEqual({
      nudged: false,
      labelled: [],
      panelTab: 0,
      keepsList: true,
      keepsResults: false,
      recentColors: [],
      recipe: defaultRecipe,
      video: {
        level: 'balanced',
        format: 'webm',
        size: 'full',
        channels: 'rgba',
        hasSound: true,
        soundTracks: null,
        deinterlace: 'frame',
        background: null,
        picture: 'picture',
        composition: noComposition,
        hasMatte: false,
        sequence: { format: 'png8', alpha: 'straight' },
      },
      pace: { matting: {}, writing: {}, weight: {} },
    })
})

test('one field that no longer parses falls back alone', () => {
  const text = JSON.stringify({
    keepsResults: true,
    recipe: { ...defaultRecipe, format: 'bmp', level: 'fast', width: 90000 },
  })
  expect(parseSettings(text)).toMatchObject({
    keepsResults: true,
    recipe: { format: 'png', level: 'fast', width: null },
  })
})

test('a browser that forbids storage still has settings for this visit', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const settings = openSettings(forbidden)
  settings.set((all) => ({ ...all, keepsResults: true }))
  expect(settings.get().keepsResults).toBe(true)
})

test('settings of another version and damaged ones are not written over', () => {
  const browser = storage()
  browser.setItem('clearcut.settings', '{"keepsResults":true,"ofTomorrow":{"a":1}}')
  openSettings(() => browser).set((all) => ({ ...all, nudged: true }))
  expect(JSON.parse(browser.getItem('clearcut.settings') ?? '')).toEqual({
    keepsResults: true,
    nudged: true,
    ofTomorrow: { a: 1 },
  })
  browser.setItem('clearcut.settings', '{"theme":"da')
  openSettings(() => browser).set((all) => ({ ...all, keepsResults: true }))
  expect(parseSettings(browser.getItem('clearcut.settings')).keepsResults).toBe(true)
  expect(browser.getItem('clearcut.settings.damaged')).toBe('{"theme":"da')
})
