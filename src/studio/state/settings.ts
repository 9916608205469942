import * as v from 'valibot'
import { deviceSpeedSchema } from './device-speed.ts'
import { recipeSchema } from './recipe.ts'
import { createStore, type Store } from './store.ts'
import { videoRecipeSchema } from './video-recipe.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const settingsSchema = v.object({
  theme: v.fallback(v.picklist(themes), 'system'),
  /** Whether the divider has moved by itself once, to show that it can be moved. */
  nudged: v.fallback(v.boolean(), false),
  /** Whether results of a service are kept on this device after the service has deleted them. */
  keepsResults: v.fallback(v.boolean(), false),
  /** Ids of service jobs that were removed from the list, the latest last. */
  dismissed: v.fallback(v.array(v.string()), () => []),
  recipe: v.fallback(recipeSchema, () => v.parse(recipeSchema, {})),
  video: v.fallback(videoRecipeSchema, () => v.parse(videoRecipeSchema, {})),
  /** Colours that were chosen lately, the latest first. */
  recentColors: v.fallback(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/))), v.maxLength(8)),
    () => [],
  ),
  pace: v.fallback(deviceSpeedSchema, () => v.parse(deviceSpeedSchema, {})),
})

export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>

/** The part of Web Storage that is used here; its functions throw if storage is forbidden or full. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

const key = 'clearcut.settings'

/** Settings that survive a reload. If storage is broken or forbidden, the defaults are used. */
export function openSettings(storage: () => TextStorage): Store<Settings> {
  const store = createStore<Settings>(parseSettings(read(storage)))
  store.subscribe(() => {
    try {
      storage().setItem(key, JSON.stringify(store.get()))
    } catch {
      // Private windows may forbid storage: the settings then last as long as the page.
    }
  })
  return store
}

export const parseSettings = (text: string | null): Settings => {
  const result = v.safeParse(settingsSchema, fromJson(text))
  return result.success ? result.output : v.parse(settingsSchema, {})
}

const fromJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

const read = (storage: () => TextStorage): string | null => {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
