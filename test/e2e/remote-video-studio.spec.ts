import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { hasFfmpeg, probeFile, rgbOfFrames } from '#support/ffmpeg-in-node.ts'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { expectBalance, openConnectedStudio, place, sendButton, sentCount } from './remote-flow.ts'
import { downloaded, openTab, pick, rows, stage, startOver, withoutWaits } from './studio-flow.ts'

test.skip(!hasFfmpeg, 'Results are judged by an ffmpeg of this machine; there is none.')
let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer()
})
test.afterEach(() => server.close())

/** The source of the recorded results: a second, so 5 credits. */
const frames = 8
const buffer = readFileSync('test/fixtures/recorded/result.mp4')
const clip = (name: string) => ({ name, mimeType: 'video/mp4', buffer })

const onStage = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Viewer' }).getByText(text)

const pickVideo = async (page: Page, name = 'walk.mp4'): Promise<void> => {
  await pick(page, clip(name))
  await rows(page, 'ready').waitFor()
  await place(page, 'On the service').click()
}

test('a video is sent for the named credits, followed and saved', async ({ page }) => {
  await openConnectedStudio(page, server)
  await pickVideo(page)
  await expect(page.getByTestId('balance')).toHaveText('100 credits left, 95 after this')
  expect(sentCount(server)).toBe(0)
  server.holdJobs('queued')
  await sendButton(page, 'Send · 5 credits').click()
  await expect(onStage(page, 'The service has it; it waits for its turn there')).toBeVisible()
  await expect(onStage(page, '5 credits charged.')).toBeVisible()
  expect(server.accountOf().usedCredits).toBe(5)
  server.holdJobs('processing')
  await expect(page.getByText(/The service is working on it, \d+ %/)).toBeVisible()

  await page.reload()
  const row = rows(page, 'working')
  await expect(row).toContainText('walk.mp4')
  await expect(row).toContainText('Service')
  await row.getByRole('button', { name: /walk/ }).first().click()
  await expect(page.getByText(/The service is working on it/)).toBeVisible()

  server.releaseJobs()
  await rows(page, 'done').waitFor()
  const file = await downloaded(page, () => page.getByRole('button', { name: 'Save WebM' }).first().click())
  expect(file.name).toBe('walk.webm')
  const fetched = server.requests.filter(({ host }) => host === 'results')
  expect(fetched.length).toBeGreaterThan(0)
  for (const { headers } of fetched) expect(headers.get('x-api-key')).toBeNull()
  expect(sentCount(server)).toBe(1)
  await expect(page.getByRole('button', { name: 'Service: Free, 95 credits left' })).toBeVisible()

  // A job that was removed from the list does not come back.
  await page.getByRole('button', { name: 'Remove walk.mp4' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Service: Free, 95 credits left' })).toBeVisible()
  await expect(page.getByText('walk.mp4')).toHaveCount(0)
})

test('the studio asks before it sends a video twice (D-53)', async ({ page }) => {
  await openConnectedStudio(page, server)
  await pickVideo(page)
  server.fault({ kind: 'status', on: 'remove', status: 502, code: 'upstream_error' })
  await sendButton(page, 'Send · 5 credits').click()
  await expect(onStage(page, 'A part of the service could not be reached')).toBeVisible()
  await expect(onStage(page, 'may have been accepted and charged all the same')).toBeVisible()
  expect(sentCount(server)).toBe(1)
  const dialog = page.getByRole('dialog', { name: 'Send this video again?' })
  await sendButton(page, 'Send again · 5 credits').click()
  await expect(dialog).toContainText('Your balance has not changed since')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  expect(sentCount(server)).toBe(1)

  // This time the video is accepted and charged, and only the answer is lost. A browser may itself repeat a
  // request that broke on a reused connection; a page can neither see nor prevent that.
  server.fault({ kind: 'drop', on: 'remove', after: true, times: 2 })
  await sendButton(page, 'Send again · 5 credits').click()
  await dialog.getByRole('button', { name: 'Send again · 5 credits' }).click()
  await expect(onStage(page, 'The service did not answer')).toBeVisible()
  const { usedCredits } = server.accountOf()
  expect(usedCredits).toBeGreaterThan(0)
  await expectBalance(page, server, usedCredits)
  await sendButton(page, 'Send again · 5 credits').click()
  await expect(dialog).toContainText(`fallen by ${usedCredits} credits since, so it was probably charged`)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Run on this device instead' }).click()
  await expect(stage(page)).toHaveAttribute('data-state', /starting|waiting|working|failed/)
  expect(server.accountOf().usedCredits).toBe(usedCredits)
})

test('a refused video is free; a sent one is composed here', async ({ page }) => {
  await openConnectedStudio(page, server)
  await pickVideo(page)
  server.setAccount('pk_test_studio', { usedCredits: 97 })
  await sendButton(page, 'Send · 5 credits').click()
  await expect(onStage(page, 'There are not enough credits')).toBeVisible()
  await expectBalance(page, server, 97)
  server.setAccount('pk_test_studio', { usedCredits: 0 })
  server.fault({ kind: 'status', on: 'remove', status: 429, code: 'rate_limit_exceeded', retryAfter: 2 })
  await sendButton(page, 'Send again · 5 credits').click()
  await expect(page.getByTestId('retry')).toContainText('The service is busy. Trying again in')
  await rows(page, 'done').waitFor()
  expect(server.accountOf().usedCredits).toBe(5)

  // A gradient and a canvas behind what the service cut out: made here, without networks and for nothing.
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await recipe.getByText('Gradient', { exact: true }).click()
  await recipe.getByRole('textbox', { name: /^First colour: hex/ }).fill('#ff0000')
  await recipe.getByRole('textbox', { name: /^Last colour: hex/ }).fill('#0000ff')
  await openTab(page, 'Size')
  await recipe.getByText('Square', { exact: true }).click()
  // It is on the stage at once, and nothing was sent or made for it.
  const subject = page.getByTestId('composed').getByRole('img')
  await expect(subject).toHaveAttribute('data-painted', 'true')
  expect(await extremeAlphas(subject)).toEqual([0, 255])
  const sent = sentCount(server)
  await sendButton(page, 'Make WebM again').click()
  await expect(sendButton(page, 'Make WebM again')).toHaveCount(0)
  await rows(page, 'done').waitFor()
  const { bytes } = await downloaded(page, () => sendButton(page, 'Save WebM').click())
  const [stream] = probeFile(bytes).streams
  expect(stream?.width).toBe(stream?.height)
  const pixels = rgbOfFrames(bytes, 16, 16)
  expect(pixels.length).toBe(frames * 16 * 16 * 3)
  const [top, bottom] = [pixels.subarray(0, 3), pixels.subarray(-3)]
  expect([top[0], top[2]].map((value) => (value ?? 0) > 128)).toEqual([true, false])
  expect([bottom[0], bottom[2]].map((value) => (value ?? 0) > 128)).toEqual([false, true])
  // From now on the page draws what changes, as for a clip that was cut out here.
  await openTab(page, 'Background')
  await recipe.getByText('Outline', { exact: true }).click()
  await expect(page.locator('canvas[data-painted=true]')).toBeVisible()
  await expect(sendButton(page, 'Make WebM again')).toBeEnabled()
  expect([server.accountOf().usedCredits, sentCount(server)]).toEqual([5, sent])
})

/** The least and the greatest alpha of a canvas. */
const extremeAlphas = (canvas: Locator): Promise<readonly number[]> =>
  canvas.evaluate((node) => {
    if (!(node instanceof HTMLCanvasElement)) return []
    const pixels = node.getContext('2d')?.getImageData(0, 0, node.width, node.height).data ?? []
    let [least, greatest] = [255, 0]
    for (let at = 3; at < pixels.length; at += 4) {
      least = Math.min(least, pixels[at] ?? 0)
      greatest = Math.max(greatest, pixels[at] ?? 0)
    }
    return [least, greatest]
  })

test('jobs that fail, expire or are answered badly are explained', async ({ page }) => {
  await withoutWaits(page)
  await openConnectedStudio(page, server)
  await pickVideo(page)

  await test.step('before a muted video is sent it is said that sound stays (D-72)', async () => {
    const told = page.getByTestId('sent-sound')
    await expect(told).toHaveText('')
    await openTab(page, 'Export')
    await page.getByText('Keep the sound').click()
    await expect(told).toContainText('the service cannot leave it out')
    await expect(page.getByText('Only this device leaves sound out. The service keeps it.')).toBeVisible()
    await place(page, 'On this device').click()
    await expect(told).toHaveCount(0)
    await page.getByRole('radio', { name: 'GIF' }).check({ force: true })
    await expect(page.getByText('GIF has no sound.')).toBeVisible()
    await page.getByRole('radio', { name: 'WebM' }).check({ force: true })
    await place(page, 'On the service').click()
    expect(sentCount(server)).toBe(0)
  })
  await test.step('a failed job refunds its credits and says why', async () => {
    server.fault({ kind: 'job fails' })
    await sendButton(page, 'Send · 5 credits').click()
    await expect(onStage(page, 'The service could not finish this video')).toBeVisible()
    await expect(onStage(page, 'Its credits came back.')).toBeVisible()
    await expectBalance(page, server, 0)
  })
  await test.step('a job that expires while followed is shown as gone (D-39)', async () => {
    await startOver(page)
    await pickVideo(page, 'gone.mp4')
    server.holdJobs('processing')
    await sendButton(page, 'Send · 5 credits').click()
    await expect(page.getByText(/The service is working on it/)).toBeVisible()
    server.fault({ kind: 'status', on: 'job', status: 404, code: 'job_not_found' })
    await expect(onStage(page, 'The results of this video are gone')).toBeVisible()
    await expect(stage(page)).toHaveAttribute('data-state', 'ready')
    server.clearFaults()
  })
  await test.step('a result that CORS hides is offered as a link', async () => {
    // The server works on one job at a time, and the last one is still held.
    server.releaseJobs()
    await startOver(page)
    await pickVideo(page, 'hidden.mp4')
    server.fault({ kind: 'drop', on: 'result', times: 50 })
    await sendButton(page, 'Send · 5 credits').click()
    const link = page.getByRole('link', { name: 'Open the link of the file' })
    await expect(link).toHaveAttribute('href', new RegExp(`^${server.resultsOrigin}`))
    await expect(onStage(page, 'Anyone who has this link can download it; kept for 24 h.')).toBeVisible()
  })
})
