import { createContext, use, useCallback } from 'react'
import type { Store } from '#base/store.ts'
import type { SavedRecipes } from '#library/recipe/recipe-store.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { Saver } from '#studio/media/saver.ts'
import type { Announcer } from '#studio/state/announcer.ts'
import type { BackgroundPictures } from '#studio/state/background-pictures.ts'
import type { Settings } from '#studio/state/settings.ts'
import { useStore } from '#studio/state/store.ts'

/** State that the whole page shares, besides the services. */
export type StudioState = {
  readonly settings: Store<Settings>
  readonly announcer: Announcer
  readonly backgroundPictures: BackgroundPictures
  /** Those that a person saved; none until they are read. */
  readonly recipes: Store<SavedRecipes>
}

export const StudioContext = createContext<StudioState | null>(null)

export function useStudio(): StudioState {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio outside of Providers')
  return studio
}

/** How many recent colours are kept: one row of them. */
const maxRecentColors = 8

/** The colours that were chosen lately, the latest first, and a function that adds one. */
export function useRecentColors(): [colors: readonly string[], remember: (color: string) => void] {
  const { settings } = useStudio()
  const { recentColors } = useStore(settings)
  const remember = useCallback(
    (color: string) =>
      settings.set((all) => {
        const others = all.recentColors.filter((other) => other !== color)
        return { ...all, recentColors: [color, ...others].slice(0, maxRecentColors) }
      }),
    [settings],
  )
  return [recentColors, remember]
}

/** Announces a text to screen readers. */
export const useAnnounce = (): ((text: string) => void) => useStudio().announcer.announce

/** Saves all results in one ZIP. It is no component, so that it works even after the whole page has failed. */
export type SaveAll = Omit<Saver, 'start'> & {
  /** How many files there are to save. */
  readonly count: () => number
  /**
   * Saves the results of these items, of all items where there are none; with each of `recipes` where there are any.
   */
  readonly start: (ids?: readonly string[], recipes?: readonly SavedRecipe[]) => void
}

export const SaveAllContext = createContext<SaveAll | null>(null)

export function useSaveAll(): SaveAll {
  const saveAll = use(SaveAllContext)
  if (!saveAll) throw new Error('useSaveAll outside of the App')
  return saveAll
}
