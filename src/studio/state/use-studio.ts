import { createContext, use, useCallback, useEffect, useRef } from 'react'
import type { Store } from '#base/store.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { SavedRecipes } from '#library/recipe/recipe-store.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { Connection, ConnectionState } from '#service/connection.ts'
import type { Announcer } from './announcer.ts'
import type { BackgroundPictures } from './background-pictures.ts'
import { type Modes, placeOf } from './modes.ts'
import type { Settings } from './settings.ts'
import { useStore, useStoreSelector } from './store.ts'

/** Services and state shared by the whole page. */
export type StudioState = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  /** The actions on this device and at services. */
  readonly activityLog: ActivityLog
  readonly settings: Store<Settings>
  /** The current modes of the page. */
  readonly modes: Modes
  readonly announcer: Announcer
  readonly backgroundPictures: BackgroundPictures
  /** The recipes that the user saved; empty until they are read. */
  readonly recipes: Store<SavedRecipes>
}

export const StudioContext = createContext<StudioState | null>(null)

export function useStudio(): StudioState {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio outside of StudioContext')
  return studio
}

/** The service of this device. */
export const useService = (): BackgroundService => useStudio().service

/** The state of the connection to another service; `service` is null if there is none. */
export const useConnection = (): ConnectionState => useStore(useStudio().connection)

/** The current place, see `placeOf`. */
export const usePlace = () => useStoreSelector(useStudio().modes, placeOf)

/** While `isHeld`, Esc only calls `onLeave`. */
export function useHeldMode(isHeld: boolean, onLeave: () => void): void {
  const { modes } = useStudio()
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(
    () => (isHeld ? modes.enter({ name: 'held', onLeave: () => latest.current() }) : undefined),
    [modes, isHeld],
  )
}

/** How many recent colours are kept: one row of them. */
const maxRecentColors = 8

/** The recently chosen colours, latest first, and a function that adds one. */
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

/** The function that announces a text to screen readers. */
export const useAnnounce = (): ((text: string) => void) => useStudio().announcer.announce
