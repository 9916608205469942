import { act } from 'react'
import { expect, test } from 'vitest'
import type { Retry } from '#contract/progress.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { ActivityRow } from '#studio/features/account/activity-row.tsx'
import { eventually } from '#support/eventually.ts'
import { activityOf, jobOf, serviceBase } from '#support/memory-activity.ts'
import { recordingService } from '#support/recording-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

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
  const job = jobOf({ status: 'completed', result_url: 'https://cdn.test/a', progress: 1 })
  const row = <ActivityRow activity={activityOf({ kind: 'video', name: 'walk.mp4', job })} now={Date.now()} />
  const { box, remove } = await renderInStudio(row, { ...recordingService(), id: 'local' }, service)
  const press = (label: string) =>
    act(async () => box.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click())
  await press('Save walk.mp4')
  await eventually(() =>
    expect(box.textContent).toContain('The service is busy. Trying again in 90 s (2 of 5)'),
  )
  await press('Stop waiting for walk.mp4')
  await eventually(() => expect(box.textContent).not.toContain('The service is busy'))
  expect(signal.aborted).toBe(true)
  expect(box.textContent).not.toContain('could not be fetched')
  await remove()
})
