import { expect, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { eventually } from '#support/eventually.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** A browser with a finished job and one that never ends. */
const withJobs = async () => {
  const browser = memoryBrowser()
  const page = browser.openTab()
  const { id } = await page.videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await endOf(page.videos, id)
  page.crash()
  const next = browser.openTab({ onStep: () => new Promise(() => {}) })
  const open = await next.videos.submitVideo(scriptedVideo({ fps: 30 }), defaultVideoOptions)
  await eventually(async () => expect((await next.videos.getJob(open.id)).status).toBe('processing'))
  next.crash()
  return browser
}

test('jobs that pages left are deleted with all their files', async () => {
  const browser = await withJobs()
  const { videos } = browser.openTab()
  await videos.onDevice.forgetLeft()
  expect(await videos.onDevice.list()).toEqual([])
  await eventually(() => expect([...browser.files.content.keys()]).toEqual([]))
})

test('while another page is open, all jobs stay', async () => {
  const browser = await withJobs()
  const { videos } = browser.openTab({}, { whileAlone: async () => undefined })
  await videos.onDevice.forgetLeft()
  expect(await videos.onDevice.list()).toHaveLength(2)
})

test('what was taken off the list goes with the next page', async () => {
  const browser = await withJobs()
  const other = browser.openTab({}, { whileAlone: async () => undefined }).videos.onDevice
  const ids = (await other.list()).map(({ job }) => job.id)
  await other.setRemoved(ids, true)
  expect(await other.list()).toEqual([])
  await other.setRemoved(ids.slice(0, 1), false)
  expect(await other.list()).toHaveLength(1)
  const { videos, parts } = browser.openTab()
  await eventually(async () => expect(await parts.store.list()).toHaveLength(1))
  expect((await videos.onDevice.list()).map(({ job }) => job.id)).toEqual(ids.slice(0, 1))
})
