import { expect, test, vi } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { laterVideos } from '#studio/features/video/later-video.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** What a page without videos has. */
const openPage = () => {
  const service = inMemoryService()
  let count = 0
  const watch = () =>
    laterVideos.watch({ service } as unknown as KindParts, () => {
      count += 1
    })
  return { service, watch, found: () => count }
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

test('jobs of items are not found: their list brings them', async () => {
  const page = openPage()
  const { onDevice } = page.service
  await page.service.submitVideo(scriptedVideo(), defaultVideoOptions, { item: 'a' })
  const listing = vi.spyOn(onDevice?.videos ?? {}, 'list' as never)
  page.watch()
  await eventually(() => expect(listing).toHaveResolved())
  expect(page.found()).toBe(0)
})

test('a job that becomes nobody’s after its end is found', async () => {
  const page = openPage()
  const videos = page.service.onDevice?.videos
  if (!videos) throw new Error('no videos')
  const job = await page.service.submitVideo(scriptedVideo(), defaultVideoOptions, { item: 'a' })
  await eventually(async () => expect((await page.service.getJob(job.id)).status).toBe('completed'))
  const watching = vi.spyOn(videos, 'watch')
  page.watch()
  const [made] = await videos.list()
  if (!made) throw new Error('no job')
  const { item: _, ...released } = made
  vi.spyOn(videos, 'list').mockResolvedValue([released])
  watching.mock.calls[0]?.[0]({ job: made.job })
  await eventually(() => expect(page.found()).toBe(1))
})
