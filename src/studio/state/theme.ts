import { scopedName } from '#base/scoped-name.ts'
import { createStore, type Store } from '#base/store.ts'

const themes = ['system', 'light', 'dark'] as const
/** Light, dark, or the theme of the system. */
export type Theme = (typeof themes)[number]

const key = scopedName('clearcut.theme')

/** Receives the storage events of other tabs, as `window` does. */
type StorageListener = {
  readonly addEventListener: (
    type: 'storage',
    listener: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void,
  ) => void
}

/**
 * The theme of the page, which survives a reload and is the same in all tabs. It is separate from the settings, since
 * the first view needs none of them.
 */
export function openTheme(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  tab: StorageListener | null = null,
): Store<{ readonly theme: Theme }> {
  const store = createStore<{ readonly theme: Theme }>({ theme: stored(storage) })
  store.subscribe(() => {
    try {
      storage().setItem(key, store.get().theme)
    } catch {
      // If storage is forbidden, the theme lasts until the page is closed.
    }
  })
  tab?.addEventListener('storage', ({ key: name, newValue }) => {
    if (name === key) store.set({ theme: toTheme(newValue) })
  })
  return store
}

const stored = (storage: () => Pick<Storage, 'getItem'>): Theme => {
  try {
    return toTheme(storage().getItem(key))
  } catch {
    return 'system'
  }
}

const toTheme = (value: unknown): Theme => themes.find((theme) => theme === value) ?? 'system'
