import type { BrowserContext, Page } from '@playwright/test'
import type { Job } from '#contract/job.ts'
import { tinyFolder } from '#support/built-studio.ts'
import { brokenOff, hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { openControlledStudio } from '#support/image-api-in-page.ts'
import { fetchJob, pollUntilEnded, submitVideo } from '#support/video-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'allow' })
test.skip(!hasFfmpeg, 'Clips are made by an ffmpeg of this machine; there is none.')

const fields = { level: 'fast', format: 'mp4' }
const noRoom = /not enough room left on this device/

/** Sets the storage quota of the studio's origin to almost nothing, or back to normal. */
const openStorage = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  return {
    fill: () => session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 }),
    free: () => session.send('Storage.overrideQuotaForOrigin', { origin }),
  }
}

/** Every file of the browser's own file system. */
const storedFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (own) => {
    type Folder = FileSystemDirectoryHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> }
    const names: string[] = []
    const walk = async (folder: Folder, path: string) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await walk(handle as Folder, `${path}${name}/`)
        else names.push(path + name)
      }
    }
    const root = await navigator.storage.getDirectory()
    // To make the folder, a full disk has no room either.
    const folder = await root.getDirectoryHandle(own).catch(() => null)
    if (folder) await walk(folder as Folder, '')
    return names
  }, tinyFolder)

const usedCredits = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await fetch('v1/me')).json()).usedCredits)

const untilProcessing = (page: Page, { status_url }: Job) =>
  expect
    .poll(async () => (await fetchJob(page, status_url)).json.status, { intervals: [50] })
    .toBe('processing')

const endOf = async (page: Page, { status_url }: Job) => (await pollUntilEnded(page, status_url)).at(-1)

test('a full disk is explained, costs nothing and stops no job', async ({ page, context }) => {
  await openControlledStudio(page)
  const storage = await openStorage(context, page)
  const file = panningClip({ frames: 12, width: 160, height: 120 })

  await test.step('while the video is copied', async () => {
    await storage.fill()
    const { status, json } = await submitVideo(page, { file, fields })
    expect([status, json]).toEqual([
      500,
      expect.objectContaining({ code: 'internal_server_error', message: expect.stringMatching(noRoom) }),
    ])
    expect(await storedFiles(page)).toEqual([])
    await storage.free()
  })

  await test.step('while mattes are written', async () => {
    const { json: job } = await submitVideo(page, { file, fields })
    await untilProcessing(page, job)
    await storage.fill()
    expect(await endOf(page, job)).toMatchObject({
      status: 'failed',
      error: { code: 'processing_failed', message: expect.stringMatching(noRoom) },
      result_url: null,
      stats: null,
    })
    await expect(page.getByText('There is no room left for the result').first()).toBeVisible()
    expect(await usedCredits(page)).toBe(0)
    await expect.poll(() => storedFiles(page)).toEqual([])
    await storage.free()
  })

  const { json: next } = await submitVideo(page, { file, fields })
  expect(await endOf(page, next)).toMatchObject({ status: 'completed' })

  await test.step('while the result is written', async () => {
    const before = (await storedFiles(page)).toSorted()
    await storage.fill()
    const { json: job } = await submitVideo(page, { file, fields: { ...fields, format: 'gif' } })
    expect((await endOf(page, job))?.error?.message).toMatch(noRoom)
    // What the job before was made from, and its result, stay.
    await expect.poll(async () => (await storedFiles(page)).toSorted()).toEqual(before)
    await storage.free()
  })
  expect(await usedCredits(page)).toBe(next.credits)
})

test('a crashed worker or truncated video fails only its own job', async ({ page }) => {
  const file = panningClip({ frames: 12, width: 160, height: 120 })
  await openControlledStudio(page)
  await test.step('a worker that crashes', async () => {
    const { json: job } = await submitVideo(page, { file, fields })
    await untilProcessing(page, job)
    // One of the two workers only probed the video.
    const workers = () => page.workers().filter((worker) => worker.url().includes('video-matte'))
    await expect.poll(() => workers().length).toBe(2)
    for (const worker of workers())
      await worker.evaluate(() => {
        setTimeout(() => {
          throw new RangeError('Array buffer allocation failed')
        })
      })
    expect(await endOf(page, job)).toMatchObject({
      status: 'failed',
      error: { code: 'processing_failed', message: expect.stringContaining('Send it again') },
    })
    expect(await usedCredits(page)).toBe(0)
    await expect.poll(() => storedFiles(page)).not.toContain(`results/${job.id}.mp4`)
  })

  const broken = await submitVideo(page, {
    file: brokenOff(panningClip({ frames: 36, width: 160, height: 120 })),
    fields,
  })
  const next = await submitVideo(page, { file, fields })
  expect(broken.json).toMatchObject({ status: 'queued', frames: 36, credits: 15 })
  expect(await endOf(page, broken.json)).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_video', message: expect.stringMatching(/to its end|before its end/) },
  })
  expect(await endOf(page, next.json)).toMatchObject({ status: 'completed' })
  expect(await usedCredits(page)).toBe(next.json.credits)
  // The unfinished result, the video and its mattes are deleted; those of the next job are not.
  await expect
    .poll(async () => (await storedFiles(page)).filter((path) => !path.startsWith('tracks/')).toSorted())
    .toEqual([expect.stringMatching(/^files\//), `results/${next.json.id}.mp4`])
})
