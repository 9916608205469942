import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { createStore, type Store } from '#base/store.ts'
import { recipeSchema } from '#library/recipe/recipe.ts'
import { videoRecipeSchema } from '#library/recipe/video-recipe.ts'
import { deviceSpeedSchema } from './device-speed.ts'

const settingsSchema = v.object({
  /** Whether the divider has moved by itself once, to show that it can be moved. */
  nudged: v.fallback(v.boolean(), false),
  /** What on the film strip of clips was labelled, which is done once. */
  labelled: v.fallback(v.array(v.picklist(['part', 'doubt', 'marks'])), () => []),
  /** Whether lists are kept on this device for a later visit, and jobs of videos after their page is gone. */
  keepsList: v.fallback(v.boolean(), true),
  /** Whether results of a service are kept on this device after the service has deleted them. */
  keepsResults: v.fallback(v.boolean(), false),
  /** Which tab of an item's settings was chosen last. */
  panelTab: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2)), 0),
  recipe: v.fallback(recipeSchema, () => v.parse(recipeSchema, {})),
  video: v.fallback(videoRecipeSchema, () => v.parse(videoRecipeSchema, {})),
  /** Colours that were chosen lately, the latest first. */
  recentColors: v.fallback(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/))), v.maxLength(8)),
    () => [],
  ),
  pace: v.fallback(deviceSpeedSchema, () => v.parse(deviceSpeedSchema, {})),
})

/** What the page remembers between visits. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>

/** The part of Web Storage that is used here; its functions throw if storage is forbidden or full. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Hears of what other tabs write, as `window` does. */
type StorageListener = {
  readonly addEventListener: (
    type: 'storage',
    listener: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void,
  ) => void
}

const key = scopedName('clearcut.settings')
/** Where a text is kept that is no settings, so that nothing is written over it. */
const damagedKey = scopedName('clearcut.settings.damaged')

/**
 * Settings that survive a reload. If storage is broken or forbidden, the defaults are used. Only what changed is
 * written over what is stored, since other tabs write there too, and other versions have settings that this one does
 * not know. Their changes are taken over as `tab` hears of them, except the recipes: the work that is open keeps its
 * own.
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
      // Private windows may forbid storage: the settings then last as long as the page.
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

/** The settings of a stored text; defaults for all that cannot be read. */
export const parseSettings = (text: string | null): Settings => {
  const result = v.safeParse(settingsSchema, fromJson(text))
  return result.success ? result.output : v.parse(settingsSchema, {})
}

/** Undefined for a text that is no JSON. */
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
