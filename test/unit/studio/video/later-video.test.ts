import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { laterVideos } from '#studio/features/video/later-video.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { openSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { activityOf, jobOf, memoryActivityLog } from '#support/memory-activity.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** What a page without videos has. */
const openPage = () => {
  const service = inMemoryService()
  const activityLog = memoryActivityLog()
  const settings = openSettings(() => {
    throw new Error('refused')
  })
  const client = new QueryClient()
  onTestFinished(() => client.clear())
  let count = 0
  const watch = () =>
    laterVideos.watch({ service, activityLog, settings, client } as unknown as KindParts, () => {
      count += 1
    })
  return { service, activityLog, settings, client, watch, found: () => count }
}
const submit = ({ service }: ReturnType<typeof openPage>) =>
  service.submitVideo(scriptedVideo(), defaultVideoOptions)

test('jobs of an earlier visit are found', async () => {
  const page = openPage()
  await submit(page)
  page.watch()
  await eventually(() => expect(page.found()).toBe(1))
})

test('a job that the API was asked for is found', async () => {
  const page = openPage()
  page.watch()
  await submit(page)
  await eventually(() => expect(page.found()).toBe(1))
})

test('only what was sent is found in the activities', async () => {
  const page = openPage()
  const { activityLog, service, client } = page
  await activityLog.put(activityOf({ id: 'picture' }))
  await activityLog.put(activityOf({ id: 'own', kind: 'video', service: service.id, job: jobOf() }))
  await activityLog.put(activityOf({ id: 'gone', kind: 'video', job: jobOf(), state: 'expired' }))
  page.watch()
  await eventually(() => expect(client.isFetching()).toBe(0))
  expect(page.found()).toBe(0)
  await activityLog.put(activityOf({ id: 'sent', kind: 'video', job: jobOf() }))
  await client.invalidateQueries()
  expect(page.found()).toBe(1)
})

test('where nothing is kept, jobs that pages left are deleted', async () => {
  const page = openPage()
  const { id } = await submit(page)
  page.settings.set((all) => ({ ...all, keepsList: false }))
  page.watch()
  await eventually(() => expect(page.service.getJob(id)).rejects.toMatchObject({ code: 'job_not_found' }))
})
