import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { createStore } from '#base/store.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { SavedRecipes } from '#library/recipe/recipe-store.ts'
import { createQueryClient } from '#studio/app/open-studio.ts'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { createReviewStore } from '#studio/items/review-state.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPictures } from '#studio/state/background-pictures.ts'
import { createModes } from '#studio/state/modes.ts'
import { openSettings } from '#studio/state/settings.ts'
import { StudioContext } from '#studio/state/use-studio.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { memoryActivityLog } from './memory-activity.ts'

export type RenderedPart = {
  readonly box: HTMLElement
  /** Takes the part out of the page. */
  remove(): Promise<void>
}

/** What the page works with, over a service of this device and one that the page has been given. */
export const studioParts = (
  device: BackgroundService,
  connected: BackgroundService | null = null,
): KindParts => {
  const state = { address: null, from: null, keyIn: null, problems: [], service: connected } as const
  return {
    service: device,
    connection: {
      get: () => state,
      subscribe: () => () => {},
      connect: () => Promise.reject(),
      forget: () => {},
    },
    activityLog: memoryActivityLog(),
    client: createQueryClient(),
    list: createItemList(),
    announcer: createAnnouncer(),
    settings: openSettings(() => localStorage),
    backgroundPictures: openBackgroundPictures(() => caches),
    recipes: createStore<SavedRecipes>({ recipes: [], unreadable: 0 }),
    viewer: createViewerStore(),
    editor: createEditorStore(),
    review: createReviewStore(),
    modes: createModes(),
    tell: () => {},
  }
}

/**
 * Renders a part of the page with what the studio provides. `connected` is the service that the page has been given.
 */
export const renderInStudio = async (
  part: ReactNode,
  device: BackgroundService,
  connected: BackgroundService | null = null,
): Promise<RenderedPart> => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const parts = studioParts(device, connected)
  await act(async () =>
    root.render(
      <StudioContext value={parts}>
        <QueryClientProvider client={parts.client}>{part}</QueryClientProvider>
      </StudioContext>,
    ),
  )
  return {
    box,
    remove: async () => {
      await act(async () => root.unmount())
      box.remove()
      vi.unstubAllGlobals()
    },
  }
}
