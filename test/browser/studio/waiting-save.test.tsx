import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Retry } from '#contract/progress.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { Providers } from '#studio/app/app.tsx'
import { createQueryClient } from '#studio/app/query-client.ts'
import { ActivityRow } from '#studio/features/account/activity-row.tsx'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'
import { openSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { activityOf, jobOf, memoryActivityLog, serviceBase } from '#support/memory-activity.ts'
import { recordingService } from '#support/recording-service.ts'

let root: Root
let box: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})

afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.unstubAllGlobals()
})

const press = (label: string) =>
  act(async () => box.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click())

test('saving shows how long it waits, and can be stopped', async () => {
  const retry: Retry = { attempt: 2, attempts: 5, seconds: 90, code: 'rate_limit_exceeded' }
  let signal = new AbortController().signal
  const service: BackgroundService = {
    ...recordingService(),
    id: serviceBase,
    getResult: (_id, call) => {
      call?.onProgress?.({ step: 'send', ratio: null, retry })
      signal = call?.signal ?? signal
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const state = { address: null, from: null, keyIn: null, problems: [], service } as const
  const device = { ...recordingService(), id: 'local' }
  const job = jobOf({ status: 'completed', result_url: 'https://cdn.test/a', progress: 1 })
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
        <ActivityRow activity={activityOf({ kind: 'video', name: 'walk.mp4', job })} now={Date.now()} />
      </Providers>,
    ),
  )
  await press('Save walk.mp4')
  await eventually(() =>
    expect(box.textContent).toContain('The service is busy. Trying again in 90 s (2 of 5)'),
  )
  await press('Stop waiting for walk.mp4')
  await eventually(() => expect(box.textContent).not.toContain('The service is busy'))
  expect(signal.aborted).toBe(true)
  expect(box.textContent).not.toContain('could not be fetched')
})
