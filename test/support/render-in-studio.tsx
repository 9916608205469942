import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import type { BackgroundService } from '#service/background-service.ts'
import { Providers } from '#studio/app/app.tsx'
import { createQueryClient } from '#studio/app/query-client.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'
import { openSettings } from '#studio/state/settings.ts'
import { memoryActivityLog } from './memory-activity.ts'

export type RenderedPart = {
  readonly box: HTMLElement
  /** Takes the part out of the page. */
  remove(): Promise<void>
}

/** Renders a part of the page with what the studio provides. `connected` is the service that the page has been given. */
export const renderInStudio = async (
  part: ReactNode,
  device: BackgroundService,
  connected: BackgroundService | null = null,
): Promise<RenderedPart> => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const state = { address: null, from: null, keyIn: null, problems: [], service: connected } as const
  await act(async () =>
    root.render(
      <Providers
        service={device}
        connection={{
          get: () => state,
          subscribe: () => () => {},
          connect: () => Promise.reject(),
          forget: () => {},
        }}
        activityLog={memoryActivityLog()}
        queryClient={createQueryClient(device.traits)}
        studio={{
          announcer: createAnnouncer(),
          settings: openSettings(() => localStorage),
          backgroundPicture: openBackgroundPicture(() => caches),
        }}
      >
        {part}
      </Providers>,
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
