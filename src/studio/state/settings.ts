import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { createStore, type Store } from '#base/store.ts'
import { recipeSchema } from '#library/recipe/recipe.ts'
import { videoRecipeSchema } from '#library/recipe/video-recipe.ts'
import { deviceSpeedSchema } from './device-speed.ts'

const settingsSchema = v.object({
  /** Whether the divider has moved once by itself, to show that it is movable. */
  nudged: v.fallback(v.boolean(), false),
  /** Parts of the film strip that were labelled; each is labelled once. */
  labelled: v.fallback(v.array(v.picklist(['part', 'doubt', 'marks'])), () => []),
  /** Whether lists are stored on this device for later visits, and video jobs after their page is closed. */
  keepsList: v.fallback(v.boolean(), true),
  /** Whether this device keeps results of a service after the service has deleted them. */
  keepsResults: v.fallback(v.boolean(), false),
  /** The last chosen tab of an item's settings. */
  panelTab: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2)), 0),
  recipe: v.fallback(recipeSchema, () => v.parse(recipeSchema, {})),
  video: v.fallback(videoRecipeSchema, () => v.parse(videoRecipeSchema, {})),
  /** Recently chosen colours, latest first. */
  recentColors: v.fallback(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/))), v.maxLength(8)),
    () => [],
  ),
  pace: v.fallback(deviceSpeedSchema, () => v.parse(deviceSpeedSchema, {})),
})

/** What the page stores between visits. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>

/** Web Storage as used here; its functions throw if storage is forbidden or full. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Receives the storage events of other tabs, as `window` does. */
type StorageListener = {
  readonly addEventListener: (
    type: 'storage',
    listener: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void,
  ) => void
}

const key = scopedName('clearcut.settings')
/** Where a stored text that cannot be parsed is kept, so that it is not overwritten. */
const damagedKey = scopedName('clearcut.settings.damaged')

/**
 * Settings that survive a reload. If storage is broken or forbidden, the defaults are used. Only changed settings are
 * written, since other tabs write too, and other versions store settings that this one lacks. Changes of other tabs are
 * applied on the events of `tab`, except the recipes: open work keeps its own.
 */
export function openSettings(
  storage: () => TextStorage,
  tab: StorageListener | null = null,
): Store<Settings> {
  const store = createStore<Settings>(parseSettings(read(storage)))
  let written = store.get()
  store.subscribe(() => {
    const now = store.get()
    const changed = Object.entries(now).filter(([name, value]) => value !== written[name as keyof Settings])
    written = now
    if (changed.length === 0) return
    try {
      const stored = storage().getItem(key)
      const others = stored === null ? now : fromJson(stored)
      if (stored !== null && !isRecord(others)) storage().setItem(damagedKey, stored)
      const kept = isRecord(others) ? others : now
      storage().setItem(key, JSON.stringify({ ...kept, ...Object.fromEntries(changed) }))
    } catch {
      // Private windows may forbid storage: the settings then last until the page is closed.
    }
  })
  tab?.addEventListener('storage', ({ key: name, newValue }) => {
    if (name !== key || newValue === null) return
    const { recipe, video } = store.get()
    written = { ...parseSettings(newValue), recipe, video }
    store.set(written)
  })
  return store
}

/** The settings of a stored text; unreadable ones get their defaults. */
export const parseSettings = (text: string | null): Settings => {
  const result = v.safeParse(settingsSchema, fromJson(text))
  return result.success ? result.output : v.parse(settingsSchema, {})
}

/** Undefined if the text is not JSON. */
const fromJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const read = (storage: () => TextStorage): string | null => {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
