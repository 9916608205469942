import { expect, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const mp4 = { ...defaultVideoOptions, format: 'mp4' } as const

const made = async (hasMatte: boolean) => {
  const { openTab, files } = memoryBrowser()
  const { videos } = openTab()
  const { id } = await videos.submitVideo(scriptedVideo({}, 'a.mp4'), mp4, hasMatte ? { hasMatte } : {})
  const results = () => [...files.content.keys()].filter((path) => path.startsWith('results/')).sort()
  return { id, videos, results, files, job: await endOf(videos, id), openTab }
}

test('a job makes the matte beside its result in one go', async () => {
  const { id, videos, results, openTab } = await made(true)
  expect(results()).toEqual([`results/${id}-matte.mp4`, `results/${id}.mp4`])
  const file = await videos.onDevice.matteFile(id)
  expect([file.type, await file.text()]).toEqual(['video/mp4', 'matte'])
  // Another visit finds it too.
  const [listed] = await openTab().videos.onDevice.list()
  expect(listed).toMatchObject({ hasMatte: true })
  expect(results()).toHaveLength(2)
})

test('the matte goes with its job', async () => {
  const { id, videos, results } = await made(true)
  await videos.onDevice.forget(id)
  expect(results()).toEqual([])
})

test('a job without a matte has none, as in earlier versions', async () => {
  const { id, videos, results, job } = await made(false)
  expect(results()).toEqual([`results/${id}.mp4`])
  const [listed] = await videos.onDevice.list()
  expect(listed).not.toHaveProperty('hasMatte')
  await expect(videos.onDevice.matteFile(id)).rejects.toMatchObject({ code: 'job_not_found' })
  expect(job.status).toBe('completed')
  expect(readJobRecord({ job, hasMatte: 'yes' })).toBeNull()
})
