import type { Page } from '@playwright/test'
import type { Job } from '#contract/job.ts'
import { tinyFolder } from '#support/built-studio.ts'
import { hasFfmpeg, panningClip, probeFile } from '#support/ffmpeg-in-node.ts'
import { openControlledStudio } from '#support/image-api-in-page.ts'
import { fetchFile, fetchJob, pollUntilEnded, submitVideo } from '#support/video-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'allow' })
test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')

/** So many that the page is closed in the middle of its work, though the network is tiny. */
const frames = 72
const fields = { level: 'fast', format: 'mp4' }
const clip = () => panningClip({ frames, width: 160, height: 120 })

/** Some frames are in the result, and some are not. */
const untilHalfway = async (page: Page, url: string): Promise<Job> => {
  let job: Job | undefined
  await expect
    .poll(
      async () => {
        job = (await fetchJob(page, url)).json
        return job.progress
      },
      { intervals: [200] },
    )
    .toBeGreaterThan(0.1)
  expect(job).toMatchObject({ status: 'processing' })
  return job as Job
}

const usedCredits = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await fetch('v1/me')).json()).usedCredits)

const storedFiles = (page: Page, folder: string): Promise<readonly string[]> =>
  page.evaluate(
    async ([own, folder]) => {
      const names: string[] = []
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(own)
      const found = await root.getDirectoryHandle(folder).catch(() => null)
      if (found)
        for await (const name of (found as unknown as { keys(): AsyncIterable<string> }).keys())
          names.push(name)
      return names
    },
    [tinyFolder, folder] as const,
  )

test('the next visit resumes a killed job from its mattes (D-40)', async ({ page, context }) => {
  await openControlledStudio(page)
  const { json: job } = await submitVideo(page, { file: clip(), fields })
  const before = await untilHalfway(page, job.status_url)
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  // Never answered, since the page is gone by then.
  session.send('Page.crash').catch(() => {})
  await crashed

  const next = await context.newPage()
  await openControlledStudio(next)
  const seen = await pollUntilEnded(next, job.status_url)
  expect(seen[0]?.progress).toBeGreaterThanOrEqual(before.progress)
  expect(seen.at(-1)).toMatchObject({ status: 'completed', started_at: before.started_at })
  const { body } = await fetchFile(next, seen.at(-1)?.result_url ?? '')
  expect(probeFile(body).streams[0]).toMatchObject({ codec_name: 'h264', nb_read_frames: String(frames) })
  expect(await usedCredits(next)).toBe(job.credits)

  await next.getByRole('button', { name: 'Continue' }).click()
  await next.locator('li[data-state=done]').getByRole('button').first().click()
  // The page shows the result, and has loaded a network for the other cut-outs that it offers of an uncertain frame.
  await expect(next.getByText('Did you mean this?')).toBeVisible()
  await test.step('its mattes serve another result, without a network', async () => {
    const models: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/models/')) models.push(request.url())
    })
    const second = await submitVideo(next, {
      file: clip(),
      fields: { ...fields, format: 'webm', bg_color: 'red' },
    })
    const rendered = (await pollUntilEnded(next, second.json.status_url)).at(-1)
    expect(rendered?.status).toBe('completed')
    expect(rendered?.stats?.matting_seconds).toBe(seen.at(-1)?.stats?.matting_seconds)
    expect(models).toEqual([])
    expect(await storedFiles(next, 'files')).toHaveLength(1)
  })
})
