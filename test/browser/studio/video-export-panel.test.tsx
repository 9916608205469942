import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Providers } from '#studio/app/app.tsx'
import { createQueryClient } from '#studio/app/query-client.ts'
import { VideoExportPanel } from '#studio/features/video/recipe/video-export-panel.tsx'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'
import { openSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { memoryActivityLog } from '#support/memory-activity.ts'

test('a format without an encoder cannot be chosen and tells why', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const service = inMemoryService({ video: { writableFormats: ['webm', 'mov', 'gif'] } })
  const state = { address: null, from: null, keyIn: null, problems: [], service: null } as const
  await act(async () =>
    root.render(
      <Providers
        service={service}
        connection={{
          get: () => state,
          subscribe: () => () => {},
          connect: () => Promise.reject(),
          forget: () => {},
        }}
        activityLog={memoryActivityLog()}
        queryClient={createQueryClient(service.traits)}
        studio={{
          announcer: createAnnouncer(),
          settings: openSettings(() => localStorage),
          backgroundPicture: openBackgroundPicture(() => caches),
        }}
      >
        <VideoExportPanel />
      </Providers>,
    ),
  )
  const choice = (format: string) => {
    const input = box.querySelector<HTMLInputElement>(`input[value="${format}"]`)
    if (!input) throw new Error(`${format} is not offered`)
    return input
  }
  const reasonOf = (format: string) =>
    document.getElementById(choice(format).getAttribute('aria-describedby') ?? '')?.textContent
  await eventually(async () => {
    await act(async () => {})
    expect(choice('mp4').getAttribute('aria-disabled')).toBe('true')
  })
  expect(reasonOf('mp4')).toMatch(/no encoder for H\.264\. What works here: WebM, MOV,? and GIF\./)
  for (const format of ['webm', 'mov', 'gif'])
    expect(choice(format).hasAttribute('aria-disabled')).toBe(false)

  await act(async () => choice('gif').click())
  expect(choice('gif').checked).toBe(true)
  // The arrow keys reach the format, and choose nothing.
  choice('gif').focus()
  await act(async () => userEvent.keyboard('{ArrowDown}'))
  expect(document.activeElement).toBe(choice('mp4'))
  expect(choice('gif').checked).toBe(true)
  await act(async () => root.unmount())
  box.remove()
  vi.unstubAllGlobals()
})
