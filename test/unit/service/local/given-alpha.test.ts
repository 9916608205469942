import { expect, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import { fakeVideoWorkers } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** A tab that notes what its mattes are made from. */
const openTab = () => {
  const browser = memoryBrowser()
  const asked: Parameters<JobWorkers['estimateMattes']>[0][] = []
  const { work } = fakeVideoWorkers(browser.files)
  const noting: JobWorkers = {
    ...work,
    estimateMattes: (request, call) => {
      asked.push(request)
      return work.estimateMattes(request, call)
    },
  }
  const { videos } = browser.openTab({}, { work: noting })
  const submit = async (alphaFrom?: File) => {
    const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions, {
      ...(alphaFrom && { alphaFrom }),
    })
    return endOf(videos, id)
  }
  return { submit, asked, files: browser.files, videos }
}

test('a job with a given alpha has its own mattes', async () => {
  const { submit, asked, files, videos } = openTab()
  const cutout = scriptedVideo({ hasAlpha: true, width: 640, height: 360 }, 'cut-out.webm')
  const job = await submit(cutout)
  expect(job.status).toBe('completed')
  const { id } = await submit()
  expect(await (await videos.onDevice.givenAlpha(job.id)).text()).toBe(await cutout.text())
  await expect(videos.onDevice.givenAlpha(id)).rejects.toMatchObject({ code: 'job_not_found' })
  const [given, own] = asked
  expect(await given?.alphaFrom?.text()).toBe(await cutout.text())
  expect(own?.alphaFrom).toBeUndefined()
  expect(given?.mattes).toMatch(/given-alpha$/)
  expect(own?.mattes).not.toContain(given?.mattes.split('/')[1])
  // The video once, and the result that gave its alpha.
  expect([...files.content.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2)
})

test.each([
  ['without transparency', { hasAlpha: false }, 'video_alpha_missing'],
  ['of another shape', { hasAlpha: true, width: 480, height: 480 }, 'video_alpha_of_other_clip'],
  ['of another length', { hasAlpha: true, durationSeconds: 1 }, 'video_alpha_of_other_clip'],
] as const)('a result %s is refused before the job', async (_, facts, reason) => {
  const { submit, asked, files } = openTab()
  await expect(submit(scriptedVideo(facts))).rejects.toMatchObject({ code: 'invalid_video', reason })
  expect(asked).toEqual([])
  expect(files.content.size).toBe(0)
})
